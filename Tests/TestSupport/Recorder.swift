/// The value that a waiter found.
///
/// Safe: it is written under the lock of the recorder, and read after the waiter has been resumed.
private final class Found<Value>: @unchecked Sendable {
    private(set) var value: Value?

    func set(_ value: Value?) -> Bool {
        self.value = value
        return value != nil
    }
}

/// What happened, in order; tests wait for it without polling.
package final class Recorder<Element: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let isSatisfied: @Sendable ([Element]) -> Bool
        let resume: @Sendable (Bool) -> Void
    }

    private struct State: Sendable {
        var elements: [Element] = []
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var taken = 0
    }

    private let state = Guarded(State())

    /// Makes an empty recorder.
    package init() {}

    /// All that happened so far.
    package var elements: [Element] {
        state.withLock { $0.elements }
    }

    /// Notes what happened, and wakes those who waited for it.
    package func append(_ element: Element) {
        let ready = state.withLock { state in
            state.elements.append(element)
            let elements = state.elements
            let ready = state.waiters.filter { $0.value.isSatisfied(elements) }
            for key in ready.keys { state.waiters[key] = nil }
            return ready
        }
        for waiter in ready.sorted(by: { $0.key < $1.key }) { waiter.value.resume(true) }
    }

    /// Forgets what happened so far.
    package func removeAll() {
        state.withLock {
            $0.elements = []
            $0.taken = 0
        }
    }

    /// Waits until a function of all that happened has a value.
    ///
    /// - Parameter find: called at each change; quick, and without side effects.
    package func wait<Value>(
        _ seconds: Double = 30,
        _ what: String = "what was waited for",
        for find: @escaping @Sendable ([Element]) -> Value?
    ) async throws -> Value {
        // What comes after the value must not take it away again.
        let found = Found<Value>()
        let happened = await withCheckedContinuation { continuation in
            let key: Int? = state.withLock { state in
                if found.set(find(state.elements)) { return nil }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = Waiter(
                    isSatisfied: { found.set(find($0)) },
                    resume: { continuation.resume(returning: $0) }
                )
                return state.lastWaiter
            }
            guard let key else {
                continuation.resume(returning: true)
                return
            }
            Task.detached { [self] in
                try? await Task.sleep(for: .seconds(seconds))
                let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
                waiter?.resume(false)
            }
        }
        guard happened, let value = found.value else {
            throw DeadlineExceeded(what: "\(what) (\(elements.count) so far)", seconds: seconds)
        }
        return value
    }

    /// Waits for the first few.
    package func first(_ count: Int, _ seconds: Double = 30) async throws -> [Element] {
        try await wait(seconds, "\(count) events") { elements in
            elements.count >= count ? Array(elements.prefix(count)) : nil
        }
    }

    /// Waits for the one after those that ``next(_:)`` gave before.
    package func next(_ seconds: Double = 30) async throws -> Element {
        let index = state.withLock { state in
            state.taken += 1
            return state.taken - 1
        }
        return try await wait(seconds, "event \(index + 1)") { elements in
            elements.indices.contains(index) ? elements[index] : nil
        }
    }
}

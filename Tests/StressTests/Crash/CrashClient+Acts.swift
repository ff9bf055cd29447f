import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport

/// What a client does, and what it writes down of it.
extension CrashClient {
    /// The outcome of a call.
    enum Answer {
        case done, refused, unknown
    }

    @discardableResult
    func call(_ method: String, _ arguments: Variant...) async throws -> Variant {
        try await connection.call(
            method,
            on: AgentNames.destination,
            .tuple(arguments),
            deadline: .milliseconds(30_000)
        )
    }

    func answer(to method: String, _ arguments: Variant...) async -> Answer {
        do {
            _ = try await connection.call(
                method,
                on: AgentNames.destination,
                .tuple(arguments),
                deadline: .milliseconds(30_000)
            )
            acknowledged += 1
            return .done
        } catch {
            if error.remoteName?.hasPrefix(AgentNames.errorPrefix) == true {
                lastRefusal = error.message
                return .refused
            }
            isGone = true
            return .unknown
        }
    }

    func request(
        _ entry: CrashEntry,
        version: Int = 1,
        _ trigger: NotificationTrigger
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: entry.identifier,
            content: NotificationContent(title: entry.title(version)),
            trigger: trigger,
            actions: [Self.ok, Self.later]
        )
    }

    private func freshEntry(_ kind: String) -> CrashEntry {
        lastNumber += 1
        return CrashEntry(identifier: "\(app) \(kind) \(lastNumber)")
    }

    private static let hour = NotificationTrigger.timeInterval(
        microseconds: 3_600_000_000,
        repeats: false
    )

    func addLater() async {
        var entry = freshEntry("later")
        let request = request(entry, Self.hour)
        switch await answer(to: "Add", request.record) {
        case .done: entry.pending = [entry.title()]
        case .refused: refuse("Add", entry)
        case .unknown:
            entry.pending = [nil, entry.title()]
            entry.isSettled = true
        }
        entries.append(entry)
    }

    func addDue() async {
        var entry = freshEntry("due")
        let delay = Int64.random(in: 1...400, using: &random)
        let isNow = random.chance(oneIn: 2)
        var request = request(
            entry,
            isNow ? .immediate : .timeInterval(microseconds: delay * 1_000, repeats: false)
        )
        if random.chance(oneIn: 2) { request.idempotencyKey = "\(app) \(entry.identifier)" }
        switch await answer(to: "Add", request.record) {
        case .done: entry.shown = .yes
        case .refused: refuse("Add", entry)
        case .unknown:
            entry.shown = .either
            if request.idempotencyKey != nil { retries.append(request) }
        }
        latestDue = max(latestDue, .now + .milliseconds(isNow ? 0 : delay))
        entries.append(entry)
    }

    /// What a client does whose call was not answered: it makes the same call again.
    func retry() async {
        for request in retries where !isGone {
            guard let index = index(of: request.identifier) else { continue }
            switch await answer(to: "Add", request.record) {
            case .done: entries[index].shown = .yes
            case .refused: refuse("Add", entries[index])
            case .unknown: return
            }
            retries.removeAll { $0.identifier == request.identifier }
            latestDue = max(latestDue, .now + .milliseconds(400))
        }
    }

    /// An invalid request leaves nothing.
    func addBad() async {
        let entry = freshEntry("bad")
        let request = request(entry, .timeInterval(microseconds: -1, repeats: false))
        switch await answer(to: "Add", request.record) {
        case .done: refusals.append("a time in the past was taken")
        case .refused, .unknown: entries.append(entry)
        }
    }

    func replace() async {
        guard let index = choose({ $0.pending.contains($0.title()) }) else { return }
        let entry = entries[index]
        let title = entry.title(2)
        let request = request(entry, version: 2, Self.hour)
        let answer = await answer(to: "Add", request.record)
        settle(index, answer) {
            $0.pending = [title]
        } unknown: {
            $0.pending.insert(title)
        }
    }

    func removeLater() async {
        guard let index = choose({ !$0.pending.contains(nil) }) else { return }
        let answer = await answer(to: "Remove", selection(entries[index]))
        settle(index, answer) {
            $0.pending = [nil]
        } unknown: {
            $0.pending.insert(nil)
        }
    }

    func removeShown() async {
        guard let (index, _) = chooseShown() else { return }
        let answer = await answer(to: "Remove", selection(entries[index]))
        settle(index, answer) {
            $0.stays = .no
        } unknown: {
            $0.stays = .either
        }
    }

    func snooze() async {
        guard let (index, _) = chooseShown() else { return }
        let answer = await answer(
            to: "Snooze",
            .string(entries[index].identifier),
            .string(app),
            .int64(3_600_000_000)
        )
        settle(index, answer) {
            ($0.stays, $0.child) = (.no, .yes)
        } unknown: {
            ($0.stays, $0.child) = (.either, .either)
        }
    }

    func answer(_ act: CrashEntry.Act) async {
        guard let (index, bubble) = chooseShown() else { return }
        entries[index].act = act
        entries[index].isSettled = true
        await server.click(bubble, (act == .opened ? Self.ok : Self.later).identifier)
    }

    private func settle(
        _ index: Int,
        _ answer: Answer,
        done: (inout CrashEntry) -> Void,
        unknown: (inout CrashEntry) -> Void
    ) {
        entries[index].isSettled = true
        switch answer {
        case .done: done(&entries[index])
        case .refused: refuse("a call", entries[index])
        case .unknown: unknown(&entries[index])
        }
    }

    private func refuse(_ method: String, _ entry: CrashEntry) {
        refusals.append("\(method) of \(entry.identifier) was refused: \(lastRefusal)")
    }

    private func selection(_ entry: CrashEntry) -> Variant {
        let entries: [(key: String, value: Variant)] = [
            ("appID", .string(app)), ("identifiers", .strings([entry.identifier])),
        ]
        return .dictionary(entries)
    }

    private func index(of identifier: String) -> Int? {
        entries.firstIndex { $0.identifier == identifier }
    }

    private func choose(_ isFit: (CrashEntry) -> Bool) -> Int? {
        entries.indices.filter { !entries[$0].isSettled && isFit(entries[$0]) }
            .randomElement(using: &random)
    }

    /// One that the server shows, with its latest bubble.
    private func chooseShown() -> (index: Int, bubble: UInt32)? {
        guard let index = choose({ $0.shown == .yes }) else { return nil }
        let title = entries[index].title()
        guard let call = server.calls.elements.last(where: { $0.call.summary == title }) else {
            return nil
        }
        return (index, call.id)
    }
}

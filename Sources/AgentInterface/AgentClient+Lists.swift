import GLibBridge
package import NotifyCore

/// Calls for lists, which come in parts, so that a long one delays nobody else.
///
/// What is in a list from the first part to the last comes once, as it was when its part was read; what was added or
/// removed meanwhile may be there or not.
extension AgentClient {
    /// Lists the pending requests, by app and identifier.
    ///
    /// - Parameter transform: makes of each what is kept of it; runs on several threads.
    package func pending<Element: Sendable>(
        _ selection: ListSelection,
        _ transform: @escaping @Sendable (PendingRequest) throws -> Element
    ) throws -> [Element] {
        try elements(of: "pending", selection) { entry, isSelected in
            // A damaged one does not hide the others.
            guard let pending = try? PendingRequest(entry: entry),
                isSelected || selection.includes(pending.request, at: pending.due)
            else { return nil }
            return try transform(pending)
        }
    }

    /// Returns the requests without a trigger that wait for a notification server, first ones first.
    package func waiting(_ selection: ListSelection) throws -> [PendingRequest] {
        let all: [PendingRequest]
        do {
            all = try elements(of: "waiting", selection) { entry, isSelected in
                guard let waiting = try? PendingRequest(entry: entry),
                    isSelected || selection.includes(waiting.request, at: waiting.due)
                else { return nil }
                return waiting
            }
        } catch let error as AgentUnreachable where error.isOfEarlierAgent {
            // The agent of an earlier version that still runs does not have this list.
            return []
        }
        // One that is replaced meanwhile comes twice, and the later one counts.
        return Dictionary(all.map { ($0.request.key, $0) }, uniquingKeysWith: { $1 }).values
            .sorted { $0.comesBefore($1) }
    }

    /// Lists the delivered notifications, by app and identifier, as for pending requests.
    package func delivered<Element: Sendable>(
        _ selection: ListSelection,
        _ transform: @escaping @Sendable (DeliveredNotification) throws -> Element
    ) throws -> [Element] {
        try elements(of: "delivered", selection) { entry, isSelected in
            guard let delivered = try? DeliveredNotification(entry: entry),
                isSelected || selection.includes(delivered.request, at: delivered.date)
            else { return nil }
            return try transform(delivered)
        }
    }

    /// Returns how many requests of an app are in a list.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func count(_ list: KeyPath<AppEntry, Int>, app: String?) throws -> Int {
        try apps().reduce(0) { $0 + ($1.appID == app ?? $1.appID ? $1[keyPath: list] : 0) }
    }

    /// Asks for a list part by part, and reads several parts at a time.
    ///
    /// - Parameter read: makes an element of an entry, `nil` for none; whether the agent has selected the entry, which one of an
    ///     earlier version does not.
    private func elements<Element: Sendable>(
        of name: String,
        _ selection: ListSelection,
        _ read: @escaping @Sendable (_ entry: Variant, _ isSelected: Bool) throws -> Element?
    ) throws -> [Element] {
        var part: Variant
        do {
            part = try call("ListPart", [.string(name), selection.record(after: "")])
        } catch let error as AgentUnreachable where error.isOfEarlierAgent {
            return try list(name, selection.appID).compactMap { try read($0, false) }
        }
        var elements: [Element] = []
        var running: [BackgroundTask<Result<[Element], any Error>>] = []
        while true {
            let position = part[1]?.string ?? ""
            let bytes = part[0]
            let work: @Sendable () -> Result<[Element], any Error> = {
                Result {
                    try (bytes?.byteArrays ?? []).compactMap { bytes in
                        try Variant.dictionary(serialized: bytes).flatMap { try read($0, true) }
                    }
                }
            }
            guard !position.isEmpty else {
                for task in running { elements += try task.wait().get() }
                return try elements + work().get()
            }
            if running.count == Self.maxTasks {
                elements += try running.removeFirst().wait().get()
            }
            running.append(BackgroundTask(name: "list", work))
            part = try call("ListPart", [.string(name), selection.record(after: position)])
        }
    }

    /// The maximum number of parts that are read at a time.
    private static let maxTasks = 4
}

extension PendingRequest {
    /// Whether it comes before another one in a list: it is due earlier, or was added earlier.
    package func comesBefore(_ other: PendingRequest) -> Bool {
        (due, added, request.appID, request.identifier)
            < (other.due, other.added, other.request.appID, other.request.identifier)
    }
}

extension DeliveredNotification {
    /// Whether it comes before another one in a list: it was shown later, or was due later.
    package func comesBefore(_ other: DeliveredNotification) -> Bool {
        (other.date, other.scheduled, request.appID, request.identifier)
            < (date, scheduled, other.request.appID, other.request.identifier)
    }
}

import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import Synchronization
import TestSupport

/// One app of a crash run: it adds, replaces, removes, snoozes and answers, and keeps its own books.
actor CrashClient {
    nonisolated let app: String
    nonisolated let connection: BusConnection
    /// What the app heard, as `IDENTIFIER`; once each number.
    nonisolated let heard = Recorder<String>()
    var entries: [CrashEntry] = []
    /// What the agent answered that it must not.
    var refusals: [String] = []
    var acknowledged = 0
    var random: SeededRandom
    let server: FakeNotificationServer
    var retries: [NotificationRequest] = []
    var lastNumber = 0
    var isGone = false
    var lastRefusal = ""
    var latestDue = ContinuousClock.now
    private let registration: BusRegistration

    static let ok = NotificationAction(identifier: "ok", title: "OK")
    static let later = NotificationAction(
        identifier: "later",
        title: "Later",
        snooze: 3_600_000_000
    )

    init(
        app: String,
        on bus: PrivateBus,
        _ server: FakeNotificationServer,
        seed: UInt64
    ) async throws {
        self.app = app
        self.server = server
        random = SeededRandom(seed: seed)
        connection = try bus.connect()
        let numbers = Mutex<Set<Int64>>([])
        let heard = heard
        let object = BusObject { call in
            guard call.method == "DidReceive" else { return call.reply([.dictionary([])]) }
            if let handed = try? HandedResponse(record: call.parameters[0]),
                numbers.withLock({ $0.insert(handed.id ?? 0).inserted })
            {
                heard.append(handed.response.notification.request.identifier)
            }
            call.reply()
        }
        registration = try await connection.export(
            object,
            at: AppNames.path,
            interface: AppNames.interface,
            xml: AppNames.interfaceXML
        )
    }

    /// Does one thing after another until the agent has gone.
    func work() async {
        isGone = false
        try? await attach()
        await retry()
        while !isGone {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<3: await addLater()
            case 3..<10: await addDue()
            case 10: await addBad()
            case 11: await replace()
            case 12: await removeLater()
            case 13: await removeShown()
            case 14..<16: await snooze()
            default: await answer(random.chance(oneIn: 3) ? .snoozed : .opened)
            }
            // Longer where there is nothing to do than where there is.
            try? await Task.sleep(for: .milliseconds(Int.random(in: 0...2, using: &random)))
        }
    }

    /// Ends ``work()``.
    func stop() { isGone = true }

    /// Has what was not answered answered, and waits until all of this app's that is due was shown and
    /// heard.
    func settle(_ name: String) async throws {
        isGone = false
        try await attach()
        await retry()
        try await Task.sleep(until: latestDue + .milliseconds(20))
        var last = CrashEntry(identifier: "\(app) \(name)")
        let request = self.request(last, .immediate)
        try await call("Add", request.record)
        (last.shown, last.act) = (.yes, .opened)
        entries.append(last)
        let title = last.title()
        let bubble = try await server.call(titled: title)
        // What the app hears comes in order.
        await server.click(bubble.id, Self.ok.identifier)
        let identifier = last.identifier
        _ = try await heard.wait(30, "the response to \(title)") {
            $0.contains(identifier) ? true : nil
        }
    }

    /// What the agent has of this app's, by identifier.
    func facts(_ shows: [String: Int]) async throws -> [String: CrashFacts] {
        var facts: [String: CrashFacts] = [:]
        for entry in try await list("pending") {
            let pending = try PendingRequest(entry: entry).request
            if let stem = pending.identifier.stem(before: ".snoozed") {
                facts[stem, default: CrashFacts()].hasChild = true
            } else {
                facts[pending.identifier, default: CrashFacts()].pendingTitle =
                    pending.content.title
            }
        }
        for entry in try await list("delivered") {
            let identifier = try DeliveredNotification(entry: entry).request.identifier
            facts[identifier, default: CrashFacts()].isDelivered = true
        }
        for identifier in heard.elements {
            facts[identifier, default: CrashFacts()].responses += 1
        }
        for entry in entries {
            facts[entry.identifier, default: CrashFacts()].shows = shows[entry.title()] ?? 0
        }
        return facts
    }

    /// The state of each request according to the agent, and the bubbles that it had.
    func story(of identifier: String) async -> String {
        let history = try? await call("History", .string(identifier), .string(app), .uint32(50))
        let lines = (history?[0]?.children ?? []).compactMap { try? RequestEvent(record: $0) }
        let bubbles = server.calls.elements.enumerated().filter { _, call in
            call.call.summary.hasPrefix("\(identifier) v")
        }
        return "\(lines.map { "\($0.event) \($0.detail)" }), bubbles "
            + "\(bubbles.map { "\($0.offset): \($0.element.id)" })"
    }

    /// Begins with nothing.
    func clear() async throws {
        let all: [(key: String, value: Variant)] = [
            ("appID", .string(app)), ("all", .boolean(true)),
        ]
        try await call("Remove", .dictionary(all))
        let left = try await list("pending") + list("delivered")
        if !left.isEmpty {
            refusals.append("a removal of all left something")
        }
        entries = []
        refusals = []
        heard.removeAll()
    }

    private func list(_ name: String) async throws -> [Variant] {
        try await call("List", .string(name), .string(app))[0]?.children ?? []
    }

    private func attach() async throws {
        try await call("Attach", .string(app))
    }
}

extension String {
    /// What stands before a word; `nil` where it has no such word.
    fileprivate func stem(before word: String) -> String? {
        firstRange(of: word).map { String(self[..<$0.lowerBound]) }
    }
}

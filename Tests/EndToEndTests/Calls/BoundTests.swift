import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import DesktopBubbles
@testable import SchedulerAgent

/// What is past the bound of a queue is refused or dropped, and what is within it is not.
@Suite(.serialized) struct BoundTests {
    private static let refusal = "org.freedesktop.DBus.Error.LimitsExceeded"

    /// Brings calls of one sender to an agent that sleeps, and wakes it once all of them are on its doorstep.
    ///
    /// It asks the bus who calls before it answers the first one, and that answer lies behind all the calls.
    private static func answers(to text: String, times count: Int) async throws -> [String?] {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let flooder = try fixture.bus.connect()
        let (sent, answers) = (Recorder<Bool>(), Recorder<String?>())
        try await stop(agent.id)
        for _ in 0..<count {
            Task { @GLibActor in
                // The call is on its way before anything else can run here.
                sent.append(true)
                do throws(GLibError) {
                    _ = try await flooder.call(
                        "List",
                        on: AgentNames.destination,
                        .tuple([.string("pending"), .string(text)]),
                        deadline: .none
                    )
                    answers.append(nil)
                } catch {
                    answers.append(error.remoteName ?? "\(error)")
                }
            }
        }
        _ = try await sent.wait(60, "all calls") { $0.count == count ? true : nil }
        // The bus answers in order: it has all of them by then.
        _ = try await Task { @GLibActor in try await flooder.call("GetId", on: .bus) }.value
        agent.kill(SIGCONT)
        let all = try await answers.wait(120, "all answers") { $0.count == count ? $0 : nil }
        // Whoever comes next is answered as if nothing had been.
        #expect(try await fixture.run(["list"]).code == 0)
        return all
    }

    @Test func callsPastTheBoundAreRefused() async throws {
        let all = try await Self.answers(to: "", times: CallQueue.maxPerSender + 50)
        #expect(all.count { $0 == nil } == CallQueue.maxPerSender)
        #expect(all.count { $0 == Self.refusal } == 50)
    }

    @Test func bytesPastTheBoundAreRefused() async throws {
        let text = String(repeating: "a", count: 1 << 20)
        let all = try await Self.answers(to: text, times: 36)
        // Each is a little more than a MiB.
        #expect(all.count { $0 != Self.refusal } == 31)
        #expect(all.count { $0 == Self.refusal } == 5)
    }

    /// What must not be missed is taken in all the same.
    @Test func signalsPastTheBoundAreDropped() async throws {
        let inbox = BubbleInbox()
        for number in 1...10_050 {
            inbox.put(signal: .closed(owner: ":1.5", id: UInt32(number), reason: 2))
        }
        inbox.put(.ownerChanged(":1.6"))
        for _ in 0..<3 { inbox.noteHandled() }
        for number in 1...5 {
            inbox.put(signal: .closed(owner: ":1.6", id: UInt32(number), reason: 2))
        }
        inbox.finish()
        var events: [BubbleEvent] = []
        for await event in inbox.events { events.append(event) }
        #expect(events.count == 10_003)
        #expect(events[9_999] == .closed(owner: ":1.5", id: 10_000, reason: 2))
        #expect(events[10_000] == .ownerChanged(":1.6"))
        #expect(
            events.suffix(2).map { $0 } == [
                .closed(owner: ":1.6", id: 1, reason: 2), .closed(owner: ":1.6", id: 2, reason: 2),
            ]
        )
    }

    /// Those past the bound do not wait for the actions that may have been their causes.
    @Test @GLibActor func endsPastTheBoundAreToldAtOnce() async throws {
        let name = "org.freedesktop.Notifications"
        let path = "/org/freedesktop/Notifications"
        let bus = try await PrivateBus()
        let server = try BusPeer(
            on: bus,
            at: path,
            interface: name,
            xml: """
                <node><interface name="\(name)"><method name="GetServerInformation"/></interface></node>
                """
        )
        _ = try server.connection.requestName(name)
        let connection = try bus.connect()
        let client = BubbleClient(connection: connection, appName: "test")
        let listening = client.listen()
        // The bus has the subscriptions then.
        _ = try await connection.call("GetId", on: .bus)
        let ids = Recorder<UInt32>()
        let reading = Task {
            for await case .closed(_, let id, _) in client.events { ids.append(id) }
        }
        let (limit, more) = (BubbleClient.maxEnds, 10)
        for id in 1...(limit + more) {
            try server.connection.emit(
                "NotificationClosed",
                interface: name,
                path: path,
                .tuple([.uint32(UInt32(id)), .uint32(2)])
            )
        }
        let early = try await ids.first(more, 30)
        #expect(early == (1...more).map { UInt32(limit + $0) })
        // The others are reported once the server has answered, and so is what ends after them.
        for _ in 0..<limit { try await server.calls.next(30).reply([]) }
        let all = try await ids.wait(30, "the other ends") { $0.count == limit + more ? $0 : nil }
        #expect(Set(all) == Set((1...(limit + more)).map { UInt32($0) }))
        await client.finish()
        await reading.value
        withExtendedLifetime(listening) {}
    }
}

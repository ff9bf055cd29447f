import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A long list delays nobody.
@Suite(.serialized) struct LongListTests {
    private static let many = 4_000

    /// A running agent with many requests.
    private static func fixture() async throws -> (AgentFixture, RunningProgram) {
        let fixture = try await AgentFixture()
        // The agent makes its folder and its store.
        try await fixture.startAgent().kill(SIGTERM)
        try await fixture.waitForAgentsEnd()
        let store = try Store(path: fixture.storePath)
        let requests = (0..<many).map { number in
            AcceptedRequest(
                PendingRequest(
                    request: NotificationRequest(
                        appID: AgentNames.app,
                        identifier: "r\(number)",
                        content: NotificationContent(title: "Title \(number)"),
                        trigger: .timeInterval(microseconds: 86_400_000_000, repeats: false)
                    ),
                    added: Instant(seconds: 1_800_000_000),
                    due: Instant(seconds: 4_000_000_000 + Int64(number * 7 % many))
                ),
                boot: nil
            )
        }
        _ = try store.add(requests)
        try store.database.close()
        return (fixture, try await fixture.startAgent())
    }

    /// Sends a call and notes its end.
    private static func send(
        _ method: String,
        _ arguments: [Variant],
        on connection: BusConnection,
        _ answers: Recorder<String>
    ) {
        Task { @GLibActor in
            do {
                _ = try await connection.call(
                    method,
                    on: AgentNames.destination,
                    .tuple(arguments),
                    deadline: .none
                )
                answers.append(method)
            } catch {
                answers.append("\(method): \(error)")
            }
        }
    }

    @Test("A request that is added while the whole list is under way is answered before it ends")
    func addGoesOnDuringAList() async throws {
        let (fixture, agent) = try await Self.fixture()
        defer { agent.kill(SIGKILL) }
        let (one, other) = (try fixture.bus.connect(), try fixture.bus.connect())
        // Both are known to the agent then.
        for client in [one, other] {
            _ = try client.callBlocking("Greet", on: AgentNames.destination)
        }
        let answers = Recorder<String>()
        // The bus brings these to the agent in this order.
        kill(agent.id, SIGSTOP)
        Self.send("List", [.string("pending"), .string("")], on: one, answers)
        _ = try one.callBlocking("GetId", on: .bus)
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "meanwhile",
            content: NotificationContent(title: "Meanwhile"),
            trigger: .timeInterval(microseconds: 86_400_000_000, repeats: false)
        )
        Self.send("Add", [request.record], on: other, answers)
        _ = try other.callBlocking("GetId", on: .bus)
        kill(agent.id, SIGCONT)
        let order = try await answers.wait(60, "both answers") { $0.count == 2 ? $0 : nil }
        #expect(order == ["Add", "List"])
    }

    @Test("A long list is whole, in order and the same in its three forms")
    func aLongListIsWhole() async throws {
        let (fixture, agent) = try await Self.fixture()
        defer { agent.kill(SIGKILL) }
        let names = (0..<Self.many).sorted { $0 * 7 % Self.many < $1 * 7 % Self.many }
            .map { "r\($0)" }
        let reply = try fixture.client.callBlocking(
            "List",
            on: AgentNames.destination,
            .tuple([.string("pending"), .string("")])
        )
        let whole = try (reply[0]?.children ?? []).map { try PendingRequest(entry: $0) }
        #expect(whole.map(\.request.identifier) == names)
        #expect(try await fixture.listed("list").map(\.identifier) == names)
        let table = try await fixture.run(["list"]).output.split(separator: "\n").dropFirst()
        #expect(
            zip(table, names).allSatisfy { line, name in line.contains("  \(name)  ") }
                && table.count == names.count
        )
        let found = try await fixture.listed("list", "--search", "tle 399")
        #expect(Set(found.map(\.identifier)) == Set(["r399"] + (3_990..<4_000).map { "r\($0)" }))
        let lines = try await fixture.run(["export"]).output.split(separator: "\n")
        #expect(lines.count == Self.many + 1)
    }

    @Test("Completions are no more than a maximum, with the last one of all")
    func completionsAreFew() async throws {
        let (fixture, agent) = try await Self.fixture()
        defer { agent.kill(SIGKILL) }
        let reply = try fixture.client.callBlocking(
            "Identifiers",
            on: AgentNames.destination,
            .tuple([.string("pending"), .string("r39"), .uint32(5_000)])
        )
        #expect(reply[0]?.strings?.count == 111)
        let all = try fixture.client.callBlocking(
            "Identifiers",
            on: AgentNames.destination,
            .tuple([.string("pending"), .string(""), .uint32(5_000)])
        )
        #expect(all[0]?.strings?.count == 1_000)
        #expect(all[0]?.strings?.last == "r999")
    }

    @Test("The list of an agent of an earlier version is read whole, and searched here")
    func anEarlierAgentIsAsked() async throws {
        let fixture = try await AgentFixture()
        let entries = ["tea", "dentist"].enumerated().map { number, name in
            PendingRequest.entry(
                record: NotificationRequest(
                    appID: AgentNames.app,
                    identifier: name,
                    content: NotificationContent(title: "Title of \(name)"),
                    trigger: .timeInterval(microseconds: 86_400_000_000, repeats: false)
                ).record,
                added: Instant(seconds: 1),
                due: Instant(seconds: 4_000_000_000 - Int64(number)),
                settled: Instant(seconds: 1),
                fired: 0,
                pause: nil
            )
        }
        let agent = try await BusPeer(
            on: fixture.bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: """
                <node><interface name="\(AgentNames.interface)">
                <method name="List"><arg type="s" direction="in"/><arg type="s" direction="in"/>
                <arg type="aa{sv}" direction="out"/></method>
                <method name="Greet"/>
                <method name="Status"><arg type="a{sv}" direction="out"/></method>
                </interface></node>
                """
        ) { call in
            switch call.method {
            case "List":
                let isPending = call.parameters[0]?.string == "pending"
                call.reply([.array(of: "a{sv}", isPending ? entries : [])])
            case "Status": call.reply([.dictionary([])])
            default: call.reply()
            }
            return true
        }
        _ = try agent.connection.requestName(AgentNames.bus)
        #expect(try await fixture.listed("list").map(\.identifier) == ["dentist", "tea"])
        #expect(
            try await fixture.listed("list", "--search", "DENT").map(\.identifier) == ["dentist"]
        )
    }

    private typealias Wrong = (
        list: String, options: [(key: String, value: Variant)], message: String
    )

    private static let wrong: [Wrong] = [
        ("removed", [], "there is no list \"removed\"; there are pending, waiting and delivered"),
        ("pending", [("sarch", .string("x"))], "options has the unknown key \"sarch\""),
        (
            "pending", [("search", .string(""))],
            "search has 0 bytes; write 1 to 4096, or leave it out"
        ),
        (
            "pending", [("after", .string("x"))],
            "after \"x\" is no position in the list pending; write what the call before returned, "
                + "or leave it out"
        ),
    ]

    @Test("A part that cannot be is refused with the reason")
    func wrongOptionsAreRefused() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        for (list, options, message) in Self.wrong {
            let arguments: [Variant] = [.string(list), .dictionary(options)]
            do throws(GLibError) {
                _ = try fixture.client.callBlocking(
                    "ListPart",
                    on: AgentNames.destination,
                    .tuple(arguments)
                )
                Issue.record("\(message)")
            } catch {
                #expect(error.message == message)
            }
        }
    }
}

import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// The command after an upgrade, while the agent of before still runs.
@Suite struct EarlierAgentTests {
    /// Plays an agent that refuses keys it does not know.
    private static func earlierAgent(
        on fixture: AgentFixture,
        version: UInt32 = AgentNames.interfaceVersion - 1
    ) async throws -> BusPeer {
        let agent = try await BusPeer(
            on: fixture.bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML,
            properties: ["InterfaceVersion": .uint32(version)]
        ) { call in
            func refuse(_ message: String) {
                call.fail(RequestError(.malformed, "").busName, message)
            }
            switch call.method {
            case "Add" where call.parameters[0]?["undoable"] != nil:
                refuse("request has the unknown key \"undoable\"")
            case "Add":
                let reply = AddReply(
                    identifier: "tea",
                    nextTriggerDates: [],
                    remarks: [],
                    understood: "now",
                    serverPresent: true
                )
                call.reply([reply.record])
            case "Remove": refuse("selection has the unknown key \"alarms\"")
            case "Status": call.reply([.dictionary([])])
            default: call.reply()
            }
            return true
        }
        _ = try agent.connection.requestName(AgentNames.bus)
        return agent
    }

    @Test(
        "A notification for an earlier agent, which does not know undo, is added without its undo"
    )
    func anAdditionIsTaken() async throws {
        let fixture = try await AgentFixture()
        let agent = try await Self.earlierAgent(on: fixture)
        let outcome = try await fixture.run(["add", "Tea", "--id", "tea"])
        #expect(outcome.code == 0 && outcome.output.contains("tea"), "\(outcome)")
        agent.connection.close()
    }

    @Test("A refusal by an earlier agent, for what it does not know, says to restart it")
    func aRefusalNamesTheRestart() async throws {
        let fixture = try await AgentFixture()
        let agent = try await Self.earlierAgent(on: fixture)
        let outcome = try await fixture.run(["remove", "tea"])
        #expect(
            outcome.error
                == "notify-schedule: the running agent is an earlier version and refuses this "
                + "(selection has the unknown key \"alarms\"); restart it: notify-schedule agent restart\n"
        )
        #expect(outcome.code == 69)
        agent.connection.close()
    }

    @Test("A refusal by an agent of the same version is printed as it is")
    func aRefusalOfTheSameVersionStays() async throws {
        let fixture = try await AgentFixture()
        let agent = try await Self.earlierAgent(on: fixture, version: AgentNames.interfaceVersion)
        let outcome = try await fixture.run(["remove", "tea"])
        #expect(outcome.error == "notify-schedule: selection has the unknown key \"alarms\"\n")
        agent.connection.close()
    }
}

import Synchronization
import Testing

@testable import SchedulerAgent

/// The states of the notification server, as tables of events and what follows.
@Suite struct ServerConnectionTests {
    private let callers = Answered()

    /// Hands an event in words to a connection: a name for each, and a number for each caller.
    private func handle(
        _ words: String,
        _ connection: inout ServerConnection
    ) -> [ServerConnection.Action] {
        let parts = words.split(separator: " ").map(String.init)
        return connection.handle(event(parts[0], parts.count > 1 ? parts[1] : ""))
    }

    private func event(_ name: String, _ word: String) -> ServerConnection.Event {
        switch name {
        case "owner": .ownerChanged(word == "none" ? nil : word)
        case "capabilities": .capabilitiesCame(owner: word)
        case "answer": .answered(owner: word)
        case "timeout": .callTimedOut(owner: word)
        case "bubble": .bubbleWaits
        case "caller": .callerWaits { [callers] in callers.note(word) }
        case "grace": .graceEnded
        default: .startFailed
        }
    }

    /// Actions in words; callers are answered, and named.
    private func words(_ action: ServerConnection.Action) -> String? {
        guard case .answer(let waiting) = action else { return "\(action)" }
        for caller in waiting { caller() }
        let names = callers.take()
        return names.isEmpty ? nil : "answer \(names.joined(separator: " "))"
    }

    /// Hands events to a connection, and compares what follows from each.
    private func run(
        _ connection: inout ServerConnection,
        _ steps: [(event: String, actions: [String])],
        _ location: SourceLocation = #_sourceLocation
    ) {
        for step in steps {
            let actions = handle(step.event, &connection).compactMap(words)
            #expect(actions == step.actions, "after \(step.event)", sourceLocation: location)
        }
    }

    private static let arrival = [
        "noteAvailable", "forgetBubbles", "askForCapabilities(owner: \":1\")",
    ]
    private static let readiness = ["reclaimBubbles", "showQuestions", "deliver"]

    private func ready() -> ServerConnection {
        var connection = ServerConnection()
        run(
            &connection,
            [("owner :1", Self.arrival), ("capabilities :1", Self.readiness)]
        )
        return connection
    }

    @Test func aServerComesAnswersAndGoes() {
        var connection = ready()
        #expect(connection.state == .ready(owner: ":1"))
        #expect(connection.isReady)
        #expect(connection.isPresent)
        run(
            &connection,
            [
                ("owner :1", []),
                (
                    "owner none",
                    ["forgetBubbles", "releaseBubbles(owner: \":1\")", "showQuestions"]
                ),
            ]
        )
        #expect(connection.owner == nil)
        #expect(!connection.isPresent)
        #expect(connection.hasGone(":1"))
        #expect(!connection.hasGone(":2"))
    }

    /// The capabilities of the first are still under way when the second comes.
    @Test func anAnswerOfAnEarlierServerChangesNothing() {
        var connection = ServerConnection()
        run(
            &connection,
            [
                ("owner :1", Self.arrival),
                (
                    "owner :2",
                    [
                        "forgetBubbles", "releaseBubbles(owner: \":1\")",
                        "askForCapabilities(owner: \":2\")",
                    ]
                ),
                ("capabilities :1", []), ("timeout :1", []), ("answer :1", []),
            ]
        )
        #expect(connection.state == .meeting(owner: ":2"))
        run(&connection, [("capabilities :2", Self.readiness)])
    }

    @Test func oneThatHangsIsReadyOnceItAnswersAnything() {
        for answer in ["answer :1", "capabilities :1"] {
            var connection = ready()
            run(
                &connection,
                [("timeout :1", ["reportHang", "askForCapabilities(owner: \":1\")"])]
            )
            #expect(connection.state == .hanging(owner: ":1"))
            #expect(!connection.isReady)
            #expect(connection.isPresent)
            run(&connection, [("bubble", []), (answer, Self.readiness)])
            #expect(connection.state == .ready(owner: ":1"))
        }
    }

    /// A late answer is no answer to what it is asked first.
    @Test func oneThatIsBeingAskedIsNotReadyByALateAnswer() {
        var connection = ServerConnection()
        run(&connection, [("owner :1", Self.arrival), ("answer :1", [])])
        #expect(connection.state == .meeting(owner: ":1"))
    }

    @Test func oneIsStartedOnceUntilOneComesOrGoes() {
        var connection = ServerConnection()
        run(
            &connection,
            [
                ("bubble", ["start"]), ("bubble", []),
                ("start failed", ["reportAbsence", "showQuestions"]),
                ("bubble", []), ("owner :1", Self.arrival), ("bubble", []),
            ]
        )
        #expect(connection.mayStart)
        _ = connection.handle(.ownerChanged(nil))
        run(&connection, [("bubble", ["start"])])
        #expect(!connection.mayStart)
    }

    @Test func callersWaitForWhatAServerCanDo() {
        var connection = ServerConnection()
        run(
            &connection,
            [
                ("owner :1", Self.arrival),
                ("caller a", ["limitGrace"]), ("caller b", []),
                (
                    "capabilities :1",
                    ["reclaimBubbles", "answer a b", "showQuestions", "deliver"]
                ),
                ("caller c", ["answer c"]), ("grace over", []),
                ("timeout :1", ["reportHang", "askForCapabilities(owner: \":1\")"]),
                ("caller d", ["answer d"]),
            ]
        )
    }

    @Test func callersHaveOneStarted() {
        var connection = ServerConnection()
        run(
            &connection,
            [
                ("caller a", ["start", "limitGrace"]),
                // It is already being started, so a caller that asks now does not wait.
                ("caller b", ["answer b"]),
                ("start failed", ["reportAbsence", "answer a", "showQuestions"]),
                ("caller c", ["answer c"]),
            ]
        )
    }

    @Test func callersAreAnsweredWhenTheirTimeIsOverOrTheServerGoes() {
        var connection = ServerConnection()
        run(
            &connection,
            [
                ("owner :1", Self.arrival), ("caller a", ["limitGrace"]),
                ("grace over", ["answer a"]), ("caller b", ["limitGrace"]),
                (
                    "owner none",
                    [
                        "forgetBubbles", "releaseBubbles(owner: \":1\")", "answer b",
                        "showQuestions",
                    ]
                ),
            ]
        )
    }

    @Test func whatItKeepsIsBounded() {
        var connection = ServerConnection()
        _ = handle("owner :1", &connection)
        for number in 0..<ServerConnection.maxCallers {
            _ = handle("caller \(number)", &connection)
        }
        run(&connection, [("caller last", ["answer last"])])
        for number in 2...(ServerConnection.maxGoneOwners + 2) {
            _ = handle("owner :\(number)", &connection)
        }
        #expect(connection.goneOwners.count == ServerConnection.maxGoneOwners)
        #expect(!connection.hasGone(":1"))
        #expect(connection.hasGone(":2"))
    }
}

/// The names of callers that were answered.
private final class Answered: Sendable {
    private let names = Mutex<[String]>([])

    func note(_ name: String) { names.withLock { $0.append(name) } }

    func take() -> [String] {
        names.withLock { names in
            defer { names = [] }
            return names
        }
    }
}

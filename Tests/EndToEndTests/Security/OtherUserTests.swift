import GLibBridge
import Glibc
import NotifyCore
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// Callers that a permissive bus lets in although they run as another user.
@Suite struct OtherUserTests {
    /// The caller behind a connection of this process, for an agent of some user.
    @GLibActor
    private static func caller(ofAgentOf user: Int64?) async throws -> Caller {
        let bus = try await PrivateBus()
        let book = CallerCache(connection: try bus.connect(), ownUser: user)
        let client = try bus.connect()
        return await book.caller(client.uniqueName)
    }

    @Test func whoRunsAsAnotherUserMayCallNothing() async throws {
        let user = Int64(geteuid())
        let caller = try await Self.caller(ofAgentOf: user + 1)
        #expect(caller.confinement == .otherUser(user))
        for method in ["Add", "List", "Stop", "Greet", "Watch", "Settings"] {
            let error = #expect(throws: RequestError.self) { try caller.checkMethod(method) }
            #expect(error?.code == .notAllowed)
            #expect(
                error?.message == "a program of the user \(user) may not call the agent of another "
                    + "user; run it as the user whose agent this is"
            )
        }
    }

    @Test func theAgentsOwnUserIsAsTheBusNumbersIt() async throws {
        let caller = try await Self.caller(ofAgentOf: nil)
        #expect(caller.confinement == Caller.Confinement.none)
        try caller.checkMethod("Stop")
    }

    @Test func aUserThatTheBusDoesNotSayIsAnother() {
        let caller = Caller(confinement: .otherUser(nil), program: "")
        #expect(caller.words == "a program whose user the bus does not say")
        #expect(throws: RequestError.self) { try caller.checkMethod("List") }
    }
}

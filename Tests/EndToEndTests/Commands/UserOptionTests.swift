import Glibc
import TestSupport
import Testing

/// `add --user`, with which root shows a notification to a user.
@Suite(.serialized) struct UserOptionTests {
    private static let own = String(cString: getpwuid(geteuid()).pointee.pw_name)

    @Test("The own user, the notification is added as without the option")
    func ownUser() async throws {
        let fixture = try await AgentFixture()
        #expect(
            try await fixture.run(["add", "T", "--in", "1h", "--id", "t", "--user", Self.own]).code
                == 0
        )
        #expect(try await fixture.listed("list").map(\.identifier) == ["t"])
    }

    @Test("A name that is no user, an error names it")
    func unknownUser() async throws {
        let fixture = try await AgentFixture()
        for name in ["no-such-user", ""] {
            let outcome = try await fixture.run(["add", "T", "--user", name])
            #expect(outcome.code == 64)
            #expect(
                outcome.error
                    == "notify-schedule: --user \"\(name)\" is no user of this machine; see getent passwd\n"
            )
        }
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    @Test("Another user, root needs that user's session and all others are refused")
    func otherUser() async throws {
        let fixture = try await AgentFixture()
        let (name, id) =
            geteuid() == 0 ? ("nobody", getpwnam("nobody").pointee.pw_uid) : ("root", 0)
        let outcome = try await fixture.run(["add", "T", "--user", name])
        if geteuid() == 0 {
            #expect(outcome.code == 69)
            #expect(
                outcome.error
                    == "notify-schedule: nobody has no session: /run/user/\(id)/bus is no socket of that user; it is there once nobody has logged in\n"
            )
        } else {
            #expect(outcome.code == 64)
            #expect(
                outcome.error
                    == "notify-schedule: --user \"root\" is for root; leave it out, or run this with sudo\n"
            )
        }
        #expect(try await fixture.listed("list", "delivered") == [])
    }
}

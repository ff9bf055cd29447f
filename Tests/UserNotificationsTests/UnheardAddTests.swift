import NotificationServer
import TestSupport
import Testing

/// What is added without a handler.
@Suite(.serialized) struct UnheardAddTests {
    @Test func withoutAnAgentItSaysSoOnce() async throws {
        let fixture = try await AppFixture(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        fixture.tell("fire one 60")
        fixture.tell("fire two 60")
        try await fixture.tell("pending", "pending: ")
        fixture.app.closeInput()
        let lines = try await fixture.app.waitForExit().error.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("UserNotifications: the request \"one\" was not added: ") == true
        )
    }

    @Test func eachRefusalIsSaid() async throws {
        let fixture = try await AppFixture()
        fixture.tell("fire one 0")
        fixture.tell("fire good 60")
        fixture.tell("fire two 0")
        try await fixture.tell("pending", "pending: good")
        fixture.app.closeInput()
        let lines = try await fixture.app.waitForExit().error.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("\"two\" was not added: a time interval must be") == true)
    }
}

import TestSupport
import Testing

/// Methods of a delegate that only a subclass of the class with the conformance has.
@Suite(.serialized) struct UncalledMethodTests {
    @Test("Methods that only a subclass has are named when the delegate is set")
    func named() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen heir methods", "listening: 0")
        let error = try await fixture.app.waitForError("override it in Heir\n", within: 30)
        #expect(
            error
                == "UserNotifications: Heir has userNotificationCenter(_:openSettingsFor:) and "
                + "userNotificationCenter(_:willPresent:), never called, because its superclass Ancestor has the "
                + "conformance to UNUserNotificationCenterDelegate; write the method in Ancestor, and override it "
                + "in Heir\n"
        )
        try await fixture.click(try await fixture.show("one"))
        try await fixture.app.waitForOutput("ancestor: one\n", within: 30)
        try await fixture.tell("listen heir late", "listening: 0")
        let more = try await fixture.app.waitForError("override it in LateHeir\n", within: 30)
        #expect(
            more.dropFirst(error.count).hasPrefix(
                "UserNotifications: LateHeir has userNotificationCenter(_:didReceive:withCompletionHandler:), "
                    + "never called, because its superclass BareAncestor has"
            )
        )
    }

    @Test("A method that overrides its superclass's is called, without a warning")
    func overridden() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen heir overrider", "listening: 0")
        try await fixture.click(try await fixture.show("one"))
        try await fixture.app.waitForOutput("overrider: one\n", within: 30)
        try await fixture.tell("listen heir remote", "listening: 0")
        // The warning of the next one comes after those of the first two.
        try await fixture.tell("listen heir late-remote", "listening: 0")
        let error = try await fixture.app.waitForError(
            "override it in LateRemoteHeir\n",
            within: 30
        )
        let method = "userNotificationCenter(_:didRegisterForRemoteNotificationsWith:)"
        #expect(
            error.hasPrefix(
                "UserNotifications: LateRemoteHeir has \(method), never called, because its superclass RemoteHeir "
                    + "has the conformance to UNRemoteNotificationDelegate;"
            )
        )
    }

    @Test("A response that no method of a subclass gets is noted once, also without symbols")
    func unhandled() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen heir bare", "listening: 0")
        try await fixture.click(try await fixture.show("one"))
        try await fixture.app.waitForError("override it in BareHeir\n", within: 30)
        try await fixture.click(try await fixture.show("two"))
        try await fixture.tell("settle", "settled")
        #expect(
            fixture.app.error
                == "UserNotifications: BareHeir does not get a response, even if it has "
                + "userNotificationCenter(_:didReceive:withCompletionHandler:), because its superclass BareAncestor "
                + "has the conformance to UNUserNotificationCenterDelegate; write the method in BareAncestor, and "
                + "override it in BareHeir\n"
        )
    }
}

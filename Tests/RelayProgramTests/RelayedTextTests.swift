import NotifyCore
import Testing

@testable import RelayGroup
@testable import RelayProgram

/// Texts of another machine, as they are shown here.
@Suite struct RelayedTextTests {
    @Test("Texts of another machine steer nothing, and the name of its app is short")
    func textsAreCleaned() throws {
        var request = NotificationRequest(
            appID: "org.example." + String(repeating: "n", count: 200) + "\u{202E}",
            identifier: "x",
            content: NotificationContent(
                title: "a\u{202E}b",
                subtitle: "c\u{2066}d",
                body: "e\u{200B}f"
            )
        )
        request.actions = [NotificationAction(identifier: "y", title: "g\u{202E}h")]
        var content = try RemoteRequest.content(of: request)
        content.expires = Instant(seconds: 1_800_000_000)
        let notification = RelayedNotification(
            id: RelayedID(origin: DeviceID(), identifier: "a/x"),
            revision: 1,
            content: content
        )
        let now = Instant(seconds: 1_800_000_000)
        let shown = try RemoteRequest.request(
            of: notification,
            from: "laptop",
            sent: now,
            now: now
        ).request
        #expect(shown.content.title == "ab")
        #expect(shown.content.subtitle == "cd · \(String(repeating: "n", count: 64)) · laptop")
        #expect(shown.content.body == "ef")
        #expect(shown.actions.map(\.title) == ["gh"])
        // What waits here past its end is not shown, with a day more for a clock that is off.
        #expect(shown.content.expiration == now.advanced(byMicroseconds: 86_400_000_000))
        try shown.validate()
    }
}

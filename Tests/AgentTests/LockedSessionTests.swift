import GLibBridge
import Glibc
import NotifyCore
import TestSupport
import Testing

/// Responses that wait until the session is unlocked.
@Suite(.serialized) struct LockedSessionTests {
    /// A desk with one bubble, whose button wants an unlocked session.
    private struct Shown {
        let desk: Desk
        let server: ServerDouble
        let logind: LogindDouble
        let recorder: CommandRecorder
        let agent: RunningProgram
        let id: UInt32

        init(isLocked: Bool, textInput: NotificationAction.TextInput? = nil) async throws {
            desk = try await Desk()
            server = try await ServerDouble(on: desk.bus)
            logind = try await LogindDouble(on: desk.bus, isLocked: isLocked)
            recorder = try await CommandRecorder(in: desk)
            try recorder.configure(["pay": "\(recorder.program) %u"])
            agent = try await desk.startAgent(Self.environment(desk))
            try await desk.add(
                NotificationRequest(
                    appID: "org.example.Bank",
                    identifier: "bill",
                    content: NotificationContent(title: "Bill"),
                    actions: [
                        NotificationAction(
                            identifier: "pay",
                            title: "Pay",
                            url: "pay:now",
                            options: [.authenticationRequired, .destructive],
                            textInput: textInput
                        ), NotificationAction(identifier: "see", title: "See", url: "pay:see"),
                    ]
                )
            )
            id = try await server.next(within: 30).id
            _ = try await desk.waitForSignals("Delivered")
        }

        /// The desk's bus is the system's, too.
        static func environment(_ desk: Desk) -> [String: String] {
            [
                "DBUS_SYSTEM_BUS_ADDRESS": desk.bus.address,
                "PATH": "\(desk.directory):/usr/bin:/bin",
            ]
        }

        func waitForAnswer(_ isLocked: Bool) async throws {
            _ = try await logind.answers.wait(30, "the question") { answers in
                answers.contains(isLocked) ? true : nil
            }
        }
    }

    @Test func inAnUnlockedOneItIsActedOnAtOnce() async throws {
        let shown = try await Shown(isLocked: false)
        await shown.server.click(shown.id, "pay")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
        #expect(try await shown.desk.waitForSignals("Responded").map(\.action) == ["pay"])
        #expect(shown.logind.answers.elements == [false])
    }

    @Test func withoutLogindItIsActedOnAtOnce() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.logind.stop()
        await shown.server.click(shown.id, "pay")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
    }

    @Test func inALockedOneItWaitsAndOthersDoNot() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.server.click(shown.id, "pay")
        try await shown.waitForAnswer(true)
        // It has been answered, and is not shown as if it had not.
        #expect(try await shown.desk.listed("list", "delivered") == [])
        try await shown.desk.add("Other", "--id", "other", "--open", "pay:other")
        let other = try await shown.server.call(titled: "Other")
        await shown.server.click(other.id)
        #expect(try await shown.recorder.expectCalls(["pay:other"]))
        try await shown.logind.set(isLocked: false)
        #expect(try await shown.recorder.expectCalls(["pay:other"], ["pay:now"]))
        let responses = try await shown.desk.waitForSignals("Responded", 2)
        #expect(responses.map(\.identifier) == ["other", "bill"])
        #expect(responses[1].details?["url"]?.string == "pay:now")
    }

    @Test func itOutlivesTheAgent() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.server.click(shown.id, "pay")
        try await shown.waitForAnswer(true)
        try await shown.desk.endAgent(SIGKILL, id: shown.agent.id)
        let later = try await shown.desk.startAgent(Shown.environment(shown.desk))
        _ = try await shown.logind.answers.wait(30, "the second question") { answers in
            answers.count > 1 ? true : nil
        }
        #expect(shown.recorder.isUntouched)
        try await shown.logind.set(isLocked: false)
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
        #expect(try await shown.desk.waitForSignals("Responded").map(\.action) == ["pay"])
        withExtendedLifetime(later) {}
    }

    @Test func aTextIsAskedForOnceItIsUnlocked() async throws {
        let shown = try await Shown(isLocked: true, textInput: .init(placeholder: "PIN"))
        let mark = "\(shown.desk.directory)/asked"
        _ = try shown.recorder.makeProgram("zenity", "touch \(mark); echo 1234")
        await shown.server.click(shown.id, "pay")
        try await shown.waitForAnswer(true)
        #expect(access(mark, F_OK) != 0)
        try await shown.logind.set(isLocked: false)
        let response = try await shown.desk.waitForSignals("Responded")[0]
        #expect(response.details?["userText"]?.string == "1234")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
    }
}

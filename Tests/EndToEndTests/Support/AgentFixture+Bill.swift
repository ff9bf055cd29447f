import AgentTestSupport
import NotifyCore
import TestSupport

extension AgentFixture {
    /// Adds a bill, which can be paid in an unlocked session and seen in any.
    func addBill(textInput: NotificationAction.TextInput? = nil) async throws {
        try await add(
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
    }
}

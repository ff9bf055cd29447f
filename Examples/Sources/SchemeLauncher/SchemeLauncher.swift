import Foundation
import UserNotifications

/// A URL scheme that the user may switch off.
struct Scheme {
    let name: String
    let url: String
    let isEnabled: Bool
}

/// Posts a notification for each enabled scheme, and opens the URL of the one that is clicked.
final class SchemeLauncher: NSObject, UNUserNotificationCenterDelegate {
    private let center = UNUserNotificationCenter.current()
    private let schemes: [Scheme]

    init(schemes: [Scheme]) {
        self.schemes = schemes
        super.init()
        center.delegate = self
    }

    func post() {
        for scheme in schemes where scheme.isEnabled {
            let content = UNMutableNotificationContent()
            content.title = "Open \(scheme.name)"
            content.body = scheme.url
            content.userInfo["url"] = scheme.url
            let request = UNNotificationRequest(
                identifier: "launch.\(scheme.name)",
                content: content,
                trigger: nil
            )
            center.add(request) { error in
                Self.say(error.map { "failed: \($0)" } ?? "posted \(scheme.name)")
            }
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) ->
            Void
    ) {
        completionHandler([.banner, .list])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        guard response.actionIdentifier == UNNotificationDefaultActionIdentifier,
            let text = response.notification.request.content.userInfo["url"] as? String,
            let url = URL(string: text)
        else { return }
        open(url)
    }

    /// What `UIApplication` or `NSWorkspace` does in an app with a window.
    private func open(_ url: URL) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        #if os(macOS)
        process.arguments = ["open", url.absoluteString]
        #else
        process.arguments = ["xdg-open", url.absoluteString]
        #endif
        do {
            try process.run()
            Self.say("opened \(url)")
        } catch {
            Self.say("not opened: \(error.localizedDescription)")
        }
    }

    /// Prints at once, for the program does not end by itself.
    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }
}

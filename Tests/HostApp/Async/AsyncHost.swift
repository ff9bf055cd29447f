import UserNotifications

/// An async program that waits for a click, as one of `Loops` does.
@main struct AsyncHost {
    static func main() async throws {
        sayBefore()
        let listener = Listener()
        listener.listen()
        try await UNUserNotificationCenter.current().add(listener.request)
        say("added")
        while !listener.hasHeard { try await Task.sleep(for: .milliseconds(20)) }
        say("end")
    }
}

import UserNotifications

extension SampleApp {
    /// Registers for push messages, or ends that, and leaves; `follow` stays, and its delegate reports.
    func push(_ verb: String) {
        if verb == "follow" { return center.registerForRemoteNotifications() }
        if verb == "leave" { return center.unregisterForRemoteNotifications() }
        Task {
            do {
                if verb == "end" {
                    try await PushRegistration.unregister()
                    report("push ended")
                } else {
                    let push = try await PushRegistration.register()
                    report(
                        "push",
                        push.endpoint.absoluteString,
                        push.publicKey.base64EncodedString(),
                        push.authSecret.base64EncodedString()
                    )
                }
            } catch {
                report("push failed:", "\(type(of: error))", error.localizedDescription)
            }
            exit(0)
        }
    }
}

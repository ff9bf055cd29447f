import UserNotifications

extension SampleApp {
    /// Registers for push messages, or ends that, and leaves.
    func push(_ verb: String) {
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

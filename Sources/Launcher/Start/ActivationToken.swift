/// The desktop's leave to take the focus, on its way to a program that is started.
enum ActivationToken {
    /// The variables in which programs look for it.
    static func environment(_ token: String?) -> [String: String] {
        guard let token, !token.isEmpty else { return [:] }
        return ["XDG_ACTIVATION_TOKEN": token, "DESKTOP_STARTUP_ID": token]
    }
}

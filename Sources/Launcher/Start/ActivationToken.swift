/// The desktop's activation token, for a program that is started.
enum ActivationToken {
    /// Returns the variables in which programs expect it.
    static func environment(_ token: String?) -> [String: String] {
        guard let token, !token.isEmpty else { return [:] }
        return ["XDG_ACTIVATION_TOKEN": token, "DESKTOP_STARTUP_ID": token]
    }
}

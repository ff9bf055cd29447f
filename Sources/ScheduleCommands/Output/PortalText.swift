import GLibBridge

/// What is said where the agent runs in a sandbox and shows notifications through its portal.
enum PortalText {
    /// Where a delivered notification stands.
    static let state = "handed to the notification portal, which does not tell what became of it"

    /// Why the list of delivered notifications may be longer than what is on the screen.
    static let listRemark =
        "the notification portal does not tell what became of a notification; "
        + "it is listed until you choose an action, or dismiss or remove it here"

    /// The line of `doctor` where none runs.
    static let missing = HealthCheck(
        "portal",
        .error,
        "no notification portal answers; what is due waits for one",
        advice: "install xdg-desktop-portal and the backend of your desktop outside the sandbox"
    )

    /// Which one it is.
    static func words(version: String) -> String {
        "the notification portal, version \(version); it does not tell what became of a notification"
    }

    /// Whether that is so, by the agent's status.
    static func applies(to status: Variant?) -> Bool { status?["portal"]?.boolean == true }
}

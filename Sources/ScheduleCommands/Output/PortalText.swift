import GLibBridge

/// The texts for an agent that runs in a sandbox and shows notifications through the portal.
enum PortalText {
    /// The state of a delivered notification.
    static let state = "sent to the notification portal, which does not report what happens to it"

    /// The reason why the list of delivered notifications may have more than the screen.
    static let listRemark =
        "the notification portal does not report what happens to a notification; "
        + "it is listed until you choose an action, or dismiss or remove it here"

    /// The line of `doctor` if no portal is running.
    static let missing = HealthCheck(
        "portal",
        .error,
        "no notification portal is running; due notifications wait for one",
        advice: "install xdg-desktop-portal and the backend of your desktop outside the sandbox"
    )

    /// Returns the line for a version of the portal.
    static func words(version: String) -> String {
        "the notification portal, version \(version); it does not report what happens to a notification"
    }

    /// Returns whether the agent shows notifications through the portal, by its status.
    static func applies(to status: Variant?) -> Bool { status?["portal"]?.boolean == true }
}

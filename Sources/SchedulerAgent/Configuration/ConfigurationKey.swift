import NotifyCore

/// A key of `agent.conf`.
struct ConfigurationKey: Sendable {
    /// The group of the key.
    let group: String
    /// The key's name.
    let name: String
    /// The valid values, for messages.
    let values: String
    /// Sets a value; returns `false` if it is invalid, without a change.
    let set: @Sendable (_ value: String, _ configuration: inout AgentConfiguration) -> Bool

    /// All keys.
    static let all =
        [
            ConfigurationKey(group: "Permission", name: "Default", values: "allow or ask") {
                guard let permission = AgentConfiguration.DefaultPermission(rawValue: $0) else {
                    return false
                }
                $1.defaultPermission = permission
                return true
            },
            ConfigurationKey(
                group: "Reply",
                name: "Prompt",
                values: "auto, zenity, kdialog or none"
            ) {
                guard let prompt = AgentConfiguration.ReplyPromptChoice(rawValue: $0) else {
                    return false
                }
                $1.replyPrompt = prompt
                return true
            },
            ConfigurationKey(
                group: "Reply",
                name: "Menu",
                values: "auto, fuzzel, wofi, rofi, bemenu, zenity or none"
            ) {
                guard let menu = AgentConfiguration.MenuChoice(rawValue: $0) else { return false }
                $1.menu = menu
                return true
            },
            ConfigurationKey(
                group: "Bubble",
                name: "Stay",
                values: "scheduled, always or never"
            ) {
                guard let stay = AgentConfiguration.StayChoice(rawValue: $0) else { return false }
                $1.stay = stay
                return true
            },
        ] + times + sound + summary + ServerChange.keys

    // Only the commands use them, because a date has its time before the agent gets it.
    private static let times = DayHours.keys.map { name, _ in
        ConfigurationKey(group: "Time", name: name, values: "a time such as 09:00") { value, _ in
            DayStart.time(value) != nil
        }
    }
}

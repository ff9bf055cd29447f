import NotifyCore

/// A key of `agent.conf`.
struct ConfigurationKey: Sendable {
    /// The group that it stands in.
    let group: String
    /// The key's name.
    let name: String
    /// What may be written, for messages.
    let values: String
    /// Sets a value of the configuration; `false` if it is invalid, and nothing changes.
    let set: @Sendable (_ value: String, _ configuration: inout AgentConfiguration) -> Bool

    /// All keys there are.
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
            // The commands read it themselves: a date has its time before the agent gets it.
            ConfigurationKey(group: "Time", name: "DayStart", values: "a time such as 09:00") {
                value,
                _ in DayStart.time(value) != nil
            },
        ] + sound + ServerChange.keys
}

/// A key of `agent.conf`.
struct ConfigurationKey: Sendable {
    /// The group that it stands in.
    let group: String
    /// The key's name.
    let name: String
    /// What may be written, for messages.
    let values: String
    /// Takes a value into the configuration; `false` where it does not hold, and nothing changes.
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
        ] + sound + ServerChange.keys
}

import GLibBridge

extension ConfigurationKey {
    /// The keys of the group `[Sound]`.
    static let sound = [
        ConfigurationKey(
            group: "Sound",
            name: "Player",
            values: "auto, pw-play, paplay, aplay or none"
        ) {
            guard let player = AgentConfiguration.SoundPlayerChoice(rawValue: $0) else {
                return false
            }
            $1.soundPlayer = player
            return true
        },
        ConfigurationKey(group: "Sound", name: "Theme", values: "the name of a folder of sounds") {
            guard SoundTheme.isName($0) else { return false }
            $1.soundTheme = $0
            return true
        },
    ]
}

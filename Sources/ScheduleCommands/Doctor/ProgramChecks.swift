import GLibBridge

/// The programs that stand in for what the notification server lacks.
enum ProgramChecks {
    static func checks(_ status: Variant, _ findings: Variant?) -> [HealthCheck] {
        guard status["server"] != nil else { return [] }
        return [sound(status, findings), reply(status, findings)].compactMap { $0 }
    }

    private static func sound(_ status: Variant, _ findings: Variant?) -> HealthCheck? {
        if server(status, says: "PlaysSound") {
            return HealthCheck("sound", .ok, "the notification server plays sounds")
        }
        guard let player = findings?["soundPlayer"]?.string else { return nil }
        guard player.isEmpty else { return HealthCheck("sound", .ok, "played by \(player)") }
        return HealthCheck(
            "sound",
            .warning,
            "nothing plays sounds: the notification server does not, and agent.conf wants no program "
                + "or none is installed",
            advice: "install pipewire-bin, pulseaudio-utils or alsa-utils"
        )
    }

    private static func reply(_ status: Variant, _ findings: Variant?) -> HealthCheck? {
        if server(status, says: "HasReplyField") {
            return HealthCheck("reply", .ok, "the notification server has a field for it")
        }
        guard let program = findings?["replyPrompt"]?.string else { return nil }
        guard program.isEmpty else { return HealthCheck("reply", .ok, "asked for by \(program)") }
        return HealthCheck(
            "reply",
            .warning,
            "nothing asks for the text of --reply: the notification server does not, and agent.conf "
                + "wants no program or none is installed",
            advice: "install zenity or kdialog"
        )
    }

    private static func server(_ status: Variant, says field: String) -> Bool {
        status["profile"]?["fields"]?[field]?.string == "true"
    }
}

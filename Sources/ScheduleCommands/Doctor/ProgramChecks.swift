import GLibBridge
import Glibc

/// The programs for what the notification server cannot do itself.
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
            "no sounds: the notification server plays none, and no program is installed for it or "
                + "agent.conf forbids one",
            advice: "install pipewire-bin, pulseaudio-utils or alsa-utils"
        )
    }

    private static func reply(_ status: Variant, _ findings: Variant?) -> HealthCheck? {
        if server(status, says: "HasReplyField") {
            return HealthCheck("reply", .ok, "the notification server has a text field")
        }
        guard let program = findings?["replyPrompt"]?.string else { return nil }
        guard program.isEmpty else { return HealthCheck("reply", .ok, "asked for by \(program)") }
        return HealthCheck(
            "reply",
            .warning,
            "no text fields for --reply: the notification server has none, and no program is "
                + "installed for it or agent.conf forbids one",
            advice: "install zenity or kdialog"
        )
    }

    /// Reports which notify-send scripts find in `PATH`.
    static func notifySend() -> HealthCheck {
        let name = "notify-send"
        guard let path = InstalledProgram.path(of: name) else {
            return HealthCheck(name, .ok, "not installed; scripts that need it find none")
        }
        let own = resolved("/proc/self/exe")
        guard let own, resolved(path) != own else {
            return HealthCheck(
                name,
                .ok,
                "\(path) is this program, so the buttons of scripts keep working"
            )
        }
        let folder =
            own.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            + "/lib/notify-schedule/bin"
        guard access("\(folder)/\(name)", X_OK) == 0 else {
            return HealthCheck(
                name,
                .ok,
                "scripts use \(path), which does not go through the agent"
            )
        }
        return HealthCheck(
            name,
            .ok,
            "scripts use \(path), which does not go through the agent; put \(folder) first in PATH to change this"
        )
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func server(_ status: Variant, says field: String) -> Bool {
        status["profile"]?["fields"]?[field]?.string == "true"
    }
}

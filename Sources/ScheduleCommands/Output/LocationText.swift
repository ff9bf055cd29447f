import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// The state of the location service as text.
enum LocationText {
    /// Returns what prevents a request from waiting for a place, or that nothing does.
    static func words(_ status: Variant?) -> String {
        guard let location = status?["location"] else { return "for the place" }
        let reason = location["reason"]?.string ?? ""
        let because = reason.isEmpty ? "" : " (\(reason))"
        return switch location["state"]?.string {
        case "absent":
            "the location service is not available\(because); install geoclue-2.0"
        case "denied":
            "the location service denies access\(because); see notify-schedule doctor"
        case "stopped":
            "the location service reports no positions\(because); see notify-schedule doctor"
        case "starting":
            "the location service has not answered yet; it may be asking you, or wait for its agent"
        default:
            "for the place"
        }
    }

    /// What to do on a desktop that does not ask.
    static let permission = """
        allow it in the desktop's privacy settings; if there are none, start GeoClue's own agent,
        /usr/libexec/geoclue-2.0/demos/agent, and add to /etc/geoclue/geoclue.conf:
        [\(AgentNames.app)]
        allowed=true
        system=false
        users=
        """

    /// The line of `doctor`.
    static func check(_ status: Variant) -> HealthCheck {
        switch status["location"]?["state"]?.string {
        case "active":
            HealthCheck("location", .ok, "reports positions for requests that wait for a place")
        case "off", nil: HealthCheck("location", .ok, "no request waits for a place")
        case "denied", "starting":
            HealthCheck("location", .warning, words(status), advice: permission)
        case "stopped":
            HealthCheck(
                "location",
                .warning,
                words(status),
                advice:
                    "the agent tries again; check whether the desktop's privacy settings turn it off"
            )
        default: HealthCheck("location", .warning, words(status))
        }
    }

    /// Returns what prevents a request that was just added; `nil` if nothing is known within a second.
    static func warning(_ client: AgentClient) -> String? {
        var status: Variant?
        for _ in 0..<maxAttempts {
            status = try? client.status()
            switch status?["location"]?["state"]?.string {
            case "active", nil: return nil
            case "off", "starting": usleep(pause)
            default: return words(status)
            }
        }
        guard status?["location"]?["state"]?.string == "starting" else { return nil }
        return "\(words(status)); see notify-schedule doctor"
    }

    // A service that has to be started answers within this time.
    private static let maxAttempts = 20
    private static let pause: UInt32 = 40_000
}

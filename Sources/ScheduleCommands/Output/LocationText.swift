import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// How the location service stands, in words.
enum LocationText {
    /// What stands in the way of a request that waits for a place, or that nothing does.
    static func words(_ status: Variant?) -> String {
        guard let location = status?["location"] else { return "for the place" }
        let reason = location["reason"]?.string ?? ""
        let because = reason.isEmpty ? "" : " (\(reason))"
        return switch location["state"]?.string {
        case "absent":
            "the location service is not there\(because); install geoclue-2.0"
        case "denied":
            "the location service refuses\(because); see notify-schedule doctor"
        case "stopped":
            "the location service tells nothing now\(because); see notify-schedule doctor"
        case "starting":
            "the location service has not answered yet; it may ask you, or wait for its agent"
        default:
            "for the place"
        }
    }

    /// What the user of a desktop that asks nobody does.
    static let permission = """
        allow it in the desktop's privacy settings. Where there are none, start GeoClue's own agent,
        /usr/libexec/geoclue-2.0/demos/agent, and add to /etc/geoclue/geoclue.conf:
        [\(AgentNames.app)]
        allowed=true
        system=false
        users=
        """

    /// The line of `doctor`.
    static func check(_ status: Variant) -> HealthCheck {
        switch status["location"]?["state"]?.string {
        case "active": HealthCheck("location", .ok, "tells positions to what waits for a place")
        case "off", nil: HealthCheck("location", .ok, "nothing waits for a place")
        case "denied", "starting":
            HealthCheck("location", .warning, words(status), advice: permission)
        case "stopped":
            HealthCheck(
                "location",
                .warning,
                words(status),
                advice:
                    "it is asked again by itself; see whether the desktop's privacy settings have it off"
            )
        default: HealthCheck("location", .warning, words(status))
        }
    }

    /// What is in the way of a request that was just added; `nil` where nothing is, as far as is known soon.
    static func warning(_ client: AgentClient) -> String? {
        var status: Variant?
        for _ in 0..<mostQuestions {
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

    // A service that has to be started answers within that, and nobody waits for longer.
    private static let mostQuestions = 20
    private static let pause: UInt32 = 40_000
}

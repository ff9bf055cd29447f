import AgentInterface
import GLibBridge
import NotifyCore
import TimeZones

/// Zone data, the clock, and waking the machine.
enum TimeChecks {
    private static let timeout = CallDeadline.milliseconds(3_000)

    static func zone() -> [HealthCheck] {
        if let variable = ZoneInfo.unreadableVariable {
            return [
                HealthCheck(
                    "zone",
                    .warning,
                    "TZ is \(variable.quoted), which is not a time zone; commands refuse dates",
                    advice: ZoneOption.advice
                )
            ]
        }
        let zone = SystemZone.local.identifier
        let source = Environment["TZ"].map { $0.isEmpty ? "" : " (by TZ)" } ?? ""
        guard let folder = ZoneDatabase.folder else {
            return [
                HealthCheck(
                    "zone",
                    .warning,
                    "\(zone)\(source); there is no zone database",
                    advice: "install tzdata"
                )
            ]
        }
        let version = ZoneDatabase.version.map { ", version \($0)" } ?? ""
        return [HealthCheck("zone", .ok, "\(zone)\(source); zone data in \(folder)\(version)")]
    }

    static func clock(_ status: Variant?) -> [HealthCheck] {
        if status?["waitsForClock"]?.boolean == true {
            return [
                HealthCheck(
                    "clock",
                    .warning,
                    "earlier than its last correct time; dates wait until it is set",
                    advice: "set the clock"
                )
            ]
        }
        switch isSynchronized {
        case true?:
            return [HealthCheck("clock", .ok, "synchronised")]
        case false?:
            return [
                HealthCheck(
                    "clock",
                    .warning,
                    "not synchronised",
                    advice: "to set it from the network: timedatectl set-ntp true"
                )
            ]
        case nil:
            return [
                HealthCheck(
                    "clock",
                    .info,
                    "unknown whether it is synchronised (no systemd-timedated)"
                )
            ]
        }
    }

    /// What systemd-timedated reports; `nil` if it is not available.
    private static var isSynchronized: Bool? {
        let destination = BusDestination(
            name: "org.freedesktop.timedate1",
            path: "/org/freedesktop/timedate1",
            interface: "org.freedesktop.DBus.Properties"
        )
        let bus = try? BusConnection.connect(to: SessionBus.systemAddress, within: 5_000)
        guard let bus else { return nil }
        let reply = try? bus.callBlocking(
            "Get",
            on: destination,
            .tuple([.string(destination.name), .string("NTPSynchronized")]),
            deadline: timeout
        )
        return reply?[0]?.unboxed?.boolean
    }

    static func wake(_ findings: Variant?) -> [HealthCheck] {
        guard let canWake = findings?["canWake"]?.boolean else { return [] }
        let words =
            canWake
            ? "the agent can wake the machine from suspend"
            : "the agent cannot wake the machine (it lacks CAP_WAKE_ALARM); --wake has no effect, and "
                + "what is due in suspend is shown late"
        return [HealthCheck("wake", .ok, words)]
    }
}

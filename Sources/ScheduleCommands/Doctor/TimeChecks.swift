import AgentInterface
import GLibBridge

/// Zone data, the clock, and waking the machine.
enum TimeChecks {
    private static let patience = CallDeadline.milliseconds(3_000)

    static func zone() -> [HealthCheck] {
        let variable = Environment["TZ"].flatMap { $0.isEmpty ? nil : $0 }
        if let variable, !ZoneDatabase.isZone(variable: variable) {
            return [
                HealthCheck(
                    "zone",
                    .warning,
                    "TZ=\(variable) is no zone, so dates are read in UTC",
                    advice: "set TZ to a name such as Europe/Berlin, or unset it"
                )
            ]
        }
        let zone = SystemZone.local.identifier
        let source = variable == nil ? "" : " (by TZ)"
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
                    "earlier than when it was last right; dates wait for it",
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
                    advice: "to have it set from the network: timedatectl set-ntp true"
                )
            ]
        case nil:
            return [
                HealthCheck(
                    "clock",
                    .ok,
                    "nobody says whether it is synchronised (no systemd-timedated)"
                )
            ]
        }
    }

    /// What systemd-timedated says; `nil` where it says nothing.
    private static var isSynchronized: Bool? {
        let destination = BusDestination(
            name: "org.freedesktop.timedate1",
            path: "/org/freedesktop/timedate1",
            interface: "org.freedesktop.DBus.Properties"
        )
        guard let bus = try? BusConnection.connect(to: SessionBus.systemAddress) else { return nil }
        let reply = try? bus.callBlocking(
            "Get",
            on: destination,
            .tuple([.string(destination.name), .string("NTPSynchronized")]),
            deadline: patience
        )
        return reply?[0]?.unboxed?.boolean
    }

    static func wake(_ findings: Variant?) -> [HealthCheck] {
        guard let canWake = findings?["canWake"]?.boolean else { return [] }
        let words =
            canWake
            ? "the agent may wake the machine from suspend"
            : "the agent may not wake the machine (it lacks CAP_WAKE_ALARM); --wake shows late "
                + "what came in suspend"
        return [HealthCheck("wake", .ok, words)]
    }
}

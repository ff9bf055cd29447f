import GLibBridge

/// The file that keeps the requests.
enum StoreChecks {
    /// The free space, in bytes, below which the disk counts as nearly full.
    private static let littleSpace: Int64 = 64 << 20

    static func checks(_ status: Variant, _ findings: Variant?) -> [HealthCheck] {
        let path = status["store"]?.string ?? ""
        guard let store = findings?["store"] else {
            return [
                HealthCheck(
                    "store",
                    .warning,
                    "\(path) could not be checked in time",
                    advice: "run doctor again; if that does not help, check the disk"
                )
            ]
        }
        let problems = store["problems"]?.strings ?? []
        guard problems.isEmpty else {
            return [
                HealthCheck(
                    "store",
                    .error,
                    "\(path) is damaged: \(problems.joined(separator: "; "))",
                    advice:
                        "stop the agent with notify-schedule agent stop; the next start sets the file "
                        + "aside and restores what can be read"
                )
            ]
        }
        return [space(path, store)] + setAside(store["setAside"]?.strings ?? [])
    }

    private static func setAside(_ files: [String]) -> [HealthCheck] {
        files.map { file in
            HealthCheck(
                "damaged store",
                .warning,
                "set aside as \(file)",
                advice: "its readable requests were restored; delete the file if none is missing"
            )
        }
    }

    private static func space(_ path: String, _ store: Variant) -> HealthCheck {
        let free = store["freeSpace"]?.integer
        let words =
            "\(path), \(size(store["size"]?.integer ?? 0))"
            + (free.map { ", \(size($0)) free on the disk" } ?? "")
        guard let free, free < littleSpace else { return HealthCheck("store", .ok, words) }
        return HealthCheck(
            "store",
            .warning,
            words,
            advice: "free some space; on a full disk nothing can be added"
        )
    }

    /// Returns a number of bytes with its unit.
    private static func size(_ bytes: Int64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var value = bytes
        var unit = 0
        while value >= 10_240, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        return "\(value) \(units[unit])"
    }
}

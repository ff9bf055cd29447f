import Foundation

/// What the environment says of the figures that take long.
enum Settings {
    /// `MAX_PENDING`, the number of requests at the plot's end.
    static var maxPending: Int { number("MAX_PENDING") ?? 1_000_000 }
    /// `IDLE_SECONDS`, as long as the idle agent is watched.
    static var idleSeconds: Int { number("IDLE_SECONDS") ?? 60 }
    /// `PLOT`, the file that the plot is written to; `nil` for none.
    static var plot: String? { ProcessInfo.processInfo.environment["PLOT"] }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

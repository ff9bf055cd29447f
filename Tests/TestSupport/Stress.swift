import Foundation

/// How long the tests that look for rare faults go on, and from which seed.
///
/// `make stress` sets both; in `make test` each of them has a short form.
package enum Stress {
    private static let variables = ProcessInfo.processInfo.environment

    /// The seconds of `NOTIFY_STRESS_SECONDS`; `nil` in a plain run.
    package static let seconds = variables["NOTIFY_STRESS_SECONDS"].flatMap { Double($0) }

    /// Whether there are minutes: numbers that do not fit into a plain run are large then.
    package static let isLong = (seconds ?? 0) >= 60

    /// How many times something is done.
    ///
    /// The number grows with the time that there is, and is the long one from ten minutes on.
    package static func count(_ short: Int, upTo long: Int) -> Int {
        isLong ? max(short, Int(Double(long) * min(1, (seconds ?? 0) / 600))) : short
    }

    /// The seed of `NOTIFY_STRESS_SEED`; else 1 in a plain run, which must not fail by chance, and a random one
    /// where `NOTIFY_STRESS_SECONDS` is set.
    package static let seed: UInt64 =
        variables["NOTIFY_STRESS_SEED"].flatMap { UInt64($0) }
        ?? (seconds == nil ? 1 : .random(in: 0...999_999))

    /// Runs rounds with one seed after the other until the time is over, and at least one.
    package static func rounds(
        isolation: isolated (any Actor)? = #isolation,
        _ round: (UInt64) async throws -> Void
    ) async throws {
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        var next = seed
        repeat {
            try await round(next)
            next += 1
        } while ContinuousClock.now < end
    }
}

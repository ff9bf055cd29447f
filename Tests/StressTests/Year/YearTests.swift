import TestSupport
import Testing

/// A year of a thousand requests brings what the reference says, each at its second and nothing else.
///
/// Clocks change in spring and autumn, the machine sleeps, reboots and moves to other zones, its clock is set,
/// the agent is killed, the notification server goes and comes, and the user pauses, resumes, skips, snoozes,
/// removes and replaces. `make stress STRESS=year` is the long form, in which what repeats goes on for the whole year.
@Suite struct YearTests {
    @Test func aYearBringsWhatTheReferenceSays() async throws {
        try await Stress.rounds { seed in
            let run = try await YearRun(seed: seed, isLong: Stress.isLong)
            let difference = try await run.live()
            let figures = run.figures
            print(
                """
                year: \(figures.events) events, \(figures.refused) requests refused, \
                \(figures.deliveries) deliveries by \(figures.bubbles) bubbles of their own, \
                \(figures.missed) missed, seed \(seed)
                """
            )
            #expect(difference == nil, "seed \(seed)")
            #expect(figures.deliveries > YearPlan.requests, "seed \(seed)")
        }
    }
}

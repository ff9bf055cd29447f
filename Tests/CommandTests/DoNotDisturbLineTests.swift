import Testing

@testable import ScheduleCommands

/// The sentence of `doctor` about do-not-disturb.
@Suite struct DoNotDisturbLineTests {
    private static let levels = ["passive", "active", "time-sensitive", "critical"]

    @Test(
        "The sentence says what happens to each level",
        arguments: [
            (
                "kept kept kept shown",
                "critical notifications are shown; the server keeps passive, active and "
                    + "time-sensitive ones"
            ),
            (
                "hidden dropped dropped dropped",
                "no notification is shown; notify-schedule keeps passive, active, time-sensitive "
                    + "and critical ones and shows them afterwards"
            ),
            (
                "hidden hidden dropped shown",
                "critical notifications are shown; notify-schedule keeps passive, active and "
                    + "time-sensitive ones and shows them afterwards"
            ),
            (
                "hidden hidden kept kept",
                "no notification is shown; the server keeps time-sensitive and critical ones; "
                    + "notify-schedule keeps passive and active ones and shows them afterwards"
            ),
            (
                "kept kept kept kept",
                "no notification is shown; the server keeps passive, active, time-sensitive and "
                    + "critical ones"
            ),
        ]
    )
    func sentence(treatments: String, words: String) {
        let named = zip(Self.levels, treatments.split(separator: " ").map(String.init))
        #expect(
            ServerChecks.doNotDisturbWords(Dictionary(uniqueKeysWithValues: named)) == words
        )
    }
}

import ArgumentParser
import NotifyCore

/// The options of `add` and `edit` so that a notification is not missed.
struct ReminderOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Warnings before each date, such as 1d,1h; they move with it.",
            valueName: "duration,…"
        )
    )
    var before: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show it again until it is dismissed or answered, 10 times if no number is given; 5m or 5m,3.",
            valueName: "duration[,times]"
        )
    )
    var nag: String?

    /// The names of the options that are given.
    var given: [String] {
        [("before", before != nil), ("nag", nag != nil)].filter(\.1).map(\.0)
    }

    /// Changes the options of a request, where they are given.
    func change(_ options: inout ScheduleOptions) throws(RequestError) {
        do throws(RequestError) {
            if let before { options.before = try ScheduleOptions.warnings(words: before) }
            if let nag { options.nag = try NagRule(words: nag) }
        } catch {
            throw error.ofOptions
        }
    }
}

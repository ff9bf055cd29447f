import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The options of `list` that choose by text and by date.
struct ListRange: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only what has this text in its title, subtitle, body or identifier; case does not matter.",
            valueName: "text"
        )
    )
    var search: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only from this date on, such as tomorrow; of delivered ones also 2d, two days ago.",
            valueName: "date"
        ),
        completion: .list(["today", "tomorrow"])
    )
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only up to this date; the whole day is included.", valueName: "date"),
        completion: .list(["today", "tomorrow"])
    )
    var to: String?

    /// Reads the dates.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - isPast: whether the list is of what is past: a span and a weekday count back from now then.
    func checked(app: String?, isPast: Bool, in zone: SystemZone) throws -> ListSelection {
        if search == "" {
            throw RequestError(
                .invalidContent,
                .option("--search"),
                reason: "is empty",
                wayOut: "write a part of the title, the text or the identifier"
            )
        }
        if let search, search.utf8.count > ListSelection.maxSearch {
            throw RequestError(
                .invalidContent,
                .option("--search"),
                reason: "has \(search.utf8.count) bytes, and may have \(ListSelection.maxSearch)",
                wayOut: "write a shorter part"
            )
        }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        func date(
            _ text: String,
            _ option: String,
            isEnd: Bool
        ) throws(RequestError) -> Instant {
            try DateOption.instant(
                text,
                option: option,
                in: zone,
                countsBack: isPast,
                spansFrom: isPast ? nil : now,
                isEnd: isEnd
            )
        }
        let first = try from.map { try date($0, "--from", isEnd: false) }
        let last = try to.map { try date($0, "--to", isEnd: true) }
        if let first, let last, last < first {
            throw RequestError(
                .invalidTrigger,
                .option("--to"),
                value: (to ?? "").quoted,
                reason:
                    "(\(DateText.forPeople(last, in: zone))) is before --from \((from ?? "").quoted) (\(DateText.forPeople(first, in: zone)))"
            )
        }
        var selection = ListSelection(appID: app)
        selection.search = search.map { TextSearch($0) }
        (selection.first, selection.last) = (first, last)
        return selection
    }
}

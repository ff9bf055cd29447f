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
        let first = try from.map { text throws(RequestError) in
            if let date = ahead(text, isPast) { return date }
            return try DateOption.instant(text, option: "--from", in: zone, countsBack: isPast)
        }
        let last = try to.map { text throws(RequestError) in
            if let date = ahead(text, isPast) { return date }
            return try DateOption.instant(
                text,
                option: "--to",
                in: zone,
                countsBack: isPast,
                isEnd: true
            )
        }
        if let first, let last, last < first {
            throw RequestError(
                .invalidTrigger,
                .option("--to"),
                value: (to ?? "").quoted,
                reason:
                    "(\(DateText.absolute(last, in: zone))) is before --from \((from ?? "").quoted) (\(DateText.absolute(first, in: zone)))"
            )
        }
        var selection = ListSelection(appID: app)
        selection.search = search.map { TextSearch($0) }
        (selection.first, selection.last) = (first, last)
        return selection
    }

    /// Returns the end of a span such as `30d` from now on, in a list of what is to come.
    private func ahead(_ text: String, _ isPast: Bool) -> Instant? {
        guard !isPast, let span = try? TimeSpan(text) else { return nil }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        return now.advanced(byMicroseconds: span.microseconds)
    }
}

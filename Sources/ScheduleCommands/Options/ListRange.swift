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
        help: ArgumentHelp("Only up to this date; a day counts whole.", valueName: "date"),
        completion: .list(["today", "tomorrow"])
    )
    var to: String?

    /// Reads the dates.
    ///
    /// - Parameters:
    ///   - isPast: whether the list is of what is past: a span and a weekday count back from now then.
    ///   - zone: the zone in which wall times are read.
    /// - Returns: what to look for.
    /// - Throws: ``NotifyCore/RequestError`` where a date cannot be read, ``UsageError`` where nothing can match.
    func checked(isPast: Bool, in zone: SystemZone) throws -> CheckedRange {
        if search == "" {
            throw UsageError(
                "--search is empty; write a part of the title, the text or the identifier"
            )
        }
        let first = try from.map { text throws(RequestError) in
            try Self.edge(text, "--from", isEnd: false, isPast, zone)
        }
        let last = try to.map { text throws(RequestError) in
            try Self.edge(text, "--to", isEnd: true, isPast, zone)
        }
        if let first, let last, last < first {
            throw UsageError(
                "--to \((to ?? "").quoted) (\(DateText.absolute(last, in: zone))) is before --from "
                    + "\((from ?? "").quoted) (\(DateText.absolute(first, in: zone)))"
            )
        }
        return CheckedRange(search: search?.lowercased(), first: first, last: last)
    }

    private static func edge(
        _ text: String,
        _ option: String,
        isEnd: Bool,
        _ isPast: Bool,
        _ zone: SystemZone
    ) throws(RequestError) -> Instant {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if isPast, let span = try? TimeSpan(text) {
            return now.advanced(byMicroseconds: -span.microseconds)
        }
        do {
            // Of what is past, the latest such date is meant; else the next one.
            let spec = try DateSpec(mayBePast: text, now: now, in: zone, isLatest: isPast)
            let edge = isEnd ? spec.withWholeDay : spec
            if let date = edge.date(after: .distantPast, in: zone) { return date }
        } catch {
            throw RequestError(.invalidTrigger, "\(option): \(error)")
        }
        return try AfterDate.instant(text, option: option, in: zone)
    }
}

/// What `list` looks for.
struct CheckedRange {
    /// In lower case.
    let search: String?
    let first: Instant?
    let last: Instant?

    /// Whether a request is among them.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - date: when it comes or came; `nil` where it has no date, which no range of dates includes.
    /// - Returns: whether it is.
    func includes(_ request: NotificationRequest, at date: Instant?) -> Bool {
        if let search {
            let content = request.content
            let texts = [content.title, content.subtitle, content.body, request.identifier]
            guard texts.contains(where: { $0.lowercased().contains(search) }) else { return false }
        }
        guard first != nil || last != nil else { return true }
        guard let date else { return false }
        return (first ?? .distantPast) <= date && date <= (last ?? .distantFuture)
    }
}

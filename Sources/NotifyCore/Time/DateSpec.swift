/// One date as text, such as `tomorrow 9:00`, always in the future.
package enum DateSpec: Hashable, Sendable {
    /// A wall time, which follows the user's zone.
    case wall(CalendarComponents)
    /// An instant, which does not depend on the zone.
    case instant(Instant)
    /// A number of microseconds after the text was parsed.
    case span(Int64, from: Instant)

    /// Reads a date.
    ///
    /// The forms are `09:00` (the next one), `tomorrow 9:00`, `today 18:00`, `fri 18:30`, `noon`,
    /// `in 2 hours`, `2027-03-01 09:00`, `2027-03-01`, RFC 3339 with an offset, and those of ``DateGrammar``.
    ///
    /// - Parameters:
    ///   - now: the present; the date lies after it.
    /// - Throws: the error with its column, also if the date is past or ambiguous.
    ///   - hours: the times of day that words name without an hour.
    package init(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules,
        hours: @escaping DayHours.Source = { .standard }
    ) throws(TimeSpecError) {
        let refusal: TimeSpecError
        do throws(TimeSpecError) {
            var parser = DateSpecParser(text, now: now)
            self = try parser.parse(in: zone)
            return
        } catch {
            refusal = error
        }
        self = try DateSpec.inWords(text, now: now, in: zone, hours: hours, otherwise: refusal)
    }

    /// Reads a date that may be past.
    ///
    /// - Parameter isLatest: whether a time or a day without a year means the latest one, and not the next.
    /// - Throws: what is wrong and in which column.
    package init(
        mayBePast text: String,
        now: Instant,
        in zone: some ZoneRules,
        isLatest: Bool = false,
        hours: @escaping DayHours.Source = { .standard }
    ) throws(TimeSpecError) {
        if let instant = try? RFC3339.instant(text) {
            self = .instant(instant)
            return
        }
        let tense = isLatest ? DateWords.Tense.latest : .coming
        if let date = try DateWords(text, now: now, as: tense, hours: hours).read(in: zone) {
            self = date
            return
        }
        // Lengths such as 500ms, and the refusal of what is no date at all.
        self = try DateSpec(text, now: now, in: zone, hours: hours)
    }

    /// Makes a wall time; without a time of day it is the day.
    init(_ date: CivilDate, at time: CivilTime?) {
        var parts = CalendarComponents(WallTime(date: date, time: time ?? .midnight))
        if time == nil { (parts.hour, parts.minute, parts.second) = (nil, nil, nil) }
        self = .wall(parts)
    }

    /// Reads what the short grammar has refused.
    private static func inWords(
        _ text: String,
        now: Instant,
        in zone: some ZoneRules,
        hours: @escaping DayHours.Source,
        otherwise refusal: TimeSpecError
    ) throws(TimeSpecError) -> DateSpec {
        do throws(TimeSpecError) {
            let words = try DateWords(text, now: now, as: .future, hours: hours)
            if let date = try words.read(in: zone) { return date }
        } catch {
            let isMoreExact = refusal.code == .ambiguous && error.code != .ambiguous
            throw refusal.isAboutForm || isMoreExact ? error : refusal
        }
        guard refusal.isAboutForm || refusal.code == .ambiguous, let phrase = Phrase(text) else {
            throw refusal
        }
        let words = PhraseRefusal(phrase: phrase)
        // After "in" a number is a length, and no date.
        let isLength = refusal.code == .ambiguous && text.lowercased().hasPrefix("in ")
        if !isLength, let error = words.adviceError(of: text) { throw error }
        // Once it has read a number, the short grammar knows more about the rest.
        guard refusal.isAboutForm, !words.hasNumber(before: refusal.column ?? 1) else {
            throw refusal
        }
        throw words.error() ?? refusal
    }

    /// Returns the instant of the date, strictly after `now`; nil if it is past.
    package func date(after now: Instant, in zone: some ZoneRules) -> Instant? {
        switch self {
        case .instant(let instant): instant > now ? instant : nil
        case .span(let microseconds, let start):
            DateSpec.instant(start.advanced(byMicroseconds: microseconds)).date(
                after: now,
                in: zone
            )
        case .wall(let components):
            (try? components.rule()).flatMap { $0.next(after: now, in: zone) }
        }
    }
}

extension TimeSpecError {
    /// Whether the text has another form than the grammar, and nothing was understood of it.
    fileprivate var isAboutForm: Bool { code == .syntax || code == .unknownName || code == .empty }
}

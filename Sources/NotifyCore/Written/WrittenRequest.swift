/// What a person wrote about a request: parts with their texts, from options or from a file.
///
/// ``request(_:in:)`` is the only place that knows which parts go together and what they mean, and
/// ``init(_:in:)`` is the way back.
package struct WrittenRequest: Hashable, Sendable {
    /// A part with a text.
    package struct Entry: Hashable, Sendable {
        /// The part.
        package let part: WrittenPart
        /// The text: `true` or `false` of a flag, the URL of a button that has a name.
        package let text: String
        /// The name of a button; `nil` if its text is `LABEL=URL`.
        package let name: String?
        /// The label of a button that has a name.
        package let label: String?
    }

    /// The entries, in the order in which they were written.
    package private(set) var entries: [Entry]

    /// Makes an empty one.
    package init() { entries = [] }

    /// Adds a text of a part.
    package mutating func add(_ part: WrittenPart, _ text: String?) {
        guard let text else { return }
        entries.append(Entry(part: part, text: text, name: nil, label: nil))
    }

    /// Adds texts of a part.
    package mutating func add(_ part: WrittenPart, _ texts: [String]) {
        for text in texts { add(part, text) }
    }

    /// Adds a flag if it is given.
    package mutating func add(_ part: WrittenPart, _ isGiven: Bool) {
        if isGiven { add(part, "true") }
    }

    /// Adds a button that has a name.
    package mutating func add(button name: String, label: String, url: String) {
        entries.append(Entry(part: .action, text: url, name: name, label: label))
    }

    /// Adds the entries of another one.
    package mutating func add(_ other: WrittenRequest) { entries += other.entries }

    /// Takes parts away.
    package mutating func remove(_ parts: some Collection<WrittenPart>) {
        entries.removeAll { parts.contains($0.part) }
    }

    /// The text of a part, the last one if it was written several times; `nil` if it was not.
    package subscript(part: WrittenPart) -> String? {
        get { entries.last { $0.part == part }?.text }
        set {
            remove([part])
            add(part, newValue)
        }
    }

    /// Returns the entries of a part.
    package func entries(of part: WrittenPart) -> [Entry] { entries.filter { $0.part == part } }

    /// Returns all values of a part, also those that share a text.
    package func texts(_ part: WrittenPart) -> [String] {
        let texts = entries(of: part).map(\.text)
        guard let separator = part.row.separator else { return texts }
        return texts.flatMap { text in
            let values = text.split(separator: separator, omittingEmptySubsequences: false)
            // The end of a list is no value.
            return (separator == ";" ? values.filter { !$0.allSatisfy(\.isWhitespace) } : values)
                .map(String.init)
        }
    }

    /// Whether a part was written; a flag that is false is not.
    package func has(_ part: WrittenPart) -> Bool {
        guard let text = self[part] else { return false }
        return part.row.kind != .flag || !["false", "0"].contains(text)
    }

    /// The parts that were written, in the order of the table.
    package var parts: [WrittenPart] {
        let written = Set(entries.map(\.part))
        return WrittenPart.allCases.filter(written.contains)
    }
}

/// What the meaning of a text depends on beside the other parts.
package struct WrittenContext: Sendable {
    /// The present.
    package var now: Instant
    /// The time zones.
    package var zones: ZoneSource
    /// The times of day that words name without an hour, and of the first date of a rule that has none.
    package var hours: DayHours.Source = { .standard }
    /// The time of day of a date that has none; `nil` for midnight.
    package var dateStart: @Sendable () -> CivilTime? = { nil }
    /// Reads a sound, and checks that it is there.
    package var sound: @Sendable (String) throws(RequestError) -> NotificationSound? = {
        NotificationSound(words: $0)
    }
    /// Reads an icon, and checks that it is there.
    package var icon: @Sendable (String) throws(RequestError) -> String = { $0 }

    /// Makes a context that looks up nothing.
    package init(now: Instant, zones: ZoneSource) { (self.now, self.zones) = (now, zones) }

    /// The times of day of dates.
    var hoursOfDates: DayHours.Source {
        {
            var hours = self.hours()
            hours.start = self.dateStart() ?? .midnight
            return hours
        }
    }
}

/// The values of one part, as a row of the table reads them.
package struct WrittenValue {
    /// The part.
    package let part: WrittenPart
    /// Its entries; none for its default.
    package let entries: [WrittenRequest.Entry]
    /// Its values, also those that share a text.
    package let texts: [String]
    /// What the meaning depends on.
    package let context: WrittenContext
    /// The zone of dates.
    package let zone: any ZoneRules
    /// Whether only what can be written is replaced, and the rest of its kind stays.
    package let keepsUnwritten: Bool

    /// The text; `nil` for the default.
    var text: String? { entries.last?.text }

    /// Returns the number; `nil` for the default.
    func number() throws(WrittenError) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text) else { throw refusal("write a whole number") }
        return number
    }

    /// Returns whether it is given.
    func flag() throws(WrittenError) -> Bool { try WrittenRequest.flag(part, text) ?? false }

    /// Returns the word; `nil` for the default.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        of type: Word.Type
    ) throws(WrittenError) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw unknown(among: Word.allCases.map(\.rawValue))
        }
        return word
    }

    /// Reads the text; `nil` for the default.
    func read<Value>(
        _ body: (String) throws(RequestError) -> Value
    ) throws(WrittenError) -> Value? {
        guard let text else { return nil }
        do {
            return try body(text)
        } catch {
            throw WrittenError(part, error, text)
        }
    }

    /// Returns the error of the text.
    func refusal(_ reason: String) -> WrittenError {
        WrittenError(part, "\(part) \((text ?? "").quoted): \(reason)", .invalidContent)
    }

    /// Returns the error of a text that is not one of a few words.
    func unknown(among words: [String]) -> WrittenError {
        let text = text ?? ""
        let guess = Suggestion.nearest(to: text, in: words)
        let all = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
        let way = guess.map { "did you mean \($0)?" } ?? "write \(all)"
        return WrittenError(part, "\(part) \(text.quoted) is unknown; \(way)", .invalidContent)
    }
}

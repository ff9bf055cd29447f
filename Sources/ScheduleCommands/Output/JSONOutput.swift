import FoundationEssentials
import NotifyCore

/// Values as JSON on standard output.
enum JSONOutput {
    /// Prints a value; keys are the Swift property names, in alphabetical order.
    static func print(_ value: some Encodable) throws {
        Swift.print(
            try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        )
    }

    /// Returns a value as an element of ``print(elements:)``.
    ///
    /// The text is much smaller than what the encoder needs for all values of a long list.
    static func element(_ value: some Encodable) throws -> String {
        // In JSON a line end is never a part of a value.
        try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            .replacing("\n", with: "\n  ")
            // An empty list has an empty line.
            .replacing("\n  \n", with: "\n\n")
    }

    /// Prints a list, as ``print(_:)`` prints an array of the values.
    static func print(elements: [String]) { Swift.print(text(elements: elements)) }

    /// Returns the array of elements.
    static func text(elements: [String]) -> String {
        "[\n" + elements.map { "  \($0)" }.joined(separator: ",\n") + "\n]"
    }

    /// Returns a date in the form that `fromdate` of jq reads: whole seconds in UTC.
    static func date(_ instant: Instant) -> String {
        RFC3339.string(Instant(seconds: instant.seconds), in: FixedZone.utc)
    }

    /// Returns a span of microseconds in seconds.
    static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000_000 }

    /// Prints a list of strings on one line.
    static func printLine(_ texts: [String]) throws {
        Swift.print(try line(texts))
    }

    /// Returns a value on one line, such as a list of strings.
    static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(
        _ value: some Encodable,
        _ formatting: JSONEncoder.OutputFormatting
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return JSONText.escapingUnseen(
            String(decoding: try encoder.encode(value), as: UTF8.self)
        )
    }
}

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

import FoundationEssentials

/// Values as JSON on standard output.
enum JSONOutput {
    /// Prints a value; keys are the Swift property names, in alphabetical order.
    static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Prints a list of texts on one line.
    static func printLine(_ texts: [String]) throws {
        Swift.print(try line(texts))
    }

    /// A value on one line, such as a list of texts.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

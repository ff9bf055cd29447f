/// A command line parsed by ``OptionParser``.
package struct ParsedOptions: Sendable {
    var numbers: [String: Int32] = [:]
    var texts: [String: [[UInt8]]] = [:]
    /// The arguments that are not options, in order.
    package internal(set) var words: [[UInt8]] = []

    /// Returns whether a flag is set.
    package func flag(_ name: String) -> Bool { numbers[name] == 1 }

    /// Returns the number of an option, or its default.
    package func number(_ name: String) -> Int32 { numbers[name] ?? 0 }

    /// Returns the last value of an option; `nil` for none.
    package func bytes(_ name: String) -> [UInt8]? { texts[name]?.last }

    /// Returns the values of a repeatable option, in order.
    package func list(_ name: String) -> [[UInt8]] { texts[name] ?? [] }
}

/// What a command line said, as ``OptionParser`` read it.
public struct ParsedOptions: Sendable {
    var numbers: [String: Int32] = [:]
    var texts: [String: [[UInt8]]] = [:]
    /// The words that are no options, in order.
    public internal(set) var words: [[UInt8]] = []

    /// Whether a flag was given.
    public func flag(_ name: String) -> Bool { numbers[name] == 1 }

    /// The number of an option, or what it is where it was not given.
    public func number(_ name: String) -> Int32 { numbers[name] ?? 0 }

    /// The value of an option, of which the last counts; `nil` where it was not given.
    public func bytes(_ name: String) -> [UInt8]? { texts[name]?.last }

    /// The values of an option that may be given several times, in order.
    public func list(_ name: String) -> [[UInt8]] { texts[name] ?? [] }
}

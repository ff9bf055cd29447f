/// A value of a property list, or null, as in `userInfo`.
package indirect enum PropertyValue: Hashable, Sendable {
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case real(Double)
    /// A text.
    case string(String)
    /// A date, in seconds since 1970-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// JSON's null, which a pushed message may have.
    case null
    /// Values in order.
    case array([PropertyValue])
    /// Values by name.
    case dictionary([String: PropertyValue])

    /// The levels of arrays and dictionaries; 0 for a plain value.
    package var depth: Int {
        switch self {
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .dictionary(let values): 1 + (values.values.map(\.depth).max() ?? 0)
        default: 0
        }
    }
}

import SQLiteBridge

/// The values of a stored row.
extension Row {
    /// A whole number, or the nearest one that the type has: a damaged one must not overflow.
    func clamped<Value: FixedWidthInteger>(_ index: Int) throws -> Value {
        Value(clamping: try value(index, as: Int64.self))
    }

    /// The bytes of a column; empty if it has none.
    func bytes(_ index: Int) throws -> [UInt8] {
        try value(index, as: [UInt8]?.self) ?? []
    }
}

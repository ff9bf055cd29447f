import SQLiteBridge

/// The values of a stored row.
extension Row {
    /// Returns an integer, clamped to its type so that a damaged value does not overflow.
    func clamped<Value: FixedWidthInteger>(_ index: Int) throws -> Value {
        Value(clamping: try value(index, as: Int64.self))
    }

    /// Returns the bytes of a column; empty if it is NULL.
    func bytes(_ index: Int) throws -> [UInt8] {
        try value(index, as: [UInt8]?.self) ?? []
    }
}

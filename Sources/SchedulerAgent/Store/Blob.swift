import Foundation
import GRDB

/// Bytes as a column's value.
struct Blob: DatabaseValueConvertible {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var databaseValue: DatabaseValue {
        Data(bytes).databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
        Data.fromDatabaseValue(value).map { Blob([UInt8]($0)) }
    }

    /// The bytes of a column; empty where it has none.
    static func bytes(of row: Row, at index: Int) -> [UInt8] {
        (try? row.withUnsafeData(atIndex: index) { $0.map([UInt8].init) ?? [] }) ?? []
    }
}

import GLibBridge

/// An `Import` call.
struct ImportCall: Sendable {
    /// An entry, as the interface documents it for `Import`.
    enum Entry: Sendable {
        case record(Variant)
        /// A serialized entry.
        case serialized([UInt8])

        /// The record; `nil` if the bytes are invalid.
        var record: Variant? {
            switch self {
            case .record(let record): record
            case .serialized(let bytes): Variant.dictionary(serialized: bytes)
            }
        }
    }

    let entries: [Entry]
    let files: [OpenFile]
    /// The caller's unique name.
    let sender: String
    /// The caller, for the history.
    let requester: String
    /// Whether another call follows.
    var hasMore = false
    /// Whether the entries are only checked.
    var isDryRun = false

    /// The size of the entries.
    var bytes: Int {
        entries.reduce(0) { sum, entry in
            switch entry {
            case .record(let record): sum + record.size
            case .serialized(let bytes): sum + bytes.count
            }
        }
    }
}

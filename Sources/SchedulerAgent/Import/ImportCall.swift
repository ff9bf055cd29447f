import GLibBridge

/// What a call of `Import` brings.
struct ImportCall: Sendable {
    /// What the interface documents for `Import`.
    enum Entry: Sendable {
        case record(Variant)
        /// The bytes of one.
        case serialized([UInt8])

        /// The record; `nil` if the bytes are not those of one.
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
    /// Who the caller is, for the history.
    let requester: String
    /// Whether another call brings more.
    var hasMore = false
    /// Whether it is checked alone.
    var isDryRun = false

    /// How much it brings.
    var bytes: Int {
        entries.reduce(0) { sum, entry in
            switch entry {
            case .record(let record): sum + record.size
            case .serialized(let bytes): sum + bytes.count
            }
        }
    }
}

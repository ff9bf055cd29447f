import AgentInterface
import GLibBridge
import NotifyCore

/// The records of an `Import` call, as they come over the bus.
struct ImportRecords: ImportEntries {
    var records: [Variant] = []
    /// The serialized entries, which follow the records.
    var serialized: [[UInt8]] = []
    var files: [OpenFile] = []

    var count: Int { records.count + serialized.count }

    var bytes: Int {
        records.reduce(0) { $0 + $1.size } + serialized.reduce(0) { $0 + $1.count }
    }

    func entry(at index: Int) throws(RequestError) -> ImportEntry {
        guard let record = record(at: index) else {
            throw RequestError(
                .malformed,
                "the bytes are not an a{sv} in GVariant's serialised form"
            )
        }
        return try ImportEntry(record: record)
    }

    func place(of index: Int) -> String {
        ImportEntry.place(of: record(at: index) ?? .dictionary([]), index: index)
    }

    /// Returns the record of an entry; `nil` if its bytes are invalid.
    private func record(at index: Int) -> Variant? {
        index < records.count
            ? records[index]
            : Variant.dictionary(serialized: serialized[index - records.count])
    }
}

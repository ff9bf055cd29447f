import GLibBridge
package import NotifyCore

extension Record {
    /// The bytes with which the store keeps the record: its dictionary, as D-Bus serializes it.
    package var storedBytes: [UInt8] { record.serialized }

    /// Reads stored bytes.
    ///
    /// - Parameter bytes: the bytes, as ``storedBytes`` returned them.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if the bytes are no dictionary, or `Malformed` if the
    ///   dictionary is not of the documented form.
    package init(storedBytes bytes: [UInt8]) throws(RequestError) {
        guard let record = Variant.dictionary(serialized: bytes) else {
            throw RequestError(.storage, "the stored \(Self.recordName) is damaged")
        }
        try self.init(record: record)
    }
}

public import GLibBridge
public import NotifyCore

extension RegionCrossing {
    /// The crossing's dictionary.
    public var record: Variant {
        .dictionary([
            ("kind", .string(kind.rawValue)),
            ("date", .int64(date.microseconds)),
            ("accuracy", .double(accuracy)),
        ])
    }

    /// Reads a crossing.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public init(record: Variant) throws(RequestError) {
        let reader = try RecordReader(record, "crossing", keys: ["kind", "date", "accuracy"])
        self.init(
            kind: try reader.choice("kind"),
            date: try reader.required(instant: "date"),
            accuracy: try reader.required(number: "accuracy")
        )
    }
}

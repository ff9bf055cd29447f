public import GLibBridge
public import NotifyCore

/// What the agent answers to an accepted request.
public struct AddReply: Hashable, Sendable {
    /// The request's identifier, made by the agent where none was given.
    public var identifier: String
    /// The next dates, at most three.
    public var nextTriggerDates: [Instant]
    /// Sentences about what the trigger will and will not do.
    public var remarks: [String]
    /// The trigger in words.
    public var understood: String
    /// Whether a notification server is there to show it.
    public var serverPresent: Bool

    /// Where the agent keeps the request's attachments, in order.
    public var attachments: [String]

    /// Makes a reply.
    public init(
        identifier: String,
        nextTriggerDates: [Instant],
        remarks: [String],
        understood: String,
        serverPresent: Bool,
        attachments: [String] = []
    ) {
        self.identifier = identifier
        self.nextTriggerDates = nextTriggerDates
        self.remarks = remarks
        self.understood = understood
        self.serverPresent = serverPresent
        self.attachments = attachments
    }

    /// The reply as it crosses the bus.
    public var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("identifier", .string(identifier)),
            (
                "nextTriggerDates",
                .array(of: "x", nextTriggerDates.map { .int64($0.microseconds) })
            ),
            ("remarks", .strings(remarks)),
            ("understood", .string(understood)),
            ("serverPresent", .boolean(serverPresent)),
        ]
        if !attachments.isEmpty { entries.append(("attachments", .strings(attachments))) }
        return .dictionary(entries)
    }

    /// Reads a reply.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "reply",
            keys: [
                "identifier", "nextTriggerDates", "remarks", "understood", "serverPresent",
                "attachments",
            ]
        )
        identifier = try reader.required("identifier")
        nextTriggerDates = (reader["nextTriggerDates"]?.children ?? []).compactMap {
            $0.integer.map(Instant.init(microseconds:))
        }
        remarks = try reader.strings("remarks") ?? []
        understood = try reader.string("understood") ?? ""
        serverPresent = try reader.boolean("serverPresent") ?? true
        attachments = try reader.strings("attachments") ?? []
    }
}

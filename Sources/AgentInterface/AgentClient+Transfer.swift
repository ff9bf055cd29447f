public import GLibBridge
public import NotifyCore

/// What an import brought, or would bring.
public struct ImportReply: Hashable, Sendable {
    /// How many pending requests.
    public var pending: Int
    /// How many delivered notifications.
    public var delivered: Int
    /// How many categories.
    public var categories: Int
    /// How many of them took the place of one that was there.
    public var replaced: Int

    /// Makes a reply.
    public init(pending: Int = 0, delivered: Int = 0, categories: Int = 0, replaced: Int = 0) {
        self.pending = pending
        self.delivered = delivered
        self.categories = categories
        self.replaced = replaced
    }

    /// The reply as it crosses the bus.
    public var record: Variant {
        .dictionary([
            ("pending", .int64(Int64(pending))), ("delivered", .int64(Int64(delivered))),
            ("categories", .int64(Int64(categories))), ("replaced", .int64(Int64(replaced))),
        ])
    }

    /// Reads a reply.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "reply",
            keys: ["pending", "delivered", "categories", "replaced"]
        )
        self.init(
            pending: Int(try reader.integer("pending") ?? 0),
            delivered: Int(try reader.integer("delivered") ?? 0),
            categories: Int(try reader.integer("categories") ?? 0),
            replaced: Int(try reader.integer("replaced") ?? 0)
        )
    }
}

/// Calls that take everything out, and bring it in.
extension AgentClient {
    /// The last call of an import writes all of it.
    private static let importDeadline = CallDeadline.milliseconds(300_000)

    /// Hands over the entries of a list, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - list: which.
    ///   - app: whose; `nil` for all.
    ///   - body: called with each entry.
    /// - Throws: ``NotifyCore/RequestError``, ``AgentUnreachable`` or what `body` throws.
    public func export(
        _ list: TransferList,
        app: String? = nil,
        _ body: (Variant) throws -> Void
    ) throws {
        var position: Int64 = 0
        repeat {
            let reply = try call(
                "Export",
                [.string(list.rawValue), .string(app ?? ""), .int64(position)]
            )
            for entry in reply[0]?.children ?? [] { try body(entry) }
            position = reply[1]?.integer ?? 0
        } while position != 0
    }

    /// Brings entries in; what is brought counts once the last of them are there.
    ///
    /// - Parameters:
    ///   - entries: as ``export(_:app:_:)`` gives them, each as its bytes in GVariant's serialised form.
    ///   - files: those of their attachments.
    ///   - isLast: whether no more come.
    ///   - isDryRun: whether they are checked alone.
    /// - Returns: how many were brought so far.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is stored then.
    public func importEntries(
        _ entries: [[UInt8]],
        files: [OpenFile] = [],
        isLast: Bool,
        isDryRun: Bool
    ) throws -> ImportReply {
        let options = Variant.dictionary([
            ("more", .boolean(!isLast)), ("dryRun", .boolean(isDryRun)),
            ("serialized", .array(of: "ay", entries.map(Variant.bytes))),
        ])
        let reply = try call(
            "Import",
            [.array(of: "a{sv}", []), options],
            files: files,
            deadline: Self.importDeadline
        )
        return try ImportReply(record: reply[0])
    }
}

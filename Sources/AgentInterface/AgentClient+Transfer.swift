package import GLibBridge
package import NotifyCore

/// The counts of an import.
package struct ImportReply: Hashable, Sendable {
    /// How many pending requests.
    package var pending: Int
    /// How many delivered notifications.
    package var delivered: Int
    /// How many categories.
    package var categories: Int
    /// How many of them replaced another.
    package var replaced: Int
    /// How many requests went because their events no longer have them.
    package var removed: Int
    /// How many requests of the user's stay, and those of the import with their identifiers are left out.
    package var kept: Int
    /// The first of these.
    package var keptNames: [String]
    /// The titles of events that are not over, and whose alarms are past: these are shown at once.
    package var shown: [String]
    /// What was left out because a newer version of it is there, a sentence each.
    package var notes: [String]
    /// Whether the parts before this one are gone with the agent that had them, so that nothing was taken.
    package var isLost: Bool

    /// Makes a reply.
    package init(
        pending: Int = 0,
        delivered: Int = 0,
        categories: Int = 0,
        replaced: Int = 0,
        removed: Int = 0,
        kept: Int = 0,
        keptNames: [String] = [],
        shown: [String] = [],
        notes: [String] = [],
        isLost: Bool = false
    ) {
        self.pending = pending
        self.delivered = delivered
        self.categories = categories
        self.replaced = replaced
        self.removed = removed
        self.kept = kept
        self.keptNames = keptNames
        self.shown = shown
        self.notes = notes
        self.isLost = isLost
    }
}

extension ImportReply: Record {
    package static let recordName = "reply"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.written("pending", .int64, &pending, default: 0)
        try fields.written("delivered", .int64, &delivered, default: 0)
        try fields.written("categories", .int64, &categories, default: 0)
        try fields.written("replaced", .int64, &replaced, default: 0)
        try fields.optional("removed", .int64, &removed, default: 0)
        try fields.optional("kept", .int64, &kept, default: 0)
        try fields.optional("keptNames", .texts, &keptNames, default: [])
        try fields.optional("shown", .texts, &shown, default: [])
        try fields.optional("notes", .texts, &notes, default: [])
        try fields.optional("lost", .flag, &isLost, default: false)
    }
}

/// Calls for export and import.
extension AgentClient {
    /// Long, because the last call of an import writes all of it.
    private static let importDeadline = CallDeadline.milliseconds(300_000)

    /// Exports the entries of a list, in the order of their storage.
    ///
    /// - Parameter app: whose; `nil` for all.
    package func export(
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

    /// Imports entries, which take effect with the last call.
    ///
    /// - Parameters:
    ///   - isDryRun: whether they are only checked.
    ///   - replaces: whether they replace other requests of the user's that have their identifiers; for the last call.
    ///   - isForeign: whether they are of a calendar that is not trusted.
    ///   - calendar: the calendar of the import, if it is named; for the last call.
    /// - Returns: the counts so far; ``ImportReply/isLost`` if the import has to begin again.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is stored then.
    package func importEntries(
        _ entries: [[UInt8]],
        files: [OpenFile] = [],
        part: Int,
        isLast: Bool,
        isDryRun: Bool,
        replaces: Bool = false,
        isForeign: Bool = false,
        calendar: CalendarImport? = nil
    ) throws -> ImportReply {
        let options = Variant.dictionary(
            [
                ("more", .boolean(!isLast)), ("dryRun", .boolean(isDryRun)),
                ("replace", .boolean(replaces)),
                ("part", .int64(Int64(part))),
                ("serialized", .array(of: "ay", entries.map(Variant.bytes))),
            ] + (isForeign ? [("foreign", .boolean(true))] : [])
                + (calendar.map { [("calendar", $0.record)] } ?? [])
        )
        let reply = try call(
            "Import",
            [.array(of: "a{sv}", []), options],
            files: files,
            deadline: Self.importDeadline
        )
        return try ImportReply(record: reply[0])
    }
}

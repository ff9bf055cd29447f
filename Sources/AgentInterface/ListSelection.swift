package import GLibBridge
package import NotifyCore

/// The requests of a list that are wanted.
package struct ListSelection: Hashable, Sendable {
    /// The keys of its dictionary, and that of the position.
    package static let keys = ["appID", "search", "from", "to", "after"]

    /// The app; `nil` for all.
    package var appID: String?
    /// The text that its title, subtitle, body or identifier has; `nil` for any.
    package var search: TextSearch?
    /// The earliest date; `nil` for any.
    package var first: Instant?
    /// The latest date; `nil` for any.
    package var last: Instant?

    /// Makes a selection of everything.
    ///
    /// - Parameter appID: the app; `nil` for all.
    package init(appID: String? = nil) {
        self.appID = appID
    }

    /// Whether it leaves nothing out but other apps.
    package var isOfAll: Bool { search == nil && first == nil && last == nil }

    /// Whether a request with this date is wanted.
    ///
    /// - Parameter date: when it comes or came; ``NotifyCore/Instant/distantFuture`` if it has no date, which no range
    ///   includes.
    package func includes(_ date: Instant) -> Bool {
        guard first != nil || last != nil else { return true }
        guard date < .distantFuture else { return false }
        return (first ?? .distantPast) <= date && date <= (last ?? .distantFuture)
    }

    /// Whether a request is wanted.
    package func includes(_ request: NotificationRequest, at date: Instant) -> Bool {
        let content = request.content
        return includes(date)
            && isFound(in: [content.title, content.subtitle, content.body, request.identifier])
    }

    /// Whether a request is wanted, of which only the texts are read.
    package func includes(record: Variant) -> Bool {
        guard search != nil else { return true }
        let content = record["content"]
        let texts = ["title", "subtitle", "body"].map { content?[$0]?.string }
        return isFound(in: (texts + [record["identifier"]?.string]).compactMap { $0 })
    }

    private func isFound(in texts: [String]) -> Bool {
        guard let search else { return true }
        return texts.contains { search.isFound(in: $0) }
    }

    /// The dictionary that the interface documents for `ListPart`.
    ///
    /// - Parameter position: where the part before ended; empty for the first one.
    package func record(after position: String) -> Variant {
        var entries: [(key: String, value: Variant)] = []
        if let appID { entries.append(("appID", .string(appID))) }
        if let search { entries.append(("search", .string(search.text))) }
        if let first { entries.append(("from", .int64(first.microseconds))) }
        if let last { entries.append(("to", .int64(last.microseconds))) }
        if !position.isEmpty { entries.append(("after", .string(position))) }
        return .dictionary(entries)
    }

    /// Reads the dictionary that the interface documents for `ListPart`.
    ///
    /// - Returns: the selection, and where the part before ended.
    package static func read(
        _ record: Variant?
    ) throws(RequestError) -> (selection: ListSelection, position: String) {
        let reader = try RecordReader(record, "options", keys: keys)
        let app = try reader.optional("appID", .text) ?? ""
        var selection = ListSelection(appID: app.isEmpty ? nil : app)
        if let text = try reader.optional("search", .text) {
            guard !text.isEmpty, text.utf8.count <= maxSearch else {
                throw RequestError(
                    .malformed,
                    .init("search", "search"),
                    reason: "has \(text.utf8.count) bytes",
                    wayOut: "write 1 to \(maxSearch), or leave it out"
                )
            }
            selection.search = TextSearch(text)
        }
        selection.first = try reader.optional("from", .instant)
        selection.last = try reader.optional("to", .instant)
        return (selection, try reader.optional("after", .text) ?? "")
    }

    /// The maximum size of the text that is looked for.
    package static let maxSearch = 4_096
}

import AgentInterface
import GLibBridge
import NotifyCore

/// Writes the agent's requests in ``AgentInterface/TransferFormat``.
enum ExportWriter {
    private static let piece = 1 << 18

    /// Writes all lists.
    ///
    /// - Parameter app: the app whose requests are written; `nil` for all.
    static func run(
        _ client: AgentClient,
        app: String?,
        _ write: ([UInt8]) throws -> Void
    ) throws {
        try write(TransferFormat.header)
        var text = JSONText()
        for list in TransferList.exported {
            try client.export(list, app: app) { entry in
                var room = TransferFormat.maxAttachedBytes
                try TransferFormat.write(own(entry), to: &text) { (path) throws(RequestError) in
                    let bytes = try file(path, of: entry, atMost: room)
                    room -= bytes.count
                    return bytes
                }
                if text.bytes.count >= piece { try write(text.take()) }
            }
        }
        try write(text.take())
    }

    /// Returns an entry without the mark of a calendar: what the user exports is the user's where it is imported again.
    private static func own(_ entry: Variant) -> Variant {
        guard entry["request"]?["sender"]?.string == Sender.Kind.calendar.rawValue,
            let fields = entry.entries
        else { return entry }
        return .dictionary(
            fields.map { key, value in
                guard key == "request" else { return (key, value) }
                return (key, .dictionary((value.entries ?? []).filter { $0.key != "sender" }))
            }
        )
    }

    private static func file(
        _ path: String,
        of entry: Variant,
        atMost limit: Int
    ) throws(RequestError) -> [UInt8] {
        let name = entry["request"]?["identifier"]?.string ?? ""
        guard let file = try? OpenFile(reading: path), let status = try? file.status() else {
            throw RequestError(
                .invalidAttachment,
                "the attachment \(path.quoted) of \(name.quoted) is missing; remove the request, "
                    + "or add it again"
            )
        }
        guard status.size <= Int64(limit), let bytes = try? file.start(Int(status.size)) else {
            throw RequestError(
                .invalidAttachment,
                "the attachments of \(name.quoted) have more than the "
                    + "\(TransferFormat.maxAttachedBytes >> 20) MiB that an export can have; "
                    + "remove it first"
            )
        }
        return bytes
    }
}

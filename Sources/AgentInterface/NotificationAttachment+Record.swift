import GLibBridge
import NotifyCore

extension NotificationAttachment {
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("identifier", .string(identifier)), ("name", .string(name)), ("type", .string(type)),
        ]
        switch source {
        case .handed(let index): entries.append(("file", .handle(index)))
        case .path(let path): entries.append(("path", .string(path)))
        }
        return .dictionary(entries)
    }

    init(record: Variant) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "attachment",
            keys: ["identifier", "name", "type", "file", "path"]
        )
        let source: Source
        switch (reader["file"]?.handle, try reader.string("path")) {
        case (let index?, nil): source = .handed(index: index)
        case (nil, let path?): source = .path(path)
        default:
            throw RequestError(.malformed, "an attachment needs \"file\", a file descriptor (h)")
        }
        self.init(
            identifier: try reader.required("identifier"),
            name: try reader.required("name"),
            type: try reader.required("type"),
            source: source
        )
    }

    /// Reads the attachments of a record.
    static func list(_ list: Variant?) throws(RequestError) -> [NotificationAttachment] {
        guard let list else { return [] }
        guard list.type == "aa{sv}" else {
            throw RequestError(.malformed, "attachments has the type \(list.type), not aa{sv}")
        }
        var attachments: [NotificationAttachment] = []
        for attachment in list.children {
            attachments.append(try NotificationAttachment(record: attachment))
        }
        return attachments
    }
}

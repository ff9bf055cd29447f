import GLibBridge
import NotifyCore

extension LocalizedTexts {
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [("folder", .string(folder))]
        for (name, text) in [("title", title), ("subtitle", subtitle), ("body", body)] {
            if let text { entries.append((name, text.record)) }
        }
        return .dictionary(entries)
    }

    static func reading(_ record: Variant) throws(RequestError) -> LocalizedTexts {
        let reader = try RecordReader(
            record,
            "localized",
            keys: ["folder", "title", "subtitle", "body"]
        )
        return LocalizedTexts(
            folder: try reader.required("folder"),
            title: try reader["title"].map(Text.reading),
            subtitle: try reader["subtitle"].map(Text.reading),
            body: try reader["body"].map(Text.reading)
        )
    }
}

extension LocalizedTexts.Text {
    fileprivate var record: Variant {
        .dictionary([("key", .string(key)), ("arguments", .strings(arguments))])
    }

    fileprivate static func reading(_ record: Variant) throws(RequestError) -> Self {
        let reader = try RecordReader(record, "localized text", keys: ["key", "arguments"])
        return Self(
            key: try reader.required("key"),
            arguments: try reader.strings("arguments") ?? []
        )
    }
}

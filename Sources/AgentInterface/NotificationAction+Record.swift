import GLibBridge
import NotifyCore

extension NotificationAction {
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("identifier", .string(identifier)),
            ("title", .string(title)),
        ]
        if let url { entries.append(("url", .string(url))) }
        if let snooze { entries.append(("snooze", .int64(snooze))) }
        if options != [] { entries.append(("options", .uint32(options.rawValue))) }
        switch icon {
        case nil: break
        case .theme(let name): entries.append(("icon", .string(name)))
        case .template(let name): entries.append(("templateIcon", .string(name)))
        }
        if let textInput { entries.append(("textInput", textInput.record)) }
        return .dictionary(entries)
    }

    init(record: Variant) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "action",
            keys: [
                "identifier", "title", "url", "snooze", "options", "icon", "templateIcon",
                "textInput",
            ]
        )
        self.init(
            identifier: try reader.required("identifier"),
            title: try reader.required("title"),
            url: try reader.string("url"),
            snooze: try reader.integer("snooze"),
            options: Options(rawValue: try reader.bits("options")),
            icon: try Icon.reading(reader),
            textInput: try reader["textInput"].map(TextInput.reading)
        )
    }

    /// Reads the actions of a request or category; none where the key is absent.
    static func reading(list: Variant?) throws(RequestError) -> [NotificationAction] {
        guard let list else { return [] }
        guard list.type == "aa{sv}" else {
            throw RequestError(.malformed, "actions has the type \(list.type), not aa{sv}")
        }
        var actions: [NotificationAction] = []
        for action in list.children {
            actions.append(try NotificationAction(record: action))
        }
        return actions
    }
}

extension NotificationAction.Icon {
    fileprivate static func reading(_ reader: RecordReader) throws(RequestError) -> Self? {
        switch (try reader.string("icon"), try reader.string("templateIcon")) {
        case (nil, nil): return nil
        case (let name?, nil): return .theme(name)
        case (nil, let name?): return .template(name)
        default:
            throw RequestError(
                .malformed,
                "icon and templateIcon are two images for one button; keep one of them"
            )
        }
    }
}

extension NotificationAction.TextInput {
    fileprivate var record: Variant {
        .dictionary([
            ("buttonTitle", .string(buttonTitle)),
            ("placeholder", .string(placeholder)),
        ])
    }

    fileprivate static func reading(_ record: Variant) throws(RequestError) -> Self {
        let reader = try RecordReader(
            record,
            "textInput",
            keys: ["buttonTitle", "placeholder"]
        )
        return Self(
            buttonTitle: try reader.string("buttonTitle") ?? "",
            placeholder: try reader.string("placeholder") ?? ""
        )
    }
}

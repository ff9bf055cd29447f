public import GLibBridge
public import NotifyCore

extension NotificationRequest {
    /// The request as the dictionary that the interface documents; the store keeps the same.
    public var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("identifier", .string(identifier)),
            ("appID", .string(appID)),
            ("content", content.record),
        ]
        if let trigger = trigger.record { entries.append(("trigger", trigger)) }
        if !actions.isEmpty {
            entries.append(("actions", .array(of: "a{sv}", actions.map(\.record))))
        }
        if let openURL { entries.append(("openURL", .string(openURL))) }
        entries += options.entries
        return .dictionary(entries)
    }

    /// Reads a request; its fields are checked by ``NotifyCore/NotificationRequest/validate()``.
    ///
    /// - Throws: ``RequestError`` with code `Malformed` where the dictionary is not of the documented
    ///   form.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "request",
            keys: Set(["identifier", "appID", "content", "trigger", "actions", "openURL"])
                .union(ScheduleOptions.keys)
        )
        var actions: [NotificationAction] = []
        if let list = reader["actions"] {
            guard list.type == "aa{sv}" else {
                throw RequestError(.malformed, "actions has the type \(list.type), not aa{sv}")
            }
            for action in list.children {
                actions.append(try NotificationAction(record: action))
            }
        }
        self.init(
            appID: try reader.string("appID") ?? AgentNames.app,
            identifier: try reader.string("identifier") ?? "",
            content: try NotificationContent(record: reader["content"]),
            trigger: try reader["trigger"].map(NotificationTrigger.reading) ?? .immediate,
            actions: actions,
            openURL: try reader.string("openURL"),
            options: try ScheduleOptions(reader)
        )
    }
}

extension NotificationAction {
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("identifier", .string(identifier)),
            ("title", .string(title)),
        ]
        if let url { entries.append(("url", .string(url))) }
        if let snooze { entries.append(("snooze", .int64(snooze))) }
        return .dictionary(entries)
    }

    init(record: Variant) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "action",
            keys: ["identifier", "title", "url", "snooze"]
        )
        self.init(
            identifier: try reader.required("identifier"),
            title: try reader.required("title"),
            url: try reader.string("url"),
            snooze: try reader.integer("snooze")
        )
    }
}

public import GLibBridge
public import NotifyCore

extension NotificationRequest {
    private static let recordKeys =
        [
            "identifier", "appID", "content", "trigger", "actions", "hearsDismissal", "openURL",
            "bubble", "resident", "requester", "idempotencyKey",
        ] + ScheduleOptions.keys

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
        if hearsDismissal { entries.append(("hearsDismissal", .boolean(true))) }
        if let openURL { entries.append(("openURL", .string(openURL))) }
        if isResident { entries.append(("resident", .boolean(true))) }
        if let requester { entries.append(("requester", .string(requester))) }
        if let idempotencyKey { entries.append(("idempotencyKey", .string(idempotencyKey))) }
        if let bubble = bubble.record { entries.append(("bubble", bubble)) }
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
            keys: Self.recordKeys
        )
        self.init(
            appID: try reader.string("appID") ?? AgentNames.app,
            identifier: try reader.string("identifier") ?? "",
            content: try NotificationContent(record: reader["content"]),
            trigger: try reader["trigger"].map(NotificationTrigger.reading) ?? .immediate,
            actions: try NotificationAction.reading(list: reader["actions"]),
            hearsDismissal: try reader.boolean("hearsDismissal") ?? false,
            openURL: try reader.string("openURL"),
            isResident: try reader.boolean("resident") ?? false,
            requester: try reader.string("requester"),
            options: try ScheduleOptions(reader),
            bubble: try BubbleOptions(record: reader["bubble"])
        )
        idempotencyKey = try reader.string("idempotencyKey")
    }
}

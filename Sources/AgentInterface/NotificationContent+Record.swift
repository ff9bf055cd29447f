import GLibBridge
import NotifyCore

extension NotificationContent {
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [("title", .string(title))]
        if !subtitle.isEmpty { entries.append(("subtitle", .string(subtitle))) }
        if !body.isEmpty { entries.append(("body", .string(body))) }
        switch sound {
        case nil: break
        case .standard: entries.append(("sound", .string("default")))
        case .named(let name): entries.append(("sound", .string(name)))
        }
        if let badge { entries.append(("badge", .int32(Int32(clamping: badge)))) }
        if !userInfo.isEmpty {
            entries.append(("userInfo", PropertyValue.dictionary(userInfo).variant))
        }
        if !categoryIdentifier.isEmpty {
            entries.append(("categoryIdentifier", .string(categoryIdentifier)))
        }
        if !threadIdentifier.isEmpty {
            entries.append(("threadIdentifier", .string(threadIdentifier)))
        }
        if interruptionLevel != .active {
            entries.append(("interruptionLevel", .string(interruptionLevel.rawValue)))
        }
        if !attachments.isEmpty {
            entries.append(("attachments", .array(of: "a{sv}", attachments.map(\.record))))
        }
        if let localized { entries.append(("localized", localized.record)) }
        return .dictionary(entries)
    }

    init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "content",
            keys: [
                "title", "subtitle", "body", "sound", "badge", "userInfo", "categoryIdentifier",
                "threadIdentifier", "interruptionLevel", "attachments", "localized",
            ]
        )
        var userInfo: [String: PropertyValue] = [:]
        if let variant = reader["userInfo"] {
            guard case .dictionary(let values) = try PropertyValue(variant, depth: 0) else {
                throw RequestError(.malformed, "userInfo has the type \(variant.type), not a{sv}")
            }
            userInfo = values
        }
        self.init(
            title: try reader.string("title") ?? "",
            subtitle: try reader.string("subtitle") ?? "",
            body: try reader.string("body") ?? "",
            sound: try reader.string("sound").map { $0 == "default" ? .standard : .named($0) },
            badge: try reader.integer("badge").map(Int.init),
            userInfo: userInfo,
            categoryIdentifier: try reader.string("categoryIdentifier") ?? "",
            threadIdentifier: try reader.string("threadIdentifier") ?? "",
            interruptionLevel: try Self.level(try reader.string("interruptionLevel")),
            attachments: try NotificationAttachment.list(reader["attachments"]),
            localized: try reader["localized"].map(LocalizedTexts.reading)
        )
    }

    private static func level(_ name: String?) throws(RequestError) -> InterruptionLevel {
        guard let name else { return .active }
        guard let level = InterruptionLevel(rawValue: name) else {
            throw RequestError(
                .invalidContent,
                "the level \(name.quoted) is unknown; write passive, active, time-sensitive or critical"
            )
        }
        return level
    }
}

import GLibBridge
package import NotifyCore

extension NotificationContent: Record {
    package static let recordName = "content"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.written("title", .text, &title, default: "")
        try fields.optional("subtitle", .text, &subtitle, default: "")
        try fields.optional("body", .text, &body, default: "")
        try fields.optional("sound", .sound, &sound)
        try fields.optional("badge", .int32, &badge)
        try fields.optional("userInfo", .properties, &userInfo, default: [:])
        try fields.optional("categoryIdentifier", .text, &categoryIdentifier, default: "")
        try fields.optional("threadIdentifier", .text, &threadIdentifier, default: "")
        try fields.optional("interruptionLevel", .level, &interruptionLevel, default: .active)
        try fields.list("attachments", &attachments)
        try fields.optional("localized", .record, &localized)
        try fields.optional("event", .record, &event)
        try fields.optional("private", .flag, &isPrivate, default: false)
    }
}

extension EventStart: Record {
    package static let recordName = "event"
    package static var blank: Self { Self(.after(seconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var start: Instant? = if case .at(let date) = moment { date } else { nil }
        var offset: Int64? = if case .after(let seconds) = moment { seconds } else { nil }
        try fields.optional("start", .instant, &start)
        try fields.optional("offset", .int64, &offset)
        try fields.optional("allDay", .flag, &isDay, default: false)
        guard fields.isReading else { return }
        switch (start, offset) {
        case (let start?, nil): moment = .at(start)
        case (nil, let offset?): moment = .after(seconds: offset)
        default:
            throw RequestError(.malformed, "event needs either \"start\" or \"offset\"")
        }
    }
}

extension FieldKind<NotificationSound> {
    /// A sound by its name; the standard one is `default`.
    fileprivate static var sound: Self {
        Self(
            "a string (s)",
            .string,
            { $0.variant },
            { value, _ in value.string.map { $0 == "default" ? .standard : .named($0) } }
        )
    }
}

extension NotificationSound {
    fileprivate var variant: Variant {
        switch self {
        case .standard: .string("default")
        case .named(let name): .string(name)
        }
    }
}

extension FieldKind<InterruptionLevel> {
    /// A level by its name; the error lists the names, because people write them.
    fileprivate static var level: Self {
        Self("a string (s)", .string, { .string($0.rawValue) }, read)
    }

    private static func read(
        _ value: Variant,
        _ place: FieldPlace
    ) throws(RequestError) -> InterruptionLevel? {
        guard let name = value.string else { return nil }
        if let level = InterruptionLevel(rawValue: name) { return level }
        throw RequestError(
            .invalidContent,
            .init("", "the level"),
            value: name.quoted,
            reason: "is unknown",
            wayOut: "write passive, active, time-sensitive or critical"
        )
    }
}

extension FieldKind<[String: PropertyValue]> {
    /// A property list.
    fileprivate static var properties: Self {
        Self(
            "a{sv}",
            .properties,
            isContainer: true,
            { PropertyValue.dictionary($0).variant },
            { (value, _) throws(RequestError) in
                guard case .dictionary(let values) = try PropertyValue(value, depth: 0) else {
                    return nil
                }
                return values
            }
        )
    }
}

extension NotificationAttachment: Record {
    package static let recordName = "attachment"
    package static var blank: Self {
        Self(identifier: "", name: "", type: "", source: .path(""))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("identifier", .text, &identifier)
        try fields.required("name", .text, &name)
        try fields.required("type", .text, &type)
        var file: Int32? = if case .handed(let index) = source { index } else { nil }
        var path = path
        try fields.optional("file", .handle, &file)
        try fields.optional("path", .path, &path)
        guard fields.isReading else { return }
        switch (file, path) {
        case (let index?, nil): source = .handed(index: index)
        case (nil, let path?): source = .path(path)
        default:
            throw RequestError(.malformed, "an attachment needs \"file\", a file descriptor (h)")
        }
    }
}

extension LocalizedTexts: Record {
    package static let recordName = "localized"
    package static var blank: Self { Self(folder: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("folder", .text, &folder)
        try fields.optional("title", .record, &title)
        try fields.optional("subtitle", .record, &subtitle)
        try fields.optional("body", .record, &body)
    }
}

extension LocalizedTexts.Text: Record {
    package static let recordName = "localized text"
    package static var blank: Self { Self(key: "") }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("key", .text, &key)
        try fields.written("arguments", .texts, &arguments, default: [])
    }
}

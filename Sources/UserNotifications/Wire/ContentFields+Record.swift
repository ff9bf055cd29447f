import Foundation
import NotifyCore

extension ContentFields {
    /// The content as the agent keeps it.
    ///
    /// - Parameters:
    ///   - reserve: takes what the agent's record has no place for.
    ///   - appID: whose it is; its own sounds are looked for under that name.
    /// - Returns: the record.
    /// - Throws: ``NotifyCore/RequestError`` where `userInfo` is not a property list.
    func record(
        _ reserve: inout Reserve,
        appID: String
    ) throws(RequestError) -> NotificationContent {
        var record = NotificationContent(
            title: title,
            subtitle: subtitle,
            body: body,
            badge: badge?.intValue,
            categoryIdentifier: categoryIdentifier,
            threadIdentifier: threadIdentifier,
            interruptionLevel: interruptionLevel.record
        )
        if let sound {
            let fields = sound.fields
            let playable = fields.record(appID: appID)
            record.sound = playable
            if SoundFields(playable) != fields { reserve["sound"] = fields.property }
        }
        reserve.keep(launchImageName, "launchImageName", unless: "")
        reserve.keep(summaryArgument, "summaryArgument", unless: "")
        reserve.keep(targetContentIdentifier, "targetContentIdentifier")
        reserve.keep(filterCriteria, "filterCriteria")
        if summaryArgumentCount != 1 {
            reserve["summaryArgumentCount"] = .integer(Int64(summaryArgumentCount))
        }
        if relevanceScore != 0 { reserve["relevanceScore"] = .real(relevanceScore) }
        record.attachments = attachments.map(\.record)
        let options = attachments.map { UserInfoValue.properties($0.options) ?? [:] }
        if options.contains(where: { !$0.isEmpty }) {
            reserve["attachmentOptions"] = .array(options.map(PropertyValue.dictionary))
        }
        record.localized = LocalizedTextMemory.texts(title: title, subtitle: subtitle, body: body)
        record.userInfo = try userInfoRecord(&reserve)
        return record
    }

    private func userInfoRecord(
        _ reserve: inout Reserve
    ) throws(RequestError) -> [String: PropertyValue] {
        let entries: [String: UserInfoValue]
        do {
            entries = try UserInfoValue.entries(userInfo)
        } catch {
            throw RequestError(.invalidContent, error.description)
        }
        if let values = UserInfoValue.properties(entries), values[Reserve.key] == nil,
            PropertyValue.dictionary(values).depth <= RequestLimits.userInfoDepth
        {
            return values
        }
        // Numbers beyond 63 bits, dates to the last digit, deep nesting: as a property list in bytes.
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode(entries) else {
            throw RequestError(.invalidContent, "userInfo could not be written as a property list")
        }
        reserve["userInfo"] = .data([UInt8](data))
        return [:]
    }

    /// The content that the agent kept.
    init(
        _ record: NotificationContent,
        _ reserve: Reserve,
        userInfo values: [String: PropertyValue]
    ) {
        self.init()
        title = record.title
        subtitle = record.subtitle
        body = record.body
        badge = record.badge.map { NSNumber(value: $0) }
        categoryIdentifier = record.categoryIdentifier
        threadIdentifier = record.threadIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(record.interruptionLevel)
        if let kept = reserve["sound"].flatMap(SoundFields.init(property:)) {
            sound = UNNotificationSound(fields: kept)
        } else if let plain = record.sound {
            sound = UNNotificationSound(fields: SoundFields(plain))
        }
        launchImageName = reserve.text("launchImageName") ?? ""
        summaryArgument = reserve.text("summaryArgument") ?? ""
        summaryArgumentCount = reserve.integer("summaryArgumentCount") ?? 1
        targetContentIdentifier = reserve.text("targetContentIdentifier")
        filterCriteria = reserve.text("filterCriteria")
        relevanceScore = reserve.real("relevanceScore") ?? 0
        var options: [PropertyValue] = []
        if case .array(let kept) = reserve["attachmentOptions"] { options = kept }
        attachments = record.attachments.enumerated().map { index, attachment in
            attachment.object(options.indices.contains(index) ? options[index] : nil)
        }
        if let data = reserve.data("userInfo"),
            let entries = try? PropertyListDecoder().decode(
                [String: UserInfoValue].self,
                from: data
            )
        {
            userInfo = entries.mapValues(\.plain)
        } else {
            userInfo = values.mapValues { UserInfoValue($0).plain }
        }
    }
}

extension UNNotificationInterruptionLevel {
    fileprivate var record: InterruptionLevel {
        switch self {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        }
    }

    fileprivate init(_ record: InterruptionLevel) {
        self =
            switch record {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
    }
}

extension SoundFields {
    /// The nearest that the agent can play.
    fileprivate func record(appID: String) -> NotificationSound {
        if let name, !name.isEmpty {
            return .named(SoundFile.resolved(name, in: SoundFile.folders(appID: appID)))
        }
        return kind == .ringtone ? .named("phone-incoming-call") : .standard
    }

    fileprivate init(_ record: NotificationSound) {
        // The text "default" is the agent's word for the standard sound.
        if case .named(let name) = record, name != "default" {
            self.init(name: name)
        } else {
            self.init()
        }
    }

    fileprivate var property: PropertyValue {
        var values: [String: PropertyValue] = [
            "kind": .string(kind.rawValue), "isCritical": .boolean(isCritical),
        ]
        if let name { values["name"] = .data(Array(name.utf8)) }
        if let volume { values["volume"] = .real(Double(volume)) }
        return .dictionary(values)
    }

    fileprivate init?(property: PropertyValue) {
        guard case .dictionary(let values) = property, case .string(let name) = values["kind"],
            let kind = Kind(rawValue: name)
        else { return nil }
        self.init(kind: kind, name: values["name"].flatMap(Reserve.text))
        if case .boolean(let value) = values["isCritical"] { isCritical = value }
        if case .real(let value) = values["volume"] { volume = Float(value) }
    }
}

extension UNNotificationAttachment {
    /// The attachment as the agent knows it, while its file is the app's still.
    fileprivate var record: NotificationAttachment {
        NotificationAttachment(
            identifier: identifier,
            name: url.lastPathComponent,
            type: type,
            source: .path(url.path)
        )
    }
}

extension NotificationAttachment {
    /// The attachment that the agent kept.
    fileprivate func object(_ options: PropertyValue?) -> UNNotificationAttachment {
        var values: [String: UserInfoValue] = [:]
        if case .dictionary(let kept) = options { values = kept.mapValues(UserInfoValue.init) }
        return UNNotificationAttachment(
            identifier: identifier,
            url: URL(fileURLWithPath: path ?? ""),
            type: type,
            options: values
        )
    }
}

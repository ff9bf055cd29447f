import Foundation
import NotifyCore

extension ContentFields {
    /// Returns the content for the agent.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is nothing to deliver, or `userInfo` is not a property
    ///   list.
    func record(
        _ privateInfo: inout PrivateUserInfo,
        appID: String
    ) throws(RequestError) -> NotificationContent {
        var record = NotificationContent(
            title: title.withoutControls,
            subtitle: subtitle.withoutControls,
            body: body.withoutControls,
            badge: badge?.intValue,
            categoryIdentifier: privateInfo.name(categoryIdentifier, "categoryIdentifier"),
            threadIdentifier: privateInfo.name(threadIdentifier, "threadIdentifier"),
            interruptionLevel: interruptionLevel.record
        )
        if let sound {
            let fields = sound.fields
            let playable = fields.record(appID: appID)
            record.sound = playable
            if SoundFields(playable) != fields { privateInfo["sound"] = fields.property }
        }
        privateInfo.keep(launchImageName, "launchImageName", unless: "")
        privateInfo.keep(summaryArgument, "summaryArgument", unless: "")
        privateInfo.keep(targetContentIdentifier, "targetContentIdentifier")
        privateInfo.keep(filterCriteria, "filterCriteria")
        if summaryArgumentCount != 1 {
            privateInfo["summaryArgumentCount"] = .integer(Int64(summaryArgumentCount))
        }
        if relevanceScore != 0 { privateInfo["relevanceScore"] = .real(relevanceScore) }
        record.attachments = attachments.map(\.record)
        guard record.isWorthDelivering else {
            throw RequestError(
                .invalidContent,
                "the content is empty; set a title, subtitle, body, attachment, "
                    + "sound or badge"
            )
        }
        let options = attachments.map { UserInfoValue.properties($0.options) ?? [:] }
        if options.contains(where: { !$0.isEmpty }) {
            privateInfo["attachmentOptions"] = .array(options.map(PropertyValue.dictionary))
        }
        if !AppSandbox.isThere {
            record.localized = LocalizedTextMemory.texts(
                title: title,
                subtitle: subtitle,
                body: body
            )
        }
        record.userInfo = try userInfoRecord(&privateInfo)
        return record
    }

    private func userInfoRecord(
        _ privateInfo: inout PrivateUserInfo
    ) throws(RequestError) -> [String: PropertyValue] {
        let entries: [String: UserInfoValue]
        do {
            entries = try UserInfoValue.entries(userInfo)
        } catch {
            throw RequestError(.invalidContent, error.description)
        }
        if let values = UserInfoValue.properties(entries), values[PrivateUserInfo.key] == nil,
            PropertyValue.dictionary(values).depth <= RequestLimits.userInfoDepth
        {
            return values
        }
        // A property list as bytes keeps numbers beyond 63 bits, exact dates and deep nesting.
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        guard let data = try? encoder.encode(entries) else {
            throw RequestError(.invalidContent, "userInfo cannot be encoded as a property list")
        }
        privateInfo["userInfo"] = .data([UInt8](data))
        return [:]
    }

    /// Makes the content from the agent's record.
    init(
        _ record: NotificationContent,
        _ privateInfo: PrivateUserInfo,
        userInfo values: [String: PropertyValue]
    ) {
        self.init()
        title = record.title
        subtitle = record.subtitle
        body = record.body
        badge = record.badge.map { NSNumber(value: $0) }
        categoryIdentifier = privateInfo.text("categoryIdentifier") ?? record.categoryIdentifier
        threadIdentifier = privateInfo.text("threadIdentifier") ?? record.threadIdentifier
        interruptionLevel = UNNotificationInterruptionLevel(record.interruptionLevel)
        if let kept = privateInfo["sound"].flatMap(SoundFields.init(property:)) {
            sound = UNNotificationSound(fields: kept)
        } else if let plain = record.sound {
            sound = UNNotificationSound(fields: SoundFields(plain))
        }
        launchImageName = privateInfo.text("launchImageName") ?? ""
        summaryArgument = privateInfo.text("summaryArgument") ?? ""
        summaryArgumentCount = privateInfo.integer("summaryArgumentCount") ?? 1
        targetContentIdentifier = privateInfo.text("targetContentIdentifier")
        filterCriteria = privateInfo.text("filterCriteria")
        relevanceScore = privateInfo.real("relevanceScore") ?? 0
        var options: [PropertyValue] = []
        if case .array(let kept) = privateInfo["attachmentOptions"] { options = kept }
        attachments = record.attachments.enumerated().map { index, attachment in
            attachment.object(options.indices.contains(index) ? options[index] : nil)
        }
        if let data = privateInfo.data("userInfo"),
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
    /// Returns the nearest sound that the agent can play.
    fileprivate func record(appID: String) -> NotificationSound {
        if let name, !name.isEmpty, name.isPlainName {
            return SoundFile.sound(name, of: appID, isSandboxed: AppSandbox.isThere)
        }
        return kind == .ringtone ? .named("phone-incoming-call") : .standard
    }

    fileprivate init(_ record: NotificationSound) {
        // The agent's name of the standard sound is "default".
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
        self.init(kind: kind, name: values["name"].flatMap(PrivateUserInfo.text))
        if case .boolean(let value) = values["isCritical"] { isCritical = value }
        if case .real(let value) = values["volume"] { volume = Float(value) }
    }
}

extension UNNotificationAttachment {
    /// The attachment for the agent, with the app's file.
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
    /// Returns the attachment of the agent's record.
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

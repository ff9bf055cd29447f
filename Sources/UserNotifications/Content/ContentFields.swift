import Foundation

/// The fields of a notification's content.
struct ContentFields {
    var attachments: [UNNotificationAttachment] = []
    var badge: NSNumber?
    var body = ""
    var categoryIdentifier = ""
    var launchImageName = ""
    var sound: UNNotificationSound?
    var subtitle = ""
    var threadIdentifier = ""
    var title = ""
    var userInfo: [AnyHashable: Any] = [:]
    var summaryArgument = ""
    var summaryArgumentCount = 1
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?

    init() {}

    /// Makes the fields from content's properties, which a subclass may override.
    init(of content: UNNotificationContent) {
        attachments = content.attachments
        badge = content.badge
        body = content.body
        categoryIdentifier = content.categoryIdentifier
        launchImageName = content.launchImageName
        sound = content.sound
        subtitle = content.subtitle
        threadIdentifier = content.threadIdentifier
        title = content.title
        userInfo = UserInfoValue.plain(content.userInfo)
        summaryArgument = content.summaryArgument
        summaryArgumentCount = content.summaryArgumentCount
        targetContentIdentifier = content.targetContentIdentifier
        interruptionLevel = content.interruptionLevel
        relevanceScore = content.relevanceScore
        filterCriteria = content.filterCriteria
    }
}

extension ContentFields: Equatable {
    static func == (left: ContentFields, right: ContentFields) -> Bool {
        left.title == right.title && left.subtitle == right.subtitle && left.body == right.body
            && left.badge == right.badge && left.sound == right.sound
            && left.categoryIdentifier == right.categoryIdentifier
            && left.threadIdentifier == right.threadIdentifier
            && left.launchImageName == right.launchImageName
            && left.targetContentIdentifier == right.targetContentIdentifier
            && left.interruptionLevel == right.interruptionLevel
            && left.relevanceScore == right.relevanceScore
            && left.filterCriteria == right.filterCriteria
            && left.summaryArgument == right.summaryArgument
            && left.summaryArgumentCount == right.summaryArgumentCount
            && left.attachments == right.attachments
            && same(left.userInfo, right.userInfo)
    }

    private static func same(_ left: [AnyHashable: Any], _ right: [AnyHashable: Any]) -> Bool {
        if let left = try? UserInfoValue.entries(left),
            let right = try? UserInfoValue.entries(right)
        {
            return left == right
        }
        return NSDictionary(dictionary: left).isEqual(to: right)
    }
}

extension ContentFields {
    func encode(with coder: NSCoder) {
        coder.write(attachments, "attachments")
        coder.write(badge, "badge")
        coder.write(body, "body")
        coder.write(categoryIdentifier, "categoryIdentifier")
        coder.write(launchImageName, "launchImageName")
        coder.write(sound, "sound")
        coder.write(subtitle, "subtitle")
        coder.write(threadIdentifier, "threadIdentifier")
        coder.write(title, "title")
        // Values that are no property list cannot be archived, and must not make the rest fail.
        if let data = try? PropertyListEncoder().encode(UserInfoValue.codableEntries(userInfo)) {
            coder.write(data, "userInfo")
        }
        coder.write(summaryArgument, "summaryArgument")
        coder.write(summaryArgumentCount, "summaryArgumentCount")
        coder.write(targetContentIdentifier, "targetContentIdentifier")
        coder.write(interruptionLevel.rawValue, "interruptionLevel")
        coder.write(relevanceScore, "relevanceScore")
        coder.write(filterCriteria, "filterCriteria")
    }

    init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard reader.hasKeys else { return }
        guard let attachments: [UNNotificationAttachment]? = reader.optional("attachments"),
            let badge: NSNumber? = reader.optional("badge"),
            let body: String? = reader.optional("body"),
            let category: String? = reader.optional("categoryIdentifier"),
            let image: String? = reader.optional("launchImageName"),
            let sound: UNNotificationSound? = reader.optional("sound"),
            let subtitle: String? = reader.optional("subtitle"),
            let thread: String? = reader.optional("threadIdentifier"),
            let title: String? = reader.optional("title"),
            let values: [AnyHashable: Any] = Self.userInfo(reader),
            let argument: String? = reader.optional("summaryArgument"),
            let count: Int? = reader.optional("summaryArgumentCount"),
            let target: String? = reader.optional("targetContentIdentifier"),
            let level: UInt? = reader.optional("interruptionLevel"),
            let score: Double? = reader.optional("relevanceScore"),
            let criteria: String? = reader.optional("filterCriteria")
        else { return nil }
        self.attachments = attachments ?? []
        self.badge = badge
        self.body = body ?? ""
        categoryIdentifier = category ?? ""
        launchImageName = image ?? ""
        self.sound = sound
        self.subtitle = subtitle ?? ""
        threadIdentifier = thread ?? ""
        self.title = title ?? ""
        summaryArgument = argument ?? ""
        summaryArgumentCount = count ?? 1
        targetContentIdentifier = target
        relevanceScore = score ?? 0
        filterCriteria = criteria
        if let level {
            guard let value = UNNotificationInterruptionLevel(rawValue: level) else { return nil }
            interruptionLevel = value
        }
        userInfo = values
    }

    /// Returns the app's values; `nil` if an archive has another type.
    private static func userInfo(_ reader: ArchiveReader) -> [AnyHashable: Any]? {
        guard reader.hasArchive else {
            let values = reader.optional("userInfo", as: [AnyHashable: Any].self) ?? nil
            return values ?? [:]
        }
        guard let data: Data? = reader.optional("userInfo") else { return nil }
        guard let data else { return [:] }
        let entries = try? PropertyListDecoder().decode([String: UserInfoValue].self, from: data)
        return entries?.mapValues(\.plain)
    }
}

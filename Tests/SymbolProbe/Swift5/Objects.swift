import UserNotifications

func makeContent() throws -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "T"
    content.subtitle = "S"
    content.body = "B"
    content.badge = 3
    content.badge = [1, 2].first as NSNumber?
    content.sound = .default
    content.categoryIdentifier = "C"
    content.threadIdentifier = "thread"
    content.launchImageName = "image"
    content.userInfo = ["k": "v", "nested": ["a": 1]]
    content.summaryArgument = "argument"
    content.summaryArgumentCount = 2
    content.targetContentIdentifier = "window"
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.5
    content.filterCriteria = "work"
    content.attachments = [
        try UNNotificationAttachment(identifier: "", url: URL(fileURLWithPath: "/x.png")),
        try UNNotificationAttachment(
            identifier: "a",
            url: URL(fileURLWithPath: "/x"),
            options: [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
        ),
    ]
    _ = content.attachments.map { ($0.identifier, $0.url, $0.type) }
    guard let copy = content.mutableCopy() as? UNMutableNotificationContent,
        let fixed = content.copy() as? UNNotificationContent
    else { return UNNotificationContent() }
    copy.userInfo["more"] = true
    _ = copy.userInfo["k"] as? String
    _ = (fixed.badge?.intValue, fixed.sound, fixed.title, fixed.subtitle, fixed.body)
    _ = (fixed.categoryIdentifier, fixed.threadIdentifier, fixed.launchImageName)
    _ = (fixed.summaryArgument, fixed.summaryArgumentCount, fixed.targetContentIdentifier)
    _ = (fixed.interruptionLevel, fixed.relevanceScore, fixed.filterCriteria)
    return fixed
}

final class Provider: NSObject, UNNotificationContentProviding {}

func update(_ content: UNNotificationContent) throws -> UNNotificationContent {
    try content.updating(from: Provider())
}

func triggers() -> [UNNotificationTrigger?] {
    let interval = UNTimeIntervalNotificationTrigger(timeInterval: 5, repeats: false)
    var tuesday = DateComponents()
    tuesday.weekday = 3
    tuesday.hour = 14
    let calendar = UNCalendarNotificationTrigger(dateMatching: tuesday, repeats: true)
    _ = (interval.timeInterval, interval.nextTriggerDate(), interval.repeats)
    _ = (calendar.dateComponents.hour, calendar.nextTriggerDate(), calendar.repeats)
    return [interval, calendar, nil]
}

func makeRequest() throws -> UNNotificationRequest {
    let request = UNNotificationRequest(
        identifier: UUID().uuidString,
        content: try makeContent(),
        trigger: triggers()[0]
    )
    if let trigger = request.trigger as? UNCalendarNotificationTrigger {
        print(trigger.dateComponents)
    }
    if request.trigger is UNPushNotificationTrigger { print("pushed") }
    print(request, request.identifier, request.content)
    return request
}

func categories() -> Set<UNNotificationCategory> {
    let reply = UNTextInputNotificationAction(
        identifier: "reply",
        title: "Reply",
        options: [.authenticationRequired],
        textInputButtonTitle: "Send",
        textInputPlaceholder: "Text"
    )
    let withIcon = UNTextInputNotificationAction(
        identifier: "reply",
        title: "Reply",
        icon: UNNotificationActionIcon(systemImageName: "star"),
        textInputButtonTitle: "Send",
        textInputPlaceholder: "Text"
    )
    let plainReply = UNTextInputNotificationAction(identifier: "r", title: "R", options: [])
    let plain = UNNotificationAction(identifier: "a", title: "A")
    let icon = UNNotificationAction(
        identifier: "b",
        title: "B",
        options: [.foreground],
        icon: UNNotificationActionIcon(templateImageName: "image")
    )
    _ = (reply.textInputButtonTitle, reply.textInputPlaceholder)
    _ = (icon.identifier, icon.title, icon.options, icon.icon)
    let first = UNNotificationCategory(
        identifier: "1",
        actions: [reply, withIcon, plainReply, plain, icon],
        intentIdentifiers: []
    )
    let second = UNNotificationCategory(
        identifier: "2",
        actions: [],
        intentIdentifiers: ["I"],
        hiddenPreviewsBodyPlaceholder: "%u",
        options: .customDismissAction
    )
    let third = UNNotificationCategory(
        identifier: "3",
        actions: first.actions,
        intentIdentifiers: first.intentIdentifiers,
        hiddenPreviewsBodyPlaceholder: second.hiddenPreviewsBodyPlaceholder,
        categorySummaryFormat: second.categorySummaryFormat,
        options: second.options
    )
    return [first, second, third]
}

func archive(_ object: some NSObject & NSSecureCoding) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

extension UNNotificationRequest {
    convenience init(text: String) {
        let content = UNMutableNotificationContent(title: text)
        self.init(identifier: text, content: content, trigger: nil)
    }
}

extension UNMutableNotificationContent {
    convenience init(title: String) {
        self.init()
        self.title = title
    }
}

extension UNNotificationAction {
    convenience init(only title: String) {
        self.init(identifier: title, title: title, options: [])
    }
}

extension UNTimeIntervalNotificationTrigger {
    convenience init(minutes: Double) {
        self.init(timeInterval: minutes * 60, repeats: false)
    }
}

struct Reminder: Hashable {
    let category: UNNotificationCategory
    let level: UNNotificationInterruptionLevel
}

final class EditingExtension: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        contentHandler(request.content)
    }

    override func serviceExtensionTimeWillExpire() {
        handler?(UNNotificationContent())
    }
}

final class EmptyCoder: NSCoder {}

final class DeniedSettings: UNNotificationSettings, @unchecked Sendable {
    override var authorizationStatus: UNAuthorizationStatus { .denied }
    override var soundSetting: UNNotificationSetting { .disabled }
}

final class FakeNotification: UNNotification, @unchecked Sendable {
    private let played: UNNotificationRequest

    init?(_ request: UNNotificationRequest) {
        played = request
        super.init(coder: EmptyCoder())
    }

    required init?(coder: NSCoder) { nil }

    override var request: UNNotificationRequest { played }
}

final class NoisyContent: UNMutableNotificationContent, @unchecked Sendable {
    var note = "kept beside"
    override var title: String {
        didSet { note = title }
    }
}

func useSettings(_ settings: UNNotificationSettings) -> [UNNotificationSetting] {
    _ = (settings.authorizationStatus, settings.alertStyle, settings.showPreviewsSetting)
    _ = settings.providesAppNotificationSettings
    return [
        settings.soundSetting, settings.badgeSetting, settings.alertSetting,
        settings.notificationCenterSetting, settings.lockScreenSetting, settings.carPlaySetting,
        settings.criticalAlertSetting, settings.announcementSetting, settings.timeSensitiveSetting,
        settings.scheduledDeliverySetting, settings.directMessagesSetting,
    ]
}

/// What archives and copies give back; the same for each class.
func useCoding() throws -> [Bool] {
    _ = DeniedSettings(coder: EmptyCoder())
    _ = NoisyContent()
    _ = UNNotificationContent()
    let request = try makeRequest()
    return [
        try !archive(request).isEmpty, UNNotification.supportsSecureCoding,
        UNNotificationRequest.supportsSecureCoding, UNNotificationContent.supportsSecureCoding,
        UNNotificationAttachment.supportsSecureCoding, UNNotificationSound.supportsSecureCoding,
        UNNotificationCategory.supportsSecureCoding, UNNotificationAction.supportsSecureCoding,
        UNNotificationActionIcon.supportsSecureCoding, UNNotificationTrigger.supportsSecureCoding,
        UNNotificationResponse.supportsSecureCoding, UNNotificationSettings.supportsSecureCoding,
        request.copy() is UNNotificationRequest, request !== UNNotificationRequest(text: "x"),
    ]
}

// Apple's are Objective-C's, which any class can be asked for.
extension UNNotificationAttachment {
    static func make(_ url: URL, options: [NSObject: AnyObject]?) throws -> Self {
        try self.init(identifier: "", url: url, options: options)
    }
}

extension UNNotificationRequest {
    class func make(_ content: UNNotificationContent) -> Self {
        self.init(identifier: UUID().uuidString, content: content, trigger: nil)
    }
}

extension UNTimeIntervalNotificationTrigger {
    static func after(_ seconds: TimeInterval) -> Self {
        self.init(timeInterval: seconds, repeats: false)
    }
}

extension UNCalendarNotificationTrigger {
    static func matching(_ components: DateComponents) -> Self {
        self.init(dateMatching: components, repeats: true)
    }
}

extension UNNotificationSound {
    static func file(_ name: String) -> Self { self.init(named: UNNotificationSoundName(name)) }
}

/// Extensions with an `init()` of their own, as Apple's compiler takes them.
class CountingExtension: UNNotificationServiceExtension {
    var count: Int

    override init() {
        count = 0
        super.init()
    }
}

final class HeirOfExtension: CountingExtension {}

final class RequiredExtension: UNNotificationServiceExtension {
    required override init() { super.init() }
}

final class BareExtension: UNNotificationServiceExtension {
    var best: UNMutableNotificationContent?
}

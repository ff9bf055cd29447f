public import Foundation

/// What to show and when, with the identifier that replaces, lists and removes it.
///
/// Source: Apple's page UNNotificationRequest.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// The app's identifier of the request.
    open var identifier: String { name }
    /// What is shown.
    open var content: UNNotificationContent { shown }
    /// When; `nil` for at once.
    open var trigger: UNNotificationTrigger? { time }

    private let name: String
    private let shown: UNNotificationContent
    private let time: UNNotificationTrigger?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - identifier: the app's identifier; another request with it replaces this one.
    ///   - content: what to show; it is copied.
    ///   - trigger: when; `nil` for at once.
    public required init(
        identifier: String,
        content: UNNotificationContent,
        trigger: UNNotificationTrigger?
    ) {
        name = identifier
        shown = content.copy() as? UNNotificationContent ?? UNNotificationContent(copying: content)
        time = trigger
        super.init()
    }

    /// Reads an archived request; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let name = reader.required("identifier", default: ""),
            let shown = reader.required("content", default: UNNotificationContent()),
            let time: UNNotificationTrigger? = reader.optional("trigger")
        else { return nil }
        self.name = name
        self.shown = shown
        self.time = time
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(name, "identifier")
        coder.write(shown, "content")
        coder.write(time, "trigger")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the request itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a request with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content
            && trigger == other.trigger
    }

    /// A hash of the identifier and the trigger.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(trigger)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String {
        text([("identifier", identifier), ("content", content), ("trigger", trigger)])
    }
}

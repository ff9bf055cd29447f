public import Foundation

/// A delivered notification, made by the center.
///
/// Source: Apple's page UNNotification.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// When it was delivered.
    open var date: Date { delivered }
    /// Its request.
    open var request: UNNotificationRequest { origin }

    private let delivered: Date
    private let origin: UNNotificationRequest

    init(date: Date, request: UNNotificationRequest) {
        delivered = date
        origin = request
        super.init()
    }

    /// Reads an archived notification; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let delivered = reader.required("date", default: Date()),
            let origin = reader.required("request", default: UNNotificationRequest.empty)
        else { return nil }
        self.delivered = delivered
        self.origin = origin
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(delivered, "date")
        coder.write(origin, "request")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the notification itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a notification with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// A hash of all fields.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(date)
        hasher.combine(request)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String { text([("date", date), ("request", request)]) }
}

extension UNNotificationRequest {
    /// An empty request, as a default.
    static var empty: UNNotificationRequest {
        UNNotificationRequest(identifier: "", content: UNNotificationContent(), trigger: nil)
    }
}

public import Foundation

/// The base class of triggers.
///
/// Source: Apple's page UNNotificationTrigger.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.
    private let isRepeating: Bool

    /// Whether it fires again after it has fired.
    open var repeats: Bool { isRepeating }

    init(repeats: Bool) {
        isRepeating = repeats
        super.init()
    }

    /// Reads an archived trigger; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        guard let repeats = ArchiveReader(coder).required("repeats", default: false) else {
            return nil
        }
        isRepeating = repeats
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(isRepeating, "repeats")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the trigger itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is a trigger of the same kind with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: self) == type(of: other) && repeats == other.repeats
    }

    /// A hash without the fields of subclasses.
    open override var hash: Int { repeats.hashValue }

    /// The class and the fields.
    open override var description: String { text([("repeats", repeats)]) }
}

public import Foundation

/// A part of the earth that can be entered and left; its subclasses say which.
///
/// Source: Apple's page CLRegion.
open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for the two switches, which Apple's class leaves open to change as well.
    private let name: String

    /// What the app calls it.
    open var identifier: String { name }

    /// Whether coming in counts; true at first.
    open var notifyOnEntry = true

    /// Whether going out counts; true at first.
    open var notifyOnExit = true

    init(identifier: String) {
        name = identifier
        super.init()
    }

    /// Reads an archived region; `nil` where it has no identifier.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
            return nil
        }
        self.name = String(describing: name)
        notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
        notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "identifier")
        coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
        coder.encode(notifyOnExit, forKey: "notifyOnExit")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives a region of its own with the same fields.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: name)
        copy.takeSwitches(of: self)
        return copy
    }

    func takeSwitches(of other: CLRegion) {
        notifyOnEntry = other.notifyOnEntry
        notifyOnExit = other.notifyOnExit
    }

    /// Whether another object is a region of the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: self) == type(of: other) && name == other.name
    }

    /// A hash of the name.
    open override var hash: Int { name.hashValue }
}

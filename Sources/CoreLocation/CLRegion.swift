public import Foundation

/// The base class of regions that can be entered and left.
///
/// Source: Apple's page CLRegion.
open class CLRegion: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for the two properties, which are mutable in Apple's class too.
    private let name: String

    /// The app's name for it.
    open var identifier: String { name }

    /// Whether entering counts; true by default.
    open var notifyOnEntry = true

    /// Whether leaving counts; true by default.
    open var notifyOnExit = true

    init(identifier: String) {
        name = identifier
        super.init()
    }

    /// Reads an archived region; `nil` if it has no identifier.
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

    /// Returns a copy of the region.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLRegion(identifier: name)
        copy.copySwitches(of: self)
        return copy
    }

    /// Copies whether entering and leaving count.
    func copySwitches(of other: CLRegion) {
        notifyOnEntry = other.notifyOnEntry
        notifyOnExit = other.notifyOnExit
    }

    /// Whether another object is a region with the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: self) == type(of: other) && name == other.name
    }

    /// A hash of the name.
    open override var hash: Int { name.hashValue }
}

public import Foundation

/// The image on a button.
///
/// Source: Apple's page UNNotificationActionIcon.
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.
    let name: String
    /// Whether the name is one of the system's symbols.
    let isSystemImage: Bool

    /// Makes an icon from the name of a system symbol.
    ///
    /// - Parameter systemImageName: the name. Linux: that of an icon in the icon theme.
    public init(systemImageName: String) {
        name = systemImageName
        isSystemImage = true
        super.init()
    }

    /// Makes an icon from an image of the app.
    ///
    /// - Parameter templateImageName: the image's name.
    public init(templateImageName: String) {
        name = templateImageName
        isSystemImage = false
        super.init()
    }

    /// Reads an archived icon; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let name = reader.required("name", default: ""),
            let isSystemImage = reader.required("isSystemImage", default: false)
        else { return nil }
        self.name = name
        self.isSystemImage = isSystemImage
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(name, "name")
        coder.write(isSystemImage, "isSystemImage")
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the icon itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is the same icon.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return name == other.name && isSystemImage == other.isSystemImage
    }

    /// A hash of the name.
    open override var hash: Int { name.hashValue }

    /// The class and the name.
    open override var description: String {
        text([(isSystemImage ? "systemImageName" : "templateImageName", name)])
    }
}

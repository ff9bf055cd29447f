import AgentInterface
public import Foundation
import NotifyCore

/// A file that is shown or played with a notification.
///
/// Source: Apple's page UNNotificationAttachment.
open class UNNotificationAttachment: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: all fields are constant.

    /// The attachment's name in its notification.
    open var identifier: String { name }
    /// The URL of the file.
    open var url: URL { file }
    /// The file's type, such as `public.png`.
    open var type: String { kind }

    private let name: String
    private let file: URL
    private let kind: String
    /// The options of its initialiser.
    let options: [String: UserInfoValue]

    /// Makes an attachment from a file: audio up to 5 MB, an image up to 10, a film up to 50.
    ///
    /// - Parameters:
    ///   - identifier: its name; generated if empty.
    ///   - URL: a file.
    ///   - options: values under the keys that begin with `UNNotificationAttachmentOptions`.
    /// - Throws: ``UNError`` with code `attachmentInvalidURL`, `attachmentUnrecognizedType`,
    ///   `attachmentInvalidFileSize` or `attachmentCorrupt`.
    public required init(
        identifier: String,
        url URL: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        guard URL.isFileURL else { throw UNError(.attachmentInvalidURL) }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        let checked: AttachmentFile
        do {
            checked = try AttachmentFile(path: URL.path, hint: hint)
        } catch {
            throw error.apple
        }
        name = identifier.isEmpty ? UUID().uuidString : identifier
        file = URL
        kind = checked.type.identifier
        // Values that are no property list have no meaning.
        self.options = options.flatMap { try? UserInfoValue.entries($0) } ?? [:]
        super.init()
    }

    /// Makes an attachment that was checked before.
    init(
        identifier: String,
        url: URL,
        type: String,
        options: [String: UserInfoValue] = [:]
    ) {
        name = identifier
        file = url
        kind = type
        self.options = options
        super.init()
    }

    /// Reads an archived attachment; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard let name = reader.required("identifier", default: ""),
            let path = reader.required("url", default: "file:///"),
            let url = URL(string: path),
            let kind = reader.required("type", default: ""),
            let data: Data? = reader.optional("options")
        else { return nil }
        options =
            data.flatMap {
                try? PropertyListDecoder().decode([String: UserInfoValue].self, from: $0)
            } ?? [:]
        self.name = name
        file = url
        self.kind = kind
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        coder.write(name, "identifier")
        coder.write(file.absoluteString, "url")
        coder.write(kind, "type")
        if !options.isEmpty, let data = try? PropertyListEncoder().encode(options) {
            coder.write(data, "options")
        }
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the attachment itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is an attachment with the same name, file and type.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAttachment else { return false }
        return identifier == other.identifier && url == other.url && type == other.type
    }

    /// A hash of the name and the file.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(identifier)
        hasher.combine(url)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String {
        text([("identifier", identifier), ("url", url), ("type", type)])
    }
}

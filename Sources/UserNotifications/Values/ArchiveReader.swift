import Foundation

#if Location
import CoreLocation
#endif

/// Reads the fields of an object from a coder, if the coder has any to give.
///
/// Tests make objects that nobody can make otherwise with a coder of their own, which knows nothing and
/// whose inherited methods end the process. Only a keyed archive is read; for any other coder every
/// field has its default.
struct ArchiveReader {
    private let archive: NSKeyedUnarchiver?

    init(_ coder: NSCoder) {
        archive = coder as? NSKeyedUnarchiver
    }

    /// Whether there is an archive.
    var hasArchive: Bool { archive != nil }

    /// A field that must be there; the default without an archive, `nil` where an archive lacks it.
    func required<Value>(_ key: String, default value: @autoclosure () -> Value) -> Value? {
        guard let archive else { return value() }
        return Self.value(archive, key)
    }

    /// A field that may be absent; the outer `nil` says that it has the wrong type.
    func optional<Value>(_ key: String, as type: Value.Type = Value.self) -> Value?? {
        guard let archive, archive.containsValue(forKey: key) else { return .some(nil) }
        guard let value: Value = Self.value(archive, key) else { return nil }
        return .some(value)
    }

    private static func value<Value>(_ archive: NSKeyedUnarchiver, _ key: String) -> Value? {
        guard archive.containsValue(forKey: key) else { return nil }
        return archive.decodeObject(of: allowed, forKey: key) as? Value
    }

    /// The classes that archives of this module hold.
    private static var allowed: [AnyClass] {
        #if Location
        let places: [AnyClass] = [CLCircularRegion.self, CLRegion.self]
        #else
        let places: [AnyClass] = []
        #endif
        return places + [
            NSString.self, NSNumber.self, NSDate.self, NSData.self, NSArray.self, NSURL.self,
            UNNotification.self, UNNotificationRequest.self, UNNotificationContent.self,
            UNNotificationTrigger.self, UNNotificationSound.self, UNNotificationAttachment.self,
            UNNotificationAction.self, UNNotificationActionIcon.self,
        ]
    }
}

extension NSCoder {
    /// Writes a field; `nil` is left out.
    func write(_ value: Any?, _ key: String) {
        switch value {
        case nil: break
        case let value as NSNumber: encode(value, forKey: key)
        case let value as String: encode(NSString(string: value), forKey: key)
        case let value as Date: encode(value as NSDate, forKey: key)
        case let value as Data: encode(value as NSData, forKey: key)
        case let value as URL: encode(value as NSURL, forKey: key)
        case let value as [Any]: encode(NSArray(array: value), forKey: key)
        case let value?: encode(value, forKey: key)
        }
    }
}

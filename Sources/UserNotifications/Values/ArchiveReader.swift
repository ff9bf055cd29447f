import Foundation

#if Location
import CoreLocation
#endif

/// Reads the fields of an object from a coder, if the coder has any.
///
/// Tests of apps make objects that have no public initialiser with their own subclass of `NSCoder`. If it
/// allows keyed coding, it is read with the methods that Apple's classes call: `decodeObject(forKey:)`,
/// `decodeBool(forKey:)`, `decodeInteger(forKey:)` and `decodeDouble(forKey:)`. A missing field, or one of
/// another type, has its default, and so have all fields without keyed coding, because the methods that a
/// subclass inherits end the process.
struct ArchiveReader {
    private let archive: NSKeyedUnarchiver?
    private let stub: NSCoder?

    init(_ coder: NSCoder) {
        archive = coder as? NSKeyedUnarchiver
        let isOfFoundation =
            type(of: coder) == NSCoder.self || type(of: coder) == NSKeyedArchiver.self
        stub = archive == nil && !isOfFoundation && coder.allowsKeyedCoding ? coder : nil
    }

    /// Whether there is an archive, whose fields must be valid.
    var hasArchive: Bool { archive != nil }

    /// Whether the coder has keys.
    var hasKeys: Bool { archive != nil || stub != nil }

    /// Returns a required field; the default without an archive, `nil` if an archive lacks it.
    func required<Value>(_ key: String, default value: @autoclosure () -> Value) -> Value? {
        if let archive { return Self.value(archive, key) }
        return stub.flatMap { Self.value($0, key) } ?? value()
    }

    /// Returns an optional field; the outer `nil` means that an archive has it with the wrong type.
    func optional<Value>(_ key: String, as type: Value.Type = Value.self) -> Value?? {
        guard let archive else {
            // Few coders of tests support optional numbers.
            return .some(stub.flatMap { $0.decodeObject(forKey: key) as? Value })
        }
        guard archive.containsValue(forKey: key) else { return .some(nil) }
        guard let value: Value = Self.value(archive, key) else { return nil }
        return .some(value)
    }

    private static func value<Value>(_ archive: NSKeyedUnarchiver, _ key: String) -> Value? {
        guard archive.containsValue(forKey: key) else { return nil }
        return archive.decodeObject(of: allowed, forKey: key) as? Value
    }

    private static func value<Value>(_ stub: NSCoder, _ key: String) -> Value? {
        switch Value.self {
        case is Bool.Type: stub.decodeBool(forKey: key) as? Value
        case is Int.Type: stub.decodeInteger(forKey: key) as? Value
        case is UInt.Type: UInt(exactly: stub.decodeInteger(forKey: key)) as? Value
        case is Double.Type: stub.decodeDouble(forKey: key) as? Value
        default: stub.decodeObject(forKey: key) as? Value
        }
    }

    /// The classes in archives of this module.
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

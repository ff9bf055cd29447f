import Foundation

#if Location
import CoreLocation
#endif

/// Reads the fields of an object from a coder, if the coder has any.
///
/// Tests of apps make objects that have no public initialiser with their own subclass of `NSCoder`. Of the methods of
/// such a class those alone are called that it overrides, because the others end the process; see ``CoderMethods``.
/// A missing field, or one of another type, has its default then.
struct ArchiveReader {
    private let archive: NSKeyedUnarchiver?
    private let stub: StubCoder?

    init(_ coder: NSCoder) {
        archive = coder as? NSKeyedUnarchiver
        stub = archive == nil ? StubCoder(coder) : nil
    }

    /// Whether there is an archive, whose fields must be valid.
    var hasArchive: Bool { archive != nil }

    /// Whether the coder has keys.
    var hasKeys: Bool { archive != nil || stub != nil }

    /// Returns a required field; the default without an archive, `nil` if an archive lacks it.
    func required<Value>(_ key: String, default value: @autoclosure () -> Value) -> Value? {
        if let archive { return Self.value(archive, key) }
        return stub?.value(key) ?? value()
    }

    /// Returns an optional field; the outer `nil` means that an archive has it with the wrong type.
    func optional<Value>(_ key: String, as type: Value.Type = Value.self) -> Value?? {
        guard let archive else {
            let value: Value? = stub?.optional(key)
            return .some(value)
        }
        guard archive.containsValue(forKey: key) else { return .some(nil) }
        guard let value: Value = Self.value(archive, key) else { return nil }
        return .some(value)
    }

    private static func value<Value>(_ archive: NSKeyedUnarchiver, _ key: String) -> Value? {
        guard archive.containsValue(forKey: key) else { return nil }
        return archive.decodeObject(of: allowed, forKey: key) as? Value
    }

    /// The classes in archives of this module.
    fileprivate static var allowed: [AnyClass] {
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

/// A coder of an app's tests, by the methods that its class overrides.
private struct StubCoder {
    private let coder: NSCoder
    private let methods: CoderMethods

    /// Makes it; `nil` for a coder that overrides none.
    init?(_ coder: NSCoder) {
        methods = CoderMethods(of: coder)
        guard !methods.isEmpty else { return nil }
        self.coder = coder
    }

    /// Returns a field by the method of its type, or else by one for objects.
    func value<Value>(_ key: String) -> Value? {
        plain(key) ?? object(key) as? Value
    }

    /// Returns a field that may be absent, as it is for a coder whose number is 0.
    func optional<Value>(_ key: String) -> Value? {
        if let object = object(key) as? Value { return object }
        guard let plain: Value = plain(key) else { return nil }
        func isZero(_ number: some Numeric) -> Bool { number == 0 }
        if let number = plain as? any Numeric, isZero(number) { return nil }
        return plain
    }

    private func plain<Value>(_ key: String) -> Value? {
        switch Value.self {
        case is Bool.Type: boolean(key) as? Value
        case is Int.Type: integer(key) as? Value
        case is UInt.Type: integer(key).flatMap { UInt(exactly: $0) } as? Value
        case is Double.Type: real(key) as? Value
        default: nil
        }
    }

    private func boolean(_ key: String) -> Bool? {
        methods.contains(.boolean) ? coder.decodeBool(forKey: key) : nil
    }

    /// The order is that of Foundation on Apple's systems, where a method calls the next one if it is not
    /// overridden.
    private func integer(_ key: String) -> Int? {
        if methods.contains(.integer) { return coder.decodeInteger(forKey: key) }
        if methods.contains(.int64) { return Int(exactly: coder.decodeInt64(forKey: key)) }
        if methods.contains(.int32) { return Int(coder.decodeInt32(forKey: key)) }
        if methods.contains(.cInt) { return Int(coder.decodeCInt(forKey: key)) }
        return nil
    }

    private func real(_ key: String) -> Double? {
        if methods.contains(.double) { return coder.decodeDouble(forKey: key) }
        if methods.contains(.float) { return Double(coder.decodeFloat(forKey: key)) }
        return nil
    }

    private func object(_ key: String) -> Any? {
        if methods.contains(.object) { return coder.decodeObject(forKey: key) }
        if methods.contains(.objectOfClasses) {
            return coder.decodeObject(of: ArchiveReader.allowed, forKey: key)
        }
        if methods.contains(.propertyList) { return coder.decodePropertyList(forKey: key) }
        return nil
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

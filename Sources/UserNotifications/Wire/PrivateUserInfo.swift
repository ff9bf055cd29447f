import Foundation
import NotifyCore

/// Fields that the agent's record lacks, stored in `userInfo` with a reserved key that apps do not see.
struct PrivateUserInfo {
    static let key = PrivateFields.key

    private(set) var values: [String: PropertyValue] = [:]

    init() {}

    /// Reads the fields from `userInfo`.
    init(of userInfo: [String: PropertyValue]) {
        var userInfo = userInfo
        self.init(removingFrom: &userInfo)
    }

    /// Removes the fields from `userInfo`.
    init(removingFrom userInfo: inout [String: PropertyValue]) {
        if case .dictionary(let values) = userInfo.removeValue(forKey: Self.key) {
            self.values = values
        }
    }

    /// Stores the fields in `userInfo`, if there are any.
    func store(in userInfo: inout [String: PropertyValue]) {
        if !values.isEmpty { userInfo[Self.key] = .dictionary(values) }
    }

    subscript(name: String) -> PropertyValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Stores a text, as bytes, because D-Bus ends strings at the first zero.
    mutating func keep(_ text: String?, _ name: String, unless standard: String? = nil) {
        guard let text, text != standard else { return }
        values[name] = .data(Array(text.utf8))
    }

    /// Returns a name for the agent; one with control characters is stored here, and the agent gets none.
    mutating func name(_ text: String, _ name: String) -> String {
        guard !text.isPlainName else { return text }
        keep(text, name)
        return ""
    }

    func text(_ name: String) -> String? {
        values[name].flatMap(Self.text)
    }

    /// Whether a server pushed the notification.
    var isPushed: Bool { values[PrivateFields.isPushed] == .boolean(true) }

    func data(_ name: String) -> Data? {
        guard case .data(let bytes) = values[name] else { return nil }
        return Data(bytes)
    }

    func real(_ name: String) -> Double? {
        guard case .real(let value) = values[name] else { return nil }
        return value
    }

    func integer(_ name: String) -> Int? {
        guard case .integer(let value) = values[name] else { return nil }
        return Int(value)
    }

    static func text(_ value: PropertyValue) -> String? {
        guard case .data(let bytes) = value else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

import Foundation
import NotifyCore

/// What the agent's record has no place for: it travels in `userInfo` under a reserved key, which apps
/// never see.
struct Reserve {
    static let key = "org.notifyschedule.UserNotifications"

    private(set) var values: [String: PropertyValue] = [:]

    init() {}

    /// Takes the reserve out of `userInfo`.
    init(removingFrom userInfo: inout [String: PropertyValue]) {
        if case .dictionary(let values) = userInfo.removeValue(forKey: Self.key) {
            self.values = values
        }
    }

    /// Puts the reserve into `userInfo`, where there is any.
    func store(in userInfo: inout [String: PropertyValue]) {
        if !values.isEmpty { userInfo[Self.key] = .dictionary(values) }
    }

    subscript(name: String) -> PropertyValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// Keeps a text, as bytes, for texts end at their first zero on the bus.
    mutating func keep(_ text: String?, _ name: String, unless standard: String? = nil) {
        guard let text, text != standard else { return }
        values[name] = .data(Array(text.utf8))
    }

    func text(_ name: String) -> String? {
        values[name].flatMap(Self.text)
    }

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

import Foundation
import NotifyCore

extension UserInfoValue {
    /// The value for the agent; `nil` if it would not be the same when read.
    var property: PropertyValue? {
        switch self {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .unsigned, .decimal: return nil
        case .null: return .null
        case .real(let value): return .real(value)
        // D-Bus ends strings at the first zero.
        case .string(let value): return value.utf8.contains(0) ? nil : .string(value)
        case .date(let seconds):
            let epoch = Date.timeIntervalBetween1970AndReferenceDate
            return seconds + epoch - epoch == seconds ? .date(seconds + epoch) : nil
        case .data(let value): return .data([UInt8](value))
        case .array(let values):
            let properties = values.compactMap(\.property)
            return properties.count == values.count ? .array(properties) : nil
        case .dictionary(let values):
            return Self.properties(values).map(PropertyValue.dictionary)
        }
    }

    /// Returns the entries of a dictionary for the agent.
    static func properties(_ values: [String: UserInfoValue]) -> [String: PropertyValue]? {
        guard !values.keys.contains(where: { $0.utf8.contains(0) }) else { return nil }
        let properties = values.compactMapValues(\.property)
        return properties.count == values.count ? properties : nil
    }

    /// Makes the value from the agent's.
    init(_ property: PropertyValue) {
        self =
            switch property {
            case .boolean(let value): .boolean(value)
            case .integer(let value): .integer(value)
            case .real(let value): .real(value)
            case .string(let value): .string(value)
            case .date(let seconds): .date(seconds - Date.timeIntervalBetween1970AndReferenceDate)
            case .data(let bytes): .data(Data(bytes))
            case .null: .null
            case .array(let values): .array(values.map(UserInfoValue.init))
            case .dictionary(let values): .dictionary(values.mapValues(UserInfoValue.init))
            }
    }
}

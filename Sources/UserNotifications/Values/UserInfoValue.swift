import Foundation

/// A value of `userInfo` in the form that is compared, archived and sent.
///
/// Foundation's archives turn the number 1 into `true` if both occur, and Swift's numbers never equal an
/// `NSNumber`.
indirect enum UserInfoValue: Hashable, Sendable, Codable {
    case boolean(Bool)
    case integer(Int64)
    /// A whole number that is too large for `integer`.
    case unsigned(UInt64)
    case real(Double)
    /// A decimal number, whose digits a `Double` would not keep.
    case decimal(Decimal)
    case string(String)
    /// Seconds since 2001, as in `Date`, because another epoch would lose the last digits.
    case date(Double)
    case data(Data)
    /// `NSNull`, which property lists lack and pushed messages have.
    case null
    case array([UserInfoValue])
    case dictionary([String: UserInfoValue])

    /// Reads a value of a property list, or `NSNull`.
    init(_ value: Any, at path: String = "userInfo") throws(NotAPropertyList) {
        // Foundation's numbers can be cast to several of Swift's types, so they are checked first.
        if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
            self = Self.number(number)
            return
        }
        switch value {
        case let value as String: self = .string(value)
        case let value as Bool: self = .boolean(value)
        case let value as Date: self = .date(value.timeIntervalSinceReferenceDate)
        case let value as Data: self = .data(value)
        case is NSNull: self = .null
        case let value as any BinaryInteger: self = try Self.whole(value, at: path)
        case let value as any BinaryFloatingPoint: self = .real(Self.double(value))
        case let value as Decimal: self = .decimal(value)
        case let value as [Any]:
            var values: [UserInfoValue] = []
            for (index, element) in value.enumerated() {
                values.append(try UserInfoValue(element, at: "\(path)[\(index)]"))
            }
            self = .array(values)
        case let value as [AnyHashable: Any]:
            self = .dictionary(try Self.entries(value, at: path))
        default:
            throw NotAPropertyList(path: path, type: "\(type(of: value))")
        }
    }

    /// The entries of a dictionary.
    static func entries(
        _ values: [AnyHashable: Any],
        at path: String = "userInfo"
    ) throws(NotAPropertyList) -> [String: UserInfoValue] {
        var entries: [String: UserInfoValue] = [:]
        for (key, value) in values {
            guard let name = key.base as? String else {
                throw NotAPropertyList(path: "a key of \(path)", type: "\(type(of: key.base))")
            }
            entries[name] = try UserInfoValue(value, at: "\(path)[\"\(name)\"]")
        }
        return entries
    }

    /// The value for the app.
    ///
    /// Numbers are `NSNumber`, as on Apple's systems, which can be cast to each of Swift's number types that
    /// has the value.
    var plain: Any {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let value): value
        case .null: NSNull()
        case .array(let values): values.map(\.plain)
        case .dictionary(let values): values.mapValues(\.plain)
        }
    }

    /// Returns the entries that `userInfo` can have, at all levels; other elements of arrays are null, so that the
    /// rest have their places.
    static func codableEntries(_ values: [AnyHashable: Any]) -> [String: UserInfoValue] {
        var entries: [String: UserInfoValue] = [:]
        for (key, value) in values {
            guard let name = key.base as? String, let entry = codable(value) else { continue }
            entries[name] = entry
        }
        return entries
    }

    private static func codable(_ value: Any) -> UserInfoValue? {
        if let whole = try? UserInfoValue(value) { return whole }
        return switch value {
        case let values as [Any]: .array(values.map { codable($0) ?? .null })
        case let values as [AnyHashable: Any]: .dictionary(codableEntries(values))
        default: nil
        }
    }

    /// Returns values for the app that set them; those that no property list can contain are unchanged.
    static func plain(_ values: [AnyHashable: Any]) -> [AnyHashable: Any] {
        values.mapValues { (try? UserInfoValue($0))?.plain ?? $0 }
    }

    private static func isBoolean(_ number: NSNumber) -> Bool {
        type(of: number) == type(of: NSNumber(value: true))
    }

    private static func number(_ number: NSNumber) -> UserInfoValue {
        if isBoolean(number) { return .boolean(number.boolValue) }
        if let number = number as? NSDecimalNumber { return .decimal(number.decimalValue) }
        return switch String(cString: number.objCType) {
        case "d", "f": .real(number.doubleValue)
        case "Q": whole(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }

    private static func double(_ value: some BinaryFloatingPoint) -> Double { Double(value) }

    private static func whole(_ value: UInt64) -> UserInfoValue {
        Int64(exactly: value).map(UserInfoValue.integer) ?? .unsigned(value)
    }

    private static func whole(
        _ value: some BinaryInteger,
        at path: String
    ) throws(NotAPropertyList) -> UserInfoValue {
        if let value = Int64(exactly: value) { return .integer(value) }
        if let value = UInt64(exactly: value) { return .unsigned(value) }
        throw NotAPropertyList(path: path, type: "\(type(of: value)) with more than 64 bits")
    }
}

/// The error of a value in `userInfo` that no property list can contain.
struct NotAPropertyList: Error, CustomStringConvertible {
    let path: String
    let type: String

    var description: String {
        "\(path) is of type \(type); property lists have booleans, numbers, strings, dates, data, "
            + "arrays, and dictionaries with strings as keys"
    }
}

import GLibBridge
import NotifyCore

extension RecordParser {
    /// Returns the error of a field, which sentences call by its path.
    static func fault(
        _ path: String,
        _ reason: String,
        _ wayOut: String? = nil
    ) -> RequestError {
        RequestError(.invalidContent, .init(path, path), reason: reason, wayOut: wayOut)
    }

    /// Returns the error of a value of another type.
    static func wrong(_ value: JSONValue, _ name: String, _ expected: String) -> RequestError {
        fault(name, "is \(value.kind)", "write \(expected)")
    }

    /// Returns the members of an object.
    static func members(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> [JSONValue.Member] {
        guard case .object(let members) = value else { throw wrong(value, name(), "an object") }
        return members
    }

    /// Returns the elements of an array.
    static func elements(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> [JSONValue] {
        guard case .array(let values) = value else { throw wrong(value, name(), "an array") }
        return values
    }

    /// Returns a string without NUL, at which D-Bus would end it.
    static func text(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> String {
        guard case .string(let text) = value else { throw wrong(value, name(), "a text") }
        try checkForNUL(text, name())
        return text
    }

    /// Returns a number.
    static func double(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw wrong(value, name(), "a number")
        }
    }

    /// Returns a whole number in the range of its type.
    static func integer<Integer: FixedWidthInteger>(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Integer {
        guard case .integer(let number) = value, let integer = Integer(exactly: number) else {
            throw wrong(value, name(), "a whole number from \(Integer.min) to \(Integer.max)")
        }
        return integer
    }

    /// Returns a number, which may be a string if JSON cannot represent it, such as `inf`.
    static func real(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        case .string(let text):
            if let number = Double(text) { return number }
        default: break
        }
        throw wrong(value, name(), "a number")
    }

    /// Returns a date of RFC 3339 as microseconds since 1970.
    static func instant(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Variant {
        let text = try text(value, name())
        do {
            return .int64(try RFC3339.instant(text).microseconds)
        } catch {
            throw RequestError(
                .invalidContent,
                .init(name(), name()),
                value: text.quoted,
                because: "\(error)"
            )
        }
    }

    /// Returns seconds as microseconds.
    static func microseconds(
        _ value: JSONValue,
        _ name: @autoclosure () -> String
    ) throws(RequestError) -> Int64 {
        let product: Int64? =
            switch value {
            case .integer(let seconds):
                {
                    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
                    return overflow ? nil : product
                }()
            case .number(let seconds): Int64(exactly: (seconds * 1_000_000).rounded())
            case .string(let text): exactMicroseconds(text)
            default: nil
            }
        guard let product else { throw wrong(value, name(), "a number of seconds") }
        return product
    }

    /// Returns the microseconds of a text such as `9223372036854.775807`.
    private static func exactMicroseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let places = parts.count > 1 ? parts[1] : ""
        guard let whole = parts.first, places.utf8.count <= 6 else { return nil }
        return Int64(whole + places + String(repeating: "0", count: 6 - places.utf8.count))
    }

    /// Returns a property list.
    static func properties(
        of value: JSONValue,
        _ name: String
    ) throws(RequestError) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for member in try members(value, name) {
            try checkForNUL(member.key, name)
            values[member.key] = try property(member.value, "\(name).\(member.key)")
        }
        return values
    }

    private static func property(
        _ value: JSONValue,
        _ name: String
    ) throws(RequestError) -> PropertyValue {
        switch value {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .integer(let number): return .integer(number)
        case .number(let number): return .real(number)
        case .string: return .string(try text(value, name))
        case .array(let values):
            var properties: [PropertyValue] = []
            for (index, value) in values.enumerated() {
                properties.append(try property(value, "\(name)[\(index)]"))
            }
            return .array(properties)
        case .object(let members):
            guard members.count == 1, let member = members.first, member.key.hasPrefix("$") else {
                return .dictionary(try properties(of: value, name))
            }
            return try typed(member, "\(name).\(member.key)")
        }
    }

    private static func typed(
        _ member: JSONValue.Member,
        _ name: String
    ) throws(RequestError) -> PropertyValue {
        switch TypedProperty(rawValue: member.key) {
        case .date: return .date(try real(member.value, name))
        case .real: return .real(try real(member.value, name))
        case .dictionary: return .dictionary(try properties(of: member.value, name))
        case .data:
            guard let bytes = Base64.decoded(try text(member.value, name)) else {
                throw fault(name, "is not base64")
            }
            return .data(bytes)
        case nil:
            throw fault(name, "is not a type", "use $date, $data, $real and $dictionary")
        }
    }

    private static func checkForNUL(
        _ text: String,
        _ name: @autoclosure () -> String
    ) throws(RequestError) {
        guard !text.utf8.contains(0) else {
            throw fault(name(), "has the control character U+0000")
        }
    }
}

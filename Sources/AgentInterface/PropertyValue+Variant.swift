import GLibBridge
import NotifyCore

extension PropertyValue {
    /// The value as a variant, as the interface documents for `userInfo`.
    var variant: Variant {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .int64(value)
        case .real(let value): .double(value)
        case .string(let value): .string(value)
        case .date(let seconds): .tuple([.double(seconds)])
        case .data(let bytes): .bytes(bytes)
        // D-Bus has no null.
        case .null: .tuple([.boolean(false)])
        case .array(let values): .array(of: "v", values.map { .variant($0.variant) })
        case .dictionary(let values):
            .dictionary(
                values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.variant) }
            )
        }
    }

    /// Reads a value.
    init(_ variant: Variant, depth: Int) throws(RequestError) {
        guard depth <= RequestLimits.userInfoDepth else {
            throw RequestError(
                .invalidContent,
                .init("", "userInfo"),
                reason: "is nested deeper than \(RequestLimits.userInfoDepth) levels",
                wayOut: "flatten it"
            )
        }
        if let value = variant.boolean {
            self = .boolean(value)
        } else if let value = variant.integer {
            self = .integer(value)
        } else if let value = variant.double {
            self = .real(value)
        } else if let value = variant.string {
            self = .string(value)
        } else if let value = variant.bytes {
            self = .data(value)
        } else if variant.type == "(d)" {
            self = .date(variant[0]?.double ?? 0)
        } else if variant.type == "(b)" {
            self = .null
        } else if let inner = variant.unboxed {
            self = try PropertyValue(inner, depth: depth + 1)
        } else if let entries = variant.entries {
            var values: [String: PropertyValue] = [:]
            for entry in entries {
                values[entry.key] = try PropertyValue(entry.value, depth: depth + 1)
            }
            self = .dictionary(values)
        } else if variant.type.hasPrefix("a"), !variant.type.hasPrefix("a{") {
            var values: [PropertyValue] = []
            for child in variant.children {
                // The variant around each element of an av does not count as a level.
                values.append(try PropertyValue(child.unboxed ?? child, depth: depth + 1))
            }
            self = .array(values)
        } else {
            throw RequestError(
                .invalidContent,
                .init("", "userInfo"),
                reason: "has a value of type \(variant.type)",
                wayOut:
                    "property lists have booleans, numbers, strings, dates, data, arrays and dictionaries"
            )
        }
    }
}

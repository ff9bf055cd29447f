package import GLibBridge
package import NotifyCore

extension BubbleOptions: Record {
    package static let recordName = "bubble"
    package static var blank: Self { Self() }

    /// Whether all fields have their default.
    var isEmpty: Bool {
        var fields = self
        // It is no field of the record.
        fields.replacesOwnAlone = false
        return fields == .blank
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.optional("markup", .flag, &hasMarkup, default: false)
        try fields.optional("verbatim", .flag, &isVerbatim, default: false)
        try fields.optional("replaces", .uint32.onBusOnly, &replaces)
        try fields.optional("appName", .text, &appName)
        try fields.optional("icon", .text, &icon)
        try fields.optional("expireTimeout", .int32, &expiry)
        try fields.optional("hints", .hints(mayBeAny: isVerbatim), &hints, default: [:])
    }
}

extension FieldKind<[String: HintValue]> {
    /// Hints by their names, in the order of the names.
    fileprivate static func hints(mayBeAny: Bool) -> Self {
        Self("a{sv}", .hints, isContainer: true, variant) { (value, _) throws(RequestError) in
            guard let entries = value.entries else { return nil }
            var hints: [String: HintValue] = [:]
            for entry in entries {
                let hint = try HintValue(entry.value, of: entry.key, mayBeAny: mayBeAny)
                guard hints.updateValue(hint, forKey: entry.key) == nil else {
                    throw RequestError(
                        .malformed,
                        .init("", "hints"),
                        reason: "has the key \(entry.key.quoted) twice"
                    )
                }
            }
            return hints
        }
    }

    private static func variant(_ hints: [String: HintValue]) -> Variant {
        .dictionary(hints.sorted { $0.key < $1.key }.map { ($0.key, $0.value.variant) })
    }
}

extension HintValue {
    /// The value as a variant.
    package var variant: Variant {
        switch self {
        case .boolean(let value): .boolean(value)
        case .byte(let value): .byte(value)
        case .integer(let value): .int32(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .other(let text): Variant(text: text) ?? .string(text)
        }
    }

    /// Makes a value from a variant.
    package init(_ variant: Variant) {
        switch variant.type {
        case "b": self = .boolean(variant.boolean ?? false)
        case "y": self = .byte(UInt8(clamping: variant.integer ?? 0))
        case "i": self = .integer(Int32(clamping: variant.integer ?? 0))
        case "d": self = .double(variant.double ?? 0)
        case "s": self = .string(variant.string ?? "")
        default: self = .other(variant.typedText)
        }
    }

    /// The maximum nesting of values; D-Bus allows 64 for a whole message.
    private static let maxLevels = 16

    fileprivate init(
        _ variant: Variant,
        of name: String,
        mayBeAny: Bool
    ) throws(RequestError) {
        self.init(variant)
        guard case .other = self else { return }
        let types = variant.types(levels: Self.maxLevels)
        // A handle is valid only in this message.
        guard mayBeAny, let types, !types.contains(where: { $0.contains("h") }) else {
            throw RequestError(
                .malformed,
                .init(name, "the hint \(name.quoted)"),
                reason: "has the type \(variant.type)",
                wayOut: !mayBeAny
                    ? "use b, y, i, d or s"
                    : types == nil
                        ? "it can have at most \(Self.maxLevels) levels" : "files cannot be sent"
            )
        }
        guard types.allSatisfy(Variant.isCarried) else {
            throw RequestError(
                .malformed,
                .init(name, "the hint \(name.quoted)"),
                reason: "has the type \(variant.type), which D-Bus does not support"
            )
        }
    }
}

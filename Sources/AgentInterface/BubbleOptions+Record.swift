public import GLibBridge
public import NotifyCore

extension BubbleOptions {
    /// The options as a dictionary; `nil` where all are left out.
    var record: Variant? {
        var entries: [(key: String, value: Variant)] = []
        if hasMarkup { entries.append(("markup", .boolean(true))) }
        if isVerbatim { entries.append(("verbatim", .boolean(true))) }
        if let replaces { entries.append(("replaces", .uint32(replaces))) }
        if let appName { entries.append(("appName", .string(appName))) }
        if let icon { entries.append(("icon", .string(icon))) }
        if let expiry { entries.append(("expireTimeout", .int32(expiry))) }
        if !hints.isEmpty {
            entries.append(
                (
                    "hints",
                    .dictionary(
                        hints.sorted { $0.key < $1.key }.map {
                            (key: $0.key, value: $0.value.variant)
                        }
                    )
                )
            )
        }
        return entries.isEmpty ? nil : .dictionary(entries)
    }

    init(record: Variant?) throws(RequestError) {
        self.init()
        guard let record else { return }
        let reader = try RecordReader(
            record,
            "bubble",
            keys: [
                "markup", "appName", "icon", "expireTimeout", "hints", "verbatim", "replaces",
            ]
        )
        hasMarkup = try reader.boolean("markup") ?? false
        isVerbatim = try reader.boolean("verbatim") ?? false
        replaces = try reader.integer("replaces").map { UInt32(clamping: $0) }
        appName = try reader.string("appName")
        icon = try reader.string("icon")
        expiry = try reader.integer("expireTimeout").map { Int32(clamping: $0) }
        guard let hints = reader["hints"] else { return }
        guard let entries = hints.entries, hints.type == "a{sv}" else {
            throw RequestError(.malformed, "hints has the type \(hints.type), not a{sv}")
        }
        for entry in entries {
            let value = try HintValue(entry.value, of: entry.key, mayBeAny: isVerbatim)
            guard self.hints.updateValue(value, forKey: entry.key) == nil else {
                throw RequestError(.malformed, "hints has the key \(entry.key.quoted) twice")
            }
        }
    }
}

extension HintValue {
    /// The value in D-Bus's types.
    public var variant: Variant {
        switch self {
        case .boolean(let value): .boolean(value)
        case .byte(let value): .byte(value)
        case .integer(let value): .int32(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .other(let text): Variant(text: text) ?? .string(text)
        }
    }

    /// A value of D-Bus's types.
    public init(_ variant: Variant) {
        switch variant.type {
        case "b": self = .boolean(variant.boolean ?? false)
        case "y": self = .byte(UInt8(clamping: variant.integer ?? 0))
        case "i": self = .integer(Int32(clamping: variant.integer ?? 0))
        case "d": self = .double(variant.double ?? 0)
        case "s": self = .string(variant.string ?? "")
        default: self = .other(variant.typedText)
        }
    }

    /// How deep values may lie in one another; D-Bus has 64 for all of a message.
    private static let mostLevels = 16

    fileprivate init(
        _ variant: Variant,
        of name: String,
        mayBeAny: Bool
    ) throws(RequestError) {
        self.init(variant)
        guard case .other = self else { return }
        let types = variant.types(levels: Self.mostLevels)
        // A handle names a file that came with this call alone.
        guard mayBeAny, let types, !types.contains(where: { $0.contains("h") }) else {
            throw RequestError(
                .malformed,
                "the hint \(name.quoted) has the type \(variant.type); "
                    + (!mayBeAny
                        ? "there are b, y, i, d and s"
                        : types == nil
                            ? "it may have \(Self.mostLevels) levels at most"
                            : "a file cannot be sent along")
            )
        }
        guard types.allSatisfy(Variant.isCarried) else {
            throw RequestError(
                .malformed,
                "the hint \(name.quoted) has the type \(variant.type), which D-Bus cannot carry"
            )
        }
    }
}

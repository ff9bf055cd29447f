/// The options of a request's bubble beyond Apple's content, as the Desktop Notifications Specification
/// names them.
package struct BubbleOptions: Hashable, Sendable {
    /// Whether the body has the specification's markup; else it is plain text.
    package var hasMarkup: Bool
    /// Whether the server gets every text, button and hint unchanged, as notify-send sends them.
    package var isVerbatim = false
    /// The number of the current server's bubble that this one replaces; `nil` for none.
    ///
    /// It is used during the call and not stored.
    package var replaces: UInt32?
    /// Whether that must be a bubble of the request's own app.
    ///
    /// The agent sets it by the caller; it is not part of messages and not stored.
    package var replacesOwnAlone = false
    /// The program's name in the bubble; `nil` for the app's own.
    package var appName: String?
    /// A name of the icon theme, or the absolute path of a file; `nil` for the app's own.
    package var icon: String?
    /// Hints beyond those that the agent sets, by their names.
    package var hints: [String: HintValue]
    /// The milliseconds after which the bubble closes: 0 for never, ``serverExpiry`` for when the server closes it;
    /// `nil` if the agent decides.
    package var expiry: Int32?

    /// The expiry that leaves it to the server, whatever the agent is configured to do.
    package static let serverExpiry: Int32 = -1

    /// Makes options; the agent chooses those that are left out.
    package init(
        hasMarkup: Bool = false,
        appName: String? = nil,
        icon: String? = nil,
        hints: [String: HintValue] = [:],
        expiry: Int32? = nil
    ) {
        self.hasMarkup = hasMarkup
        self.appName = appName
        self.icon = icon
        self.hints = hints
        self.expiry = expiry
    }
}

/// The value of a hint.
package enum HintValue: Hashable, Sendable {
    /// D-Bus's `b`.
    case boolean(Bool)
    /// D-Bus's `y`.
    case byte(UInt8)
    /// D-Bus's `i`.
    case integer(Int32)
    /// D-Bus's `d`.
    case double(Double)
    /// D-Bus's `s`.
    case string(String)
    /// A value of any other type, in GVariant's text format with its type.
    case other(String)

    /// The value as written on a command line.
    package var words: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .byte(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value), .other(let value): value
        }
    }

    /// The type's name on a command line.
    package var typeName: String {
        switch self {
        case .boolean: "boolean"
        case .byte: "byte"
        case .integer: "int"
        case .double: "double"
        case .string: "string"
        case .other: "variant"
        }
    }
}

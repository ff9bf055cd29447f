/// What a request says of its bubble beyond Apple's content, in the words of the Desktop Notifications
/// Specification.
public struct BubbleOptions: Hashable, Sendable {
    /// Whether the body has the specification's markup; else it is plain text.
    public var hasMarkup: Bool
    /// Whether the server gets every text, button and hint as it is given here, as notify-send sends them.
    public var isVerbatim = false
    /// The number of a bubble of the server that runs now, whose place this one takes; `nil` for none.
    ///
    /// It is for the moment of the call and is not kept.
    public var replaces: UInt32?
    /// The name of the program that it is said to come from; `nil` for the app's own.
    public var appName: String?
    /// A name of the icon theme, or a file by its absolute path; `nil` for the app's own.
    public var icon: String?
    /// Hints beside those that the agent gives, by their names.
    public var hints: [String: HintValue]
    /// After how many milliseconds the bubble goes, counted from the moment it is shown; 0 for never,
    /// `nil` for the server's own time.
    public var expiry: Int32?

    /// Makes options; those left out leave it to the agent.
    public init(
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
public enum HintValue: Hashable, Sendable {
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

    /// The value as it is written on a command line.
    public var words: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .byte(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value), .other(let value): value
        }
    }

    /// The type's name on a command line.
    public var typeName: String {
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

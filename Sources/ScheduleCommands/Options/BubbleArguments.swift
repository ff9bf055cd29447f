import AgentInterface
import ArgumentParser
import NotifyCore

/// The options of `add` for the bubble, named as in notify-send.
struct BubbleArguments: ParsableArguments {
    @Flag(help: "The body has markup: <b>, <i>, <u>, <a href> and <img src alt>.")
    var markup = false

    private static let urgencies = ["low", "normal", "critical"]

    @Option(
        name: [.customShort("u"), .customLong("urgency")],
        parsing: .unconditional,
        help: ArgumentHelp("low, normal or critical.", valueName: "level"),
        completion: .list(urgencies)
    )
    var urgency: String?

    @Option(
        name: [.customShort("t"), .customLong("expire-time")],
        parsing: .unconditional,
        help: ArgumentHelp(
            "Milliseconds after which the bubble closes; 0 for never.",
            valueName: "ms"
        )
    )
    var milliseconds: String?

    @Option(
        name: .customLong("expire"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "When the bubble closes: after a span, never, or default for when the server closes it.",
            valueName: "span|never|default"
        ),
        completion: .list(["never", "default"])
    )
    var expiry: String?

    @Option(
        name: [.customShort("a"), .customLong("app-name")],
        parsing: .unconditional,
        help: ArgumentHelp("The program's name in the bubble.", valueName: "name")
    )
    var appName: String?

    @Option(
        name: [
            .customShort("i"), .customLong("icon"), .customShort("n"), .customLong("app-icon"),
        ],
        parsing: .unconditional,
        help: ArgumentHelp("An icon name of the theme, or a file.", valueName: "name|file"),
        completion: .file()
    )
    var icon: String?

    @Flag(
        name: [.customShort("e"), .customLong("transient")],
        help: "Do not keep it in the desktop's own list."
    )
    var isTransient = false

    @Option(
        name: .customLong("hint"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A hint for the server; TYPE is boolean, int, double, string or byte. Repeatable.",
            valueName: "type:name:value"
        )
    )
    var hints: [String] = []

    @Option(name: .customShort("c"), parsing: .unconditional, help: .hidden)
    var categoryOfSend: String?

    @Option(name: .customShort("A"), parsing: .unconditionalSingleValue, help: .hidden)
    var actionsOfSend: [String] = []

    @Option(name: .customShort("r"), parsing: .unconditional, help: .hidden)
    var replacedBySend: String?

    @Flag(name: .customShort("p"), help: .hidden)
    var printsID = false

    /// The names of the options that are given.
    var given: [String] {
        [
            ("markup", markup), ("urgency", urgency != nil), ("expire-time", milliseconds != nil),
            ("expire", expiry != nil), ("app-name", appName != nil), ("icon", icon != nil),
            ("transient", isTransient),
            ("hint", !hints.isEmpty),
        ].filter(\.1).map(\.0)
    }

    /// Refuses options that only notify-send has, with what to use instead.
    ///
    /// - Throws: ``UsageError`` if one is given.
    func refuseThoseOfSend(_ verb: String) throws(UsageError) {
        let isAdd = verb == "add"
        if let name = categoryOfSend {
            throw UsageError("\(verb) has no -c; write --hint string:category:\(name)")
        }
        if let action = actionsOfSend.first {
            throw UsageError(
                "\(verb) has no -A \(action.quoted); write --action \"Label=URL\", which says what it opens"
                    + (isAdd ? ", or use notify-schedule send, which prints the answer" : "")
            )
        }
        if replacedBySend != nil {
            throw UsageError(
                "\(verb) has no -r"
                    + (isAdd ? "; write --id, which replaces a request of that identifier" : "")
            )
        }
        if printsID {
            throw UsageError(
                "\(verb) has no -p; it always prints the identifier"
                    + (isAdd ? ", and --id sets one" : "")
            )
        }
    }

    /// Returns the level of `--urgency`, or that of `--level`.
    func level(
        otherwise level: InterruptionLevel
    ) throws -> InterruptionLevel {
        switch urgency {
        case nil: return level
        case _ where level != .active:
            throw UsageError("--urgency and --level both set the level; keep one of them")
        case "low": return .passive
        case "normal": return .active
        case "critical": return .critical
        case let name?:
            throw RequestError.unknown(name, of: "--urgency", among: Self.urgencies)
        }
    }

    /// Returns the options for the agent.
    func options() throws(RequestError) -> BubbleOptions {
        var hints: [String: HintValue] = [:]
        if isTransient { hints["transient"] = .boolean(true) }
        for text in self.hints {
            let hint = try HintArgument(parsing: text)
            guard hints.updateValue(hint.value, forKey: hint.name) == nil else {
                throw RequestError(
                    .invalidContent,
                    .init("bubble.hints.\(hint.name)", "the hint \(hint.name)"),
                    reason: "is given twice",
                    wayOut: "keep one of them"
                )
            }
        }
        return BubbleOptions(
            hasMarkup: markup,
            appName: appName,
            icon: try checkedIcon(),
            hints: hints,
            expiry: try bubbleExpiry()
        )
    }

    private func bubbleExpiry() throws(RequestError) -> Int32? {
        switch (milliseconds, expiry) {
        case (nil, nil): return nil
        case (nil, let words?):
            do {
                return try BubbleOptions.expiry(words: words)
            } catch {
                throw error.calling("--expire")
            }
        case (let text?, nil):
            // As for notify-send, -1 leaves it to the server.
            guard let number = Int32(text), number >= BubbleOptions.serverExpiry else {
                throw RequestError(
                    .invalidContent,
                    .expiry,
                    value: text.quoted,
                    reason: "is not a number of milliseconds from 0 to \(Int32.max)"
                ).calling("--expire-time")
            }
            return number
        case (_?, let words?):
            throw RequestError(
                .invalidContent,
                .option("--expire"),
                value: words.quoted,
                reason: "and --expire-time both say when the bubble closes",
                wayOut: "keep one of them"
            )
        }
    }

    /// Returns the icon, a file by its absolute path, because the agent and the server have another working directory.
    private func checkedIcon() throws(RequestError) -> String? {
        guard let icon else { return nil }
        do {
            return try IconCheck(takesRelativePaths: true).icon(icon)
        } catch {
            throw error.ofOptions
        }
    }
}

/// A parsed `--hint TYPE:NAME:VALUE`.
struct HintArgument {
    let name: String
    let value: HintValue

    private static let field = RequestError.Field("bubble.hints", "--hint")

    init(parsing text: String) throws(RequestError) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3 else {
            throw RequestError(
                .invalidContent,
                Self.field,
                value: text.quoted,
                reason: "is not of the form TYPE:NAME:VALUE, as in int:value:42"
            )
        }
        name = parts[1]
        guard let value = try Self.value(parts[2], type: parts[0]) else {
            throw RequestError(
                .invalidContent,
                Self.field,
                value: text.quoted,
                because: "\(parts[2].quoted) is not of type \(parts[0])"
            )
        }
        self.value = value
    }

    private static func value(_ text: String, type: String) throws(RequestError) -> HintValue? {
        switch type.lowercased() {
        case "boolean": return Bool(text.lowercased()).map(HintValue.boolean)
        case "int": return Int32(text).map(HintValue.integer)
        case "double": return Double(text).map(HintValue.double)
        case "string": return .string(text)
        case "byte":
            let isHexadecimal = text.lowercased().hasPrefix("0x")
            let number =
                isHexadecimal ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text, radix: 10)
            return number.map(HintValue.byte)
        default:
            throw RequestError(
                .invalidContent,
                .init("bubble.hints", "the hint type"),
                value: type.quoted,
                reason: "is unknown",
                wayOut: "write boolean, int, double, string or byte"
            )
        }
    }
}

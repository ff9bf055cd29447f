import AgentInterface
import GLibBridge
import NotifyCore

/// The notification that a command line of notify-send describes.
struct SendContent {
    let summary: String
    let body: String

    /// Reads the arguments that are not options.
    init(_ options: ParsedOptions) throws(SendError) {
        let words = options.words
        guard let first = words.first else { throw SendError("No summary specified.") }
        summary = try Self.text(first, "Summary")
        body = words.count > 1 ? try Self.text(CText.withoutEscapes(words[1]), "Body") : ""
        guard words.count <= 2 else { throw SendError("Invalid number of options.") }
    }

    /// Returns the request for it.
    ///
    /// - Parameter actions: names and labels in order.
    /// - Throws: ``SendError`` if a value is not UTF-8.
    func request(
        _ options: ParsedOptions,
        hints: [String: HintValue],
        actions: [NotificationAction]
    ) throws(SendError) -> NotificationRequest {
        var content = NotificationContent(title: summary, body: body)
        if case .byte(let urgency) = hints["urgency"] {
            content.interruptionLevel =
                switch urgency {
                case 0: .passive
                case 1: .active
                default: .critical
                }
        }
        var bubble = BubbleOptions(
            appName: try Self.option(options.bytes("app-name"), "App name"),
            icon: try Self.option(options.bytes("app-icon"), "Icon"),
            hints: hints,
            expiry: options.number("expire-time")
        )
        bubble.isVerbatim = true
        let replaced = options.number("replace-id")
        if replaced > 0 { bubble.replaces = UInt32(replaced) }
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: "",
            content: content,
            actions: actions,
            bubble: bubble
        )
    }

    /// Returns the hints of options and those given as hints, which take precedence.
    static func hints(_ options: ParsedOptions) throws(SendError) -> [String: HintValue] {
        var hints = ["urgency": HintValue.byte(1)]
        if let name = try option(options.bytes("urgency"), "Urgency"),
            let level = SendOptions.urgency(name)
        {
            hints["urgency"] = .byte(level)
        }
        if let category = try option(options.bytes("category"), "Category"), !category.isEmpty {
            hints["category"] = .string(category)
        }
        if let image = try option(options.bytes("icon"), "Icon"), !image.isEmpty {
            hints["image-path"] = .string(image)
        }
        if options.flag("transient") { hints["transient"] = .boolean(true) }
        for bytes in options.list("hint") {
            let hint = try SendHints.parse(try text(bytes, "Hint"))
            // libnotify ignores an empty string, so that an earlier value stays.
            if hint.value != .string("") || hint.isVariant { hints[hint.name] = hint.value }
        }
        return hints
    }

    /// Returns the buttons; those without a label or a name are left out.
    ///
    /// As in libnotify, a later one takes the place of an earlier one of its name, whose letters may differ in case,
    /// and comes last.
    ///
    /// - Throws: ``SendError`` if one is not UTF-8.
    static func actions(_ options: ParsedOptions) throws(SendError) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        for (index, bytes) in options.list("action").enumerated() {
            let parts = try text(bytes, "Action").split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = parts.count > 1 ? CText.trimmed(String(parts[0])) : "\(index)"
            let label = CText.trimmed(String(parts.last ?? ""))
            guard !name.isEmpty, !label.isEmpty else { continue }
            actions.removeAll { $0.identifier.lowercased() == name.lowercased() }
            actions.append(NotificationAction(identifier: name, title: label))
        }
        return actions
    }

    private static func option(
        _ bytes: [UInt8]?,
        _ name: String
    ) throws(SendError) -> String? {
        guard let bytes else { return nil }
        return try text(bytes, name)
    }

    private static func text(_ bytes: [UInt8], _ name: String) throws(SendError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SendError("Invalid UTF-8 provided for parameter: \(name)")
        }
        return text
    }
}

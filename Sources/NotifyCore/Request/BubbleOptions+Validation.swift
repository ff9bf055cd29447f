extension BubbleOptions {
    /// The types of the specification's hints ("Hints"), because some servers refuse a bubble for a wrong one.
    private static let types: [String: String] = [
        "category": "string", "image-path": "string", "image_path": "string",
        "resident": "boolean", "transient": "boolean", "value": "int", "x": "int", "y": "int",
    ]

    /// Hints that duplicate fields of the request, with what to use instead.
    private static let ways: [String: String] = [
        "urgency": "use the level (--level)",
        "desktop-entry": "it names the app that the request belongs to",
        "sound-name": "use the sound (--sound)",
        "sound-file": "use the sound (--sound)",
        "suppress-sound": "use no sound (--sound none)",
        "action-icons": "the agent sets it if every button has an icon",
        "sender-pid": "the bus reports it",
    ]

    func validate(body: String) throws(RequestError) {
        guard !isVerbatim else { return try validateVerbatim() }
        if hasMarkup { _ = try BodyMarkup(parsing: body) }
        if let appName {
            guard !appName.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    .appName,
                    reason: "is empty",
                    wayOut: "write one or leave it out"
                )
            }
            try NotificationRequest.check(appName, .appName, atMost: RequestLimits.label)
        }
        if let icon { try Self.validate(icon: icon) }
        if let expiry, expiry < Self.serverExpiry {
            throw RequestError(
                .invalidContent,
                .expiry,
                value: "\(expiry)",
                reason: "is negative",
                wayOut:
                    "write milliseconds, 0 for never, \(Self.serverExpiry) for the server's default, or "
                    + "leave it out"
            )
        }
        try checkHintCount()
        for (name, value) in hints.sorted(by: { $0.key < $1.key }) {
            try Self.validate(hint: name, value)
        }
    }

    /// Checks only the limits of what the server gets unchanged.
    private func validateVerbatim() throws(RequestError) {
        try checkHintCount()
        let limit = RequestLimits.title
        try NotificationRequest.check(length: appName ?? "", .appName, atMost: limit)
        try NotificationRequest.check(length: icon ?? "", .icon, atMost: limit)
        for name in hints.keys.sorted() {
            guard (1...RequestLimits.identifier).contains(name.utf8.count) else {
                throw RequestError(
                    .invalidContent,
                    "the hint \(name.quoted) is not a name",
                    about: .hints,
                    wayOut: "use \(RequestLimits.identifier) bytes at most, and at least one"
                )
            }
        }
    }

    private func checkHintCount() throws(RequestError) {
        guard hints.count <= RequestLimits.hints else {
            throw RequestError(
                .invalidContent,
                "\(hints.count) hints are more than the \(RequestLimits.hints) a bubble may have",
                about: .hints
            )
        }
    }

    /// Checks an icon.
    ///
    /// - Throws: ``RequestError`` if it is neither a name nor an absolute path.
    package static func validate(icon: String) throws(RequestError) {
        guard !icon.isEmpty else {
            throw RequestError(
                .invalidContent,
                .icon,
                reason: "is empty",
                wayOut: "write a name of the icon theme or a file, or leave it out"
            )
        }
        try NotificationRequest.check(icon, .icon, atMost: RequestLimits.title)
        guard !icon.contains("/") || icon.hasPrefix("/") || icon.hasPrefix("file:///") else {
            throw RequestError(
                .invalidContent,
                .icon,
                value: icon.quoted,
                reason: "is neither a name of the icon theme nor an absolute path",
                wayOut: "write the whole path, or a name without /"
            )
        }
        guard icon.hasPrefix("/") || !icon.hasPrefix(".") else {
            throw RequestError(
                .invalidContent,
                .icon,
                value: icon.quoted,
                reason: "is not a name of an icon theme",
                wayOut: "write one such as alarm-symbolic"
            )
        }
    }

    private static func validate(hint name: String, _ value: HintValue) throws(RequestError) {
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || $0.properties.numericType != nil
                    || $0 == "-" || $0 == "_" || $0 == ".")
        }
        guard isName, !name.isEmpty, name.utf8.count <= RequestLimits.identifier else {
            throw RequestError(
                .invalidContent,
                "the hint \(name.quoted) is not a name",
                about: .hints,
                wayOut: "use letters, digits, -, _ and ., \(RequestLimits.identifier) at most"
            )
        }
        if let way = ways[name] {
            throw RequestError(.invalidContent, .hint(name), reason: "cannot be set", wayOut: way)
        }
        if let type = types[name], type != value.typeName {
            throw RequestError(
                .invalidContent,
                .hint(name),
                reason: "is of type \(value.typeName)",
                wayOut: "the specification gives it \(type)"
            )
        }
        if case .string(let text) = value {
            try NotificationRequest.check(text, .hint(name), atMost: RequestLimits.title)
        }
        if case .double(let number) = value, !number.isFinite {
            throw RequestError(
                .invalidContent,
                .hint(name),
                reason: "is not a number",
                wayOut: "write one"
            )
        }
    }
}

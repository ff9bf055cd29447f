extension BubbleOptions {
    /// The types of the specification's hints ("Hints"): some servers refuse a whole bubble for a wrong
    /// one.
    private static let types: [String: String] = [
        "category": "string", "image-path": "string", "image_path": "string",
        "resident": "boolean", "transient": "boolean", "value": "int", "x": "int", "y": "int",
    ]

    /// Hints that say what the request says already, and the way to say it.
    private static let ways: [String: String] = [
        "urgency": "give the level (--level)",
        "desktop-entry": "it names the app that the request belongs to",
        "sound-name": "give the sound (--sound)",
        "sound-file": "give the sound (--sound)",
        "suppress-sound": "give no sound (--sound none)",
        "action-icons": "the agent gives it where every button has an icon",
        "sender-pid": "the bus tells it",
    ]

    func validate(body: String) throws(RequestError) {
        guard !isVerbatim else { return try validateVerbatim() }
        if hasMarkup { _ = try BodyMarkup(parsing: body) }
        if let appName {
            guard !appName.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    "the name of the program is empty; write one or leave it out"
                )
            }
            let limit = RequestLimits.label
            try NotificationRequest.check(appName, named: "name of the program", atMost: limit)
        }
        if let icon { try Self.validate(icon: icon) }
        if let expiry, expiry < 0 {
            throw RequestError(
                .invalidContent,
                "the expiry \(expiry) is negative; write milliseconds, 0 for never, or leave it out"
            )
        }
        try checkHintCount()
        for (name, value) in hints.sorted(by: { $0.key < $1.key }) {
            try Self.validate(hint: name, value)
        }
    }

    /// What the server gets as it is has bounds alone.
    private func validateVerbatim() throws(RequestError) {
        try checkHintCount()
        for (name, length, limit) in [
            ("name of the program", appName?.utf8.count, RequestLimits.title),
            ("icon", icon?.utf8.count, RequestLimits.title),
        ] {
            guard length ?? 0 <= limit else {
                throw RequestError(
                    .invalidContent,
                    "the \(name) has \(length ?? 0) bytes, more than the \(limit) allowed; shorten it"
                )
            }
        }
        for name in hints.keys.sorted() {
            guard (1...RequestLimits.identifier).contains(name.utf8.count) else {
                throw RequestError(
                    .invalidContent,
                    "the hint \(name.quoted) is no name; it has \(RequestLimits.identifier) bytes "
                        + "at most, and at least one"
                )
            }
        }
    }

    private func checkHintCount() throws(RequestError) {
        guard hints.count <= RequestLimits.hints else {
            throw RequestError(
                .invalidContent,
                "\(hints.count) hints are more than the \(RequestLimits.hints) a bubble may have"
            )
        }
    }

    /// Checks an icon.
    ///
    /// - Throws: ``RequestError`` where it is neither a name nor an absolute path.
    public static func validate(icon: String) throws(RequestError) {
        guard !icon.isEmpty else {
            throw RequestError(
                .invalidContent,
                "the icon is empty; write a name of the icon theme or a file, or leave it out"
            )
        }
        try NotificationRequest.check(icon, named: "icon", atMost: RequestLimits.title)
        guard !icon.contains("/") || icon.hasPrefix("/") || icon.hasPrefix("file:///") else {
            throw RequestError(
                .invalidContent,
                "the icon \(icon.quoted) is neither a name of the icon theme nor an absolute path; "
                    + "write the whole path, or a name without /"
            )
        }
        guard icon.hasPrefix("/") || !icon.hasPrefix(".") else {
            throw RequestError(
                .invalidContent,
                "the icon \(icon.quoted) is no name of an icon theme; write one such as alarm-symbolic"
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
                "the hint \(name.quoted) is no name; it has letters, digits, -, _ and . only, "
                    + "\(RequestLimits.identifier) at most"
            )
        }
        if let way = ways[name] {
            throw RequestError(.invalidContent, "the hint \(name) cannot be given; \(way)")
        }
        if let type = types[name], type != value.typeName {
            throw RequestError(
                .invalidContent,
                "the hint \(name) is of type \(value.typeName); the specification gives it \(type)"
            )
        }
        if case .string(let text) = value {
            try NotificationRequest.check(text, named: "hint \(name)", atMost: RequestLimits.title)
        }
        if case .double(let number) = value, !number.isFinite {
            throw RequestError(.invalidContent, "the hint \(name) is no number; write one")
        }
    }
}

/// Reads the parts of a payload; each error names the key, the value and what to write.
struct PushReader {
    var content = NotificationContent()
    var texts = PushPayload.Texts()
    /// The fields that only the app sees.
    var fields: [String: PropertyValue] = [:]
    var wakesApp = false
    var isMutable = false
    var unknownKeys: [String] = []

    /// The keys of Live Activities.
    private static let activityKeys: Set<String> = [
        "attributes", "attributes-type", "content-state", "dismissal-date", "event",
        "input-push-channel", "input-push-token", "stale-date", "timestamp",
    ]

    mutating func read(aps: JSONValue) throws(RequestError) {
        guard case .object(let members) = aps else {
            throw Self.wrong("aps", aps, "not an object", "write {\"alert\": \"Text\"}")
        }
        if let key = members.first(where: { Self.activityKeys.contains($0.key) })?.key {
            throw RequestError(
                .invalidContent,
                .key("aps"),
                reason: "has the key \(key.quoted), which is for Live Activities",
                wayOut: "no desktop has them: leave it out"
            )
        }
        // The level of a critical sound is critical, unless the payload names one.
        let names = members.map(\.key)
        for member in members { try read(member) }
        if fields["sound"] != nil, isCritical, !names.contains("interruption-level") {
            content.interruptionLevel = .critical
        }
    }

    private var isCritical: Bool {
        guard case .dictionary(let sound) = fields["sound"] else { return false }
        return sound["isCritical"] == .boolean(true)
    }

    private mutating func read(_ member: JSONValue.Member) throws(RequestError) {
        let (key, value) = (member.key, member.value)
        switch key {
        case "alert": try readAlert(value)
        case "badge":
            guard case .integer(let number) = value, (0...Int64(Int32.max)).contains(number) else {
                throw Self.wrong(
                    key,
                    value,
                    "not a whole number from 0 to \(Int32.max)",
                    "0 hides it"
                )
            }
            content.badge = Int(number)
        case "sound": try readSound(value)
        case "category": content.categoryIdentifier = try Self.text(value, key, "MESSAGE")
        case "thread-id": content.threadIdentifier = try Self.text(value, key, "chat-7")
        case "interruption-level": try readLevel(value)
        case "relevance-score":
            let score = try Self.fraction(value, key)
            if score != 0 { fields["relevanceScore"] = .real(score) }
        case "target-content-id": try keep(value, key, as: "targetContentIdentifier")
        case "filter-criteria": try keep(value, key, as: "filterCriteria")
        case "content-available": wakesApp = try Self.flag(value, key)
        case "mutable-content": isMutable = try Self.flag(value, key)
        default: unknownKeys.append("aps.\(key)")
        }
    }

    /// Returns the error of a payload that does nothing.
    func nothingToShow(_ aps: JSONValue) -> RequestError {
        let unknown = unknownKeys.map(\.quoted).joined(separator: ", ")
        let reason =
            aps["alert"] != nil
            ? "\"alert\" has neither a title nor a body; write {\"title\": \"Text\"}"
            : "\"aps\" has nothing to show; give it alert, badge, sound or \"content-available\": 1"
        let remark = unknownKeys.count == 1 ? "has no effect" : "have no effect"
        return RequestError(
            .invalidContent,
            unknown.isEmpty ? reason : "\(reason) (\(unknown) \(remark))",
            about: .key("aps")
        )
    }

    // MARK: The alert

    private mutating func readAlert(_ alert: JSONValue) throws(RequestError) {
        if case .string(let body) = alert {
            content.body = body.withoutUnseen
            return
        }
        guard case .object(let members) = alert else {
            throw Self.wrong("alert", alert, "neither a text nor an object with title and body")
        }
        for member in members {
            let (key, value) = (member.key, member.value)
            switch key {
            case "title": content.title = try Self.text(value, key, "Text").withoutUnseen
            case "subtitle": content.subtitle = try Self.text(value, key, "Text").withoutUnseen
            case "body": content.body = try Self.text(value, key, "Text").withoutUnseen
            case "launch-image": try keep(value, key, as: "launchImageName")
            case "summary-arg": try keep(value, key, as: "summaryArgument")
            case "summary-arg-count":
                guard case .integer(let count) = value, (1...1_000_000).contains(count) else {
                    throw Self.wrong(key, value, "not a whole number from 1 to 1000000")
                }
                fields["summaryArgumentCount"] = .integer(count)
            case "title-loc-key", "title-loc-args", "subtitle-loc-key", "subtitle-loc-args",
                "loc-key",
                "loc-args":
                break
            default: unknownKeys.append("aps.alert.\(key)")
            }
        }
        texts.title = try Self.localized("title-loc", in: alert)
        texts.subtitle = try Self.localized("subtitle-loc", in: alert)
        texts.body = try Self.localized("loc", in: alert)
        // What is shown where the app has no table: the key, as on Apple's systems, unless a text is given as well.
        if content.title.isEmpty { content.title = Self.keyed(texts.title) }
        if content.subtitle.isEmpty { content.subtitle = Self.keyed(texts.subtitle) }
        if content.body.isEmpty { content.body = Self.keyed(texts.body) }
    }

    private static func keyed(_ text: LocalizedTexts.Text?) -> String {
        text?.filled(by: [:]).withoutUnseen ?? ""
    }

    private static func localized(
        _ prefix: String,
        in alert: JSONValue
    ) throws(RequestError) -> LocalizedTexts.Text? {
        let (keyName, argumentsName) = ("\(prefix)-key", "\(prefix)-args")
        var arguments: [String] = []
        if let given = alert[argumentsName], given != .null {
            let fault = { (value: JSONValue) in
                wrong(argumentsName, value, "not an array of texts", "write [\"Ann\", \"7\"]")
            }
            guard case .array(let values) = given else { throw fault(given) }
            for value in values {
                guard case .string(let text) = value else { throw fault(value) }
                try checkText(text, argumentsName)
                arguments.append(text)
            }
        }
        guard let given = alert[keyName], given != .null else {
            guard arguments.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    .key("alert"),
                    reason: "has \(argumentsName.quoted) without \(keyName.quoted)",
                    wayOut: "give the key of the text"
                )
            }
            return nil
        }
        return LocalizedTexts.Text(key: try text(given, keyName, "GREETING"), arguments: arguments)
    }

    // MARK: The sound and the level

    private mutating func readSound(_ value: JSONValue) throws(RequestError) {
        var name = "default"
        var isCritical = false
        var volume: Double?
        switch value {
        case .string(let text): name = text
        case .object(let members):
            for member in members {
                switch member.key {
                case "name": name = try Self.text(member.value, "name", "default")
                case "critical": isCritical = try Self.flag(member.value, "critical")
                case "volume": volume = try Self.fraction(member.value, "volume")
                default: unknownKeys.append("aps.sound.\(member.key)")
                }
            }
        default:
            throw Self.wrong("sound", value, "neither a text nor an object", "write \"default\"")
        }
        guard !name.isEmpty, !name.contains("/"), !name.unicodeScalars.contains(where: \.isControl)
        else {
            throw RequestError(
                .invalidContent,
                .key("sound"),
                reason: "is \(name.quoted), not the name of a sound",
                wayOut:
                    "write \"default\", the name of a file in the app's folder of sounds, or one of the "
                    + "sound theme"
            )
        }
        content.sound = name == "default" ? .standard : .named(name)
        guard name != "default" || isCritical else { return }
        var sound: [String: PropertyValue] = [
            "kind": .string("standard"), "isCritical": .boolean(isCritical),
        ]
        if name != "default" { sound["name"] = .data(Array(name.utf8)) }
        if isCritical, let volume { sound["volume"] = .real(volume) }
        fields["sound"] = .dictionary(sound)
    }

    private mutating func readLevel(_ value: JSONValue) throws(RequestError) {
        guard case .string(let name) = value, let level = InterruptionLevel(rawValue: name) else {
            throw Self.wrong(
                "interruption-level",
                value,
                "which is unknown",
                "write passive, active, time-sensitive or critical"
            )
        }
        content.interruptionLevel = level
    }

    // MARK: Values

    /// Keeps a text for the app alone, as the library writes it.
    private mutating func keep(
        _ value: JSONValue,
        _ key: String,
        as name: String
    ) throws(RequestError) {
        fields[name] = .data(Array(try Self.text(value, key, "id-7").utf8))
    }

    static func text(
        _ value: JSONValue,
        _ key: String,
        _ example: String
    ) throws(RequestError) -> String {
        guard case .string(let text) = value else {
            throw wrong(key, value, "not a text", "write \(example.quoted)")
        }
        try checkText(text, key)
        return text
    }

    private static func flag(_ value: JSONValue, _ key: String) throws(RequestError) -> Bool {
        switch value {
        case .integer(1): return true
        case .integer(0): return false
        default: throw wrong(key, value, "neither 1 nor 0", "write 1, or leave it out")
        }
    }

    private static func fraction(_ value: JSONValue, _ key: String) throws(RequestError) -> Double {
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .number(let any): number = any
        default: throw wrong(key, value, "not a number from 0 to 1", "write 0.5")
        }
        guard (0...1).contains(number) else {
            throw wrong(key, value, "not a number from 0 to 1", "write 0.5")
        }
        return number
    }

    /// Returns the error of a value, with what it is not and what to write.
    static func wrong(
        _ key: String,
        _ value: JSONValue,
        _ rest: String,
        _ wayOut: String? = nil
    ) -> RequestError {
        RequestError(
            .invalidContent,
            .key(key),
            reason: "is \(value.shown), \(rest)",
            wayOut: wayOut
        )
    }

    /// D-Bus ends strings at the first zero.
    private static func checkText(_ text: String, _ key: String) throws(RequestError) {
        guard !text.utf8.contains(0) else {
            throw RequestError(
                .invalidContent,
                .key(key),
                reason: "has the character U+0000",
                wayOut: "leave it out"
            )
        }
    }
}

/// The payload as the app sees it.
extension PushReader {
    /// Returns all keys but the one that names the app.
    static func userInfo(
        _ members: [JSONValue.Member]
    ) throws(RequestError) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for member in members where member.key != PushPayload.appKey {
            guard member.key != PrivateFields.key else {
                throw RequestError(
                    .invalidContent,
                    "the payload has the key \(member.key.quoted), which is reserved",
                    about: .key(member.key),
                    wayOut: "leave it out"
                )
            }
            let value = try property(member.value, of: member.key)
            // The dictionary itself is a level.
            guard value.depth < RequestLimits.userInfoDepth else {
                throw RequestError(
                    .invalidContent,
                    .key(member.key),
                    reason: "is nested deeper than \(RequestLimits.userInfoDepth) levels",
                    wayOut: "flatten it"
                )
            }
            try checkText(member.key, "a key")
            values[member.key] = value
        }
        return values
    }

    /// Returns a value as `userInfo` has it.
    private static func property(
        _ value: JSONValue,
        of key: String
    ) throws(RequestError) -> PropertyValue {
        switch value {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .real(value)
        case .string(let text):
            try checkText(text, key)
            return .string(text)
        case .array(let values):
            var properties: [PropertyValue] = []
            for value in values { properties.append(try property(value, of: key)) }
            return .array(properties)
        case .object(let members):
            var properties: [String: PropertyValue] = [:]
            for member in members {
                try checkText(member.key, key)
                properties[member.key] = try property(member.value, of: member.key)
            }
            return .dictionary(properties)
        }
    }
}

extension RequestError.Field {
    /// A key of a payload.
    fileprivate static func key(_ name: String) -> Self { Self(name, name.quoted) }
}

extension JSONValue {
    /// The value for messages; of an array or object only its kind.
    fileprivate var shown: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): text.quoted
        case .array, .object: kind
        }
    }
}

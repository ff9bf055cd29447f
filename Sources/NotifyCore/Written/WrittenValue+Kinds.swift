/// The kinds of values that have a grammar of their own.
extension WrittenValue {
    /// Returns the value with all texts in one.
    func joined(_ separator: String) -> WrittenValue {
        guard !texts.isEmpty else { return self }
        var whole = WrittenRequest()
        whole.add(part, texts.joined(separator: separator))
        return WrittenValue(
            part: part,
            entries: whole.entries,
            texts: texts,
            context: context,
            zone: zone,
            keepsUnwritten: keepsUnwritten
        )
    }

    /// Returns the last instant at which it may fire; `nil` for none.
    func lastMoment() throws(WrittenError) -> Instant? {
        guard let text else { return nil }
        do {
            return try DateSpec.lastMoment(text, now: context.now, in: zone)
        } catch {
            throw WrittenError(part, text, error)
        }
    }

    /// Returns what is done with what is late.
    func lateRule() throws(WrittenError) -> LateRule? {
        guard let text else { return nil }
        guard let rule = LateRule(words: text) else {
            throw refusal("write show, skip or a duration such as 2h")
        }
        return rule
    }

    /// Returns the milliseconds after which a bubble closes.
    func milliseconds() throws(WrittenError) -> Int32? {
        guard let text else { return nil }
        // As for notify-send, -1 leaves it to the server.
        guard let number = Int32(text), number >= BubbleOptions.serverExpiry else {
            throw refusal("write a number of milliseconds from 0 to \(Int32.max)")
        }
        return number
    }

    /// Returns the buttons that show it again later.
    func snoozes() throws(WrittenError) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        for text in texts {
            do {
                actions.append(.snooze(try NotificationTrigger.snoozeLength(text)))
            } catch {
                throw WrittenError(part, error, text)
            }
        }
        return actions
    }

    /// Returns the buttons with URLs; what cannot be written stays with the button of its name.
    func buttons(of request: NotificationRequest) throws(WrittenError) -> [NotificationAction] {
        let known = request.writtenButtons
        var actions: [NotificationAction] = []
        for entry in entries {
            guard let name = entry.name else {
                let (label, url) = try halves(of: entry.text)
                let name = "action-\(actions.count + 1)"
                actions.append(NotificationAction(identifier: name, title: label, url: url))
                continue
            }
            var action =
                known.first { $0.identifier == name }
                ?? NotificationAction(identifier: name, title: name)
            action.title = entry.label.flatMap { $0.isEmpty ? nil : $0 } ?? name
            action.url = entry.text
            do {
                try action.validate()
            } catch {
                throw WrittenError(part, error).of(button: name)
            }
            actions.append(action)
        }
        return actions
    }

    /// Splits at the first `=` that is not escaped by a backslash.
    private func halves(of text: String) throws(WrittenError) -> (label: String, url: String) {
        var label = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.first == "=" {
                rest.removeFirst()
                label.append("=")
            } else if scalar == "=" {
                return (label, String(rest))
            } else {
                label.unicodeScalars.append(scalar)
            }
        }
        throw WrittenError(
            part,
            "\(part) \(text.quoted) has no URL; write it as \"Label=URL\"\(onlyWith: .run, ", as in \"Timer=clock://start?m=4\"; for an answer to a script: notify-schedule send -A yes=Yes")",
            .invalidURL
        )
    }

    /// Returns the hints by their names.
    func hints() throws(WrittenError) -> [String: HintValue] {
        var hints: [String: HintValue] = [:]
        for text in texts {
            let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 3 else {
                throw invalid(text, "is not of the form TYPE:NAME:VALUE, as in int:value:42")
            }
            guard let known = Self.hint(parts[2], type: parts[0]) else {
                throw WrittenError(
                    part,
                    "the hint type \(parts[0].quoted) is unknown; write boolean, int, double, string or byte",
                    .invalidContent
                )
            }
            guard let value = known else {
                let reason =
                    "\(parts[2].quoted) is not of type \(parts[0]); write another type or value"
                throw WrittenError(part, "\(part) \(text.quoted): \(reason)", .invalidContent)
            }
            guard hints.updateValue(value, forKey: parts[1]) == nil else {
                throw WrittenError(
                    part,
                    "the hint \(parts[1]) is given twice; keep one of them",
                    .invalidContent
                )
            }
        }
        return hints
    }

    /// Returns the value of a hint: `nil` for an unknown type, and a value that is `nil` for one of another type.
    private static func hint(_ text: String, type: String) -> HintValue?? {
        switch type.lowercased() {
        case "boolean": .some(Bool(text.lowercased()).map(HintValue.boolean))
        case "int": .some(Int32(text).map(HintValue.integer))
        case "double": .some(Double(text).map(HintValue.double))
        case "string": .string(text)
        case "byte":
            .some(
                (text.lowercased().hasPrefix("0x")
                    ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text, radix: 10))
                    .map(HintValue.byte)
            )
        default: nil
        }
    }

    /// Returns texts by their keys.
    func userInfo() throws(WrittenError) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        for text in texts {
            guard let end = text.firstIndex(of: "="), end != text.startIndex else {
                throw invalid(text, "is not of the form KEY=TEXT, as in order=4711")
            }
            let key = String(text[..<end])
            let value = String(text[text.index(after: end)...])
            guard values.updateValue(.string(value), forKey: key) == nil else {
                throw WrittenError(
                    part,
                    "\(part) gives \(key.quoted) twice; keep one of them",
                    .invalidContent
                )
            }
        }
        return values
    }

    private func invalid(_ text: String, _ reason: String) -> WrittenError {
        WrittenError(part, "\(part) \(text.quoted) \(reason)", .invalidContent)
    }
}

extension NotificationRequest {
    /// The buttons with a URL that can be written with their name, each name once.
    package var writtenButtons: [NotificationAction] {
        var names: Set<String> = []
        return actions.filter { action in
            let name = action.identifier
            return ActionKind.url.has(action) && !name.isEmpty && !name.hasPrefix(" ")
                && !name.contains { "[]".contains($0) || $0.isNewline }
                && names.insert(name).inserted
        }
    }
}

extension NotificationAction {
    /// Whether a placeholder describes it whole.
    package var isPlainReply: Bool {
        guard let textInput, !textInput.placeholder.isEmpty else { return false }
        return self == .reply(placeholder: textInput.placeholder)
    }

    /// Whether a duration describes it whole.
    package var isPlainSnooze: Bool {
        guard let snooze, let span = TimeSpan(microseconds: snooze) else { return false }
        return self == .snooze(snooze)
            && (try? NotificationTrigger.snoozeLength(span.description)) == snooze
    }
}

extension TimeSpan {
    /// Returns a number of microseconds as a text that reads back; `nil` if there is none.
    static func text(_ microseconds: Int64) -> String? {
        TimeSpan(microseconds: microseconds)?.description
    }
}

import NotifyCore

/// The content of a reminder.
enum EventContent {
    /// What calendar programs write into each alarm, in lower case.
    private static let usual: Set<String> = [
        "alarm", "alarm notification", "default mozilla description", "event reminder",
        "mozilla standardbeschreibung", "reminder", "this is an event reminder",
    ]

    /// Returns the content of a reminder.
    ///
    /// - Returns: the content, cut off where it is too long.
    static func content(
        of event: CalendarNode,
        _ alarm: CalendarNode?,
        start: EventStart?,
        isAudible: Bool
    ) -> NotificationContent {
        var title = text("SUMMARY", of: event)
        let description = text("DESCRIPTION", of: event)
        var lines: [String] = []
        for name in ["SUMMARY", "DESCRIPTION"] {
            let line = alarm.map { text(name, of: $0) } ?? ""
            let isOwn = !usual.contains(line.lowercased()) && ![title, description].contains(line)
            if isOwn, !line.isEmpty, !lines.contains(line) { lines.append(line) }
        }
        if title.isEmpty, let first = lines.first {
            title = first
            lines.removeFirst()
        }
        if !description.isEmpty { lines.append(description) }
        return NotificationContent(
            title: (title.isEmpty && lines.isEmpty ? "Event" : title)
                .cut(to: RequestLimits.title),
            subtitle: text("LOCATION", of: event).cut(to: RequestLimits.title),
            body: lines.joined(separator: "\n").cut(to: RequestLimits.body),
            sound: isAudible ? .standard : nil,
            event: start
        )
    }

    private static func text(_ name: String, of component: CalendarNode) -> String {
        // After the references to characters, which may be those of control characters.
        let kept = HTMLText.plain(component[name]?.value ?? "").withoutUnseen
        return kept.allSatisfy(\.isWhitespace) ? "" : kept
    }
}

extension String {
    /// Returns the text with at most a number of bytes.
    fileprivate func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var text = String(decoding: utf8.prefix(limit - 3), as: UTF8.self)
        while text.last == "\u{FFFD}" { text.removeLast() }
        return text + "…"
    }
}

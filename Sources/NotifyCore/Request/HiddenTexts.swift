import DesktopTexts

/// What a notification shows instead of its texts while the session is locked.
package struct HiddenTexts: Hashable, Sendable {
    /// The body.
    package var body: String
    /// Whether the title is shown.
    package var showsTitle: Bool
    /// Whether the subtitle is shown.
    package var showsSubtitle: Bool

    /// Finds what is shown.
    ///
    /// - Parameter category: its category, which may name the body and have the title and the subtitle shown, as on Apple's
    ///     systems; `nil` for none.
    package init(_ category: NotificationCategory? = nil) {
        let body = category?.hiddenPreviewsBodyPlaceholder ?? ""
        // Each notification has a bubble of its own.
        // Translators: what a locked screen shows in place of a private text
        self.body = body.isEmpty ? tr("Notification") : Self.counted(body)
        showsTitle = category?.options.contains(.hiddenPreviewsShowTitle) ?? false
        showsSubtitle = category?.options.contains(.hiddenPreviewsShowSubtitle) ?? false
    }

    /// Writes the number 1 for `%u`.
    private static func counted(_ text: String) -> String {
        var rest = Substring(text)
        var result = ""
        while let sign = rest.firstIndex(of: "%") {
            result += rest[..<sign]
            let next = rest.index(after: sign)
            guard next < rest.endIndex, rest[next] == "u" else {
                result += "%"
                rest = rest[next...]
                continue
            }
            result += "1"
            rest = rest[rest.index(after: next)...]
        }
        return result + rest
    }
}

extension NotificationRequest {
    /// Returns the request without its texts, its images and its buttons.
    ///
    /// - Parameter name: the name of its app, which is the title.
    package func hiding(_ texts: HiddenTexts, from name: String) -> NotificationRequest {
        var request = self
        if !texts.showsTitle || content.title.isEmpty { request.content.title = name }
        if !texts.showsSubtitle { request.content.subtitle = "" }
        request.content.body = texts.body
        request.content.attachments = []
        request.actions = []
        request.bubble.hasMarkup = false
        request.bubble.icon = nil
        // The caller may have written it.
        request.bubble.appName = nil
        // Nobody opens what is not seen.
        request.openURL = nil
        // They may have an image or a text.
        request.bubble.hints = request.bubble.hints.filter { $0.key == "transient" }
        return request
    }
}

extension NotificationRequest {
    /// A text of the content.
    package enum TextPart: Sendable {
        case title, subtitle, body
    }

    /// The kinds of buttons that options of their own describe.
    package enum ActionKind: CaseIterable, Sendable {
        case url, reply, snooze

        /// Whether a button is of the kind.
        package func has(_ action: NotificationAction) -> Bool {
            switch self {
            case .url: action.url != nil && action.snooze == nil && action.textInput == nil
            case .reply: action.textInput != nil
            case .snooze: action.snooze != nil && action.textInput == nil
            }
        }
    }

    /// Sets a text, which is then not looked up in another language any more.
    package mutating func setText(_ part: TextPart, _ text: String) {
        switch part {
        case .title:
            content.title = text
            content.localized?.title = nil
        case .subtitle:
            content.subtitle = text
            content.localized?.subtitle = nil
        case .body:
            content.body = text
            content.localized?.body = nil
        }
    }

    /// Replaces the buttons of a kind; the others keep their order.
    ///
    /// Where there was none, the new ones come before those of the kinds that `add` puts after them.
    package mutating func replace(
        _ kind: ActionKind,
        by new: [NotificationAction],
        where isReplaced: (NotificationAction) -> Bool = { _ in true }
    ) {
        func isOld(_ action: NotificationAction) -> Bool { kind.has(action) && isReplaced(action) }
        let later = ActionKind.allCases.drop { $0 != kind }.dropFirst()
        let place =
            actions.firstIndex(where: isOld)
            ?? actions.firstIndex { action in later.contains { $0.has(action) } } ?? actions.count
        let (before, after) = (actions[..<place], actions[place...])
        actions = before.filter { !isOld($0) } + new + after.filter { !isOld($0) }
    }
}

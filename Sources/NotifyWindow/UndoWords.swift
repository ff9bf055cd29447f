import AgentInterface
import DesktopTexts
import NotifyCore

nonisolated extension UndoReply {
    /// What was undone, in a message.
    var words: String {
        let title = requests.count == 1 ? requests[0].title : ""
        return title.isEmpty ? wordsAlone : words(about: title.quoted)
    }

    private var wordsAlone: String {
        switch change {
        case .added, .sent: tr("Undid the addition")
        case .removed: tr("Undid the removal")
        // Translators: the edit is a change of a notification
        case .edited: tr("Undid the edit")
        // Translators: the skip leaves out one date of a notification that repeats
        case .skipped: tr("Undid the skip")
        // Translators: the snooze moves a notification to later
        case .snoozed: tr("Undid the snooze")
        case .paused: tr("Undid the pause")
        // Translators: the resumption ends a pause
        case .resumed: tr("Undid the resumption")
        case .restored: tr("Undid the restoration")
        case .imported: tr("Undid the import")
        case .calendarRemoved: tr("Undid the removal of the calendar")
        }
    }

    private func words(about title: String) -> String {
        switch change {
        // Translators: %1$s is the quoted title of a notification, here and in the texts that follow
        case .added, .sent: tr("Undid the addition of %1$s", title)
        case .removed: tr("Undid the removal of %1$s", title)
        // Translators: the edit is a change of a notification
        case .edited: tr("Undid the edit of %1$s", title)
        // Translators: the skip leaves out one date of a notification that repeats
        case .skipped: tr("Undid the skip of %1$s", title)
        // Translators: the snooze moves a notification to later
        case .snoozed: tr("Undid the snooze of %1$s", title)
        case .paused: tr("Undid the pause of %1$s", title)
        // Translators: the resumption ends a pause
        case .resumed: tr("Undid the resumption of %1$s", title)
        case .restored: tr("Undid the restoration of %1$s", title)
        case .imported: tr("Undid the import of %1$s", title)
        // Translators: %1$s is the quoted title of its only notification
        case .calendarRemoved: tr("Undid the removal of the calendar of %1$s", title)
        }
    }
}

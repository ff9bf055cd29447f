import DesktopTexts
import NotifyCore

/// A problem with the store's files that is reported to the user.
struct StoreTrouble: Sendable {
    let title: String
    let message: String
}

/// A damaged store that was set aside.
struct SetAsideStore: Sendable {
    /// Where the damaged file is kept.
    let path: String
    /// The error of SQLite.
    let problem: String
    /// The number of pending requests that could be saved.
    let pending: Int

    /// The report to the journal and to the user.
    var trouble: StoreTrouble {
        StoreTrouble(
            title: tr("Some notifications may be lost"),
            message:
                "the store was damaged (\(problem)); \(pending) pending requests were saved; look "
                + "through them (notify-schedule list), the damaged file is kept as \(path)"
        )
    }
}

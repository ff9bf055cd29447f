import GLibBridge

/// The reason why a notification server did not show a bubble.
package struct ShowFailure: Sendable, Equatable, CustomStringConvertible {
    /// The cause.
    package enum Cause: Sendable, Equatable {
        /// It accepts no more bubbles for now.
        case serverIsFull
        /// It left the bus without a reply, or none is running.
        case serverHasGone
        /// Anything else.
        case other
    }

    /// The cause.
    package let cause: Cause
    /// The server's message.
    package let message: String
    /// The name of the D-Bus error; `nil` for a local error.
    package let name: String?
    /// The description for a log.
    package let description: String

    /// The ends of the names of the D-Bus errors of a server that takes the bubble later: those of other errors are final.
    private static let temporary = [
        // notification-daemon and GNOME Flashback
        ".MaxNotificationsExceeded",
        // MATE, whose error has no name of its own
        ".Quark._notification_2ddaemon_2derror_2dquark.Code1",
        // notify-osd, and earlier versions of MATE and of notification-daemon
        ".UnmappedError.NotifyOsd.Code1", ".UnmappedError.NotificationDaemonErrorQuark.Code1",
        // Plasma, for the same words within a second
        ".ExcessNotificationGeneration",
        // The bus
        ".LimitsExceeded", ".NoMemory",
    ]

    init(_ error: GLibError) {
        let name = error.remoteName
        let isFull = Self.temporary.contains { name?.hasSuffix($0) ?? false }
        cause = isFull ? .serverIsFull : error.saysPeerIsGone ? .serverHasGone : .other
        message = error.message
        self.name = name
        description = "\(error)"
    }
}

extension ShowOutcome {
    /// Why the bubble was not shown; `nil` if the server did not reply with an error.
    package var failure: ShowFailure? {
        if case .failed(let error) = self { ShowFailure(error) } else { nil }
    }
}

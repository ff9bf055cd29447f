package import NotifyCore

/// The name of a notification in a group: the device that sent it, and what that device calls it.
package struct RelayedID: Hashable, Sendable {
    /// The device that sent it.
    package let origin: DeviceID
    /// Its identifier there.
    package let identifier: String

    /// Makes a name.
    package init(origin: DeviceID, identifier: String) {
        self.origin = origin
        self.identifier = identifier
    }
}

/// What is sent with a notification.
package struct RelayedContent: Hashable, Sendable {
    /// The name of the app that it comes from, for the label.
    package var app: String
    /// The request as a line of an export.
    ///
    /// The group does not read it.
    package var request: String
    /// Whether it is shown at a date of its own, and not now.
    package var isScheduled: Bool
    /// When it is of no use any longer; `nil` for never.
    package var expires: Instant?

    /// When it is of no use any longer by the clock of this machine, which may be off; `nil` for never.
    package var end: Instant? {
        expires?.advanced(byMicroseconds: RelayEngine.clockTolerance)
    }

    /// Makes a content.
    package init(app: String, request: String, isScheduled: Bool = false, expires: Instant? = nil) {
        self.app = app
        self.request = request
        self.isScheduled = isScheduled
        self.expires = expires
    }
}

/// A notification of another device, to be shown here.
package struct RelayedNotification: Hashable, Sendable {
    /// Its name in the group.
    package let id: RelayedID
    /// The number of this version of it: a later one replaces an earlier one.
    package let revision: UInt64
    /// What it shows.
    package let content: RelayedContent
}

/// An answer that was given on another device to a notification of this one.
package struct RelayedAnswer: Hashable, Sendable {
    /// The notification.
    package let id: RelayedID
    /// The identifier of the action.
    package let action: String
    /// The text that was typed; `nil` where the action asks for none.
    package let text: String?
    /// The label of the action; `nil` for the notification itself, or from an earlier version.
    package var actionTitle: String?
    /// The version that was answered; 0 for an unknown one.
    var revision: UInt64 = 0

    /// Makes an answer.
    package init(id: RelayedID, action: String, text: String? = nil) {
        self.id = id
        self.action = action
        self.text = text
    }
}

/// For which devices a notification is.
package enum RelayTargets: Hashable, Sendable {
    /// The word for all other devices.
    package static let allWord = "all"

    /// All other devices of the group.
    case all
    /// The devices of these names or IDs.
    case devices([String])

    /// Reads what a user or a program named: `all`, or names.
    package init(names: [String]) {
        self = names == [Self.allWord] ? .all : .devices(names)
    }
}

/// Something that came from the group and waits for the agent of this machine.
///
/// It is on the disk.
package struct InboxItem: Hashable, Sendable {
    /// How many devices one question is about.
    package static let maxIntroduced = 16

    /// What it is.
    package enum Content: Hashable, Sendable {
        /// Show or schedule a notification.
        case show(RelayedNotification)
        /// Remove a notification, which may be one of this device itself.
        case withdraw(RelayedID)
        /// Report an answer to whoever waits for it.
        case answer(RelayedAnswer)
        /// Report that a notification of this device came late, and is listed in a summary there.
        case listed(RelayedID)
        /// Ask the user whether these are known, which another device let in; `nil` for one that was removed.
        case introduced([DeviceID], by: DeviceID?)
        /// Remove all that came from a device, which was removed from the group.
        case removed(DeviceID)
    }

    /// Its number on this device, which repeats with it after a crash.
    package let number: Int64
    /// The device that sent it.
    package let sender: DeviceID
    /// When it was sent, by the sender's clock.
    package let sent: Instant
    /// What it is.
    package let content: Content
}

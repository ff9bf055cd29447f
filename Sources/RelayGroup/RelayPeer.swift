package import NotifyCore

/// This device as one of a group: the rules in memory, and the store.
///
/// Each method has on the disk what its actions rely on when it returns; the caller executes the actions in their
/// order. If a method throws, nothing has changed. It is used by one thread at a time.
package final class RelayPeer {
    /// The maximum number of messages that wait for other devices.
    package static let maxWaiting = 1_000

    /// Opens the store, and makes it with a new device if it is missing.
    ///
    /// - Parameters:
    ///   - folder: the folder of `relay.sqlite`, which exists.
    ///   - name: the name of this device; see ``Member/isName(_:)``.
    ///   - textLimit: the maximum length of a text that the server takes.
    ///   - now: the time.
    /// - Throws: ``NotifyCore/RequestError``.
    package init(
        folder: String,
        name: String,
        textLimit: Int = 4_096,
        now: Instant
    ) throws(RequestError) {
        throw RequestError(.storage, "the group is not built yet")
    }

    /// When ``RelayEvent/timer`` is due; `nil` for never. It may change with each call.
    package var nextWake: Instant? { nil }

    /// What this device knows of its group.
    package var status: RelayStatus {
        get throws(RequestError) {
            throw RequestError(.storage, "the group is not built yet")
        }
    }

    /// The keys of this device, for ``PairingHost`` and ``PairingGuest``.
    package var keys: DeviceKeys { DeviceKeys() }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    package func handle(_ event: RelayEvent, now: Instant) throws(RequestError) -> [RelayAction] {
        []
    }

    /// Sends a notification. A later one with the same identifier replaces it.
    ///
    /// - Parameters:
    ///   - identifier: what this device calls it.
    ///   - content: what it shows.
    ///   - targets: for which devices it is.
    ///   - now: the time.
    /// - Returns: its name with the devices that it is for, and what to do.
    /// - Throws: ``NotifyCore/RequestError``: there is no group, no such device, it is too long, or too much waits.
    package func send(
        _ identifier: String,
        _ content: RelayedContent,
        to targets: RelayTargets,
        now: Instant
    ) throws(RequestError) -> (id: RelayedID, devices: [Member], actions: [RelayAction]) {
        throw RequestError(.storage, "the group is not built yet")
    }

    /// Removes a notification of any device from all others: it was dismissed, answered or removed here.
    ///
    /// One that the group does not know, or that is removed already, changes nothing.
    package func withdraw(_ id: RelayedID, now: Instant) throws(RequestError) -> [RelayAction] {
        []
    }

    /// Sends an answer that was given here to the device that the notification is from.
    package func answer(_ answer: RelayedAnswer, now: Instant) throws(RequestError) -> [RelayAction]
    {
        []
    }

    /// Removes a device from the group, and gives the others a new key and topic.
    ///
    /// - Parameter device: its name or ID.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` if there is none, or it is this one.
    package func forget(_ device: String, now: Instant) throws(RequestError) -> [RelayAction] {
        []
    }

    /// Adds a device to the group, which begins with its first one.
    ///
    /// - Returns: what the new device needs, and what to do.
    package func admit(
        _ member: Member,
        now: Instant
    ) throws(RequestError) -> (invitation: Invitation, actions: [RelayAction]) {
        throw RequestError(.storage, "the group is not built yet")
    }

    /// Enters a group in place of an earlier one.
    package func join(_ invitation: Invitation, now: Instant) throws(RequestError) -> [RelayAction]
    {
        []
    }
}

package import NotifyCore

/// What a device knows of its group.
package struct RelayStatus: Hashable, Sendable {
    /// Another device of the group.
    package struct Device: Hashable, Sendable {
        /// The device.
        package let member: Member
        /// How many messages it has not acknowledged.
        package let waiting: Int
        /// When it last sent something that arrived here, by this machine's clock; `nil` for never.
        package let lastHeard: Instant?
        /// The names of the devices that let it in; none if this one did, or its user has confirmed it.
        package let introducers: [String]
        /// The names of the devices that leave the group with it.
        package let dependents: [String]
    }

    /// This device.
    package let device: Member
    /// The other devices, by name.
    package let others: [Device]
    /// Whether there is a group: with or without other devices.
    package let isInGroup: Bool
    /// Whether another device has removed this one.
    package let isForgotten: Bool
    /// The number of the group's key.
    package let epoch: UInt32
    /// How many messages wait for a device to acknowledge them.
    package let waiting: Int
    /// How many messages from the topic were dropped since the start, by the reason.
    package let dropped: [String: Int]
}

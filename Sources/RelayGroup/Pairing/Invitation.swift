/// What a device needs to enter a group.
package struct Invitation: Hashable, Sendable {
    /// The group's key and topic.
    package let epoch: GroupEpoch
    /// All devices of the group, with the new one.
    package let members: [Member]
    /// The devices that were removed.
    package let forgotten: [DeviceID]
}

/// The fields of Apple's classes that a request has no place for, in `userInfo` under a key that apps do not see.
package enum PrivateFields {
    /// The reserved key.
    package static let key = "org.notifyschedule.UserNotifications"
    /// Whether a server pushed it.
    package static let isPushed = "isPushed"
    /// The date after which a pushed notification is not shown.
    static let expiration = "expiration"
}

extension NotificationContent {
    /// The fields for the app alone, by their names.
    package var privateFields: [String: PropertyValue] {
        get {
            guard case .dictionary(let fields) = userInfo[PrivateFields.key] else { return [:] }
            return fields
        }
        set { userInfo[PrivateFields.key] = newValue.isEmpty ? nil : .dictionary(newValue) }
    }

    /// Whether a server pushed it, so that the app sees Apple's trigger for that.
    package var isPushed: Bool {
        get { privateFields[PrivateFields.isPushed] == .boolean(true) }
        set { privateFields[PrivateFields.isPushed] = newValue ? .boolean(true) : nil }
    }

    /// The date after which it is not shown, if a server pushed it with one.
    package var expiration: Instant? {
        get {
            guard case .integer(let date) = privateFields[PrivateFields.expiration] else {
                return nil
            }
            return Instant(microseconds: date)
        }
        set { privateFields[PrivateFields.expiration] = newValue.map { .integer($0.microseconds) } }
    }
}

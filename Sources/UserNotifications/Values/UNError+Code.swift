extension UNError {
    /// The numbers of the errors.
    ///
    /// Source: Apple's page UNError.Code.
    public enum Code: Int, Sendable {
        /// The app may not show notifications.
        case notificationsNotAllowed = 1
        /// The attachment is not a readable file.
        case attachmentInvalidURL = 100
        /// The attachment's type is not supported.
        case attachmentUnrecognizedType = 101
        /// The attachment is too large.
        case attachmentInvalidFileSize = 102
        /// The attachment is not in the store.
        case attachmentNotInDataStore = 103
        /// The attachment could not be moved into the store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment's file is damaged.
        case attachmentCorrupt = 105
        /// The trigger has no valid date.
        case notificationInvalidNoDate = 1400
        /// The content cannot be shown.
        case notificationInvalidNoContent = 1401
        /// Content cannot be updated from an object of this kind.
        case contentProvidingObjectNotAllowed = 1500
        /// The object to update the content from is not valid.
        case contentProvidingInvalid = 1501
        /// The badge is not valid.
        case badgeInputInvalid = 1600

        /// The number of the error.
        public var rawValue: Int {
            switch self {
            case .notificationsNotAllowed: 1
            case .attachmentInvalidURL: 100
            case .attachmentUnrecognizedType: 101
            case .attachmentInvalidFileSize: 102
            case .attachmentNotInDataStore: 103
            case .attachmentMoveIntoDataStoreFailed: 104
            case .attachmentCorrupt: 105
            case .notificationInvalidNoDate: 1400
            case .notificationInvalidNoContent: 1401
            case .contentProvidingObjectNotAllowed: 1500
            case .contentProvidingInvalid: 1501
            case .badgeInputInvalid: 1600
            }
        }

        /// Makes a code usable as the pattern of a `catch`.
        public static func ~= (match: Code, error: any Error) -> Bool {
            (error as? UNError)?.code == match
        }
    }
}

extension UNError.Code {
    /// The error as a sentence.
    var text: String {
        switch self {
        case .notificationsNotAllowed: "The app may not show notifications."
        case .attachmentInvalidURL: "The attachment is not a readable file."
        case .attachmentUnrecognizedType: "The attachment's type is not supported."
        case .attachmentInvalidFileSize: "The attachment is too large."
        case .attachmentNotInDataStore: "The attachment is not in the store."
        case .attachmentMoveIntoDataStoreFailed: "The attachment could not be moved into the store."
        case .attachmentCorrupt: "The attachment's file is damaged."
        case .notificationInvalidNoDate: "The trigger has no valid date."
        case .notificationInvalidNoContent: "The content cannot be shown."
        case .contentProvidingObjectNotAllowed:
            "Content cannot be updated from an object of this kind."
        case .contentProvidingInvalid: "The object to update the content from is not valid."
        case .badgeInputInvalid: "The badge is not valid."
        }
    }
}

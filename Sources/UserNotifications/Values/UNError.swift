public import Foundation

/// The error of a call of the notification center.
///
/// As `NSError` its domain is ``UNErrorDomain`` and its code the raw value. Source: Apple's page UNError.
public struct UNError: CustomNSError, Hashable, Error, @unchecked Sendable {
    // Unchecked for the dictionary, which is constant.

    /// The code.
    public let code: Code
    /// Additional information, such as a text for `NSLocalizedDescriptionKey`.
    public let userInfo: [String: Any]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - userInfo: additional information.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The domain of the errors, ``UNErrorDomain``.
    public static var errorDomain: String { UNErrorDomain }

    /// The code as a number.
    public var errorCode: Int { code.rawValue }

    /// The additional information, always with a description.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: code.text].merging(userInfo) { $1 }
    }

    /// The error as a sentence.
    public var localizedDescription: String {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.text
    }

    /// Whether two errors have the same code and information.
    public static func == (left: UNError, right: UNError) -> Bool {
        left.code == right.code
            && NSDictionary(dictionary: left.userInfo).isEqual(to: right.userInfo)
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension UNError {
    /// The app may not show notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The attachment is not a readable file.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's type is not supported.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The attachment is too large.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The attachment is not in the store.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The attachment could not be moved into the store.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The attachment's file is damaged.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The trigger has no valid date.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The content cannot be shown.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// Content cannot be updated from an object of this kind.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The object to update the content from is not valid.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The badge is not valid.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The option for an attachment's type, a `String` such as `public.png`, which overrides the file's
/// extension.
///
/// Source: Apple's page UNNotificationAttachmentOptionsTypeHintKey.
public let UNNotificationAttachmentOptionsTypeHintKey =
    "UNNotificationAttachmentOptionsTypeHintKey"

/// The option that hides an attachment's thumbnail, a `Bool`; false by default.
///
/// Source: Apple's page UNNotificationAttachmentOptionsThumbnailHiddenKey.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The option that crops an attachment's thumbnail: a rectangle as a dictionary, in 0 to 1.
///
/// Source: Apple's page UNNotificationAttachmentOptionsThumbnailClippingRectKey.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The option that chooses the thumbnail's frame: its number in an animation, or seconds of a film.
///
/// Source: Apple's page UNNotificationAttachmentOptionsThumbnailTimeKey.
public let UNNotificationAttachmentOptionsThumbnailTimeKey =
    "UNNotificationAttachmentOptionsThumbnailTimeKey"

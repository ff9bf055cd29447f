// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The domain of ``UNError`` as `NSError`.
///
/// Source: Apple's page UNErrorDomain.
public let UNErrorDomain = "UNErrorDomain"

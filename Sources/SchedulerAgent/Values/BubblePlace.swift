import NotifyCore

/// A bubble that a request replaces when it is shown.
struct BubblePlace: Sendable, Equatable {
    let bubble: BubbleKey
    /// Whether it has to be a bubble of the request's own app.
    let isOfOwnApp: Bool
}

import NotifyCore

extension PresentationOptions {
    /// Makes options from an app's answer; `nil` if its delegate has no such method.
    init?(_ options: UNNotificationPresentationOptions) {
        guard options != .unimplemented else { return nil }
        self = []
        if options.contains(.badge) { insert(.badge) }
        if options.contains(.sound) { insert(.sound) }
        if options.contains(.list) || options.contains(.alert) { insert(.list) }
        if options.contains(.banner) || options.contains(.alert) { insert(.banner) }
    }
}

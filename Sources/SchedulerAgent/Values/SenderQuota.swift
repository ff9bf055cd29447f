import AgentInterface
import NotifyCore

/// The limits of a sender that is not the user, with its name for messages.
struct SenderQuota: Sendable {
    /// The sender.
    let sender: Sender
    /// The range of app ids whose attachments are counted; `nil` for a sender that has none.
    let apps: ClosedRange<String>?
    /// The name of the sender for messages.
    let words: String
    /// What it may do.
    let limits: SenderLimits
    /// The maximum number of pending requests, and of delivered notifications.
    var maxRequests: Int
    /// The maximum size of pending requests, and of delivered notifications, because a list of them is one message.
    var maxRequestBytes: Int64
    /// The maximum size of attachments; duplicates count once.
    var maxBytes: Int64 = 50 << 20

    init(_ sender: Sender, apps: ClosedRange<String>? = nil, words: String) {
        self.sender = sender
        self.apps = apps
        self.words = words
        limits = sender.limits
        maxRequests = limits.requests
        maxRequestBytes = limits.bytes
    }

    /// The limits of all calendars that are not trusted.
    static let calendars = SenderQuota(
        Sender(.calendar),
        words: "what came from calendars without --trust"
    )

    /// Checks a request, and takes from it what the sender may not have.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    func admit(_ request: inout NotificationRequest) throws(RequestError) -> [String] {
        request.sender = sender
        try limits.check(request, of: words)
        return limits.lower(&request, of: words)
    }

    /// The error for too many requests.
    var tooManyRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has \(maxRequests) pending notifications, the most that \(limits.words) may have",
            wayOut: "remove some of them first"
        )
    }

    /// The error for too large requests.
    var tooLargeRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has pending notifications of \(maxRequestBytes >> 20) MiB, the most that \(limits.words) "
                + "may have",
            wayOut: "remove some of them first"
        )
    }

    /// The error for too large attachments.
    var tooManyBytes: RequestError {
        RequestError(
            .notAllowed,
            "\(words) would have more than the \(maxBytes >> 20) MiB of attachments that \(limits.words) may "
                + "have",
            about: .attachments,
            wayOut: "remove notifications with attachments first"
        )
    }

    /// Whether an error is that of too large attachments.
    static func saysTooManyBytes(_ error: RequestError) -> Bool {
        error.code == .notAllowed && error.field == .attachments
    }

    /// The error for files while other files of the app are copied.
    var isCopying: RequestError {
        RequestError(
            .notAllowed,
            "attachments of \(words) are copied already",
            wayOut: "wait for the answer to that call and try again"
        )
    }
}

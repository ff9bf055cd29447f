import NotifyCore

/// How much an app in a sandbox may have; others of the user's programs have no bound of their own.
struct AppQuota: Sendable {
    /// Whose requests are counted: from this app's id to the other's.
    let apps: ClosedRange<String>
    /// Who it is, for messages.
    let words: String
    /// Requests that are pending, and the same of what was delivered.
    var maxRequests = 1_000
    /// Bytes of these requests, and the same of what was delivered: a list of all of them is one message.
    var maxRequestBytes: Int64 = 16 << 20
    /// Bytes of attachments; what it has twice counts once.
    var maxBytes: Int64 = 50 << 20

    /// Checks that there is room for a request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkRoom(for key: RequestKey, in store: Store) throws(RequestError) {
        let use = try store.pendingUse(of: self, besides: key)
        guard use.count < maxRequests else { throw tooManyRequests }
        guard use.bytes < maxRequestBytes else { throw tooLargeRequests }
    }

    /// The refusal of a request past the bound.
    var tooManyRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has \(maxRequests) pending notifications, the most that a sandboxed app may have; "
                + "remove some of them first"
        )
    }

    /// The refusal of a request past the bound of their bytes.
    var tooLargeRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has pending notifications of \(maxRequestBytes >> 20) MiB, the most that a sandboxed "
                + "app may have; remove some of them first"
        )
    }

    /// The refusal of an attachment past the bound.
    var tooManyBytes: RequestError {
        RequestError(
            .notAllowed,
            "\(words) would have more than the \(maxBytes >> 20) MiB of attachments that a sandboxed app may "
                + "have; remove notifications with attachments first"
        )
    }

    /// The refusal of files while others of the app are copied.
    var isCopying: RequestError {
        RequestError(
            .notAllowed,
            "attachments of \(words) are copied already; wait for the answer to that call and try again"
        )
    }
}

extension Caller {
    /// What the ids of all begin with that could not be examined.
    static let unknownPrefix = "unknown-sandbox-"

    /// What the caller's app may have; `nil` if it is not in a sandbox.
    var quota: AppQuota? {
        guard let appID else { return nil }
        // Whoever could not be examined has a fresh id on each connection: all of them share one quota.
        let apps =
            confinement == .unknown
            ? Self.unknownPrefix...(Self.unknownPrefix + "\u{7F}") : appID...appID
        return AppQuota(apps: apps, words: words)
    }
}

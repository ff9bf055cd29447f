import BusCallers
import NotifyCore

/// The limits of a sandboxed app.
///
/// Other programs of the user have no such limits.
struct AppQuota: Sendable {
    /// The range of app ids whose requests are counted.
    let apps: ClosedRange<String>
    /// The name of the app for messages.
    let words: String
    /// The maximum number of pending requests, and of delivered notifications.
    var maxRequests = 1_000
    /// The maximum size of pending requests, and of delivered notifications, because a list of them is one message.
    var maxRequestBytes: Int64 = 16 << 20
    /// The maximum size of attachments; duplicates count once.
    var maxBytes: Int64 = 50 << 20

    /// Checks that there is room for a request.
    ///
    /// What is kept of removed ones counts, and goes first.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkRoom(for key: RequestKey, in store: Store) throws(RequestError) {
        let use = try store.pendingUse(of: self, besides: key)
        let changes = ChangeTable(store)
        let kept = try changes.use(of: apps)
        if kept.count > 0,
            use.count + kept.count >= maxRequests || use.bytes + kept.bytes >= maxRequestBytes
        {
            _ = try changes.drop(of: apps)
        }
        guard use.count < maxRequests else { throw tooManyRequests }
        guard use.bytes < maxRequestBytes else { throw tooLargeRequests }
    }

    /// The error for too many requests.
    var tooManyRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has \(maxRequests) pending notifications, the most that a sandboxed app may have; "
                + "remove some of them first"
        )
    }

    /// The error for too large requests.
    var tooLargeRequests: RequestError {
        RequestError(
            .notAllowed,
            "\(words) has pending notifications of \(maxRequestBytes >> 20) MiB, the most that a sandboxed "
                + "app may have; remove some of them first"
        )
    }

    /// The error for too large attachments.
    var tooManyBytes: RequestError {
        RequestError(
            .notAllowed,
            "\(words) would have more than the \(maxBytes >> 20) MiB of attachments that a sandboxed app may "
                + "have; remove notifications with attachments first"
        )
    }

    /// The error for files while other files of the app are copied.
    var isCopying: RequestError {
        RequestError(
            .notAllowed,
            "attachments of \(words) are copied already; wait for the answer to that call and try again"
        )
    }
}

extension Caller {
    /// The quota of the caller's app; `nil` if it is not in a sandbox.
    var quota: AppQuota? {
        guard let appID else { return nil }
        // Programs that could not be examined get a new id on each connection, so they share one quota.
        let apps =
            confinement == .unknown
            ? Self.unknownPrefix...(Self.unknownPrefix + "\u{7F}") : appID...appID
        return AppQuota(apps: apps, words: words)
    }
}

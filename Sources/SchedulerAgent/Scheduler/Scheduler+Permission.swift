import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Apple's raw value of `UNAuthorizationOptions.provisional`.
    private static let provisionalOption: UInt32 = 64

    /// What an app may do.
    func status(of app: String) throws(RequestError) -> AuthorizationStatus {
        if app == AgentNames.app { return .authorized }
        if let decided = try store.permission(of: app) { return decided }
        // Its requests come from files that the user or root wrote.
        if app == AgentNames.requestFilesApp { return .authorized }
        return switch configuration.current.defaultPermission {
        case .allow: .authorized
        case .ask: .notDetermined
        }
    }

    /// Refuses what an app adds that may not show notifications.
    func checkPermission(of app: String) throws(RequestError) {
        let reason: String
        switch try status(of: app) {
        case .authorized, .provisional: return
        case .denied: reason = "\(app) may not show notifications"
        case .notDetermined: reason = "\(app) has no permission yet to show notifications"
        }
        throw RequestError(
            .notAllowed,
            "\(reason); the user can allow it: notify-schedule apps allow \(app)"
        )
    }

    /// Gives an app permission, asks the user for it or tells that there is none.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - options: Apple's raw value of `UNAuthorizationOptions`.
    ///   - answer: called once, perhaps minutes later.
    /// - Throws: ``NotifyCore/RequestError``; then there is no answer.
    func requestAuthorization(
        of app: String,
        options: UInt32,
        answer: @escaping @Sendable (Bool) -> Void
    ) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        let wantsProvisional = options & Self.provisionalOption != 0
        switch try status(of: app) {
        case .authorized: return answer(true)
        case .denied: return answer(false)
        case .provisional where wantsProvisional: return answer(true)
        case .notDetermined where wantsProvisional:
            try store.set(permission: .provisional, of: app)
            return answer(true)
        case .notDetermined, .provisional: break
        }
        guard configuration.current.defaultPermission == .ask else {
            try store.set(permission: .authorized, of: app)
            return answer(true)
        }
        try ask(for: app, answer: answer)
    }

    /// Decides as the user whether an app may show notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` where the command line itself is to be
    ///   denied.
    func setAllowed(_ isAllowed: Bool, app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard app != AgentNames.app else {
            if isAllowed { return }
            throw RequestError(
                .notAllowed,
                "\(app) is the command line's own app and always allowed; "
                    + "to hold its notifications back: notify-schedule pause --all"
            )
        }
        try store.set(permission: isAllowed ? .authorized : .denied, of: app, isOfUser: true)
        endQuestion(of: app, isGranted: isAllowed)
    }

    /// Puts a delivery behind it that its app may not show.
    func withhold(_ due: DueRequest) throws(RequestError) {
        try store.settle(due.settling, .process)
        note(.notAllowed, due.key, title: due.title, scheduled: due.occurrences.latest)
    }

    /// Delivers to the list alone, as a provisional app does.
    ///
    /// - Parameters:
    ///   - due: the request.
    ///   - detail: what the history says of it.
    /// - Returns: the delivery's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    @discardableResult
    func deliverQuietly(
        _ due: DueRequest,
        detail: String = HistoryLine.listDetail
    ) throws(RequestError) -> [Int64] {
        let earlier = try store.delivered(of: due.key)
        let ids = try store.begin([due.beginning(due.delivery(at: clock.now, .listed))])
        if let bubble = earlier?.state.bubble { closeSoon(bubble) }
        note(
            .delivered,
            due.key,
            title: due.title,
            detail: detail,
            scheduled: due.occurrences.latest
        )
        tell(.delivered(due.key))
        return ids
    }
}

extension HistoryLine {
    /// What the history says of a delivery that went to the list alone.
    static let listDetail = "list"
    /// Of one that waits for the end of do-not-disturb.
    static let quietDetail = "quiet"
    /// Of one that the server took and does not show.
    static let suppressedDetail = "suppressed"
}

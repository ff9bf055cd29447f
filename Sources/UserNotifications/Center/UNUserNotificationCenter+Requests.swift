extension UNUserNotificationCenter {
    /// Schedules a request, or shows it at once where it has no trigger.
    ///
    /// - Parameters:
    ///   - request: what and when; it replaces a pending one of its identifier.
    ///   - completionHandler: takes `nil` once the agent has the request on the disk, or the error:
    ///     ``UNError`` for a refusal, `CocoaError` where the agent could not be reached.
    @preconcurrency
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        service.add(request) { [outlet = service.outlet] error in
            if let completionHandler { outlet.async { completionHandler(error) } }
        }
    }

    /// Schedules a request, or shows it at once where it has no trigger.
    ///
    /// - Parameter request: what and when; it replaces a pending one of its identifier.
    /// - Throws: ``UNError`` for a refusal, `CocoaError` where the agent could not be reached.
    public func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { continuation in
            service.add(request) { error in
                continuation.resume(with: error.map(Result.failure) ?? .success(()))
            }
        }
    }

    /// Gives the requests that wait for their trigger.
    ///
    /// - Parameter completionHandler: takes them, soonest first; none where the agent cannot be reached.
    @preconcurrency
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        service.pending { [outlet = service.outlet] requests in
            outlet.async { completionHandler(requests) }
        }
    }

    /// Gives the requests that wait for their trigger.
    ///
    /// - Returns: them, soonest first; none where the agent cannot be reached.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            service.pending { continuation.resume(returning: $0) }
        }
    }

    /// Takes requests off those that wait; unknown identifiers are left out.
    ///
    /// - Parameter identifiers: which.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        service.remove(identifiers, from: "pending")
    }

    /// Takes all requests off those that wait.
    public func removeAllPendingNotificationRequests() {
        service.remove(nil, from: "pending")
    }

    /// Gives the notifications that were delivered and neither answered nor removed.
    ///
    /// - Parameter completionHandler: takes them, latest first; none where the agent cannot be reached.
    @preconcurrency
    public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        service.delivered { [outlet = service.outlet] notifications in
            outlet.async { completionHandler(notifications) }
        }
    }

    /// Gives the notifications that were delivered and neither answered nor removed.
    ///
    /// - Returns: them, latest first; none where the agent cannot be reached.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            service.delivered { continuation.resume(returning: $0) }
        }
    }

    /// Takes notifications off the screen and the list; unknown identifiers are left out.
    ///
    /// - Parameter identifiers: which.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        service.remove(identifiers, from: "delivered")
    }

    /// Takes all of the app's notifications off the screen and the list.
    public func removeAllDeliveredNotifications() {
        service.remove(nil, from: "delivered")
    }
}

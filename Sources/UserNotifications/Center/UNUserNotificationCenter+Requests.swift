extension UNUserNotificationCenter {
    /// Schedules a request, or shows it at once if it has no trigger.
    ///
    /// One whose dates are past replaces a pending one and never fires.
    ///
    /// - Parameters:
    ///   - request: the request; it replaces a pending one with its identifier.
    ///   - completionHandler: called with `nil` when the request is on the disk, or with the error: ``UNError``
    ///     for a refusal, `CocoaError` if the agent cannot be reached. Linux: without a handler the error is
    ///     written to standard error.
    @preconcurrency
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        service.add(request) { [service, outlet = service.outlet] error in
            guard let completionHandler else { return service.reportNotAdded(error, request) }
            outlet.async { completionHandler(error) }
        }
    }

    /// Schedules a request, or shows it at once if it has no trigger.
    ///
    /// One whose dates are past replaces a pending one and never fires.
    ///
    /// - Parameter request: the request; it replaces a pending one with its identifier.
    /// - Throws: ``UNError`` for a refusal, `CocoaError` if the agent cannot be reached.
    public func add(_ request: UNNotificationRequest) async throws {
        try await withCheckedThrowingContinuation { continuation in
            service.add(request) { error in
                continuation.resume(with: error.map(Result.failure) ?? .success(()))
            }
        }
    }

    /// Gets the pending requests.
    ///
    /// - Parameter completionHandler: called with them, soonest first; with none if the agent cannot be reached.
    @preconcurrency
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        service.pending { [outlet = service.outlet] requests in
            outlet.async { completionHandler(requests) }
        }
    }

    /// Gets the pending requests.
    ///
    /// - Returns: them, soonest first; none if the agent cannot be reached.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        await withCheckedContinuation { continuation in
            service.pending { continuation.resume(returning: $0) }
        }
    }

    /// Removes pending requests; unknown identifiers are ignored.
    ///
    /// - Parameter identifiers: their identifiers.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        service.remove(identifiers, from: "pending")
    }

    /// Removes all pending requests.
    public func removeAllPendingNotificationRequests() {
        service.remove(nil, from: "pending")
    }

    /// Gets the notifications that were delivered and neither answered nor removed.
    ///
    /// - Parameter completionHandler: called with them, latest first; with none if the agent cannot be reached.
    @preconcurrency
    public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        service.delivered { [outlet = service.outlet] notifications in
            outlet.async { completionHandler(notifications) }
        }
    }

    /// Gets the notifications that were delivered and neither answered nor removed.
    ///
    /// - Returns: them, latest first; none if the agent cannot be reached.
    public func deliveredNotifications() async -> [UNNotification] {
        await withCheckedContinuation { continuation in
            service.delivered { continuation.resume(returning: $0) }
        }
    }

    /// Removes delivered notifications and their bubbles; unknown identifiers are ignored.
    ///
    /// - Parameter identifiers: their identifiers.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        service.remove(identifiers, from: "delivered")
    }

    /// Removes all delivered notifications of the app and their bubbles.
    public func removeAllDeliveredNotifications() {
        service.remove(nil, from: "delivered")
    }
}

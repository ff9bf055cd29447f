extension UNUserNotificationCenter {
    /// Asks for permission.
    ///
    /// Linux: every app has it by default, so the user is not asked, unless `agent.conf` has `Default=ask`:
    /// then a bubble asks once, for all options together.
    ///
    /// - Parameters:
    ///   - options: the kinds of interaction.
    ///   - completionHandler: called with whether it is granted, and the error; with `false` if the user does
    ///     not answer within ten minutes, and is asked again the next time.
    @preconcurrency
    public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        service.authorize(options) { [outlet = service.outlet] result in
            outlet.async {
                switch result {
                case .success(let isGranted): completionHandler(isGranted, nil)
                case .failure(let error): completionHandler(false, error)
                }
            }
        }
    }

    /// Asks for permission.
    ///
    /// Linux: every app has it by default, so the user is not asked, unless `agent.conf` has `Default=ask`:
    /// then a bubble asks once, for all options together.
    ///
    /// - Parameter options: the kinds of interaction.
    /// - Returns: whether it is granted; `false` if the user does not answer within ten minutes, and is asked
    ///   again the next time.
    /// - Throws: `CocoaError` if the agent cannot be reached or ends before the answer.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            service.authorize(options) { continuation.resume(with: $0) }
        }
    }

    /// Replaces the app's categories; notifications that are shown afterwards have their buttons.
    ///
    /// They are stored. Linux: an invalid category, such as one with a control character in its identifier, is
    /// left out and reported on standard error.
    ///
    /// - Parameter categories: all categories; others are deleted.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        service.setCategories(categories)
    }

    /// Gets the app's categories, which an earlier run may have set.
    ///
    /// - Parameter completionHandler: called with them.
    @preconcurrency
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        service.categories { [outlet = service.outlet] categories in
            outlet.async { completionHandler(categories) }
        }
    }

    /// Gets the app's categories, which an earlier run may have set.
    ///
    /// - Returns: them.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            service.categories { continuation.resume(returning: $0) }
        }
    }

    /// Gets the app's settings.
    ///
    /// - Parameter completionHandler: called with the settings.
    @preconcurrency
    public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        service.settings { [outlet = service.outlet] settings in
            outlet.async { completionHandler(settings) }
        }
    }

    /// Gets the app's settings.
    ///
    /// - Returns: the settings.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            service.settings { continuation.resume(returning: $0) }
        }
    }

    /// Sets the app's badge.
    ///
    /// Linux: docks and task bars that support the launcher API show it, at the icon of the app's desktop file.
    ///
    /// - Parameters:
    ///   - newBadgeCount: the number; 0 hides it.
    ///   - completionHandler: called with `nil`, or ``UNError`` with code `badgeInputInvalid` for a negative
    ///     number or one beyond 32 bits.
    @preconcurrency
    public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        service.setBadge(newBadgeCount) { [outlet = service.outlet] error in
            if let completionHandler { outlet.async { completionHandler(error) } }
        }
    }

    /// Sets the app's badge.
    ///
    /// Linux: docks and task bars that support the launcher API show it, at the icon of the app's desktop file.
    ///
    /// - Parameter newBadgeCount: the number; 0 hides it.
    /// - Throws: ``UNError`` with code `badgeInputInvalid` for a negative number or one beyond 32 bits.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try await withCheckedThrowingContinuation { continuation in
            service.setBadge(newBadgeCount) { error in
                continuation.resume(with: error.map(Result.failure) ?? .success(()))
            }
        }
    }
}

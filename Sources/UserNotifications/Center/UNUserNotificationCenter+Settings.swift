extension UNUserNotificationCenter {
    /// Asks for permission.
    ///
    /// Linux: every app has it to begin with, so nobody is asked, unless `agent.conf` says
    /// `Default=ask`: then the user is asked once, by a bubble, for all options together.
    ///
    /// - Parameters:
    ///   - options: what for.
    ///   - completionHandler: takes whether it was given, and the error; `false` where the user does not
    ///     answer within ten minutes, who is asked again the next time.
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
    /// Linux: every app has it to begin with, so nobody is asked, unless `agent.conf` says
    /// `Default=ask`: then the user is asked once, by a bubble, for all options together.
    ///
    /// - Parameter options: what for.
    /// - Returns: whether it was given; `false` where the user does not answer within ten minutes, who is
    ///   asked again the next time.
    /// - Throws: `CocoaError` where the agent cannot be reached or ends before the answer.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            service.authorize(options) { continuation.resume(with: $0) }
        }
    }

    /// Replaces the app's categories; what is shown afterwards has their buttons.
    ///
    /// They are kept while the app does not run. Linux: a category that does not hold, such as one with a
    /// control character in its identifier, is left out with a line on standard error.
    ///
    /// - Parameter categories: all of them; those that are left out are forgotten.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        service.setCategories(categories)
    }

    /// Gives the app's categories, also those that an earlier run of it set.
    ///
    /// - Parameter completionHandler: takes them.
    @preconcurrency
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        service.categories { [outlet = service.outlet] categories in
            outlet.async { completionHandler(categories) }
        }
    }

    /// Gives the app's categories, also those that an earlier run of it set.
    ///
    /// - Returns: them.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        await withCheckedContinuation { continuation in
            service.categories { continuation.resume(returning: $0) }
        }
    }

    /// Gives what the user lets the app do.
    ///
    /// - Parameter completionHandler: takes the settings.
    @preconcurrency
    public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        service.settings { [outlet = service.outlet] settings in
            outlet.async { completionHandler(settings) }
        }
    }

    /// Gives what the user lets the app do.
    ///
    /// - Returns: the settings.
    public func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            service.settings { continuation.resume(returning: $0) }
        }
    }

    /// Sets the number on the app's icon.
    ///
    /// Linux: docks and task bars that know the launcher API show it, at the icon of the app's desktop
    /// file.
    ///
    /// - Parameters:
    ///   - newBadgeCount: the number; 0 hides it.
    ///   - completionHandler: takes `nil`, or ``UNError`` with code `badgeInputInvalid` for a negative
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

    /// Sets the number on the app's icon.
    ///
    /// Linux: docks and task bars that know the launcher API show it, at the icon of the app's desktop
    /// file.
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

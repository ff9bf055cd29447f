import AgentInterface
import Dispatch
import Foundation
import GLibBridge
import NotifyCore
import Synchronization

/// The implementation of the center: calls go to the agent one at a time, in their order.
///
/// Unchecked: mutable state is used only on the queue.
final class CenterService: @unchecked Sendable {
    let appID: String
    let queue = DispatchQueue(label: "UserNotifications.calls")
    /// Handlers run one after another, apart from the calls.
    private let handlers = DispatchQueue(label: "UserNotifications.handlers")
    /// Handlers of calls from a handler, which may block its thread until it has their result.
    private let nested = DispatchQueue(label: "UserNotifications.nested", attributes: .concurrent)
    private static let isHandler = DispatchSpecificKey<Bool>()
    private(set) var client: AgentClient?
    /// The object that the agent calls on the connection of `client`.
    var appObject: AppObject?
    /// Categories that could not be sent to the agent yet.
    private var unsentCategories: [NotificationCategory]?
    private var hasReportedUnsent = false
    /// The delegate's calls, if there is one; not on the queue, whose calls may take long.
    let calls = Mutex<DelegateCalls?>(nil)
    /// The responses that the delegate has received; used on the main queue.
    let taken = Mutex(TakenResponses())
    private var providesAppNotificationSettings = false
    /// When the dates of other calendars were renewed last; on the queue.
    var lastRenewal: DispatchTime?
    /// Whether it was reported that no agent can be reached, since the last one was.
    let hasSaidUnreachable = Mutex(false)
    /// The queue of calls that wait for the user.
    private static let questions = DispatchQueue(
        label: "UserNotifications.questions",
        attributes: .concurrent
    )

    init(appID: String) {
        self.appID = appID
        handlers.setSpecific(key: Self.isHandler, value: true)
        nested.setSpecific(key: Self.isHandler, value: true)
        ExitWait.await(queue)
        // Handlers, not only the delegate, need a served main queue in every program.
        MainQueue.serve()
    }

    /// The queue of the handler of a call made now, never on the thread of the call.
    var outlet: DispatchQueue {
        DispatchQueue.getSpecific(key: Self.isHandler) == true ? nested : handlers
    }

    /// Runs work on the queue and passes on its result.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        then done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        queue.async {
            done(Result { try work() }.mapError(appleError))
        }
    }

    /// Calls the agent, and again if it ended during the call.
    ///
    /// All calls can be repeated, because an added request has an idempotency key.
    ///
    /// - Parameter time: the time limit for repetitions, in seconds.
    func call<Value>(
        retries: Int = 1,
        within time: Int = 5,
        _ work: (AgentClient) throws -> Value
    ) throws -> Value {
        let start = DispatchTime.now()
        var retries = retries
        while true {
            do {
                return try work(try connected())
            } catch let error as AgentUnreachable {
                guard retries > 0, DispatchTime.now() < start + .seconds(time) else { throw error }
                retries -= 1
            }
        }
    }

    /// Whether there is a delegate.
    var hasDelegate: Bool { calls.withLock { $0 != nil } }

    private func connected() throws -> AgentClient {
        if let client, let connection = try? client.connection, !connection.isClosed {
            if hasDelegate, appObject == nil { export(on: connection) }
            return client
        }
        appObject = nil
        let fresh = try AgentClient()
        client = fresh
        renewSoon()
        if hasDelegate {
            export(on: try fresh.connection)
            try? fresh.attach(app: appID)
        }
        return fresh
    }
}

extension CenterService {
    /// Gets the pending requests.
    func pending(then done: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        perform {
            try self.call { client in try client.pending(app: self.appID) }
                // A request that is shown at once is never pending.
                .filter { $0.request.trigger != .immediate }
                .map(\.request.object)
        } then: { result in
            done((try? result.get()) ?? [])
        }
    }

    /// Gets the delivered notifications.
    func delivered(then done: @escaping @Sendable ([UNNotification]) -> Void) {
        perform {
            try self.call { client in try client.delivered(app: self.appID) }
                .filter { $0.state != "delivering" }
                .map { UNNotification(date: $0.date.date, request: $0.request.object) }
        } then: { result in
            done((try? result.get()) ?? [])
        }
    }

    /// Removes requests from a list.
    ///
    /// - Parameter identifiers: the identifiers; `nil` for all.
    func remove(_ identifiers: [String]?, from list: String) {
        let selection = Self.selection(of: identifiers, from: list, appID)
        perform {
            _ = try self.call { client in try client.remove(selection) }
        } then: { _ in
        }
    }

    static func selection(
        of identifiers: [String]?,
        from list: String,
        _ appID: String
    ) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("appID", .string(appID)), ("lists", .strings([list])),
        ]
        if let identifiers {
            // D-Bus would end the string at a zero, and another request might have the rest as its identifier.
            let names = identifiers.filter { !$0.utf8.contains(0) }
            entries.append(("identifiers", .strings(names)))
        } else {
            entries.append(("all", .boolean(true)))
        }
        return .dictionary(entries)
    }

    /// Replaces the categories.
    func setCategories(_ categories: Set<UNNotificationCategory>) {
        let records = NotificationCategory.records(of: categories)
        queue.async {
            self.unsentCategories = records
            self.hasReportedUnsent = false
            self.tryToSendCategories()
        }
    }

    /// Sends the categories to the agent; after a failure they are sent again before the next request, which
    /// must not fail because of that.
    func tryToSendCategories() {
        do {
            try sendCategories()
        } catch let error as RequestError {
            guard !hasReportedUnsent else { return }
            hasReportedUnsent = true
            StandardError.write("the agent refused the categories: \(error.message)")
        } catch {
            // No agent can be reached.
        }
    }

    private func sendCategories() throws {
        guard let categories = unsentCategories else { return }
        try call { client in try client.set(categories, of: appID) }
        unsentCategories = nil
    }

    /// Gets the categories, which an earlier run of the app may have set.
    func categories(then done: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        queue.async {
            self.tryToSendCategories()
            let unsent = self.unsentCategories
            let stored =
                try? unsent ?? self.call { client in try client.categories(of: self.appID) }
            done(Set((stored ?? []).map(\.object)))
        }
    }

    /// Asks for permission; later calls do not wait for the user's answer.
    func authorize(
        _ options: UNAuthorizationOptions,
        then done: @escaping @Sendable (Result<Bool, any Error>) -> Void
    ) {
        let ask = { @Sendable [appID] (client: AgentClient) throws in
            try client.requestAuthorization(
                app: appID,
                options: UInt32(truncatingIfNeeded: options.rawValue)
            )
        }
        queue.async {
            if options.contains(.providesAppNotificationSettings) {
                self.providesAppNotificationSettings = true
            }
            do {
                guard !options.contains(.provisional) else {
                    // The user is not asked for that, and the app's next request must have the permission.
                    return done(.success(try self.call(ask)))
                }
                let client = try self.connected()
                Self.questions.async { done(Result { try ask(client) }.mapError(appleError)) }
            } catch {
                done(.failure(appleError(error)))
            }
        }
    }

    /// Gets the settings.
    func settings(then done: @escaping @Sendable (UNNotificationSettings) -> Void) {
        queue.async {
            let settings = try? self.call { client in try client.settings(app: self.appID) }
            var fields = settings.map(SettingsFields.init) ?? SettingsFields()
            fields.providesAppNotificationSettings = self.providesAppNotificationSettings
            done(UNNotificationSettings(fields: fields))
        }
    }

    /// Sets the app's badge.
    func setBadge(_ count: Int, then done: @escaping @Sendable ((any Error)?) -> Void) {
        perform {
            guard let number = Int32(exactly: count), number >= 0 else {
                throw UNError(.badgeInputInvalid)
            }
            try self.call { client in try client.setBadge(number, app: self.appID) }
        } then: { result in
            done(result.failure)
        }
    }
}

extension Result {
    /// The error, if it failed.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

import AgentInterface
import Dispatch
import Foundation
import GLibBridge
import NotifyCore
import Synchronization

/// What stands behind the center: calls go to the agent one after another, in the order of their arrival.
///
/// Unchecked: everything that changes is touched on the queue alone.
final class CenterService: @unchecked Sendable {
    let appID: String
    let queue = DispatchQueue(label: "UserNotifications.calls")
    /// Handlers run one after another, apart from the calls.
    private let handlers = DispatchQueue(label: "UserNotifications.handlers")
    /// Handlers of calls that a handler made, which may block its thread until it has their answer.
    private let nested = DispatchQueue(label: "UserNotifications.nested", attributes: .concurrent)
    private static let isHandler = DispatchSpecificKey<Bool>()
    private(set) var client: AgentClient?
    /// What the agent reaches on the connection of `client`.
    var appObject: AppObject?
    /// Categories that the agent could not be given yet.
    private var unsentCategories: [NotificationCategory]?
    private var hasSaidWhyUnsent = false
    /// The delegate's, once there is one; apart from the queue, whose calls may take their time.
    let calls = Mutex<DelegateCalls?>(nil)
    /// What the delegate has heard; touched on the main queue, in one process once.
    let taken = Mutex(TakenResponses())
    private var providesAppNotificationSettings = false
    /// Where calls wait for the user, apart from all others.
    private static let questions = DispatchQueue(
        label: "UserNotifications.questions",
        attributes: .concurrent
    )

    init(appID: String) {
        self.appID = appID
        handlers.setSpecific(key: Self.isHandler, value: true)
        nested.setSpecific(key: Self.isHandler, value: true)
        ExitWait.await(queue)
        // So that handlers find the main queue served in every program, not the delegate alone.
        MainQueue.serve()
    }

    /// Where the handler of a call runs that is made now: never on the thread of the call.
    var outlet: DispatchQueue {
        DispatchQueue.getSpecific(key: Self.isHandler) == true ? nested : handlers
    }

    /// Does some work in turn and hands its result on.
    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value,
        then done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        queue.async {
            done(Result { try work() }.mapError(appleError))
        }
    }

    /// Calls the agent; again where it went away in the middle, for no call does harm the second time: what
    /// is added has a key by which the agent knows it again.
    ///
    /// - Parameters:
    ///   - retries: how often it is called again at most.
    ///   - time: how long after the first call that may be, in seconds.
    ///   - work: the call.
    /// - Returns: what the call gave.
    /// - Throws: what the last call threw.
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
    var hears: Bool { calls.withLock { $0 != nil } }

    private func connected() throws -> AgentClient {
        if let client, !client.connection.isClosed {
            if hears, appObject == nil { export(on: client) }
            return client
        }
        appObject = nil
        let fresh = try AgentClient()
        client = fresh
        if hears {
            export(on: fresh)
            try? fresh.attach(app: appID)
        }
        return fresh
    }
}

extension CenterService {
    /// Adds a request.
    func add(
        _ request: UNNotificationRequest,
        then done: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let record = Result { () throws(RequestError) in
            var record = try NotificationRequest(request, appID: appID)
            record.idempotencyKey = UUID().uuidString
            return record
        }
        perform {
            var record = try record.get()
            self.tryToSendCategories()
            let handed = try HandedFiles(record.content.attachments)
            record.content.attachments = handed.attachments
            // An agent may end after it has copied files for long.
            let reply = try self.call(retries: 2, within: 60) { [record] client in
                try client.add(record, files: handed.files)
            }
            handed.removeOriginals(kept: reply.attachments)
        } then: { result in
            done(result.failure)
        }
    }

    /// Gives what is pending.
    func pending(then done: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        perform {
            try self.call { client in try client.pending(app: self.appID) }
                // What is shown at once is on its way and never pending.
                .filter { $0.request.trigger != .immediate }
                .map(\.request.object)
        } then: { result in
            done((try? result.get()) ?? [])
        }
    }

    /// Gives what was delivered.
    func delivered(then done: @escaping @Sendable ([UNNotification]) -> Void) {
        perform {
            try self.call { client in try client.delivered(app: self.appID) }
                .filter { $0.state != "delivering" }
                .map { UNNotification(date: $0.date.date, request: $0.request.object) }
        } then: { result in
            done((try? result.get()) ?? [])
        }
    }

    /// Takes requests off a list.
    ///
    /// - Parameters:
    ///   - identifiers: which; `nil` for all.
    ///   - list: `pending` or `delivered`.
    func remove(_ identifiers: [String]?, from list: String) {
        var entries: [(key: String, value: Variant)] = [
            ("appID", .string(appID)), ("lists", .strings([list])),
        ]
        if let identifiers {
            // A zero would end the text on the bus, and another request might have what is left.
            let names = identifiers.filter { !$0.utf8.contains(0) }
            entries.append(("identifiers", .strings(names)))
        } else {
            entries.append(("all", .boolean(true)))
        }
        let selection = Variant.dictionary(entries)
        perform {
            _ = try self.call { client in try client.remove(selection) }
        } then: { _ in
        }
    }

    /// Replaces the categories.
    func setCategories(_ categories: Set<UNNotificationCategory>) {
        let records = NotificationCategory.records(of: categories)
        queue.async {
            self.unsentCategories = records
            self.hasSaidWhyUnsent = false
            self.tryToSendCategories()
        }
    }

    /// Gives the agent the categories; where it does not take them, it gets them before the next request,
    /// which must not fail for that.
    private func tryToSendCategories() {
        do {
            try sendCategories()
        } catch let error as RequestError {
            guard !hasSaidWhyUnsent else { return }
            hasSaidWhyUnsent = true
            StandardError.write("the categories were not taken: \(error.message)")
        } catch {
            // Without an agent now.
        }
    }

    private func sendCategories() throws {
        guard let categories = unsentCategories else { return }
        try call { client in try client.set(categories, of: appID) }
        unsentCategories = nil
    }

    /// Gives the categories: those that are stored, which an earlier run of the app may have set.
    func categories(then done: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        queue.async {
            self.tryToSendCategories()
            let unsent = self.unsentCategories
            let stored =
                try? unsent ?? self.call { client in try client.categories(of: self.appID) }
            done(Set((stored ?? []).map(\.object)))
        }
    }

    /// Asks for permission; the calls that come after it do not wait for the user's answer.
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
                    // Nobody is asked for that, and what the app adds next has the permission.
                    return done(.success(try self.call(ask)))
                }
                let client = try self.connected()
                Self.questions.async { done(Result { try ask(client) }.mapError(appleError)) }
            } catch {
                done(.failure(appleError(error)))
            }
        }
    }

    /// Gives the settings.
    func settings(then done: @escaping @Sendable (UNNotificationSettings) -> Void) {
        queue.async {
            let settings = try? self.call { client in try client.settings(app: self.appID) }
            var fields = settings.map(SettingsFields.init) ?? SettingsFields()
            fields.providesAppNotificationSettings = self.providesAppNotificationSettings
            done(UNNotificationSettings(fields: fields))
        }
    }

    /// Sets the number of the app's icon.
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
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

package import GLibBridge
import Synchronization

/// Shows notifications through the notification portal, as a program inside a sandbox must.
///
/// The portal has no ids of its own: the caller numbers its notifications, and a number's id is always the
/// same text. It reports only chosen actions, never that a notification was closed.
package final class PortalClient: Sendable {
    /// The portal's events, in order.
    package let events: AsyncStream<BubbleEvent>

    private let connection: BusConnection
    private let timeout: UInt32
    private let owner = Mutex<String?>(nil)
    private let lastTicket = Mutex<UInt64>(0)
    private let yield: AsyncStream<BubbleEvent>.Continuation

    private static let bus = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Notification"
    private static let idStart = "notify-schedule-"
    private static let invalid = "org.freedesktop.portal.Error.InvalidArgument"

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connection: the connection that receives actions, possibly the only one.
    ///   - timeout: the time limit of the portal's reply, in milliseconds.
    package init(connection: BusConnection, timeout: UInt32 = 2_000) {
        (events, yield) = AsyncStream.makeStream(of: BubbleEvent.self)
        self.connection = connection
        self.timeout = timeout
    }

    /// Subscribes to the portal's signals; before this ``events`` is empty.
    ///
    /// - Returns: the subscriptions; and the portal's unique name, `nil` if none is running.
    @GLibActor
    package func listen() -> (subscriptions: [BusSubscription], owner: String?) {
        let yield = yield
        let actions = connection.subscribe(
            to: "ActionInvoked",
            interface: Self.interface,
            sender: Self.bus,
            path: Self.path
        ) { signal in
            if let event = Self.event(of: signal) { yield.yield(event) }
        }
        let owners = connection.watchName(Self.bus) { [weak self] owner in
            self?.owner.withLock { $0 = owner }
            yield.yield(.ownerChanged(owner))
        }
        let current = connection.nameOwner(Self.bus)
        owner.withLock { $0 = current }
        return ([actions, owners], current)
    }

    /// Ends ``events``.
    package func finish() {
        yield.finish()
    }

    /// Asks the bus to start the portal if none is running.
    @GLibActor
    package func startPortal() async -> Bool {
        await connection.startOwner(of: Self.bus)
    }

    /// Asks the running portal for its information; waits while it runs.
    ///
    /// - Throws: ``GLibBridge/GLibError`` if none is running, or it does not support notifications.
    @GLibActor
    package func information() async throws(GLibError) -> PortalInformation {
        let reply = try await call(
            "GetAll",
            of: "org.freedesktop.DBus.Properties",
            .tuple([.string(Self.interface)])
        )
        return PortalInformation(properties: reply[0])
    }

    /// Sends a notification to the portal; returns after the reply, an error or the timeout.
    ///
    /// A later reply is ``BubbleEvent/lateReply(ticket:outcome:)``.
    ///
    /// - Parameter number: its number; replaces a notification with this number.
    @GLibActor
    package func show(_ notification: PortalNotification, number: UInt32) async -> ShowOutcome {
        let ticket = lastTicket.withLock { last in
            last += 1
            return last
        }
        let yield = yield
        let outcome = await GLibActor.thread.answer(within: timeout) {
            await self.add(notification, number)
        } late: { outcome in
            yield.yield(.lateReply(ticket: ticket, outcome: outcome))
        }
        return outcome ?? .timedOut(ticket: ticket)
    }

    /// Removes a notification; an unknown number is no error.
    @GLibActor
    package func remove(number: UInt32, from owner: String) async {
        guard owner == self.owner.withLock({ $0 }) else { return }
        _ = try? await call(
            "RemoveNotification",
            .tuple([.string(Self.id(of: number))]),
            .milliseconds(Int32(clamping: timeout))
        )
    }

    /// Adds a notification, without the files that the portal cannot read.
    ///
    /// The portal refuses the whole notification for a sound or a picture that it cannot decode.
    @GLibActor
    private func add(_ notification: PortalNotification, _ number: UInt32) async -> ShowOutcome {
        var notification = notification
        while true {
            let outcome = await send(notification, number)
            guard case .failed(let error) = outcome, error.remoteName == Self.invalid,
                let simpler = notification.withoutAFile
            else { return outcome }
            notification = simpler
        }
    }

    @GLibActor
    private func send(_ notification: PortalNotification, _ number: UInt32) async -> ShowOutcome {
        // Called by its unique name, because the reply does not contain its sender.
        let owner = owner.withLock { $0 } ?? ""
        let (fields, files) = notification.record(for: notification.version)
        do throws(GLibError) {
            _ = try await connection.callForFiles(
                "AddNotification",
                on: destination(Self.interface),
                .tuple([.string(Self.id(of: number)), fields]),
                files: files,
                deadline: .none,
                mayStart: false
            )
            return .shown(owner: owner, id: number)
        } catch {
            return .failed(error)
        }
    }

    /// Calls the running portal, by its unique name.
    @GLibActor
    private func call(
        _ method: String,
        of interface: String = PortalClient.interface,
        _ parameters: Variant,
        _ deadline: CallDeadline = .none
    ) async throws(GLibError) -> Variant {
        try await connection.call(
            method,
            on: destination(interface),
            parameters,
            deadline: deadline,
            mayStart: false
        )
    }

    private func destination(_ interface: String) -> BusDestination {
        BusDestination(
            name: owner.withLock { $0 } ?? Self.bus,
            path: Self.path,
            interface: interface
        )
    }

    private static func id(of number: UInt32) -> String { "\(idStart)\(number)" }

    /// Returns the event of a signal; `nil` if it is about another program's notification.
    private static func event(of signal: BusSignal) -> BubbleEvent? {
        guard let id = signal.parameters[0]?.string, id.hasPrefix(idStart),
            let number = UInt32(id.dropFirst(idStart.count)),
            signal.parameters[1]?.string == PortalNotification.action,
            let parameters = signal.parameters[2]?.children.map({ $0.unboxed }),
            let key = parameters.first??.string
        else { return nil }
        // The action's target, then the desktop's data, then the user's text.
        if parameters.count > 2, let text = parameters[2]?.string {
            return .replied(owner: signal.sender, id: number, text: text)
        }
        let details = parameters.count > 1 ? parameters[1] : nil
        return .invoked(
            owner: signal.sender,
            id: number,
            action: key,
            activationToken: details?["activation-token"]?.string
        )
    }
}

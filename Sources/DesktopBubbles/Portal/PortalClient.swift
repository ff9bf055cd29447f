public import GLibBridge
import Synchronization

/// Shows notifications through the notification portal, as a program inside a sandbox must.
///
/// The portal gives no ids: the caller numbers its notifications, and a number's id is always the same
/// text. It tells of chosen actions alone, never that a notification went.
public final class PortalClient: Sendable {
    /// What the portal tells, in order.
    public let events: AsyncStream<BubbleEvent>

    private let connection: BusConnection
    private let patience: UInt32
    private let owner = Mutex<String?>(nil)
    private let lastTicket = Mutex<UInt64>(0)
    private let yield: AsyncStream<BubbleEvent>.Continuation

    private static let bus = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Notification"
    private static let idStart = "notify-schedule-"

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connection: the portal tells it of actions, and maybe it alone.
    ///   - patience: how long a notification waits for the portal's answer, in milliseconds.
    public init(connection: BusConnection, patience: UInt32 = 25_000) {
        (events, yield) = AsyncStream.makeStream(of: BubbleEvent.self)
        self.connection = connection
        self.patience = patience
    }

    /// Starts to hear the portal; before this nothing is in ``events``.
    ///
    /// - Returns: what keeps the subscriptions; and the portal's unique name, `nil` where none runs.
    @GLibActor
    public func listen() -> (subscriptions: [BusSubscription], owner: String?) {
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
    public func finish() {
        yield.finish()
    }

    /// Asks the bus to start the portal where none runs.
    ///
    /// - Returns: whether one can be started here at all.
    @GLibActor
    public func startPortal() async -> Bool {
        await connection.startOwner(of: Self.bus)
    }

    /// Asks the running portal what it can do; waits for as long as it runs.
    ///
    /// - Throws: ``GLibBridge/GLibError`` where none runs, or it has no notifications.
    @GLibActor
    public func information() async throws(GLibError) -> PortalInformation {
        let reply = try await call(
            "GetAll",
            of: "org.freedesktop.DBus.Properties",
            .tuple([.string(Self.interface)])
        )
        return PortalInformation(properties: reply[0])
    }

    /// Hands a notification to the portal; returns when it answered, failed or used up the patience.
    ///
    /// An answer that comes after that is ``BubbleEvent/lateReply(ticket:outcome:)``.
    ///
    /// - Parameters:
    ///   - notification: what to show.
    ///   - number: its number; one that is on the screen is replaced.
    /// - Returns: what became of it.
    @GLibActor
    public func show(_ notification: PortalNotification, number: UInt32) async -> ShowOutcome {
        let ticket = lastTicket.withLock { last in
            last += 1
            return last
        }
        let yield = yield
        let outcome = await GLibActor.thread.answer(within: patience) {
            await self.add(notification, number)
        } late: { outcome in
            yield.yield(.lateReply(ticket: ticket, outcome: outcome))
        }
        return outcome ?? .timedOut(ticket: ticket)
    }

    /// Takes a notification away; a number that the portal does not know is no error.
    ///
    /// - Parameters:
    ///   - number: the notification's number.
    ///   - owner: the unique name of the portal that took it.
    @GLibActor
    public func remove(number: UInt32, from owner: String) async {
        guard owner == self.owner.withLock({ $0 }) else { return }
        _ = try? await call(
            "RemoveNotification",
            .tuple([.string(Self.id(of: number))]),
            .standard
        )
    }

    @GLibActor
    private func add(_ notification: PortalNotification, _ number: UInt32) async -> ShowOutcome {
        // Who answers is who is called: the answer itself is given without its sender.
        let owner = owner.withLock { $0 } ?? ""
        do throws(GLibError) {
            _ = try await call(
                "AddNotification",
                .tuple([.string(Self.id(of: number)), notification.record])
            )
            return .shown(owner: owner, id: number)
        } catch {
            return .failed(error)
        }
    }

    /// Calls the portal that runs now, by its unique name.
    @GLibActor
    private func call(
        _ method: String,
        of interface: String = PortalClient.interface,
        _ parameters: Variant,
        _ deadline: CallDeadline = .none
    ) async throws(GLibError) -> Variant {
        let destination = BusDestination(
            name: owner.withLock { $0 } ?? Self.bus,
            path: Self.path,
            interface: interface
        )
        return try await connection.call(
            method,
            on: destination,
            parameters,
            deadline: deadline,
            mayStart: false
        )
    }

    private static func id(of number: UInt32) -> String { "\(idStart)\(number)" }

    /// What a signal says; `nil` where it is about another program's notification.
    private static func event(of signal: BusSignal) -> BubbleEvent? {
        guard let id = signal.parameters[0]?.string, id.hasPrefix(idStart),
            let number = UInt32(id.dropFirst(idStart.count)),
            signal.parameters[1]?.string == PortalNotification.action,
            let parameters = signal.parameters[2]?.children.map({ $0.unboxed }),
            let key = parameters.first??.string
        else { return nil }
        // The action's target, then what the desktop tells, then what the user typed.
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

import GLibBridge
import Synchronization

/// Follows the switch of do-not-disturb of the notification server that runs; it never polls.
final class DoNotDisturbWatch: Sendable {
    /// What is kept to follow a switch.
    @GLibActor
    private final class Following {
        var setting: DesktopSetting?
        var subscription: BusSubscription?
        /// Which switch is followed; an answer about an earlier one is dropped.
        var round = 0
        var isAsking = false
        var mustAskAgain = false
        var mustReport = false

        nonisolated init() {}
    }

    /// How long a server may take to answer, in milliseconds.
    private static let deadline: Int32 = 2_000

    private let connection: BusConnection
    private let state = Mutex<Bool?>(nil)
    private let following = Following()
    private let changed = Mutex<(@Sendable (Bool?) -> Void)?>(nil)

    /// Makes a watch that follows nothing yet.
    init(connection: BusConnection) {
        self.connection = connection
    }

    /// Whether do-not-disturb is on; `nil` if nobody says.
    var isOn: Bool? { state.withLock { $0 } }

    /// Has a function called with each new state.
    func onChange(_ body: @escaping @Sendable (Bool?) -> Void) {
        changed.withLock { $0 = body }
    }

    /// Follows the switch of another server from now on.
    @GLibActor
    func follow(_ server: ServerKind?) async {
        following.round += 1
        following.setting = nil
        following.subscription = nil
        // The first answer about a server is reported in any case: something may wait for it.
        state.withLock { $0 = nil }
        following.mustReport = true
        // An answer that an earlier server owes is not waited for.
        following.isAsking = false
        switch DoNotDisturbSwitch(of: server) {
        case nil:
            report(nil)
        case .setting(let schema, let key, let isOnWhen):
            following.setting = DesktopSetting(schema, key: key) { [weak self] in
                guard let self, let setting = following.setting else { return }
                report(setting.isOn == isOnWhen)
            }
            report(following.setting.map { $0.isOn == isOnWhen })
        case .bus(let question):
            let round = following.round
            following.subscription = connection.subscribe(
                to: nil,
                interface: question.signals,
                sender: question.destination.name,
                path: question.destination.path
            ) { [weak self] _ in
                guard let self else { return }
                GLibActor.thread.task { await self.ask(question, round) }
            }
            await ask(question, round)
        }
    }

    /// One question at a time; what changes meanwhile is asked for after it.
    @GLibActor
    private func ask(_ question: DoNotDisturbSwitch.BusQuestion, _ round: Int) async {
        guard !following.isAsking else {
            following.mustAskAgain = true
            return
        }
        following.isAsking = true
        repeat {
            following.mustAskAgain = false
            let answer = try? await connection.call(
                question.method,
                on: question.destination,
                .tuple(question.arguments),
                deadline: .milliseconds(Self.deadline),
                mayStart: false
            )
            guard round == following.round else { return }
            report(answer?[0].flatMap(question.isOn))
        } while following.mustAskAgain
        following.isAsking = false
    }

    @GLibActor
    private func report(_ isOn: Bool?) {
        let isFirst = following.mustReport
        following.mustReport = false
        let isNew = state.withLock { state in
            defer { state = isOn }
            return state != isOn
        }
        if isNew || isFirst { changed.withLock { $0 }?(isOn) }
    }
}

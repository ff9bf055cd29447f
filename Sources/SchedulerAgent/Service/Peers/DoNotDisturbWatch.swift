import ConfigurationFiles
import GLibBridge
import Synchronization

/// Follows the do-not-disturb state of the current notification server, without polling.
final class DoNotDisturbWatch: Sendable {
    /// The state of following a source.
    @GLibActor
    private final class Following {
        var setting: DesktopSetting?
        var subscription: BusSubscription?
        var file: ConfigurationWatch?
        /// The number of the source; answers of an earlier one are dropped.
        var round = 0
        var isAsking = false
        var mustAskAgain = false
        var mustReport = false

        nonisolated init() {}
    }

    /// How long a source may take to answer, in milliseconds.
    private static let deadline: Int32 = 10_000
    /// How long the first answer of a source is waited for, in milliseconds.
    private static let firstAnswerTime: UInt32 = 1_000

    private let connection: BusConnection
    private let state = Mutex<Bool?>(nil)
    private let following = Following()
    private let changed = Mutex<(@Sendable (Bool?) -> Void)?>(nil)

    /// Creates a watch that follows no source yet.
    init(connection: BusConnection) {
        self.connection = connection
    }

    /// Whether do-not-disturb is on; `nil` if unknown.
    var isOn: Bool? { state.withLock { $0 } }

    /// Sets a function that is called with each new state.
    func onChange(_ body: @escaping @Sendable (Bool?) -> Void) {
        changed.withLock { $0 = body }
    }

    /// Follows another server from now on.
    ///
    /// Returns once the state is known, or its source does not say it in time.
    @GLibActor
    func follow(_ server: ServerKind?) async {
        await follow(source: DoNotDisturbSwitch(of: server))
    }

    /// Follows a source from now on; `nil` is a server that has none.
    @GLibActor
    func follow(source: DoNotDisturbSwitch?) async {
        following.round += 1
        following.setting = nil
        following.subscription = nil
        following.file = nil
        // The first answer of a server is always reported, because deliveries may wait for it.
        state.withLock { $0 = nil }
        following.mustReport = true
        // An answer of an earlier server is not awaited.
        following.isAsking = false
        switch source {
        case nil:
            report(nil)
        case .setting(let schema, let key, let isOnWhen):
            following.setting = DesktopSetting(schema, key: key) { [weak self] in
                guard let self, let setting = following.setting else { return }
                report(setting.isOn == isOnWhen)
            }
            report(following.setting.map { $0.isOn == isOnWhen })
        case .file(let line):
            following.file = try? ConfigurationWatch(line.name, in: line.folders) { [weak self] in
                self?.report(line.isOn)
            }
            report(line.isOn)
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
            _ = await GLibActor.thread.answer(within: Self.firstAnswerTime) {
                await self.ask(question, round)
            }
        }
    }

    /// Sends one query at a time.
    ///
    /// A change during a query causes another query.
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

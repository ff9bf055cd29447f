import GLibBridge
import Glibc
import Logging
import NotifyCore

/// Plays the sounds of bubbles if the notification server does not.
///
/// Sounds play one after the other. A sound that would play too late is left out.
@GLibActor
final class SoundOutput {
    /// The maximum number of sounds that wait.
    private static let maxWaiting = 3
    /// The maximum length of a sound, in microseconds.
    private static let longest: Int64 = 30_000_000

    private let configuration: ConfigurationSource
    private let logger: Logger
    private var waiting: [(player: SoundPlayer, file: String)] = []
    private var playing: Int32?
    private var limit: ClockTimer?

    /// Creates an output that follows `[Sound]`.
    nonisolated init(configuration: ConfigurationSource, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Decides who plays the sound of a notification.
    nonisolated func plan(
        for content: NotificationContent,
        serverPlays: Bool,
        isDisturbanceUnwanted: Bool
    ) -> SoundPlan {
        let current = configuration.current
        return SoundPlan(
            for: content,
            serverPlays: serverPlays,
            isDisturbanceUnwanted: isDisturbanceUnwanted,
            players: current.soundPlayer.players,
            theme: SoundTheme(named: current.soundTheme)
        )
    }

    /// Whether the desktop's sound for a new message can be played.
    nonisolated var isAvailable: Bool {
        let content = NotificationContent(sound: .standard)
        let plan = plan(for: content, serverPlays: false, isDisturbanceUnwanted: false)
        return if case .agent = plan { true } else { false }
    }

    /// Plays a sound after those before it.
    ///
    /// Does not block.
    nonisolated func playSoon(_ player: SoundPlayer, _ file: String) {
        GLibActor.thread.task { await self.play(player, file) }
    }

    /// Stops all sounds.
    func end() {
        waiting = []
        if let playing { kill(playing, SIGTERM) }
    }

    private func play(_ player: SoundPlayer, _ file: String) {
        guard playing != nil else { return start(player, file) }
        guard waiting.count < Self.maxWaiting, !waiting.contains(where: { $0.file == file })
        else { return }
        waiting.append((player, file))
    }

    private func start(_ player: SoundPlayer, _ file: String) {
        let start = ProgramStart(arguments: player.arguments(for: file), isQuiet: true)
        do throws(SystemError) {
            if limit == nil {
                limit = try ClockTimer(on: .bootTime) { [weak self] _ in self?.stopLong() }
            }
            playing = try start.start { [weak self] status in self?.ended(player, file, status) }
            limit?.arm(at: ClockTimer.Clock.bootTime.now + Self.longest)
        } catch {
            logger.warning("no sound: \(error)")
            startNext()
        }
    }

    private func stopLong() {
        guard let playing else { return }
        logger.notice("a sound lasts too long and is ended")
        kill(playing, SIGKILL)
    }

    private func ended(_ player: SoundPlayer, _ file: String, _ status: Int32) {
        playing = nil
        limit?.disarm()
        if status != 0 { logger.notice("\(player.rawValue) could not play \(file)") }
        startNext()
    }

    private func startNext() {
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        start(next.player, next.file)
    }
}

import AgentInterface
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport

@testable import SchedulerAgent

/// Apps that a test plays, with no bus in between.
final class PlayedApps: AppReaching {
    let departures = AsyncStream<String> { $0.finish() }
    /// What apps were told, as `CONNECTION IDENTIFIER ACTION`.
    let told = Recorder<String>()
    /// The same with what keeps two from acting on it.
    let handed = Recorder<HandedResponse>()
    /// Whether questions wait for the test's answer; otherwise apps have no opinion.
    let holdsQuestions = Mutex(false)
    /// The questions that wait, in order.
    let questions = Recorder<Question>()
    /// The apps that were to be started, as `APP TOKEN`.
    let starts = Recorder<String>()
    /// What becomes of the next responses, in order; the last goes on for good.
    let handOvers = Mutex<[HandOver]>([.taken])
    /// The connections whose word waits for the test.
    let silent = Mutex<Set<String>>([])
    /// What waits at those, in order.
    let unanswered = Recorder<@Sendable (HandOver) -> Void>()
    /// How a start ends.
    let startEnd = Mutex<Result<Bool, RequestError>>(.success(true))

    func watch(_ name: String) async {}

    func didReceive(_ handed: HandedResponse, at name: String) async -> HandOver {
        let response = handed.response
        let text = "\(name) \(response.notification.request.identifier) \(response.action)"
        self.handed.append(handed)
        guard !silent.withLock({ $0.contains(name) }) else {
            return await withCheckedContinuation { continuation in
                unanswered.append { continuation.resume(returning: $0) }
                told.append(text)
            }
        }
        told.append(text)
        return handOvers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    /// Questions that wait for the test's answer.
    struct Question: Sendable {
        let identifier: String
        let answer: @Sendable (Result<PresentationOptions?, RequestError>) -> Void
    }

    func willPresent(
        _ notification: Variant,
        at name: String
    ) async throws(RequestError) -> PresentationOptions? {
        let request = try AppNotification(record: notification).request
        guard holdsQuestions.withLock({ $0 }) else { return nil }
        let result = await withCheckedContinuation { continuation in
            questions.append(
                Question(identifier: request.identifier) { continuation.resume(returning: $0) }
            )
        }
        return try result.get()
    }

    func start(_ app: String, activationToken: String?) async throws(RequestError) -> Bool {
        starts.append("\(app) \(activationToken ?? "-")")
        return try startEnd.withLock { $0 }.get()
    }
}

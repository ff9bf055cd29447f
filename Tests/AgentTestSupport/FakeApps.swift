package import AgentInterface
package import NotifyCore
package import Synchronization
package import TestSupport

@testable package import SchedulerAgent

/// Apps that a test plays, with no bus in between.
package final class FakeApps: AppMessenger {
    package let departures = AsyncStream<String> { $0.finish() }
    /// What apps were sent, as `CONNECTION IDENTIFIER ACTION`.
    package let responses = Recorder<String>()
    /// The same with what keeps two from acting on it.
    package let handed = Recorder<HandedResponse>()
    /// Whether questions wait for the test's answer; otherwise apps have no opinion.
    package let holdsQuestions = Mutex(false)
    /// The questions that wait, in order.
    package let questions = Recorder<Question>()
    /// The apps that were to be started, as `APP TOKEN`.
    package let starts = Recorder<String>()
    /// The outcomes of the next responses, in order; the last one repeats.
    package let inFlight = Mutex<[HandOver]>([.taken])
    /// The connections whose word waits for the test.
    package let silent = Mutex<Set<String>>([])
    /// What waits at those, in order.
    package let unanswered = Recorder<@Sendable (HandOver) -> Void>()
    /// How a start ends.
    package let startEnd = Mutex<Result<Bool, RequestError>>(.success(true))

    /// The apps whose service extensions were started.
    package let extensions = Recorder<String>()
    /// Whether their processes fail at once.
    package let extensionFails = Mutex(false)
    /// Makes the process of each fail later, in the order of ``extensions``.
    package let extensionFailures = Recorder<@Sendable () -> Void>()

    /// Runs the service extension of an app until the test has it fail.
    package func runExtension(of app: String) async -> Bool {
        let (ends, end) = AsyncStream<Void>.makeStream()
        extensionFailures.append { end.yield() }
        extensions.append(app)
        if !extensionFails.withLock({ $0 }) { for await _ in ends { break } }
        return false
    }

    /// What happens while an app is being started.
    package let whileStarting = Mutex<(@Sendable () async -> Void)?>(nil)

    package init() {}

    /// Lets connections answer in order.
    package func answer(_ answers: HandOver...) {
        inFlight.withLock { $0 = answers }
    }

    package func watch(_ name: String) async {}

    package func didReceive(_ handed: HandedResponse, at name: String) async -> HandOver {
        let response = handed.response
        let text = "\(name) \(response.notification.request.identifier) \(response.action)"
        self.handed.append(handed)
        guard !silent.withLock({ $0.contains(name) }) else {
            return await withCheckedContinuation { continuation in
                unanswered.append { continuation.resume(returning: $0) }
                responses.append(text)
            }
        }
        responses.append(text)
        return inFlight.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    /// Questions that wait for the test's answer.
    package struct Question: Sendable {
        package let identifier: String
        package let answer: @Sendable (Result<PresentationOptions?, RequestError>) -> Void
    }

    package func willPresent(
        _ notification: AppNotification,
        at name: String
    ) async throws(RequestError) -> PresentationOptions? {
        guard holdsQuestions.withLock({ $0 }) else { return nil }
        let result = await withCheckedContinuation { continuation in
            questions.append(
                Question(identifier: notification.request.identifier) {
                    continuation.resume(returning: $0)
                }
            )
        }
        return try result.get()
    }

    package func start(_ app: String, activationToken: String?) async throws(RequestError) -> Bool {
        starts.append("\(app) \(activationToken ?? "-")")
        await whileStarting.withLock { $0 }?()
        return try startEnd.withLock { $0 }.get()
    }
}

import AgentInterface
package import DesktopBubbles
import GLibBridge
package import NotifyCore
import Synchronization
package import TestSupport

@testable package import SchedulerAgent

/// The way to a notification server, with no bus in between; it answers at once, or as the test says.
package final class FakePresenter: BubblePresenting {
    /// How a call to show a bubble is answered.
    package enum Answer: Sendable {
        /// With the next number.
        case number
        /// With an error of this name.
        case error(String)
        /// With the end of its time.
        case timeOut
        /// By the test, which finds it in ``FakePresenter/calls``.
        case byTest
    }

    /// A call that waits for the test's answer.
    package struct Call: Sendable {
        package let identifier: String
        package let body: String
        package let replaced: BubbleKey?
        /// The actions whose keys have a mark.
        package let marked: Set<String>
        package let reply: @Sendable (ShowOutcome) -> Void
    }

    /// A bubble that was answered with a number.
    package struct Shown: Sendable {
        package let id: UInt32
        package let title: String
        package let note: String?
        package let occurrences: Occurrences
        package let body: String
        package let level: InterruptionLevel
        /// What stood for its texts; `nil` where they were shown.
        package let hiding: HiddenTexts?
        /// The bubble that it replaced.
        package let replaced: BubbleKey?
    }

    package let events = AsyncStream<BubbleEvent> { $0.finish() }
    /// The bubbles that wait for the test's answer, or did, in order.
    package let calls = Recorder<Call>()
    /// The bubbles that were to be closed, in order.
    package let closings = Recorder<BubbleKey>()
    /// Whose sounds were to be played without a bubble, in order.
    package let sounds = Recorder<String>()
    /// The questions that wait for an answer, while ``answersQuestions`` is off.
    package let questions = Recorder<@Sendable () -> Void>()
    private let log = Recorder<Shown>()
    private let answer: Mutex<Answer>
    private let treatment: Mutex<SchedulerAgent.ServerProfile>
    private let answers = Mutex(true)
    private let isThere: Bool

    /// Makes one.
    ///
    /// - Parameter isThere: whether there is a server that says what it can do; otherwise the test says so.
    package init(
        _ answer: Answer = .number,
        profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile(),
        isThere: Bool = false
    ) {
        self.answer = Mutex(answer)
        treatment = Mutex(profile)
        self.isThere = isThere
    }

    /// How the server wants to be treated.
    package var profile: SchedulerAgent.ServerProfile {
        get { treatment.withLock { $0 } }
        set { treatment.withLock { $0 = newValue } }
    }

    /// Whether the server says at once what it can do.
    package var answersQuestions: Bool {
        get { answers.withLock { $0 } }
        set { answers.withLock { $0 = newValue } }
    }

    /// What was answered with a number, in order.
    package var shown: [Shown] { log.elements }

    /// Answers all calls from now on in this way.
    package func setAnswer(_ answer: Answer) {
        self.answer.withLock { $0 = answer }
    }

    /// Waits for the next call, which is for this request.
    package func next(_ identifier: String) async throws -> Call {
        let call = try await calls.next()
        guard call.identifier == identifier else {
            throw StartFailureInTest(what: "\(call.identifier) is shown in place of \(identifier)")
        }
        return call
    }

    package func show(
        _ delivery: Delivery,
        replacing bubble: BubbleKey?
    ) async -> ShowOutcome {
        switch answer.withLock({ $0 }) {
        case .number: return .shown(owner: SchedulerFixture.owner, id: keep(delivery, bubble))
        case .error(let name):
            return .failed(GLibError(domain: "", code: 0, message: "no", remoteName: name))
        case .timeOut: return .timedOut(ticket: 1)
        case .byTest:
            return await withCheckedContinuation { continuation in
                calls.append(
                    Call(
                        identifier: delivery.request.identifier,
                        body: delivery.request.content.body,
                        replaced: bubble,
                        marked: delivery.markedActions
                    ) { continuation.resume(returning: $0) }
                )
            }
        }
    }

    private func keep(_ delivery: Delivery, _ replaced: BubbleKey?) -> UInt32 {
        let id = UInt32(log.elements.count + 1)
        let scheduled = delivery.scheduled
        log.append(
            Shown(
                id: id,
                title: delivery.request.content.title,
                note: delivery.note?.words(now: delivery.delivered, in: FixedZone.utc),
                occurrences: delivery.note?.occurrences
                    ?? Occurrences(first: scheduled, latest: scheduled, count: 1),
                body: delivery.request.content.body,
                level: delivery.request.content.interruptionLevel,
                hiding: delivery.hiding,
                replaced: replaced
            )
        )
        return id
    }

    package func playSound(of delivery: Delivery) { sounds.append(delivery.request.identifier) }

    package func close(_ bubble: BubbleKey) async { closings.append(bubble) }

    package func meetServer() async -> Bool {
        guard !answersQuestions else { return isThere }
        await withCheckedContinuation { continuation in questions.append { continuation.resume() } }
        return isThere
    }

    package func startServer() async -> Bool { false }
}

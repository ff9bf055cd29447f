import AgentInterface
import NotifyCore

/// Carries out the user's choice: opens the action's URL, or snoozes the notification.
struct Responder {
    let problems: ProblemReporter
    private let open: @Sendable (String, String?) async throws(RequestError) -> [String]
    private let adder: Requests
    private let schedule: Schedule

    init(
        _ problems: ProblemReporter,
        open: @escaping @Sendable (String, String?) async throws(RequestError) -> [String],
        _ adder: Requests,
        _ schedule: Schedule
    ) {
        self.problems = problems
        self.open = open
        self.adder = adder
        self.schedule = schedule
    }

    /// Carries out a choice, and reports the response.
    ///
    /// - Parameter snoozed: the reply to the stored request that shows the notification again, if any.
    func respond(
        _ answered: Response,
        snoozed: AddReply? = nil,
        activationToken: String?
    ) async -> [Int64] {
        let request = answered.delivery.request
        let action = answered.action
        if action == LateSummary.showEach, let ids = LateSummary.deliveries(of: request) {
            problems.journal.note(answered)
            return ids
        }
        var response = answered
        var snoozed = snoozed
        if snoozed == nil, let length = request.snooze(ofAction: action) {
            do {
                let scheduled = answered.delivery.scheduled
                snoozed = try adder.add(adder.snoozed(request, of: scheduled, after: length))
                await schedule.arm()
            } catch {
                response.problem = error.message
                problems.reportFailedStart(error, of: request)
            }
        }
        if let url = request.url(ofAction: action) {
            response.url = url
            do {
                response.arguments = try await open(url, activationToken)
            } catch {
                response.problem = error.message
                problems.reportFailedStart(error, of: request)
            }
        }
        problems.journal.note(response, snoozed: snoozed, activationToken: activationToken)
        return []
    }
}

import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// The call that adds notifications which came late together.
struct ArrivalCalls: Sendable {
    let agent: Agent

    /// The most of a call: notify-relay keeps no more.
    private static let maxEntries = 1_000

    /// Adds them, and replies with why some were not accepted.
    func add(_ call: BusMethodCall, _ caller: Caller) async throws {
        let entries = call.parameters[0]?.children ?? []
        guard entries.count <= Self.maxEntries else {
            throw RequestError(
                .malformed,
                "\(entries.count) requests are more than the \(Self.maxEntries) of a call; make several calls"
            )
        }
        let arrivals = entries.map { entry in
            let request = Result { () throws(RequestError) in
                var request = try NotificationRequest(record: entry[1])
                request.requester = caller.words
                request.sender = nil
                return request
            }
            return LateArrival(
                sent: Instant(microseconds: entry[0]?.integer ?? 0),
                request: request,
                quota: (try? request.get()).flatMap { caller.quota(for: $0) }
            )
        }
        let quotas = Dictionary(
            arrivals.compactMap(\.quota).map { ($0.sender, $0) },
            uniquingKeysWith: { first, _ in first }
        ).values
        let refusals = try await agent.run { agent in
            let (refusals, added) = try agent.requests.add(late: arrivals)
            try agent.round.summarise(arrivals: added)
            for quota in quotas { try await agent.requests.forgetOldest(of: quota) }
            return refusals
        }
        call.reply([.strings(refusals)])
        await agent.run { $0.tasks.deliverSoon() }
    }
}

import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// What is kept back at most; the oldest stay in the list without a word of their own.
    static let mostKeptBack = 1_000

    /// Whether a request waits for the end of do-not-disturb.
    ///
    /// Servers that keep what they get then keep it themselves, so that it can be read there. Where it
    /// would be lost, passive and active requests are listed without a bubble; time-sensitive and critical
    /// ones are sent, and the server's own rules decide.
    func mustWait(_ request: NotificationRequest) -> Bool {
        isDisturbanceUnwanted && !presenter.profile.keepsUnderDoNotDisturb
            && !request.content.interruptionLevel.isUrgent && !request.bubble.isVerbatim
    }

    /// Lists a delivery without a bubble until do-not-disturb ends.
    func keepBack(_ due: DueRequest) throws(RequestError) {
        let ids = try deliverQuietly(due, detail: HistoryLine.quietDetail)
        try store.set(.keptBack, to: Self.text(try keptBack() + ids))
    }

    /// Takes in whether do-not-disturb is on; what was held back is shown at its end, as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        isDisturbanceUnwanted = isOn ?? false
        guard !isDisturbanceUnwanted else { return }
        do {
            try await releaseKeptBack()
        } catch {
            logger.error("\(error)")
        }
        deliverSoon()
    }

    /// Shows what was held back.
    func releaseKeptBack() async throws(RequestError) {
        var entries: [LateSummary.Entry] = []
        var summary: Int64?
        for id in try keptBack() {
            guard let row = try store.delivered(id: id), row.state == .listed,
                let delivery = try? row.delivery()
            else { continue }
            // What that one stands for is among the earlier entries.
            guard LateSummary.deliveries(of: delivery.request) == nil else {
                summary = id
                continue
            }
            entries.append(
                LateSummary.Entry(
                    id: id,
                    title: delivery.request.content.title,
                    scheduled: delivery.scheduled,
                    level: delivery.request.content.interruptionLevel
                )
            )
        }
        let isAlone = entries.count == 1 && summary == nil
        if let only = entries.isEmpty ? summary : isAlone ? entries.first?.id : nil {
            await apply(.recalled, to: only)
        } else if !entries.isEmpty {
            let request = LateSummary.request(
                for: try earlierEntries(except: []).filter { earlier in
                    !entries.contains { $0.id == earlier.id }
                } + entries,
                under: .doNotDisturb,
                now: clock.now,
                in: zones.local()
            )
            _ = try add(request)
        }
        try store.set(.keptBack, to: "")
    }

    private func keptBack() throws(RequestError) -> [Int64] {
        try store.fact(.keptBack)?.split(separator: " ").compactMap { Int64($0) } ?? []
    }

    private static func text(_ ids: [Int64]) -> String {
        ids.suffix(mostKeptBack).map(String.init).joined(separator: " ")
    }
}

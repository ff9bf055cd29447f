import Logging
import NotifyCore

extension Scheduler {
    /// What is kept back at most; the oldest stay in the list without a word of their own.
    private static let mostHeld = 1_000

    /// Whether a request waits for the end of do-not-disturb.
    ///
    /// Servers that keep what they get then keep it themselves, so that it can be read there. Where it
    /// would be lost, passive and active requests are listed without a bubble; time-sensitive and critical
    /// ones are sent, and the server's own rules decide.
    func isHeld(_ request: NotificationRequest) -> Bool {
        isDisturbanceUnwanted && !presenter.profile.keepsUnderDoNotDisturb
            && !request.content.interruptionLevel.isUrgent
            && LateSummary.deliveries(of: request) == nil
    }

    /// Lists a delivery without a bubble until do-not-disturb ends.
    func hold(_ due: DueRequest) throws(RequestError) {
        let bubbles = try store.delivered(app: due.key.appID, identifier: due.key.identifier)
            .compactMap(\.state.bubbleKey)
        let ids = try store.begin([due.beginning(due.delivery(at: clock.now, .listed))])
        try store.set(.held, to: Self.text(try heldDeliveries() + ids))
        for bubble in bubbles { closeSoon(bubble) }
        note(
            .delivered,
            due.key,
            title: due.title,
            detail: "held",
            scheduled: due.occurrences.latest
        )
        tell(.delivered(due.key))
    }

    /// Takes in whether do-not-disturb is on; what was held back is shown at its end, as one bubble.
    func doNotDisturbChanged(to isOn: Bool?) async {
        isDisturbanceUnwanted = isOn ?? false
        guard !isDisturbanceUnwanted else { return }
        do {
            try await releaseHeld()
        } catch {
            logger.error("\(error)")
        }
        deliverSoon()
    }

    /// Shows what was held back.
    func releaseHeld() async throws(RequestError) {
        var entries: [LateSummary.Entry] = []
        for id in try heldDeliveries() {
            guard let row = try store.delivered(id: id), row.state == .listed,
                let delivery = try? row.delivery()
            else { continue }
            entries.append(
                LateSummary.Entry(
                    id: id,
                    title: delivery.request.content.title,
                    scheduled: delivery.scheduled,
                    level: delivery.request.content.interruptionLevel
                )
            )
        }
        guard !entries.isEmpty else { return }
        if entries.count == 1 {
            await apply(.recalled, to: entries[0].id)
        } else {
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
        try store.set(.held, to: "")
    }

    private func heldDeliveries() throws(RequestError) -> [Int64] {
        try store.fact(.held)?.split(separator: " ").compactMap { Int64($0) } ?? []
    }

    private static func text(_ ids: [Int64]) -> String {
        ids.suffix(mostHeld).map(String.init).joined(separator: " ")
    }
}

import Logging
import NotifyCore

/// What was on the screen, or in the desktop's own list, when the server or the agent went.
///
/// It comes back once, after what is due, with its buttons alive: all of it after the server went, since
/// the bubbles went with it; after the agent alone only on servers that heed a bubble no longer once its
/// sender has left the bus, and there in place of the old one. What the server closed before, for whatever
/// reason, does not. Of many the newest come back, the others stay in the list.
extension Scheduler {
    /// As many come back; GNOME Shell keeps no more of one app.
    static let mostReturning = 10

    /// The names of the states that have to do with one server.
    static let statesAtServer = ["unknown", "shown", "returning"]

    /// Has a delivery shown once more.
    func bringBack(_ id: Int64) async {
        guard !returning.contains(id) else { return }
        returning.append(id)
        if returning.count > Self.mostReturning {
            await apply(.passedOver, to: returning.removeFirst())
        }
    }

    /// Whether a bubble of an earlier time may be shown: its app may have been denied since, and what was
    /// seen once need not disturb where the server would drop it.
    func mayShowAgain(_ delivery: Delivery) throws(RequestError) -> Bool {
        guard try status(of: delivery.request.appID).mayAdd else { return false }
        return !delivery.state.isReturning || !mustWait(delivery.request)
    }

    /// Takes over the bubbles of an earlier run, on a server that has let go of them.
    func reclaimEarlierRun() async {
        let bubbles = earlierRun
        earlierRun = []
        guard presenter.profile.forgetsGoneSenders else { return }
        for id in bubbles { await apply(.senderGone, to: id) }
    }

    /// Takes a bubble off the screen first where one that is replaced would lose its buttons.
    ///
    /// - Returns: the bubble whose place the new one can have.
    func clearPlace(of delivery: Delivery, id: Int64, _ bubble: BubbleKey?) async -> BubbleKey? {
        guard let bubble, !delivery.request.actions.isEmpty,
            !presenter.profile.keepsButtonsInPlace
        else { return bubble }
        if delivery.state.isReturning {
            do {
                // The end of the old bubble is not the end of the notification.
                try store.update(delivered: id, state: .returning(nil), at: delivery.delivered)
            } catch {
                logger.error("\(error)")
                return bubble
            }
        }
        await presenter.close(bubble)
        return nil
    }
}

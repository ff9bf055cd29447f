import GLibBridge
import NotificationServer
import TestSupport

/// A notification server that writes down when each call reached it.
@GLibActor
final class TimingServer: NotificationServerDelegate {
    /// The summary of each bubble with the wall clock's microseconds at its arrival.
    nonisolated let arrivals = Recorder<(summary: String, microseconds: Int64)>()
    /// How each bubble ends as soon as it is shown; `nil` if no end is reported.
    var end: ClosedReason?
    private var server: NotificationServer?

    init(on connection: BusConnection) throws {
        server = try NotificationServer(on: connection, delegate: self)
    }

    func server(_ server: NotificationServer, show call: NotifyCall, reply: ServerReply<UInt32>) {
        arrivals.append((call.summary, ClockTimer.Clock.realTime.now))
        let id = server.id(for: call)
        reply.answer(id)
        if let end { server.sendClosed(id: id, reason: end) }
    }

    /// Leaves its name to another server.
    func stop() {
        server?.stop()
        server = nil
    }

    /// Ends each bubble in this way from now on.
    func endBubbles(_ reason: ClosedReason?) { end = reason }

    func server(_ server: NotificationServer, close id: UInt32, reply: ServerReply<Void>) {
        reply.answer(())
    }

    func server(_ server: NotificationServer, capabilities reply: ServerReply<[String]>) {
        reply.answer(["actions", "body"])
    }

    func server(_ server: NotificationServer, identity reply: ServerReply<ServerIdentity>) {
        reply.answer(ServerIdentity(name: "figures", vendor: "notify-schedule", version: "1"))
    }
}

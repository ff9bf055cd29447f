package import AgentInterface
import DesktopBubbles
package import NotifyCore
import TestSupport

@testable import SchedulerAgent

extension SchedulerFixture {
    /// Adds a request, and returns when it is delivered where it is due.
    @discardableResult
    package func add(
        _ identifier: String,
        _ trigger: NotificationTrigger,
        _ options: ScheduleOptions = ScheduleOptions(),
        actions: [NotificationAction] = [],
        level: InterruptionLevel = .active,
        bubble: BubbleOptions = BubbleOptions()
    ) async throws -> AddReply {
        let reply = try await scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: identifier,
                content: NotificationContent(title: identifier, interruptionLevel: level),
                trigger: trigger,
                actions: actions,
                options: options,
                bubble: bubble
            )
        )
        await scheduler.deliverDue()
        return reply
    }

    /// Adds a request that is due now, and lets it be delivered.
    package func add(_ identifier: String, title: String? = nil) async throws {
        let front = NotificationAction(identifier: "front", title: "F", options: .foreground)
        let yes = NotificationAction(identifier: "yes", title: "Y")
        try await add(identifier, title: title, actions: [front, yes])
    }

    /// Adds a request with what is given, and lets it be delivered.
    package func add(
        _ identifier: String,
        title: String? = nil,
        badge: Int? = nil,
        actions: [NotificationAction],
        isResident: Bool = false
    ) async throws {
        _ = try await scheduler.add(
            NotificationRequest(
                appID: Self.app,
                identifier: identifier,
                content: NotificationContent(title: title ?? identifier, badge: badge),
                trigger: .immediate,
                actions: actions,
                isResident: isResident
            )
        )
        await scheduler.deliverSoon()
    }

    /// Adds a request and answers its call.
    package func show(
        _ identifier: String,
        as bubble: BubbleKey,
        title: String? = nil
    ) async throws {
        try await answer(identifier, as: bubble) { try await add(identifier, title: title) }
    }

    /// Does what has a request shown, and answers its call.
    package func answer(
        _ identifier: String,
        as bubble: BubbleKey,
        _ body: () async throws -> Void
    ) async throws {
        let count = reports.elements.count
        try await body()
        try await server.next(identifier).reply(.shown(owner: bubble.owner, id: bubble.id))
        _ = try await reports.wait(10, "word of \(identifier)") { $0.count > count ? true : nil }
    }

    /// Lets awake time pass, with the timer's event at its end.
    package func pass(_ seconds: Int64) async {
        clock.pass(seconds)
        await scheduler.handle(ScheduleEvent.due)
    }

    /// Lets time pass in suspend, with the event of waking up.
    package func sleep(_ seconds: Int64) async {
        clock.sleep(seconds)
        await scheduler.handle(ScheduleEvent.clockSet)
    }

    /// Sets the wall clock.
    package func set(by seconds: Int64) async {
        clock.set(by: seconds)
        await scheduler.handle(ScheduleEvent.clockSet)
    }

    /// Chooses an action of the bubble that was shown last under a title.
    package func click(_ title: String, _ action: String) async {
        guard let id = server.shown.last(where: { $0.title == title })?.id else { return }
        await click(BubbleKey(owner: Self.owner, id: id), action)
        await scheduler.deliverDue()
    }

    /// Chooses an action of a bubble.
    package func click(
        _ bubble: BubbleKey,
        _ action: String = "default",
        token: String? = nil
    ) async {
        await scheduler.handle(
            .invoked(owner: bubble.owner, id: bubble.id, action: action, activationToken: token)
        )
    }
}

import DesktopBubbles
import GLibBridge
import NotifyCore
import Testing

@testable import SchedulerAgent

/// The order of deliveries and the meaning of a server's answers, as tables.
@Suite struct DeliveryQueueTests {
    private static let owner = ":1.5"
    private static let bubble = BubbleKey(owner: owner, id: 7)
    private static let second: Int64 = 1_000_000

    private func failure(_ name: String?) -> ShowOutcome {
        .failed(GLibError(domain: "", code: 0, message: "no", remoteName: name))
    }

    /// What follows from a server's answer to the call for delivery 1.
    private func answer(
        _ outcome: ShowOutcome,
        of called: String? = owner,
        isVerbatim: Bool = false,
        to queue: inout DeliveryQueue
    ) -> [DeliveryQueue.Action] {
        queue.handle(
            .answered(1, outcome, calledOwner: called, isVerbatim: isVerbatim),
            on: Self.owner,
            at: 0
        )
    }

    private func next(_ queue: inout DeliveryQueue, isReady: Bool = true) -> DeliveryQueue.Step {
        queue.next(at: 0, isServerReady: isReady)
    }

    private func asked(
        _ id: Int64,
        isUrgent: Bool = false,
        _ answer: AskedDelivery.Answer? = nil
    ) -> AskedDelivery {
        AskedDelivery(id: id, isUrgent: isUrgent, bubble: nil, answer: answer)
    }

    @Test func answersOfTheServerThatWasCalled() {
        let gone = "org.freedesktop.DBus.Error.NoReply"
        let full = "org.freedesktop.Notifications.MaxNotificationsExceeded"
        let table: [(ShowOutcome, [DeliveryQueue.Action])] = [
            (.shown(owner: Self.owner, id: 7), [.leavePlace(1), .noteShown(Self.bubble, of: 1)]),
            (.shown(owner: Self.owner, id: 0), [.leavePlace(1), .apply(.suppressed, to: 1)]),
            (
                .timedOut(ticket: 3),
                [.apply(.timedOut(owner: Self.owner), to: 1), .noteUnresponsive(owner: Self.owner)]
            ),
            (.notSent, [.leavePlace(1), .noteUnresponsive(owner: Self.owner)]),
            (failure(full), [.leavePlace(1)]),
            (
                failure(gone),
                [
                    .leavePlace(1), .noteServerGone,
                    .apply(.ownerGone(owner: Self.owner), to: 1),
                ]
            ),
        ]
        for (outcome, actions) in table {
            var queue = DeliveryQueue()
            #expect(answer(outcome, to: &queue) == actions)
        }
        var queue = DeliveryQueue()
        let refused = answer(failure("org.example.No"), to: &queue)
        #expect(refused.last == .apply(.refused(message: "no"), to: 1))
        #expect(queue.takeRefusalName(of: 1) == nil)
    }

    /// Another server has its place by the time of the answer.
    @Test func answersOfAServerThatHasGone() {
        let released = DeliveryQueue.Action.apply(.ownerGone(owner: ":1.4"), to: 1)
        let table: [(ShowOutcome, [DeliveryQueue.Action])] = [
            (.timedOut(ticket: 3), [released]),
            (.notSent, [.leavePlace(1), released]),
            (failure("org.freedesktop.DBus.Error.NoReply"), [.leavePlace(1), released]),
        ]
        for (outcome, actions) in table {
            var queue = DeliveryQueue()
            #expect(answer(outcome, of: ":1.4", to: &queue) == actions)
            #expect(queue.calls.isEmpty)
            #expect(!queue.hasAgain)
        }
    }

    @Test func aVerbatimOneHasItsAnswerWhateverItIs() {
        let full = "org.freedesktop.Notifications.MaxNotificationsExceeded"
        var queue = DeliveryQueue()
        let actions = answer(failure(full), isVerbatim: true, to: &queue)
        #expect(actions == [.leavePlace(1), .apply(.refused(message: "no"), to: 1)])
        #expect(queue.takeRefusalName(of: 1) == full)
        #expect(queue.takeRefusalName(of: 1) == nil)
        #expect(!queue.hasAgain)
    }

    @Test func aBubbleThatTakesItsServerDownStaysInTheList() {
        var queue = DeliveryQueue()
        let gone = failure("org.freedesktop.DBus.Error.NoReply")
        let again = DeliveryQueue.Action.apply(.ownerGone(owner: Self.owner), to: 1)
        for _ in 1...3 { #expect(answer(gone, to: &queue).last == again) }
        #expect(answer(gone, to: &queue).last == .apply(.refused(message: "no"), to: 1))
        #expect(answer(gone, to: &queue).last == again)
    }

    /// The call has not returned yet when its late answer is there.
    @Test func anAnswerThatComesBeforeItsTimeOutIsKept() {
        var queue = DeliveryQueue()
        queue.calls.keep(early: .shown(owner: Self.owner, id: 7), 3)
        let actions = answer(.timedOut(ticket: 3), to: &queue)
        #expect(actions == [.leavePlace(1), .noteShown(Self.bubble, of: 1)])
        #expect(queue.calls.isEmpty)
    }

    @Test func aLateAnswerFindsItsDelivery() {
        var queue = DeliveryQueue()
        _ = answer(.timedOut(ticket: 3), to: &queue)
        #expect(!queue.calls.isEmpty)
        #expect(queue.calls.take(4) == nil)
        #expect(queue.calls.take(3) == 1)
        #expect(queue.calls.take(3) == nil)
        _ = answer(.timedOut(ticket: 5), to: &queue)
        queue.calls.serverGone()
        #expect(queue.calls.take(5) == nil)
    }

    @Test func oneRoundRunsAtATime() {
        var queue = DeliveryQueue()
        #expect(queue.begin(nil) == true)
        #expect(queue.begin(nil) == false)
        _ = queue.end(.complete)
        #expect(queue.begin(nil) == true)
        // It ends after its step, and no other begins.
        queue.stop()
        #expect(next(&queue) == .end(.complete))
        _ = queue.end(.complete)
        #expect(queue.begin(nil) == false)
    }

    @Test func whatWasMarkedComesFirstAndReturnsComeLast() {
        var queue = DeliveryQueue()
        _ = queue.begin(nil)
        #expect(next(&queue) == .deliverDue)
        _ = queue.addReturning(9)
        queue.showAgain([4, 5], setsBadges: true)
        #expect(queue.waitsAgain(4))
        #expect(next(&queue, isReady: false) == .waitForServer)
        #expect(next(&queue) == .showAgain(4))
        #expect(next(&queue) == .showAgain(5))
        #expect(!queue.waitsAgain(4))
        #expect(next(&queue) == .deliverDue)
        #expect(queue.takeReturning() == 9)
        #expect(queue.takeReturning() == nil)
        #expect(queue.takeBadge(of: 4) == true)
        #expect(queue.takeBadge(of: 4) == false)
    }

    @Test func whatWasRefusedForNowIsShownFirstNextTime() {
        var queue = DeliveryQueue()
        _ = queue.begin(nil)
        queue.showAgain([2])
        _ = answer(failure("org.freedesktop.DBus.Error.LimitsExceeded"), to: &queue)
        #expect(next(&queue) == .end(.paused))
        _ = queue.end(.paused)
        #expect(queue.handle(.bubbleClosed, on: Self.owner, at: 0) == [.deliver])
        _ = queue.begin(nil)
        #expect(next(&queue) == .showAgain(1))
        #expect(next(&queue) == .showAgain(2))
        _ = queue.end(.complete)
        #expect(queue.handle(.bubbleClosed, on: Self.owner, at: 0) == [])
    }

    private static let mate =
        "org.gtk.GDBus.UnmappedGError.Quark._notification_2ddaemon_2derror_2dquark.Code"

    @Test(
        "What a server refuses because it has no room is sent again",
        arguments: [
            ("org.freedesktop.Notifications.MaxNotificationsExceeded", true),
            ("\(mate)1", true), ("\(mate)2", false),
            ("org.freedesktop.DBus.GLib.UnmappedError.NotificationDaemonErrorQuark.Code1", true),
            ("org.freedesktop.DBus.GLib.UnmappedError.NotifyOsd.Code1", true),
            ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", true),
            ("org.freedesktop.DBus.Error.LimitsExceeded", true),
            ("org.freedesktop.DBus.Error.NoMemory", true),
            ("org.freedesktop.DBus.Error.InvalidArgs", false),
            ("org.example.NotLimitsExceeded", false),
        ]
    )
    func temporaryErrors(name: String, isTemporary: Bool) {
        var queue = DeliveryQueue()
        _ = queue.begin(nil)
        let actions = answer(failure(name), to: &queue)
        #expect((actions == [.leavePlace(1)]) == isTemporary)
        #expect(queue.waitsAgain(1) == isTemporary)
    }

    @Test func aFullServerIsLeftAloneForLongerEachTime() {
        var queue = DeliveryQueue()
        var pauses: [Int64] = []
        for _ in 1...9 {
            _ = queue.begin(nil)
            _ = answer(failure("org.freedesktop.DBus.Error.LimitsExceeded"), to: &queue)
            _ = queue.end(.paused)
            if case .until(let end) = queue.hold(at: 0) { pauses.append(end / Self.second) }
        }
        #expect(pauses == [2, 4, 8, 16, 32, 64, 128, 256, 256])
        _ = answer(.shown(owner: Self.owner, id: 7), to: &queue)
        _ = answer(failure("org.freedesktop.DBus.Error.LimitsExceeded"), to: &queue)
        #expect(queue.hold(at: 0) == .until(2 * Self.second))
    }

    @Test func theNextRoundIsPlannedByHowTheLastOneEnded() {
        let table: [(DeliveryPass, Schedule.Hold)] = [
            (.complete, .nothing), (.waitingForServer, .server), (.paced(until: 8), .until(8)),
            (.failed, .until(10 * Self.second + 1)),
        ]
        for (pass, hold) in table {
            var queue = DeliveryQueue()
            _ = queue.end(pass)
            #expect(queue.hold(at: 1) == hold)
        }
    }

    @Test func aFloodWaitsForRoomAndUrgentOnesDoNot() {
        var queue = DeliveryQueue()
        _ = queue.begin(ServerProfile.Pace(burst: 1, interval: 4 * Self.second))
        _ = answer(.shown(owner: Self.owner, id: 7), to: &queue)
        #expect(next(&queue) == .deliverUrgent(until: 4 * Self.second))
        _ = queue.asked.add(asked(2), of: "a", isAttached: true)
        _ = queue.asked.add(asked(3, isUrgent: true), of: "b", isAttached: true)
        _ = queue.handle(.appAnswered(.unchanged, for: 2, of: "a"), on: nil, at: 0)
        #expect(next(&queue) == .deliverUrgent(until: 4 * Self.second))
        _ = queue.handle(.appAnswered(.unchanged, for: 3, of: "b"), on: nil, at: 0)
        #expect(next(&queue) == .present(asked(3, isUrgent: true, .unchanged)))
        #expect(queue.next(at: 4 * Self.second, isServerReady: false) == .waitForServer)
        queue.serverChanged()
        #expect(next(&queue) == .present(asked(2, .unchanged)))
    }

    @Test func theOldestOfThoseThatReturnIsPassedOver() {
        var queue = DeliveryQueue()
        let max = Int64(DeliveryQueue.maxReturning)
        for id in 1...max { #expect(queue.addReturning(id) == nil) }
        #expect(queue.addReturning(2) == nil)
        let passed = queue.addReturning(max + 1)
        #expect(passed == 1)
        for id in 2...(max + 1) { #expect(queue.takeReturning() == id) }
        #expect(!queue.hasWork)
    }

    @Test func appsAreHeardInOrder() {
        var asked = AskedDeliveries()
        #expect(asked.add(self.asked(1), of: "a", isAttached: false) == .now)
        #expect(asked.add(self.asked(1), of: "a", isAttached: true) == .afterAnswer)
        #expect(asked.add(self.asked(2), of: "a", isAttached: true) == .afterAnswer)
        // It left meanwhile; what was asked of it comes first all the same.
        #expect(asked.add(self.asked(3), of: "a", isAttached: false) == .afterOthers)
        #expect(asked.answer(.unchanged, for: 2, of: "a") == true)
        #expect(asked.next(hasRoom: true) == nil)
        #expect(asked.answer(.options(.list), for: 1, of: "a") == true)
        #expect(asked.answer(.unchanged, for: 1, of: "a") == false)
        var order: [Int64] = []
        while let next = asked.next(hasRoom: true) {
            order.append(next.id)
            asked.remove(next)
        }
        #expect(order == [1, 2, 3])
        #expect(!asked.hasAnswered)
    }

    @Test func whatGetsNoBubbleNeedsNoServer() {
        var queue = DeliveryQueue()
        _ = queue.begin(nil)
        for (id, options) in [(1, .banner), (2, .list)] as [(Int64, PresentationOptions)] {
            _ = queue.asked.add(asked(id), of: "\(id)", isAttached: true)
            let answer = AskedDelivery.Answer.options(options)
            #expect(
                queue.handle(.appAnswered(answer, for: id, of: "\(id)"), on: nil, at: 0)
                    == [.deliver]
            )
        }
        #expect(next(&queue, isReady: false) == .waitForServer)
        #expect(next(&queue) == .present(asked(1, .options(.banner))))
        #expect(next(&queue, isReady: false) == .present(asked(2, .options(.list))))
    }

    @Test func aBubbleIsTakenFromWhoWaitsForItsApp() {
        var asked = AskedDeliveries()
        var one = self.asked(1)
        one.bubble = Self.bubble
        _ = asked.add(one, of: "a", isAttached: true)
        #expect(asked.takeBubble(of: 2) == nil)
        #expect(asked.takeBubble(of: 1) == Self.bubble)
        #expect(asked.takeBubble(of: 1) == nil)
        var two = self.asked(2)
        two.bubble = Self.bubble
        _ = asked.add(two, of: "b", isAttached: true)
        _ = asked.answer(.unchanged, for: 2, of: "b")
        #expect(asked.release(Self.bubble) == true)
        #expect(asked.release(Self.bubble) == false)
    }
}

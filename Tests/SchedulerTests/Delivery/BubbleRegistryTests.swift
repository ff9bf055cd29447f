import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is known of bubbles beside the store, over a real one.
@Suite struct BubbleRegistryTests {
    private static let owner = ":1.5"
    private static let earlier = ":1.4"
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
    }

    private func bubble(_ id: UInt32, of owner: String = owner) -> BubbleKey {
        BubbleKey(owner: owner, id: id)
    }

    private func request(
        _ identifier: String,
        app: String = "org.example.Test"
    )
        -> NotificationRequest
    {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: identifier)
        )
    }

    /// Puts a delivery into the list.
    @discardableResult
    private func deliver(_ identifier: String, _ state: DeliveryState) throws -> Int64 {
        let request = request(identifier)
        let delivery = Delivery(
            request: request,
            scheduled: SchedulerFixture.start,
            delivered: SchedulerFixture.start,
            state: state
        )
        return try store.write(.process) { database in
            try Store.insert(delivery, record: request.record.serialized, database)
        }
    }

    @Test func bubblesOfTheServerThatRunsAreReclaimedOnce() throws {
        let shown = try deliver("shown", .shown(bubble(1)))
        try deliver("listed", .listed)
        var bubbles = BubbleRegistry(store)
        #expect(try bubbles.restore(serverOwner: Self.owner, isSameBus: true) == [])
        let row = try #require(try store.delivered(id: shown))
        // Nobody listened since.
        #expect(bubbles.stateName(of: row) == "unknown")
        bubbles.noteHeard(shown)
        #expect(bubbles.stateName(of: row) == "shown")
        #expect(
            bubbles.reclaim(forgetsGoneSenders: true) == [.apply(.senderGone, to: shown)]
        )
        #expect(bubbles.reclaim(forgetsGoneSenders: true) == [])
    }

    @Test func aServerThatKeepsBubblesIsLeftAlone() throws {
        try deliver("shown", .shown(bubble(1)))
        var bubbles = BubbleRegistry(store)
        _ = try bubbles.restore(serverOwner: Self.owner, isSameBus: true)
        #expect(bubbles.reclaim(forgetsGoneSenders: false) == [])
        #expect(bubbles.reclaim(forgetsGoneSenders: true) == [])
    }

    @Test(arguments: [(":1.5", false), (":1.4", true), (nil, true)])
    func bubblesOfAnotherServerAreReleased(owner: String?, isSameBus: Bool) throws {
        let unknown = try deliver("unknown", .unknown(owner: Self.owner))
        let shown = try deliver("shown", .shown(bubble(1)))
        let returning = try deliver("returning", .returning(nil))
        var bubbles = BubbleRegistry(store)
        let gone = DeliveryEvent.ownerGone(owner: Self.owner)
        #expect(
            try bubbles.restore(serverOwner: owner, isSameBus: isSameBus)
                == [.showAgain(returning), .apply(gone, to: unknown), .apply(gone, to: shown)]
        )
        #expect(bubbles.reclaim(forgetsGoneSenders: true) == [])
    }

    @Test("What a server has not answered an earlier agent is shown again")
    func anUnansweredCallOfAnEarlierAgent() throws {
        let unknown = try deliver("unknown", .unknown(owner: Self.owner))
        try deliver("shown", .shown(bubble(1)))
        var bubbles = BubbleRegistry(store)
        #expect(
            try bubbles.restore(serverOwner: Self.owner, isSameBus: true)
                == [.apply(.ownerGone(owner: Self.owner), to: unknown)]
        )
    }

    @Test func theAgentThatFollowsKnowsWhatThisOneHeard() throws {
        let heard = try deliver("heard", .shown(bubble(1)))
        let unheard = try deliver("unheard", .shown(bubble(2)))
        var bubbles = BubbleRegistry(store)
        _ = try bubbles.restore(serverOwner: Self.owner, isSameBus: true)
        bubbles.noteHeard(heard)
        try bubbles.noteHandOver()
        var next = BubbleRegistry(store)
        _ = try next.restore(serverOwner: Self.owner, isSameBus: true)
        let rows = try [heard, unheard].map { try #require(try store.delivered(id: $0)) }
        #expect(rows.map(next.stateName) == ["shown", "unknown"])
    }

    @Test func whatAServerShowedGoesWithIt() throws {
        let unknown = try deliver("unknown", .unknown(owner: Self.owner))
        let shown = try deliver("shown", .shown(bubble(1)))
        try deliver("another", .shown(bubble(1, of: Self.earlier)))
        let returning = try deliver("returning", .returning(bubble(2)))
        var bubbles = BubbleRegistry(store)
        let replaced = try #require(try store.delivered(id: shown))
        try bubbles.replace(replaced, on: Self.owner, isPrompting: false)
        #expect(bubbles.replaced.delivery(shownBy: bubble(1)) != nil)
        let gone = DeliveryEvent.ownerGone(owner: Self.owner)
        #expect(
            try bubbles.serverGone(Self.owner)
                == [unknown, shown, returning].map { .apply(gone, to: $0) }
        )
        #expect(bubbles.replaced.delivery(shownBy: bubble(1)) == nil)
    }

    @Test func eventsThatComeEarlyAreKeptForTheirBubble() {
        var bubbles = BubbleRegistry(store)
        let click = BubbleRegistry.EarlyEvent(
            event: .invoked(action: "default"),
            activationToken: "token"
        )
        let dismissed = BubbleRegistry.EarlyEvent(event: .closed(.dismissed))
        for event in [click, dismissed, BubbleRegistry.EarlyEvent(event: .closed(.expired))] {
            bubbles.keep(early: event, of: bubble(1))
        }
        #expect(bubbles.takeEarly(bubble(1)) == [click, dismissed])
        #expect(bubbles.takeEarly(bubble(1)) == [])
        let max = UInt32(BubbleRegistry.maxEarlyBubbles)
        for id in 1...(max + 1) { bubbles.keep(early: click, of: bubble(id)) }
        #expect(bubbles.takeEarly(bubble(max)) == [click])
        #expect(bubbles.takeEarly(bubble(max + 1)) == [])
        bubbles.serverChanged()
        #expect(bubbles.takeEarly(bubble(1)) == [])
    }

    /// The server says of what the agent closes that a caller closed it.
    @Test func aBubbleWhoseTimeIsOverHasExpired() {
        var bubbles = BubbleRegistry(store)
        bubbles.expiries.note(bubble(1), for: 5_000, at: 1_000_000)
        bubbles.expiries.note(bubble(2), for: nil, at: 1_000_000)
        bubbles.expiries.note(bubble(3), for: 0, at: 1_000_000)
        #expect(bubbles.expiries.earliest == 6_000_000)
        #expect(bubbles.expiries.takeEnded(at: 5_999_999) == [])
        #expect(bubbles.expiries.takeEnded(at: 6_000_000) == [bubble(1)])
        #expect(bubbles.expiries.earliest == nil)
        #expect(bubbles.closed(bubble(1), CloseReason.closed.rawValue) == .expired)
        #expect(bubbles.closed(bubble(1), CloseReason.closed.rawValue) == .closed)
        bubbles.expiries.note(bubble(4), for: 1, at: 0)
        _ = bubbles.expiries.takeEnded(at: 1_000)
        #expect(bubbles.closed(bubble(4), CloseReason.dismissed.rawValue) == .dismissed)
        #expect(bubbles.closed(bubble(5), 77) == .undefined)
    }

    @Test func aDeliveryOnItsWayIntoAnothersBubbleHasItsPlace() throws {
        let shown = try deliver("shown", .shown(bubble(1)))
        var places = BubblePlaces(store)
        places.begin(shown, in: bubble(1))
        #expect(!places.isTaken(bubble(1)))
        places.begin(shown + 1, in: nil)
        places.begin(shown + 1, in: bubble(1))
        #expect(places.isTaken(bubble(1)))
        #expect(places.other(than: shown + 1, in: bubble(1)) == shown)
        #expect(places.other(than: shown, in: bubble(1)) == nil)
        places.end(shown + 1)
        #expect(!places.isTaken(bubble(1)))
    }

    @Test func aNumberCountsWithTheServerAloneThatGaveIt() throws {
        try deliver("shown", .shown(bubble(1)))
        var places = BubblePlaces(store)
        var other = request("other", app: "org.example.Other")
        other.bubble.replaces = 1
        let place = try places.find(of: &other, on: Self.owner)
        #expect(place == BubblePlace(bubble: bubble(1), isOfOwnApp: false))
        #expect(other.bubble.replaces == nil)
        for owner in [Self.owner, Self.earlier] {
            places.note(place, of: other.key, on: Self.owner)
            let taken = places.take(for: other.key, on: owner)
            #expect(taken == (owner == Self.owner ? bubble(1) : nil))
            #expect(places.take(for: other.key, on: owner) == nil)
        }
        // A request of the same app gets the name of what the bubble shows.
        var own = request("")
        own.bubble.replaces = 1
        #expect(try places.find(of: &own, on: Self.owner) == nil)
        #expect(own.identifier == "shown")
    }
}

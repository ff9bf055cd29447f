import NotifyCore
import Testing

@testable import RelayGroup

/// What waits on a machine for its agent.
@Suite struct RelayInboxTests {
    private static let now = Instant(seconds: 1_800_000_000)

    /// Another machine sends without end while the agent takes nothing.
    @Test func theOldestGoesWhereTooManyWait() throws {
        let (own, sender) = (DeviceID(), DeviceID())
        var inbox = RelayInbox([], [])
        func add(_ number: Int) -> [StoreChange] {
            let id = RelayedID(origin: own, identifier: "\(number)")
            return inbox.answer(RelayedAnswer(id: id, action: "ok"), from: sender, sent: Self.now)
        }
        let first = add(1)
        #expect(first == inbox.items.map { .item($0) })
        // The agent is being handed this one.
        #expect(inbox.next(Self.now) == [.deliver(inbox.items[0])])
        for number in 2...RelayInbox.maxWaiting { _ = add(number) }
        #expect(inbox.items.count == RelayInbox.maxWaiting)
        let last = add(RelayInbox.maxWaiting + 1)
        #expect(last == [.item(try #require(inbox.items.last)), .removeItem(2)])
        #expect(inbox.items.count == RelayInbox.maxWaiting)
        #expect(inbox.items.prefix(2).map(\.number) == [1, 3])
        #expect(inbox.handled(1) == [.removeItem(1)])
    }
}

import NotifyCore
import Testing

@testable import RelayGroup

/// What waits on a machine for its agent.
@Suite struct RelayInboxTests {
    private static let now = Instant(seconds: 1_800_000_000)

    /// Another machine must not fill the memory while the agent takes nothing.
    @Test(arguments: [("", RelayPeer.maxWaiting), (String(repeating: "x", count: 1 << 20), 15)])
    func thereIsRoomForSoMany(text: String, count: Int) {
        let (own, sender) = (DeviceID(), DeviceID())
        var inbox = RelayInbox([], [])
        for number in 0..<count {
            let takes = inbox.takes(text.utf8.count + 100)
            #expect(takes)
            let id = RelayedID(origin: own, identifier: "\(number)")
            let answer = RelayedAnswer(id: id, action: "ok", text: text)
            _ = inbox.answer(answer, from: sender, sent: Self.now)
        }
        let takes = inbox.takes(text.utf8.count + 100)
        #expect(!takes)
    }
}

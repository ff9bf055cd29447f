import TestSupport
import Testing

@testable import PushMessages

/// Messages of another implementation, whole and damaged.
@Suite struct SenderTests {
    private static let count = 1_000

    @Test func messagesOfAnotherImplementationAreRead() async throws {
        let keys = try MessageKeys()
        let messages = try await Sender.messages(Self.count, seed: Stress.seed, to: keys)
        #expect(messages.count == Self.count)
        var random = SeededRandom(seed: Stress.seed)
        for (plain, message) in messages {
            #expect(message.count <= EncryptedMessage.maxSize)
            #expect(try keys.decrypt(message) == plain)
            let end = random.pick(0...message.count - 1)
            #expect(throws: MessageProblem.self) { try keys.decrypt(Array(message[..<end])) }
            for _ in 0..<3 {
                var changed = message
                let index = random.pick(0...message.count - 1)
                changed[index] ^= 1 << UInt8(random.pick(0...7))
                let result = try? keys.decrypt(changed)
                // Of the header the record's size alone is not authenticated.
                #expect(
                    result == nil || (16..<20 ~= index && result == plain),
                    "bit of byte \(index)"
                )
            }
        }
        let other = try MessageKeys()
        #expect(throws: MessageProblem.wrongKeys) { try other.decrypt(messages[0].message) }
    }
}

import NotifyCore
import TestSupport
import Testing

@testable import PushMessages

/// The decryption of messages: the example of the specification, and what must be refused.
@Suite struct DecryptionTests {
    private static func bytes(_ text: String) throws -> [UInt8] {
        try #require(Base64.bytes(ofURLText: text))
    }

    /// The keys of the example in RFC 8291, section 5 and appendix A.
    private static func exampleKeys() throws -> MessageKeys {
        let pair = PushKeyPair(
            privateKey: try bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
            publicKey: try bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
                    + "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
            )
        )
        let authSecret = try bytes("BTBZMqHH6r4Tts7J_aSIgg")
        let keys = pair.flatMap { MessageKeys(pair: $0, authSecret: authSecret) }
        return try #require(keys)
    }

    private static func exampleMessage() throws -> [UInt8] {
        try bytes(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func theExampleOfTheSpecificationIsRead() throws {
        let plain = try Self.exampleKeys().decrypt(try Self.exampleMessage())
        #expect(
            String(decoding: plain, as: UTF8.self) == "When I grow up, I want to be a watermelon"
        )
    }

    @Test func eachBitCounts() throws {
        let keys = try Self.exampleKeys()
        let message = try Self.exampleMessage()
        let plain = try keys.decrypt(message)
        for index in message.indices {
            var changed = message
            changed[index] ^= 1 << UInt8(index % 8)
            // The size of a record is not authenticated, and a larger one changes nothing.
            if 16..<20 ~= index {
                #expect((try? keys.decrypt(changed)) ?? plain == plain)
            } else {
                #expect(throws: MessageProblem.self) { try keys.decrypt(changed) }
            }
            #expect(throws: MessageProblem.self) { try keys.decrypt(Array(message[..<index])) }
        }
        #expect(throws: MessageProblem.self) { try keys.decrypt(message + [0]) }
        #expect(throws: MessageProblem.self) {
            try keys.decrypt([UInt8](repeating: 4, count: EncryptedMessage.maxSize + 1))
        }
        #expect(throws: MessageProblem.wrongKeys) { try MessageKeys().decrypt(message) }
    }

    @Test(arguments: ["hello", "{\"aps\":{}}", String(repeating: "x", count: 4_096)])
    func whatIsNotEncryptedIsRefused(text: String) throws {
        let keys = try MessageKeys()
        #expect(throws: MessageProblem.self) { try keys.decrypt(Array(text.utf8)) }
    }

    @Test func aKeyIsAPointOfTheCurve() throws {
        let key = try PushKeyPair().publicKey
        #expect(PushKeyPair.isPublicKey(key))
        #expect(!PushKeyPair.isPublicKey([]))
        #expect(!PushKeyPair.isPublicKey([UInt8](repeating: 0, count: 65)))
        #expect(!PushKeyPair.isPublicKey([4] + [UInt8](repeating: 0, count: 64)))
        var other = key
        other[64] ^= 1
        #expect(!PushKeyPair.isPublicKey(other))
        #expect(!PushKeyPair.isPublicKey([2] + key[1...32]))
        #expect(try PushKeyPair() != PushKeyPair())
    }

    @Test func paddingEndsWithItsMark() throws {
        #expect(try EncryptedMessage.unpadded([65, 2]) == [65])
        #expect(try EncryptedMessage.unpadded([65, 0, 2, 0, 0]) == [65, 0])
        #expect(try EncryptedMessage.unpadded([2]) == [])
        for bytes: [UInt8] in [[], [0, 0], [65, 1], [65, 1, 0], [65]] {
            #expect(throws: MessageProblem.self) { try EncryptedMessage.unpadded(bytes) }
        }
    }

    // MARK: - Payloads

    private static func payload(_ text: String) throws -> String {
        String(decoding: try MessagePayload.payload(of: Array(text.utf8)), as: UTF8.self)
    }

    @Test func aPayloadStaysAsItIs() throws {
        for text in ["{\"aps\":{}}", " \n{ \"aps\" : { } } ", "{", "{nothing"] {
            #expect(try Self.payload(text) == text)
        }
    }

    @Test func aTextBecomesAnAlert() throws {
        #expect(try Self.payload("Tea is ready") == "{\"aps\":{\"alert\":\"Tea is ready\"}}")
        #expect(try Self.payload("a\"b\\c") == "{\"aps\":{\"alert\":\"a\\\"b\\\\c\"}}")
        #expect(try Self.payload("[1]") == "{\"aps\":{\"alert\":\"[1]\"}}")
    }

    @Test func aMarkAtTheBeginningAndZeroBytesAreNoText() throws {
        let payload = "{\"aps\":{\"alert\":\"A\"}}"
        #expect(try Self.payload("\u{FEFF}" + payload) == payload)
        let alert = "{\"aps\":{\"alert\":\"Tea\"}}"
        for text in ["\u{FEFF}Tea", "Tea\u{0}", "T\u{0}ea"] {
            #expect(try Self.payload(text) == alert, "\(text.debugDescription)")
        }
        for text in ["\u{FEFF}", "\u{FEFF} ", "\u{0}\n"] {
            #expect(throws: MessageProblem.self, "\(text.debugDescription)") {
                try Self.payload(text)
            }
        }
    }

    @Test func whatIsNoTextIsRefused() {
        for bytes: [UInt8] in [[], [32, 10], [0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80]] {
            #expect(throws: MessageProblem.self) { try MessagePayload.payload(of: bytes) }
        }
    }

    @Test(arguments: ["x", "ä", "\"", "\u{1}", "\u{202E}", "🙂", "👩‍👩‍👧‍👧"])
    func aLongTextIsShortened(character: String) throws {
        let count = 3_993 / character.utf8.count
        let text = String(repeating: character, count: count)
        let payload = try MessagePayload.payload(of: Array(text.utf8))
        #expect(payload.count <= MessagePayload.maxSize)
        let value = try JSONValue(parsing: payload)
        guard case .object(let members) = value, case .object(let aps)? = members.first?.value,
            case .string(let alert)? = aps.first?.value
        else {
            Issue.record("no alert")
            return
        }
        let isWhole = alert == text
        #expect(isWhole || alert.hasSuffix("…"))
        #expect(isWhole || payload.count > MessagePayload.maxSize - 200)
    }
}

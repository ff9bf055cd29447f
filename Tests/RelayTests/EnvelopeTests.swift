import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// The messages on the wire: against another implementation, and damaged.
@Suite struct EnvelopeTests {
    private let keys = DeviceKeys()
    private let epoch = GroupEpoch(number: 7, author: DeviceID())

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("envelope.py").path

    private func python(_ arguments: [String], input: String = "") async throws -> [String] {
        // The one that has the system's packages.
        let outcome = try await Program(path: "/usr/bin/python3").run(
            [Self.script] + arguments,
            environment: ["PATH": "/usr/bin:/bin"],
            input: input,
            within: 120
        )
        guard outcome.code == 0 else { throw StartFailureInTest(what: "\(outcome)") }
        return outcome.output.split(separator: "\n").map(String.init)
    }

    private func open(
        _ text: String,
        with epoch: GroupEpoch? = nil
    ) throws(EnvelopeProblem) -> Envelope {
        try Envelope(opening: text, epoch: epoch ?? self.epoch) { id in
            id == keys.id ? keys.signKey : nil
        }
    }

    private func envelope(_ random: inout SeededRandom, size: Int) -> Envelope {
        Envelope(
            sender: keys.id,
            number: random.next() >> 1,
            sent: Instant(microseconds: Int64(bitPattern: random.next()) / 2),
            message: random.next() >> 1,
            part: random.chance(oneIn: 2) ? (0, 1) : (3, 16),
            body: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        )
    }

    private func line(_ envelope: Envelope) -> String {
        "\(envelope.sender) \(envelope.number) \(envelope.sent.microseconds) \(envelope.message) "
            + "\(envelope.part) \(envelope.parts) \(Base64.urlText(of: envelope.body))"
    }

    @Test func anotherImplementationReadsWhatIsWritten() async throws {
        var random = SeededRandom(seed: Stress.seed)
        let envelopes = (0..<500).map { index in
            envelope(&random, size: index < 320 ? index : random.pick(0...3_000))
        }
        var texts = envelopes.map { $0.sealed(epoch, keys) }
        // One with a key of another member, which may not speak for this one.
        texts.append(envelopes[1].sealed(epoch, DeviceKeys()))
        let lines = try await python(
            [
                "read", epoch.topic, "\(epoch.number)", Base64.urlText(of: epoch.key),
                Base64.urlText(of: keys.signKey),
            ],
            input: texts.joined(separator: "\n")
        )
        #expect(lines == envelopes.map(line) + ["invalid"])
    }

    @Test func whatAnotherImplementationWritesIsRead() async throws {
        let lines = try await python([
            "write", epoch.topic, "\(epoch.number)", Base64.urlText(of: epoch.key),
            Base64.urlText(of: Array(keys.signSecret[..<32])), Base64.urlText(of: keys.id.bytes),
            "\(Stress.seed % 1_000_000)", "500",
        ])
        #expect(lines.count == 500)
        for line in lines {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            let text = try #require(fields.last)
            let read = try open(String(text))
            #expect(self.line(read) == "\(keys.id) " + fields.dropLast().joined(separator: " "))
        }
    }

    @Test func eachBitAndEachByteCount() throws {
        var random = SeededRandom(seed: Stress.seed)
        let whole = envelope(&random, size: 40)
        let text = whole.sealed(epoch, keys)
        #expect(try open(text) == whole)
        let bytes = try #require(Base64.bytes(ofURLText: text))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(throws: EnvelopeProblem.self) { try open(Base64.urlText(of: changed)) }
            }
            #expect(throws: EnvelopeProblem.unreadable) {
                try open(Base64.urlText(of: Array(bytes[..<min(index, 300)])))
            }
        }
        #expect(throws: EnvelopeProblem.forged) { try open(Base64.urlText(of: bytes + [0])) }
        #expect(throws: EnvelopeProblem.unreadable) {
            try open(String(repeating: "A", count: Envelope.maxTextLength + 1))
        }
        for junk in ["", "hello", "ü", "AAAA", String(repeating: "A", count: 2_000)] {
            #expect(throws: EnvelopeProblem.self) { try open(junk) }
        }
    }

    /// The store and JSON have no larger numbers; one that came in would end the program at each start.
    @Test(arguments: [UInt64(Int64.max) + 1, .max])
    func aNumberThatCannotBeStoredIsRefused(number: UInt64) throws {
        let now = Instant(microseconds: 0)
        let largest = Envelope(
            sender: keys.id,
            number: 1,
            sent: now,
            message: UInt64(Int64.max),
            body: []
        )
        #expect(try open(largest.sealed(epoch, keys)) == largest)
        let larger = Envelope(sender: keys.id, number: 1, sent: now, message: number, body: [])
        #expect(throws: EnvelopeProblem.malformed) { try open(larger.sealed(epoch, keys)) }
    }

    /// Otherwise a device could take the place of another that is trusted or was removed.
    @Test func anIDBelongsToItsKeys() {
        let other = DeviceKeys()
        #expect(DeviceKeys().id != other.id)
        for (id, isMember) in [(other.id, true), (keys.id, false), (DeviceID(), false)] {
            let member = Member(
                id: id,
                name: "laptop",
                signKey: other.signKey,
                boxKey: other.boxKey,
                added: Instant(microseconds: 0)
            )
            #expect((member != nil) == isMember)
        }
    }

    @Test func onlyMembersOfTheGroupAreRead() throws {
        var random = SeededRandom(seed: Stress.seed)
        let whole = envelope(&random, size: 40)
        // Without the key.
        let otherKey = try #require(
            GroupEpoch(
                number: epoch.number,
                topic: epoch.topic,
                key: Sodium.randomBytes(32),
                author: epoch.author
            )
        )
        #expect(throws: EnvelopeProblem.forged) { try open(whole.sealed(otherKey, keys)) }
        // With the key, in the name of another member.
        #expect(throws: EnvelopeProblem.forged) { try open(whole.sealed(epoch, DeviceKeys())) }
        var stranger = whole
        stranger.sender = DeviceID()
        #expect(throws: EnvelopeProblem.stranger) { try open(stranger.sealed(epoch, keys)) }
        // What was signed for another topic.
        let otherTopic = try #require(
            GroupEpoch(
                number: epoch.number,
                topic: GroupEpoch(number: 1, author: keys.id).topic,
                key: epoch.key,
                author: epoch.author
            )
        )
        #expect(throws: EnvelopeProblem.forged) { try open(whole.sealed(otherTopic, keys)) }
        let later = GroupEpoch(number: 8, author: epoch.author)
        #expect(throws: EnvelopeProblem.unknownKey) { try open(whole.sealed(later, keys)) }
    }

    @Test func thePartsFitIntoTheServersLimit() throws {
        var random = SeededRandom(seed: Stress.seed)
        for limit in [1_000, 4_096, 16_384] {
            let room = Envelope.room(in: limit)
            #expect(room > 0)
            #expect(envelope(&random, size: room).sealed(epoch, keys).utf8.count <= limit)
            #expect(envelope(&random, size: room + 1).sealed(epoch, keys).utf8.count > limit - 400)
        }
        #expect(Envelope.room(in: 200) <= 0)
        // The length says little.
        let lengths = Set(
            (0..<140).map { envelope(&random, size: $0).sealed(epoch, keys).utf8.count }
        )
        #expect(lengths.count == 1)
    }

    // MARK: - Parts

    @Test func partsComeInAnyOrder() throws {
        var random = SeededRandom(seed: Stress.seed)
        for _ in 0..<100 {
            let body = (0..<random.pick(0...500)).map { UInt8(truncatingIfNeeded: $0) }
            let parts = try #require(PartJoiner.parts(of: body, room: 40))
            var joiner = PartJoiner()
            var results: [[UInt8]] = []
            let indices = parts.indices.shuffled(using: &random)
            for index in indices + indices.dropLast() {
                let part = Envelope(
                    sender: keys.id,
                    number: 1,
                    sent: Instant(seconds: 0),
                    message: 1,
                    part: (index, parts.count),
                    body: parts[index]
                )
                if let result = try joiner.add(part) { results.append(result) }
            }
            #expect(parts.count == 1 || results == [body])
        }
        #expect(PartJoiner.parts(of: [UInt8](repeating: 0, count: 161), room: 10) == nil)
        #expect(PartJoiner.parts(of: [1], room: 0) == nil)
    }

    @Test func incompleteMessagesAreLimited() throws {
        var joiner = PartJoiner()
        func part(_ message: Int, _ index: Int, of count: Int) -> Envelope {
            Envelope(
                sender: keys.id,
                number: 1,
                sent: Instant(seconds: 0),
                message: UInt64(message),
                part: (index, count),
                body: [UInt8(index)]
            )
        }
        for message in 0...PartJoiner.maxMessages {
            #expect(try joiner.add(part(message, 0, of: 2)) == nil)
        }
        // The oldest one went.
        #expect(try joiner.add(part(0, 1, of: 2)) == nil)
        #expect(try joiner.add(part(PartJoiner.maxMessages, 1, of: 2)) == [0, 1])
        #expect(throws: EnvelopeProblem.malformed) { try joiner.add(part(1, 0, of: 17)) }
        // Sent again in other parts.
        #expect(try joiner.add(part(500, 0, of: 3)) == nil)
        #expect(try joiner.add(part(500, 0, of: 2)) == nil)
        #expect(try joiner.add(part(500, 1, of: 2)) == [0, 1])
    }
}

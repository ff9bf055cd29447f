import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// The meeting of two devices: the code, its time and its single use.
@Suite struct PairingTests {
    private static let start = Instant(seconds: 1_800_000_000)

    /// What was said at one topic, and the devices that are there.
    private struct Meeting {
        let hostKeys = DeviceKeys()
        let guestKeys = DeviceKeys()
        var host: PairingHost
        var guest: PairingGuest
        var topic: [String] = []
        var admitted: [Member] = []
        var joined: [Invitation] = []
        var outcomes: [String: PairingOutcome] = [:]
        var now = PairingTests.start
        /// Whether messages are lost.
        var isBroken = false
        /// Whose disk is full.
        var full = ""

        init(_ text: String? = nil) throws {
            let desktop = try #require(hostKeys.member(name: "desktop", added: now))
            host = PairingHost(keys: hostKeys, host: desktop, now: now)
            let laptop = try #require(guestKeys.member(name: "laptop", added: now))
            let code = try PairingCode(text ?? host.code.text)
            guest = PairingGuest(code: code, keys: guestKeys, guest: laptop, now: now)
        }

        mutating func tell(host event: PairingEvent) {
            perform(host.handle(event, now: now), of: "host")
        }

        mutating func tell(guest event: PairingEvent) {
            perform(guest.handle(event, now: now), of: "guest")
        }

        private mutating func perform(_ actions: [PairingAction], of name: String) {
            for action in actions {
                switch action {
                case .publish(let topic, let text):
                    guard topic == host.code.topic, !isBroken else { continue }
                    self.topic.append(text)
                case .admit where full == name: tell(host: .failed("full"))
                case .join where full == name: tell(guest: .failed("full"))
                case .admit(let member):
                    admitted.append(member)
                    perform(host.admitted(invitation(member), now: now), of: "host")
                case .join(let invitation):
                    joined.append(invitation)
                    perform(guest.joined(), of: "guest")
                case .finished(let outcome): outcomes[name] = outcome
                case .follow, .wake: break
                }
            }
        }

        private func invitation(_ member: Member) -> Invitation {
            let own = hostKeys.member(name: "desktop", added: now)
            return Invitation(
                epoch: GroupEpoch(number: 1, author: hostKeys.id),
                members: [own, member].compactMap { $0 },
                forgotten: []
            )
        }

        /// Hands over what was said until nobody says more.
        mutating func talk() {
            var next = 0
            while next < topic.count {
                tell(host: .received(topic[next]))
                tell(guest: .received(topic[next]))
                next += 1
            }
        }
    }

    @Test func twoDevicesMeet() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.tell(guest: .started)
        meeting.tell(guest: .caughtUp)
        meeting.talk()
        #expect(meeting.admitted.map(\.name) == ["laptop"])
        #expect(meeting.joined.count == 1)
        guard case .paired(let guest, let shown)? = meeting.outcomes["host"],
            case .paired(let host, let same)? = meeting.outcomes["guest"]
        else {
            Issue.record("\(meeting.outcomes)")
            return
        }
        #expect(guest.name == "laptop" && host.name == "desktop" && shown == same)
        #expect(shown.split(separator: " ").map(\.count) == [4, 4, 4, 4, 4, 4])
        // Nothing of the group can be read by who finds the code later.
        let key = try #require(meeting.joined.first).epoch.key
        for text in meeting.topic {
            let message = try #require(PairingMessage(opening: text, meeting.host.code))
            #expect(!"\(message)".contains("\(key)"))
        }
    }

    @Test func aSecondDeviceCannotUseTheCode() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.tell(guest: .started)
        meeting.tell(guest: .caughtUp)
        // One that asks before the first is done, and one that comes later.
        let keys = DeviceKeys()
        let member = try #require(keys.member(name: "other", added: meeting.now))
        var early = PairingGuest(
            code: meeting.host.code,
            keys: keys,
            guest: member,
            now: meeting.now
        )
        for case .publish(_, let text) in early.handle(.caughtUp, now: meeting.now) {
            meeting.topic.append(text)
        }
        meeting.talk()
        #expect(meeting.admitted.map(\.name) == ["laptop"])
        let answers = meeting.topic.flatMap { early.handle(.received($0), now: meeting.now) }
        #expect(answers == [.finished(.failed(.used))])
        var late = PairingGuest(
            code: meeting.host.code,
            keys: keys,
            guest: member,
            now: meeting.now
        )
        #expect(
            meeting.topic.flatMap { late.handle(.received($0), now: meeting.now) }
                == [.finished(.failed(.used))]
        )
        #expect(late.handle(.caughtUp, now: meeting.now) == [])
    }

    @Test func aLateCodeIsRefused() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.now = Self.start.advanced(byMicroseconds: PairingCode.lifetime)
        meeting.tell(guest: .started)
        meeting.tell(guest: .caughtUp)
        meeting.talk()
        #expect(meeting.outcomes["host"] == .failed(.unusedCode))
        #expect(meeting.outcomes["guest"] == .failed(.late))
        #expect(meeting.admitted.isEmpty && meeting.joined.isEmpty)
    }

    @Test func nobodyAnswersToAnotherCode() throws {
        var meeting = try Meeting(PairingCode().text)
        meeting.tell(host: .started)
        meeting.tell(guest: .started)
        meeting.tell(guest: .caughtUp)
        meeting.talk()
        for _ in 0..<PairingGuest.maxRequests {
            meeting.now = meeting.now.advanced(byMicroseconds: PairingGuest.pause)
            meeting.tell(guest: .timer)
            meeting.talk()
        }
        #expect(meeting.outcomes == ["guest": .failed(.unanswered)])
        #expect(meeting.admitted.isEmpty)
    }

    @Test func anUnreachableServerIsNoAnswer() throws {
        var meeting = try Meeting()
        meeting.tell(guest: .started)
        meeting.now = meeting.now.advanced(byMicroseconds: 60_000_000)
        meeting.tell(guest: .timer)
        #expect(meeting.outcomes == ["guest": .failed(.unanswered)])
    }

    @Test func aLostAnswerIsRepeated() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.tell(guest: .started)
        meeting.tell(guest: .caughtUp)
        let request = meeting.topic.removeFirst()
        meeting.isBroken = true
        meeting.tell(host: .received(request))
        #expect(meeting.admitted.count == 1 && meeting.topic.isEmpty)
        meeting.isBroken = false
        meeting.now = meeting.now.advanced(byMicroseconds: PairingGuest.pause)
        meeting.tell(guest: .timer)
        meeting.talk()
        #expect(meeting.admitted.count == 1 && meeting.joined.count == 1)
        #expect(meeting.outcomes.count == 2)
    }

    @Test func aDeviceThatDoesNotConfirmIsNamed() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.tell(guest: .caughtUp)
        meeting.tell(host: .received(meeting.topic[0]))
        meeting.now = Self.start.advanced(byMicroseconds: PairingCode.lifetime)
        meeting.tell(host: .timer)
        guard case .unconfirmed(let guest, _)? = meeting.outcomes["host"] else {
            Issue.record("\(meeting.outcomes)")
            return
        }
        #expect(guest.name == "laptop")
    }

    @Test func aCancelledCodeIsOver() throws {
        var meeting = try Meeting()
        meeting.tell(host: .started)
        meeting.tell(host: .cancelled)
        #expect(meeting.outcomes["host"] == .failed(.cancelled))
        meeting.talk()
        #expect(meeting.outcomes["guest"] == .failed(.late))
    }

    @Test func aGuestThatCannotEnterTheGroupIsNotPaired() throws {
        var meeting = try Meeting()
        meeting.full = "guest"
        meeting.tell(host: .started)
        meeting.tell(guest: .caughtUp)
        meeting.talk()
        #expect(meeting.outcomes == ["guest": .failed(.notEntered("full"))])
        #expect(meeting.guest.joined() == [])
        meeting.now = Self.start.advanced(byMicroseconds: PairingCode.lifetime)
        meeting.tell(host: .timer)
        guard case .unconfirmed? = meeting.outcomes["host"] else {
            Issue.record("\(meeting.outcomes)")
            return
        }
    }

    @Test func aHostThatCannotLetTheDeviceInIsNotPaired() throws {
        var meeting = try Meeting()
        meeting.full = "host"
        meeting.tell(host: .started)
        meeting.tell(guest: .caughtUp)
        meeting.talk()
        #expect(meeting.outcomes["host"] == .failed(.notAdmitted("full")))
        #expect(meeting.outcomes["guest"] == .failed(.late))
        #expect(meeting.joined.isEmpty)
    }

    @Test func damagedMessagesMeanNothing() throws {
        var meeting = try Meeting()
        meeting.tell(guest: .caughtUp)
        let request = Array(meeting.topic[0].utf8)
        for index in request.indices {
            var changed = request
            changed[index] =
                changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            meeting.tell(host: .received(String(decoding: changed, as: UTF8.self)))
            meeting.tell(host: .received(String(decoding: request[..<index], as: UTF8.self)))
        }
        #expect(meeting.admitted.isEmpty && meeting.outcomes.isEmpty)
    }

    // MARK: - Codes

    @Test func aCodeHasEnoughBitsAndIsReadAsPeopleTypeIt() throws {
        let code = PairingCode()
        #expect((PairingCode.length - 1) * 5 >= 128)
        #expect(code.text.split(separator: "-").map(\.count) == [5, 5, 5, 5, 5, 2])
        #expect(PairingCode() != code)
        #expect(try PairingCode(code.text) == code)
        #expect(try PairingCode(code.text.lowercased()) == code)
        let typed = code.text.filter { $0 != "-" }.map {
            $0 == "0" ? "o" : $0 == "1" ? "l" : "\($0)"
        }
        #expect(try PairingCode(" " + typed.joined(separator: " ")) == code)
    }

    @Test func eachTypingErrorIsNoticed() throws {
        let text = Array(PairingCode().text.filter { $0 != "-" })
        for index in text.indices {
            for digit in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where digit != text[index] {
                var changed = text
                changed[index] = digit
                #expect(throws: PairingProblem.mistyped) { try PairingCode(String(changed)) }
            }
            guard index > 0, text[index] != text[index - 1] else { continue }
            var exchanged = text
            exchanged.swapAt(index, index - 1)
            #expect(throws: PairingProblem.mistyped) { try PairingCode(String(exchanged)) }
        }
        for wrong in ["", "U", String(text.dropLast()), String(text) + "0", "ü\u{0}"] {
            #expect(throws: PairingProblem.notACode(wrong)) { try PairingCode(wrong) }
        }
    }

    @Test func otherKeysHaveAnotherFingerprint() throws {
        let members = try (0..<3).map { number in
            try #require(DeviceKeys().member(name: "d\(number)", added: Self.start))
        }
        let text = Fingerprint.text(of: members[0], members[1])
        #expect(Fingerprint.text(of: members[1], members[0]) == text)
        #expect(Fingerprint.text(of: members[0], members[2]) != text)
    }
}

import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// What a device of the group can do to the others, and what is left of it after it was removed.
@Suite struct GroupTrustTests {
    private static func names(_ device: SimulatedDevice) -> [String] {
        device.peer.status?.others.map(\.member.name) ?? []
    }

    @Test("A device that a thief let in goes with the thief's machine")
    func aSecondKeyPairDoesNotSurviveTheRemoval() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 11)
        let second = DeviceKeys()
        let member = try #require(second.member(name: "desktop", added: group.now))
        try Liar(group, "laptop").say(.members([member]))
        try group.settle()
        for name in ["desktop", "tablet"] {
            let device = try group[name]
            // The name of another device is not taken over, and the user is asked.
            #expect(Self.names(device).contains("desktop-2"))
            #expect(device.introductions.last?.devices == [second.id])
            #expect(device.introductions.last?.by == (try group["laptop"].id))
            let laptop = try #require(
                device.peer.status?.others.first { $0.member.name == "laptop" }
            )
            #expect(laptop.dependents.contains("desktop-2"))
        }
        let removed = try group["desktop"].peer.forget("laptop", now: group.now)
        try group["desktop"].queue(removed.actions)
        #expect(Set(removed.devices.map(\.id)) == [try group["laptop"].id, second.id])
        group.remove("laptop")
        try group.settle()
        #expect(Self.names(try group["desktop"]) == ["tablet"])
        #expect(Self.names(try group["tablet"]) == ["desktop"])
    }

    @Test("A removal reaches what another machine alone knows to be the removed one's guest")
    func aGuestThatOnlyOthersHeardOfGoesToo() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 12)
        let tablet = try group["tablet"]
        group.remove("tablet")
        let second = DeviceKeys()
        let member = try #require(second.member(name: "phone", added: group.now))
        try Liar(group, "laptop").say(.members([member]))
        try group.settle()
        #expect(Self.names(try group["desktop"]).contains("phone"))
        // The tablet, which was away, removes the laptop before it has heard of the phone.
        let removed = try tablet.peer.forget("laptop", now: group.now)
        tablet.queue(removed.actions)
        group.restore(tablet)
        group.remove("laptop")
        try group.settle()
        #expect(Self.names(tablet) == ["desktop"])
        #expect(Self.names(try group["desktop"]) == ["tablet"])
    }

    @Test("A machine that another user confirmed stays, and two guests do not confirm each other")
    func aConfirmedMachineStays() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 13)
        let (phone, watch) = (DeviceKeys(), DeviceKeys())
        let members = try ["phone": phone, "watch": watch].sorted { $0.key < $1.key }.map {
            try #require($0.value.member(name: $0.key, added: group.now))
        }
        let liar = try Liar(group, "laptop")
        try liar.say(.members(members))
        try group.settle()
        // Said by the guests themselves, with the group's key.
        let epoch = try #require(try liar.engine.roster.current)
        for (keys, other) in [(phone, watch.id), (watch, phone.id)] {
            let envelope = Envelope(
                sender: keys.id,
                number: 1,
                sent: group.now,
                message: 1,
                part: (0, 1),
                body: MessageBody.confirm([other]).json
            )
            group.server.publish(envelope.sealed(epoch, keys), to: epoch.topic)
        }
        try group.settle()
        let confirmed = try group["tablet"].peer.confirm(["phone"], now: group.now)
        try group["tablet"].queue(confirmed.actions)
        try group.settle()
        let removed = try group["desktop"].peer.forget("laptop", now: group.now)
        try group["desktop"].queue(removed.actions)
        group.remove("laptop")
        try group.settle()
        // The phone has confirmed the watch, and a user has confirmed the phone.
        #expect(Self.names(try group["desktop"]) == ["phone", "tablet", "watch"])
        let again = try group["desktop"].peer.forget("phone", now: group.now)
        try group["desktop"].queue(again.actions)
        try group.settle()
        #expect(Self.names(try group["desktop"]) == ["tablet"])
        #expect(Self.names(try group["tablet"]) == ["desktop"])
    }

    @Test("A second key pair that removes the first one stays in doubt")
    func aGuestThatRemovesItsHostIsAskedAbout() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 20)
        let liar = try Liar(group, "laptop")
        let second = DeviceKeys()
        let guest = try #require(second.member(name: "phone", added: group.now))
        try liar.say(.members([guest]))
        try group.settle()
        let engine = try liar.engine
        let current = try #require(engine.roster.current)
        let invitation = Invitation(
            epoch: GroupEpoch(number: current.number + 1, author: second.id),
            members: [guest] + engine.roster.sorted.filter { $0.id != second.id },
            forgotten: [try group["laptop"].id]
        )
        for (number, name) in ["desktop", "tablet"].enumerated() {
            let recipient = try #require(engine.roster.named(name).first)
            let boxed = try #require(
                Sodium.boxed(invitation.json, to: recipient.boxKey, secret: second.boxSecret)
            )
            let envelope = Envelope(
                sender: second.id,
                number: UInt64(number + 1),
                sent: group.now,
                message: UInt64(number + 1),
                part: (0, 1),
                body: MessageBody.key(recipient: recipient.id, box: boxed).json
            )
            group.server.publish(envelope.sealed(current, second), to: current.topic)
        }
        group.remove("laptop")
        try group.settle()
        for name in ["desktop", "tablet"] {
            let device = try group[name]
            #expect(!Self.names(device).contains("laptop"))
            #expect(device.introductions.last?.devices == [second.id], "\(name)")
            #expect(device.introductions.last?.by == nil)
        }
    }

    @Test("The user is asked about the group that a machine enters, which leaves with its host")
    func theGroupThatOneEntersIsTheHosts() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 14)
        let tablet = try group["tablet"]
        #expect(tablet.introductions.map(\.devices) == [[try group["laptop"].id]])
        let status = try #require(tablet.peer.status)
        #expect(status.others.map(\.introducers) == [[], ["desktop"]])
        _ = try tablet.peer.confirm(["laptop"], now: group.now)
        #expect(tablet.peer.status?.others.map(\.dependents) == [[], []])
    }

    @Test("What a removed machine had sent ends")
    func whatARemovedMachineScheduledEnds() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 15)
        let sent = try group["laptop"].send("alarm", to: .all, now: group.now)
        let kept = try group["tablet"].send("tea", to: .all, now: group.now)
        try group.settle()
        #expect(try group["desktop"].screen[sent] != nil)
        try group["desktop"].queue(
            try group["desktop"].peer.forget("laptop", now: group.now).actions
        )
        group.remove("laptop")
        try group.settle()
        #expect(try group["desktop"].screen.keys.map(\.identifier) == ["tea"])
        #expect(try group["tablet"].screen.isEmpty)
        _ = kept
    }

    @Test("A machine cannot keep later notifications of others from being shown")
    func aWithdrawalOfWhatNeverCameDoesNotCount() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 16)
        let origin = try group["tablet"].id
        let liar = try Liar(group, "laptop")
        let huge = UInt64(1) << 62
        let early = RelayedID(origin: origin, identifier: "alarm")
        try liar.say(.withdraw([WithdrawnNotification(id: early, revision: huge)]))
        try group.settle()
        _ = try group["tablet"].send("alarm", to: .all, now: group.now)
        try group.settle()
        #expect(try group["desktop"].screen[early] != nil)
        // What came and is for it, it may withdraw.
        try liar.say(.withdraw([WithdrawnNotification(id: early, revision: huge)]))
        try group.settle()
        #expect(try group["desktop"].screen[early] == nil)
        // This one is not for it.
        let other = try group["tablet"].send("tea", to: .devices(["desktop"]), now: group.now)
        try group.settle()
        try liar.say(.withdraw([WithdrawnNotification(id: other, revision: huge)]))
        try group.settle()
        #expect(try group["desktop"].screen[other] != nil)
    }

    @Test("Only a machine that was asked answers")
    func anAnswerOfAnotherMachineDoesNotCount() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 17)
        let asked = try group["desktop"].send("deploy", to: .devices(["tablet"]), now: group.now)
        try group.settle()
        var answer = RelayedAnswer(id: asked, action: "yes")
        answer.revision = 1 << 62
        try Liar(group, "laptop").say(.answer(answer))
        try group.settle()
        #expect(try group["desktop"].answers.isEmpty)
        let given = RelayedAnswer(id: asked, action: "no")
        try group["tablet"].queue(try group["tablet"].peer.answer(given, now: group.now))
        try group.settle()
        #expect(try group["desktop"].answers.map(\.action) == ["no"])
    }

    @Test("A name is taken once, whatever its case")
    func aNameIsTakenOnce() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 18)
        let keys = try group["laptop"].peer.keys
        for name in ["tablet", "Desktop", "TABLET"] {
            let member = try #require(keys.member(name: name, added: group.now))
            try Liar(group, "laptop").say(.members([member]))
            try group.settle()
            #expect(Self.names(try group["desktop"]) == ["laptop", "tablet"])
            #expect(Self.names(try group["tablet"]) == ["desktop", "laptop"])
        }
        let id = "\(try group["tablet"].id)"
        #expect(keys.member(name: id, added: group.now) == nil)
        #expect(keys.member(name: id.uppercased(), added: group.now) == nil)
    }

    @Test("Another key for the current topic stops nobody")
    func aKeyOfATopicThatHasOneIsNotUsed() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 19)
        let liar = try Liar(group, "laptop")
        let engine = try liar.engine
        let current = try #require(engine.roster.current)
        let own = try #require(engine.device.member)
        for number in [current.number, current.number + 1] {
            let author = try #require(DeviceID(text: String(repeating: "0", count: 32)))
            let epoch = try #require(
                GroupEpoch(
                    number: number,
                    topic: current.topic,
                    key: Sodium.randomBytes(Sodium.keySize),
                    author: author
                )
            )
            let invitation = Invitation(
                epoch: epoch,
                members: [own] + engine.roster.sorted,
                forgotten: []
            )
            for name in ["desktop", "tablet"] {
                let recipient = try #require(engine.roster.named(name).first)
                let boxed = try #require(
                    Sodium.boxed(
                        invitation.json,
                        to: recipient.boxKey,
                        secret: engine.device.keys.boxSecret
                    )
                )
                try liar.say(.key(recipient: recipient.id, box: boxed))
            }
        }
        try group.settle()
        let sent = try group["desktop"].send("tea", to: .all, now: group.now)
        try group.settle()
        #expect(try group["tablet"].screen[sent] != nil)
        let dropped = try group["desktop"].peer.status?.dropped
        #expect(dropped == ["\(EnvelopeProblem.malformed)": 2])
    }

    @Test("Keys that keep no secret are none")
    func weakKeysAreRefused() throws {
        let good = DeviceKeys()
        let zeros = [UInt8](repeating: 0, count: 32)
        // A point of order 2, and one that is on no curve.
        let weak = [zeros, [1] + zeros.dropFirst(), [UInt8](repeating: 0xFF, count: 32)]
        for key in weak {
            for (sign, box) in [(key, good.boxKey), (good.signKey, key)] {
                let member = Member(
                    id: DeviceID(signKey: sign, boxKey: box),
                    name: "guest",
                    signKey: sign,
                    boxKey: box,
                    added: Instant(seconds: 0)
                )
                let isWeak = key == weak[2] && box == key
                #expect((member == nil) != isWeak, "\(key.prefix(2)) \(box == key)")
            }
        }
    }
}

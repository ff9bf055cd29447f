import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// A member that lies in every field: what it says is bounded, and the others go on.
@Suite struct GroupLiarTests {
    private static func member(_ name: String, _ now: Instant) throws -> Member {
        try #require(DeviceKeys().member(name: name, added: now))
    }

    /// The group goes on: what one sends, the other shows.
    private static func expectGoesOn(_ group: SimulatedGroup) throws {
        let sent = try group["desktop"].send("tea", to: .all, now: group.now)
        try group.settle()
        #expect(try group["tablet"].screen[sent] != nil)
    }

    @Test("Lists that no group has are read by nobody")
    func listsAreBounded() throws {
        let now = Instant(seconds: 1_800_000_000)
        let many = (0..<10_000).map { _ in DeviceID() }
        let content = RelayedContent(app: "a", request: "{}")
        #expect(
            MessageBody(json: MessageBody.show(identifier: "x", targets: many, content).json)
                == nil
        )
        #expect(
            MessageBody(json: MessageBody.show(identifier: "x", targets: [], content).json) == nil
        )
        #expect(MessageBody(json: MessageBody.confirm(many).json) == nil)
        let member = try Self.member("x", now)
        let members = Array(repeating: member, count: 10_000)
        #expect(MessageBody(json: MessageBody.members(members).json) == nil)
        #expect(MessageBody(json: MessageBody.members([member]).json) == .members([member]))
        let receipts = many.map { Receipt(device: $0, highest: 1, messages: NumberRanges()) }
        #expect(MessageBody(json: MessageBody.acknowledge(receipts).json) == nil)
        let invitation = Invitation(
            epoch: GroupEpoch(number: 2, author: DeviceID()),
            members: [member],
            forgotten: many
        )
        #expect(Invitation(json: invitation.json) == nil)
    }

    @Test(
        "Dates of another machine can be printed",
        arguments: [Int64.min, Int64.max, -1, 253_402_300_800_000_000]
    )
    func datesAreBounded(microseconds: Int64) throws {
        let added = Instant(microseconds: microseconds)
        let member = try Self.member("x", added)
        guard case .members(let read)? = MessageBody(json: MessageBody.members([member]).json)
        else {
            Issue.record("not read")
            return
        }
        let date = try #require(read.first?.added)
        #expect((Instant(seconds: 0)...Instant.distantFuture).contains(date))
        let now = Instant(seconds: 1_800_000_000)
        let sent = RelayEngine.plausible(added, now)
        #expect(abs(sent.microseconds - now.microseconds) <= 366 * 86_400_000_000)
    }

    @Test("A machine that removes devices nobody knows does not fill the others' stores")
    func unknownRemovalsAreBounded() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 31)
        let liar = try Liar(group, "laptop")
        for round in 0..<4 {
            let engine = try liar.engine
            let current = try #require(engine.roster.current)
            let own = try #require(engine.device.member)
            let invitation = Invitation(
                epoch: GroupEpoch(number: current.number + 1, author: own.id),
                members: [own] + engine.roster.sorted,
                forgotten: (0..<Invitation.maxForgotten).map { _ in DeviceID() }
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
                try liar.say(.key(recipient: recipient.id, box: boxed), partsOf: 8_000)
            }
            try group.settle()
            let desktop = try Liar(group, "desktop").engine
            #expect(desktop.roster.forgotten.count <= Invitation.maxForgotten, "\(round)")
            #expect(desktop.inbox.items.isEmpty)
            #expect(try group["desktop"].deliveries < 20)
        }
        try Self.expectGoesOn(group)
    }

    @Test("A flood of one machine does not have others' notifications forgotten")
    func aFloodKeepsWhatIsKnownOfOthers() throws {
        let (own, flood) = (DeviceID(), DeviceID())
        let asked = RelayedID(origin: own, identifier: "deploy")
        var inbox = RelayInbox([], [])
        _ = inbox.sent(asked, to: [flood], revision: 7)
        for number in 1...(RelayInbox.maxKnown + 10) {
            let id = RelayedID(origin: flood, identifier: "\(number)")
            _ = inbox.sent(id, to: [own], revision: 1)
        }
        #expect(inbox.shown(asked) == 7)
        #expect(inbox.concerns(asked, flood))
    }

    @Test("What a machine lists in a summary counts from those that were asked, for what was sent")
    func onlyTargetsListIt() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 32)
        let asked = try group["desktop"].send("deploy", to: .devices(["tablet"]), now: group.now)
        try group.settle()
        let other = RelayedID(origin: try group["desktop"].id, identifier: "never sent")
        let liar = try Liar(group, "laptop")
        try liar.say(
            .listed([asked, other].map { WithdrawnNotification(id: $0, revision: 1 << 62) })
        )
        try group.settle()
        #expect(try group["desktop"].listed.isEmpty)
        try Liar(group, "tablet").say(
            .listed([WithdrawnNotification(id: asked, revision: 1 << 62)])
        )
        try group.settle()
        #expect(try group["desktop"].listed == [asked])
    }

    @Test("A message with the largest numbers and a clock of any time stops nobody")
    func extremesAreRead() throws {
        for sent in [Int64.min, Int64.max, 0] {
            let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 33)
            let liar = try Liar(group, "laptop")
            var content = RelayedContent(app: "\u{202E}\u{1}", request: "{}")
            content.expires = Instant(microseconds: .max)
            let all = [try group["desktop"].id, try group["tablet"].id]
            try liar.say(
                .show(identifier: "x", targets: all + all, content),
                sent: Instant(microseconds: sent)
            )
            let message = UInt64(Int64.max)
            try liar.say(
                .hello(
                    all.map { Receipt(device: $0, highest: message, messages: NumberRanges()) },
                    floor: message
                ),
                sent: Instant(microseconds: sent)
            )
            try group.settle()
            try Self.expectGoesOn(group)
        }
    }

    /// Says new keys to some devices alone.
    private static func sendKeys(
        _ count: Int,
        from liar: Liar,
        to names: [String],
        forgotten: (Int) -> [DeviceID] = { _ in [] }
    ) throws {
        let engine = try liar.engine
        let current = try #require(engine.roster.current)
        let own = try #require(engine.device.member)
        for number in 1...count {
            let gone = forgotten(number)
            let invitation = Invitation(
                epoch: GroupEpoch(number: current.number + UInt32(number), author: own.id),
                members: [own] + engine.roster.sorted.filter { !gone.contains($0.id) },
                forgotten: gone
            )
            for name in names {
                let recipient = try #require(engine.roster.named(name).first)
                let boxed = Sodium.boxed(
                    invitation.json,
                    to: recipient.boxKey,
                    secret: engine.device.keys.boxSecret
                )
                let box = try #require(boxed)
                try liar.say(.key(recipient: recipient.id, box: box), partsOf: 8_000)
            }
        }
    }

    @Test("Keys that a machine sends to one other alone split no group", arguments: [1, 5, 40])
    func keysForOneAlone(count: Int) throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 33)
        try Self.sendKeys(count, from: Liar(group, "laptop"), to: ["tablet"])
        try group.settle()
        try Self.expectGoesOn(group)
        let desktop = try group["desktop"]
        desktop.queue(try desktop.peer.forget("laptop", now: group.now).actions)
        try group.settle()
        #expect(try Liar(group, "tablet").engine.roster.named("laptop").isEmpty)
        try Self.expectGoesOn(group)
    }

    @Test(
        "Removed machines that nobody knows do not hide one that is removed",
        arguments: [1, 4]
    )
    func inventedRemovals(count: Int) throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 34)
        try Self.sendKeys(count, from: Liar(group, "laptop"), to: ["desktop", "tablet"]) { number in
            (0..<512).compactMap {
                DeviceID(
                    Array(repeating: 0, count: 13) + [
                        UInt8(number), UInt8($0 / 256), UInt8($0 % 256),
                    ]
                )
            }
        }
        try group.settle()
        let desktop = try group["desktop"]
        desktop.queue(try desktop.peer.forget("laptop", now: group.now).actions)
        try group.settle()
        #expect(try Liar(group, "tablet").engine.roster.named("laptop").isEmpty)
        #expect(try group["tablet"].removals.last == "desktop: [\"laptop\"]")
        try Self.expectGoesOn(group)
    }

    @Test("The user hears that a machine has removed another one, and so does that one")
    func removalsAreTold() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "tablet"], seed: 35)
        let desktop = try group["desktop"].id
        try Self.sendKeys(1, from: Liar(group, "laptop"), to: ["tablet"]) { _ in [desktop] }
        try group.settle()
        #expect(try group["tablet"].removals == ["laptop: [\"desktop\"]"])
        #expect(try Liar(group, "desktop").engine.device.isForgotten)
    }
}

import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// Calls of `Import` as they come over the bus.
@Suite struct ImportCallTests {
    private static let entry = Variant.dictionary([
        ("list", .string("pending")),
        (
            "request",
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "a",
                content: NotificationContent(title: "T"),
                trigger: .timeInterval(microseconds: 1 << 40, repeats: false)
            ).record
        ),
    ])

    @Test func whatWasBroughtGoesWithTheCaller() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        func call(_ client: BusConnection, _ more: Bool) async throws -> ImportReply {
            let options = Variant.dictionary([("more", .boolean(more))])
            let reply = try await client.call(
                "Import",
                on: AgentNames.destination,
                .tuple([.array(of: "a{sv}", [Self.entry]), options])
            )
            return try ImportReply(record: reply[0])
        }
        do {
            let leaving = try fixture.bus.connect()
            #expect(try await call(leaving, true).pending == 1)
        }
        #expect(try await fixture.listed("list") == [])
        // What another one brings is not mixed up with it, and a repeated name is refused.
        #expect(try await call(fixture.client, true) == ImportReply(pending: 1))
        await #expect(throws: GLibError.self) { try await call(fixture.client, true) }
        #expect(try await call(fixture.client, false) == ImportReply(pending: 1))
        #expect(try await fixture.listed("list").map(\.identifier) == ["a"])
        withExtendedLifetime(agent) {}
    }

    @Test func bytesThatAreNoEntryAreNamed() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        func call(_ serialized: [[UInt8]]) async throws -> ImportReply {
            let options = Variant.dictionary([
                ("serialized", .array(of: "ay", serialized.map(Variant.bytes)))
            ])
            let reply = try await fixture.client.call(
                "Import",
                on: AgentNames.destination,
                .tuple([.array(of: "a{sv}", []), options])
            )
            return try ImportReply(record: reply[0])
        }
        for bad in [[], [0xFF], Array(Self.entry.serialized.dropLast())] as [[UInt8]] {
            let error = await #expect(throws: GLibError.self) {
                try await call([Self.entry.serialized, bad])
            }
            let message =
                bad.isEmpty
                ? "list is \"\"; use categories, pending, delivered, events"
                : "the bytes are not an a{sv} in GVariant's serialised form"
            #expect(error.flatMap(RequestError.init)?.message == "entry 2: \(message)")
        }
        #expect(try await fixture.listed("list") == [])
        #expect(try await call([Self.entry.serialized]) == ImportReply(pending: 1))
        #expect(try await fixture.listed("list").map(\.identifier) == ["a"])
        withExtendedLifetime(agent) {}
    }

    /// Two threads share such a large call, and their findings are reported in the order of the entries.
    @Test(arguments: [
        (wrong: [180, 150], told: 150), (wrong: [20, 150], told: 20), (wrong: [199], told: 199),
    ])
    func theFirstOfManyThatDoesNotHoldIsNamed(wrong: [Int], told: Int) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        func entry(_ number: Int, title: String) -> Variant {
            .dictionary([
                ("list", .string("pending")), ("line", .int64(Int64(number))),
                (
                    "request",
                    NotificationRequest(
                        appID: AgentNames.app,
                        // One in ten has none, and gets one.
                        identifier: number % 10 == 7 ? "" : "r\(number)",
                        content: NotificationContent(title: title),
                        trigger: .timeInterval(microseconds: 1 << 40, repeats: false)
                    ).record
                ),
            ])
        }
        func call(_ entries: [Variant]) async throws -> ImportReply {
            let options = Variant.dictionary([
                ("serialized", .array(of: "ay", entries.map { Variant.bytes($0.serialized) }))
            ])
            let reply = try await fixture.client.call(
                "Import",
                on: AgentNames.destination,
                .tuple([.array(of: "a{sv}", []), options])
            )
            return try ImportReply(record: reply[0])
        }
        let error = await #expect(throws: GLibError.self) {
            _ = try await call((0..<200).map { entry($0, title: wrong.contains($0) ? "" : "T") })
        }
        let message = error.flatMap(RequestError.init)?.message ?? ""
        #expect(message.hasPrefix("line \(told): "), "\(message)")
        #expect(try await fixture.listed("list") == [])
        // The same name in both halves.
        var entries = (0..<200).map { entry($0, title: "T") }
        entries[190] = entry(5, title: "again")
        let repeated = await #expect(throws: GLibError.self) { _ = try await call(entries) }
        #expect(
            repeated.flatMap(RequestError.init)?.message.hasPrefix("line 5: the identifier \"r5\"")
                == true
        )
        #expect(
            try await call((0..<200).map { entry($0, title: "T\($0)") })
                == ImportReply(pending: 200)
        )
        let titles = try await fixture.listed("list").map(\.content.title).sorted()
        #expect(titles == (0..<200).map { "T\($0)" }.sorted())
        withExtendedLifetime(agent) {}
    }
}

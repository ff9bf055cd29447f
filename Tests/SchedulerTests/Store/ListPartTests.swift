import AgentInterface
import AgentTestSupport
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// Lists that are read in parts.
@Suite struct ListPartTests {
    private static let day: Int64 = 86_400_000_000

    private static func request(
        _ identifier: String,
        app: String = AgentNames.app,
        days: Int64 = 1,
        body: String = ""
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: "Title of \(identifier)", body: body),
            trigger: .timeInterval(microseconds: days * day, repeats: false)
        )
    }

    private static func add(_ requests: [NotificationRequest], to fixture: SchedulerFixture) async {
        _ = await fixture.scheduler.add(together: requests.map { .success($0) })
    }

    /// Reads a list to its end, and does something after the first part.
    private static func read(
        _ list: ListName,
        _ fixture: SchedulerFixture,
        _ selection: ListSelection = ListSelection(),
        afterFirst body: () async throws -> Void = {}
    ) async throws -> (names: [String], parts: Int) {
        var (names, parts, position) = ([String](), 0, ListPosition?.none)
        repeat {
            let after = position
            let part = try await fixture.scheduler.run {
                try $0.lists.part(of: list, selection, after: after)
            }
            names += try part.rows.map { row in
                let request = try NotificationRequest(storedBytes: row.record)
                return "\(request.appID)/\(request.identifier)"
            }
            // As it goes over the bus and back.
            position = try ListPosition(text: part.end?.text ?? "", in: list)
            #expect(position == part.end)
            parts += 1
            if parts == 1 { try await body() }
        } while position != nil
        return (names, parts)
    }

    @Test("A long list comes in parts, with each request once")
    func aLongListComesInParts() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        await Self.add((0..<1_200).map { Self.request("r\($0)") }, to: fixture)
        await Self.add((0..<30).map { Self.request("r\($0)", app: "org.example.B") }, to: fixture)
        let (names, parts) = try await Self.read(.pending, fixture)
        #expect(parts == 3)
        #expect(names.count == 1_230)
        #expect(Set(names).count == 1_230)
        let other = ListSelection(appID: "org.example.B")
        #expect(
            try await Self.read(.pending, fixture, other).names.sorted()
                == (0..<30).map { "org.example.B/r\($0)" }.sorted()
        )
        #expect(try await Self.read(.delivered, fixture).names == [])
        #expect(try await Self.read(.waiting, fixture).names == [])
    }

    @Test("What changes between two parts is neither missed nor doubled")
    func whatChangesMeanwhile() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let kept = (1_000..<2_200).map { "r\($0)" }
        await Self.add(kept.map { Self.request($0) }, to: fixture)
        let (names, _) = try await Self.read(.pending, fixture) {
            // The first and the last one are added again, sooner, and others move to both ends of the order by date.
            await Self.add(
                ["r1000", "r2199"].map { Self.request($0, days: 2, body: "again") },
                to: fixture
            )
            for name in ["r1001", "r2198"] {
                _ = try await fixture.scheduler.snooze(
                    name,
                    preferring: AgentNames.app,
                    microseconds: Self.day
                )
            }
            await Self.add([Self.request("r0999"), Self.request("r3000")], to: fixture)
            _ = try await fixture.scheduler.remove(
                RemovalSelection(choice: .identifiers(["r2000"]), appID: AgentNames.app)
            )
        }
        let expected = kept.filter { $0 != "r2000" } + ["r3000"]
        #expect(names == expected.map { "\(AgentNames.app)/\($0)" })
    }

    @Test("A part is bounded by the size of its records")
    func aPartIsBoundedBySize() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let body = String(repeating: "x", count: 100_000)
        await Self.add((0..<25).map { Self.request("r\($0)", body: body) }, to: fixture)
        let (names, parts) = try await Self.read(.pending, fixture)
        #expect(names.count == 25)
        #expect(parts == 3)
    }

    @Test("A range of dates leaves out what has none")
    func aRangeOfDates() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        await Self.add((1...9).map { Self.request("r\($0)", days: $0) }, to: fixture)
        try await fixture.scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: "place",
                content: NotificationContent(title: "Place"),
                trigger: .location(try LocationTrigger(near: "1,1,100"))
            )
        )
        var range = ListSelection()
        range.first = SchedulerFixture.start.advanced(byMicroseconds: 3 * Self.day)
        range.last = SchedulerFixture.start.advanced(byMicroseconds: 5 * Self.day)
        #expect(
            try await Self.read(.pending, fixture, range).names.map { $0.suffix(2) }
                == ["r3", "r4", "r5"]
        )
    }

    @Test("What waits is listed by itself, and is pending to nobody else")
    func whatWaits() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin(serverPresent: false)
        for number in 0..<3 {
            try await fixture.scheduler.add(
                NotificationRequest(
                    appID: "org.example.App\(number % 2)",
                    identifier: "w\(number)",
                    content: NotificationContent(title: "Waits"),
                    trigger: .immediate
                )
            )
        }
        #expect(try await Self.read(.pending, fixture).names == [])
        #expect(try await Self.read(.waiting, fixture).names.count == 3)
        #expect(
            try await Self.read(.waiting, fixture, ListSelection(appID: "org.example.App0")).names
                == ["org.example.App0/w0", "org.example.App0/w2"]
        )
    }

    @Test(
        "A position that no part had is refused",
        arguments: [
            ("x", ListName.pending), ("x", .delivered), ("x", .waiting), ("a\nb", .waiting),
        ]
    )
    func aWrongPositionIsRefused(text: String, list: ListName) {
        #expect(throws: RequestError.self) { try ListPosition(text: text, in: list) }
    }

    @Test("An export of one app comes in parts as well, with each request once")
    func anExportOfOneApp() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        await Self.add(
            (0..<3_000).map { Self.request("r\($0)", app: "org.example.App\($0 % 2)") },
            to: fixture
        )
        for (app, count) in [("org.example.App1", 1_500), (nil, 3_000)] {
            var (ids, position) = ([PendingID](), Int64(0))
            repeat {
                let (rows, end) = try fixture.store.pending(app: app, after: position)
                #expect(rows.count <= 500)
                ids += rows.map(\.row.id)
                position = end
            } while position != 0
            #expect(ids.count == count)
            #expect(ids == ids.sorted())
        }
    }

    private static let completions: [(prefix: String, limit: Int, names: [String])] = [
        ("te", 10, ["tea", "tennis"]), ("tea", 10, ["tea"]), ("x", 10, []),
        ("org.example.M", 10, ["org.example.Mail/letter", "org.example.Mail/list"]),
        ("org.example.Mail/le", 10, ["org.example.Mail/letter"]),
        ("/opt/app/", 10, ["/opt/app/one"]),
        // The last one of all is there, so that what all begin with is not taken for longer than it is.
        ("r", 3, ["r100", "r101", "r199"]),
        ("", 2, ["r100", "tennis", "/opt/app/one", "org.example.Mail/list"]),
    ]

    @Test("Names are completed by what they begin with", arguments: completions)
    func namesAreCompleted(prefix: String, limit: Int, names: [String]) async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        await Self.add(
            (100..<200).map { Self.request("r\($0)") }
                + ["tea", "tennis"].map { Self.request($0) }
                + ["letter", "list"].map { Self.request($0, app: "org.example.Mail") }
                + [Self.request("one", app: "/opt/app")],
            to: fixture
        )
        #expect(
            try fixture.store.names(
                in: .pending,
                preferring: AgentNames.app,
                prefix: prefix,
                limit: limit
            ) == names
        )
    }

    @Test("Memory is returned after many were removed or dismissed")
    func memoryIsReturned() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        await Self.add((0..<1_200).map { Self.request("r\($0)") }, to: fixture)
        let few = RemovalSelection(choice: .identifiers(["r1"]), appID: AgentNames.app)
        let all = RemovalSelection(choice: .all, appID: AgentNames.app)
        _ = try await fixture.scheduler.remove(few)
        _ = try await fixture.scheduler.dismiss(few)
        #expect(fixture.memoryReturns.elements.isEmpty)
        _ = try await fixture.scheduler.pause(all)
        _ = try await fixture.scheduler.resume(all)
        try await fixture.memoryReturns(2)
        try fixture.store.write(.full) { connection in
            try connection.execute(
                """
                INSERT INTO delivered (app, identifier, record, scheduled, delivered, state)
                SELECT app, identifier, record, due, due, 'listed' FROM pending
                """
            )
        }
        _ = try await fixture.scheduler.remove(all)
        try await fixture.memoryReturns(3)
        await Self.add((0..<1_200).map { Self.request("r\($0)") }, to: fixture)
        try fixture.store.write(.full) { connection in
            try connection.execute(
                """
                INSERT INTO delivered (app, identifier, record, scheduled, delivered, state)
                SELECT app, identifier, record, due, due, 'listed' FROM pending
                """
            )
        }
        #expect(try await fixture.scheduler.dismiss(all).count == 1_200)
        try await fixture.memoryReturns(4)
    }
}

extension SchedulerFixture {
    /// Waits until memory was returned so many times, and not more often.
    fileprivate func memoryReturns(_ count: Int) async throws {
        let returns = try await memoryReturns.wait(10, "return \(count) of memory") {
            $0.count >= count ? $0.count : nil
        }
        #expect(returns == count)
    }
}

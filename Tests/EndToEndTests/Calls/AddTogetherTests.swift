import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Calls of `Add` that share a commit are what they would be one after the other.
@Suite struct AddTogetherTests {
    private func request(
        _ identifier: String,
        title: String? = nil,
        in hours: Int64 = 1,
        key: String? = nil
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: title ?? "T \(identifier)"),
            trigger: .timeInterval(microseconds: hours * 3_600_000_000, repeats: false)
        )
        request.idempotencyKey = key
        return request
    }

    private func add(
        _ requests: [NotificationRequest],
        to fixture: SchedulerFixture
    ) async -> [String] {
        await fixture.scheduler.add(together: requests.map { .success($0) }).map { reply in
            switch reply {
            case .success(let reply): reply.identifier
            case .failure(let error): error.code.name
            }
        }
    }

    @Test func eachIsAnsweredInItsPlace() async throws {
        let fixture = try await SchedulerFixture().begin()
        var lost = request("lost")
        lost.trigger = .calendar(
            CalendarTrigger(spec: .onCalendar("Tue 14:00"), timeZone: "Nowhere")
        )
        let unread = AddCall.failure(RequestError(.malformed, "unread"))
        let replies = await fixture.scheduler.add(
            together: [
                .success(request("A")), unread, .success(lost), .success(request("B", in: 2)),
            ]
        )
        let words = replies.map { reply in
            switch reply {
            case .success(let reply): reply.identifier
            case .failure(let error): error.code.name
            }
        }
        #expect(words == ["A", "Malformed", "InvalidTrigger", "B"])
        #expect(try await fixture.pending() == ["A 2027-01-15 09:00", "B 2027-01-15 10:00"])
    }

    @Test func theLastOneOfANameStays() async throws {
        let fixture = try await SchedulerFixture().begin()
        let all = [
            request("A", title: "first"), request("B"), request("A", title: "second", in: 3),
        ]
        #expect(await add(all, to: fixture) == ["A", "B", "A"])
        #expect(try await fixture.pending() == ["B 2027-01-15 09:00", "A 2027-01-15 11:00"])
    }

    @Test func whoGivesNoNameGetsOneOfItsOwn() async throws {
        let fixture = try await SchedulerFixture().begin()
        let names = await add((0..<20).map { request("", title: "\($0)") }, to: fixture)
        #expect(Set(names).count == 20)
        #expect(try await fixture.pending().count == 20)
    }

    @Test func aCallThatComesTwiceIsAnsweredTwiceAndStoredOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        let names = await add(
            [
                request("", key: "k"), request("B"), request("", key: "k"),
                request("", key: "other"),
            ],
            to: fixture
        )
        #expect(names[0] == names[2])
        #expect(Set(names).count == 3)
        #expect(try await fixture.pending().count == 3)
    }

    /// A scheduled one does not take the place of one of its name that waits to be shown.
    @Test func whatIsToBeShownAtOnceIsShownAllTheSame() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        var now = request("A", title: "now")
        now.trigger = .immediate
        #expect(await add([now, request("A", title: "later")], to: fixture) == ["A", "A"])
        await fixture.serverReady()
        #expect(fixture.shown == ["now"])
        #expect(try await fixture.pending() == ["A 2027-01-15 09:00"])
    }

    /// One client that does not wait for its answers.
    @Test func manyCallsAtATimeOverTheBus() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let client = try fixture.bus.connect()
        let identifiers = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<300 {
                let record = request("r\(number)", key: number % 2 == 0 ? "k\(number)" : nil).record
                group.addTask {
                    let reply = try await client.call(
                        "Add",
                        on: AgentNames.destination,
                        .tuple([record])
                    )
                    return try AddReply(record: reply[0]).identifier
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(identifiers == Set((0..<300).map { "r\($0)" }))
        let list = try await fixture.call("List", .string("pending"), .string(""))
        #expect(list[0]?.children.count == 300)
    }
}

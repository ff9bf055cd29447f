import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// How much an app in a sandbox may have.
@Suite struct SandboxQuotaTests {
    private static let caller = Caller(confinement: .flatpak("org.example.App"), program: "/app")

    private static func quota(
        of caller: Caller = caller,
        requests: Int = 3,
        bytes: Int64 = 5_000
    ) throws -> SenderQuota {
        var quota = try #require(caller.quota)
        (quota.maxRequests, quota.maxBytes) = (requests, bytes)
        return quota
    }

    private static func request(
        _ identifier: String,
        of app: String = "org.example.App",
        _ trigger: NotificationTrigger = .timeInterval(microseconds: 3_600_000_000, repeats: false),
        files: Int = 0
    ) -> NotificationRequest {
        var content = NotificationContent(title: identifier)
        content.attachments = (0..<files).map { index in
            NotificationAttachment(
                identifier: "\(index)",
                name: "\(index).png",
                type: "public.png",
                source: .handed(index: Int32(index))
            )
        }
        return NotificationRequest(
            appID: app,
            identifier: identifier,
            content: content,
            trigger: trigger
        )
    }

    /// Tries to add a request; the refusal comes back.
    private static func refusal(
        _ fixture: SchedulerFixture,
        _ request: NotificationRequest,
        _ files: [OpenFile] = [],
        within quota: SenderQuota?
    ) async throws -> String? {
        do throws(RequestError) {
            _ = try await fixture.scheduler.add(request, files: files, within: quota)
            await fixture.scheduler.deliverDue()
            return nil
        } catch {
            return error.message
        }
    }

    @Test func onlySandboxesHaveQuotas() throws {
        #expect(Caller(confinement: .none, program: "/app").quota == nil)
        let quota = try #require(Self.caller.quota)
        #expect(quota.maxRequests == 1_000)
        #expect(quota.maxBytes == 52_428_800)
        #expect(quota.maxRequestBytes == 16_777_216)
    }

    @Test func aSandboxHasSoManyRequestsPending() async throws {
        let fixture = try await SchedulerFixture().begin()
        let quota = try Self.quota()
        for name in ["a", "b", "c"] {
            #expect(try await Self.refusal(fixture, Self.request(name), within: quota) == nil)
        }
        #expect(
            try await Self.refusal(fixture, Self.request("d"), within: quota)
                == "the Flatpak app org.example.App has 3 pending notifications, the most that a "
                + "sandboxed app may have; remove some of them first"
        )
        // One that takes another's place is no more, and others have their own.
        #expect(try await Self.refusal(fixture, Self.request("a"), within: quota) == nil)
        #expect(try await Self.refusal(fixture, Self.request("x", of: "org.b"), within: nil) == nil)
        #expect(try await fixture.pending().count == 4)
    }

    /// All of them are in one answer to `List`.
    @Test func aSandboxHasSoManyBytesOfRequests() async throws {
        let fixture = try await SchedulerFixture().begin()
        var quota = try Self.quota(requests: 100)
        quota.maxRequestBytes = 10_000
        func add(_ name: String, _ trigger: NotificationTrigger) async throws -> String? {
            var request = Self.request(name, trigger)
            request.content.body = String(repeating: "x", count: 6_000)
            return try await Self.refusal(fixture, request, within: quota)
        }
        let later = NotificationTrigger.timeInterval(microseconds: 3_600_000_000, repeats: false)
        for name in ["a", "b"] { #expect(try await add(name, later) == nil) }
        #expect(
            try await add("c", later)
                == "the Flatpak app org.example.App has pending notifications of 0 MiB, the most that a "
                + "sandboxed app may have; remove some of them first"
        )
        // One that takes another's place does not count besides itself.
        #expect(try await add("a", later) == nil)
        var selection = RemovalSelection(choice: .all)
        selection.appID = "org.example.App"
        _ = try await fixture.scheduler.remove(selection)
        for name in ["1", "2", "3", "4"] { #expect(try await add(name, .immediate) == nil) }
        #expect(try await fixture.delivered() == ["3", "4"])
    }

    /// Each connection of what cannot be examined has an id of its own.
    @Test func whatCannotBeExaminedSharesAQuota() async throws {
        let fixture = try await SchedulerFixture().begin()
        for number in 0..<4 {
            let caller = Caller(confinement: .unknown, program: "", mark: "\(number)z")
            let request = Self.request("r", of: try #require(caller.appID))
            let refusal = try await Self.refusal(
                fixture,
                request,
                within: Self.quota(of: caller)
            )
            #expect((refusal == nil) == (number < 3))
        }
    }

    @Test func theOldestDeliveredGo() async throws {
        let fixture = try await SchedulerFixture().begin()
        let quota = try Self.quota()
        for number in 1...5 {
            let request = Self.request("\(number)", .immediate)
            #expect(try await Self.refusal(fixture, request, within: quota) == nil)
        }
        #expect(fixture.shown == ["1", "2", "3", "4", "5"])
        #expect(try await fixture.delivered() == ["2", "3", "4", "5"])
    }

    @Test func aSandboxHasSoManyBytesOfAttachments() async throws {
        let folder = try TemporaryFolder()
        let fixture = try await SchedulerFixture().begin()
        let quota = try Self.quota(requests: 100)
        func file(_ size: Int, _ filling: UInt8) throws -> OpenFile {
            let path = "\(folder.path)/\(size)-\(filling).png"
            try (SamplePicture.start + Data(repeating: filling, count: size - 8))
                .write(to: URL(fileURLWithPath: path))
            return try OpenFile(reading: path)
        }
        let (first, second) = (try file(3_000, 1), try file(2_500, 2))
        func add(_ name: String, _ files: OpenFile...) async throws -> String? {
            let request = Self.request(name, files: files.count)
            return try await Self.refusal(fixture, request, files, within: quota)
        }
        let refusal =
            "the Flatpak app org.example.App would have more than the 0 MiB of attachments that a "
            + "sandboxed app may have; remove notifications with attachments first"
        #expect(try await add("a", first) == nil)
        #expect(try await add("b", second) == refusal)
        // The same file again takes no room, and what is refused leaves nothing.
        for name in ["c", "d"] { #expect(try await add(name, first, first) == nil) }
        #expect(try await add("e", try file(2_000, 3)) == nil)
        #expect(try await add("f", first, try file(500, 4)) == refusal)
        #expect(try await fixture.pending().count == 4)
        var selection = RemovalSelection(choice: .identifiers(["a", "c", "d"]))
        selection.appID = "org.example.App"
        _ = try await fixture.scheduler.remove(selection)
        #expect(try await add("b", second) == nil)
    }
}

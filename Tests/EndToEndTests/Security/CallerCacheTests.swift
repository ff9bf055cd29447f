import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// Callers whose processes cannot be looked at for a while.
@Suite struct CallerCacheTests {
    /// A bus, and processes of which this one hangs whoever looks at it.
    private struct Setup {
        let bus: PrivateBus
        let processes: String
        let groups: String

        init() async throws {
            bus = try await PrivateBus()
            processes = "\(bus.directory)/proc"
            let folder = "\(processes)/\(getpid())"
            groups = "\(folder)/cgroup"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/root",
                withIntermediateDirectories: true
            )
            symlink("/usr/bin/app", "\(folder)/exe")
            symlink("/proc/self/stat", "\(folder)/stat")
            guard mkfifo(groups, 0o600) == 0 else {
                throw SystemError(number: errno, doing: "make a pipe")
            }
        }

        @GLibActor func book(gracePeriod: UInt32) throws -> CallerCache {
            CallerCache(
                connection: try bus.connect(),
                detector: SandboxDetector(processes: processes),
                timeout: gracePeriod
            )
        }

        /// Lets whoever looks from now on find out without waiting.
        func answerAtOnce() throws {
            unlink(groups)
            try Data("0::/app.scope\n".utf8).write(to: URL(fileURLWithPath: groups))
        }

        /// Lets whoever looks go on.
        func answer() async throws {
            let groups = groups
            try await within(10, "somebody reads") {
                try Data("0::/app.scope\n".utf8).write(to: URL(fileURLWithPath: groups))
            }
        }
    }

    @Test func detectionBlocksNothingElse() async throws {
        let setup = try await Setup()
        let book = try await setup.book(gracePeriod: 60_000)
        let client = try setup.bus.connect()
        async let caller = book.caller(client.uniqueName)
        // Returns once it is being read.
        try await setup.answer()
        #expect(await caller == Caller(confinement: .none, program: "/usr/bin/app"))
        #expect(await book.isKnown(client.uniqueName))
    }

    @Test func whoCannotBeExaminedInTimeIsUnknownUntilALaterCall() async throws {
        let setup = try await Setup()
        let book = try await setup.book(gracePeriod: 50)
        let client = try setup.bus.connect()
        let caller = try await within(10, "an answer") { await book.caller(client.uniqueName) }
        #expect(caller.confinement == .unknown)
        #expect(await !book.isKnown(client.uniqueName))
        // Until then it is one and the same.
        #expect(await book.caller(client.uniqueName) == caller)
        // Whoever was looking comes to its end, and its word counts no longer.
        try await setup.answer()
        try setup.answerAtOnce()
        // The allowed number of detections of one process may still hang.
        let found = try await poll(10, "a later call") {
            let found = await book.caller(client.uniqueName)
            return found.isConfined ? nil : found
        }
        #expect(found == Caller(confinement: .none, program: "/usr/bin/app"))
        #expect(await book.isKnown(client.uniqueName))
    }
}

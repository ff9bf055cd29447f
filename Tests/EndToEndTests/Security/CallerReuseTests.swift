import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// Connections that outlive the process which made them, while another process gets its number.
@Suite struct CallerReuseTests {
    /// A bus with a fake driver, the clock since boot, and what the kernel shows of a process.
    private struct Setup {
        let bus: PrivateBus
        let book: CallerCache
        let clock = ManualClock()
        private let folder: String
        private let driver: FakeBusDriver

        /// - Parameter descriptor: the same; `nil` for a bus that hands over none.
        @GLibActor init(number: Int32, descriptor: OpenFile? = nil) async throws {
            bus = try await PrivateBus()
            driver = try FakeBusDriver(on: bus) { call in
                let more = descriptor.map { _ in [(key: "ProcessFD", value: Variant.handle(0))] }
                call.reply(
                    [FakeBusDriver.credentials(of: number, more ?? [])],
                    files: descriptor.map { [$0] } ?? []
                )
            }
            folder = "\(bus.directory)/proc/\(number)"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/root",
                withIntermediateDirectories: true
            )
            symlink("/usr/bin/app", "\(folder)/exe")
            let clock = clock
            book = CallerCache(
                connection: try bus.connect(),
                bus: driver.destination,
                detector: SandboxDetector(processes: "\(bus.directory)/proc"),
                clock: { clock.sinceBoot.microseconds }
            )
            try write("0::/app.scope\n", to: "cgroup")
            try begin(at: 0)
        }

        /// Lets the process have begun at a time, in seconds since boot.
        func begin(at time: Int64) throws {
            let ticks = time * Int64(sysconf(Int32(_SC_CLK_TCK)))
            // The name of a program may look like the fields behind it.
            let zeros = String(repeating: " 0", count: 18)
            try write("7 (a) S 1) S\(zeros) \(ticks)\(zeros)\n", to: "stat")
        }

        private func write(_ text: String, to name: String) throws {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }

        /// Whether the caller behind a connection is taken for a program of the user's.
        func trusts(_ connection: BusConnection) async -> Bool {
            await book.caller(connection.uniqueName)
                == Caller(confinement: .none, program: "/usr/bin/app")
        }
    }

    /// The descriptor of a process, as a bus hands it over.
    private static func descriptor(of process: Int32) throws -> OpenFile {
        typealias Function = @convention(c) (Int32, UInt32) -> Int32
        let symbol = try #require(dlsym(nil, "pidfd_open"))
        let descriptor = unsafeBitCast(symbol, to: Function.self)(process, 0)
        guard descriptor >= 0 else { throw SystemError(number: errno, doing: "open a process") }
        return OpenFile(adopting: descriptor)
    }

    @Test(arguments: [(4, true), (5, true), (6, false)] as [(Int64, Bool)])
    func whatIsYoungerThanItsConnectionIsNotWhoMadeIt(
        beginning: Int64,
        isTrusted: Bool
    ) async throws {
        let setup = try await Setup(number: getpid())
        await setup.book.follow()
        let connection = try setup.bus.connect()
        try setup.begin(at: beginning)
        #expect(await setup.trusts(connection) == isTrusted)
    }

    /// Each connection has a time of its own, and what was there before has that of the beginning.
    @Test func aProgramThatStartsLaterIsTrusted() async throws {
        let setup = try await Setup(number: getpid())
        let early = try setup.bus.connect()
        await setup.book.follow()
        setup.clock.pass(60)
        let late = try setup.bus.connect()
        try setup.begin(at: 60)
        #expect(await setup.trusts(late))
        #expect(await !setup.trusts(early))
    }

    @Test func whatHasGoneIsNotTrusted() async throws {
        let setup = try await Setup(number: Int32.max)
        await setup.book.follow()
        let connection = try setup.bus.connect()
        #expect(await setup.trusts(connection))
        let other = try setup.bus.connect()
        try FileManager.default.removeItem(
            atPath: "\(setup.bus.directory)/proc/\(Int32.max)/stat"
        )
        #expect(await !setup.trusts(other))
    }

    /// The descriptor says it without any clock.
    @Test func whatHasItsDescriptorIsTrusted() async throws {
        let setup = try await Setup(
            number: getpid(),
            descriptor: try Self.descriptor(of: getpid())
        )
        await setup.book.follow()
        let connection = try setup.bus.connect()
        try setup.begin(at: 1_000)
        #expect(await setup.trusts(connection))
    }

    @Test func aDescriptorOfWhatHasEndedIsNotTrusted() async throws {
        let program = try Program(path: "/bin/cat").start(environment: [:])
        let setup = try await Setup(
            number: program.id,
            descriptor: try Self.descriptor(of: program.id)
        )
        await setup.book.follow()
        #expect(await setup.trusts(try setup.bus.connect()))
        program.closeInput()
        _ = try await program.waitForExit()
        // Another process may have the number by now: the made-up kernel still shows one.
        #expect(await !setup.trusts(try setup.bus.connect()))
    }

    @Test func theKernelSaysWhenAProcessBegan() throws {
        let detector = SandboxDetector()
        let beginning = try #require(detector.beginning(of: getpid()))
        #expect(beginning > 0)
        #expect(beginning <= ClockTimer.Clock.bootTime.now)
        #expect(detector.beginning(of: Int32.max) == nil)
    }
}

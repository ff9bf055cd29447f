import GLibBridge
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// A bus that does not say in time who its connections are.
@Suite struct SlowBusTests {
    /// The first question is about the caller, the second about the agent itself.
    @Test(arguments: [0, 1]) @GLibActor
    func whoIsNotKnownYetIsAskedForAtTheNextCall(failing: Int) async throws {
        let bus = try await PrivateBus()
        let questions = Atomic<Int>(0)
        let driver = try FakeBusDriver(on: bus) {
            if questions.add(1, ordering: .relaxed).oldValue == failing {
                $0.fail("org.freedesktop.DBus.Error.NoReply", "the bus is busy")
            } else {
                $0.reply([FakeBusDriver.credentials(of: getpid())])
            }
        }
        let book = CallerCache(
            connection: try bus.connect(),
            bus: driver.destination
        )
        let name = try bus.connect().uniqueName
        #expect(await book.caller(name).confinement == .unknown)
        #expect(!book.isKnown(name))
        #expect(await book.caller(name).confinement == Caller.Confinement.none)
        #expect(book.isKnown(name))
    }
}

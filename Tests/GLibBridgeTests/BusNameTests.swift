import GLibBridge
import Glibc
import TestSupport
import Testing

@Suite struct BusNameTests {
    private static let name = "org.example.Name"

    @Test func aTakenNameReportsItsHolder() async throws {
        let bus = try await PrivateBus()
        let first = try bus.connect()
        let second = try bus.connect()
        #expect(try first.requestName(Self.name) == .owned)
        #expect(try first.requestName(Self.name) == .owned)
        #expect(try second.requestName(Self.name) == .taken(holder: first.uniqueName))
        #expect(second.nameOwner(Self.name) == first.uniqueName)
        #expect(second.processID(of: Self.name) == getpid())
        first.releaseName(Self.name)
        #expect(second.nameOwner(Self.name) == nil)
        #expect(second.processID(of: Self.name) == nil)
        #expect(try second.requestName(Self.name) == .owned)
    }

    @Test func aMalformedNameIsAnError() async throws {
        let connection = try await PrivateBus().connect()
        #expect(throws: GLibError.self) { try connection.requestName("no dots") }
    }

    @Test func watchSeesEachOwner() async throws {
        let bus = try await PrivateBus()
        let watcher = try bus.connect()
        let owners = Recorder<String?>()
        let watch = await watcher.watchName(Self.name) { owners.append($0) }
        let first = try bus.connect()
        let second = try bus.connect()
        _ = try first.requestName(Self.name)
        _ = try first.requestName("org.example.Other")
        first.releaseName(Self.name)
        _ = try second.requestName(Self.name)
        let secondName = second.uniqueName
        second.close()
        #expect(try await owners.first(4) == [first.uniqueName, nil, secondName, nil])
        withExtendedLifetime(watch) {}
    }

    @Test func activatableNamesAreKnownAndStarted() async throws {
        let bus = try await PrivateBus(activatable: ["org.example.Broken": "/bin/false"])
        let connection = try bus.connect()
        #expect(connection.isActivatable("org.example.Broken"))
        #expect(!connection.isActivatable(Self.name))
        let destination = BusDestination(
            name: "org.example.Broken",
            path: "/",
            interface: "org.example.Broken"
        )
        do {
            _ = try await connection.call("Any", on: destination)
            Issue.record("a reply came")
        } catch {
            #expect(error.remoteName == "org.freedesktop.DBus.Error.Spawn.ChildExited")
        }
        do {
            _ = try await connection.call("Any", on: destination, mayStart: false)
            Issue.record("a reply came")
        } catch {
            #expect(error.remoteName == "org.freedesktop.DBus.Error.NameHasNoOwner")
        }
    }
}

import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import PushMessages

/// The file with registrations and messages.
@Suite struct PushStoreTests {
    private let folder: TemporaryFolder
    private let store: PushStore

    init() throws {
        folder = try TemporaryFolder()
        store = try PushStore(folder: folder.path)
    }

    private static func registration(_ app: String = "app") throws -> AppRegistration {
        AppRegistration(
            token: "token of \(app)",
            app: app,
            keys: try MessageKeys(),
            serverKey: nil,
            distributor: "org.unifiedpush.Distributor.kde"
        )
    }

    private static func digest(_ number: Int) throws -> [UInt8] {
        try MessageCipher.digest(Array("\(number)".utf8))
    }

    @Test func itsFilesAreTheUsersAlone() throws {
        try store.save(try Self.registration())
        for name in ["push.sqlite", "push.sqlite-wal"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: "\(folder.path)/\(name)"
            )
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func registrationsComeBackWhole() throws {
        var first = try Self.registration()
        try store.save(first)
        #expect(try store.registrations() == [first])
        first.endpoint = "https://push.example/1"
        first.version = .first
        first.isConfined = true
        try store.save(first)
        try store.remember(distributor: "a")
        try store.remember(distributor: "b")
        let again = try PushStore(folder: folder.path)
        #expect(try again.registrations() == [first])
        #expect(try again.rememberedDistributor() == "b")
        try again.delete(token: first.token)
        #expect(try store.registrations() == [])
    }

    @Test func aMessageIsTakenOnce() throws {
        let registration = try Self.registration()
        try store.save(registration)
        let digest = try Self.digest(1)
        let id = try #require(try store.add([1, 2], digest: digest, to: registration))
        #expect(try store.add([1, 2], digest: digest, to: registration) == nil)
        let message = try #require(try store.message(id))
        #expect(message.payload == [1, 2] && message.app == "app")
        #expect((1...64).contains(message.key.utf8.count))
        #expect(try store.waiting().map(\.id) == [id])
        try store.finish(id)
        #expect(try store.message(id) == nil)
        #expect(try store.waiting().isEmpty)
        // It stays known.
        #expect(try store.knows(digest: digest, of: registration.token))
        #expect(try store.add([1, 2], digest: digest, to: registration) == nil)
        #expect(try !store.knows(digest: digest, of: "another"))
    }

    @Test func whatWaitsOutlivesItsRegistration() throws {
        let registration = try Self.registration()
        try store.save(registration)
        let waiting = try #require(
            try store.add([1], digest: try Self.digest(1), to: registration)
        )
        let done = try #require(try store.add([2], digest: try Self.digest(2), to: registration))
        try store.finish(done)
        try store.delete(token: registration.token)
        #expect(try store.waiting().map(\.id) == [waiting])
        #expect(try !store.knows(digest: try Self.digest(2), of: registration.token))
        try store.finish(waiting)
        #expect(try !store.knows(digest: try Self.digest(1), of: registration.token))
    }

    @Test func waitingMessagesHaveALimit() throws {
        let apps = try (0..<PushStore.maxWaiting / PushStore.maxWaitingOfOneApp).map {
            try Self.registration("app\($0)")
        }
        for app in apps {
            for number in 0..<PushStore.maxWaitingOfOneApp {
                _ = try store.add([1], digest: try Self.digest(number), to: app)
            }
            #expect(throws: RequestError.self) {
                try store.add([1], digest: try Self.digest(-1), to: app)
            }
        }
        let another = try Self.registration("another")
        #expect(throws: RequestError.self) {
            try store.add([1], digest: try Self.digest(0), to: another)
        }
        try store.finish(try #require(try store.waiting().first?.id))
        #expect(try store.add([1], digest: try Self.digest(0), to: another) != nil)
    }

    @Test func aMessageKnowsWhetherItsAppIsInASandbox() throws {
        var registration = try Self.registration()
        for isConfined in [false, true] {
            registration.isConfined = isConfined
            let digest = try Self.digest(isConfined ? 1 : 0)
            let id = try #require(try store.add([1], digest: digest, to: registration))
            #expect(try store.message(id)?.isConfined == isConfined)
        }
    }

    @Test func knownMessagesHaveALimit() throws {
        let registration = try Self.registration()
        try store.save(registration)
        let other = try Self.registration("other")
        try store.save(other)
        try store.finish(try #require(try store.add([1], digest: try Self.digest(0), to: other)))
        let count = PushStore.maxKnown + 5
        for number in 0..<count {
            let id = try store.add([1], digest: try Self.digest(number), to: registration)
            try store.finish(try #require(id))
        }
        let known = try (0..<count).filter {
            try store.knows(digest: try Self.digest($0), of: registration.token)
        }
        #expect(known == Array(5..<count))
        #expect(try store.knows(digest: try Self.digest(0), of: other.token))
    }

    @Test func aFileThatIsNoStoreIsAnError() throws {
        let folder = try TemporaryFolder()
        try "no database at all, but long enough to be read as one".write(
            toFile: "\(folder.path)/push.sqlite",
            atomically: true,
            encoding: .utf8
        )
        #expect(throws: RequestError.self) { try PushStore(folder: folder.path) }
        let link = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: "\(link.path)/push.sqlite",
            withDestinationPath: "/etc/passwd"
        )
        #expect(throws: RequestError.self) { try PushStore(folder: link.path) }
    }
}

import Foundation
import NotifyCore
import TestSupport
import Testing

/// The registration of a Swift program, by the library.
@Suite(.serialized) struct PushRegistrationTests {
    private static let app = Program("sample-app")

    private static func run(_ fixture: PushFixture, _ verb: String) async throws -> [String] {
        let outcome = try await app.run(
            ["push", verb],
            environment: fixture.bus.environment.merging([
                "NOTIFY_SCHEDULE_APP_ID": "org.example.Swift"
            ]) { $1 }
        )
        #expect(outcome.code == 0, "\(outcome)")
        return outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test func aSwiftProgramGetsWhatTheCommandPrints() async throws {
        let fixture = try await PushFixture()
        // Without a distributor the error names a package.
        let failed = try await Self.run(fixture, "begin").joined(separator: " ")
        #expect(failed.hasPrefix("push failed: Refusal") && failed.contains("kunifiedpush"))
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        let words = try await Self.run(fixture, "begin")
        let keys = try await fixture.register("org.example.Swift")
        let publicKey = try #require(Base64.bytes(ofURLText: keys.p256dh))
        let authSecret = try #require(Base64.bytes(ofURLText: keys.auth))
        #expect(
            words == [
                "push", keys.endpoint, Data(publicKey).base64EncodedString(),
                Data(authSecret).base64EncodedString(),
            ]
        )
        #expect(try await Self.run(fixture, "end") == ["push", "ended"])
        #expect(try await distributor.unregistered.first(1).count == 1)
        #expect(try await Self.run(fixture, "end").first == "push")
    }

    /// As with the device token of Apple's systems.
    @Test func aDelegateHearsOfTheRegistrationAndOfEachChange() async throws {
        let fixture = try await PushFixture()
        let program = try Self.app.start(
            environment: fixture.bus.environment.merging([
                "NOTIFY_SCHEDULE_APP_ID": "org.example.Swift"
            ]) { $1 }
        )
        program.write("listen closure\n")
        try await program.waitForOutput("listening:", within: 60)
        program.write("push follow\n")
        let failure = try await program.waitForOutput("kunifiedpush", within: 60)
        #expect(failure.contains("not registered:"))
        let distributor = try await FakeDistributor(on: fixture.bus, .second)
        program.write("push follow\n")
        let token = try #require(try await distributor.registrations.first(1).first?.token)
        try await program.waitForOutput(
            "registered: \(FakeDistributor.endpoint(of: token)) main\n",
            within: 60
        )
        // The endpoint of another app is not its own.
        _ = try await fixture.register("org.example.Other")
        let other = try #require(distributor.registrations.elements.last?.token)
        await distributor.report("https://push.example/others", of: other)
        await distributor.report("https://push.example/moved", of: token)
        let output = try await program.waitForOutput(
            "registered: https://push.example/moved main\n",
            within: 60
        )
        #expect(!output.contains("others"))
        program.write("push leave\n")
        #expect(try await distributor.unregistered.first(1) == [token])
        program.kill(SIGKILL)
    }
}

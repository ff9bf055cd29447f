import AgentInterface
import Foundation
import NotifyCore
import RequestFiles
import TestSupport
import Testing

@testable import SchedulerAgent

/// Files of requests, without a scheduler.
@Suite struct RequestFileIntakeTests {
    private let fixture: ComponentFixture
    private let intake: RequestFileIntake
    private let folder: TemporaryFolder

    init() throws {
        fixture = try ComponentFixture()
        intake = RequestFileIntake(fixture.context)
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder.path)/\(name).conf", atomically: true, encoding: .utf8)
    }

    private func store() -> RequestFileIntake.Outcome {
        intake.store(RequestFileScan(folders: [folder.path]))
    }

    private static func daily(_ title: String) -> String {
        "[Request]\nTitle=\(title)\nOnCalendar=12:00\nRepeat=true\n"
    }

    @Test func whatDidNotChangeGoesOn() throws {
        try write("a", Self.daily("A"))
        let first = store()
        #expect(first.stored.count == 1)
        #expect(first.problems == [])
        #expect(try fixture.store.pending(app: AgentNames.requestFilesApp).count == 1)
        #expect(store().stored == [])
        try write("a", Self.daily("Changed"))
        #expect(store().stored.count == 1)
        let rows = try fixture.store.pending(app: AgentNames.requestFilesApp)
        #expect(try rows.map { try $0.pending().request.content.title } == ["Changed"])
    }

    @Test func whatIsInvalidLeavesTheRequestThatWasThere() throws {
        try write("a", Self.daily("A"))
        _ = store()
        try write("a", "[Request]\nTitle=A\nOnCalendar=never\n")
        let outcome = store()
        #expect(outcome.problems.count == 1)
        #expect(outcome.stored == [])
        #expect(outcome.gone == [])
        #expect(try fixture.store.pending(app: AgentNames.requestFilesApp).count == 1)
    }

    @Test func aFileThatWentIsForgottenOnceItsRequestIsRemoved() throws {
        try write("a", Self.daily("A"))
        _ = store()
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.conf")
        #expect(store().gone == ["a"])
        // Until that is done it is found again.
        #expect(store().gone == ["a"])
        try intake.forget(["a"])
        #expect(store().gone == [])
    }

    @Test func whatShowsARequestOnceMoreGoesWithIt() throws {
        for name in ["a", "b.snoozed", "a.snoozed.3"] { try write(name, Self.daily("A")) }
        _ = store()
        let app = AgentNames.requestFilesApp
        let row = try #require(try fixture.store.pending(app: app, identifier: "a").first)
        for name in ["a.snoozed", "a.snoozed.2", "a.snoozed.x", "b.snoozed.2"] {
            var pending = try row.pending()
            pending.request.identifier = name
            _ = try fixture.store.add(AcceptedRequest(pending, boot: nil))
        }
        let selection = try intake.selection(ofFiles: ["a"])
        #expect(selection.appID == AgentNames.requestFilesApp)
        guard case .identifiers(let identifiers) = selection.choice else {
            Issue.record("\(selection)")
            return
        }
        #expect(identifiers == ["a", "a.snoozed", "a.snoozed.2"])
    }
}

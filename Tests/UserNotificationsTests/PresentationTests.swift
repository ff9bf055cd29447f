import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The app is asked how to show what fires while it runs.
@Suite(.serialized) struct PresentationTests {
    /// How a bubble follows the app's presentation options.
    private static func hints(of call: NotifyCall) -> [String: Bool] {
        var hints: [String: Bool] = [:]
        for name in ["transient", "suppress-sound"] {
            hints[name] = call.hint(name)?.boolean
        }
        return hints
    }

    @Test(arguments: ["closure", "async"])
    func theOptionsAreHonoured(form: String) async throws {
        let fixture = try await AppFixture()
        let cases: [(names: String, hints: [String: Bool]?, list: String)] = [
            ("banner,list,sound", [:], "a"),
            ("alert", ["suppress-sound": true], "b"),
            ("banner,sound", ["transient": true], "c"),
            ("list,sound", nil, "d"),
            ("none", nil, ""),
            ("badge", nil, ""),
        ]
        for (number, wanted) in cases.enumerated() {
            let name = String("abcdef".dropFirst(number).prefix(1))
            try await fixture.tell("listen present \(form) \(wanted.names)", "listening: 0")
            try await fixture.tell("add \(name) now", "added: \(name) ok")
            try await fixture.app.waitForOutput("asked: \(name) main\n", within: 30)
            if let hints = wanted.hints {
                let shown = try await fixture.server.next(within: 30)
                #expect(shown.call.summary == "title of \(name)")
                #expect(Self.hints(of: shown.call) == hints, "\(wanted.names)")
            }
            if wanted.list.isEmpty {
                // Another app's is shown after it.
                try await fixture.showOther("after \(name)")
            } else {
                try await fixture.event(of: name)
            }
            try await fixture.tell("delivered", "delivered: \(wanted.list)")
            fixture.tell("remove-all")
        }
        #expect(fixture.app.output.split(separator: "\n").count { $0.hasPrefix("asked:") } == 6)
    }

    @Test func aBubbleWithoutAListEntryTakesThatWithIt() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen present closure banner", "listening: 0")
        let id = try await fixture.show("one")
        try await fixture.tell("delivered", "delivered: one")
        await fixture.server.close(id, .expired)
        try await fixture.event("expired", of: "one")
        try await fixture.tell("delivered", "delivered: ")
    }

    @Test(arguments: ["listen closure", "listen present relay -"])
    func withoutTheMethodItIsShownAsItIs(order: String) async throws {
        let fixture = try await AppFixture()
        try await fixture.tell(order, "listening: 0")
        _ = try await fixture.show("one")
        #expect(Self.hints(of: fixture.server.calls.elements[0].call) == [:])
        try await fixture.tell("delivered", "delivered: one")
    }

    @Test func anAppThatDoesNotAnswerIsWaitedForOnlyALittle() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen present silent -", "listening: 0")
        try await fixture.tell("add silent now", "added: silent ok")
        try await fixture.app.waitForOutput("asked: silent main\n", within: 30)
        try await fixture.tell("block", "blocked")
        try await fixture.tell("add blocked now", "added: blocked ok")
        try await fixture.showOther("meanwhile")
        let shown = try await fixture.server.calls.first(3, 30).map(\.call.summary)
        #expect(shown == ["meanwhile", "title of silent", "title of blocked"])
        #expect(Self.hints(of: fixture.server.calls.elements[1].call) == [:])
    }

    @Test func anAppThatEndsWhileItIsAskedCostsNothing() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen present silent -", "listening: 0")
        try await fixture.tell("add one now", "added: one ok")
        try await fixture.app.waitForOutput("asked: one main\n", within: 30)
        fixture.app.kill(SIGKILL)
        #expect(try await fixture.server.next(within: 30).call.summary == "title of one")
    }
}

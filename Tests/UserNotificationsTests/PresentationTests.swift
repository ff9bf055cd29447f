import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The app is asked how to show what fires while it runs.
@Suite(.serialized) struct PresentationTests {
    /// What a bubble says of the app's wishes.
    private static func hints(of call: NotifyCall) -> [String: Bool] {
        var hints: [String: Bool] = [:]
        for name in ["transient", "suppress-sound"] {
            hints[name] = call.hint(name)?.boolean
        }
        return hints
    }

    @Test(arguments: ["closure", "async"])
    func theOptionsAreHonoured(form: String) async throws {
        let stage = try await AppStage()
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
            try await stage.tell("listen present \(form) \(wanted.names)", "listening: 0")
            try await stage.tell("add \(name) now", "added: \(name) ok")
            try await stage.app.waitForOutput("asked: \(name) main\n", within: 30)
            if let hints = wanted.hints {
                let shown = try await stage.server.next(within: 30)
                #expect(shown.call.summary == "title of \(name)")
                #expect(Self.hints(of: shown.call) == hints, "\(wanted.names)")
            }
            if wanted.list.isEmpty {
                // Another app's is shown after it.
                try await stage.showOther("after \(name)")
            } else {
                try await stage.delivery(of: name)
            }
            try await stage.tell("delivered", "delivered: \(wanted.list)")
            stage.tell("remove-all")
        }
        #expect(stage.app.output.split(separator: "\n").count { $0.hasPrefix("asked:") } == 6)
    }

    @Test func aBubbleWithoutAListEntryTakesThatWithIt() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen present closure banner", "listening: 0")
        let id = try await stage.show("one")
        try await stage.tell("delivered", "delivered: one")
        await stage.server.close(id, .expired)
        try await stage.showOther("after")
        try await stage.tell("delivered", "delivered: ")
    }

    @Test(arguments: ["listen closure", "listen present relay -"])
    func withoutTheMethodItIsShownAsItIs(order: String) async throws {
        let stage = try await AppStage()
        try await stage.tell(order, "listening: 0")
        _ = try await stage.show("one")
        #expect(Self.hints(of: stage.server.calls.elements[0].call) == [:])
        try await stage.tell("delivered", "delivered: one")
    }

    @Test func anAppThatDoesNotAnswerIsWaitedForOnlyALittle() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen present silent -", "listening: 0")
        try await stage.tell("add silent now", "added: silent ok")
        try await stage.app.waitForOutput("asked: silent main\n", within: 30)
        try await stage.tell("block", "blocked")
        try await stage.tell("add blocked now", "added: blocked ok")
        try await stage.showOther("meanwhile")
        let shown = try await stage.server.calls.first(3, 30).map(\.call.summary)
        #expect(shown == ["meanwhile", "title of silent", "title of blocked"])
        #expect(Self.hints(of: stage.server.calls.elements[1].call) == [:])
    }

    @Test func anAppThatEndsWhileItIsAskedCostsNothing() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen present silent -", "listening: 0")
        try await stage.tell("add one now", "added: one ok")
        try await stage.app.waitForOutput("asked: one main\n", within: 30)
        stage.app.kill(SIGKILL)
        #expect(try await stage.server.next(within: 30).call.summary == "title of one")
    }
}

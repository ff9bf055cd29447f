import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

@Suite struct TextNotificationServerTests {
    /// A text server on a bus with one program.
    private final class Terminal: Sendable {
        let bus: PrivateBus
        let server: TextNotificationServer
        let client: BusConnection
        let output = Recorder<String>()
        let signals = Recorder<String>()
        let subscription: BusSubscription

        @GLibActor init(_ input: TextInput) async throws {
            bus = try await PrivateBus()
            client = try bus.connect()
            let signals = signals
            subscription = client.subscribe(
                to: nil,
                interface: NotificationServer.name,
                sender: NotificationServer.name
            ) { signals.append("\($0.name) \($0.parameters)") }
            let output = output
            server = try TextNotificationServer(
                on: bus.connect(),
                style: TextStyle(width: 30),
                input: input
            ) { output.append($0) }
        }

        func ask(_ method: String, _ parameters: Variant = .tuple([])) async throws -> Variant {
            let destination = BusDestination(
                name: NotificationServer.name,
                path: NotificationServer.path,
                interface: NotificationServer.name
            )
            return try await client.call(method, on: destination, parameters)
        }

        @discardableResult
        func notify(
            _ summary: String,
            replacing id: UInt32 = 0,
            expireTimeout: Int32 = -1,
            actions: [String] = ["default", "", "t", "Timer", "w", "Wi-Fi"]
        ) async throws -> Int64? {
            try await ask(
                "Notify",
                .tuple([
                    .string(""), .uint32(id), .string(""), .string(summary), .string(""),
                    .strings(actions), .dictionary([]), .int32(expireTimeout),
                ])
            )[0]?.integer
        }

        func waitForText(_ text: String) async throws {
            _ = try await output.wait(10, text) { $0.joined().contains(text) ? true : nil }
        }
    }

    private static func invoked(_ id: Int, _ key: String) -> String {
        "ActionInvoked (\(id), '\(key)')"
    }

    private static func closed(_ id: Int, _ reason: Int) -> String {
        "NotificationClosed (\(id), \(reason))"
    }

    @Test func tellsWhatItIs() async throws {
        let terminal = try await Terminal(.automatic(.dismiss, pause: 0))
        #expect(try await terminal.ask("GetCapabilities")[0]?.strings == ["actions", "body"])
        #expect(try await terminal.ask("GetServerInformation")[0]?.string == "notify-schedule demo")
    }

    @Test(arguments: [
        (TextChoice.button(1), [invoked(1, "t"), closed(1, 2)], "→ Timer"),
        (.button(2), [invoked(1, "w"), closed(1, 2)], "→ Wi-Fi"),
        (.bubble, [invoked(1, "default"), closed(1, 2)], "→ clicked"),
        (.dismiss, [closed(1, 2)], "→ dismissed"),
        (.button(3), [closed(1, 2)], "There is no button 3; they go from 1 to 2.\n→ dismissed"),
    ])
    func choosesByItself(choice: TextChoice, signals: [String], text: String) async throws {
        let terminal = try await Terminal(.automatic(choice, pause: 5))
        try await terminal.notify("Tea")
        #expect(try await terminal.signals.first(signals.count) == signals)
        #expect(
            terminal.output.elements.joined() == """
                ┌────────────────────────────┐
                │ Tea                        │
                │                            │
                │ [1] Timer  [2] Wi-Fi       │
                └────────────────────────────┘
                \(text)

                """
        )
        var closings = terminal.server.closings.makeAsyncIterator()
        #expect(await closings.next()?.reason == .dismissed)
    }

    @Test func aClickWithoutADefaultActionDismisses() async throws {
        let terminal = try await Terminal(.automatic(.bubble, pause: 0))
        try await terminal.notify("x", actions: ["a", "A"])
        #expect(try await terminal.signals.next() == Self.closed(1, 2))
    }

    @Test func theTimeOfABubbleEnds() async throws {
        let terminal = try await Terminal(.automatic(.button(1), pause: 100_000))
        try await terminal.notify("x", expireTimeout: 5)
        #expect(try await terminal.signals.next() == Self.closed(1, 1))
        try await terminal.waitForText("→ expired")
    }

    @Test func aProgramClosesItsBubbleOrAQueuedOne() async throws {
        let terminal = try await Terminal(.automatic(.dismiss, pause: 100_000))
        try await terminal.notify("first")
        try await terminal.notify("second")
        try await terminal.notify("third")
        _ = try await terminal.ask("CloseNotification", .tuple([.uint32(2)]))
        _ = try await terminal.ask("CloseNotification", .tuple([.uint32(99)]))
        _ = try await terminal.ask("CloseNotification", .tuple([.uint32(1)]))
        #expect(
            try await terminal.signals.first(2) == [Self.closed(2, 3), Self.closed(1, 3)]
        )
        try await terminal.waitForText("third")
        #expect(!terminal.output.elements.joined().contains("second"))
        await terminal.server.stop()
        #expect(try await terminal.signals.first(3).last == Self.closed(3, 4))
    }

    @Test func aReplacedBubbleIsDrawnAgain() async throws {
        let terminal = try await Terminal(.automatic(.dismiss, pause: 100_000))
        #expect(try await terminal.notify("before") == 1)
        #expect(try await terminal.notify("after", replacing: 1) == 1)
        try await terminal.waitForText("│ after ")
    }

    @Test func aPersonTypes() async throws {
        let keyboard = Pipe()
        let descriptor = keyboard.fileHandleForReading.fileDescriptor
        let terminal = try await Terminal(.keyboard(descriptor: descriptor))
        func type(_ text: String) throws {
            try keyboard.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        }
        try await terminal.notify("first")
        try await terminal.notify("second")
        try await terminal.waitForText(
            "1-2 = a button, Enter alone = click on the bubble, 0 or d = dismiss\n"
        )
        try type("what\u{1B}[31m\n")
        try await terminal.waitForText("\"what[31m\" is not a choice.\n")
        try type("7\n")
        try await terminal.waitForText("There is no button 7; they go from 1 to 2.\n")
        #expect(!terminal.output.elements.joined().contains("second"))
        try type("2")
        try type("\n")
        #expect(
            try await terminal.signals.first(2) == [Self.invoked(1, "w"), Self.closed(1, 2)]
        )
        try await terminal.waitForText("second")
        try type("\n")
        #expect(
            try await terminal.signals.first(4).suffix(2)
                == [Self.invoked(2, "default"), Self.closed(2, 2)]
        )
        try await terminal.notify("third", actions: [])
        try await terminal.waitForText("Type and press Enter: 0 or d = dismiss\n")
        try keyboard.fileHandleForWriting.close()
        #expect(try await terminal.signals.first(5).last == Self.closed(3, 2))
        try await terminal.notify("fourth")
        #expect(try await terminal.signals.first(6).last == Self.closed(4, 2))
        await terminal.server.stop()
    }

    @Test func aRunningServerIsInTheWay() async throws {
        let terminal = try await Terminal(.automatic(.dismiss, pause: 0))
        await #expect(throws: ServerStartError.self) {
            try await TextNotificationServer(
                on: terminal.bus.connect(),
                style: TextStyle(),
                input: .automatic(.dismiss, pause: 0)
            ) { _ in }
        }
    }
}

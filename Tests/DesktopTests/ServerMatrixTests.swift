import AgentInterface
import Foundation
import TestSupport
import Testing

/// What a notification does on the real server of each small desktop, with a real pointer.
@Suite(.serialized) struct ServerMatrixTests {
    private static let button = [
        "--action", "Timer=clock://start?m=4", "--action", "Wi-Fi=prefs:root=WIFI",
    ]

    @Test("DESKTOP_SERVERS has names of servers that are known here") func names() {
        #expect(SmallServer.unknown == [])
    }

    @Test("The second button starts its command, and the bubble goes", arguments: SmallServer.all)
    func secondButton(server: SmallServer) async throws {
        try await server.run("button") { fixture, screen, recorder, empty in
            try await Self.add(
                fixture,
                "Tea",
                "It is ready",
                ["--level", "critical"] + Self.button
            )
            let bubble = try await screen.bubble(besides: empty)
            try await server.chooseLast(of: bubble, on: screen)
            #expect(try await recorder.expectCalls(["WIFI"]), "\(bubble)")
            try await screen.lookAway()
            try await screen.waitForEnd(empty)
            #expect(try await fixture.listed("list", "delivered") == [])
            let response = try await fixture.waitForResponses()[0]
            #expect(response.action == "action-2")
        }
    }

    @Test(
        "What is typed into the dialog of a reply is in the response",
        arguments: SmallServer.all
    )
    func reply(server: SmallServer) async throws {
        try await server.run("reply") { fixture, screen, _, empty in
            // The dialog is on the screen.
            let agent = try await fixture.startAgent(screen.environment)
            let options = ["--id", "lunch", "--level", "critical"] + Self.button.prefix(2)
            try await Self.add(
                fixture,
                "Lunch?",
                "At the usual place",
                options + ["--reply", "When"]
            )
            let bubble = try await screen.bubble(besides: empty)
            try await screen.type("At noon") {
                try await server.chooseLast(of: bubble, on: screen)
                try await screen.lookAway()
            }
            let response = try await fixture.waitForResponses()[0]
            #expect(response.identifier == "lunch")
            #expect(response.userText == "At noon")
            try await screen.waitForEnd(empty)
            #expect(try await fixture.listed("list", "delivered") == [])
            withExtendedLifetime(agent) {}
        }
    }

    @Test(
        "A click on the body opens its URL",
        arguments: SmallServer.all.filter(\.hasBodyClick)
    )
    func body(server: SmallServer) async throws {
        try await server.run("body") { fixture, screen, recorder, empty in
            try await Self.add(
                fixture,
                "Parcel",
                "It is here",
                ["--expire", "never", "--open", "prefs:root=BODY"]
            )
            let bubble = try await screen.bubble(besides: empty)
            try await screen.click(Point(x: bubble.x + bubble.width / 2, y: bubble.middle.y))
            #expect(try await recorder.expectCalls(["BODY"]), "\(bubble)")
            try await screen.lookAway()
            try await screen.waitForEnd(empty)
        }
    }

    @Test(
        "A bubble that expires stays in the list, and a critical one stays on the screen",
        arguments: SmallServer.all
    )
    func expiry(server: SmallServer) async throws {
        try await server.run("expiry") { fixture, screen, _, empty in
            try await Self.add(fixture, "Gone", "By itself", ["--id", "gone", "--expire", "6s"])
            _ = try await screen.bubble(besides: empty)
            try await screen.waitForEnd(empty)
            #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["gone"])
            guard server.stays else { return }
            try await Self.add(fixture, "Fire", "Leave", ["--id", "fire", "--level", "critical"])
            let first = try await screen.bubble(besides: empty)
            // Longer than any server shows another one.
            try await Task.sleep(for: .seconds(12))
            #expect(try await screen.bubble(besides: empty) == first)
        }
    }

    @Test(
        "What was not dismissed comes back once after a restart of the server, with live buttons",
        arguments: SmallServer.all
    )
    func restart(server: SmallServer) async throws {
        try await server.run("restart") { fixture, screen, recorder, empty in
            try await Self.add(
                fixture,
                "Tea",
                "It is ready",
                ["--level", "critical"] + Self.button
            )
            _ = try await screen.bubble(besides: empty)
            try await screen.stopServer()
            try await screen.startServer()
            let bubble = try await screen.bubble(besides: empty)
            try await server.chooseLast(of: bubble, on: screen)
            #expect(try await recorder.expectCalls(["WIFI"]), "\(bubble)")
            try await screen.lookAway()
            try await screen.waitForEnd(empty)
            #expect(fixture.deliveries.count == 1)
        }
    }

    @Test(
        "A notification that is replaced or snoozed has one bubble",
        arguments: SmallServer.all.filter(\.closes)
    )
    func replaced(server: SmallServer) async throws {
        try await server.run("replaced") { fixture, screen, _, empty in
            let options = ["--id", "job", "--expire", "never"]
            try await Self.add(fixture, "Job", "Running", options)
            let first = try await screen.bubble(besides: empty)
            try await Self.add(fixture, "Job", "Is done", options)
            try await fixture.waitForDeliveries(2)
            let second = try await screen.bubble(besides: empty)
            #expect(abs(second.height - first.height) < 30 && abs(second.y - first.y) < 30)
            let snoozed = try await fixture.run(["snooze", "job", "10s"])
            #expect(snoozed.code == 0, "\(snoozed)")
            try await screen.waitForEnd(empty)
            #expect(try await screen.bubble(besides: empty).height == second.height)
        }
    }

    @Test(
        "A bubble that the user dismisses is no longer listed",
        arguments: SmallServer.all.filter { $0.dismissal != nil }
    )
    func dismissed(server: SmallServer) async throws {
        try await server.run("dismissed") { fixture, screen, recorder, empty in
            let options = ["--id", "gone", "--level", "critical"] + Self.button
            try await Self.add(fixture, "Dismiss", "this one", options)
            try await server.dismiss(screen.bubble(besides: empty), on: screen)
            try await screen.lookAway()
            try await screen.waitForEnd(empty)
            #expect(try await fixture.waitForResponses().map(\.event) == ["dismissed"])
            #expect(try await fixture.listed("list", "delivered") == [])
        }
    }

    @Test(
        "While do-not-disturb is on, the screen shows what the server is known to show, and nothing is lost",
        arguments: SmallServer.all.filter { $0.doNotDisturb != nil }
    )
    func doNotDisturb(server: SmallServer) async throws {
        let quiet = try #require(server.doNotDisturb)
        try await server.run("do-not-disturb") { fixture, screen, _, empty in
            let agent = try await fixture.startAgent(screen.environment)
            try await screen.run(quiet.on)
            try await poll(30, "the agent knows that do-not-disturb is on") {
                let doctor = try await fixture.run(["doctor"], environment: screen.environment)
                return doctor.output.contains(#/do-not-disturb +on: /#) ? true : nil
            }
            let quietLevels = ["passive", "active", "time-sensitive"]
            for level in quietLevels {
                let options = ["--id", level, "--level", level]
                try await Self.add(fixture, "Stand-up", "In ten minutes", options)
            }
            try await fixture.waitForDeliveries(quietLevels.count)
            // Longer than a server takes to draw one.
            try await Task.sleep(for: .seconds(4))
            #expect(try await screen.picture().frame(differingFrom: empty) == nil)
            try await Self.add(fixture, "Fire", "Leave", ["--id", "fire", "--level", "critical"])
            try await fixture.waitForDeliveries(quietLevels.count + 1)
            if quiet.showsCritical {
                try await server.dismiss(screen.bubble(besides: empty), on: screen)
                try await screen.lookAway()
                try await screen.waitForEnd(empty)
            } else {
                try await Task.sleep(for: .seconds(4))
                #expect(try await screen.picture().frame(differingFrom: empty) == nil)
            }
            let left = quietLevels + (quiet.showsCritical ? [] : ["fire"])
            #expect(
                Set(try await fixture.listed("list", "delivered").map(\.identifier)) == Set(left)
            )
            try await screen.run(quiet.off)
            if quiet.showsAfterwards { _ = try await screen.bubble(besides: empty) }
            withExtendedLifetime(agent) {}
        }
    }

    @Test("Twenty at once are all listed, and the server shows more", arguments: SmallServer.all)
    func twenty(server: SmallServer) async throws {
        try await server.run("twenty") { fixture, screen, _, empty in
            for number in 1...20 {
                try await Self.add(fixture, "Number \(number)", "of 20", ["--expire", "3s"])
            }
            // Budgie takes three, and then one in twelve seconds.
            try await poll(300, "twenty deliveries") {
                fixture.deliveries.count >= 20 ? true : nil
            }
            #expect(try await fixture.listed("list", "delivered").count == 20)
            // notification-daemon shows them one after the other.
            try await screen.waitForEnd(empty, within: 120)
            try await Self.add(fixture, "After", "all of them", [])
            _ = try await screen.bubble(besides: empty)
            let doctor = try await fixture.run(["doctor"], environment: screen.environment)
            #expect(doctor.output.contains("\nok       server"), "\(doctor)")
        }
    }

    /// What the pictures show: a name, a text, and options.
    ///
    /// Two have a level as well, which takes no bubble of its own.
    private static let looks: [(name: String, body: String, options: [String])] = [
        ("plain", "In ten minutes, in the kitchen", []),
        (
            "underlined", "<u>In ten minutes, in the kitchen</u>",
            ["--markup", "--level", "time-sensitive"]
        ),
        ("buttons", "It is ready", button),
        ("image", "From the garden", ["--attach", "picture.png"]),
        ("icon", "From the garden", ["--icon", "picture.png", "--level", "passive"]),
        ("critical", "3 % left", ["--level", "critical"]),
        ("markup", "<b>5 < 6</b> & \"so on\" …", []), ("emoji", "🌱 👩‍🚀 ☕", []),
        ("right-to-left", "موعد مع الطبيب الساعة 15:00", []),
        ("long", (1...60).map { "line \($0)" }.joined(separator: "\n"), []),
    ]

    @Test(
        "Texts of all kinds are on the screen, which has room for them",
        arguments: SmallServer.all
    )
    func texts(server: SmallServer) async throws {
        try await server.run("texts") { fixture, screen, _, empty in
            let folder = "\(DesktopKind.keepsakes)/pictures"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            let tomato = "\(fixture.directory)/picture.png"
            try await Picture.paintTomato(to: tomato)
            var plain = empty
            for (name, body, options) in Self.looks {
                let options =
                    ["--id", name, "--expire", "never"]
                    + options.map { $0 == "picture.png" ? tomato : $0 }
                try await Self.add(fixture, "Stand-up", body, options)
                let bubble = try await screen.bubble(besides: empty)
                let picture = try await screen.picture()
                switch name {
                case "plain": plain = picture
                case "underlined":
                    // The same letters, so all that differs is the line.
                    let line = picture.frame(differingFrom: plain)
                    #expect(line?.isLine == true, "\(String(describing: line))")
                case "image", "icon":
                    let green = picture.share(of: Picture.leaf, in: bubble)
                    #expect(
                        green * Double(bubble.width * bubble.height) > 200,
                        "\(name): \(bubble)"
                    )
                default: break
                }
                #expect(bubble.height < ServerScreen.height, "\(name): \(bubble)")
                let file = server.name.lowercased().replacing(" ", with: "-")
                let path = "\(folder)/\(file)-\(name).png"
                try await screen.takePicture(path)
                try await Picture.crop(path, to: bubble.grown(by: 8))
                let removed = try await fixture.run(["remove", name, "--delivered"])
                #expect(removed.code == 0, "\(removed)")
                if !server.closes {
                    try await screen.stopServer()
                    try await screen.startServer()
                }
                try await screen.waitForEnd(empty)
            }
        }
    }

    private static func add(
        _ fixture: AgentFixture,
        _ title: String,
        _ body: String,
        _ options: [String]
    ) async throws {
        let added = try await fixture.run(["add", title, body] + options)
        guard added.code == 0 else { throw UnexpectedOutcome(outcome: added) }
    }
}

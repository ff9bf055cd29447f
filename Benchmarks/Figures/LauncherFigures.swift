import Foundation
import GLibBridge
import TestSupport

/// The list of 2,000 apps beside GIO's own, in alternating runs.
enum LauncherFigures {
    private static let apps = 2_000

    static func measure(programs: String, rounds: Int) async throws {
        let bus = try await PrivateBus()
        defer { bus.close() }
        let variables = bus.environment.merging(["LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"]) {
            $1
        }
        for (name, value) in variables { setenv(name, value, 1) }
        try makeApps(in: "\(bus.directory)/data/applications")
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let peer = ProgramStart(arguments: [folder.appending(path: "gio-list").path])
        let plain = ProgramStart(arguments: ["\(programs)/notify-schedule", "launcher", "list"])
        let json = ProgramStart(arguments: plain.arguments + ["--json"])
        guard try peer.output().split(separator: "\n").count == apps,
            try plain.output().split(separator: "\n").count == 3 * apps + 1
        else { throw FigureFailure(description: "the lists do not have what they should") }
        var samples: [[Double]] = [[], [], []]
        for _ in 0..<rounds {
            for (index, program) in [peer, plain, json].enumerated() {
                samples[index].append(try milliseconds { _ = try program.output() })
            }
        }
        let all = samples.map(Samples.init)
        say("GIO's own list of \(apps) apps, a C program: \(all[0].summary) ms")
        say("launcher list, with \(2 * apps) actions: \(all[1].summary) ms")
        say("launcher list --json: \(all[2].summary) ms")
        let ratio = { (index: Int) in (all[index].median / all[0].median).text(2) }
        say("ratios of the medians: \(ratio(1)), with --json \(ratio(2))")
    }

    private static func makeApps(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let languages = ["de", "fr", "ja", "ar", "es", "it", "pt_BR", "zh_CN"]
        for number in 0..<apps {
            let names = languages.map { "Name[\($0)]=App \(number) \($0)" }.joined(separator: "\n")
            let actions = ["new-window", "private"].map { action in
                let names = languages.map { "Name[\($0)]=\(action) \($0)" }
                return "[Desktop Action \(action)]\nName=\(action)\n"
                    + names.joined(separator: "\n") + "\nExec=sh --\(action)\n"
            }
            let text = """
                [Desktop Entry]
                Type=Application
                Name=App \(number)
                \(names)
                Comment=An app among many
                Exec=sh %u
                Icon=app-\(number)
                Categories=Network;WebBrowser;
                MimeType=text/html;x-scheme-handler/scheme\(number);
                Actions=new-window;private;

                \(actions.joined(separator: "\n"))
                """
            try text.write(
                toFile: "\(folder)/org.example.App\(number).desktop",
                atomically: false,
                encoding: .utf8
            )
        }
    }
}

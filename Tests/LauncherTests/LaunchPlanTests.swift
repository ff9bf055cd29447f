import ConfigurationFiles
import Foundation
import GLibBridge
import Launcher
import NotifyCore
import TestSupport
import Testing

@Suite struct LaunchPlanTests {
    @Test func aConfiguredSchemeIsItsCommand() throws {
        let folder = try TemporaryFolder("[Scheme x]\nExec=run --at=%h %{m}\n")
        let launcher = Launcher(configuration: LauncherConfiguration(folders: [folder.path]))
        let plan = try launcher.plan(for: "X://h/?m=a%20b;c")
        #expect(plan.way == .command)
        #expect(plan.arguments == ["run", "--at=h", "a b;c"])
        #expect(throws: RequestError.self) { try launcher.plan(for: "x:?m=-a") }
        #expect(throws: RequestError.self) { try launcher.plan(for: "x: a") }
    }

    @Test func withoutAHandlerTheMessageSaysWhatToWrite() {
        let message =
            "nothing opens nsched-nobody: URLs; add [Scheme nsched-nobody] with an Exec line to "
            + "\(ConfigurationFolders.userConfiguration)/launcher.conf"
        expectRefusal(.notFound, message) {
            try Launcher(configuration: LauncherConfiguration(folders: [])).plan(
                for: "nsched-nobody:x"
            )
        }
    }

    /// In a process of its own: GIO reads the environment's folders once.
    @Test func theDesktopsDefaultHandlerIsTheRest() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let applications = "\(folder.path)/applications"
            try FileManager.default.createDirectory(
                atPath: applications,
                withIntermediateDirectories: true
            )
            for id in ["nsched-test", "own"] {
                try """
                [Desktop Entry]
                Type=Application
                Name=Test
                Exec=sh -c "exit 0" --x=%%1 %u
                MimeType=x-scheme-handler/\(id);

                """.write(
                    toFile: "\(applications)/\(id).desktop",
                    atomically: true,
                    encoding: .utf8
                )
            }
            try """
            [Default Applications]
            x-scheme-handler/nsched-test=nsched-test.desktop
            x-scheme-handler/nsched-own=own.desktop

            """.write(toFile: "\(applications)/mimeapps.list", atomically: true, encoding: .utf8)
            setenv("XDG_DATA_HOME", folder.path, 1)
            setenv("XDG_CONFIG_HOME", "\(folder.path)/config", 1)
            let launcher = Launcher(
                configuration: LauncherConfiguration(folders: []),
                ownDesktopFile: "own.desktop"
            )
            let plan = try launcher.plan(for: "nsched-test:a;b%20c")
            guard case .application(let entry) = plan.way else {
                Issue.record("\(plan)")
                return
            }
            #expect(entry.id == "nsched-test.desktop")
            #expect(plan.arguments == ["sh", "-c", "exit 0", "--x=%1", "nsched-test:a;b%20c"])
            let error = #expect(throws: RequestError.self) {
                try launcher.plan(for: "nsched-own:x")
            }
            #expect(error?.message.contains("opened by notify-schedule itself") == true)
        }
    }

    @Test func theProgramGetsExactlyTheArgumentsPlanned() async throws {
        let folder = try TemporaryFolder()
        let script = "\(folder.path)/dump"
        try writeProgram("#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$1\"\n", to: script)
        let line = "Exec=\(script) \(folder.path)/out %u %{a} \"%{b} x\" %{none} -- %{c} $$"
            .replacing("$$", with: "%%")
        try folder.write(Data("[Scheme x]\n\(line)\n".utf8))
        let url = "x://h/?a=$(touch%20y);`z`&b=%22%5C'*&c=-rf%E2%80%AE"
        let plan = try Launcher(configuration: LauncherConfiguration(folders: [folder.path])).plan(
            for: url
        )
        let ends = Recorder<Int32>()
        try ProgramStart(arguments: plan.arguments).start { ends.append($0) }
        #expect(try await ends.next() == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out"))
        let arguments = data.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(arguments == Array(plan.arguments.dropFirst()))
        #expect(
            arguments.dropFirst() == [
                url, "$(touch y);`z`", "\"\\'* x", "", "--", "-rf\u{202e}", "%",
            ]
        )
    }
}

import Foundation
import Launcher
import NotifyCore
import TestSupport
import Testing

/// What a program's edit of the user's file changes, and what it leaves.
@Suite struct UserConfigurationTests {
    private static func text(of folder: TemporaryFolder) throws -> String {
        try String(contentsOfFile: folder.file, encoding: .utf8)
    }

    private static let cases: [(name: String, before: String, after: String)] = [
        (
            "comments, order and blanks stay",
            "# mine\n\n[Action a]\n  # on?\n Enabled = false\nURL=x:\n\n# last\n[Scheme x]\nExec=a\n",
            "# mine\n\n[Action a]\n  # on?\n Enabled = true\nURL=x:\n\n# last\n[Scheme x]\nExec=a\n"
        ),
        (
            "a key that is missing comes behind the group's last",
            "[Action a]\nURL=x:\n# about b\n\n[Action b]\nURL=y:\n",
            "[Action a]\nURL=x:\nEnabled=true\n# about b\n\n[Action b]\nURL=y:\n"
        ),
        (
            "a group that is missing comes last", "[Scheme x]\nExec=a",
            "[Scheme x]\nExec=a\n\n[Action a]\nEnabled=true\n"
        ),
        ("an empty file", "", "[Action a]\nEnabled=true\n"),
        (
            "an empty group", "[Action a]\n\n[Scheme x]\nExec=a\n",
            "[Action a]\nEnabled=true\n\n[Scheme x]\nExec=a\n"
        ),
        (
            "of a group that is there twice, the key that counts",
            "[Action a]\nEnabled=false\n[Scheme x]\nExec=a\n[Action a]\nEnabled=false\nURL=x:\n",
            "[Action a]\nEnabled=false\n[Scheme x]\nExec=a\n[Action a]\nEnabled=true\nURL=x:\n"
        ),
        (
            "line ends of another system", "[Action a]\r\nEnabled=false\r\nURL=x:\r\n",
            "[Action a]\r\nEnabled=true\r\nURL=x:\r\n"
        ),
        (
            "a key of another group", "[Action b]\nEnabled=false\nURL=x:\n",
            "[Action b]\nEnabled=false\nURL=x:\n\n[Action a]\nEnabled=true\n"
        ),
        (
            "a key in a language is another one", "[Action a]\nEnabled[de]=false\nURL=x:\n",
            "[Action a]\nEnabled[de]=false\nURL=x:\nEnabled=true\n"
        ),
    ]

    @Test(arguments: cases)
    func anEditChangesOneLine(name: String, before: String, after: String) throws {
        let folder = try TemporaryFolder(before)
        let configuration = UserConfiguration(folder: folder.path)
        try configuration.enable(["a"], true)
        #expect(try Self.text(of: folder) == after, "\(name)")
        try configuration.enable(["a"], true)
        #expect(try Self.text(of: folder) == after, "\(name), again")
    }

    @Test func aFileAndItsFolderAreMadeForTheUserAlone() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/new/notify-schedule"
        try UserConfiguration(folder: path).enable(["a"], true)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        #expect(stat("\(path)/launcher.conf", &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
    }

    @Test func modeAndLinkStay() throws {
        let folder = try TemporaryFolder()
        let target = try TemporaryFolder("[Action a]\n")
        chmod(target.file, 0o640)
        let real = "\(target.path)/dotfile"
        rename(target.file, real)
        symlink("../\(URL(fileURLWithPath: target.path).lastPathComponent)/dotfile", folder.file)
        try UserConfiguration(folder: folder.path).enable(["a"], true)
        #expect(try String(contentsOfFile: real, encoding: .utf8) == "[Action a]\nEnabled=true\n")
        var status = stat()
        #expect(lstat(folder.file, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(real, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["dotfile"])
    }

    @Test func aFileThatCannotBeTrustedOrReadStaysAsItIs() throws {
        for (text, mode) in [("[Action a]\n", 0o666), ("no key file\n", 0o600)]
            as [(String, mode_t)]
        {
            let folder = try TemporaryFolder(text)
            chmod(folder.file, mode)
            #expect(throws: RequestError.self) {
                try UserConfiguration(folder: folder.path).enable(["a"], true)
            }
            #expect(try Self.text(of: folder) == text)
        }
    }

    @Test(arguments: ["a]b", "[", "a\nb"])
    func anIdThatCannotStandInTheFileIsRefused(id: String) throws {
        let folder = try TemporaryFolder("[Action a]\n")
        #expect(throws: RequestError.self) {
            try UserConfiguration(folder: folder.path).enable(["a", id], true)
        }
        #expect(try Self.text(of: folder) == "[Action a]\n")
    }

    @Test("A command is written, changed on the line of this desktop, and removed; comments stay")
    func commands() throws {
        let folder = try TemporaryFolder("# mine\n[Scheme Clock]\n# a\nExec=a %u\nExec-GNOME=b\n")
        let user = UserConfiguration(folder: folder.path)
        try user.set(WrittenCommand(.command, "backup now", startingWith: "tar \"my files\" 100%%"))
        let start = "# mine\n[Scheme Clock]\n# a\n"
        let added = "\n[Command backup now]\nExec=tar \"my files\" 100%%\n"
        #expect(try Self.text(of: folder) == start + "Exec=a %u\nExec-GNOME=b\n" + added)
        let read = LauncherConfiguration(folders: [folder.path], desktops: ["GNOME"]).written
        #expect(read.map(\.group) == ["Scheme Clock", "Command backup now"])
        #expect(read.map(\.key) == ["Exec-GNOME", "Exec"])
        #expect(read.map(\.line) == ["b", "tar \"my files\" 100%%"])
        try user.set(read[0].starting("c %u"), replacing: read[0])
        #expect(throws: RequestError.self) {
            try user.set(read[0].starting("d"), replacing: read[0])
        }
        #expect(try Self.text(of: folder) == start + "Exec=a %u\nExec-GNOME=c %u\n" + added)
        #expect(throws: RequestError.self) { try user.remove(read[0]) }
        let now = LauncherConfiguration(folders: [folder.path], desktops: ["GNOME"]).written
        try user.remove(now[0])
        #expect(try Self.text(of: folder) == "# mine\n# a\n" + added)
        #expect(LauncherConfiguration(folders: [folder.path], desktops: []).written.count == 1)
    }

    @Test("A group without a line can be removed, and gets one")
    func emptyGroup() throws {
        let folder = try TemporaryFolder("[Command a]\n[Command b]\n")
        let user = UserConfiguration(folder: folder.path)
        let read = LauncherConfiguration(folders: [folder.path], desktops: []).written
        try user.remove(read[0])
        try user.set(read[1].starting("b"), replacing: read[1])
        #expect(try Self.text(of: folder) == "[Command b]\nExec=b\n")
    }

    @Test("A command of the system is written into the user's file with its other lines")
    func systemCommand() throws {
        let system = try TemporaryFolder("[Command a]\nExec=a\nExec-KDE=k\nExec-GNOME=g\n")
        let own = try TemporaryFolder("")
        let user = UserConfiguration(folder: own.path)
        let folders = [own.path, system.path]
        let read = LauncherConfiguration(folders: folders, desktops: ["GNOME"]).written[0]
        try user.set(read.starting("x"), replacing: read)
        let kde = LauncherConfiguration(folders: folders, desktops: ["KDE"]).written
        #expect(kde.map(\.line) == ["k"])
        let gnome = LauncherConfiguration(folders: folders, desktops: ["GNOME"]).written
        #expect(gnome.map(\.line) == ["x"])
    }

    @Test("A group that is written twice is removed wholly")
    func removeBoth() throws {
        let folder = try TemporaryFolder(
            "[Command a]\nExec=a\n[Command b]\nExec=b\n\n[Command a]\nExec=c\n"
        )
        let read = LauncherConfiguration(folders: [folder.path], desktops: []).written
        let a = try #require(read.first { $0.name == "a" })
        try UserConfiguration(folder: folder.path).remove(a)
        #expect(try Self.text(of: folder) == "[Command b]\nExec=b\n\n")
    }

    @Test(
        "A command that could not be read again is refused, with the reason",
        arguments: [
            (.command, "", "true", "name is missing"),
            (.command, "a", "", "the line names no program"),
            (.command, "a]", "true", "not allowed"), (.command, "a\nb", "true", "not allowed"),
            (.scheme, "a b", "true", "one word"), (.scheme, "run", "true", "is built in"),
            (.command, "a", "\"true", "quot"), (.command, "a", "%u", "must not come from the URL"),
            (.command, " a", "true", "cannot be written"),
            (.scheme, "clock:", "true", "is no scheme"), (.scheme, "my_s", "true", "is no scheme"),
            (.url, "foo", "true", "scheme"),
        ] as [(CommandEntry.Kind, String, String, String)]
    )
    func refusedCommands(kind: CommandEntry.Kind, name: String, line: String, reason: String) {
        do throws(RequestError) {
            let written = try WrittenCommand(kind, name, startingWith: line)
            Issue.record("\(written)")
        } catch {
            #expect(error.message.contains(reason))
        }
    }
}

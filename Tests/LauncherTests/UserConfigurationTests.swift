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
}

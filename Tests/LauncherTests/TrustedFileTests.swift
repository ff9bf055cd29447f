import Foundation
import Launcher
import NotifyCore
import TestSupport
import Testing

@Suite struct TrustedFileTests {
    private static func problems(_ folder: TemporaryFolder) -> [String] {
        let configuration = LauncherConfiguration(folders: [folder.path])
        // What cannot be read may have had an entry for anything.
        #expect(throws: RequestError.self) { try configuration.command(.scheme, "y") }
        return configuration.problems
    }

    private static func folder() throws -> TemporaryFolder {
        try TemporaryFolder("[Scheme x]\nExec=run\n")
    }

    @Test(arguments: [0o666, 0o602, 0o646] as [mode_t])
    func aFileThatOthersMayWriteIsRefused(mode: mode_t) throws {
        let folder = try Self.folder()
        chmod(folder.file, mode)
        #expect(
            Self.problems(folder)
                == ["\(folder.file) is not used: others can write it; run chmod go-w on it"]
        )
    }

    @Test(arguments: [0o777, 0o1777, 0o703] as [mode_t])
    func aFolderThatOthersMayWriteIsRefused(mode: mode_t) throws {
        let folder = try Self.folder()
        chmod(folder.path, mode)
        #expect(
            Self.problems(folder)
                == ["\(folder.path) is not used: others can write it; run chmod go-w on it"]
        )
    }

    @Test(.enabled(if: geteuid() == 0))
    func aStrangersFileIsRefused() throws {
        let folder = try Self.folder()
        chown(folder.file, 65_534, 65_534)
        #expect(
            Self.problems(folder) == [
                "\(folder.file) is not used: it belongs to user 65534, neither to you nor to root"
            ]
        )
    }

    @Test(.enabled(if: geteuid() == 0))
    func aFileThatAStrangersGroupMayWriteIsRefused() throws {
        let folder = try Self.folder()
        chown(folder.file, 0, 65_534)
        chmod(folder.file, 0o660)
        #expect(
            Self.problems(folder)
                == ["\(folder.file) is not used: others can write it; run chmod go-w on it"]
        )
    }

    @Test func aFIFOInPlaceDoesNotHold() throws {
        let folder = try TemporaryFolder()
        mkfifo(folder.file, 0o600)
        #expect(Self.problems(folder) == ["\(folder.file) is not used: it is not a regular file"])
    }

    @Test func aFolderInPlaceIsRefused() throws {
        let folder = try TemporaryFolder()
        mkdir(folder.file, 0o700)
        #expect(Self.problems(folder) == ["\(folder.file) is not used: it is not a regular file"])
    }

    @Test func whatIsTooLargeIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(repeating: UInt8(ascii: "#"), count: (1 << 20) + 1))
        #expect(Self.problems(folder) == ["\(folder.file) is not used: it is larger than 1 MiB"])
    }

    @Test func whatIsNotUTF8IsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data([UInt8(ascii: "#"), 0xFF, 0x0A]))
        #expect(Self.problems(folder) == ["\(folder.file):1 is not used: it is not UTF-8 text"])
    }

    /// GLib would take the text up to it for all.
    @Test func aNulIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("[Scheme x]\nExec=run\0 more\n".utf8))
        #expect(
            Self.problems(folder)
                == ["\(folder.file):2 is not used: it has the control character U+0000"]
        )
    }

    @Test func aMarkAtTheBeginningIsLeftOut() throws {
        let folder = try TemporaryFolder("\u{FEFF}[Scheme x]\nExec=run\n")
        #expect(LauncherConfiguration(folders: [folder.path]).problems == [])
    }

    @Test func theFolderBehindALinkCountsAsWell() throws {
        let folder = try TemporaryFolder()
        let other = try Self.folder()
        symlink(other.file, folder.file)
        #expect(LauncherConfiguration(folders: [folder.path]).problems.isEmpty)
        chmod(other.path, 0o777)
        #expect(
            Self.problems(folder)
                == ["\(other.path) is not used: others can write it; run chmod go-w on it"]
        )
    }
}

import Foundation
import NotifyCore
import Testing

@testable import UserNotifications

/// Where an app's sounds are found.
@Suite struct SoundFileTests {
    @Test func theFirstFolderThatHasTheFileCounts() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folders = ["one", "two"].map { root.appending(path: $0) }
        for folder in folders {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        func resolved(_ name: String) -> String {
            SoundFile.resolved(name, in: ["/nonexistent"] + folders.map(\.path))
        }
        let second = folders[1].appending(path: "bell.wav")
        try Data([1]).write(to: second)
        #expect(resolved("bell.wav") == second.path)
        let first = folders[0].appending(path: "bell.wav")
        try Data([1]).write(to: first)
        #expect(resolved("bell.wav") == first.path)
        #expect(resolved(second.path) == second.path)
        // A folder of that name is no sound.
        try FileManager.default.createDirectory(
            at: folders[0].appending(path: "folder.wav"),
            withIntermediateDirectories: true
        )
        #expect(resolved("folder.wav") == "folder")
    }

    @Test(
        arguments: [
            ("bell.wav", "bell"), ("Bell.CAF", "Bell"), ("message-new-email", "message-new-email"),
            ("a.b", "a.b"), ("/nonexistent/a.wav", "/nonexistent/a.wav"),
        ]
    )
    func withoutAFileItIsANameOfTheTheme(name: String, resolved: String) {
        #expect(SoundFile.resolved(name, in: []) == resolved)
    }

    @Test func anAppThatIsKnownByItsPathHasNoFolderOfItsOwn() {
        let named = SoundFile.folders(appID: "org.example.App")
        #expect(named.first?.hasSuffix("/org.example.App/sounds") == true)
        #expect(named[1].hasSuffix("/Library/Sounds"))
        #expect(SoundFile.folders(appID: "/usr/bin/app") == Array(named.dropFirst()))
    }

    /// The agent reads no file that a sandboxed app names.
    @Test func insideASandboxThereAreNoPaths() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([1]).write(to: file)
        let app = "org.example.App"
        #expect(SoundFile.sound(file.path, of: app, isSandboxed: false) == .named(file.path))
        #expect(SoundFile.sound(file.path, of: app, isSandboxed: true) == .standard)
        #expect(SoundFile.sound("bell.wav", of: app, isSandboxed: true) == .named("bell"))
    }

    @Test(
        arguments: [
            (true, nil, "/app/bin/a", true), (false, nil, "/usr/bin/a", false),
            (false, "/snap/a/1", "/snap/a/1/bin/a", true),
            (false, "/snap/a/1", "/snap/a/10/bin/a", false),
            (false, "/snap/terminal/1", "/usr/bin/a", false), (false, "", "/usr/bin/a", false),
        ] as [(Bool, String?, String, Bool)]
    )
    func aSandboxIsKnown(isFlatpak: Bool, snap: String?, program: String, isThere: Bool) {
        let found = AppSandbox.isThere(isFlatpak: isFlatpak, snapFolder: snap, program: program)
        #expect(found == isThere)
    }
}

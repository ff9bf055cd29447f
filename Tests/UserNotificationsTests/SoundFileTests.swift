import Foundation
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
}

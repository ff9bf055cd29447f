import Foundation
import GLibBridge
import TestSupport
import Testing

@Suite struct FolderWatchTests {
    private static func folder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path()
    }

    @Test @GLibActor func tellsOfLinksThatAreReplaced() async throws {
        let folder = try Self.folder()
        let names = Recorder<String>()
        let watch = try #require(FolderWatch(folder) { names.append($0) })
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/new",
            withDestinationPath: "/usr"
        )
        #expect(rename("\(folder)/new", "\(folder)/localtime") == 0)
        _ = try await names.wait(10, "the new name") { $0.contains("localtime") ? true : nil }
        withExtendedLifetime(watch) {}
    }

    @Test @GLibActor func aFolderThatIsNotThereIsNotWatched() throws {
        #expect(FolderWatch("/nonexistent/folder") { _ in } == nil)
    }
}

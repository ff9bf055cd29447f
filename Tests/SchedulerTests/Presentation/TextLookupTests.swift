import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// The texts of string tables in a notification that is shown.
@Suite struct TextLookupTests {
    /// A server that pushes a key with an argument many times must not fill a bubble with a megabyte.
    @Test func aTextThatIsTooLongIsNotTaken() async throws {
        let folder = try TemporaryFolder()
        let tables = "\(folder.path)/en.lproj"
        try FileManager.default.createDirectory(
            atPath: tables,
            withIntermediateDirectories: true
        )
        try "\"T\" = \"Title %@\";".write(
            toFile: "\(tables)/Localizable.strings",
            atomically: true,
            encoding: .utf8
        )
        var content = NotificationContent(title: "title", subtitle: "subtitle", body: "body")
        var texts = LocalizedTexts(folder: folder.path)
        let long = String(repeating: "x", count: 1_000)
        texts.title = LocalizedTexts.Text(key: "T", arguments: ["7"])
        texts.subtitle = LocalizedTexts.Text(
            key: String(repeating: "%1$@", count: 5),
            arguments: [long]
        )
        texts.body = LocalizedTexts.Text(
            key: String(repeating: "%1$@", count: 500),
            arguments: [long]
        )
        content.localized = texts
        let shown = await TextLookup.current(
            NotificationRequest(appID: "app", identifier: "id", content: content)
        )
        #expect(shown.title == "Title 7")
        #expect(shown.subtitle == "subtitle" && shown.body == "body")
    }
}

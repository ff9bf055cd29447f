import Launcher
import NotifyCore
import TestSupport
import Testing

/// What is registered as bubbles, within what a server can show.
@Suite struct LauncherRegistrationTests {
    /// Entries of two categories that take turns in the file, `b` being in the second one.
    private static func entries() throws -> [CatalogueEntry] {
        let categories = [("a", "C"), ("b", "D"), ("c", "C"), ("d", "C"), ("e", "C"), ("f", "C")]
        let text = categories.map {
            "[Action \($0)]\nCategory=\($1)\nURL=x:\($0)\nEnabled=true\n"
        }
        let folder = try TemporaryFolder(text.joined())
        let configuration = LauncherConfiguration(folders: [folder.path])
        return Catalogue(configuration: configuration, apps: []).enabled
    }

    private static func shown(_ style: LauncherStyle, buttons: Int) throws -> [String] {
        let registration = LauncherRegistration(
            try entries(),
            style: style,
            buttons: buttons,
            appID: "app"
        )
        return registration.requests.map { request in
            let actions = request.actions.map { "\($0.identifier)=\($0.url ?? "")" }
            return "\(request.identifier): \(actions.joined(separator: " "))"
        }
    }

    @Test(arguments: [
        (2, ["launcher/C: a=x:a c=x:c", "launcher/C/2: d=x:d e=x:e", "launcher/C/3: f=x:f"]),
        (4, ["launcher/C: a=x:a c=x:c d=x:d e=x:e", "launcher/C/2: f=x:f"]),
        (5, ["launcher/C: a=x:a c=x:c d=x:d e=x:e f=x:f"]),
    ])
    func whatHasNoButtonLeftTakesAnotherBubble(buttons: Int, bubbles: [String]) throws {
        #expect(try Self.shown(.grouped, buttons: buttons) == bubbles + ["launcher/D: b=x:b"])
    }

    @Test func noNumberOfButtonsLosesAnEntry() throws {
        for buttons in [-1, 0, 1] {
            #expect(try Self.shown(.grouped, buttons: buttons).count == 6)
        }
        #expect(
            try Self.shown(.each, buttons: 0)
                == ["a", "c", "d", "e", "f", "b"].map { "launcher/\($0): " }
        )
    }
}

import AgentInterface
import Foundation
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// An icon that a person names is a name of the theme, or a file that is there.
@Suite(.serialized) struct IconCheckTests {
    @Test(
        "Names of a theme are taken as they are",
        arguments: [
            "dialog-error", "firefox", "org.gnome.Nautilus", "face-smile-symbolic", "x.y", "png",
            ".png", "",
            "Ü icon",
        ]
    )
    func names(name: String) throws {
        for relative in [true, false] {
            #expect(try IconCheck(takesRelativePaths: relative).icon(name) == name)
        }
    }

    @Test("A file is taken by its path or its URL, and another one refused")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a b.png"
        try Data("picture".utf8).write(to: URL(fileURLWithPath: path))
        let check = IconCheck(takesRelativePaths: true)
        let url = "file://\(folder.path)/a%20b.png"
        for words in [path, "\(folder.path)/./a b.png", url, "FILE" + url.dropFirst(4)] {
            #expect(try check.icon(words) == path, "\(words)")
        }
        #expect(try IconCheck(takesRelativePaths: false).icon(path) == path)
        let wanted = "name an image file, or an icon by its name, such as dialog-error"
        for (words, name) in [
            ("\(folder.path)/none.png", "\(folder.path)/none.png"),
            ("file://\(folder.path)/none.png", "\(folder.path)/none.png"),
            ("./none", "./none"), ("none.png", "none.png"), ("NONE.SVG", "NONE.SVG"),
            ("~/none.png", "~/none.png"),
        ] {
            #expect(
                refusal(words)
                    == "the icon \"\(name)\" cannot be read: No such file or directory; \(wanted)"
            )
        }
        #expect(
            refusal(folder.path) == "the icon \"\(folder.path)\" is not a file; \(wanted)"
        )
        #expect(
            refusal("file://elsewhere/a.png")?.contains("not the URL of a file on this machine")
                == true
        )
        #expect(
            refusal("a/b.png", relative: false)?.contains(
                "is a relative path; write an absolute path"
            )
                == true
        )
    }

    private func refusal(_ words: String, relative: Bool = true) -> String? {
        #expect(throws: RequestError.self) {
            try IconCheck(takesRelativePaths: relative).icon(words)
        }?.message
    }

    @Test("add, edit and a file of requests.d refuse an icon that is not there, and keep what is")
    func everyWay() async throws {
        let fixture = try await AgentFixture()
        let missing = "\(fixture.directory)/none.png"
        let message =
            "--icon \"\(missing)\" cannot be read: No such file or directory; "
            + "name an image file, or an icon by its name, such as dialog-error"
        for option in ["--icon", "-i", "--app-icon", "-n"] {
            let outcome = try await fixture.run(["add", "T", option, missing])
            #expect(outcome.code == 65, "\(outcome)")
            #expect(outcome.error == "notify-schedule: \(message)\n")
        }
        // Refused before an agent was needed.
        #expect(fixture.owners.elements == [])
        try await fixture.add("T", "--in", "1h", "--id", "t", "--icon", "dialog-error")
        let edited = try await fixture.run(["edit", "t", "--icon", missing])
        #expect(edited.code == 65)
        #expect(edited.error == "notify-schedule: \(message)\n")
        #expect(try await fixture.run(["show", "t"]).output.contains("dialog-error"))
    }
}

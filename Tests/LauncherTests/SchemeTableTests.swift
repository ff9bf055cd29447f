import Foundation
import Launcher
import NotifyCore
import Testing

@Suite struct SchemeTableTests {
    private static func arguments(
        _ table: SchemeTable,
        _ url: String
    ) throws -> [String]? {
        let url = try LaunchURL(url)
        return try table.entry(for: url.scheme)?.template.arguments(for: url)
    }

    @Test func theUsersEntryGoesBeforeTheSystems() throws {
        let user = try TemporaryFolder("[Scheme x]\nExec=mine %u\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=theirs %u\n[Scheme y]\nExec=y\n")
        let table = SchemeTable(folders: [user.path, system.path])
        #expect(table.problems.isEmpty)
        #expect(try Self.arguments(table, "x:1") == ["mine", "x:1"])
        #expect(try table.entry(for: "x")?.file == user.file)
        #expect(try Self.arguments(table, "y:1") == ["y"])
        #expect(try table.entry(for: "y")?.file == system.file)
        #expect(try table.entry(for: "z") == nil)
    }

    @Test(arguments: [
        ("Exec=%u", "the program itself must not come from the URL; write its name first"),
        ("Exec=", "the line names no program"), ("Name=a", "the key Exec is missing"),
        (
            "Exec=a; b",
            "column 2: \";\" must stand inside double quotes; no shell reads this line"
        ),
    ])
    func aBrokenEntryIsNamedAndNeverFallsThrough(line: String, reason: String) throws {
        let user = try TemporaryFolder("[Scheme y]\nExec=y\n[Scheme X]\n\(line)\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=theirs %u\n")
        let table = SchemeTable(folders: [user.path, system.path])
        let problem = "\(user.file): [Scheme X]: \(reason)"
        #expect(table.problems == [problem])
        #expect(throws: RequestError(.invalidContent, problem)) { try table.entry(for: "x") }
        #expect(throws: RequestError(.invalidContent, problem)) {
            try Launcher(table: table).plan(for: "x:1")
        }
        #expect(try Self.arguments(table, "y:1") == ["y"])
    }

    @Test func aBrokenSystemEntryDoesNotCountBehindTheUsers() throws {
        let user = try TemporaryFolder("[Scheme x]\nExec=mine\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=%u\n")
        let table = SchemeTable(folders: [user.path, system.path])
        #expect(table.problems.isEmpty)
        #expect(try Self.arguments(table, "x:1") == ["mine"])
    }

    @Test func commentsOtherGroupsAndCaseAreNoMatter() throws {
        let text = """
            # a comment
            [Scheme HTTPs]
            # another
            Exec=run "a b" %h

            [Other]
            Exec=%u
            [Scheme]
            Exec=%u
            [Scheme a b]
            Exec=%u
            """
        let folder = try TemporaryFolder(text)
        let table = SchemeTable(folders: [folder.path])
        #expect(table.problems.isEmpty)
        #expect(table.entries.count == 1)
        #expect(try Self.arguments(table, "HTTPS://h/") == ["run", "a b", "h"])
    }

    @Test func aMissingFolderOrFileIsNoProblem() throws {
        let empty = try TemporaryFolder()
        let table = SchemeTable(folders: ["/nonexistent/x", empty.path, "/dev/null/x"])
        #expect(table.problems.isEmpty)
        #expect(table.entries.isEmpty)
    }

    @Test func aFileThatIsNoKeyFileIsNamed() throws {
        let folder = try TemporaryFolder("Exec=x\n")
        let table = SchemeTable(folders: [folder.path])
        #expect(table.problems.count == 1)
        #expect(table.problems.first?.hasPrefix("\(folder.file): ") == true)
    }
}

import Foundation
import Launcher
import NotifyCore
import TestSupport
import Testing

@Suite struct LauncherConfigurationTests {
    private static let device = "00112233445566778899aabbccddeeff"

    @Test func aMachineIsTrustedWithItsSchemesAlone() throws {
        let (folder, configuration) = try Self.reading(
            "[Device \(Self.device.uppercased())]\nSchemes=Clock, run\n"
        )
        withExtendedLifetime(folder) {}
        #expect(configuration.problems.isEmpty)
        let other = String(Self.device.reversed())
        for (device, url, isTrusted) in [
            (Self.device, "clock:1", true), (Self.device, "RUN:backup", true),
            (Self.device, "clocks:1", false), (Self.device, "file:///etc/passwd", false),
            (other, "clock:1", false), ("", "clock:1", false),
        ] {
            let url = try LaunchURL(url)
            #expect(configuration.trusts(device: device, with: url) == isTrusted, "\(url)")
        }
    }

    private static func arguments(
        _ configuration: LauncherConfiguration,
        _ url: String
    ) throws -> [String]? {
        let url = try LaunchURL(url)
        return try configuration.command(.scheme, url.scheme)?.template.arguments(for: url)
    }

    private static func reading(
        _ text: String,
        desktops: [String] = []
    ) throws -> (folder: TemporaryFolder, configuration: LauncherConfiguration) {
        let folder = try TemporaryFolder(text)
        return (folder, LauncherConfiguration(folders: [folder.path], desktops: desktops))
    }

    @Test func theUsersEntryGoesBeforeTheSystems() throws {
        let user = try TemporaryFolder("[Scheme x]\nExec=mine %u\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=theirs %u\n[Scheme y]\nExec=y\n")
        let configuration = LauncherConfiguration(folders: [user.path, system.path])
        #expect(configuration.problems.isEmpty)
        #expect(try Self.arguments(configuration, "x:1") == ["mine", "x:1"])
        #expect(try configuration.command(.scheme, "x")?.file == user.file)
        #expect(try Self.arguments(configuration, "y:1") == ["y"])
        #expect(try configuration.command(.scheme, "y")?.file == system.file)
        #expect(try configuration.command(.scheme, "z") == nil)
    }

    @Test(arguments: [
        ("Exec=%u", "the program itself must not come from the URL; write its name first"),
        ("Exec=", "the line names no program"), ("X-a=a", "the key Exec is missing"),
        (
            "Exec=a; b",
            "column 2: \";\" must be inside double quotes; no shell reads this line"
        ),
    ])
    func aBrokenEntryIsNamedAndNeverFallsThrough(line: String, reason: String) throws {
        let user = try TemporaryFolder("[Scheme y]\nExec=y\n[Scheme X]\n\(line)\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=theirs %u\n")
        let configuration = LauncherConfiguration(folders: [user.path, system.path])
        let problem = "\(user.file): [Scheme X]: \(reason)"
        #expect(configuration.problems == [problem])
        expectRefusal(.invalidContent, problem) {
            try configuration.command(.scheme, "x")
        }
        expectRefusal(.invalidContent, problem) {
            try Launcher(configuration: configuration).plan(for: "x:1")
        }
        #expect(try Self.arguments(configuration, "y:1") == ["y"])
    }

    @Test func aBrokenSystemEntryDoesNotCountBehindTheUsers() throws {
        let user = try TemporaryFolder("[Scheme x]\nExec=mine\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=%u\n")
        let configuration = LauncherConfiguration(folders: [user.path, system.path])
        #expect(try Self.arguments(configuration, "x:1") == ["mine"])
    }

    @Test func commentsForeignGroupsAndCaseAreNoMatter() throws {
        let text = """
            # a comment
            [Scheme HTTPs]
            # another
            Exec=run "a b" %h

            [X-Other]
            Exec=%u
            """
        let (folder, configuration) = try Self.reading(text)
        withExtendedLifetime(folder) {}
        #expect(configuration.problems.isEmpty)
        #expect(try Self.arguments(configuration, "HTTPS://h/") == ["run", "a b", "h"])
    }

    @Test(arguments: [
        ("[Shceme x]\nExec=a\n", "the group is unknown; did you mean [Scheme …]?"),
        ("[launcher]\n", "the group is unknown; did you mean [Launcher]?"),
        (
            "[Zzzzzz]\n",
            "the group is unknown; use [Scheme …], [URL …], [Command …], [Action …], "
                + "[Device …], [Launcher]"
        ),
        (
            "[Device laptop]\nSchemes=run\n",
            "a machine is named by its ID of 32 digits, which stays if it is renamed; notify-schedule relay "
                + "list prints it"
        ),
        ("[Device \(Self.device)]\n", "Schemes is missing; write it as Schemes=clock"),
        (
            "[Device \(Self.device)]\nSchemes=a:b\n",
            "Schemes has \"a:b\"; write names of schemes with commas between them, such as clock,run"
        ),
        (
            "[Device \(Self.device)]\nSchemes=clock run\n",
            "Schemes has \"clock run\"; write names of schemes with commas between them, such as clock,run"
        ),
        ("[Device \(Self.device)]\nScheme=a\n", "the key Scheme is unknown; use Schemes"),
        ("[Scheme]\nExec=a\n", "the name is missing; write it as [Scheme NAME]"),
        ("[Scheme a b]\nExec=a\n", "a scheme is one word; write it as [Scheme NAME]"),
        (
            "[Scheme run]\nExec=a\n",
            "run: is built in; for your own command use [Command NAME]"
        ),
        (
            "[Scheme x]\nExec=a\nExce=b\n",
            "the key Exce is unknown; use Exec or Exec-DESKTOP, as in Exec-GNOME"
        ),
        (
            "[Scheme x]\nExec=a\nExec-KDE=%u\n",
            "Exec-KDE: the program itself must not come from "
                + "the URL; write its name first"
        ),
        (
            "[Action a]\nURL=x:\nEnabeld=true\n",
            "the key Enabeld is unknown; did you mean Enabled?"
        ),
        ("[Action a]\nURL=x:\nEnabled=on\n", "Enabled is \"on\"; write true or false"),
        ("[Action a]\nName=b\n", "the key URL is missing"),
        (
            "[Action a]\nURL=x:\nIcon=icons/a.png\n",
            "Icon \"icons/a.png\" is neither a name of the icon theme nor an absolute path; "
                + "write the whole path, or a name without /"
        ),
        ("[Action a]\nURL=x: y\n", "URL \"x: y\" has the character U+0020; write it as %20"),
        ("[Launcher]\nStyle=big\n", "Style is \"big\"; write each or grouped"),
        ("[Launcher]\nAutostart=yes\n", "Autostart is \"yes\"; write true or false"),
        ("[Launcher]\nStlye=each\n", "the key Stlye is unknown; use Autostart or Style"),
    ])
    func whatIsMistypedIsNamed(text: String, reason: String) throws {
        let (folder, configuration) = try Self.reading(text)
        let group = text.dropFirst().prefix { $0 != "]" }
        #expect(configuration.problems == ["\(folder.file): [\(group)]: \(reason)"])
    }

    @Test func theDesktopChoosesTheCommand() throws {
        let text =
            "[Scheme x]\nExec=plain\nExec-GNOME=gnome\nExec-kde=plasma\n[Scheme y]\nExec-KDE=y\n"
        let expected: [([String], String, String?)] = [
            ([], "plain", nil), (["ubuntu", "GNOME"], "gnome", nil), (["KDE"], "plasma", "y"),
            (["MATE"], "plain", nil),
        ]
        for (desktops, program, other) in expected {
            let (folder, configuration) = try Self.reading(text, desktops: desktops)
            #expect(configuration.problems.isEmpty)
            #expect(try Self.arguments(configuration, "x:1") == [program])
            if let other {
                #expect(try Self.arguments(configuration, "y:1") == [other])
            } else {
                let error = #expect(throws: RequestError.self) {
                    try configuration.command(.scheme, "y")
                }
                let place = "\(folder.file): [Scheme y]: it has no command for "
                #expect(error?.message.hasPrefix(place) == true)
            }
        }
    }

    @Test func aMissingFolderOrFileIsNoProblem() throws {
        let empty = try TemporaryFolder()
        let folders = ["/nonexistent/x", empty.path, "/dev/null/x"]
        let configuration = LauncherConfiguration(folders: folders)
        #expect(configuration.problems.isEmpty)
        #expect(try configuration.command(.scheme, "x") == nil)
    }

    @Test func aFileThatCannotBeUsedStopsWhatItMightHaveSaid() throws {
        let user = try TemporaryFolder("Exec=x\n")
        let system = try TemporaryFolder("[Scheme x]\nExec=theirs\n")
        let behind = LauncherConfiguration(folders: [user.path, system.path])
        #expect(behind.problems.count == 1)
        #expect(behind.problems.first?.hasPrefix("\(user.file): ") == true)
        #expect(throws: RequestError.self) { try behind.command(.scheme, "x") }
        #expect(throws: RequestError.self) { try Launcher(configuration: behind).plan(for: "x:") }
        let before = LauncherConfiguration(folders: [system.path, user.path])
        #expect(try Self.arguments(before, "x:1") == ["theirs"])
        #expect(throws: RequestError.self) { try before.command(.scheme, "y") }
    }

    @Test func actionsAndSettingsAreMergedByKey() throws {
        let user = try TemporaryFolder(
            "[Action a]\nEnabled=true\n[Launcher]\nStyle=grouped\n[Action f.desktop#n]\nEnabled=1\n"
        )
        let system = try TemporaryFolder(
            "[Action a]\nName=A\nURL=x:a\nEnabled=false\n[Launcher]\nStyle=each\nAutostart=true\n"
        )
        let configuration = LauncherConfiguration(folders: [user.path, system.path])
        #expect(configuration.problems.isEmpty)
        #expect(configuration.actions.map(\.id) == ["a", "f.desktop#n"])
        #expect(configuration.actions.first?.name == "A")
        #expect(configuration.actions.first?.url == "x:a")
        #expect(configuration.actions.map(\.isEnabled) == [true, true])
        #expect(configuration.settings.style == .grouped)
        #expect(configuration.settings.isAutostarted)
    }
}

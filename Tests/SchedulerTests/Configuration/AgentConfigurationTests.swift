import Foundation
import GLibBridge
import Logging
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is read from `agent.conf`.
@Suite struct AgentConfigurationTests {
    private static func folder(_ text: String? = nil) throws -> String {
        let folder = "\(NSTemporaryDirectory())nsched-conf-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        if let text { try write(text, in: folder) }
        return folder
    }

    private static func write(_ text: String, in folder: String) throws {
        try text.write(toFile: "\(folder)/agent.conf", atomically: true, encoding: .utf8)
        chmod("\(folder)/agent.conf", 0o600)
    }

    @Test func withoutAFileEverythingIsAtItsDefault() throws {
        let configuration = AgentConfiguration(folders: ["/nonexistent", try Self.folder()])
        #expect(configuration.defaultPermission == .allow)
        #expect(configuration.problems == [])
    }

    @Test func theFirstFileThatHasAKeyDecides() throws {
        let ask = try Self.folder("[Permission]\nDefault=ask\n")
        let allow = try Self.folder("# mine\n[Permission]\nDefault=allow\n")
        let empty = try Self.folder("[Permission]\n")
        #expect(AgentConfiguration(folders: [ask, allow]).defaultPermission == .ask)
        #expect(AgentConfiguration(folders: [allow, ask]).defaultPermission == .allow)
        #expect(AgentConfiguration(folders: [empty, ask]).defaultPermission == .ask)
    }

    @Test(
        arguments: [
            (
                "[Permission]\nDefault=maybe\n",
                "2: [Permission] Default=maybe is not used; write allow or ask"
            ),
            (
                "# mine\n\n[Permission]\nDefalt=ask\n",
                "4: [Permission] has no key Defalt; did you mean Default?"
            ),
            (
                "[Permision]\nDefault=ask\n",
                "1: there is no group [Permision]; did you mean [Permission]?"
            ),
            (
                "[Bubble]\nStay=maybe\n",
                "2: [Bubble] Stay=maybe is not used; write scheduled, always or never"
            ),
            (
                "[Focus work]\nFor=8h\nOn=*:*:00\n",
                "3: [Focus work] On=*:*:00 begins more than once within an hour; "
                    + "write one beginning, and its end in For or Until"
            ),
            (
                "[Focus work]\nAllowApps=org.example.Mail, org.example. Chat\n",
                "2: [Focus work] AllowApps=org.example.Mail, org.example. Chat is not used as a whole: "
                    + "\"org.example. Chat\" has a blank in it; "
                    + "write the ids of apps with commas between them"
            ),
            (
                "[Focus work]\nPlace=here\n",
                "2: [Focus work] Place=here is not used: \"here\" is not a place; write "
                    + "LAT,LON,METRES as in 52.52,13.405,200, or geo:52.52,13.405;u=200, with -90 to "
                    + "90, -180 to 180 and 1 to 1000000"
            ),
            (
                "[Focus work]\nAllowApp=a\n",
                "2: [Focus work] has no key AllowApp; did you mean AllowApps?"
            ),
            (
                "[Focus deep work]\n\n[Focus  deep  work]\n",
                "3: [Focus  deep  work] has the name of a section before it"
            ),
            ("[Permission]\nDefault\n", nil),
            ("Default=ask\n", nil),
        ] as [(String, String?)]
    )
    func whatDoesNotHoldIsNamedAndHasItsDefault(text: String, sentence: String?) throws {
        let folder = try Self.folder(text)
        let configuration = AgentConfiguration(folders: [folder])
        #expect(configuration.defaultPermission == .allow)
        #expect(configuration.problems.count == 1)
        let problem = try #require(configuration.problems.first)
        #expect(problem.hasPrefix("\(folder)/agent.conf:"))
        if let sentence { #expect(problem == "\(folder)/agent.conf:\(sentence)") }
    }

    @Test(arguments: AgentConfiguration.StayChoice.allCases)
    func bubblesStayAsItSays(choice: AgentConfiguration.StayChoice) throws {
        let folder = try Self.folder("[Bubble]\nStay=\(choice.rawValue)\n")
        #expect(AgentConfiguration(folders: [folder]).stay == choice)
    }

    @Test func aBadValueDoesNotFallThroughToTheNextFile() throws {
        let bad = try Self.folder("[Permission]\nDefault=yes\n")
        let ask = try Self.folder("[Permission]\nDefault=ask\n")
        #expect(AgentConfiguration(folders: [bad, ask]).defaultPermission == .allow)
    }

    @Test(arguments: [(0o666, 0o700), (0o600, 0o777)] as [(mode_t, mode_t)])
    func whatOthersMayWriteIsNotUsed(file: mode_t, folderMode: mode_t) throws {
        let folder = try Self.folder("[Permission]\nDefault=ask\n")
        chmod("\(folder)/agent.conf", file)
        chmod(folder, folderMode)
        let configuration = AgentConfiguration(folders: [folder])
        #expect(configuration.defaultPermission == .allow)
        let culprit = folderMode == 0o777 ? folder : "\(folder)/agent.conf"
        #expect(
            configuration.problems
                == ["\(culprit) is not used: others can write it; run chmod go-w on it"]
        )
    }

    @Test(
        "A line corrects what the server does while do-not-disturb is on",
        arguments: [
            (
                "UnderDoNotDisturb=kept hidden dropped shown",
                DoNotDisturbRules(.kept, .hidden, .dropped, .shown)
            ),
            // Of earlier versions.
            ("KeepsUnderDoNotDisturb=false", DoNotDisturbRules(.dropped, .dropped, .shown, .shown)),
            ("KeepsUnderDoNotDisturb=true", DoNotDisturbRules(.kept, .kept, .shown, .shown)),
            ("UnderDoNotDisturb=kept", nil), ("UnderDoNotDisturb=kept kept kept lost", nil),
        ] as [(String, DoNotDisturbRules?)]
    )
    func doNotDisturbIsCorrected(line: String, rules: DoNotDisturbRules?) throws {
        let folder = try Self.folder("[Server]\n\(line)\n")
        let configuration = AgentConfiguration(folders: [folder])
        #expect(configuration.problems.isEmpty == (rules != nil))
        var profile = ServerProfile()
        for change in configuration.corrections(of: nil) { change.apply(&profile) }
        #expect(profile.doNotDisturb == rules ?? DoNotDisturbRules.unaffected)
    }

    @Test(
        "The first file with a key for a server decides",
        arguments: [("mako", 1), ("dunst", 2), (nil, 2)] as [(String?, Int)]
    )
    func correctionsOfAServer(name: String?, buttons: Int) throws {
        let named = try Self.folder("[Server]\nMostButtons=1\nName=mako\n")
        let general = try Self.folder("[Server]\nMostButtons=2\nDrawsButtons=false\n")
        let configuration = AgentConfiguration(folders: [named, general])
        #expect(configuration.problems == [])
        var profile = ServerProfile()
        for change in configuration.corrections(of: name) { change.apply(&profile) }
        #expect(profile.maxButtons == buttons)
        #expect(!profile.drawsButtons)
        #expect(configuration.corrections(of: name).count == 2)
    }

    @Test("A name of a server that is empty is an error, and the section is for all")
    func emptyNameOfAServer() throws {
        let folder = try Self.folder("[Server]\nName=\nMostButtons=1\n")
        let configuration = AgentConfiguration(folders: [folder])
        #expect(
            configuration.problems == [
                "\(folder)/agent.conf:2: [Server] Name= is not used; write the name that "
                    + "notify-schedule doctor prints of the server, without its version"
            ]
        )
        #expect(configuration.corrections(of: "dunst").map(\.key) == ["MostButtons"])
    }

    @Test func theStarterFileHoldsAndSaysTheDefaults() throws {
        let starter = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../data/agent.conf")
        let text = try String(contentsOf: starter, encoding: .utf8)
        let shipped = AgentConfiguration(folders: [try Self.folder(text)])
        #expect(shipped.problems == [])
        // With its examples in force it is the same.
        let uncommented = text.replacing("\n#", with: "\n").split(separator: "\n").filter {
            $0.hasPrefix("[")
                || $0.prefix { $0.isLetter }.count > 0 && $0.contains("=")
                    && !$0.contains(" ")
        }
        let keys = uncommented.joined(separator: "\n")
        #expect(keys.contains("Default=allow"))
        let inForce = AgentConfiguration(folders: [try Self.folder(keys)])
        #expect(inForce.problems == [])
        #expect(inForce.defaultPermission == AgentConfiguration().defaultPermission)
    }

    @Test @GLibActor func aChangeCountsWithoutARestart() async throws {
        let parent = try Self.folder()
        let folder = "\(parent)/notify-schedule"
        let source = ConfigurationSource(
            folders: [folder],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let heard = Recorder<AgentConfiguration.DefaultPermission>()
        let watch = try source.follow { heard.append(source.current.defaultPermission) }
        #expect(source.current.defaultPermission == .allow)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        try Self.write("[Permission]\nDefault=ask\n", in: folder)
        _ = try await heard.wait(30, "ask") { $0.last == .ask ? true : nil }
        try Self.write("[Permission]\nDefault=allow\n", in: folder)
        _ = try await heard.wait(30, "allow") { $0.last == .allow ? true : nil }
        try Self.write("[Permission]\nDefault=ask\n", in: folder)
        _ = try await heard.wait(30, "ask again") { $0.last == .ask ? true : nil }
        try FileManager.default.removeItem(atPath: folder)
        _ = try await heard.wait(30, "the default") { $0.last == .allow ? true : nil }
        withExtendedLifetime(watch) {}
    }
}

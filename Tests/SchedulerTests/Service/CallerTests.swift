import Foundation
import GLibBridge
import NotifyCore
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// What a caller is taken for, by what the kernel shows of its process.
@Suite struct CallerTests {
    /// A kernel's folder of processes, made up.
    private final class Processes: Sendable {
        let path: String

        init() throws {
            path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func add(
            _ process: Int32,
            info: String? = nil,
            groups: String? = "0::/user.slice/app.scope\n",
            label: String? = nil
        ) throws {
            let folder = "\(path)/\(process)"
            for part in ["root", "attr"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(part)",
                    withIntermediateDirectories: true
                )
            }
            symlink("/usr/bin/app", "\(folder)/exe")
            let files = [("root/.flatpak-info", info), ("cgroup", groups), ("attr/current", label)]
            for case (let name, let text?) in files {
                try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
            }
        }

        /// Puts a process, or the agent as `self`, among the file systems of a name, with a root there.
        func place(_ process: String, among files: String, root: String) throws {
            let folder = "\(path)/\(process)"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/ns",
                withIntermediateDirectories: true
            )
            symlink(files, "\(folder)/ns/mnt")
            try? FileManager.default.removeItem(atPath: "\(folder)/root")
            symlink(root, "\(folder)/root")
        }

        func caller(_ process: Int32) -> Caller {
            SandboxDetector(processes: path).caller(process: process)
        }
    }

    private static func caller(
        info: String? = nil,
        groups: String? = "0::/user.slice/app.scope\n",
        label: String? = nil
    ) throws -> Caller {
        let processes = try Processes()
        try processes.add(7, info: info, groups: groups, label: label)
        return processes.caller(7)
    }

    @Test func aProgramOfTheUsersIsTakenAsItIs() throws {
        let caller = try Self.caller()
        #expect(caller == Caller(confinement: .none, program: "/usr/bin/app"))
        #expect(caller.appID("org.other") == "org.other")
        try caller.check("run:anything")
        try caller.checkMethod("Stop")
    }

    @Test(arguments: [
        ("mnt:[1]", "mnt:[1]", true, true), ("mnt:[2]", "mnt:[1]", true, false),
        ("mnt:[1]", "mnt:[1]", false, false),
    ])
    func onlyWhoHasTheAgentsOwnRootIsExaminedThere(
        files: String,
        own: String,
        isSameRoot: Bool,
        isExamined: Bool
    ) throws {
        let processes = try Processes()
        try processes.add(7, info: "[Application]\nname=org.example.App\n")
        let (root, other) = ("\(processes.path)/ours", "\(processes.path)/theirs")
        for folder in [root, other] {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        }
        try "[Application]\nname=org.example.Sandboxed\n"
            .write(toFile: "\(other)/.flatpak-info", atomically: false, encoding: .utf8)
        try processes.place("self", among: own, root: root)
        try processes.place("7", among: files, root: isSameRoot ? root : other)
        let detector = SandboxDetector(processes: processes.path)
        let caller = Caller(confinement: .none, program: "/usr/bin/app")
        #expect(detector.callerOnOwnRoot(process: 7) == (isExamined ? caller : nil))
        if !isSameRoot {
            #expect(processes.caller(7).confinement == .flatpak("org.example.Sandboxed"))
        }
    }

    /// What the kernel says of this very process, and of one that has gone.
    @Test func aProcessOfTheMachineIsExaminedWithoutWaiting() {
        let detector = SandboxDetector()
        let caller = detector.callerOnOwnRoot(process: getpid())
        #expect(caller == detector.caller(process: getpid()))
        #expect(caller?.confinement == Caller.Confinement.none)
        #expect(detector.callerOnOwnRoot(process: Int32.max) == nil)
    }

    @Test func aFlatpakIsItsOwnApp() throws {
        let caller = try Self.caller(info: "[Application]\nname=org.example.App\n")
        #expect(caller.confinement == .flatpak("org.example.App"))
        #expect(caller.appID("org.other") == "org.example.App")
        #expect(try Self.caller(info: "[Runtime]\nruntime=org.r/x\n").appID == "org.r/x")
    }

    @Test(arguments: ["", "no key file", "[Application]\n", "[Application]\nname=\n"])
    func aSandboxThatDoesNotSayItsNameIsUnknown(info: String) throws {
        #expect(try Self.caller(info: info).confinement == .unknown)
    }

    @Test func theInfoMayBeNoLink() throws {
        let processes = try Processes()
        try processes.add(7)
        symlink("/dev/null", "\(processes.path)/7/root/.flatpak-info")
        #expect(processes.caller(7).confinement == .unknown)
    }

    private static let scope =
        "0::/user.slice/user@1000.service/app.slice/snap.fire.fox-"
        + "0f2bd9aa-ea1c-4d3a-9f25-9a3f1e9d1b6b.scope\n"

    @Test(
        arguments: [
            (scope, nil, "fire_fox"), ("0::/snap.a.b.service\n", nil, "a_b"),
            (scope, "snap.fire.fox (enforce)\n", "fire_fox"),
            (scope, "snap.code.code (complain)\n", nil),
            (scope, "unconfined\n", nil), ("0::/x\n", "snap.a.b (enforce)\0", "a_b"),
            ("0::/my-snap.x\n", nil, nil),
        ] as [(String, String?, String?)]
    )
    func aSnapIsKnownByItsLabelOrItsGroup(groups: String, label: String?, name: String?) throws {
        let caller = try Self.caller(groups: groups, label: label)
        if let name {
            #expect(caller.confinement == .snap(name))
        } else {
            #expect(caller.confinement == .none)
        }
    }

    @Test func whatCannotBeReadOrHasGoneCountsAsConfined() throws {
        #expect(SandboxDetector().caller(process: Int32.max) == .unknown)
        #expect(try Self.caller(groups: nil) == .unknown)
        let processes = try Processes()
        try processes.add(7)
        unlink("\(processes.path)/7/exe")
        #expect(processes.caller(7) == .unknown)
        try processes.add(8)
        try FileManager.default.removeItem(atPath: "\(processes.path)/8/root")
        #expect(processes.caller(8) == .unknown)
    }

    @Test(arguments: [
        ("https://a", true), ("HTTP://a", true), ("mailto:a@b", true), ("file:///x", false),
        ("run:x", false), ("desktop:x.desktop", false), ("javascript:x", false), ("prefs:x", false),
        ("httpss://a", false),
    ])
    func aSandboxMayOpenLittle(url: String, isAllowed: Bool) throws {
        for caller in [
            Caller.unknown, Caller(confinement: .flatpak("a"), program: "/a"),
            Caller(confinement: .snap("a"), program: "/a"),
        ] {
            if isAllowed {
                try caller.check(url)
            } else {
                let error = #expect(throws: RequestError.self) { try caller.check(url) }
                #expect(error?.code == .notAllowed)
            }
            for method in [
                "Stop", "Edit", "Snooze", "Undo", "Redo", "NoteSent", "Restore", "Focus",
                "SetFocus", "SetPassesDoNotDisturb",
            ] {
                let error = #expect(throws: RequestError.self) { try caller.checkMethod(method) }
                #expect(error?.message == "\(caller.words) may not call \(method)")
            }
        }
    }

    @Test(arguments: ["RequestAuthorization", "SetBadge", "SetCategories"])
    func whoeverHasAFreshIdEachTimeKeepsNothing(method: String) throws {
        let error = #expect(throws: RequestError.self) {
            try Caller.unknown.checkMethod(method)
        }
        #expect(
            error?.message == "a program that could not be examined may not call \(method), since "
                + "nothing says which app it keeps that for; run it as a Flatpak, a snap or a plain "
                + "program of this user"
        )
        for confinement in [Caller.Confinement.none, .flatpak("org.a.B"), .snap("a")] {
            try Caller(confinement: confinement, program: "/a").checkMethod(method)
        }
        for open in ["Add", "Attach", "List"] { try Caller.unknown.checkMethod(open) }
    }
}

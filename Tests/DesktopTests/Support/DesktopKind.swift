import Foundation
import TestSupport
import Testing

/// The desktops that the tests know.
enum DesktopKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case gnomeShell = "gnome-shell"
    case plasma = "plasma"

    var testDescription: String { rawValue }

    /// Where pictures and logs are kept.
    static let keepsakes = URL(fileURLWithPath: "\(Program.folder)/../../desktops").standardized
        .path

    /// Where pictures and logs of a test are kept.
    func folder(of test: String) -> String { "\(Self.keepsakes)/\(rawValue)-\(test)" }

    /// Brings the desktop up, runs a test on it and takes it down; keeps what its programs said, and a
    /// picture of its end.
    ///
    /// - Parameters:
    ///   - isMirrored: whether its screen is that of a language from right to left.
    ///   - install: puts files where the desktop looks for them when it starts.
    func run(
        _ test: String,
        isMirrored: Bool = false,
        installing install: (AgentFixture) async throws -> Void = { _ in },
        _ body: (any WholeDesktop) async throws -> Void
    ) async throws {
        let desktop: any WholeDesktop =
            switch self {
            case .gnomeShell: try await GnomeShell(isMirrored: isMirrored)
            case .plasma: try await Plasma(isMirrored: isMirrored)
            }
        let folder = folder(of: test)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        do {
            try await install(desktop.fixture)
            try await desktop.start()
            try await body(desktop)
        } catch {
            Issue.record("\(error); see \(folder)")
            try? await Self.keepProcesses(in: folder)
        }
        try await desktop.end(keeping: folder)
    }

    /// Writes what every thread of the machine waits for, as a desktop that does not answer cannot say.
    private static func keepProcesses(in folder: String) async throws {
        let columns = "pid,tid,sid,stat,time,wchan:24,comm"
        let outcome = try await Program(path: "/bin/ps").run(
            ["-eLo", columns],
            environment: [:]
        )
        try outcome.output.write(
            toFile: "\(folder)/processes.txt",
            atomically: true,
            encoding: .utf8
        )
    }
}

import Foundation
import TestSupport
import Testing

/// Texts that are compared whole with files of `Golden/`, or of the project.
///
/// `UPDATE_GOLDEN=1` (`make golden`) writes the files again.
enum Golden {
    /// The project's folder.
    static let project = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../..").standardized.path

    private static let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

    /// The path of a file in `Golden/`.
    static func path(_ name: String) -> String { "\(project)/Tests/CommandTests/Golden/\(name)" }

    /// Expects a text to be that of a file, and shows the difference where it is not.
    static func expect(
        _ text: String,
        isFile path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        if isUpdate {
            return try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let expected = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard text != expected else { return }
        let difference = try await Program(path: "/usr/bin/diff").run(
            ["-u", "--label", path, "--label", "now", path, "-"],
            environment: [:],
            input: text
        )
        Issue.record(
            "\(difference.output)\nwhere that is as it should be: make golden",
            sourceLocation: sourceLocation
        )
    }
}

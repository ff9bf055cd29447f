import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport

/// A fixture with a picture that requests may have with them.
struct AttachmentFixture {
    let fixture: AgentFixture
    let picture: String

    init(picture name: String = "a b%.png", size: Int = 1_000) async throws {
        fixture = try await AgentFixture()
        picture = try SamplePicture.write(
            to: fixture.directory,
            as: name,
            more: Data(count: size)
        )
    }

    /// The folder of all attachments.
    var folder: String {
        let state = fixture.bus.environment["XDG_STATE_HOME"] ?? ""
        return "\(state)/notify-schedule/attachments"
    }

    /// The paths of the files that the agent keeps.
    var kept: [String] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.sorted().flatMap { name in
            let files = try? FileManager.default.contentsOfDirectory(
                atPath: "\(folder)/\(name)"
            )
            return (files ?? []).sorted().map { "\(folder)/\(name)/\($0)" }
        }
    }

    /// Waits for the end of files, for which nobody else waits.
    func waitUntilKept(_ names: [String]) async throws {
        try await waitForChange(of: folder, "the end of all but \(names)") {
            kept.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted() == names
        }
    }

    /// Sends `Add` with files as they are.
    func add(
        _ identifier: String,
        _ attachments: [[(key: String, value: Variant)]],
        _ files: [OpenFile],
        title: String = "T"
    ) throws -> Variant? {
        let content = Variant.dictionary([
            ("title", .string(title)),
            ("attachments", .array(of: "a{sv}", attachments.map(Variant.dictionary))),
        ])
        let trigger = Variant.dictionary([
            ("type", .string("timeInterval")), ("timeInterval", .int64(3_600_000_000)),
        ])
        return try fixture.client.callBlocking(
            "Add",
            on: AgentNames.destination,
            .tuple([
                .dictionary([
                    ("identifier", .string(identifier)), ("content", content),
                    ("trigger", trigger),
                ])
            ]),
            files: files
        )[0]
    }
}

import AgentInterface
import Foundation
import GLibBridge
import TestSupport

/// A desk with a picture that requests may have with them.
struct AttachmentStage {
    /// How a picture begins.
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    let desk: Desk
    let picture: String

    init(picture name: String = "a b%.png", size: Int = 1_000) async throws {
        desk = try await Desk()
        picture = "\(desk.directory)/\(name)"
        try (Self.png + Data(count: size)).write(to: URL(fileURLWithPath: picture))
    }

    /// The folder of all attachments.
    var folder: String {
        let state = desk.bus.environment["XDG_STATE_HOME"] ?? ""
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
    ///
    /// - Parameter names: of those that stay.
    /// - Throws: ``DeadlineExceeded``.
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
        return try desk.client.callBlocking(
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

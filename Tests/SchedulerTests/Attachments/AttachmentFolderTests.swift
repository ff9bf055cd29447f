import AgentTestSupport
import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Which folders of files stay, and which go.
@Suite struct AttachmentFolderTests {
    private let folder: TemporaryFolder
    private let keeper: AttachmentKeeper

    init() throws {
        folder = try TemporaryFolder()
        keeper = AttachmentKeeper(AttachmentStore(path: "\(folder.path)/attachments"))
        for name in ["a", "b", "c"] {
            try FileManager.default.createDirectory(
                atPath: "\(keeper.store.path)/\(name)",
                withIntermediateDirectories: true
            )
        }
    }

    private func waitUntilKept(_ names: Set<String>) async throws {
        try await waitForChange(of: keeper.store.path, "the end of all but \(names)") {
            keeper.store.folders() == names
        }
    }

    private func request(in folder: String) -> NotificationRequest {
        var request = NotificationRequest(
            appID: "org.example.App",
            identifier: "r",
            content: NotificationContent(title: "T")
        )
        request.content.attachments = [
            NotificationAttachment(
                identifier: "1",
                name: "p.png",
                type: "public.png",
                source: .path("\(keeper.store.path)/\(folder)/p.png")
            )
        ]
        return request
    }

    @Test func aStartRemovesWhatNoRequestHas() async throws {
        #expect(keeper.restore(used: ["a", "lost"]) == ["lost"])
        try await waitUntilKept(["a"])
    }

    @Test func aSweepRemovesWhatWentAndKeepsTheRest() async throws {
        _ = keeper.restore(used: ["a", "b", "c"])
        try keeper.sweep(at: 0, keeping: ["b"]) { () throws(RequestError) in ["a"] }
        try await waitUntilKept(["a", "b"])
    }

    @Test func filesOfAnAnsweredRequestStayForAMinute() async throws {
        _ = keeper.restore(used: ["a", "b", "c"])
        keeper.noteAnswer(to: request(in: "a"), at: 1_000_000)
        try keeper.sweep(at: 60_000_000, keeping: []) { () throws(RequestError) in ["b"] }
        try await waitUntilKept(["a", "b"])
        try keeper.sweep(at: 61_000_000, keeping: []) { () throws(RequestError) in ["b"] }
        try await waitUntilKept(["b"])
    }

    @Test func withoutFilesTheStoreIsNotAsked() throws {
        let empty = AttachmentKeeper(AttachmentStore(path: "\(folder.path)/none"))
        try empty.sweep(at: 0, keeping: []) { () throws(RequestError) in
            throw RequestError(.storage, "asked")
        }
    }

    @Test func oneCallOfAnOwnerCopiesAtATime() async throws {
        let refusal = RequestError(.notAllowed, "busy")
        let keeper = keeper
        try await keeper.alone(for: "a", orThrow: refusal) { () async throws(RequestError) in
            await #expect(throws: RequestError.self) {
                try await keeper.alone(for: "a", orThrow: refusal) {
                    () async throws(RequestError) in
                }
            }
            try await keeper.alone(for: "b", orThrow: refusal) { () async throws(RequestError) in }
        }
        try await keeper.alone(for: "a", orThrow: refusal) { () async throws(RequestError) in }
    }
}

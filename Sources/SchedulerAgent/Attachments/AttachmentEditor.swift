import AgentInterface
import GLibBridge
import NotifyCore

/// Edits requests with the files that came along.
struct AttachmentEditor {
    private let editor: RequestEditor
    private let sweeper: AttachmentSweeper

    init(_ editor: RequestEditor, _ sweeper: AttachmentSweeper) {
        self.editor = editor
        self.sweeper = sweeper
    }

    /// Replaces a pending request by one that was made of it; see ``RequestEditor/edit(_:)``.
    ///
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is changed then.
    func edit(_ change: RequestChange, files: [OpenFile]) async throws(RequestError) -> AddReply {
        guard change.hasNewFiles else {
            let reply = try editor.edit(change)
            sweeper.sweep()
            return reply
        }
        // What is refused anyway must not cost a copy.
        try editor.check(change)
        try change.request.checkFilesCameAlong()
        try change.request.validate()
        var change = change
        change.request.content.attachments = try await sweeper.keeper.copy(
            change.request.content.attachments,
            files,
            of: change.request.appID
        )
        let folder = Set([change.request.attachmentFolder].compactMap { $0 })
        do {
            // The request may have been changed while the files were copied.
            let reply = try editor.edit(change)
            sweeper.keeper.add(folder)
            sweeper.sweep()
            return reply
        } catch {
            sweeper.keeper.discard(folder)
            throw error
        }
    }
}

import Logging
import NotifyCore

/// Removes the files that are no longer needed.
struct AttachmentSweeper {
    let keeper: AttachmentKeeper
    private let context: SchedulingContext
    private let screen: Screen
    private let retries: WriteRetrier

    init(_ context: SchedulingContext, _ screen: Screen, _ retries: WriteRetrier) {
        keeper = AttachmentKeeper(AttachmentStore(path: "\(context.store.folder)/attachments"))
        self.context = context
        self.screen = screen
        self.retries = retries
    }

    /// Restores the files of an earlier run.
    func restore() throws(RequestError) {
        for folder in keeper.restore(used: try context.store.attachmentFolders()).sorted() {
            context.logger.warning("the attachments in \(folder) are missing; they are not shown")
        }
    }

    /// Removes the files that no request has.
    func sweep() {
        do {
            let kept = screen.attachmentFolders + retries.queue.attachmentFolders
            try keeper.sweep(
                at: context.clock.sinceBoot,
                keeping: kept,
                used: context.store.attachmentFolders
            )
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Keeps a request's files for a moment; see ``AttachmentKeeper/noteAnswer(to:at:)``.
    func noteAnswer(to request: NotificationRequest) {
        keeper.noteAnswer(to: request, at: context.clock.sinceBoot)
    }
}

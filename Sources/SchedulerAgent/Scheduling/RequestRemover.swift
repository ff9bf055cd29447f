import NotifyCore

/// Removes requests from the lists and closes their bubbles.
struct RequestRemover {
    private let context: SchedulingContext
    private let control: RequestControl
    private let screen: Screen
    private let schedule: Schedule
    private let attachments: AttachmentSweeper

    init(
        _ context: SchedulingContext,
        _ control: RequestControl,
        _ screen: Screen,
        _ schedule: Schedule,
        _ attachments: AttachmentSweeper
    ) {
        self.context = context
        self.control = control
        self.screen = screen
        self.schedule = schedule
        self.attachments = attachments
    }

    /// Removes requests from the lists and closes their bubbles.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool = true,
        of call: ChangeCall? = nil,
        named name: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        let (keys, delivered) = try control.remove(
            selection,
            leavingFiles: leavingFiles,
            of: call,
            named: name
        )
        screen.close(delivered)
        attachments.sweep()
        await schedule.arm()
        context.returnMemory(after: keys.count)
        return keys
    }

    /// Removes delivered notifications that are too many, without a line of the history.
    func forget(_ keys: [RequestKey]) async throws(RequestError) {
        guard !keys.isEmpty else { return }
        for (app, keys) in Dictionary(grouping: keys, by: \.appID) {
            var selection = RemovalSelection(choice: .identifiers(keys.map(\.identifier)))
            selection.appID = app
            selection.includesPending = false
            screen.close(try context.store.remove(selection).delivered)
        }
        attachments.sweep()
        await schedule.arm()
    }

    /// Does what follows the removal of requests: the history, and the end of their bubbles.
    ///
    /// The caller arms the timers.
    func finish(_ removal: Removal) {
        control.note(removal)
        screen.close(removal.delivered)
    }
}

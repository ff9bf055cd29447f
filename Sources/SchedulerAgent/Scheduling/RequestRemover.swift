import NotifyCore

/// Removes requests from the lists and closes their bubbles.
struct RequestRemover {
    private let control: RequestControl
    private let desktop: Desktop
    private let timers: DueTimers

    init(_ control: RequestControl, _ desktop: Desktop, _ timers: DueTimers) {
        self.control = control
        self.desktop = desktop
        self.timers = timers
    }

    /// Removes requests from the lists and closes their bubbles.
    ///
    /// - Parameters:
    ///   - selection: which requests.
    ///   - leavingFiles: whether the files in `requests.d` that define the requests stay.
    /// - Returns: the requests that were in a list, each once.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func remove(
        _ selection: RemovalSelection,
        leavingFiles: Bool = true
    ) async throws(RequestError) -> [RequestKey] {
        let (keys, delivered) = try control.remove(selection, leavingFiles: leavingFiles)
        for (key, row) in delivered {
            if let bubble = row.state.bubble ?? desktop.queue.asked.takeBubble(of: row.id)
                ?? desktop.bubble(replacedBy: row, of: key)
            {
                desktop.bubbles.replaced.forget(bubble)
                desktop.closeSoon(bubble)
            }
        }
        await timers.arm()
        return keys
    }
}

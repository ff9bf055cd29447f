import CGLib

/// The open files that came with a message.
///
/// Bounded for each sender and over all messages together: files that wait for their turn must not use up
/// the process's descriptors, and one sender must not use up what there is for all.
final class ReceivedFiles: Sendable {
    /// As many may be held at a time.
    static let most = 512
    /// As many of one sender.
    static let mostOfOne = 128
    private static let quota = Quota(most: most, mostOfOne: mostOfOne)

    let files: [OpenFile]
    private let sender: String

    /// Takes the files out of a message.
    ///
    /// - Returns: `nil` where there are more than may be held, which are closed.
    init?(takingFrom message: OpaquePointer?, of sender: String) {
        let files = Self.files(of: message)
        guard Self.quota.take(files.count, for: sender) else { return nil }
        self.files = files
        self.sender = sender
    }

    deinit {
        Self.quota.giveBack(files.count, of: sender)
    }

    /// Closes the files of a message that has no use for them, and would keep them as long as itself.
    static func close(of message: OpaquePointer?) {
        _ = files(of: message)
    }

    private static func files(of message: OpaquePointer?) -> [OpenFile] {
        guard let message, let list = g_dbus_message_get_unix_fd_list(message) else { return [] }
        var count: gint = 0
        let descriptors = g_unix_fd_list_steal_fds(list, &count)
        defer { g_free(descriptors) }
        return UnsafeBufferPointer(start: descriptors, count: Int(count))
            .map { OpenFile(adopting: $0) }
    }
}

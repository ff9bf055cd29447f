import CGLib

/// The open files of a received message.
///
/// Limited in total and for each sender, so that waiting files do not exhaust the process's descriptors, and
/// one sender does not use all of them.
final class ReceivedFiles: Sendable {
    /// The maximum number of open files.
    static let maxTotal = 512
    /// The maximum of one sender.
    static let maxPerSender = 128
    private static let quota = Quota(maxTotal: maxTotal, maxPerOwner: maxPerSender)

    let files: [OpenFile]
    private let sender: String

    /// Takes the files of a message.
    ///
    /// - Returns: `nil` if there are more than allowed, which are closed.
    init?(takingFrom message: OpaquePointer?, of sender: String) {
        let files = Self.files(of: message)
        guard Self.quota.reserve(files.count, for: sender) else { return nil }
        self.files = files
        self.sender = sender
    }

    deinit {
        Self.quota.release(files.count, of: sender)
    }

    /// Closes the files of a message that does not need them, and would keep them open.
    static func close(of message: OpaquePointer?) {
        _ = files(of: message)
    }

    private static func files(of message: OpaquePointer?) -> [OpenFile] {
        files(of: message.flatMap { g_dbus_message_get_unix_fd_list($0) })
    }

    /// Takes the files of GIO's list.
    static func files(of list: UnsafeMutablePointer<GUnixFDList>?) -> [OpenFile] {
        guard let list else { return [] }
        var count: gint = 0
        let descriptors = g_unix_fd_list_steal_fds(list, &count)
        defer { g_free(descriptors) }
        return UnsafeBufferPointer(start: descriptors, count: Int(count))
            .map { OpenFile(adopting: $0) }
    }
}

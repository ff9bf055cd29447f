import CGLib
import Synchronization

/// The open files that came with a message.
///
/// Bounded over all messages together: files that wait for their turn must not use up the process's
/// descriptors.
final class ReceivedFiles: Sendable {
    /// As many may be held at a time.
    static let limit = 128
    private static let held = Atomic<Int>(0)

    let files: [OpenFile]

    /// Takes the files out of a message; what is left there is closed with it.
    ///
    /// - Returns: `nil` where there are more than may be held.
    init?(takingFrom message: OpaquePointer?) {
        guard let message, let list = g_dbus_message_get_unix_fd_list(message) else {
            files = []
            return
        }
        let count = Int(g_unix_fd_list_get_length(list))
        guard Self.held.load(ordering: .relaxed) + count <= Self.limit else { return nil }
        var stolen: gint = 0
        let descriptors = g_unix_fd_list_steal_fds(list, &stolen)
        files = UnsafeBufferPointer(start: descriptors, count: Int(stolen))
            .map { OpenFile(adopting: $0) }
        g_free(descriptors)
        Self.held.add(files.count, ordering: .relaxed)
    }

    deinit {
        Self.held.subtract(files.count, ordering: .relaxed)
    }
}

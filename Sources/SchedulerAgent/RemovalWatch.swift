import GLibBridge
import Glibc

/// Watches a folder for deleted or replaced entries.
///
/// Writes to its files do not wake the process.
@GLibActor
final class RemovalWatch {
    private let descriptor: Int32
    private let folder: String
    private var watch: FileDescriptorWatch?

    private static let events = UInt32(
        IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
    )

    /// Watches a folder; `nil` if the kernel's limit of watches is reached.
    ///
    /// - Parameter folder: the folder; if it is deleted and created again, the new one is watched.
    init?(of folder: String, _ body: @escaping @Sendable () async -> Void) {
        self.folder = folder
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, Self.events) >= 0 else {
            close(descriptor)
            return nil
        }
        watch = try? FileDescriptorWatch(reading: descriptor) { [weak self] in
            guard let self else { return }
            drain()
            GLibActor.thread.task {
                await body()
                await self.renew()
            }
        }
    }

    isolated deinit {
        watch = nil
        close(descriptor)
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }

    /// Renews the watch.
    ///
    /// The kernel keeps one watch for the same folder.
    private func renew() {
        inotify_add_watch(descriptor, folder, Self.events)
    }
}

import GLibBridge
import Glibc

/// Hears that an entry of a folder was deleted or replaced, or the folder itself; what is written to its files
/// wakes nobody.
@GLibActor
final class RemovalWatch {
    private let descriptor: Int32
    private let folder: String
    private var watch: FileDescriptorWatch?

    private static let events = UInt32(
        IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
    )

    /// Watches a folder; `nil` if the kernel has no more watches to give.
    ///
    /// - Parameters:
    ///   - folder: the folder; where it goes, the one that is made in its place is watched.
    ///   - body: called after changes, and waited for before the next call.
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

    /// The same folder is watched once, however often this is called.
    private func renew() {
        inotify_add_watch(descriptor, folder, Self.events)
    }
}

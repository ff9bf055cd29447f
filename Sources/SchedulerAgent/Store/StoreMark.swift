import Glibc
import SQLiteBridge

/// What a store's file looked like when the agent that used it ended in order.
///
/// A file that still looks so was changed by nobody, and is opened without a check, which takes a quarter of the
/// instructions of a start. The mark is taken away when an agent begins, so that there is none after a crash.
enum StoreMark {
    /// Returns the mark of a file; `nil` if there is none, or if its log has changes.
    static func current(_ path: String) -> String? {
        var (file, log) = (stat(), stat())
        guard stat(path, &file) == 0, stat(path + "-wal", &log) != 0 || log.st_size == 0,
            let schema = StoreSchema.migrator.names.last
        else { return nil }
        let changed = file.st_ctim
        return
            "\(file.st_dev) \(file.st_ino) \(file.st_size) \(changed.tv_sec).\(changed.tv_nsec) \(schema)"
    }
}

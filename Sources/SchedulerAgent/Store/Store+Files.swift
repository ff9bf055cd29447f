import DesktopTexts
import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

/// The files that a connection has open, by their inodes.
///
/// A deleted file stays open and writable until the process exits.
struct OpenedFiles: Sendable {
    /// The device and inode of a file.
    private struct Number: Equatable {
        let device: dev_t
        let number: ino_t

        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
        }
    }

    private let path: String
    private let store: Number?
    private let aides: [String: Number]

    /// Records the current files of a store.
    init(of path: String) {
        self.path = path
        store = Number(path)
        aides = ["-wal", "-shm"].reduce(into: [:]) { $0[$1] = Number(path + $1) }
    }

    /// Whether the store's file was deleted or replaced.
    var lostStore: Bool { store != Number(path) }

    /// Whether the log or its index was deleted or replaced.
    var lostLog: Bool { aides.contains { $0.value != Number(path + $0.key) } }

    /// Whether the file with a name is one of these.
    func has(_ name: String) -> Bool {
        aides.contains { path + $0.key == name && $0.value == Number(name) }
    }
}

extension Store {
    /// Sets a function that prepares the folder before the store is written to it again.
    func prepareFolder(_ body: @escaping @Sendable () throws -> Void) {
        folderPreparation.withLock { $0 = body }
    }

    /// Restores the folder and its files after something in it was deleted.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, or `NotAllowed` if another agent uses it.
    func restoreFolder() throws {
        let prepare = folderPreparation.withLock { $0 }
        try prepare()
        try restoreFiles()
    }

    /// Writes the store again from the open file if its file was deleted or replaced.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` if that fails. Further writes would be lost when
    ///   the process exits.
    func restoreFiles() throws {
        guard damaged.withLock({ $0 == nil }), let files = openedFiles.withLock({ $0 }) else {
            return
        }
        if files.lostStore {
            try restoring("deleted", restoreStore(files))
        } else if files.lostLog {
            try restoring("deleted in part", restoreLog())
        }
    }

    private func restoring(
        _ what: String,
        _ restore: @autoclosure () throws -> StoreTrouble
    ) throws(RequestError) {
        do {
            let trouble = try restore()
            let report = onTrouble.withLock { $0 }
            report(trouble)
        } catch {
            let reason = (error as? RequestError)?.message ?? "\(error)"
            throw RequestError(
                .storage,
                "the store \(path) was \(what) while the agent ran and cannot be written again: \(reason); "
                    + "until it can, nothing is accepted; see to the folder's owner and the disk's space"
            )
        }
    }

    private func restoreStore(_ files: OpenedFiles) throws -> StoreTrouble {
        let prepare = folderPreparation.withLock { $0 }
        try prepare()
        let draft = path + ".restored"
        for ending in ["", "-journal", "-wal", "-shm"] { unlink(draft + ending) }
        Self.makePrivate(draft)
        let copy = try Connection(draft)
        try database.use { connection in try connection.copy(to: copy) }
        try copy.close()
        let other = try moveOtherStore(files)
        // The pages keep their places, so that a remaining log fits the file.
        guard rename(draft, path) == 0 else {
            throw RequestError(failedTo: "rename \(draft)")
        }
        try writeFolder()
        try reopen()
        return try trouble(other)
    }

    /// Writes the names of the folder's files to the disk.
    private func writeFolder() throws(RequestError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw RequestError(failedTo: "open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw RequestError(failedTo: "write \(folder)") }
    }

    /// Renames another file that has the store's name.
    private func moveOtherStore(_ files: OpenedFiles) throws -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        let name = Self.nameAside(path)
        guard rename(path, name) == 0 else {
            throw RequestError(failedTo: "rename \(path)")
        }
        for ending in ["-wal", "-shm"] where !files.has(path + ending) {
            rename(path + ending, name + ending)
        }
        return name
    }

    private func restoreLog() throws -> StoreTrouble {
        let busy = try database.use { connection in
            try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").value(as: Int.self)
        }
        guard busy == 0 else { throw RequestError(.storage, "another program reads it") }
        try reopen()
        return StoreTrouble(
            title: tr("A file of the store was deleted"),
            message:
                "the log of the store \(path) was deleted while the agent ran; nothing is lost, since "
                + "the agent had it open; leave the files beside the store alone while it runs"
        )
    }

    /// Opens the store's file again.
    private func reopen() throws {
        // First, because the last connection to close a file deletes the log with its name.
        try database.close()
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        try reconnect()
    }

    private func trouble(_ other: String?) throws -> StoreTrouble {
        let pending = try counts().pending
        let hasLostFiles =
            try !attachmentFolders().isEmpty && access("\(folder)/attachments", F_OK) != 0
        let kept =
            "all \(pending) pending requests are kept"
            + (hasLostFiles ? " without their attachments" : "")
        guard let other else {
            return StoreTrouble(
                title: tr("The store was deleted"),
                message:
                    "the store \(path) was deleted while the agent ran; it was written again, and \(kept); "
                    + "to begin with an empty one: notify-schedule remove --all --app all"
            )
        }
        return StoreTrouble(
            title: tr("The store was replaced"),
            message:
                "another file was put in the place of the store \(path) while the agent ran; \(kept), and "
                + "the other file is \(other); to use that one, stop the agent (notify-schedule agent stop) "
                + "and move it to the store's place"
        )
    }
}

extension RequestError {
    /// The error that a system call has just reported in `errno`.
    fileprivate init(failedTo action: String) {
        self.init(.storage, "could not \(action): \(String(cString: strerror(errno)))")
    }
}

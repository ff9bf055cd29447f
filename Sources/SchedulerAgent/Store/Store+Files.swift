import GLibBridge
import Glibc
import NotifyCore
import SQLiteBridge
import Synchronization

/// The files that a connection has open, by the kernel's numbers.
///
/// A file that is deleted stays open and takes writes, and goes with the process.
struct OpenedFiles: Sendable {
    /// A file with its device and its number there.
    private struct Number: Equatable {
        let device: UInt64
        let number: UInt64

        init?(_ path: String) {
            guard let status = OpenFile.status(of: path) else { return nil }
            device = status.device
            number = status.number
        }
    }

    private let path: String
    private let store: Number?
    private let aides: [String: Number]

    /// Notes the files that have the names of a store's now.
    init(of path: String) {
        self.path = path
        store = Number(path)
        aides = ["-wal", "-shm"].reduce(into: [:]) { $0[$1] = Number(path + $1) }
    }

    /// Whether the store's own name is that of another file now, or of none.
    var lostStore: Bool { store != Number(path) }

    /// Whether that is so of the log or its index.
    var lostLog: Bool { aides.contains { $0.value != Number(path + $0.key) } }

    /// Whether a file of a name is one of these.
    func has(_ name: String) -> Bool {
        aides.contains { path + $0.key == name && $0.value == Number(name) }
    }
}

extension Store {
    /// Has something done to the folder before the store is written to it again.
    func prepareFolder(_ body: @escaping @Sendable () throws -> Void) {
        folderPreparation.withLock { $0 = body }
    }

    /// Puts the folder and what belongs into it in order, after something in it was deleted.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`, or `NotAllowed` where another agent has it.
    func restoreFolder() throws {
        let prepare = folderPreparation.withLock { $0 }
        try prepare()
        try restoreFiles()
    }

    /// Writes the store again from the open file where its name is that of no file any more, or of another one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage` where that fails: what is written now would
    ///   go with the process.
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
        // The pages have the same places as before, so that a log that is left fits the file.
        guard rename(draft, path) == 0 else {
            throw SystemError(number: errno, doing: "rename \(draft)")
        }
        let folder = try OpenFile(reading: folder)
        guard fsync(folder.descriptor) == 0 else {
            throw SystemError(number: errno, doing: "write \(self.folder)")
        }
        try reopen()
        return try trouble(other)
    }

    /// Gives another file that has the store's name a name of its own.
    private func moveOtherStore(_ files: OpenedFiles) throws -> String? {
        guard OpenFile.status(of: path) != nil else { return nil }
        let name = Self.nameAside(path)
        guard rename(path, name) == 0 else {
            throw SystemError(number: errno, doing: "rename \(path)")
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
            title: "A file of the store was deleted",
            message:
                "the log of the store \(path) was deleted while the agent ran; nothing is lost, since "
                + "the agent had it open; leave the files beside the store alone while it runs"
        )
    }

    /// Opens the file that has the store's name.
    private func reopen() throws {
        // First: whoever closes a file last takes a log of its name away.
        try database.close()
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        try reconnect()
    }

    private func trouble(_ other: String?) throws -> StoreTrouble {
        let pending = try counts().pending
        let hasLostFiles =
            try !attachmentFolders().isEmpty && OpenFile.status(of: "\(folder)/attachments") == nil
        let kept =
            "all \(pending) pending requests are kept"
            + (hasLostFiles ? " without their attachments" : "")
        guard let other else {
            return StoreTrouble(
                title: "The store was deleted",
                message:
                    "the store \(path) was deleted while the agent ran; it was written again, and \(kept); "
                    + "to begin with an empty one: notify-schedule remove --all --app all"
            )
        }
        return StoreTrouble(
            title: "The store was replaced",
            message:
                "another file was put in the place of the store \(path) while the agent ran; \(kept), and "
                + "the other file is \(other); to use that one, stop the agent (notify-schedule agent stop) "
                + "and move it to the store's place"
        )
    }
}

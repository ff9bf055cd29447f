import AgentInterface
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// The files of requests, in a folder with a random name for each request.
///
/// Its calls block while the file system does. ``AttachmentKeeper`` makes them on other threads, so that a slow
/// disk or network does not delay a delivery.
struct AttachmentStore: Sendable {
    /// The folder of the requests' folders.
    let path: String
    /// The same files by content, next to that folder.
    private var shared: SharedFiles { SharedFiles(path: "\(path)-shared") }
    /// Copies a number of bytes; a parameter, so that tests can replace it with one that hangs.
    var copyBytes: @Sendable (FileCopy, Int64) throws(FileCopy.Failure) -> Void = {
        (files, size) throws(FileCopy.Failure) in try files.run(size: size)
    }

    /// Copies the files of a request; they are on the disk when this returns.
    ///
    /// - Parameter room: the room for files; `nil` for no limit.
    /// - Throws: ``NotifyCore/RequestError``; no copies are left then.
    func copy(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        _ room: AttachmentRoom? = nil
    ) throws(RequestError) -> [NotificationAttachment] {
        let folder = try makeFolder()
        do throws(RequestError) {
            var counted = room.map { self.counted(in: $0.folders) }
            var taken: [NotificationAttachment] = []
            var names: Set<String> = []
            for (number, attachment) in attachments.enumerated() {
                guard case .handed(let index) = attachment.source,
                    files.indices.contains(Int(index))
                else { throw Self.missingFile(attachment) }
                var name = NotificationAttachment.safeName(attachment.name)
                while !names.insert(name).inserted { name = "\(number + 1)-\(name)" }
                let path = "\(folder)/\(name)"
                try copy(attachment, files[Int(index)], to: path) { size throws(RequestError) in
                    guard let room, let counted, counted.bytes + size > room.limit else { return }
                    throw room.refusal
                }
                OpenFile.status(of: path).map { counted?.add($0) }
                if let room, let counted, counted.bytes > room.limit { throw room.refusal }
                var kept = attachment
                kept.name = name
                kept.source = .path(path)
                taken.append(kept)
            }
            try Self.sync(folder: folder)
            try Self.sync(folder: path)
            return taken
        } catch {
            remove(AttachmentFile.name(folder))
            throw error
        }
    }

    /// Whether two files have the same content.
    func areSame(_ path: String, _ other: String) -> Bool {
        shared.areSame(path, other)
    }

    /// Removes the folders of requests.
    func remove(_ names: Set<String>) {
        for name in names { remove(name) }
    }

    /// Returns the names of the existing folders.
    func folders() -> Set<String> {
        Set((try? OwnFolder(path))?.names ?? [])
    }

    /// Removes the shared names of files that no request has.
    func sweepShared() {
        shared.sweep()
    }

    private func counted(in folders: Set<String>) -> CountedFiles {
        var counted = CountedFiles()
        let own = try? OwnFolder(path)
        for folder in folders {
            for name in own?.folder(folder)?.names ?? [] {
                OpenFile.status(of: "\(path)/\(folder)/\(name)").map { counted.add($0) }
            }
        }
        return counted
    }

    private static func missingFile(_ attachment: NotificationAttachment) -> RequestError {
        RequestError(
            .malformed,
            .attachment,
            value: attachment.name.quoted,
            reason: "comes without its file",
            wayOut: "send it as a descriptor"
        )
    }

    private func makeFolder() throws(RequestError) -> String {
        _ = try OwnFolder.make(path)
        while true {
            let name = String(UInt64.random(in: .min ... .max), radix: 36)
            let folder = "\(path)/\(name)"
            if mkdir(folder, 0o700) == 0 { return folder }
            guard errno == EEXIST else { throw Self.failure(folder) }
        }
    }

    private func copy(
        _ attachment: NotificationAttachment,
        _ file: OpenFile,
        to path: String,
        beforeCopying check: (Int64) throws(RequestError) -> Void
    ) throws(RequestError) {
        let checked: AttachmentFile
        do {
            checked = try AttachmentFile(
                file,
                type: AttachmentType.named(attachment.type),
                named: attachment.name
            )
        } catch {
            throw error.error
        }
        if shared.link(file, size: checked.size, to: path) { return }
        try check(checked.size)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        let copy = FileCopy(source: file, target: OpenFile(adopting: descriptor))
        do {
            try copyBytes(copy, checked.size)
        } catch {
            throw RequestError(
                error.isOfSource ? .invalidAttachment : .storage,
                .attachment,
                value: attachment.name.quoted,
                reason: "could not be kept: \(error.reason)"
            )
        }
        shared.add(path)
    }

    private static func sync(folder: String) throws(RequestError) {
        guard let file = try? OpenFile(reading: folder), fsync(file.descriptor) == 0 else {
            throw failure(folder)
        }
    }

    private func remove(_ name: String) {
        guard let own = try? OwnFolder(path) else { return }
        if let folder = own.folder(name) {
            for entry in folder.names { shared.remove(entry, of: folder) }
        }
        // A file with the name of a folder, or a link, is removed, too.
        own.remove(name)
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError(
            .storage,
            "the attachments' folder cannot be used: \(path): \(String(cString: strerror(errno)))"
        )
    }
}

/// The room for further files of an app.
struct AttachmentRoom: Sendable {
    /// The names of the folders of its requests.
    let folders: Set<String>
    /// The maximum size in bytes.
    let limit: Int64
    /// The error for files beyond the limit.
    let refusal: RequestError
}

/// The counted files, each once.
struct CountedFiles {
    private struct Number: Hashable {
        let device: UInt64
        let number: UInt64
    }

    private var numbers: Set<Number> = []
    private(set) var bytes: Int64 = 0

    /// Counts a file, unless it was counted.
    mutating func add(_ status: OpenFile.Status) {
        guard status.isRegular else { return }
        let number = Number(device: status.device, number: status.number)
        if numbers.insert(number).inserted { bytes += status.size }
    }
}

import ConfigurationFiles
import GLibBridge
import Glibc

/// The files of all requests by content, so that equal files are stored once.
///
/// Each entry is a hard link to a file in a request's folder. A file system without hard links stores equal
/// files several times.
struct SharedFiles: Sendable {
    /// The folder of the links.
    let path: String

    private static let piece = 1 << 16

    /// Links an existing file with the same content instead of copying a new one.
    ///
    /// - Parameter size: its size in bytes.
    func link(_ source: OpenFile, size: Int64, to target: String) -> Bool {
        guard let name = name(of: source, size: size), let known = try? OpenFile(reading: name),
            Self.areSame(source, known, size: size)
        else { return false }
        // By the compared descriptor, because the name may belong to another file now.
        return linkat(
            AT_FDCWD,
            "/proc/self/fd/\(known.descriptor)",
            AT_FDCWD,
            target,
            AT_SYMLINK_FOLLOW
        ) == 0
    }

    /// Adds a file, which later files are compared with.
    func add(_ file: String) {
        guard (try? OwnFolder.make(path)) != nil, let open = try? OpenFile(reading: file),
            let status = try? open.status(), let name = name(of: open, size: status.size)
        else { return }
        // An existing entry with that name stays; the file is only not shared.
        _ = Glibc.link(file, name)
    }

    /// Whether two files have the same content, as those that share it do.
    func areSame(_ path: String, _ other: String) -> Bool {
        guard let one = try? OpenFile(reading: path), let two = try? OpenFile(reading: other),
            let status = try? one.status(), let second = try? two.status()
        else { return false }
        if (status.device, status.number) == (second.device, second.number) { return true }
        return Self.areSame(one, two, size: status.size)
    }

    /// Removes a file, and its shared name if no other request has it.
    func remove(_ name: String, of folder: OwnFolder) {
        let isFile = folder.status(of: name).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
        let open = isFile ? try? OpenFile(reading: "\(folder.path)/\(name)") : nil
        folder.remove(name)
        // Checked after the removal: if several requests lose the file at the same time, the last one removes
        // the shared name.
        guard let open, let status = try? open.status(), status.links == 1,
            let other = self.name(of: open, size: status.size),
            OpenFile.status(of: other)?.number == status.number
        else { return }
        unlink(other)
    }

    /// Removes the shared names of files that no request has, which a crash may leave.
    func sweep() {
        guard let folder = try? OwnFolder(path) else { return }
        for name in folder.names where folder.status(of: name)?.st_nlink == 1 {
            folder.remove(name)
        }
    }

    /// Returns a name from the size, the start and the end of a file.
    ///
    /// Different files may have the same name.
    private func name(of file: OpenFile, size: Int64) -> String? {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for offset in [0, max(0, size - Int64(Self.piece))] {
            guard let bytes = Self.bytes(of: file, at: offset) else { return nil }
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return "\(path)/\(size)-\(String(hash, radix: 36))"
    }

    private static func areSame(_ one: OpenFile, _ other: OpenFile, size: Int64) -> Bool {
        guard let status = try? other.status(), status.isRegular, status.size == size else {
            return false
        }
        var offset: Int64 = 0
        while offset < size {
            guard let left = bytes(of: one, at: offset), let right = bytes(of: other, at: offset),
                !left.isEmpty, left == right
            else { return false }
            offset += Int64(left.count)
        }
        return (try? one.status())?.size == size
    }

    private static func bytes(of file: OpenFile, at offset: Int64) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: piece)
        let count = pread(file.descriptor, &buffer, piece, off_t(offset))
        return count < 0 ? nil : Array(buffer.prefix(count))
    }
}

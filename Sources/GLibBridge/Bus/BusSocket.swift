import Glibc

/// The socket of a bus on this machine.
struct BusSocket: Equatable {
    /// Whether somebody listens at it.
    enum State: Equatable {
        /// A process of a user does.
        case alive(owner: uid_t)
        /// Nobody does.
        case dead
        /// It may be, as when it may not be opened.
        case unknown
    }

    /// The name as the kernel has it: a path, or a zero byte and a name.
    private let name: [UInt8]

    /// Reads the first of the addresses in a text; `nil` for one of another kind.
    ///
    /// - Parameter address: in D-Bus's form, such as `unix:path=/run/user/1000/bus,guid=…`.
    init?(address: String) {
        let start = "unix:"
        let first = address.prefix { $0 != ";" }
        guard first.hasPrefix(start) else { return nil }
        for pair in first.dropFirst(start.count).split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = Self.unescaped(parts[1]), !value.isEmpty else {
                return nil
            }
            switch parts[0] {
            case "path": name = value
            case "abstract": name = [0] + value
            default: continue
            }
            return
        }
        return nil
    }

    /// The socket of a path.
    init(path: String) { name = Array(path.utf8) }

    /// Whether somebody listens at it now, and who.
    var state: State {
        guard let descriptor = Self.made() else { return .unknown }
        defer { close(descriptor) }
        guard connect(descriptor) else {
            return [ENOENT, ENOTDIR, ECONNREFUSED, ENAMETOOLONG].contains(errno) ? .dead : .unknown
        }
        // The fields of the kernel's struct ucred.
        var peer = (process: pid_t(0), user: uid_t.max, group: gid_t.max)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
            return .unknown
        }
        return .alive(owner: peer.user)
    }

    /// Connects to it without waiting.
    ///
    /// - Returns: the descriptor, which the caller owns; `nil` if nobody accepts it now.
    func connected() -> Int32? {
        guard let descriptor = Self.made() else { return nil }
        guard connect(descriptor) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func made() -> Int32? {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Connects a descriptor to it.
    ///
    /// - Returns: whether that succeeded; otherwise `errno` says why.
    private func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = name.first == 0
        let room = MemoryLayout.size(ofValue: address.sun_path) - (isAbstract ? 0 : 1)
        guard name.count <= room else {
            errno = ENAMETOOLONG
            return false
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let head = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let length = socklen_t(head + name.count + (isAbstract ? 0 : 1))
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, length) == 0
            }
        }
    }

    /// Returns the bytes of a value, in which `%` is followed by two digits for a byte; `nil` if it is not.
    private static func unescaped(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return bytes
    }
}

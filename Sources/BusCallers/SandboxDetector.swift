import GLibBridge
import Glibc

/// Identifies a process from the kernel's data.
package struct SandboxDetector: Sendable {
    /// Where the kernel shows processes.
    package var processes: String

    /// Makes one that reads the kernel's data.
    package init(processes: String = "/proc") {
        self.processes = processes
    }

    private static let sizeLimit = 65_536

    /// Returns the caller of a process that has the same mount namespace and root as the agent; `nil` if they differ
    /// or cannot be read.
    ///
    /// Does not block: it reads only data of the kernel and files on the agent's root. A sandboxed process cannot
    /// return to the agent's namespace.
    func callerOnOwnRoot(process: Int32) -> Caller? {
        guard let files = Self.link("\(processes)/\(process)/ns/mnt"),
            files == Self.link("\(processes)/self/ns/mnt"),
            let root = Self.link("\(processes)/\(process)/root"),
            root == Self.link("\(processes)/self/root")
        else { return nil }
        return caller(process, root: root)
    }

    /// Returns the caller of a process; unknown if the process cannot be read or has ended.
    ///
    /// Blocks while the file system of the process's root does.
    func caller(process: Int32) -> Caller {
        caller(process, root: "\(processes)/\(process)/root")
    }

    /// Returns when a process started, in microseconds since boot, at most a clock tick too early; `nil` if it has ended.
    func beginning(of process: Int32) -> Int64? {
        // The program's name comes before it in parentheses, and may contain parentheses itself.
        guard let text = Self.text("\(processes)/\(process)/stat"),
            let fields = text.split(separator: ")").last?.split(separator: " "),
            fields.count > Self.beginningField, let ticks = Int64(fields[Self.beginningField])
        else { return nil }
        let microseconds = ticks.multipliedReportingOverflow(by: 1_000_000)
        return microseconds.overflow ? nil : microseconds.partialValue / Self.ticks
    }

    /// The position of `starttime` in proc_pid_stat(5), counted after the name.
    private static let beginningField = 19
    /// The clock ticks per second.
    private static let ticks = Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))

    private func caller(_ process: Int32, root: String) -> Caller {
        let folder = "\(processes)/\(process)"
        // By descriptor, because the root of the sandbox is that of the process.
        let root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return .unknown }
        defer { close(root) }
        guard let program = Self.link("\(folder)/exe") else { return .unknown }
        let info = openat(root, ".flatpak-info", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if info >= 0 {
            defer { close(info) }
            guard let id = Self.flatpakID(info) else { return .unknown }
            return Caller(confinement: .flatpak(id), program: program)
        }
        guard errno == ENOENT, let groups = Self.text("\(folder)/cgroup") else { return .unknown }
        let label = Self.text("\(folder)/attr/current") ?? ""
        guard let name = Self.snap(groups: groups, label: label) else {
            return Caller(confinement: .none, program: program)
        }
        return Caller(confinement: .snap(name), program: program)
    }

    /// Returns the app of a snap; `nil` if the process is not confined as one.
    ///
    /// A program that a classic snap started is in its control group and not confined. Security labels decide if there
    /// are any.
    private static func snap(groups: String, label: String) -> String? {
        let prefix = "snap."
        let label = label.split(whereSeparator: { $0 == "\0" || $0 == "\n" }).first ?? ""
        if !label.isEmpty {
            guard label.hasPrefix(prefix), label.hasSuffix("(enforce)") else { return nil }
            return name(label.prefix { $0 != " " })
        }
        return groups.split { $0 == "/" || $0 == "\n" }.first { $0.hasPrefix(prefix) }.map(name)
    }

    /// Returns `NAME_APP`, the name of a snap's desktop file, from `snap.NAME.APP` with a suffix.
    private static func name(_ text: Substring) -> String {
        let parts = text.split(separator: ".").dropFirst()
        guard let name = parts.first else { return "snap" }
        guard let app = parts.dropFirst().first else { return String(name) }
        // A scope's name ends with a dash and a UUID of 36 characters.
        let isNumbered = app.utf8.count > 37 && app.dropLast(36).last == "-"
        return "\(name)_\(isNumbered ? app.dropLast(37) : app)"
    }

    private static func flatpakID(_ file: Int32) -> String? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let text = text(file), let info = try? KeyFile(parsing: text)
        else { return nil }
        let name = info["Application"]?["name"] ?? info["Runtime"]?["runtime"]
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func link(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : nil
    }

    /// Reads a file of the kernel; `nil` if it cannot be read.
    static func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return text(file)
    }

    private static func text(_ file: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: sizeLimit)
        var length = 0
        while length < bytes.count {
            let count = bytes[length...].withUnsafeMutableBytes {
                read(file, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            length += count
        }
        return String(decoding: bytes.prefix(length), as: UTF8.self)
    }
}

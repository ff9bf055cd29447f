import AgentInterface
import ArgumentParser
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// The verb `notify-schedule forward`.
struct ForwardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forward",
        _superCommandName: NotifySchedule.name,
        abstract: "Show notifications of other machines, over ssh.",
        usage: "notify-schedule forward [<options>]",
        discussion: """
            Example:
              notify-schedule forward
              notify-schedule forward --as build1

            It prints the option -R for ssh, and runs until Ctrl-C. Then
            notify-schedule run on the other machine shows its notifications here,
            labelled "NAME via ssh". NAME is what the machine calls itself, or --as.

            Whoever can write to the socket may add notifications of its own, whose
            buttons open https, http and mailto URLs. It cannot list or remove
            notifications, open anything, or reach the bus.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The socket; by default forward.sock in notify-schedule of the runtime folder.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What notifications are labelled with; by default what the machine calls itself.",
            valueName: "name"
        )
    )
    var name: String?

    func run() throws {
        if let name, name.isEmpty || name != name.printableLine || name.count > 64 {
            throw UsageError(
                "--as \(name.quoted) is no name; write up to 64 characters of one line"
            )
        }
        guard socket != "" else {
            throw UsageError("--socket is empty; write a path, or leave it out")
        }
        let path = try socket ?? ForwardSocket.defaultPath()
        // Before the connection has threads, which block them as well then.
        guard let signals = EndSignals([SIGINT, SIGTERM, SIGHUP]) else {
            throw UsageError("signals cannot be read: \(String(cString: strerror(errno)))")
        }
        let server = try ForwardServer(at: path, as: name, client: try AgentClient())
        print("ssh -R \(ForwardSocket.remotePath):\(path) HOST")
        fflush(nil)
        throw Interrupted(signal: server.serve(until: signals))
    }
}

/// Where the socket of `forward` is, on both sides.
enum ForwardSocket {
    /// The name on the other machine.
    private static let name = "notify-schedule-forward.sock"
    /// The variable with another path.
    static let variable = "NOTIFY_SCHEDULE_SOCKET"

    /// The path on the desktop's side, in a folder of the user alone.
    static func defaultPath() throws(RequestError) -> String {
        do throws(RequestError) {
            return "\(try OwnFolder.make("\(runtimeFolder)/notify-schedule").path)/forward.sock"
        } catch {
            throw error.adding(wayOut: "or name a socket with --socket")
        }
    }

    /// The usual path on the other machine.
    static var remotePath: String { "/run/user/\(getuid())/\(name)" }

    /// The path on this machine if another one forwards a socket to it; `nil` for none.
    static var forwarded: String? {
        if let path = Environment[variable], !path.isEmpty { return path }
        guard Environment["SSH_CONNECTION"]?.isEmpty == false else { return nil }
        let path = "\(runtimeFolder)/\(name)"
        var status = stat()
        // Another user's socket would read what is shown.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            status.st_uid == getuid()
        else { return nil }
        return path
    }

    /// The folder for what ends with the session.
    static var runtimeFolder: String {
        if let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return folder }
        return "/run/user/\(getuid())"
    }

    /// Calls a function with the address of a socket.
    ///
    /// - Returns: what it returns; -1 with `ENAMETOOLONG` if the path is too long, `ENOENT` if it is empty.
    static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // Without a path it would be an abstract socket, which every user can connect to.
        guard !bytes.isEmpty else {
            errno = ENOENT
            return -1
        }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

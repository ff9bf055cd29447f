import AgentInterface
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// The session of another user, in which root runs a command line.
enum UserSession {
    /// The variables that the user's process gets from root.
    private static let kept = [
        "TERM", "TZ", "COLORTERM", "NO_COLOR", "LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES",
        "LC_TIME", "LC_CTYPE", "LC_NUMERIC",
    ]

    /// Runs this command line again as a user with that user's bus; returns if this process is that user's.
    ///
    /// Nothing of root is left in the new process: neither groups nor capabilities nor variables that name files.
    static func enter(_ name: String) throws {
        guard !name.isEmpty, let entry = getpwnam(name)?.pointee else {
            throw UsageError("--user \(name.quoted) is no user of this machine; see getent passwd")
        }
        let (user, group) = (entry.pw_uid, entry.pw_gid)
        guard user != geteuid() else { return }
        guard geteuid() == 0 else {
            throw UsageError(
                "--user \(name.quoted) is for root; leave it out, or run this with sudo"
            )
        }
        let folder = "/run/user/\(user)"
        var status = stat()
        guard lstat("\(folder)/bus", &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            status.st_uid == user
        else {
            throw AgentUnreachable(
                "\(name) has no session: \(folder)/bus is no socket of that user; it is there once \(name) "
                    + "has logged in"
            )
        }
        var variables = [
            "HOME": String(cString: entry.pw_dir), "USER": name, "LOGNAME": name,
            "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": folder,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus",
        ]
        for variable in kept { variables[variable] = Environment[variable] }
        var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        // Of root these set the saved ids as well.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else {
            throw failure("this process cannot become \(name)")
        }
        leaveTerminal()
        execve("/proc/self/exe", CommandLine.unsafeArgv, &environment)
        throw failure("\(name) cannot run this program")
    }

    /// Gives up the control of root's terminal, standard input if no text is read from it, and other descriptors.
    ///
    /// The user's programs may trace the new process.
    private static func leaveTerminal() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if terminal >= 0 { _ = ioctl(terminal, UInt(TIOCNOTTY)) }
        if !CommandLine.arguments.contains("-") {
            let nothing = open("/dev/null", O_RDONLY)
            if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
        }
        closefrom(3)
    }

    private static func failure(_ reason: String) -> AgentUnreachable {
        AgentUnreachable("\(reason): \(String(cString: strerror(errno)))")
    }
}

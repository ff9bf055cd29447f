import CTerminal
import Glibc

/// How a command is started.
struct CommandStart {
    /// Where the command stands beside this process.
    enum Place {
        /// In this process's group, so that the terminal's signals reach both.
        case sameGroup
        /// In a group of its own, the foreground one of the terminal on standard input.
        case foregroundGroup
        /// The leader of a new session on a terminal, which its first descriptor opens.
        case session
    }

    /// What a standard descriptor is.
    enum Stream {
        /// It is this process's own.
        case inherited
        /// It is a copy of another descriptor.
        case copy(of: Int32)
        /// It is a file that the command opens.
        case opened(String)
    }

    var words: CommandWords
    var program: [UInt8]
    var place = Place.sameGroup
    /// Standard input, output and error.
    var streams: [Stream] = [.inherited, .inherited, .inherited]
    /// The signal mask that the command gets.
    var mask: sigset_t

    /// Starts the command.
    func start() throws(CommandProblem) -> pid_t {
        var problem = spawn(program, words.words)
        if case .failure(let number) = problem, number == ENOEXEC, isScript {
            // Shells run a script without an interpreter by themselves.
            problem = spawn(
                Array("/bin/sh".utf8),
                [Array("sh".utf8), program] + words.words.dropFirst()
            )
        }
        switch problem {
        case .started(let process): return process
        case .failure(let number):
            // The file exists, so it is the interpreter that does not.
            throw CommandProblem(
                status: number == ENOENT ? 127 : 126,
                message: "\(words.texts.first ?? ""): \(String(cString: strerror(number)))"
            )
        }
    }

    private enum Outcome {
        case started(pid_t)
        case failure(Int32)
    }

    /// Whether the file may be a script: the first line has no zero byte.
    private var isScript: Bool {
        CommandWords.withCString(program) { path in
            let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { return false }
            defer { close(file) }
            var buffer = [UInt8](repeating: 0, count: 80)
            let count = read(file, &buffer, buffer.count)
            return !buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }.contains(0)
        }
    }

    private func spawn(_ program: [UInt8], _ words: [[UInt8]]) -> Outcome {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, stream) in zip(Int32(0)..., streams) {
            switch stream {
            case .inherited: break
            case .copy(let other):
                posix_spawn_file_actions_adddup2(&actions, other, descriptor)
            case .opened(let path):
                posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        var flags = Int16(POSIX_SPAWN_SETSIGMASK)
        switch place {
        case .sameGroup: break
        case .foregroundGroup:
            flags |= Int16(POSIX_SPAWN_SETPGROUP)
            posix_spawnattr_setpgroup(&attributes, 0)
            _ = cterminal_spawn_add_foreground(&actions, STDIN_FILENO)
        case .session: flags |= cterminal_spawn_setsid
        }
        posix_spawnattr_setflags(&attributes, flags)
        let copies: [UnsafeMutablePointer<CChar>?] = words.map { word in
            CommandWords.withCString(word) { strdup($0) }
        }
        defer { for copy in copies { free(copy) } }
        var process: pid_t = 0
        let failure = CommandWords.withCString(program) { path in
            posix_spawn(&process, path, &actions, &attributes, copies + [nil], environ)
        }
        return failure == 0 ? .started(process) : .failure(failure)
    }
}

import CGLib
import Glibc

/// A program to start, without a shell.
package struct ProgramStart: Sendable, Equatable {
    /// The program and its arguments; the program is looked up in `PATH`.
    package var arguments: [String]
    /// Additional environment variables.
    package var environment: [String: String]
    /// The working directory; `nil` for the process's own.
    package var directory: String?
    /// Whether output and errors go to `/dev/null` instead of where the process's own go.
    package var isQuiet: Bool

    /// Makes a start from its argument vector.
    package init(
        arguments: [String],
        environment: [String: String] = [:],
        directory: String? = nil,
        isQuiet: Bool = false
    ) {
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.isQuiet = isQuiet
    }

    /// Starts the program as the leader of a new session.
    ///
    /// It gets the default signal actions, an empty signal mask, and only the process's output and error as other
    /// descriptors, so it outlives this process.
    ///
    /// - Parameters:
    ///   - output: the target of its standard output; `nil` to use ``isQuiet``.
    ///   - input: its standard input; `nil` for `/dev/null`.
    @discardableResult
    package func start(
        output: Int32? = nil,
        input: Int32? = nil,
        onExit: @escaping @GLibActor @Sendable (Int32) -> Void = { _ in }
    ) throws(SystemError) -> Int32 {
        guard let program = arguments.first, !program.isEmpty else {
            throw SystemError(number: ENOENT, doing: "start a program without a name")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if isQuiet {
            for descriptor: Int32 in 1...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        cglib_spawn_add_closefrom(&actions, 3)
        if let directory { cglib_spawn_add_chdir(&actions, directory) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int32 = 0x80
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var process: pid_t = 0
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(self.variables) { variables in
                posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
            }
        }
        guard failure == 0 else { throw SystemError(number: failure, doing: "start \(program)") }
        Self.reap(process, onExit)
        return process
    }

    var variables: [String] { Environment.all(environment) }

    private static func reap(
        _ process: pid_t,
        _ onExit: @escaping @GLibActor @Sendable (Int32) -> Void
    ) {
        guard let source = g_child_watch_source_new(process) else { return }
        cglib_source_set_child_callback(
            source,
            { _, status, data in
                let handler = CallbackBox<@GLibActor @Sendable (Int32) -> Void>.borrow(data)
                GLibActor.assumeIsolated { handler?(status) }
            },
            CallbackBox<@GLibActor @Sendable (Int32) -> Void>(onExit).retained(),
            { CallbackBox<@GLibActor @Sendable (Int32) -> Void>.release($0) }
        )
        g_source_attach(source, GLibActor.thread.context)
        g_source_unref(source)
    }

    static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

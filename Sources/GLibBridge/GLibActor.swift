/// The actor on whose GLib thread all bus traffic, timers and Unix signals arrive.
@globalActor
public actor GLibActor {
    /// The one actor of the process.
    public static let shared = GLibActor()

    /// The thread that the actor runs on; started at first use.
    public static let thread = GLibThread(name: "glib")

    /// The GLib thread as the actor's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    /// Runs an operation that the caller knows to be on the actor already, as a C callback is.
    ///
    /// Stops the process where that is not true.
    public static func assumeIsolated<Result>(
        _ operation: @GLibActor () throws -> Result
    ) rethrows -> Result {
        thread.checkIsolated()
        return try withoutActuallyEscaping(operation) { escaping in
            // The types differ by isolation alone, which the check above has established; the
            // standard library does the same for MainActor.
            try unsafeBitCast(escaping, to: (() throws -> Result).self)()
        }
    }
}

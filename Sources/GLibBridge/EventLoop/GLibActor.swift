/// The actor of the GLib thread that handles bus traffic, timers and Unix signals.
@globalActor
package actor GLibActor {
    /// The actor of the process.
    package static let shared = GLibActor()

    /// The thread that the actor runs on; started at first use.
    package static let thread = GLibThread(name: "glib")

    /// The GLib thread as the actor's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    /// Runs an operation in a caller that is on the actor already, such as a C callback.
    ///
    /// Stops the process otherwise.
    package static func assumeIsolated<Result>(
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

import CGLib

/// Memory that was given back to the C library, which keeps it for later.
public enum FreeMemory {
    /// Gives what is free back to the system.
    ///
    /// It takes milliseconds where much is free; malloc_trim(3).
    public static func returnToSystem() {
        cglib_return_free_memory()
    }

    /// Gives what is free back to the system in five seconds, once what is on its way over the bus has been sent.
    public static func returnSoon() {
        GLibActor.thread.after(milliseconds: 5_000) { returnToSystem() }
    }
}

import GLibBridge

/// The actor on whose thread every call to libnotify is made.
///
/// libnotify blocks for up to 25 s on a server that hangs, and its one proxy belongs to the main context
/// of the thread that made it.
@globalActor
public actor BubbleActor {
    /// The one actor of the process.
    public static let shared = BubbleActor()

    private static let thread = GLibThread(name: "libnotify")

    /// The thread as the actor's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }
}

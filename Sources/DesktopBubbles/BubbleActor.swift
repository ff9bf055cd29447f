import GLibBridge

/// The actor whose thread makes all calls to libnotify.
///
/// libnotify blocks for up to 25 s if a server hangs, and its proxy belongs to the main context of the
/// thread that created it.
@globalActor
package actor BubbleActor {
    /// The actor of the process.
    package static let shared = BubbleActor()

    /// The thread of all calls.
    private static let thread = GLibThread(name: "libnotify")

    /// The thread as the actor's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }
}

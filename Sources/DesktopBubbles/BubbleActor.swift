import GLibBridge

/// The actor whose thread makes all calls to libnotify.
///
/// libnotify blocks while a server does not answer, for two seconds at most (``ReplyWatch``), and its proxy belongs to the main context of the
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

import CGLib
import Dispatch
import Synchronization

/// The main thread of a host program, whichever loop that runs.
public enum MainThread {
    /// Runs an action once on the main thread, as soon as one of its loops gets to it.
    ///
    /// The main thread of a Swift program serves the main queue; that of a GTK program serves GLib's default
    /// context and knows no queue.
    ///
    /// - Parameters:
    ///   - action: what to do.
    ///   - isCurrent: whether the caller is the main thread.
    public static func run(
        _ action: @escaping @Sendable () -> Void,
        isCurrent: @escaping @Sendable () -> Bool
    ) {
        let once = SingleRun(action)
        // Another thread may serve the default context in a program without a loop.
        let tryOnce: @Sendable () -> Void = { if isCurrent() { once.run() } }
        let source = g_idle_source_new()
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { data in
                CallbackBox<@Sendable () -> Void>.borrow(data)?()
                return 0
            },
            CallbackBox(tryOnce).retained(),
            { CallbackBox<@Sendable () -> Void>.release($0) }
        )
        g_source_attach(source, nil)
        let held = SourceReference(source: source)
        DispatchQueue.main.async {
            once.run()
            // Nobody may ever serve that context.
            g_source_destroy(held.source)
            g_source_unref(held.source)
        }
    }
}

/// Carries a source to another thread: GLib's reference counts are atomic.
private struct SourceReference: @unchecked Sendable {
    let source: UnsafeMutablePointer<GSource>?
}

/// An action that runs at the first call and never again.
private final class SingleRun: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func run() {
        let action = self.action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

import CGLib
import Dispatch
import Synchronization

/// The main queue, and with it the main actor, in programs whose main thread runs a loop of GLib's.
///
/// An async `main`, `dispatchMain` and a run loop of Foundation serve the main queue; `gtk_main`,
/// `g_application_run` and whatever else serves GLib's default context know nothing of it. Once the main
/// thread is seen to serve that context, a source there serves the queue.
public enum MainQueue {
    private enum State {
        case unserved
        /// A source waits to be run by whoever serves the default context; for ever where nobody does.
        case looking
        case served
    }

    private static let state = Mutex(State.unserved)

    /// Runs an action on the main queue, whichever loop the main thread runs.
    ///
    /// - Parameter action: what to do.
    public static func run(_ action: @escaping @Sendable () -> Void) {
        serve()
        DispatchQueue.main.async(execute: action)
    }

    /// Has the main queue served in a program with a loop of GLib's; in others it changes nothing.
    public static func serve() {
        let isFirst = state.withLock { state in
            guard state == .unserved else { return false }
            state = .looking
            return true
        }
        guard isFirst else { return }
        let probe = g_idle_source_new()
        g_source_set_priority(probe, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            probe,
            { _ in
                MainQueue.met()
                return 0
            },
            nil,
            nil
        )
        g_source_attach(probe, nil)
        g_source_unref(probe)
    }

    /// Takes in that somebody serves the default context.
    private static func met() {
        let descriptor =
            cglib_is_main_thread() != 0 ? _dispatch_get_main_queue_handle_4CF() : -1
        guard descriptor >= 0, let source = g_unix_fd_source_new(descriptor, G_IO_IN) else {
            // Another thread may serve that context in a program without a loop.
            return state.withLock { $0 = .unserved }
        }
        cglib_source_set_fd_callback(
            source,
            { descriptor, _, _ in MainQueue.drain(descriptor) ? 1 : 0 },
            nil,
            nil
        )
        state.withLock { $0 = .served }
        g_source_attach(source, nil)
        g_source_unref(source)
    }

    /// Does what is on the main queue.
    ///
    /// - Returns: whether the source is to stay.
    private static func drain(_ descriptor: Int32) -> Bool {
        guard cglib_is_main_thread() != 0 else {
            // The main thread has left that loop to another one; it would be woken in vain on and on.
            state.withLock { $0 = .unserved }
            return false
        }
        // The queue itself never takes back its sign.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return true
    }
}

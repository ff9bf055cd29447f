import CGLib
import Dispatch
import Synchronization

/// The main queue, and with it the main actor, in programs whose main thread runs a GLib loop.
///
/// An async `main`, `dispatchMain` and Foundation's run loop serve the main queue; `gtk_main`,
/// `g_application_run` and others that serve GLib's default context do not. When the main thread serves that
/// context, a source in it serves the queue.
package enum MainQueue {
    private enum State {
        case unserved
        /// A source waits for the loop of the default context, if there is one.
        case looking
        case served
    }

    private static let state = Mutex(State.unserved)

    /// Runs an action on the main queue, with any loop of the main thread.
    package static func run(_ action: @escaping @Sendable () -> Void) {
        serve()
        DispatchQueue.main.async(execute: action)
    }

    /// Makes a GLib loop serve the main queue; has no effect in programs without one.
    package static func serve() {
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

    /// Handles that a loop serves the default context.
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

    /// Runs the work on the main queue.
    private static func drain(_ descriptor: Int32) -> Bool {
        guard cglib_is_main_thread() != 0 else {
            // Another thread runs that loop now, and would be woken repeatedly for nothing.
            state.withLock { $0 = .unserved }
            return false
        }
        // The queue itself never resets its event descriptor.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
        return true
    }
}

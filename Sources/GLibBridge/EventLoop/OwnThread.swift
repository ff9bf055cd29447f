import CGLib
import Glibc

/// A detached thread that ends with its work.
enum OwnThread {
    /// Starts the work on a new thread.
    ///
    /// The thread is detached from its start. One of GLib's is detached only when its creator has released it too,
    /// and the work may have ended the process by then.
    ///
    /// - Parameter name: the thread's name, of which 15 bytes are used.
    /// - Returns: whether it was started; `false` if no thread can be created, and nothing was done.
    static func start(name: String, _ work: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        guard pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED)) == 0 else {
            return false
        }
        let data = CallbackBox(Body(name: name, work: work)).retained()
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            &attributes,
            { data in
                CallbackBox<Body>.take(data)?.run()
                return nil
            },
            data
        )
        if status != 0 { CallbackBox<Body>.release(data) }
        return status == 0
    }

    private struct Body: Sendable {
        let name: String
        let work: @Sendable () -> Void

        func run() {
            cglib_name_thread(name)
            work()
        }
    }
}

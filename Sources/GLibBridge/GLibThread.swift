import CGLib

/// A thread that runs a GLib main loop of its own, usable as the executor of an actor and as the
/// preferred executor of a task.
///
/// A program that should sleep when it has nothing to do names a preferred executor for each task:
/// without one, every resumed continuation visits the global thread pool, and the pool, once started,
/// wakes a thread every second as long as the process lives.
///
/// The thread lives as long as the process. Its main context is the thread's default one, so that
/// GLib calls made on it get their callbacks there. Each job is attached as a source of its own:
/// `g_main_context_invoke` would run a job at once on whatever thread happens to own the context.
public final class GLibThread: SerialExecutor, TaskExecutor {
    // Safe: the pointer never changes, and GMainContext is documented as thread-safe.
    nonisolated(unsafe) let context: OpaquePointer

    /// Starts the thread.
    ///
    /// - Parameter name: shown by debuggers and in `/proc`; the first 15 bytes count.
    public init(name: String) {
        context = g_main_context_new()
        g_thread_unref(
            g_thread_new(
                name,
                { data in
                    let context = data.map { OpaquePointer($0) }
                    g_main_context_push_thread_default(context)
                    g_main_loop_run(g_main_loop_new(context, 0))
                    return nil
                },
                UnsafeMutableRawPointer(context)
            )
        )
    }

    /// Starts a task that returns to this thread whenever no actor claims it.
    @discardableResult
    public func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }

    /// Whether the caller runs on this thread's loop.
    public var isCurrent: Bool {
        g_main_context_is_owner(context) != 0
    }

    /// Runs a job of an actor or a task on the thread, in order of arrival.
    public func enqueue(_ job: consuming ExecutorJob) {
        let pending = PendingJob(job: UnownedJob(job), thread: self)
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) { pending.run() }
    }

    /// The reference that an actor returns as its executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the process where code that must run on this thread does not.
    public func checkIsolated() {
        precondition(isCurrent, "not on the thread of this GLib main loop")
    }

    /// Whether the caller already is on this thread.
    public func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Runs an operation on the thread and blocks the caller until its result; the caller may be on the
    /// thread itself.
    func perform<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) -> Value {
        isCurrent ? operation() : begin(operation).take()
    }

    /// Begins an operation on the thread.
    ///
    /// - Returns: where its result will be; not to be waited for on the thread itself.
    func begin<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) -> ResultSlot<Value> {
        let slot = ResultSlot<Value>()
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) { slot.fill(operation()) }
        return slot
    }

    /// Runs an action on the thread once a time has passed.
    ///
    /// - Parameters:
    ///   - milliseconds: how long; at least.
    ///   - action: what to do.
    public func after(milliseconds: UInt32, _ action: @escaping @Sendable () -> Void) {
        attach(g_timeout_source_new(milliseconds), priority: G_PRIORITY_DEFAULT, action: action)
    }

    /// Lets a time pass without holding up the thread.
    ///
    /// - Parameter milliseconds: how long; at least.
    public func sleep(milliseconds: UInt32) async {
        await withCheckedContinuation { continuation in
            after(milliseconds: milliseconds) { continuation.resume() }
        }
    }

    /// Attaches a fresh source that runs its action once; takes over the caller's reference.
    func attach(
        _ source: UnsafeMutablePointer<GSource>?,
        priority: Int32,
        action: @escaping @Sendable () -> Void
    ) {
        g_source_set_priority(source, priority)
        g_source_set_callback(
            source,
            { data in
                CallbackBox<@Sendable () -> Void>.borrow(data)?()
                return 0
            },
            CallbackBox(action).retained(),
            { CallbackBox<@Sendable () -> Void>.release($0) }
        )
        g_source_attach(source, context)
        g_source_unref(source)
    }
}

/// A job that waits for its turn on the thread.
private struct PendingJob: Sendable {
    let job: UnownedJob
    let thread: GLibThread

    func run() {
        job.runSynchronously(
            isolatedTo: thread.asUnownedSerialExecutor(),
            taskExecutor: thread.asUnownedTaskExecutor()
        )
    }
}

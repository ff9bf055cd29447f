import CGLib

/// A thread with its own GLib main loop, usable as the executor of an actor and as the preferred executor of a
/// task.
///
/// A program that must not wake up when idle sets a preferred executor for each task: without one, every
/// resumed continuation uses the global thread pool, and the pool, once started, wakes a thread every second
/// for the rest of the process.
///
/// The thread runs until the process ends. Its main context is the thread's default one, so that GLib calls on
/// it get their callbacks there. Each job is a separate source, because `g_main_context_invoke` would run a job
/// at once on the thread that owns the context.
package final class GLibThread: SerialExecutor, TaskExecutor {
    // Safe: the pointer never changes, and GMainContext is documented as thread-safe.
    nonisolated(unsafe) let context: OpaquePointer

    /// Starts the thread.
    ///
    /// - Parameter name: shown by debuggers and in `/proc`; 15 bytes are used.
    package init(name: String) {
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
    package func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }

    /// Whether the caller runs on this thread's loop.
    package var isCurrent: Bool {
        g_main_context_is_owner(context) != 0
    }

    /// Runs a job of an actor or a task on the thread, in order of arrival.
    package func enqueue(_ job: consuming ExecutorJob) {
        let pending = PendingJob(job: UnownedJob(job), thread: self)
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) { pending.run() }
    }

    /// The executor reference for an actor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the process if the caller is not on this thread.
    package func checkIsolated() {
        precondition(isCurrent, "not on the thread of this GLib main loop")
    }

    /// Whether the caller already is on this thread.
    package func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// Runs an operation on the thread and blocks the caller until its result; the caller may be on the thread.
    func perform<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) -> Value {
        isCurrent ? operation() : begin(operation).take()
    }

    /// Starts an operation on the thread.
    ///
    /// - Returns: the future of its result, which must not be awaited on the thread itself.
    func begin<Value: Sendable>(
        _ operation: @escaping @Sendable () -> Value
    ) -> BlockingFuture<Value> {
        let slot = BlockingFuture<Value>()
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT) { slot.fill(operation()) }
        return slot
    }

    /// Runs an action on the thread, after those that were handed to it before.
    package func run(_ action: @escaping @Sendable () -> Void) {
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT, action: action)
    }

    /// Runs an action on the thread after a delay.
    package func after(milliseconds: UInt32, _ action: @escaping @Sendable () -> Void) {
        attach(g_timeout_source_new(milliseconds), priority: G_PRIORITY_DEFAULT, action: action)
    }

    /// Waits without blocking the thread.
    package func sleep(milliseconds: UInt32) async {
        await withCheckedContinuation { continuation in
            after(milliseconds: milliseconds) { continuation.resume() }
        }
    }

    /// Attaches a new source that runs its action once; consumes the caller's reference.
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

/// A queued job.
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

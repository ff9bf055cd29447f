import CGLib

/// Serves GLib's default context on this thread, as `gtk_main` and `g_application_run` do.
func runGLibLoop(until isDone: () -> Bool) {
    let tick = g_timeout_source_new(20)
    g_source_set_callback(tick, { _ in 1 }, nil, nil)
    g_source_attach(tick, nil)
    while !isDone() { g_main_context_iteration(nil, 1) }
    g_source_destroy(tick)
    g_source_unref(tick)
    // Where nothing is left to do there is nothing to be woken for.
    let limit = 1_000
    if (0..<limit).allSatisfy({ _ in g_main_context_iteration(nil, 0) != 0 }) { say("restless") }
}

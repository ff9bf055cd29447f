/* Tells the thread sanitizer of GLib's main loop.

   A source that one thread attaches runs on the thread of the loop, in order, by a lock of GLib, which was not built for
   the sanitizer. It mostly sees the order anyway, because the loop is woken by a file descriptor. A loop that does not
   wait, such as one whose thread has just started, is not woken, and what the source brings looks like a race. This
   stands before the function that gives a source what it runs, and passes the order on. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <glib.h>
#include <stdlib.h>

void __tsan_acquire(void *);
void __tsan_release(void *);

typedef void SetCallback(GSource *, GSourceFunc, gpointer, GDestroyNotify);
static SetCallback *set_callback;

struct action {
    GSourceFunc run;
    gpointer data;
    GDestroyNotify destroy;
};

__attribute__((constructor)) static void find(void) {
    set_callback = (SetCallback *)dlsym(RTLD_NEXT, "g_source_set_callback");
}

static gboolean run(gpointer data) {
    struct action *action = data;
    __tsan_acquire(action);
    return action->run(action->data);
}

static void destroy(gpointer data) {
    struct action *action = data;
    __tsan_acquire(action);
    if (action->destroy != NULL) action->destroy(action->data);
    free(action);
}

void g_source_set_callback(GSource *source, GSourceFunc function, gpointer data, GDestroyNotify notify) {
    /* The functions of other sources have other arguments. */
    struct action *action = NULL;
    if (source->source_funcs == &g_idle_funcs || source->source_funcs == &g_timeout_funcs)
        action = malloc(sizeof(struct action));
    if (action == NULL) {
        set_callback(source, function, data, notify);
        return;
    }
    *action = (struct action){function, data, notify};
    __tsan_release(action);
    set_callback(source, run, action, destroy);
}

// GLib and GIO for Swift. A wrapper stands here only where Swift cannot make the call itself
// (a variadic function or a function-like macro), with the reason above it.
#ifndef CGLIB_SHIM_H
#define CGLIB_SHIM_H

#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <gio/gunixfdmessage.h>
#include <glib-unix.h>
#include <glib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// G_SOURCE_FUNC is a cast through a macro; Swift cannot convert between C function types.
static inline void cglib_source_set_fd_callback(GSource * _Nonnull source,
                                                GUnixFDSourceFunc _Nonnull callback,
                                                gpointer _Nullable user_data,
                                                GDestroyNotify _Nullable destroy) {
    g_source_set_callback(source, G_SOURCE_FUNC(callback), user_data, destroy);
}

// The same cast for the source of a child's end.
static inline void cglib_source_set_child_callback(GSource * _Nonnull source,
                                                   GChildWatchFunc _Nonnull callback,
                                                   gpointer _Nullable user_data,
                                                   GDestroyNotify _Nullable destroy) {
    g_source_set_callback(source, G_SOURCE_FUNC(callback), user_data, destroy);
}

// g_signal_connect_data takes a GCallback; Swift cannot convert between C function types.
static inline gulong cglib_connect_connection_closed(
    GDBusConnection * _Nonnull connection,
    void (* _Nonnull callback)(GDBusConnection * _Nonnull, gboolean, GError * _Nullable,
                               gpointer _Nullable),
    gpointer _Nullable user_data,
    GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(connection, "closed", G_CALLBACK(callback), user_data, destroy,
                                 (GConnectFlags)0);
}

// The same for a folder's changes.
static inline gulong cglib_connect_monitor_changed(
    GFileMonitor * _Nonnull monitor,
    void (* _Nonnull callback)(GFileMonitor * _Nonnull, GFile * _Nonnull, GFile * _Nullable,
                               GFileMonitorEvent, gpointer _Nullable),
    gpointer _Nullable user_data,
    GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(monitor, "changed", G_CALLBACK(callback), user_data, destroy,
                                 (GConnectFlags)0);
}

// The same for a key of the desktop's settings; `detail` is "changed::" and the key.
static inline gulong cglib_connect_setting_changed(
    GSettings * _Nonnull settings, const char * _Nonnull detail,
    void (* _Nonnull callback)(GSettings * _Nonnull, const char * _Nonnull, gpointer _Nullable),
    gpointer _Nullable user_data,
    GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(settings, detail, G_CALLBACK(callback), user_data, destroy,
                                 (GConnectFlags)0);
}

// spawn.h shows these two only under _GNU_SOURCE, which Swift's own C library module does not set.
extern int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t * _Nonnull, const char * _Nonnull);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t * _Nonnull, int);

static inline int cglib_spawn_add_chdir(posix_spawn_file_actions_t * _Nonnull actions,
                                        const char * _Nonnull directory) {
    return posix_spawn_file_actions_addchdir_np(actions, directory);
}

static inline int cglib_spawn_add_closefrom(posix_spawn_file_actions_t * _Nonnull actions,
                                            int descriptor) {
    return posix_spawn_file_actions_addclosefrom_np(actions, descriptor);
}

// Runs in a forked child, where Swift's run time must not be entered: a session of its own, and the
// default signal mask.
static inline void cglib_become_independent(gpointer _Nullable unused) {
    (void)unused;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setsid();
}

// The two that libdispatch has for run loops other than its own stand in a private header of it: the
// descriptor (an eventfd) that can be read while the main queue has something to do, and what does it.
// Swift's Foundation serves the main queue by the same two.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void * _Nullable unused);

// Only the C library of GNU keeps free memory for itself, and takes it back when asked.
static inline void cglib_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// syscall is variadic.
static inline gboolean cglib_is_main_thread(void) {
    return syscall(SYS_gettid) == getpid();
}

// G_VARIANT_TYPE is a checked cast through a macro.
static inline const GVariantType * _Nonnull cglib_variant_type(const char * _Nonnull text) {
    return G_VARIANT_TYPE(text);
}

#endif

// GLib and GIO for Swift. A wrapper stands here only where Swift cannot make the call itself
// (a variadic function or a function-like macro), with the reason above it.
#ifndef CGLIB_SHIM_H
#define CGLIB_SHIM_H

#include <gio/gio.h>
// The folder of GIO's headers for Unix lies beside GLib's. The flags of gio-unix-2.0 would name it, but have -pthread
// as well, of which SwiftPM warns in every build.
#include <../gio-unix-2.0/gio/gdesktopappinfo.h>
// Newer releases of GLib have this one among those for all systems.
#if __has_include(<gio/gunixfdlist.h>)
#include <gio/gunixfdlist.h>
#else
#include <../gio-unix-2.0/gio/gunixfdlist.h>
#endif
#include <glib-unix.h>
#include <glib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
// The catalogues and locales of DesktopTexts; an app that does not declare this package names this module alone.
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
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

// prctl is variadic. Names the thread that calls it; the first 15 bytes count.
static inline void cglib_name_thread(const char * _Nonnull name) {
    prctl(PR_SET_NAME, name);
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

// g_object_new is variadic. The connection tells of its end in the main context of the thread that makes
// it, and connects where g_initable_init is called, which may be another thread.
static inline GDBusConnection * _Nonnull cglib_dbus_connection_new(const char * _Nonnull address,
                                                                   GDBusConnectionFlags flags) {
    return g_object_new(G_TYPE_DBUS_CONNECTION, "address", address, "flags", flags, NULL);
}

// G_INITABLE is a checked cast through a macro.
static inline gboolean cglib_dbus_connection_connect(GDBusConnection * _Nonnull connection,
                                                     GCancellable * _Nullable cancellable,
                                                     GError * _Nullable * _Nullable error) {
    return g_initable_init(G_INITABLE(connection), cancellable, error);
}

// G_VARIANT_TYPE is a checked cast through a macro.
static inline const GVariantType * _Nonnull cglib_variant_type(const char * _Nonnull text) {
    return G_VARIANT_TYPE(text);
}

// Makes a file in memory that can be sealed: syscall is variadic, and memfd_create is a GNU function.
static inline int cglib_memory_file(void) {
    return (int)syscall(SYS_memfd_create, "notify-schedule", 3u);
}

#endif

// A notification server that answers each call at once and draws nothing, so that what is measured beside it is the
// caller alone. With `--times` it prints when each Notify came, by the wall clock in microseconds, after the answer. It
// ends when its standard input is closed.
#include <gio/gio.h>
#include <stdio.h>

static gboolean prints_times;

static const char description[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
    "<method name='GetServerInformation'><arg type='s' direction='out'/><arg type='s' direction='out'/>"
    "<arg type='s' direction='out'/><arg type='s' direction='out'/></method>"
    "<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='as' direction='in'/>"
    "<arg type='a{sv}' direction='in'/><arg type='i' direction='in'/><arg type='u' direction='out'/></method>"
    "<method name='CloseNotification'><arg type='u' direction='in'/></method>"
    "<signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>"
    "<signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>"
    "</interface></node>";

static void answer(GDBusConnection *bus, const gchar *sender, const gchar *path, const gchar *interface,
                   const gchar *method, GVariant *arguments, GDBusMethodInvocation *call, gpointer data) {
    static guint32 last;
    gint64 now = g_get_real_time();
    GVariant *reply = NULL;
    if (g_str_equal(method, "GetCapabilities")) {
        const gchar *capabilities[] = {"actions", "body", "persistence", NULL};
        reply = g_variant_new("(^as)", capabilities);
    } else if (g_str_equal(method, "GetServerInformation")) {
        reply = g_variant_new("(ssss)", "answering-server", "notify-schedule", "1", "1.2");
    } else if (g_str_equal(method, "Notify")) {
        guint32 replaced;
        g_variant_get_child(arguments, 1, "u", &replaced);
        reply = g_variant_new("(u)", replaced ? replaced : ++last);
    }
    g_dbus_method_invocation_return_value(call, reply);
    if (prints_times && g_str_equal(method, "Notify")) {
        printf("%lld\n", (long long)now);
        fflush(stdout);
    }
}

static void owned(GDBusConnection *bus, const gchar *name, gpointer data) {
    printf("ready\n");
    fflush(stdout);
}

static void lost(GDBusConnection *bus, const gchar *name, gpointer data) {
    g_error("the bus or its name %s cannot be reached", name);
}

static gboolean closed(GIOChannel *input, GIOCondition condition, gpointer loop) {
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

int main(int count, char **words) {
    prints_times = count > 1 && g_str_equal(words[1], "--times");
    static const GDBusInterfaceVTable calls = {.method_call = answer};
    GError *error = NULL;
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(description, &error);
    GDBusConnection *bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, &error);
    if (!node || !bus || !g_dbus_connection_register_object(bus, "/org/freedesktop/Notifications",
                                                            node->interfaces[0], &calls, NULL, NULL, &error)) {
        g_printerr("answering-server: %s\n", error->message);
        return 1;
    }
    g_bus_own_name_on_connection(bus, "org.freedesktop.Notifications", G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, owned,
                                 lost, NULL, NULL);
    GMainLoop *loop = g_main_loop_new(NULL, FALSE);
    g_io_add_watch(g_io_channel_unix_new(0), G_IO_HUP | G_IO_IN, closed, loop);
    g_main_loop_run(loop);
    return 0;
}

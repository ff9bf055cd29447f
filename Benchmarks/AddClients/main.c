// Several clients that each add requests to the agent, one call after the other, over connections of their own: what is
// measured is the agent, and as little of the clients as can be. Prints the microseconds from the first call to the last
// reply. `add-clients CLIENTS CALLS NAME`; CALLS is the number of all of them together.
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>

static int calls_of_each;
static const char *name;

struct client {
    GDBusConnection *bus;
    int number;
};

static gpointer work(gpointer data) {
    struct client *client = data;
    for (int place = 0; place < calls_of_each; place++) {
        GVariantBuilder content, trigger, request;
        gchar *identifier = g_strdup_printf("%s-%d-%d", name, client->number, place);
        g_variant_builder_init(&content, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&content, "{sv}", "title", g_variant_new_string("many"));
        g_variant_builder_init(&trigger, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&trigger, "{sv}", "type", g_variant_new_string("timeInterval"));
        g_variant_builder_add(&trigger, "{sv}", "timeInterval", g_variant_new_int64(360000000000));
        g_variant_builder_init(&request, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&request, "{sv}", "identifier", g_variant_new_string(identifier));
        g_variant_builder_add(&request, "{sv}", "content", g_variant_builder_end(&content));
        g_variant_builder_add(&request, "{sv}", "trigger", g_variant_builder_end(&trigger));
        GError *error = NULL;
        GVariant *reply = g_dbus_connection_call_sync(
            client->bus, "org.notifyschedule.Agent", "/org/notifyschedule/Agent", "org.notifyschedule.Agent1", "Add",
            g_variant_new("(@a{sv})", g_variant_builder_end(&request)), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
        if (!reply) g_error("%s", error->message);
        g_variant_unref(reply);
        g_free(identifier);
    }
    return NULL;
}

int main(int count, char **words) {
    if (count != 4) return 64;
    int clients = atoi(words[1]);
    calls_of_each = atoi(words[2]) / clients;
    name = words[3];
    gchar *address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    struct client all[clients];
    GThread *threads[clients];
    for (int number = 0; number < clients; number++) {
        GError *error = NULL;
        all[number].number = number;
        all[number].bus = g_dbus_connection_new_for_address_sync(
            address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
            NULL, NULL, &error);
        if (!all[number].bus) g_error("%s", error->message);
    }
    gint64 start = g_get_monotonic_time();
    for (int number = 0; number < clients; number++) threads[number] = g_thread_new("client", work, &all[number]);
    for (int number = 0; number < clients; number++) g_thread_join(threads[number]);
    printf("%lld\n", (long long)(g_get_monotonic_time() - start));
    return 0;
}

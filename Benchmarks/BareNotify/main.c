// A given number of bubbles, one after the other and with libnotify alone: the peer of many that are due
// in one instant. Prints the microseconds from the first call to the last reply.
#include <libnotify/notify.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    int bubbles = count > 1 ? atoi(words[1]) : 1;
    if (!notify_init("bare-notify")) return 1;
    // The first one makes the connection.
    NotifyNotification *first = notify_notification_new("first", "B", NULL);
    if (!notify_notification_show(first, NULL)) return 1;
    g_object_unref(first);
    gint64 start = g_get_monotonic_time();
    for (int number = 0; number < bubbles; number++) {
        NotifyNotification *bubble = notify_notification_new("T", "B", NULL);
        if (!notify_notification_show(bubble, NULL)) return 1;
        g_object_unref(bubble);
    }
    printf("%lld\n", (long long)(g_get_monotonic_time() - start));
    notify_uninit();
    return 0;
}

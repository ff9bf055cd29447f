// A bubble at each instant that is read from standard input, in microseconds since 1970, by a bare timer of the
// kernel and libnotify alone: the peer of one delivery.
#include <libnotify/notify.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int show(const char *summary) {
    NotifyNotification *bubble = notify_notification_new(summary, "B", NULL);
    int shown = notify_notification_show(bubble, NULL);
    g_object_unref(bubble);
    return shown;
}

int main(void) {
    char line[64];
    uint64_t expirations;
    int timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
    // The first one makes the connection.
    if (timer < 0 || !notify_init("timed-notify") || !show("first")) return 1;
    while (fgets(line, sizeof line, stdin)) {
        long long due = atoll(line);
        struct itimerspec time = {
            .it_value = {.tv_sec = due / 1000000, .tv_nsec = due % 1000000 * 1000},
        };
        if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL) != 0) return 1;
        if (read(timer, &expirations, sizeof expirations) < 0 || !show("due")) return 1;
    }
    notify_uninit();
    return 0;
}

// libnotify for Swift. A wrapper stands here only where Swift cannot make the call itself, with the
// reason above it.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include "../CGLib/shim.h"
#include <libnotify/notify.h>

// g_object_new is variadic; notify_notification_new refuses an empty summary and cannot set the id,
// with which a bubble is rebuilt to be replaced or closed.
static inline NotifyNotification * _Nonnull cnotify_notification_new(
    gint id, const char * _Nonnull summary, const char * _Nullable body,
    const char * _Nullable icon_name) {
    NotifyNotification *notification =
        (NotifyNotification *)g_object_new(NOTIFY_TYPE_NOTIFICATION, "id", id, "summary", summary,
                                           "body", body, NULL);
    if (icon_name != NULL) {
        // Newer releases of libnotify send icon-name as an image, no more as the application's icon.
        gboolean has_icon =
            g_object_class_find_property(G_OBJECT_GET_CLASS(notification), "app-icon") != NULL;
        g_object_set(notification, has_icon ? "app-icon" : "icon-name", icon_name, NULL);
    }
    return notification;
}

// g_object_get is variadic, and the id has no accessor.
static inline gint cnotify_notification_id(NotifyNotification * _Nonnull notification) {
    gint id = 0;
    g_object_get(notification, "id", &id, NULL);
    return id;
}

#endif

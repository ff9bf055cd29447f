// libnotify, and the reader of images that comes with it, for Swift.
//
// The few functions in use are declared here and not taken from libnotify's headers: those need pkg-config's flags,
// and SwiftPM asks pkg-config for every system library of a package, warns of flags that it does not pass on, and
// asks for libnotify to be installed, also in builds of programs that use none of this. `make lint-c` compares the
// declarations with the headers.
#ifndef CNOTIFY_SHIM_H
#define CNOTIFY_SHIM_H

#include "../CGLib/shim.h"

#pragma clang assume_nonnull begin

typedef struct _NotifyNotification NotifyNotification;
typedef void (*NotifyActionCallback)(NotifyNotification *, char *, gpointer _Nullable);

GType notify_notification_get_type(void);
gboolean notify_init(const char *app_name);
void notify_notification_add_action(NotifyNotification *, const char *action, const char *label,
                                    NotifyActionCallback callback,
                                    gpointer _Nullable user_data, GFreeFunc _Nullable destroy);
void notify_notification_set_app_name(NotifyNotification *, const char *app_name);
void notify_notification_set_hint(NotifyNotification *, const char *key, GVariant *value);
void notify_notification_set_timeout(NotifyNotification *, gint milliseconds);
gboolean notify_notification_show(NotifyNotification *,
                                  GError * _Nullable * _Nullable error);

typedef struct _GdkPixbuf GdkPixbuf;
typedef struct _GdkPixbufFormat GdkPixbufFormat;
#ifndef GDK_PIXBUF_H
typedef enum { GDK_COLORSPACE_RGB } GdkColorspace;
typedef enum { GDK_INTERP_NEAREST } GdkInterpType;
#endif

GdkPixbufFormat * _Nullable gdk_pixbuf_get_file_info(const char *path, gint *width,
                                                     gint *height);
GdkPixbuf * _Nullable gdk_pixbuf_new(GdkColorspace, gboolean has_alpha, int bits_per_sample,
                                     int width, int height);
GdkPixbuf * _Nullable gdk_pixbuf_new_from_file(const char *path,
                                               GError * _Nullable * _Nullable error);
GdkPixbuf * _Nullable gdk_pixbuf_new_from_file_at_scale(const char *path, int width, int height,
                                                        gboolean keeps_ratio,
                                                        GError * _Nullable * _Nullable error);
GdkPixbuf * _Nullable gdk_pixbuf_apply_embedded_orientation(GdkPixbuf *);
void gdk_pixbuf_composite(const GdkPixbuf *source, GdkPixbuf *target, int x, int y, int width,
                          int height, double offset_x, double offset_y, double scale_x,
                          double scale_y, GdkInterpType, int alpha);
void gdk_pixbuf_fill(GdkPixbuf *, guint32 pixel);
int gdk_pixbuf_get_bits_per_sample(const GdkPixbuf *);
gsize gdk_pixbuf_get_byte_length(const GdkPixbuf *);
gboolean gdk_pixbuf_get_has_alpha(const GdkPixbuf *);
int gdk_pixbuf_get_height(const GdkPixbuf *);
int gdk_pixbuf_get_n_channels(const GdkPixbuf *);
int gdk_pixbuf_get_rowstride(const GdkPixbuf *);
int gdk_pixbuf_get_width(const GdkPixbuf *);
const guint8 * _Nullable gdk_pixbuf_read_pixels(const GdkPixbuf *);
gboolean gdk_pixbuf_save_to_bufferv(GdkPixbuf *, gchar * _Nullable * _Nonnull buffer,
                                    gsize *size, const char *type,
                                    char * _Nullable * _Nullable keys,
                                    char * _Nullable * _Nullable values,
                                    GError * _Nullable * _Nullable error);

#pragma clang assume_nonnull end

// g_object_new is variadic; notify_notification_new refuses an empty summary and cannot set the id,
// with which a bubble is rebuilt to be replaced or closed.
static inline NotifyNotification * _Nonnull cnotify_notification_new(
    gint id, const char * _Nonnull summary, const char * _Nullable body,
    const char * _Nullable icon_name) {
    NotifyNotification *notification = (NotifyNotification *)g_object_new(
        notify_notification_get_type(), "id", id, "summary", summary, "body", body, NULL);
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

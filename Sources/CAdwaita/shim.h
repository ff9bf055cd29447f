// GTK 4 and libadwaita for Swift.
//
// The few functions in use are declared here and not taken from their headers, for the reasons that the shim of
// libnotify names. `make lint-c` compares the declarations with the headers. Most of what a widget is stands in
// a file of GtkBuilder, and what changes is set as a property, so that few functions are needed.
#ifndef CADWAITA_SHIM_H
#define CADWAITA_SHIM_H

#include "../CGLib/shim.h"

#pragma clang assume_nonnull begin

typedef struct _AdwApplication AdwApplication;
typedef struct _AdwExpanderRow AdwExpanderRow;
typedef struct _AdwPreferencesGroup AdwPreferencesGroup;
typedef struct _AdwToast AdwToast;
typedef struct _AdwToastOverlay AdwToastOverlay;
typedef struct _GdkFileList GdkFileList;
typedef struct _GtkAccessible GtkAccessible;
typedef struct _GtkActionable GtkActionable;
typedef struct _GtkApplication GtkApplication;
typedef struct _GtkBuilder GtkBuilder;
typedef struct _GtkCalendar GtkCalendar;
typedef struct _GtkDropTarget GtkDropTarget;
typedef struct _GtkEditable GtkEditable;
typedef struct _GtkEventController GtkEventController;
typedef struct _GtkFileChooser GtkFileChooser;
typedef struct _GtkFileChooserNative GtkFileChooserNative;
typedef struct _GtkListBox GtkListBox;
typedef struct _GtkListItem GtkListItem;
typedef struct _GtkListItemFactory GtkListItemFactory;
typedef struct _GtkMenuButton GtkMenuButton;
typedef struct _GtkNativeDialog GtkNativeDialog;
typedef struct _GtkNoSelection GtkNoSelection;
typedef struct _GtkPopover GtkPopover;
typedef struct _GtkStringList GtkStringList;
typedef struct _GtkWidget GtkWidget;
typedef struct _GtkWindow GtkWindow;

AdwApplication *adw_application_new(const char * _Nullable application_id, GApplicationFlags flags);
void adw_expander_row_add_row(AdwExpanderRow *, GtkWidget *child);
void adw_expander_row_remove(AdwExpanderRow *, GtkWidget *child);
void adw_preferences_group_add(AdwPreferencesGroup *, GtkWidget *child);
void adw_preferences_group_remove(AdwPreferencesGroup *, GtkWidget *child);
AdwToast *adw_toast_new(const char *title);
void adw_toast_dismiss(AdwToast *);
void adw_toast_set_timeout(AdwToast *, guint seconds);
void adw_toast_overlay_add_toast(AdwToastOverlay *, AdwToast *);

GSList * _Nullable gdk_file_list_get_files(GdkFileList *);
GType gdk_file_list_get_type(void);
GtkBuilder *gtk_builder_new_from_string(const char *text, gssize length);
GObject * _Nullable gtk_builder_get_object(GtkBuilder *, const char *name);
GDateTime *gtk_calendar_get_date(GtkCalendar *);
void gtk_calendar_select_day(GtkCalendar *, GDateTime *);
GListModel *gtk_file_chooser_get_files(GtkFileChooser *);
void gtk_editable_set_position(GtkEditable *, int position);
void gtk_list_box_insert(GtkListBox *, GtkWidget *child, int position);
void gtk_list_box_remove(GtkListBox *, GtkWidget *child);
guint gtk_list_item_get_position(GtkListItem *);
void gtk_list_item_set_child(GtkListItem *, GtkWidget * _Nullable child);
void gtk_menu_button_popdown(GtkMenuButton *);
void gtk_native_dialog_show(GtkNativeDialog *);
GtkNoSelection *gtk_no_selection_new(GListModel * _Nullable model);
void gtk_popover_popdown(GtkPopover *);
GtkListItemFactory *gtk_signal_list_item_factory_new(void);
GtkStringList *gtk_string_list_new(const char * _Nullable const * _Nullable strings);
void gtk_string_list_splice(GtkStringList *, guint position, guint removed,
                            const char * _Nullable const * _Nullable added);
void gtk_widget_add_controller(GtkWidget *, GtkEventController *);
void gtk_widget_add_css_class(GtkWidget *, const char *name);
void gtk_widget_remove_css_class(GtkWidget *, const char *name);
gboolean gtk_widget_activate_action(GtkWidget *, const char *name,
                                    const char * _Nullable format, ...);
gboolean gtk_widget_grab_focus(GtkWidget *);
gboolean gtk_widget_is_ancestor(GtkWidget *, GtkWidget *ancestor);
GtkWidget * _Nullable gtk_widget_get_first_child(GtkWidget *);
GtkWidget * _Nullable gtk_widget_get_next_sibling(GtkWidget *);
GtkWidget * _Nullable gtk_widget_get_parent(GtkWidget *);
void gtk_window_set_application(GtkWindow *, GtkApplication * _Nullable);
GtkWidget * _Nullable gtk_window_get_focus(GtkWindow *);
void gtk_window_close(GtkWindow *);
void gtk_window_present(GtkWindow *);

#ifndef __GTK_ENUMS_H__
typedef enum { GTK_ACCESSIBLE_PROPERTY_LABEL = 4 } GtkAccessibleProperty;
#endif
void gtk_accessible_update_property(GtkAccessible *, GtkAccessibleProperty, ...);

#ifndef __GTK_FILE_CHOOSER_H__
typedef enum { GTK_FILE_CHOOSER_ACTION_OPEN } GtkFileChooserAction;
#endif
GtkFileChooserNative *gtk_file_chooser_native_new(const char * _Nullable title,
                                                  GtkWindow * _Nullable parent,
                                                  GtkFileChooserAction,
                                                  const char * _Nullable accept,
                                                  const char * _Nullable cancel);

#ifndef __GDK_ENUMS_H__
typedef enum { GDK_ACTION_COPY = 1 } GdkDragAction;
#endif
GtkDropTarget *gtk_drop_target_new(GType type, GdkDragAction);

#pragma clang assume_nonnull end

// Variadic.
static inline void cadwaita_set_label(GtkWidget * _Nonnull widget, const char * _Nonnull label) {
    gtk_accessible_update_property((GtkAccessible *)widget, GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

// Variadic. Whether there is such an action.
static inline gboolean cadwaita_activate(GtkWidget * _Nonnull widget, const char * _Nonnull action) {
    return gtk_widget_activate_action(widget, action, NULL);
}

// G_OBJECT_TYPE_NAME is a cast through a macro.
static inline gboolean cadwaita_is(gpointer _Nonnull widget, const char * _Nonnull type) {
    return g_str_equal(G_OBJECT_TYPE_NAME(widget), type);
}

// GApplication is a pointer of another type in Swift. The application does not end while it is held.
static inline void cadwaita_hold(gpointer _Nonnull application) { g_application_hold((GApplication *)application); }
static inline void cadwaita_release(gpointer _Nonnull application) { g_application_release((GApplication *)application); }

// g_object_set and g_object_get are variadic.
static inline void cadwaita_set_text(gpointer _Nonnull object, const char * _Nonnull property,
                                     const char * _Nullable value) {
    g_object_set(object, property, value, NULL);
}

static inline void cadwaita_set_flag(gpointer _Nonnull object, const char * _Nonnull property,
                                     gboolean value) {
    g_object_set(object, property, value, NULL);
}

static inline void cadwaita_set_object(gpointer _Nonnull object, const char * _Nonnull property,
                                       gpointer _Nullable value) {
    g_object_set(object, property, value, NULL);
}

static inline void cadwaita_set_number(gpointer _Nonnull object, const char * _Nonnull property,
                                       double value) {
    g_object_set(object, property, value, NULL);
}

static inline void cadwaita_set_index(gpointer _Nonnull object, const char * _Nonnull property,
                                      guint value) {
    g_object_set(object, property, value, NULL);
}

static inline guint cadwaita_index(gpointer _Nonnull object, const char * _Nonnull property) {
    guint value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

// The caller frees it.
static inline char * _Nullable cadwaita_text(gpointer _Nonnull object,
                                             const char * _Nonnull property) {
    char *value = NULL;
    g_object_get(object, property, &value, NULL);
    return value;
}

static inline gboolean cadwaita_flag(gpointer _Nonnull object, const char * _Nonnull property) {
    gboolean value = FALSE;
    g_object_get(object, property, &value, NULL);
    return value;
}

static inline double cadwaita_number(gpointer _Nonnull object, const char * _Nonnull property) {
    double value = 0;
    g_object_get(object, property, &value, NULL);
    return value;
}

// g_signal_connect_data takes a GCallback; Swift cannot convert between C function types. For a signal without
// arguments of its own.
static inline gulong cadwaita_connect(gpointer _Nonnull object, const char * _Nonnull signal,
                                      void (* _Nonnull callback)(gpointer _Nonnull, gpointer _Nullable),
                                      gpointer _Nullable data, GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(object, signal, G_CALLBACK(callback), data, destroy,
                                 (GConnectFlags)0);
}

// The same for a signal with one argument: the property of notify, or the parameter of an action.
static inline gulong cadwaita_connect_value(gpointer _Nonnull object, const char * _Nonnull signal,
                                            void (* _Nonnull callback)(gpointer _Nonnull,
                                                                       gpointer _Nullable,
                                                                       gpointer _Nullable),
                                            gpointer _Nullable data,
                                            GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(object, signal, G_CALLBACK(callback), data, destroy,
                                 (GConnectFlags)0);
}

// The same for a signal with a position in a list.
static inline gulong cadwaita_connect_position(gpointer _Nonnull object, const char * _Nonnull signal,
                                               void (* _Nonnull callback)(gpointer _Nonnull, guint,
                                                                          gpointer _Nullable),
                                               gpointer _Nullable data,
                                               GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(object, signal, G_CALLBACK(callback), data, destroy,
                                 (GConnectFlags)0);
}

// The same for the files that are dropped; they belong to the value.
static inline gulong cadwaita_connect_drop(gpointer _Nonnull object,
                                           gboolean (* _Nonnull callback)(gpointer _Nonnull,
                                                                          const GValue * _Nonnull,
                                                                          double, double,
                                                                          gpointer _Nullable),
                                           gpointer _Nullable data,
                                           GClosureNotify _Nullable destroy) {
    return g_signal_connect_data(object, "drop", G_CALLBACK(callback), data, destroy,
                                 (GConnectFlags)0);
}

// G_LIST_MODEL is such a cast. The selection takes over the list.
static inline GtkNoSelection * _Nonnull cadwaita_selection(GtkStringList * _Nonnull list) {
    return gtk_no_selection_new((GListModel *)list);
}

// G_ACTION_MAP and G_ACTION are checked casts through macros.
static inline void cadwaita_add_action(gpointer _Nonnull map, GSimpleAction * _Nonnull action) {
    g_action_map_add_action(G_ACTION_MAP(map), G_ACTION(action));
}

// G_APPLICATION is such a cast. GIO ends the program with its bus, before the window can say so.
static inline void cadwaita_outlive_bus(AdwApplication * _Nonnull application) {
    GDBusConnection *bus = g_application_get_dbus_connection((GApplication *)application);
    if (bus != NULL) g_dbus_connection_set_exit_on_close(bus, FALSE);
}

static inline int cadwaita_run(AdwApplication * _Nonnull application, int count,
                               char * _Nullable * _Nullable arguments) {
    return g_application_run((GApplication *)application, count, arguments);
}

#endif

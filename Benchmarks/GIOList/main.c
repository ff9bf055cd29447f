// GIO's own list of all applications, as a C program prints it: the peer of `launcher list`.
#include <gio/gio.h>
#include <stdio.h>

int main(void) {
    GList *all = g_app_info_get_all();
    for (GList *element = all; element != NULL; element = element->next) {
        GAppInfo *info = element->data;
        if (!g_app_info_should_show(info)) continue;
        printf("%s\t%s\n", g_app_info_get_id(info), g_app_info_get_name(info));
    }
    g_list_free_full(all, g_object_unref);
    return 0;
}

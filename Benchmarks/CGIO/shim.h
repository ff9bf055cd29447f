// GIO for the C program beside which the launcher's list is measured.
#include <gio/gio.h>

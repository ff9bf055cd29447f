// libnotify, for the C program that is the peer.
#include <libnotify/notify.h>

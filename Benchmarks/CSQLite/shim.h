// SQLite, for the C program that is the peer.
#include <sqlite3.h>

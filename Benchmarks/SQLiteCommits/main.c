// How many rows SQLite commits in a second, one after the other and as durably as the agent does: the peer of
// requests that are added one after the other. Takes the file and a number; prints the microseconds.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static long long now(void) {
    struct timeval time;
    gettimeofday(&time, NULL);
    return time.tv_sec * 1000000LL + time.tv_usec;
}

int main(int count, char **words) {
    sqlite3 *file;
    sqlite3_stmt *insert;
    static char record[400];
    if (count < 3 || sqlite3_open(words[1], &file) != SQLITE_OK) return 1;
    if (sqlite3_exec(file, "PRAGMA journal_mode = wal; PRAGMA synchronous = full;"
                           "CREATE TABLE row (name TEXT PRIMARY KEY, due INTEGER, record BLOB);"
                           "CREATE INDEX due ON row (due)", NULL, NULL, NULL) != SQLITE_OK)
        return 1;
    if (sqlite3_prepare_v2(file, "INSERT INTO row VALUES (?, ?, ?)", -1, &insert, NULL) != SQLITE_OK)
        return 1;
    long long start = now();
    for (int number = 0; number < atoi(words[2]); number++) {
        char name[32];
        snprintf(name, sizeof name, "request-%d", number);
        sqlite3_bind_text(insert, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 2, number * 7919LL % 1000003);
        sqlite3_bind_blob(insert, 3, record, sizeof record, SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE) return 1;
        sqlite3_reset(insert);
    }
    printf("%lld\n", now() - start);
    sqlite3_finalize(insert);
    sqlite3_close(file);
    return 0;
}

#include "FaultyDisk.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One operation on a file that was not synced. */
typedef struct change {
    struct change *next;
    sqlite3_int64 offset;
    /* -1 for a truncation to the offset. */
    int length;
    unsigned char bytes[];
} change;

/* A file as the disk has it. */
typedef struct image {
    struct image *next;
    char *path;
    unsigned char *bytes;
    sqlite3_int64 size;
    change *first, *last;
    int open_files;
    /* Another folder is watched by now. */
    int is_retired;
} image;

typedef struct {
    sqlite3_file base;
    image *image;
    sqlite3_file *real;
} faulty_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs layer;
static sqlite3_vfs *below;
static char *watched;
static image *images;
static int operations, first_failing, last_failing = -1;
static faulty_disk_fault wanted;
static sqlite3_int64 capacity = -1;

/* How many bytes the files of the watched folder have. */
static sqlite3_int64 used_bytes(void) {
    DIR *listing = watched ? opendir(watched) : NULL;
    if (!listing) return 0;
    sqlite3_int64 used = 0;
    for (struct dirent *entry; (entry = readdir(listing));) {
        struct stat status;
        if (fstatat(dirfd(listing), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(status.st_mode))
            used += status.st_size;
    }
    closedir(listing);
    return used;
}

/* Whether there is no room for a write. */
static int is_full(sqlite3_file *file, int length, sqlite3_int64 offset) {
    sqlite3_int64 size = 0;
    if (capacity < 0 || file->pMethods->xFileSize(file, &size) != SQLITE_OK) return 0;
    return offset + length > size && used_bytes() + offset + length - size > capacity;
}

static void drop_changes(image *image) {
    while (image->first) {
        change *next = image->first->next;
        free(image->first);
        image->first = next;
    }
    image->last = NULL;
}

static void resize(image *image, sqlite3_int64 size) {
    if (size > image->size) {
        image->bytes = realloc(image->bytes, (size_t)size);
        memset(image->bytes + image->size, 0, (size_t)(size - image->size));
    }
    image->size = size;
}

static void apply(image *image, const change *change, int length) {
    if (change->length < 0) {
        if (change->offset < image->size) resize(image, change->offset);
        return;
    }
    if (change->offset + length > image->size) resize(image, change->offset + length);
    memcpy(image->bytes + change->offset, change->bytes, (size_t)length);
}

static void note(image *image, sqlite3_int64 offset, const void *bytes, int length) {
    change *noted = malloc(sizeof(change) + (size_t)(length > 0 ? length : 0));
    noted->next = NULL;
    noted->offset = offset;
    noted->length = length;
    if (length > 0) memcpy(noted->bytes, bytes, (size_t)length);
    if (image->last) image->last->next = noted;
    else image->first = noted;
    image->last = noted;
}

/* What an operation is to end with; SQLITE_OK where it is to work. */
static int outcome(int is_sync) {
    int number = operations++;
    if (number < first_failing || (last_failing >= 0 && number >= last_failing)) return SQLITE_OK;
    if (last_failing < 0 && first_failing < 0) return SQLITE_OK;
    switch (wanted) {
    case FAULTY_DISK_FULL: return is_sync ? SQLITE_OK : SQLITE_FULL;
    case FAULTY_DISK_WRITE_ERROR: return is_sync ? SQLITE_OK : SQLITE_IOERR_WRITE;
    case FAULTY_DISK_SYNC_ERROR: return is_sync ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    }
    return SQLITE_OK;
}

static sqlite3_file *real(sqlite3_file *file) { return ((faulty_file *)file)->real; }

/* The watched image of a file; NULL where it is left alone. */
static image *image_of_file(sqlite3_file *file) {
    image *image = ((faulty_file *)file)->image;
    return image && !image->is_retired ? image : NULL;
}

static int file_close(sqlite3_file *file) {
    image *image = ((faulty_file *)file)->image;
    pthread_mutex_lock(&lock);
    if (image) image->open_files--;
    pthread_mutex_unlock(&lock);
    int result = real(file)->pMethods->xClose(real(file));
    sqlite3_free(real(file));
    return result;
}

static int file_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, length, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    pthread_mutex_lock(&lock);
    image *image = image_of_file(file);
    int result = image ? outcome(0) : SQLITE_OK;
    if (image && result == SQLITE_OK && is_full(real(file), length, offset)) result = SQLITE_FULL;
    if (image && result == SQLITE_OK) note(image, offset, bytes, length);
    pthread_mutex_unlock(&lock);
    if (result != SQLITE_OK) return result;
    return real(file)->pMethods->xWrite(real(file), bytes, length, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    pthread_mutex_lock(&lock);
    image *image = image_of_file(file);
    int result = image ? outcome(0) : SQLITE_OK;
    if (image && result == SQLITE_OK) note(image, size, NULL, -1);
    pthread_mutex_unlock(&lock);
    if (result != SQLITE_OK) return SQLITE_IOERR_TRUNCATE;
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    pthread_mutex_lock(&lock);
    image *image = image_of_file(file);
    int result = image ? outcome(1) : SQLITE_OK;
    if (image && result == SQLITE_OK) {
        for (change *done = image->first; done; done = done->next) apply(image, done, done->length);
        drop_changes(image);
    }
    pthread_mutex_unlock(&lock);
    /* The real disk need not be waited for. */
    (void)flags;
    return result;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int file_is_locked(sqlite3_file *file, int *is_locked) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is_locked);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector(sqlite3_file *file) {
    return real(file)->pMethods->xSectorSize(real(file));
}

static int file_device(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, memory);
}

static int file_lock_memory(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int file_unmap(sqlite3_file *file, int delete) {
    return real(file)->pMethods->xShmUnmap(real(file), delete);
}

/* Version 2: without mapped reads and writes, which would pass by. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_locked,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_map,
    .xShmLock = file_lock_memory,
    .xShmBarrier = file_barrier,
    .xShmUnmap = file_unmap,
};

/* What a file holds that was there before it was watched. */
static void load(image *image) {
    FILE *file = fopen(image->path, "rb");
    if (!file) return;
    fseek(file, 0, SEEK_END);
    resize(image, ftell(file));
    rewind(file);
    if (image->size > 0 && fread(image->bytes, 1, (size_t)image->size, file) == 0) image->size = 0;
    fclose(file);
}

static image *image_of(const char *path, int is_made) {
    if (!path || !watched || strncmp(path, watched, strlen(watched)) != 0) return NULL;
    for (image *known = images; known; known = known->next) {
        if (!known->is_retired && strcmp(known->path, path) == 0) return known;
    }
    if (!is_made) return NULL;
    image *made = calloc(1, sizeof(image));
    made->path = strdup(path);
    load(made);
    made->next = images;
    images = made;
    return made;
}

static int layer_open(
    sqlite3_vfs *vfs,
    const char *path,
    sqlite3_file *file,
    int flags,
    int *out_flags
) {
    (void)vfs;
    faulty_file *faulty = (faulty_file *)file;
    faulty->base.pMethods = NULL;
    faulty->real = sqlite3_malloc(below->szOsFile);
    if (!faulty->real) return SQLITE_NOMEM;
    pthread_mutex_lock(&lock);
    faulty->image = image_of(path, 1);
    pthread_mutex_unlock(&lock);
    int result = below->xOpen(below, path, faulty->real, flags, out_flags);
    if (result != SQLITE_OK) {
        sqlite3_free(faulty->real);
        return result;
    }
    faulty->base.pMethods = &methods;
    pthread_mutex_lock(&lock);
    if (faulty->image) faulty->image->open_files++;
    pthread_mutex_unlock(&lock);
    return result;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    (void)vfs;
    pthread_mutex_lock(&lock);
    image *image = image_of(path, 0);
    if (image) {
        drop_changes(image);
        image->size = 0;
    }
    pthread_mutex_unlock(&lock);
    return below->xDelete(below, path, sync_folder);
}

int faulty_disk_install(void) {
    if (below) return SQLITE_OK;
    below = sqlite3_vfs_find(NULL);
    if (!below) return SQLITE_ERROR;
    layer = *below;
    layer.zName = "faulty disk";
    layer.szOsFile = sizeof(faulty_file);
    layer.xOpen = layer_open;
    layer.xDelete = layer_delete;
    return sqlite3_vfs_register(&layer, 1);
}

void faulty_disk_watch(const char *folder) {
    pthread_mutex_lock(&lock);
    image **link = &images;
    while (*link) {
        image *old = *link;
        drop_changes(old);
        old->is_retired = 1;
        if (old->open_files > 0) {
            link = &old->next;
            continue;
        }
        *link = old->next;
        free(old->path);
        free(old->bytes);
        free(old);
    }
    free(watched);
    watched = strdup(folder);
    operations = 0;
    first_failing = last_failing = -1;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_set_capacity(long long more) {
    pthread_mutex_lock(&lock);
    capacity = more < 0 ? -1 : used_bytes() + more;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_arm(int working, int failing, faulty_disk_fault fault) {
    pthread_mutex_lock(&lock);
    operations = 0;
    first_failing = working;
    last_failing = failing < 0 ? -1 : working + failing;
    wanted = fault;
    pthread_mutex_unlock(&lock);
}

int faulty_disk_disarm(void) {
    pthread_mutex_lock(&lock);
    int count = operations;
    first_failing = last_failing = -1;
    pthread_mutex_unlock(&lock);
    return count;
}

static int save(const image *image, const char *folder) {
    const char *name = strrchr(image->path, '/');
    char path[4096];
    if (!name || snprintf(path, sizeof path, "%s%s", folder, name) >= (int)sizeof path) return 1;
    FILE *file = fopen(path, "wb");
    if (!file) return 1;
    size_t written = image->size ? fwrite(image->bytes, 1, (size_t)image->size, file) : 0;
    return fclose(file) != 0 || written != (size_t)image->size;
}

int faulty_disk_cut_power(const char *folder, unsigned seed) {
    int result = 0;
    pthread_mutex_lock(&lock);
    for (image *source = images; source; source = source->next) {
        if (source->is_retired) continue;
        size_t length = strlen(source->path);
        /* What is in memory alone goes with the power. */
        if (length > 4 && strcmp(source->path + length - 4, "-shm") == 0) continue;
        image left = {.path = source->path, .size = 0};
        resize(&left, source->size);
        if (source->size > 0) memcpy(left.bytes, source->bytes, (size_t)source->size);
        for (const change *lost = source->first; lost; lost = lost->next) {
            int chance = rand_r(&seed) % 3;
            if (chance == 0) continue;
            /* One of the last sectors may be missing. */
            int kept = lost->length;
            if (chance == 1 && kept > 512) kept = 512 * (rand_r(&seed) % (kept / 512));
            apply(&left, lost, kept);
        }
        if (left.size > 0) result |= save(&left, folder);
        free(left.bytes);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

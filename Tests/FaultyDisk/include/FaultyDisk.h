/* A disk that fails when a test wants it to: a layer of SQLite's own between it and the files. */
#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/* What an operation ends with. */
typedef enum {
    FAULTY_DISK_WRITE_ERROR,
    FAULTY_DISK_FULL,
    FAULTY_DISK_SYNC_ERROR,
} faulty_disk_fault;

/* Puts the layer under every database that is opened from now on, once; 0 where that worked. */
int faulty_disk_install(void);

/* Watches the databases of one folder, whose path ends with a slash; the others are left alone. */
void faulty_disk_watch(const char *folder);

/* Lets operations fail: after some that work, so many; a negative count for all of them. */
void faulty_disk_arm(int working, int failing, faulty_disk_fault fault);

/* Lets all operations work again; the number of those since the arming comes back. */
int faulty_disk_disarm(void);

/* Lets writes fail that would make the watched folder larger than it is now by more than so many bytes, all of its
   files counted; a negative number for no bound. */
void faulty_disk_set_capacity(long long more);

/* Leaves in another folder what a power cut at this moment would leave: all that was synced, and by chance
   parts of what was not. 0 where that worked. */
int faulty_disk_cut_power(const char *folder, unsigned seed);

#endif

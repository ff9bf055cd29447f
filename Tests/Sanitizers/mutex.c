/* Tells the thread sanitizer of Swift's Mutex.

   Where nobody waits, Mutex is an atomic operation inside the caller, which the sanitizer sees. Where somebody does,
   it is a futex inside Swift's library, which was not built for the sanitizer: what one holder wrote and the next one
   reads then looks like a race. These stand before the two functions of the library that wait and wake, and pass the
   order on. A race of something that no Mutex guards is reported as before. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *);
void __tsan_release(void *);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* _MutexHandle._lockSlow(_:) and _MutexHandle._unlockSlow() of the module Synchronization. */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock(SELF void *mutex) __asm__(UNLOCK);

static SWIFT void (*lock_of_swift)(uint32_t, SELF void *);
static SWIFT void (*unlock_of_swift)(SELF void *);

__attribute__((constructor)) static void find(void) {
    lock_of_swift = dlsym(RTLD_NEXT, LOCK);
    unlock_of_swift = dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock(uint32_t thread, SELF void *mutex) {
    lock_of_swift(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void unlock(SELF void *mutex) {
    __tsan_release(mutex);
    unlock_of_swift(mutex);
}

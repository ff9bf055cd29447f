// The kernel's timers, which the C library's module for Swift leaves out.
#include <sys/timerfd.h>

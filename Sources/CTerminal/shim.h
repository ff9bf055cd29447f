// Terminals, signals and children for Swift. A wrapper stands here only where Swift cannot make the call itself
// (a variadic function, a macro, or what the headers show under _GNU_SOURCE alone).
#ifndef CTERMINAL_SHIM_H
#define CTERMINAL_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// spawn.h shows these only under _GNU_SOURCE.
extern int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t * _Nonnull, int);

static inline int cterminal_spawn_add_foreground(posix_spawn_file_actions_t * _Nonnull actions, int terminal) {
    return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
}

// POSIX_SPAWN_SETSID, which spawn.h shows only under _GNU_SOURCE.
static const short cterminal_spawn_setsid = 0x80;

// Opens a pseudo-terminal; ptsname_r and its friends are shown under _GNU_SOURCE alone, and ioctl is variadic.
static inline int cterminal_open_master(char * _Nonnull path, size_t size) {
    int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
    int locked = 0;
    unsigned int number = 0;
    if (ioctl(master, TIOCSPTLCK, &locked) != 0 || ioctl(master, TIOCGPTN, &number) != 0) {
        int reason = errno;
        close(master);
        errno = reason;
        return -1;
    }
    snprintf(path, size, "/dev/pts/%u", number);
    return master;
}

// ioctl is variadic.
static inline int cterminal_window_size(int terminal, struct winsize * _Nonnull size) {
    return ioctl(terminal, TIOCGWINSZ, size);
}

static inline int cterminal_set_window_size(int terminal, const struct winsize * _Nonnull size) {
    return ioctl(terminal, TIOCSWINSZ, size);
}

// How many bytes can be read; -1 for an error.
static inline int cterminal_count_waiting(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

// F_SETPIPE_SZ, which fcntl.h shows only under _GNU_SOURCE.
static inline int cterminal_set_pipe_size(int descriptor, int size) {
    return fcntl(descriptor, 1031, size);
}

// The fields of siginfo_t are macros over a union.
struct cterminal_change {
    pid_t process;
    int code;
    int status;
};

static inline int cterminal_wait(pid_t process, int options, struct cterminal_change * _Nonnull change) {
    siginfo_t information;
    memset(&information, 0, sizeof information);
    int result = waitid(P_PID, (id_t)process, &information, options);
    change->process = information.si_pid;
    change->code = information.si_code;
    change->status = information.si_status;
    return result;
}

// glibc has a wrapper only since 2.36.
static inline int cterminal_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// Linux 6.15 keeps the status of a collected process for its descriptors; older headers lack the call.
static inline int cterminal_pidfd_exit_status(int descriptor, int * _Nonnull status) {
    struct {
        uint64_t mask;
        uint64_t cgroup;
        uint32_t ids[11];
        int32_t exit_code;
    } information;
    const uint64_t has_exit = 1 << 3;
    memset(&information, 0, sizeof information);
    information.mask = has_exit;
    if (ioctl(descriptor, _IOWR(0xFF, 11, information), &information) != 0) return -1;
    if (!(information.mask & has_exit)) return -1;
    *status = information.exit_code;
    return 0;
}

static inline int64_t cterminal_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// What the witness of a process group writes for each signal.
struct cterminal_report {
    int32_t number;
    int32_t unused;
    int64_t milliseconds;
};

// Starts a process of this one's group that reports each signal, until this process has ended. Swift has no fork, and a
// program of its own would take ten times as long to start.
static inline pid_t cterminal_start_witness(int reports) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    // What this process holds open must end with the command. The call is newer than some headers.
    int high = reports > 2 ? reports : fcntl(reports, F_DUPFD, 10);
    for (int descriptor = 0; descriptor < high; descriptor++) close(descriptor);
    if (syscall(436, high + 1, ~0U, 0) != 0)
        for (int descriptor = high + 1; descriptor < 1024; descriptor++) close(descriptor);
    for (;;) {
        struct cterminal_report report;
        memset(&report, 0, sizeof report);
        report.number = sigwaitinfo(&all, NULL);
        report.milliseconds = cterminal_milliseconds();
        if (report.number > 0 && write(high, &report, sizeof report) < 0 && errno == EPIPE) _exit(0);
    }
}

#endif

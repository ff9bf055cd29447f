// Hands the arguments of the process to Swift.
//
// Swift looks for them in memory below `environ`. A library of LD_PRELOAD that sets a variable has the C library move
// `environ`, and then a program with Swift's libraries in it finds no arguments. The C library gives them to each
// constructor of the program as well.
#include "CArguments.h"

// Of Swift's runtime: what CommandLine has from now on.
extern void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count);

extern char **environ;

// An empty environment, and what Swift reads below it.
static char *nothing[8];

// Before the constructors without a priority, among which is the one of Swift's that looks below `environ`.
__attribute__((constructor(101))) static void take_arguments(int count, char **arguments) {
    if (!environ) environ = nothing + 4;
    _swift_stdlib_overrideUnsafeArgvArgc(arguments, count);
}

// The one call of libFuzzer that a program with a main of its own makes; no header declares it.
#ifndef CFUZZER_SHIM_H
#define CFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int * _Nonnull argc, char * _Nullable * _Nonnull * _Nonnull argv,
                        int (* _Nonnull callback)(const uint8_t * _Nullable data, size_t size));

#endif

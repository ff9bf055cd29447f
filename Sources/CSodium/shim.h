// libsodium for Swift. A wrapper stands here only where Swift cannot make the call itself, with the reason above it.
#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

#endif

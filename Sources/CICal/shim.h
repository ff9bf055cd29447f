// libical for Swift. A wrapper stands here only where Swift cannot make the call itself, with the reason
// above it.
#ifndef CICAL_SHIM_H
#define CICAL_SHIM_H

#include <libical/ical.h>

#endif

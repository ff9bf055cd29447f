// libical for Swift. A wrapper stands here only where Swift cannot make the call itself, with the reason
// above it.
#ifndef CICAL_SHIM_H
#define CICAL_SHIM_H

#include <libical/ical.h>

// libical 4 has another name for it.
static inline icalcomponent *ical_copy(icalcomponent *component) {
#if ICAL_MAJOR_VERSION >= 4
    return icalcomponent_clone(component);
#else
    return icalcomponent_new_clone(component);
#endif
}

#endif

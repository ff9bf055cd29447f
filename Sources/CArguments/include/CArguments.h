// The arguments of a program, for Swift; see arguments.c. Linking it is enough.
#ifndef CARGUMENTS_H
#define CARGUMENTS_H
#endif

/* CUDA's headers take from here what stddef.h has, and no function. */
#ifndef CUSPEC_STDLIB_H
#define CUSPEC_STDLIB_H
#include <stddef.h>
#endif

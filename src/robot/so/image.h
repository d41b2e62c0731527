/* image.h - the statics of a shared object, read from its file without loading it.
 *
 * The file is untrusted: every offset is checked, and the work is bounded by the size of the file. */
#pragma once

#include "base/base.h"

/* The part of a loaded object that its code can write to, relative to its load address. */
struct image_statics {
	uint64_t at;
	uint64_t size;
	bool is_simple; /* true if there is no thread-local storage and no constructor except the compiler's own: then
	                 * these bytes are the robot's whole state after loading */
};

/* Copies n bytes of the file. Returns false if they extend beyond its end. */
bool image_take(const unsigned char *bytes, size_t size, uint64_t at, void *out, size_t n);

/* Makes the statics of C++ templates and of inline functions weak, as clang does. g++ makes them unique, so all loaded
 * copies of a file, and thus all instances, would share them. */
void image_unshare(unsigned char *bytes, size_t size);

/* Gives a robot's own functions precedence over those of the same name in libc or a library of the arena (index, error,
 * y1), by marking the object as linked with -Bsymbolic, if its dynamic section has room for that. */
void image_prefer_own(unsigned char *bytes, size_t size);

/* Returns the reason why the loader would refuse the bytes, or crash on them, or NULL if no reason is known. */
const char *image_refusal(const unsigned char *bytes, size_t size);

/* Finds the statics. Returns non-zero when the bytes are not a 64-bit ELF shared object of this machine's byte
 * order. */
int image_statics(const unsigned char *bytes, size_t size, struct image_statics *statics);

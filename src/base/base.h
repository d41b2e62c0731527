/* base.h - what every file uses: the headers of C without input and output, errors, memory, strings.
 *
 * A file names it only if no other header that it includes brings it. Files that read, write or ask the system name stdio.h,
 * errno.h, unistd.h and the like themselves: their includes say which they are. */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

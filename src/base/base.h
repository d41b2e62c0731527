/* base.h - included by every file: the standard C headers except those for I/O, and the arena's errors, memory, strings
 * and loops.
 *
 * A file includes it unless another of its headers does. Files that use input, output or system calls include stdio.h,
 * errno.h, unistd.h and so on themselves, so that their includes show this. */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/loops.h"
#include "base/mem.h"
#include "base/str.h"

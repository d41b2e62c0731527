/* base.h - included by every file: the standard C headers except those for I/O, and the arena's errors, memory, strings
 * and loops.
 *
 * A file includes this header unless another header that it includes already does. A file that uses input, output or
 * system calls includes stdio.h, errno.h, unistd.h and so on itself, so that its includes show what it uses. */
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

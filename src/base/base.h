/* base.h - what every file uses: standard C headers except those of I/O, errors, memory, strings.
 *
 * A file includes it unless another of its headers does. Files that do input, output or system calls include stdio.h,
 * errno.h, unistd.h and the like themselves, so that their includes show it. */
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

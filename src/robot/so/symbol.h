/* symbol.h - finds the function of a robot that contains an address, for crash reports. */
#pragma once

#include "robot/robot.h"

/* Writes "function+0x12" for an offset from the robot's load address, using the symbol tables of its file, which
 * include static functions unless it was stripped, or "+0x1234" when no function is known there. The file is untrusted,
 * so every offset is checked. Returns 0 when a function was found. */
int crash_symbol(const struct robot *robot, uint64_t offset, char *out, size_t size);

/* Demangles the name of a C++ function, without its arguments: "_ZN5table4playEi" becomes "table::play". Only plain and
 * nested names, constructors and destructors are supported (Itanium C++ ABI, 5.1); other names are copied unchanged.
 * `out` has `size` bytes. */
void symbol_plain(const char *name, char *out, size_t size);

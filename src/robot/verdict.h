/* verdict.h - the verdict on an ask, and the description of a fault. */
#pragma once

#include "base/base.h"

enum verdict {
	VERDICT_OK = 0,
	VERDICT_ILLEGAL, /* a play that the rules forbid; the game handles it */
	VERDICT_TIMEOUT, /* the robot used up its CPU time, or slept until the wall-clock limit */
	VERDICT_CRASH,   /* a signal, an exit, or a violation of the protocol */
	VERDICT_LOAD,    /* the robot could not be loaded */
	VERDICT_COUNT,
};

enum { VERDICT_OUTPUT_MAX = 8192 };

/* A fault, with the data of its crash report. Strings are sanitised and NUL-terminated. */
struct fault {
	enum verdict verdict;
	char cause[200];  /* "SIGSEGV at address 0x0", "exited with status 3" */
	uint64_t offset;  /* address within the robot's file, when has_offset */
	uint32_t has_offset;
	uint32_t n_output;
	char output[VERDICT_OUTPUT_MAX + 1]; /* the end of the robot's output */
};

/* Copies text that a robot may have written, at most `most` bytes and up to a NUL, into field[size]. Copies only
 * printable characters, and always adds a NUL. */
void fault_text(char *field, size_t size, const char *text, size_t most);

/* Writes the cause of a fault: the signal `number` that ended the process, or else its exit status. */
void fault_end(struct fault *fault, bool is_signal, int number);

/* Returns "ok", "illegal", "timeout", "crash", "load": for tables and files. */
const char *verdict_name(enum verdict verdict);

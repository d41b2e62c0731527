/* verdict.c - see verdict.h. */
#include "robot/verdict.h"

#include "base/err.h"

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[VERDICT_COUNT] = {"ok", "illegal", "timeout", "crash", "load"};
	bug_if((unsigned)verdict >= VERDICT_COUNT);
	return names[verdict];
}

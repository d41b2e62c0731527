/* verdict.c - see verdict.h. */
#include "robot/verdict.h"

#include "base/err.h"

void fault_text(char *field, size_t size, const char *text, size_t most)
{
	size_t n = 0;
	for (size_t i = 0; i < most && text[i] && n + 1 < size; i++)
		field[n++] = (unsigned char)text[i] < ' ' || text[i] == 127 ? ' ' : text[i];
	field[n] = '\0';
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[VERDICT_COUNT] = {"ok", "illegal", "timeout", "crash", "load"};
	bug_if((unsigned)verdict >= VERDICT_COUNT);
	return names[verdict];
}

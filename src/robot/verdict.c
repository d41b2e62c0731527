/* verdict.c - the verdict on an ask, and the description of a fault (verdict.h). */
#include "robot/verdict.h"

#include <stdio.h>

#include "base/text.h"

void fault_text(char *field, size_t size, const char *text, size_t most)
{
	size_t n = 0;
	for (size_t i = 0; i < most && text[i] && n + 1 < size;) {
		unsigned char c = (unsigned char)text[i];
		char whole[5] = {0}; /* ends with a NUL, because `most` may cut off the character */
		for (size_t k = 0; k < 4 && i + k < most && text[i + k]; k++)
			whole[k] = text[i + k];
		size_t length = text_character(whole);
		if (length > 1 && n + length >= size)
			break;
		if (length)
			memcpy(field + n, whole, length);
		else
			field[n] = c < ' ' || c == 127 ? ' ' : '?';
		n += length ? length : 1;
		i += length ? length : 1;
	}
	field[n] = '\0';
}

void fault_end(struct fault *fault, bool is_signal, int number)
{
	const char *name = sigabbrev_np(number);
	if (is_signal)
		snprintf(fault->cause, sizeof fault->cause, "SIG%s (%s)", name ? name : "?", strsignal(number));
	else
		snprintf(fault->cause, sizeof fault->cause, "called exit(%d)", number);
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[VERDICT_COUNT] = {"ok", "illegal", "timeout", "crash", "load"};
	bug_if((unsigned)verdict >= VERDICT_COUNT);
	return names[verdict];
}

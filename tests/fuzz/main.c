/* main.c - the same targets under libFuzzer: make fuzz TARGET=rules */
#include <stdlib.h>
#include <string.h>

#include "targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *name = getenv("TARGET");
	char *text = malloc(size + 1);
	memcpy(text, data, size);
	text[size] = '\0';
	for (int i = 0; i < n_fuzz_targets; i++)
		if (!name || strcmp(name, fuzz_targets[i].name) == 0)
			fuzz_targets[i].parse(text, size);
	free(text);
	return 0;
}

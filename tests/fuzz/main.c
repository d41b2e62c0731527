/* main.c - the same targets under libFuzzer: make fuzz TARGET=rules. Adds the sample of the target to the corpus, the
 * folder $CORPUS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("TARGET"), *folder = getenv("CORPUS");
	char path[4096];
	(void)argc;
	(void)argv;
	for (int i = 0; folder && i < n_fuzz_targets; i++) {
		FILE *file;
		AUTO_STR struct str sample = {0};
		fuzz_sample(&fuzz_targets[i], &sample);
		if (!sample.length || (name && strcmp(name, fuzz_targets[i].name) != 0))
			continue;
		snprintf(path, sizeof path, "%s/sample-%s", folder, fuzz_targets[i].name);
		if ((file = fopen(path, "w")) != NULL) {
			fwrite(sample.text, 1, sample.length, file);
			fclose(file);
		}
	}
	return 0;
}

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

/* available.c - the memory that is still available (available.h). */
#include "base/available.h"

#include <stdio.h>

#include "base/control_group.h"

/* Of the machine; 0 when it cannot be read. */
static uint64_t of_machine(void)
{
	char line[128];
	unsigned long long kilobytes, sum = 0;
	FILE *file = fopen("/proc/meminfo", "re");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "MemAvailable: %llu", &kilobytes) == 1 || sscanf(line, "SwapFree: %llu", &kilobytes) == 1)
			sum += kilobytes;
	if (file)
		fclose(file);
	return sum * 1024;
}

/* The number in a file; UINT64_MAX when there is none or it is "max". */
static uint64_t limit_in(const char *path)
{
	unsigned long long limit = UINT64_MAX;
	FILE *file = fopen(path, "re");
	if (file && fscanf(file, "%llu", &limit) != 1)
		limit = UINT64_MAX;
	if (file)
		fclose(file);
	return limit;
}

/* The smallest limit of a group and of those above it. */
static uint64_t limit_of_group(const struct control_group *group)
{
	uint64_t least = UINT64_MAX;
	for (size_t n = strlen(group->folder);;) {
		char path[sizeof group->folder + 32];
		snprintf(path, sizeof path, "%.*s/%s", (int)n, group->folder, group->is_second ? "memory.max" : "memory.limit_in_bytes");
		uint64_t limit = limit_in(path);
		least = limit < least ? limit : least;
		if (n <= group->n_mount)
			return least;
		while (n > group->n_mount && group->folder[--n] != '/')
			;
	}
}

uint64_t available_memory(void)
{
	uint64_t machine = of_machine(), least = machine ? machine : UINT64_MAX, limit = UINT64_MAX;
	struct control_group group;
	if (control_group_of_memory(&group))
		limit = limit_of_group(&group);
	return limit < least ? limit : least;
}

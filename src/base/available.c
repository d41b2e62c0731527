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

/* What the group may still use: its limit less its memory, without files that nothing uses at the moment. */
static uint64_t left_in(const struct control_group *group, size_t n_folder)
{
	char path[sizeof group->folder + 32];
	const char *const names[][3] = {{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
					{"memory.max", "memory.current", "inactive_file"}}, *const *name = names[group->is_second];
	uint64_t inactive = 0;
	snprintf(path, sizeof path, "%.*s/%s", (int)n_folder, group->folder, name[0]);
	uint64_t limit = limit_in(path);
	snprintf(path, sizeof path, "%.*s/%s", (int)n_folder, group->folder, name[1]);
	uint64_t used = limit_in(path);
	if (limit == UINT64_MAX || used == UINT64_MAX)
		return limit;
	snprintf(path, sizeof path, "%.*s/memory.stat", (int)n_folder, group->folder);
	control_group_count(path, name[2], &inactive);
	used -= inactive < used ? inactive : used;
	return used < limit ? limit - used : 0;
}

/* The least that is left in a group and in those above it. */
static uint64_t left_in_groups(const struct control_group *group)
{
	uint64_t least = UINT64_MAX;
	for (size_t n = strlen(group->folder);;) {
		uint64_t left = left_in(group, n);
		least = left < least ? left : least;
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
		limit = left_in_groups(&group);
	return limit < least ? limit : least;
}

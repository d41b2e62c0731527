/* user_map.c - the users of a program's user namespace (user_map.h). */
#include "robot/program/user_map.h"

#include <stdio.h>

enum { SECOND = 1, NOBODY = 65534 };

/* Maps the users `first` to `end` - 1 to themselves. Adds no line for an empty range, which the kernel would refuse. */
static void add_as_they_are(struct str *map, uint64_t first, uint64_t end)
{
	if (first < end)
		str_addf(map, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", first, first, end - first);
}

void user_map_add(struct str *map, const char *known)
{
	uint64_t first, count;
	int n;
	str_addf(map, "0 0 1\n%d %d 1\n", SECOND, NOBODY);
	for (const char *at = known; sscanf(at, "%" SCNu64 " %*u %" SCNu64 "%n", &first, &count, &n) == 2; at += n) {
		uint64_t end = first + count;
		add_as_they_are(map, first > SECOND ? first : SECOND + 1, end < NOBODY ? end : NOBODY);
		add_as_they_are(map, first > NOBODY ? first : NOBODY + 1, end);
	}
}

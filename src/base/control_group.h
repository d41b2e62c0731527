/* control_group.h - the control group that limits the memory of this process. */
#ifndef ARENA_BASE_CONTROL_GROUP_H
#define ARENA_BASE_CONTROL_GROUP_H

#include <stdbool.h>

struct control_group {
	bool is_second;     /* of version 2, whose files have other names */
	const char *folder; /* where groups are mounted */
	char group[512];    /* below it: "" or "/NAME..." */
};

/* False when there is none. A memory controller of version 1 takes precedence, because a group of version 2 then has
 * none. */
bool control_group_of_memory(struct control_group *group);

#endif

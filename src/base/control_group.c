/* control_group.c - the control group that limits the memory of this process (control_group.h). */
#include "base/control_group.h"

#include <stdio.h>
#include <string.h>

bool control_group_of_memory(struct control_group *group)
{
	char line[sizeof group->group];
	bool is_found = false;
	FILE *groups = fopen("/proc/self/cgroup", "re"); /* "0::/GROUP", and of version 1 "N:memory:/GROUP" */
	while (groups && fgets(line, sizeof line, groups)) {
		line[strcspn(line, "\n")] = '\0';
		const char *name = strchr(line, '/');
		bool is_second = strncmp(line, "0::", 3) == 0;
		if (!name || (is_second ? is_found : !strstr(line, ":memory:")))
			continue;
		is_found = true;
		group->is_second = is_second;
		group->folder = is_second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
		snprintf(group->group, sizeof group->group, "%s", name[1] ? name : "");
	}
	if (groups)
		fclose(groups);
	return is_found;
}

/* control_group.c - the control group (cgroup) that limits the memory of this process (control_group.h). */
#include "base/control_group.h"

#include <stdio.h>

/* A line of /proc/self/mountinfo: "36 35 0:28 ROOT MOUNT rw,noatime shared:1 ... - TYPE SOURCE OPTIONS", with spaces in
 * paths as "\040". */
struct mount {
	char root[512], at[512], type[32], options[256];
};

static bool read_mount(const char *line, struct mount *mount)
{
	const char *after = strstr(line, " - ");
	return after && sscanf(line, "%*s %*s %*s %511s %511s", mount->root, mount->at) == 2 &&
	       sscanf(after, " - %31s %*s %255s", mount->type, mount->options) == 2;
}

/* Decodes octal escapes in place, such as "\040" for a space. */
static void decode(char *text)
{
	char *to = text;
	for (const char *at = text; *at; to++) {
		bool is_octal = at[0] == '\\' && at[1] >= '0' && at[1] <= '3' && at[2] >= '0' && at[2] <= '7' &&
			at[3] >= '0' && at[3] <= '7';
		*to = is_octal ? (char)((at[1] - '0') * 64 + (at[2] - '0') * 8 + at[3] - '0') : *at;
		at += is_octal ? 4 : 1;
	}
	*to = '\0';
}

/* Finds the name of the group in lines of "N:CONTROLLERS:NAME": the group of version 1 that has the memory controller
 * or, without it, the group of version 2. Returns false if there is neither. */
static bool find_name(const char *groups, char *name, size_t size, bool *is_second)
{
	bool is_found = false;
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &groups)) {
		bool is_of_two = strncmp(line.text, "0::", 3) == 0;
		char *controllers = strchr(line.text, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path)
			continue;
		*path++ = '\0';
		if (is_of_two ? is_found : !str_has_word(controllers + 1, "memory", ","))
			continue;
		is_found = strlen(path) < size;
		*is_second = is_of_two;
		snprintf(name, size, "%s", path);
	}
	return is_found;
}

/* Returns the part of a group's name below the root of a mount, or NULL if the group is not below it. */
static const char *below(const char *name, const char *root)
{
	size_t n = strcmp(root, "/") == 0 ? 0 : strlen(root);
	if (strncmp(name, root, n) != 0 || (name[n] && name[n] != '/'))
		return NULL;
	return strcmp(name + n, "/") == 0 ? "" : name + n;
}

bool control_group_find(const char *groups, const char *mounts, struct control_group *group)
{
	char name[512];
	struct mount mount;
	bool is_second = false;
	if (!find_name(groups, name, sizeof name, &is_second))
		return false;
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &mounts)) {
		if (!read_mount(line.text, &mount) || strcmp(mount.type, is_second ? "cgroup2" : "cgroup") != 0 ||
		    (!is_second && !str_has_word(mount.options, "memory", ",")))
			continue;
		decode(mount.root);
		decode(mount.at);
		const char *rest = below(name, mount.root);
		if (!rest || strlen(mount.at) + strlen(rest) >= sizeof group->folder)
			continue;
		group->is_second = is_second;
		group->n_mount = strlen(mount.at);
		strcpy(stpcpy(group->folder, mount.at), rest);
		return true;
	}
	return false;
}

bool control_group_of_memory(struct control_group *group)
{
	enum { MOST = 4 << 20 };
	AUTO_STR struct str groups = {0}, mounts = {0};
	struct err err = {0};
	if (str_read_file(&groups, "/proc/self/cgroup", MOST, &err) ||
	    str_read_file(&mounts, "/proc/self/mountinfo", MOST, &err))
		return false;
	return control_group_find(str_text(&groups), str_text(&mounts), group);
}

bool control_group_count(const char *path, const char *word, uint64_t *count)
{
	char line[256];
	size_t n = strlen(word);
	bool is_found = false;
	FILE *file = fopen(path, "re");
	while (file && !is_found && fgets(line, sizeof line, file)) {
		is_found = strncmp(line, word, n) == 0 && line[n] == ' ';
		if (is_found)
			*count = strtoull(line + n, NULL, 10);
	}
	if (file)
		fclose(file);
	return is_found;
}

/* Returns the available memory and free swap of the machine in bytes, or 0 if they cannot be read. */
static uint64_t of_machine(void)
{
	uint64_t kilobytes = 0, swap = 0;
	control_group_count("/proc/meminfo", "MemAvailable:", &kilobytes);
	control_group_count("/proc/meminfo", "SwapFree:", &swap);
	return (kilobytes + swap) * 1024;
}

/* Returns the number in a file; UINT64_MAX when there is none or it is "max". */
static uint64_t limit_in(const char *path)
{
	unsigned long long limit;
	AUTO_STR struct str text = {0};
	return str_read_file(&text, path, 64, NULL) == 0 && sscanf(str_text(&text), "%llu", &limit) == 1
		? limit : UINT64_MAX;
}

/* Returns how much memory the group may still use: its limit minus what it uses, not counting cached files that nothing
 * uses at the moment. */
static uint64_t left_in(const struct control_group *group, size_t n_folder)
{
	char path[sizeof group->folder + 32];
	const char *const names[][3] = {{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
					{"memory.max", "memory.current", "inactive_file"}},
		*const *name = names[group->is_second];
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

/* Returns the least memory that is left in the group or in any of its parents. */
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

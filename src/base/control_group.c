/* control_group.c - the control group (cgroup) that limits the memory of this process (control_group.h). */
#include "base/control_group.h"

#include <stdio.h>

/* A line of /proc/self/mountinfo:
 * "36 35 0:28 ROOT MOUNT rw,noatime shared:1 ... - TYPE SOURCE OPTIONS", with blanks in paths as "\040". */
struct mount {
	char root[512], at[512], type[32], options[256];
};

static bool read_mount(const char *line, size_t length, struct mount *mount)
{
	AUTO_STR struct str text = str_of("%.*s", (int)length, line);
	const char *after = strstr(str_text(&text), " - ");
	return after && sscanf(str_text(&text), "%*s %*s %*s %511s %511s", mount->root, mount->at) == 2 &&
	       sscanf(after, " - %31s %*s %255s", mount->type, mount->options) == 2;
}

/* "\040" is a blank. */
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

/* Is `word` one of the words of a list with commas? */
static bool has_word(const char *list, size_t length, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = list, *end = list + length; at < end;) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		size_t n_here = (size_t)((comma ? comma : end) - at);
		if (n_here == n && strncmp(at, word, n) == 0)
			return true;
		at += n_here + 1;
	}
	return false;
}

/* The name of the group in "N:CONTROLLERS:NAME": of version 1 with the memory controller, else of version 2. False: none. */
static bool find_name(const char *groups, char *name, size_t size, bool *is_second)
{
	bool is_found = false;
	for (const char *line = groups, *end; *line; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		const char *controllers = memchr(line, ':', (size_t)(end - line));
		const char *path = controllers ? memchr(controllers + 1, ':', (size_t)(end - controllers - 1)) : NULL;
		if (!path)
			continue;
		bool is_of_two = strncmp(line, "0::", 3) == 0;
		if (is_of_two ? is_found : !has_word(controllers + 1, (size_t)(path - controllers - 1), "memory"))
			continue;
		is_found = (size_t)(end - path) <= size;
		*is_second = is_of_two;
		snprintf(name, size, "%.*s", (int)(end - path - 1), path + 1);
	}
	return is_found;
}

/* What is left of a group's name below the root of a mount; NULL: it is not there. */
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
	for (const char *line = mounts, *end; *line; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		if (!read_mount(line, (size_t)(end - line), &mount) || strcmp(mount.type, is_second ? "cgroup2" : "cgroup") != 0 ||
		    (!is_second && !has_word(mount.options, strlen(mount.options), "memory")))
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
	if (str_read_file(&groups, "/proc/self/cgroup", MOST, &err) || str_read_file(&mounts, "/proc/self/mountinfo", MOST, &err))
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

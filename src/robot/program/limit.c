/* limit.c - control groups (version 2) that limit a program together with all that it has started (limit.h). */
#include "robot/program/limit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "arena-"
#define MAIN "/main"

enum { LONGEST = sizeof ((struct limit_group *)0)->folder + 32 };

/* Writes a file of a group. Returns non-zero with errno. */
static int write_to(const char *folder, const char *name, const char *text)
{
	char path[LONGEST];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	AUTO_CLOSE int fd = open(path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) ? 0 : -1;
}

/* Reads a file of a group. Returns false when it cannot be read. */
static bool read_from(const char *folder, const char *name, struct str *text)
{
	char path[LONGEST];
	struct err err = {0};
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return str_read_file(text, path, 1 << 20, &err) == 0;
}

/* Returns the number after a word at the beginning of a line, or 0 when there is none. */
static uint64_t count_of(const char *folder, const char *file, const char *word)
{
	char path[LONGEST];
	uint64_t count = 0;
	snprintf(path, sizeof path, "%s/%s", folder, file);
	control_group_count(path, word, &count);
	return count;
}

static bool has_controller(const char *folder, const char *file, const char *controller)
{
	AUTO_STR struct str text = {0};
	return read_from(folder, file, &text) && str_has_word(str_text(&text), controller, " \n");
}

static bool has_processes(const char *folder)
{
	return count_of(folder, "cgroup.events", "populated") > 0;
}

/* Returns true if the group is the root of all groups, which has no file cgroup.type. Only the root may have both
 * processes and subgroups with limits. */
static bool is_root(const char *folder)
{
	char path[LONGEST];
	snprintf(path, sizeof path, "%s/cgroup.type", folder);
	return access(path, F_OK) != 0;
}

/* Waits briefly until the group has no processes. */
static void await_empty(const char *folder)
{
	enum { LONGEST_MS = 5000 };
	char path[LONGEST];
	snprintf(path, sizeof path, "%s/cgroup.events", folder);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && has_processes(folder)) {
		char text[128];
		struct pollfd event = {.fd = fd, .events = POLLPRI};
		if (read(fd, text, sizeof text) >= 0 && has_processes(folder) && poll(&event, 1, LONGEST_MS) == 0)
			return;
	}
}

static void end_all(const char *folder)
{
	AUTO_STR struct str text = {0};
	if (!has_processes(folder))
		return;
	/* Before Linux 5.14 there is no cgroup.kill. */
	if (write_to(folder, "cgroup.kill", "1") && read_from(folder, "cgroup.procs", &text))
		for (char *at = text.text; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
			long pid = strtol(at, NULL, 10);
			if (pid > 1)
				kill((pid_t)pid, SIGKILL);
		}
	await_empty(folder);
}

/* Returns true if this is the group `main` of an arena, and sets *folder to the arena's folder. */
static bool is_main(const struct control_group *group, char *folder, size_t size)
{
	size_t n = strlen(group->folder), n_main = strlen(MAIN);
	if (!group->is_second || n < n_main || strcmp(group->folder + n - n_main, MAIN) != 0)
		return false;
	snprintf(folder, size, "%.*s", (int)(n - n_main), group->folder);
	const char *name = strrchr(folder, '/');
	return name && strlen(folder) > group->n_mount && strncmp(name + 1, PREFIX, strlen(PREFIX)) == 0;
}

static bool find_own(char *folder, size_t size)
{
	struct control_group group;
	return control_group_of_memory(&group) && is_main(&group, folder, size);
}

bool limit_is_there(void)
{
	char folder[LONGEST];
	return find_own(folder, sizeof folder);
}

/* Removes all groups below that of an arena except `keep`, and then, if `keep` is NULL, the arena's group itself. */
static void remove_tree(const char *folder, const char *keep)
{
	AUTO_STR struct str path = {0};
	DIR *below = opendir(folder);
	for (struct dirent *entry; below && (entry = readdir(below)) != NULL;) {
		if (entry->d_type != DT_DIR || entry->d_name[0] == '.' || (keep && strcmp(entry->d_name, keep) == 0))
			continue;
		str_set(&path, "%s/%s", folder, entry->d_name);
		end_all(path.text);
		rmdir(path.text);
	}
	if (below)
		closedir(below);
	if (!keep)
		rmdir(folder);
}

/* Removes groups of killed arenas, whose `main` has no processes and whose PID does not exist. */
static void remove_stale(const char *own)
{
	AUTO_STR struct str path = {0};
	DIR *below = opendir(own);
	for (struct dirent *entry; below && (entry = readdir(below)) != NULL;) {
		long pid = strtol(entry->d_name + strnlen(entry->d_name, strlen(PREFIX)), NULL, 10);
		if (entry->d_type != DT_DIR || strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 || pid <= 0 ||
		    pid == getpid() || kill((pid_t)pid, 0) == 0 || errno != ESRCH)
			continue;
		str_set(&path, "%s/%s%s", own, entry->d_name, MAIN);
		if (has_processes(path.text))
			continue;
		path.text[path.length - strlen(MAIN)] = '\0';
		remove_tree(path.text, NULL);
	}
	if (below)
		closedir(below);
}

/* Returns true if this process is the only one in the group. */
static bool is_alone(const char *folder)
{
	AUTO_STR struct str text = {0};
	char own[24];
	int n = snprintf(own, sizeof own, "%ld\n", (long)getpid());
	return read_from(folder, "cgroup.procs", &text) && text.length == (size_t)n && strcmp(text.text, own) == 0;
}

/* Enables limits for the groups below a group. The limit on processes is enabled only if the kernel supports it. */
static int enable(const char *folder)
{
	if (write_to(folder, "cgroup.subtree_control", "+memory"))
		return -1;
	write_to(folder, "cgroup.subtree_control", "+pids");
	return 0;
}

/* Moves this arena from its group `folder` back to the group `own`. */
static void undo(const char *own, const char *folder)
{
	remove_tree(folder, &MAIN[1]);
	write_to(folder, "cgroup.subtree_control", "-memory -pids");
	write_to(folder, "cgroup.subtree_control", "-memory"); /* if there is no pids controller, the kernel refuses the
	                                                        * line above */
	if (!is_root(own) && write_to(own, "cgroup.subtree_control", "-memory -pids"))
		write_to(own, "cgroup.subtree_control", "-memory");
	write_to(own, "cgroup.procs", "0");
	remove_tree(folder, NULL);
}

void limit_enter_below(const struct control_group *own)
{
	AUTO_STR struct str folder = {0}, main = {0};
	if (!own->is_second || !has_controller(own->folder, "cgroup.controllers", "memory"))
		return;
	remove_stale(own->folder);
	if (!is_root(own->folder) && !is_alone(own->folder))
		return;
	str_addf(&folder, "%s/" PREFIX "%ld", own->folder, (long)getpid());
	str_addf(&main, "%s" MAIN, folder.text);
	if (strlen(folder.text) >= sizeof ((struct limit_group *)0)->folder - 16 || mkdir(folder.text, 0755))
		return;
	if (mkdir(main.text, 0755) || write_to(main.text, "cgroup.procs", "0") || enable(own->folder) ||
	    enable(folder.text))
		undo(own->folder, folder.text);
}

void limit_enter(void)
{
	struct control_group own;
	char folder[LONGEST];
	if (control_group_of_memory(&own) && !is_main(&own, folder, sizeof folder))
		limit_enter_below(&own);
}

void limit_leave(void)
{
	char folder[LONGEST], own[LONGEST];
	if (!find_own(folder, sizeof folder))
		return;
	char *name = strrchr(folder, '/');
	if (strtol(name + 1 + strlen(PREFIX), NULL, 10) != getpid())
		return; /* the group belongs to the process that started this one */
	snprintf(own, sizeof own, "%.*s", (int)(name - folder), folder);
	undo(own, folder);
	remove_stale(own);
}

int limit_group_make(struct limit_group *group, uint64_t memory, int n_processes, struct err *err)
{
	char own[LONGEST], number[24];
	*group = (struct limit_group){0};
	if (!find_own(own, sizeof own))
		return 0;
	char folder[sizeof group->folder];
	if (snprintf(folder, sizeof folder, "%.*s/XXXXXX", LONGEST, own) >= (int)sizeof folder || !mkdtemp(folder))
		return err_errno(err, "cannot create a control group in '%s'", own);
	memcpy(group->folder, folder, sizeof folder);
	snprintf(number, sizeof number, "%" PRIu64, memory);
	if (memory && write_to(folder, "memory.max", number)) {
		err_errno(err, "cannot limit the memory of the control group '%s'", folder);
		limit_group_remove(group);
		return -1;
	}
	write_to(folder, "memory.swap.max", "0"); /* fails without harm on kernels without this file */
	write_to(folder, "memory.oom.group", "1");
	snprintf(number, sizeof number, "%d", n_processes);
	write_to(folder, "pids.max", number); /* fails without harm on systems without the pids controller */
	return 0;
}

int limit_group_door(const struct limit_group *group, struct err *err)
{
	char path[LONGEST];
	if (!group->folder[0])
		return -1;
	snprintf(path, sizeof path, "%s/cgroup.procs", group->folder);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		err_errno(err, "cannot open '%s'", path);
	return fd;
}

/* "oom" counts how often the group reached its own limit, "oom_kill" all processes that were killed in it. */
bool limit_group_is_exceeded(const struct limit_group *group)
{
	return group->folder[0] && count_of(group->folder, "memory.events", "oom_kill") > 0 &&
	       count_of(group->folder, "memory.events", "oom") > 0;
}

bool limit_group_is_victim(const struct limit_group *group)
{
	return group->folder[0] && count_of(group->folder, "memory.events", "oom_kill") > 0 &&
		!limit_group_is_exceeded(group);
}

void limit_group_remove(struct limit_group *group)
{
	if (!group->folder[0])
		return;
	end_all(group->folder);
	rmdir(group->folder);
	group->folder[0] = '\0';
}

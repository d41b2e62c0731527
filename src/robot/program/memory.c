/* memory.c - memory of all processes of a program together (memory.h).
 *
 * The cheap counter counts a shared page in each process. Only if that is too much, the kernel is asked for the exact sum,
 * which takes a millisecond for a few hundred megabytes. */
#include "robot/program/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "robot/program/limit.h"

/* The beginning of /proc/PID/NAME; false when it cannot be read. */
static bool read_file(pid_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
	text[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/* Resident bytes; those of files and shared memory go to *shared. */
static uint64_t resident(pid_t pid, uint64_t *shared)
{
	char text[128];
	unsigned long long all = 0, with_others = 0;
	read_file(pid, "statm", text, sizeof text); /* "size resident shared ...", in pages */
	sscanf(text, "%*u %llu %llu", &all, &with_others);
	*shared = with_others * (uint64_t)sysconf(_SC_PAGESIZE);
	return all * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* A number of kB in a line of smaps_rollup. */
static uint64_t field(const char *text, const char *name)
{
	const char *at = strstr(text, name);
	return at ? strtoull(at + strlen(name), NULL, 10) << 10 : 0;
}

/* Resident and swapped bytes, with each page divided among the processes that share it. */
static uint64_t share_of(pid_t pid)
{
	char text[2048];
	uint64_t shared;
	if (!read_file(pid, "smaps_rollup", text, sizeof text)) {
		uint64_t all = resident(pid, &shared); /* it may belong to another user; then the smaller number */
		return all - (shared < all ? shared : all);
	}
	return field(text, "\nPss:") + field(text, "\nSwapPss:");
}

bool memory_exceeds(const pid_t *pids, int n, uint64_t most)
{
	uint64_t sum = 0, shared;
	for (int i = 0; i < n; i++)
		sum += resident(pids[i], &shared);
	if (sum <= most)
		return false;
	sum = 0;
	for (int i = 0; i < n; i++)
		sum += share_of(pids[i]);
	return sum > most;
}

void memory_describe(bool is_program, uint64_t most, struct str *out)
{
	unsigned long long mb = most >> 20;
	if (!most)
		str_add(out, "memory is not limited");
	else if (is_program)
		str_addf(out, "%llu MB of memory for a program and its processes together (%s)", mb,
			 limit_is_there() ? "enforced by a control group" : "watched");
	else
		str_addf(out, "%llu MB of address space for each process (enforced by the kernel)", mb);
}

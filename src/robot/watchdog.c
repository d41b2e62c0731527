/* watchdog.c - see watchdog.h. */
#include "robot/watchdog.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

enum { MOST_RELATIVES = 256 }; /* confined programs have 64 processes at most */

/* The beginning of a file of /proc/PID; "" when it cannot be read. */
static void read_proc(pid_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
	text[n > 0 ? n : 0] = '\0';
}

/* CPU time in clock ticks of `parent` and of all that it has started, but for what `known` itself has used, which a
 * finer clock tells. *n_left bounds how many processes are looked at. */
static long family_ticks(pid_t parent, pid_t known, int *n_left)
{
	char path[48], text[1024];
	long own[2], reaped[2], sum = 0;
	if ((*n_left)-- <= 0)
		return 0;
	read_proc(parent, "stat", text, sizeof text); /* "pid (name) state ..."; the times are fields 14 to 17 */
	const char *end = strrchr(text, ')');
	if (end && sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &own[0], &own[1],
			  &reaped[0], &reaped[1]) == 4)
		sum = reaped[0] + reaped[1] + (parent == known ? 0 : own[0] + own[1]);
	snprintf(path, sizeof path, "/proc/%ld/task", (long)parent);
	DIR *threads = opendir(path);
	for (struct dirent *thread; threads && (thread = readdir(threads)) != NULL;) {
		snprintf(path, sizeof path, "task/%.20s/children", thread->d_name);
		read_proc(parent, path, text, sizeof text);
		char *at = text;
		for (long pid; (pid = strtol(at, &at, 10)) > 0;)
			sum += family_ticks((pid_t)pid, known, n_left);
	}
	if (threads)
		closedir(threads);
	return sum;
}

int64_t watchdog_family_ns(pid_t pid)
{
	int n_left = MOST_RELATIVES;
	return family_ticks(pid, 0, &n_left) * (1000000000 / sysconf(_SC_CLK_TCK));
}

static struct watchdog read_clocks(pid_t pid, pid_t family, uint32_t ask)
{
	struct watchdog now = {.ask = ask, .wall_ns = clock_wall_ns(), .cpu_ns = clock_process_cpu_ns(pid)};
	int n_left = MOST_RELATIVES;
	if (family)
		now.cpu_ns += family_ticks(family, pid, &n_left) * (1000000000 / sysconf(_SC_CLK_TCK));
	char text[96];
	long long running, queued;
	read_proc(pid, "schedstat", text, sizeof text); /* "running queued slices" */
	if (sscanf(text, "%lld %lld", &running, &queued) == 2)
		now.queued_ns = queued;
	return now;
}

/* Is it in the queue at this moment? That time is counted only when it is over. */
static bool is_queued(pid_t pid)
{
	char text[256];
	read_proc(pid, "stat", text, sizeof text); /* "pid (name) state ..." */
	const char *end = strrchr(text, ')');
	return end && end[1] == ' ' && end[2] == 'R';
}

enum process_state watchdog_look(struct watchdog *dog, pid_t pid, pid_t family, uint32_t ask, int64_t cpu_limit_ns,
				 int64_t wall_limit_ns)
{
	struct watchdog now = read_clocks(pid, family, ask);
	int64_t cpu = now.cpu_ns - dog->cpu_ns;
	if (dog->ask != ask || !dog->wall_ns)
		*dog = now;
	else if (cpu > cpu_limit_ns)
		return PROCESS_BUSY;
	else if (now.wall_ns - dog->wall_ns - cpu - (now.queued_ns - dog->queued_ns) > wall_limit_ns && !is_queued(pid))
		return PROCESS_ASLEEP;
	return PROCESS_DONE;
}

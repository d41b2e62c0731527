/* watchdog.c - see watchdog.h. */
#include "robot/watchdog.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

/* The beginning of a file of /proc/PID; "" when it cannot be read. */
static void read_proc(pid_t pid, const char *name, char *text, size_t size)
{
	char path[40];
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
	text[n > 0 ? n : 0] = '\0';
}

static struct watchdog read_clocks(pid_t pid, uint32_t ask)
{
	struct watchdog now = {.ask = ask, .wall_ns = clock_wall_ns(), .cpu_ns = clock_process_cpu_ns(pid)};
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

enum process_state watchdog_look(struct watchdog *dog, pid_t pid, uint32_t ask, int64_t cpu_limit_ns, int64_t wall_limit_ns)
{
	struct watchdog now = read_clocks(pid, ask);
	int64_t cpu = now.cpu_ns - dog->cpu_ns;
	if (dog->ask != ask || !dog->wall_ns)
		*dog = now;
	else if (cpu > cpu_limit_ns)
		return PROCESS_BUSY;
	else if (now.wall_ns - dog->wall_ns - cpu - (now.queued_ns - dog->queued_ns) > wall_limit_ns && !is_queued(pid))
		return PROCESS_ASLEEP;
	return PROCESS_DONE;
}

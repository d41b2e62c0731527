/* watchdog.c - checks whether the ask in progress of a process is late, and by which clock (watchdog.h). */
#include "robot/watchdog.h"

#include <dirent.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "robot/proc.h"

int watchdog_family(pid_t parent, pid_t pids[WATCHDOG_MOST], int n)
{
	char path[48], text[1024];
	if (n == WATCHDOG_MOST)
		return n;
	pids[n++] = parent;
	snprintf(path, sizeof path, "/proc/%ld/task", (long)parent);
	DIR *threads = opendir(path);
	for (struct dirent *thread; threads && (thread = readdir(threads)) != NULL;) {
		snprintf(path, sizeof path, "task/%.20s/children", thread->d_name);
		proc_read(parent, path, text, sizeof text);
		char *at = text;
		for (long pid; (pid = strtol(at, &at, 10)) > 0;)
			n = watchdog_family((pid_t)pid, pids, n);
	}
	if (threads)
		closedir(threads);
	return n;
}

/* Returns the CPU time in clock ticks of `family` and of all that it has started, without that of `known` itself, which
 * a finer clock measures. */
static long family_ticks(pid_t family, pid_t known)
{
	pid_t pids[WATCHDOG_MOST];
	int n = watchdog_family(family, pids, 0);
	long own[2], reaped[2], sum = 0;
	for (int i = 0; i < n; i++) {
		char text[1024];
		/* The text is "pid (name) state ...". The times are its fields 14 to 17. */
		proc_read(pids[i], "stat", text, sizeof text);
		const char *end = strrchr(text, ')');
		if (end && sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld", &own[0],
				  &own[1], &reaped[0], &reaped[1]) == 4)
			sum += reaped[0] + reaped[1] + (pids[i] == known ? 0 : own[0] + own[1]);
	}
	return sum;
}

int64_t watchdog_family_ns(pid_t pid)
{
	return family_ticks(pid, 0) * (1000000000 / sysconf(_SC_CLK_TCK));
}

int watchdog_count_young(pid_t family, int64_t ns)
{
	pid_t pids[WATCHDOG_MOST];
	struct timespec now;
	clock_gettime(CLOCK_BOOTTIME, &now);
	int64_t tick = 1000000000 / sysconf(_SC_CLK_TCK), since = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec - ns;
	int count = 0;
	for (int i = watchdog_family(family, pids, 0); i-- > 0;) {
		char text[1024], state;
		long long began;
		proc_read(pids[i], "stat", text, sizeof text); /* field 3 is the state, field 22 the start in ticks
		                                                * after boot */
		const char *end = strrchr(text, ')');
		count += end && sscanf(end + 1,
			" %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld", &state,
			&began) == 2 && state == 'R' && began * tick > since;
	}
	return count;
}

/* Returns how long the process has waited for a core so far. */
static int64_t queued_ns(pid_t pid)
{
	char text[96];
	long long running, queued;
	proc_read(pid, "schedstat", text, sizeof text); /* "running queued slices" */
	return sscanf(text, "%lld %lld", &running, &queued) == 2 ? queued : 0;
}

static struct watchdog read_clocks(pid_t pid, pid_t family, uint32_t ask)
{
	struct watchdog now = {.ask = ask, .wall_ns = clock_wall_ns(), .cpu_ns = clock_process_cpu_ns(pid)};
	if (family)
		now.cpu_ns += family_ticks(family, pid) * (1000000000 / sysconf(_SC_CLK_TCK));
	now.queued_ns = queued_ns(pid);
	return now;
}

/* Returns true if the process is in one of these states (the letters of ps). */
static bool is_in_state(pid_t pid, const char *states)
{
	char text[256];
	proc_read(pid, "stat", text, sizeof text); /* "pid (name) state ..." */
	const char *end = strrchr(text, ')');
	return end && end[1] == ' ' && end[2] && strchr(states, end[2]);
}

bool watchdog_rests(pid_t family, int64_t *cpu_ns)
{
	pid_t pids[WATCHDOG_MOST];
	int64_t before = *cpu_ns;
	bool is_busy = false;
	*cpu_ns = 0;
	for (int i = watchdog_family(family, pids, 0); i-- > 0;) {
		is_busy |= is_in_state(pids[i], "RD");
		*cpu_ns += clock_process_cpu_ns(pids[i]);
	}
	return !is_busy && *cpu_ns == before;
}

int watchdog_threads(pid_t pid, pid_t threads[WATCHDOG_MOST], int n)
{
	char path[48];
	snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
	DIR *tasks = opendir(path);
	for (struct dirent *task; n < WATCHDOG_MOST && tasks && (task = readdir(tasks)) != NULL;) {
		long thread = strtol(task->d_name, NULL, 10); /* 0 for "." and ".." */
		if (thread > 0)
			threads[n++] = (pid_t)thread;
	}
	if (tasks)
		closedir(tasks);
	return n;
}

bool watchdog_thread_is_ready(pid_t thread)
{
	return is_in_state(thread, "RD");
}

bool watchdog_is_ready(pid_t pid)
{
	pid_t threads[WATCHDOG_MOST];
	int n = watchdog_threads(pid, threads, 0);
	return ANY_OF(i, n, watchdog_thread_is_ready(threads[i]));
}

int64_t sleep_look(struct sleep *sleep, pid_t pid, pid_t family)
{
	pid_t pids[WATCHDOG_MOST] = {pid};
	struct watchdog now = read_clocks(pid, family, 0);
	struct sleep before = *sleep;
	*sleep = (struct sleep){
		.wall_ns = now.wall_ns, .busy_ns = now.cpu_ns + now.queued_ns, .is_asleep = true,
		.slept_ns = before.slept_ns, .stalled_ns = before.stalled_ns,
	};
	for (int i = family ? watchdog_family(family, pids, 0) : 1; i-- > 0;) {
		sleep->is_asleep = sleep->is_asleep && !watchdog_is_ready(pids[i]);
		sleep->queued_ns += pids[i] == pid ? 0 : queued_ns(pids[i]);
	}
	int64_t ns = sleep->wall_ns - before.wall_ns - (sleep->busy_ns - before.busy_ns);
	int64_t more = sleep->queued_ns - before.queued_ns; /* can be negative, because children that have ended no
	                                                     * longer count */
	sleep->stalled_ns += before.wall_ns ? ns - (more > 0 ? more : 0) : 0; /* can decrease, because a wait for a core
	                                                                       * is counted only when it is over */
	return before.wall_ns && before.is_asleep && sleep->is_asleep && ns > 0 ? ns : 0;
}

/* Returns the time between the two readings in which the process neither ran nor waited for a core. */
static int64_t asleep_ns(const struct watchdog *since, const struct watchdog *now)
{
	return now->wall_ns - since->wall_ns - (now->cpu_ns - since->cpu_ns) - (now->queued_ns - since->queued_ns);
}

enum process_state watchdog_look(struct watchdog *dog, pid_t pid, pid_t family, uint32_t ask, int64_t cpu_limit_ns,
				 int64_t wall_limit_ns)
{
	struct watchdog now = read_clocks(pid, family, ask);
	if (dog->ask != ask || !dog->wall_ns) {
		*dog = now;
		dog->wall_ns = clock_wall_ns(); /* read last, because a delay between the clocks must not count as
		                                 * sleep */
		return PROCESS_DONE;
	}
	if (now.cpu_ns - dog->cpu_ns > cpu_limit_ns)
		return PROCESS_BUSY;
	if (asleep_ns(dog, &now) <= wall_limit_ns || is_in_state(pid, "R")) /* state R: it waits for a core, which is
	                                                                     * counted only when the wait is over */
		return PROCESS_DONE;
	now = read_clocks(pid, family, ask); /* a wait for a core may have ended since then, and is counted only now */
	return asleep_ns(dog, &now) > wall_limit_ns ? PROCESS_ASLEEP : PROCESS_DONE;
}

bool watchdog_describe(enum process_state state, int64_t move_time_ns, int64_t idle_ns, struct fault *fault)
{
	double move_ms = (double)move_time_ns / 1e6;
	bool is_late = state != PROCESS_DONE && state != PROCESS_DIED;
	fault->verdict = is_late ? VERDICT_TIMEOUT : VERDICT_CRASH;
	if (state == PROCESS_BUSY)
		snprintf(fault->cause, sizeof fault->cause, "used more than %g ms of CPU time for one ask", move_ms);
	else if (state == PROCESS_ASLEEP)
		snprintf(fault->cause, sizeof fault->cause, "did not answer for %g ms", 10 * move_ms);
	else if (state == PROCESS_OVERDUE)
		snprintf(fault->cause, sizeof fault->cause, "had not answered when the time of the checks ran out");
	else if (state == PROCESS_SLOW)
		snprintf(fault->cause, sizeof fault->cause,
			 "answers slowly without computing: it slept too long in one match (20 times --move-time)");
	else if (state == PROCESS_SPUN)
		snprintf(fault->cause, sizeof fault->cause, "used more than %g ms of CPU time while nothing was asked",
			 (double)idle_ns / 1e6);
	return is_late;
}

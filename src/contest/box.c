/* box.c - runs commands on untrusted submissions (box.h). */
#include "contest/box.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "robot/find.h"
#include "robot/program/box.h"
#include "robot/program/filter.h"
#include "robot/program/memory.h"
#include "robot/watchdog.h"

enum { FD_FILTER = 4, FD_OPTIONS }; /* descriptors that bubblewrap reads */
/* a range that systemd reserves for services without a user of their own */
enum { FIRST_USER = 61184, N_USERS = 4336 };
enum { NOBODY = 65534, PAUSE_MS = 100, LOOK_MS = 50, CLOCK_TIMES = 10, MOST_FILES = 1024, LOOK_PART = 20,
	FEW_PROCESSES = BOX_PROCESSES / 2 };

void contest_box_release(struct box *box)
{
	str_release(&box->said);
	str_release(&box->out);
}

static void add_number(struct words *words, const char *before, long long number)
{
	AUTO_STR struct str text = str_of("%s%lld", before, number);
	words_add(words, text.text);
}

/* Adds the words that run before the script. They set the limits and then, if root runs the arena, change to another
 * user. */
static void add_limits(struct words *words, const struct box *box)
{
	words_add(words, "/usr/bin/prlimit");
	add_number(words, "--cpu=", box->seconds);
	add_number(words, "--data=", box->memory_mb << 20);
	add_number(words, "--fsize=", box->disk_mb << 20);
	add_number(words, "--nproc=", BOX_PROCESSES);
	add_number(words, "--nofile=", MOST_FILES);
	words_add(words, "--core=0");
	if (geteuid() != 0)
		return;
	words_add(words, "/usr/bin/setpriv");
	add_number(words, "--reuid=", FIRST_USER + getpid() % N_USERS);
	add_number(words, "--regid=", NOBODY);
	WORDS_ADD(words, "--clear-groups", "--inh-caps=-all", "--bounding-set=-all");
}

/* `options` are bubblewrap and the options that it reads from a file; `words` is the command line. */
static int add_command(struct words *options, struct words *words, const struct box *box, struct err *err)
{
	AUTO_FREE char *bubblewrap = box_find_bubblewrap(), *sdk = find_sdk(err);
	if (!sdk)
		return -1;
	if (!bubblewrap)
		return err_set(err, EXIT_WORLD,
			       "robots of a contest are built in a sandbox by bubblewrap, which is not in $PATH: "
			       "install the package bubblewrap");
	words_add(options, bubblewrap);
	WORDS_ADD(options, "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--unshare-net",
		"--die-with-parent", "--cap-drop", "ALL");
	if (geteuid() != 0)
		words_add(options, "--unshare-user");
	else
		WORDS_ADD(options, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP");
	words_add(options, "--seccomp");
	add_number(options, "", FD_FILTER);
	/* By default only the owner can read the parent directories that bubblewrap creates, and the owner is not the
	 * user of the command. */
	WORDS_ADD(options, "--perms", "0755", "--dir", "/etc");
	box_add_system(options, false);
	WORDS_ADD(options, "--ro-bind", box->source, "/source", "--ro-bind", sdk, "/sdk", "--perms", "1777", "--size");
	add_number(options, "", box->disk_mb << 20);
	WORDS_ADD(options, "--tmpfs", "/build", "--perms", "1777", "--dir", "/build/.tmp", "--remount-ro", "/dev",
		  "--remount-ro", "/", "--chdir", "/build");
	WORDS_ADD(words, bubblewrap, "--args");
	add_number(words, "", FD_OPTIONS);
	words_add(words, "--");
	add_limits(words, box);
	WORDS_ADD(words, "/bin/sh", "-e", "-c", box->script, "sh", box->name, box->recipe);
	return 0;
}

_Noreturn static void be_child(const struct words *words, int said, int out, const int files[2])
{
	static const char *const environment[] = {
		"PATH=/usr/local/bin:/usr/bin:/bin",
		"LANG=C.UTF-8",
		"HOME=/build/.home",
		"TMPDIR=/build/.tmp", /* Go refuses modules that are directly in the folder for temporary files */
		"CARGO_HOME=/build/.cargo",
		"CARGO_NET_OFFLINE=true",
		"GOCACHE=/build/.go",
		"GOPATH=/build/.gopath",
		"GOFLAGS=-mod=mod",
		"GOPROXY=off",
		"GOTOOLCHAIN=local",
		"GIT_CONFIG_NOSYSTEM=1",
		NULL,
	};
	sigset_t none;
	setsid(); /* no terminal: Ctrl-C must reach only the arena. For bubblewrap's own option see kill_command(). */
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	int filter = fcntl(files[0], F_DUPFD, 10);
	int options = fcntl(files[1], F_DUPFD, 10), null = open("/dev/null", O_RDONLY);
	int high_said = fcntl(said, F_DUPFD, 10), high_out = fcntl(out, F_DUPFD, 10);
	if (dup2(null, 0) < 0 || dup2(high_said, 1) < 0 || dup2(high_said, 2) < 0 || dup2(high_out, 3) < 0 ||
	    dup2(filter, FD_FILTER) < 0 || dup2(options, FD_OPTIONS) < 0)
		_exit(EXIT_WORLD);
	close_range(FD_OPTIONS + 1, ~0u, 0);
	execve(words->word[0], words->word, (char *const *)(uintptr_t)environment);
	_exit(EXIT_WORLD);
}

enum end { END_NOT_YET = 0, END_CLOSED, END_LATE, END_STOPPED, END_TOO_MUCH, END_TOO_LARGE, END_ASLEEP };

/* Reads the available bytes. Returns false at the end of the file. */
static bool take(int fd, struct str *into, size_t most, bool *is_full)
{
	char buffer[65536];
	ssize_t n = read(fd, buffer, sizeof buffer);
	if (n <= 0)
		return n < 0 && (errno == EINTR || errno == EAGAIN);
	size_t left = most - into->length;
	*is_full |= (size_t)n > left;
	str_add_n(into, buffer, (size_t)n < left ? (size_t)n : left);
	return true;
}

/* The observations of the command while it ran. */
struct seen {
	int64_t begun_ns, look_ns; /* when it began; when to check next */
	int most_processes;
	struct sleep sleep;
};

/* Gives the command the CPU share of one thread, however many of its own threads use the CPU, and a third of that after
 * BOX_YOUNG_SECONDS. On Linux each thread has a priority of its own. Each step of nice is a factor of 1.25. Below the
 * lowest priority is SCHED_IDLE, with a fifth of its share. */
static void share_cpu(const pid_t *pids, int n, bool is_young)
{
	enum { THIRD = 5, LOWEST = 19 };
	pid_t threads[WATCHDOG_MOST];
	int n_threads = 0, n_ready = 0, nice = getpriority(PRIO_PROCESS, 0);
	for (int i = 0; i < n; i++)
		n_threads = watchdog_threads(pids[i], threads, n_threads);
	for (int i = 0; i < n_threads; i++)
		n_ready += watchdog_thread_is_ready(threads[i]);
	nice += (int)(log(n_ready > 1 ? n_ready : 1) / log(1.25)) + (is_young ? 0 : THIRD);
	for (int i = 0; i < n_threads; i++) {
		setpriority(PRIO_PROCESS, (id_t)threads[i], nice < LOWEST ? nice : LOWEST);
		sched_setscheduler(threads[i], nice > LOWEST ? SCHED_IDLE : SCHED_OTHER, &(struct sched_param){0});
	}
}

/* Checks the command and all processes that it has started: their total memory (RLIMIT_DATA limits only each process),
 * and for how long none of them has used the CPU. If there are so many that this takes long, it checks less often. */
static enum end look(const struct box *box, pid_t child, struct seen *seen)
{
	pid_t pids[WATCHDOG_MOST];
	int64_t now = clock_wall_ns(), most_ns = 4 * LOOK_MS * INT64_C(1000000); /* a longer time means that this
	                                                                          * process was also stopped */
	if (now < seen->look_ns)
		return END_NOT_YET;
	int n = watchdog_family(child, pids, 0);
	share_cpu(pids, n, now - seen->begun_ns < BOX_YOUNG_SECONDS * INT64_C(1000000000));
	seen->most_processes = n > seen->most_processes ? n : seen->most_processes;
	if (memory_exceeds(pids, n, (uint64_t)box->memory_mb << 20))
		return END_TOO_LARGE;
	int64_t slept_ns = sleep_look(&seen->sleep, child, child), took_ns = clock_wall_ns() - now;
	seen->look_ns = now + LOOK_MS * INT64_C(1000000) + LOOK_PART * took_ns;
	seen->sleep.slept_ns += slept_ns < most_ns ? slept_ns : most_ns;
	return seen->sleep.slept_ns > BOX_SLEEP_SECONDS * INT64_C(1000000000) ? END_ASLEEP : END_NOT_YET;
}

static long long wall_seconds(const struct box *box)
{
	return box->wall_seconds ? box->wall_seconds : box->seconds * CLOCK_TIMES;
}

static enum end watch(struct box *box, pid_t child, const int fds[2], struct seen *seen)
{
	int64_t until = clock_wall_ns() + wall_seconds(box) * INT64_C(1000000000);
	bool is_chatty = false, is_full = false, is_open[2] = {true, true};
	while (is_open[0] || is_open[1]) {
		struct pollfd polled[2] = {{is_open[0] ? fds[0] : -1, POLLIN, 0},
			{is_open[1] ? fds[1] : -1, POLLIN, 0}};
		poll(polled, 2, PAUSE_MS);
		if (polled[0].revents)
			is_open[0] = take(fds[0], &box->said, BOX_SAID, &is_chatty);
		if (polled[1].revents)
			is_open[1] = take(fds[1], &box->out, box->most, &is_full);
		if (is_full)
			return END_TOO_MUCH;
		if (box->stop && *box->stop)
			return END_STOPPED;
		enum end end = clock_wall_ns() > until ? END_LATE : look(box, child, seen);
		if (end != END_NOT_YET)
			return end;
	}
	return END_CLOSED;
}

/* Appends a line to the output that says how the command ended, unless it ended well. */
static void describe(struct box *box, enum end end, int status)
{
	const char *said = str_text(&box->said); /* make reports this about a process that it ran */
	bool is_killed = strstr(said, "] Killed") || strstr(said, "CPU time limit exceeded");
	box->was_late = end == END_LATE || end == END_ASLEEP;
	box->has_ended_well = end == END_CLOSED && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (end == END_LATE)
		str_addf(&box->said, "arena: killed after %lld seconds\n", wall_seconds(box));
	else if (end == END_TOO_MUCH)
		str_addf(&box->said, "arena: the output is larger than %zu bytes\n", box->most);
	else if (end == END_TOO_LARGE)
		str_addf(&box->said, "arena: killed because its processes used more than %lld MB of memory "
			"together\n", box->memory_mb);
	else if (end == END_ASLEEP)
		str_addf(&box->said, "arena: error: killed because none of its processes used the CPU for %d seconds\n",
			 BOX_SLEEP_SECONDS);
	else if (WIFEXITED(status) && WEXITSTATUS(status) > 128)
		str_addf(&box->said,
			 "arena: killed by signal %d; a process may use %lld seconds of CPU time and %lld MB\n",
			 WEXITSTATUS(status) - 128, box->seconds, box->memory_mb);
	else if (!box->has_ended_well && is_killed)
		str_addf(&box->said,
			"arena: error: a process was killed; the limits of a process are %lld s of CPU time and %lld "
			"MB\n",
			box->seconds, box->memory_mb);
	else if (!box->has_ended_well)
		str_addf(&box->said, "arena: exited with status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/* Returns true if the output reports EAGAIN from fork, in the words of shells, compilers, interpreters or
 * bubblewrap. */
static bool says_again(const char *said)
{
	static const char *const words[] = {"Resource temporarily unavailable", "Cannot fork", "cannot fork", "EAGAIN",
		"os error 11", "Can't fork", "pthread_create failed"};
	return ANY_OF(i, sizeof words / sizeof *words, strstr(said, words[i]));
}

/* Ends the whole process namespace of the sandbox. While bubblewrap sets it up, the first process of the namespace does
 * not end with bubblewrap, but is in its group, which --new-session would change. */
static void kill_command(pid_t child)
{
	kill(-child, SIGKILL);
	kill(child, SIGKILL); /* it may not have its group yet */
}

static volatile pid_t running; /* bubblewrap; 0: none */

static void end_both(int number)
{
	(void)number;
	if (running > 0)
		kill_command(running);
	_exit(EXIT_INTERRUPTED);
}

void contest_box_end_with_parent(void)
{
	struct sigaction action = {.sa_handler = end_both};
	sigaction(SIGTERM, &action, NULL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static int run(struct box *box, const struct words *words, const int files[2], struct err *err)
{
	struct seen seen = {.begun_ns = clock_wall_ns()};
	int said[2], out[2], status = 0;
	if (pipe2(said, O_CLOEXEC))
		return err_errno(err, "cannot create a pipe");
	if (pipe2(out, O_CLOEXEC)) {
		close(said[0]);
		close(said[1]);
		return err_errno(err, "cannot create a pipe");
	}
	sigset_t termination, before;
	sigemptyset(&termination);
	sigaddset(&termination, SIGTERM);
	sigprocmask(SIG_BLOCK, &termination, &before); /* until end_both() knows the child */
	pid_t child = fork();
	if (child == 0)
		be_child(words, said[1], out[1], files);
	running = child;
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(said[1]);
	close(out[1]);
	enum end end = child > 0 ? watch(box, child, (const int[]){said[0], out[0]}, &seen) : END_NOT_YET;
	close(said[0]);
	close(out[0]);
	if (child < 0)
		return err_errno(err, "cannot start a process");
	if (end != END_CLOSED)
		kill_command(child);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	running = 0;
	if (end == END_STOPPED)
		return err_set(err, EXIT_INTERRUPTED, "interrupted");
	describe(box, end, status);
	box->lacked_processes = !box->has_ended_well && seen.most_processes < FEW_PROCESSES &&
		says_again(str_text(&box->said));
	return 0;
}

int contest_box_run(struct box *box, struct err *err)
{
	AUTO_WORDS struct words options = {0}, words = {0};
	AUTO_CLOSE int filter = program_filter(PROGRAM_FILTER_BUILD, err);
	if (filter < 0 || add_command(&options, &words, box, err))
		return -1;
	AUTO_CLOSE int file = words_file(&options, err);
	return file < 0 || run(box, &words, (const int[]){filter, file}, err) ? -1 : 0;
}

/* test_sandbox.c - what the sandbox guarantees besides verdicts: no process outlives the arena, memory and descriptors
 * do not grow, failures of the machine are errors and not a robot's fault, faults are described correctly, and time
 * limits are fair on a busy machine. */
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "robot/so/symbol.h"
#include "zoo.h"

/* ---- no process outlives the arena -------------------------------------------------- */

/* A child that plays a long tournament; returns when its robots are running. */
static pid_t start_coordinator(const struct zoo_run *run, int n_processes)
{
	zoo_adopt_orphans();
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		static struct zoo_outcome outcome;
		signal(SIGTERM, SIG_DFL); /* Check has handlers */
		signal(SIGQUIT, SIG_DFL);
		zoo_play(run, &outcome);
		_exit(outcome.failed ? (int)outcome.err.code : 0);
	}
	for (int n = 0; n < n_processes; usleep(2000)) {
		siginfo_t ended = {0};
		ck_assert_int_eq(waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
		ck_assert_msg(!ended.si_pid, "the run was over before %d robots' processes had been started",
			      n_processes);
		int workers[8], n_workers = zoo_children(pid, workers, 8);
		n = 0;
		for (int i = 0; i < n_workers && i < 8; i++)
			n += zoo_children(workers[i], NULL, 0);
	}
	return pid;
}

static const struct zoo_run long_run = {
	.robots = {"slow:ms=1", "slow:ms=1"}, .games = 100000, .n_workers = 2, .n_lanes = 8,
};

START_TEST(no_robot_outlives_a_killed_arena)
{
	static const int signals[] = {SIGKILL, SIGTERM, SIGQUIT};
	int status;
	pid_t pid = start_coordinator(&long_run, 4);
	kill(pid, signals[_i]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
	ck_assert_msg(zoo_all_gone(), "a process is left five seconds after the arena's death");
}
END_TEST

/* If a worker dies, this is an error of the machine with a message, and no process is left. */
START_TEST(a_killed_worker_is_an_error)
{
	int status, workers[8];
	pid_t pid = start_coordinator(&long_run, 4);
	ck_assert_int_ge(zoo_children(pid, workers, 8), 2);
	kill(workers[_i], SIGKILL);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), EXIT_WORLD);
	ck_assert_msg(zoo_all_gone(), "a process is left");
}
END_TEST

/* A robot killed from outside while it waits for its turn: this looks like its own fault, and the run continues. */
START_TEST(a_killed_robot_is_replaced)
{
	int status, workers[8], robots[8];
	struct zoo_run run = long_run;
	run.games = 100;
	pid_t pid = start_coordinator(&run, 4);
	ck_assert_int_gt(zoo_children(pid, workers, 8), 0);
	ck_assert_int_gt(zoo_children(workers[0], robots, 8), 0);
	ck_assert_int_eq(kill(robots[0], SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	ck_assert(zoo_all_gone());
}
END_TEST

/* ---- no growth ---------------------------------------------------------------------- */

struct growth {
	int n_chunks, most_robots, first_fds, last_fds;
};

/* Inspects the only worker while it plays. */
static void look_at_worker(void *context)
{
	struct growth *growth = context;
	int worker;
	if (++growth->n_chunks % 2 || zoo_children(getpid(), &worker, 1) != 1)
		return;
	int n_robots = zoo_children(worker, NULL, 0), n_fds = zoo_descriptors(worker);
	if (n_robots > growth->most_robots)
		growth->most_robots = n_robots;
	if (!growth->first_fds)
		growth->first_fds = n_fds;
	growth->last_fds = n_fds;
}

/* Dozens of crashes, with few lanes: only a few processes at a time, and as many descriptors at the
 * end as at the beginning. */
START_TEST(crashes_do_not_pile_up)
{
	static struct zoo_outcome outcome;
	static const char *const robots[] = {"observer", "closer", "grower"};
	struct growth growth = {0};
	struct zoo_run run = {
		.robots = {robots[_i], "conservative"}, .games = 56, .n_lanes = 4, .chunk_ns = 1,
		.at_chunk = look_at_worker, .context = &growth,
	};
	int n_fds = zoo_descriptors(getpid());
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].games, 56);
	ck_assert_int_ge(growth.n_chunks, 6); /* several looks */
	ck_assert_msg(growth.most_robots <= 28, "%s: %d processes at once", robots[_i], growth.most_robots);
	ck_assert_msg(growth.last_fds <= growth.first_fds + 2, "%s: %d descriptors, then %d", robots[_i],
		      growth.first_fds, growth.last_fds);
	ck_assert_int_eq(zoo_descriptors(getpid()), n_fds);
}
END_TEST

/* With a slow robot the arena plays fewer lanes at a time; if it then crashes, the lanes that were paused have lost
 * their instance too. */
START_TEST(resting_lanes_survive_a_crash)
{
	static struct zoo_outcome outcome, one_lane;
	struct zoo_run run = {.robots = {"slow:ms=7,crash=3", "slow:ms=7"}, .games = 32};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].games, 32);
	run.n_lanes = 1;
	zoo_play_well(&run, &one_lane);
	zoo_same(&run, &outcome, &one_lane, "all lanes and one");
}
END_TEST

/* ---- failures of the machine -------------------------------------------------------- */

/* Plays in a child under limits. Returns its exit code: 0 for success, 100 if the run continued and a robot got a
 * fault, else the code of the error. -1: it crashed. */
static int play_under(const struct zoo_run *run, int resource, rlim_t value, bool is_nobody)
{
	int status;
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		static struct zoo_outcome outcome;
		struct rlimit limit = {value, value};
		if (value != RLIM_INFINITY && setrlimit(resource, &limit))
			_exit(99);
		if (is_nobody && (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
			_exit(98);
		zoo_play(run, &outcome);
		if (outcome.failed)
			_exit(outcome.err.text[0] ? (int)outcome.err.code : 97);
		_exit(zoo_is_clean(&outcome.sum[0]) && zoo_is_clean(&outcome.sum[1]) ? 0 : 100);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* play_under as the user nobody, with copies of the two robots: the build may be in a home folder that other users
 * cannot read. */
static int play_as_nobody(const struct zoo_run *run, int resource, rlim_t value)
{
	char folder[] = "/tmp/arena-zoo-XXXXXX";
	AUTO_STR struct str path = {0};
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chmod(folder, 0755), 0);
	for (int i = 0; i < 2; i++) {
		AUTO_STR struct str from = {0}, bytes = {0}, to = {0};
		struct err err = {0};
		zoo_path(run->robots[i], &from);
		str_addf(&to, "%s/%s.so", folder, run->robots[i]);
		ck_assert_int_eq(str_read_file(&bytes, from.text, 1 << 24, &err), 0);
		AUTO_CLOSE int fd = open(to.text, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
		ck_assert_int_eq(write(fd, bytes.text, bytes.length), (ssize_t)bytes.length);
	}
	setenv("ARENA_ZOO", folder, 1);
	setenv("ARENA_ROBOTS", folder, 1);
	int code = play_under(run, resource, value, true);
	for (int i = 0; i < 2; i++) {
		str_clear(&path);
		str_addf(&path, "%s/%s.so", folder, run->robots[i]);
		unlink(path.text);
	}
	rmdir(folder);
	return code;
}

/* With any number of descriptors the run either works or is an error; no robot gets a fault. constructor_heap needs one
 * per instance. */
START_TEST(too_few_descriptors_are_an_error)
{
	static const char *const robots[] = {"meek", "constructor_heap"};
	struct zoo_run run = {.robots = {robots[_i], "conservative"}, .games = 12, .n_workers = 2};
	int worked_from = 0, n_open = dup(STDIN_FILENO); /* descriptors that the suite was started with count, too */
	ck_assert_int_ge(n_open, 0);
	ck_assert_int_eq(close(n_open), 0);
	for (int n = 2; n <= 36; n += n < 20 ? 1 + _i : 8) {
		int code = play_under(&run, RLIMIT_NOFILE, (rlim_t)(n_open + n), false);
		ck_assert_msg(code == 0 || code == EXIT_WORLD, "with %d descriptors: exit code %d", n, code);
		worked_from = code ? 0 : worked_from ? worked_from : n;
	}
	ck_assert_msg(worked_from > 2 && worked_from <= 36, "it works with %d descriptors", worked_from);
}
END_TEST

START_TEST(too_many_processes_are_an_error)
{
	struct zoo_run run = {.robots = {"meek", "conservative"}, .games = 20, .n_workers = 1};
	if (getuid() != 0) { /* the limit is per user, and this user has other processes */
		int code = play_under(&run, RLIMIT_NPROC, 1, false);
		ck_assert_int_eq(code, EXIT_WORLD);
		return;
	}
	int code = play_as_nobody(&run, RLIMIT_NPROC, 1);
	ck_assert_int_eq(code, EXIT_WORLD);
}
END_TEST

START_TEST(too_little_memory_is_an_error)
{
	struct zoo_run run = {.robots = {"meek", "conservative"}, .games = 200};
	if (ZOO_IS_SANITIZED)
		return;
	for (rlim_t mb = 16; mb <= 64; mb += 16) {
		int code = play_under(&run, RLIMIT_AS, mb << 20, false);
		ck_assert_msg(code == 0 || code == EXIT_WORLD, "with %lu MB: exit code %d", (unsigned long)mb, code);
	}
}
END_TEST

/* As an ordinary user, for whom /proc and capabilities differ from root's. */
START_TEST(an_ordinary_user_has_the_same_sandbox)
{
	static const char *const robots[] = {"meek", "closer", "reopener", "peeper", "files", "constructor_heap"};
	struct zoo_run run = {.robots = {robots[_i], "conservative"}, .games = 20};
	if (getuid() != 0)
		return;
	ck_assert_int_eq(play_as_nobody(&run, 0, RLIM_INFINITY), 0);
}
END_TEST

/* Some parents leave SIGCHLD ignored: the cause of a robot's death must be found all the same. */
START_TEST(an_ignored_sigchld_hides_nothing)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"segv", "conservative"}, .games = 4};
	signal(SIGCHLD, SIG_IGN);
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].crashes, 4);
	ck_assert_msg(strncmp(outcome.faults[0].fault.cause, "SIGSEGV", 7) == 0, "%s", outcome.faults[0].fault.cause);
}
END_TEST

START_TEST(options_that_are_too_long_are_refused)
{
	AUTO_STR struct str spec = {0};
	struct robot robot;
	struct err err = {0};
	zoo_path("loop", &spec);
	str_add(&spec, ":at=");
	for (int i = 0; i < 5000; i++)
		str_add(&spec, "3");
	ck_assert_int_ne(robot_open(&robot, spec.text, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	robot_release(&robot);
}
END_TEST

/* ---- faults are described correctly ------------------------------------------------- */

struct place {
	const char *robot, *function, *output;
};

static const struct place places[] = {
	{"segv", "write_where_nothing_is", "last words of A"},
	{"abort", "get_play", "goodbye from A\n"},
	{"recursion", "deeper", ""},
	{"constructor_crash", "blow_up", ""},
	{"observer", "get_play", ""},
};

START_TEST(a_crash_is_found_in_the_source)
{
	static struct zoo_outcome outcome;
	const struct place *place = &places[_i];
	struct robot robot;
	char where[200];
	struct zoo_run run = {.robots = {place->robot, "conservative"}, .games = 2};
	zoo_play_well(&run, &outcome);
	zoo_open(&robot, place->robot);
	const struct fault *fault = &outcome.faults[0].fault;
	ck_assert_msg(fault->has_offset, "%s: no address in '%s'", place->robot, fault->cause);
	ck_assert_int_eq(crash_symbol(&robot, fault->offset, where, sizeof where), 0);
	size_t n = strlen(place->function);
	ck_assert_msg(strncmp(where, place->function, n) == 0 && where[n] == '+', "%s crashed in %s, not in %s",
		      place->robot, where, place->function);
	ck_assert_str_eq(fault->output, place->output);
	robot_release(&robot);
}
END_TEST

/* The last 8 KB of a flood, and nothing before them. */
START_TEST(the_end_of_a_flood_is_kept)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"flood:crash=1", "conservative"}, .games = 2};
	zoo_play_well(&run, &outcome);
	const struct fault *fault = &outcome.faults[0].fault;
	ck_assert_uint_eq(fault->n_output, VERDICT_OUTPUT_MAX);
	ck_assert_str_eq(fault->output + VERDICT_OUTPUT_MAX - 10, "A said so\n");
	ck_assert_ptr_nonnull(strstr(fault->output, "\n49 bottles of beer on the wall\n"));
	ck_assert_int_eq(fault->output[0], 'x');
}
END_TEST

/* ---- time --------------------------------------------------------------------------- */

/* No robot is stopped before its time limit; a busy loop is stopped long before a sleeping robot would be. */
START_TEST(a_loop_ends_with_its_cpu_time)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"loop:at=1", "conservative"}, .games = 2, .n_lanes = 1, .move_ms = 150};
	int64_t start = clock_wall_ns();
	zoo_play_well(&run, &outcome);
	int64_t ms = (clock_wall_ns() - start) / 1000000;
	ck_assert_uint_eq(outcome.sum[0].timeouts, 2);
	ck_assert_msg(ms >= 2 * 150, "two limits of 150 ms were over in %ld ms", (long)ms);
	ck_assert_str_eq(outcome.faults[0].fault.cause, "used more than 150 ms of CPU time for one ask");
}
END_TEST

START_TEST(a_sleeper_has_ten_times_as_long)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"sleep", "conservative"}, .games = 2, .n_lanes = 1, .move_ms = 30};
	int64_t start = clock_wall_ns();
	zoo_play_well(&run, &outcome);
	int64_t ms = (clock_wall_ns() - start) / 1000000;
	ck_assert_uint_eq(outcome.sum[0].timeouts, 2);
	ck_assert_msg(ms >= 2 * 300, "two limits of 300 ms were over in %ld ms", (long)ms);
	ck_assert_str_eq(outcome.faults[0].fault.cause, "did not answer for 300 ms");
}
END_TEST

/* After some stops it is not started any more, by any worker. Asks in progress may still be slept through. */
START_TEST(a_sleeper_costs_the_same_in_any_number_of_games)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"napper:ms=150", "conservative"}, .games = 3000, .n_workers = 2, .n_lanes = 64,
		.move_ms = 10};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].failed_games, 3000);
	ck_assert_uint_eq(outcome.sum[0].timeouts, 3000);
	ck_assert_str_eq(outcome.faults[outcome.n_faults - 1].fault.cause, NAPS_TOO_MANY);
	ck_assert_msg(outcome.n_naps > 0 && outcome.n_naps < 300, "%" PRIu64 " asks were slept through",
		      outcome.n_naps);
}
END_TEST

START_TEST(good_matches_make_up_for_sleep)
{
	struct naps naps = {0};
	int64_t move_ns = 100000000;
	ck_assert_int_eq(naps_limit_ns(&naps, move_ns), 20 * move_ns);
	for (int i = 1; i < NAPS_MOST; i++)
		naps_count(&naps);
	ck_assert_int_eq(naps_limit_ns(&naps, move_ns), move_ns);
	for (int i = 1; i < 3 * NAPS_GOOD; i++)
		naps_count_good(&naps);
	ck_assert_uint_eq(naps.n, NAPS_MOST - 3);
	naps_count_good(&naps);
	ck_assert_uint_eq(naps.n, NAPS_MOST - 4);
	for (int i = 0; i < 4; i++) {
		ck_assert(!naps_are_too_many(&naps));
		naps_count(&naps);
	}
	ck_assert(naps_are_too_many(&naps));
	for (int i = 0; i < 3 * NAPS_GOOD; i++) /* the matches in progress */
		naps_count_good(&naps);
	ck_assert(naps_are_too_many(&naps));
}
END_TEST

/* One core, and two dozen processes that use all of it: a robot that uses three quarters of its CPU time per ask then
 * needs far more than ten times the limit of wall-clock time, which is not its fault. */
START_TEST(a_busy_machine_causes_no_timeouts)
{
	enum { HOGS = 24 };
	static struct zoo_outcome outcome;
	pid_t hogs[HOGS];
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	for (int i = 0; i < HOGS; i++) {
		hogs[i] = fork();
		if (hogs[i] == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (volatile int forever = 0;; forever++)
				;
		}
	}
	struct zoo_run run = {
		.robots = {"slow:ms=15", "conservative"}, .games = 2, .n_lanes = 1, .move_ms = 20,
		.variant = "one-hand",
	};
	int64_t start = clock_wall_ns();
	zoo_play(&run, &outcome);
	int64_t ms = (clock_wall_ns() - start) / 1000000;
	for (int i = 0; i < HOGS; i++) {
		kill(hogs[i], SIGKILL);
		waitpid(hogs[i], NULL, 0);
	}
	ck_assert_msg(!outcome.failed, "%s", outcome.err.text);
	ck_assert_msg(zoo_is_clean(&outcome.sum[0]), "blamed after %ld ms: %s", (long)ms,
		      outcome.n_faults ? outcome.faults[0].fault.cause : "illegal play");
	ck_assert_msg(ms > 200, "the machine was not busy: %ld ms", (long)ms);
}
END_TEST

ZOO_SUITE(120,
	LOOP(no_robot_outlives_a_killed_arena, 0, 3),
	LOOP(a_killed_worker_is_an_error, 0, 2),
	TEST(a_killed_robot_is_replaced),
	LOOP(crashes_do_not_pile_up, 0, 3),
	TEST(resting_lanes_survive_a_crash),
	LOOP(too_few_descriptors_are_an_error, 0, 2),
	TEST(too_many_processes_are_an_error),
	TEST(too_little_memory_is_an_error),
	LOOP(an_ordinary_user_has_the_same_sandbox, 0, 6),
	TEST(an_ignored_sigchld_hides_nothing),
	TEST(options_that_are_too_long_are_refused),
	LOOP(a_crash_is_found_in_the_source, 0, COUNT(places)),
	TEST(the_end_of_a_flood_is_kept),
	TEST(a_loop_ends_with_its_cpu_time),
	TEST(a_sleeper_has_ten_times_as_long),
	TEST(a_sleeper_costs_the_same_in_any_number_of_games),
	TEST(good_matches_make_up_for_sleep),
	TEST(a_busy_machine_causes_no_timeouts))

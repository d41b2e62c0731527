/* test_fresh.c - fresh starts. Every match is played by instances in their state after loading, however they are made.
 * Code that takes over the process that they are copied from harms only its own robot. Robots killed from outside play
 * again. */
#include <signal.h>
#include <sys/mman.h>

#include "robot/killed.h"
#include "zoo.h"

/* ---- as just loaded -------------------------------------------------------------------- */

static const char *const fresh[] = {"elder", "elder:other=1", "tls", "unique", "constructor_heap", "restless"};

static const struct zoo_way ways[] = {{1, 1, false}, {7, 1, false}, {0, 2, false}, {1, 1, true}, {9, 2, true}};

/* More matches than there are instances at once: five times as many in seven lanes. */
START_TEST(every_match_gets_fresh_instances)
{
	static struct zoo_outcome first;
	struct zoo_run run = {.robots = {fresh[_i], "conservative"}, .games = 70};
	zoo_play_well(&run, &first);
	ck_assert_uint_eq(first.sum[0].games, 70);
	zoo_same_in_all_ways(&run, &first, ways, sizeof ways / sizeof *ways);
}
END_TEST

/* Two instances of one robot split every block, which they would not do if one remembered more than the other. */
START_TEST(no_robot_remembers_another_match)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"elder", "elder"}, .games = 200};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.n_split, outcome.n_blocks);
}
END_TEST

/* The second rotation of a match has the same dice. How the first one went must not show in the order of the lanes. */
START_TEST(a_rotation_does_not_show_how_the_last_one_went)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"conservative", "laner"}, .games = 64, .is_as_given = true};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[1].games, 64);
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "it found another order in %lu games", outcome.sum[1].crashes);
}
END_TEST

/* Of a file of many megabytes, as many instances are loaded as fit, even if it is only one. */
START_TEST(a_big_file_plays_with_few_lanes)
{
	static struct zoo_outcome outcome, one_lane;
	struct zoo_run run = {.robots = {"big_file", "conservative"}, .games = 20, .memory = (uint64_t)256 << 20};
	zoo_play_well(&run, &outcome);
	ck_assert(zoo_is_clean(&outcome.sum[0]));
	run.n_lanes = 1;
	zoo_play_well(&run, &one_lane);
	zoo_same(&run, &outcome, &one_lane, "all lanes and one");
}
END_TEST

/* ---- templates taken over by the robot -------------------------------------------------- */

static const char *const deeds[] = {"many", "lie", "wrong", "stay", "spin", "early", "close"};

START_TEST(a_taken_over_template_harms_only_its_robot)
{
	static struct zoo_outcome outcome;
	char robot[40];
	struct zoo_run run = {.robots = {robot, "conservative"}, .games = 8, .move_ms = 20};
	snprintf(robot, sizeof robot, "usurper:do=%s", deeds[_i]);
	int n_fds = zoo_descriptors(getpid());
	zoo_adopt_orphans();
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].games, 8);
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "%s: the other pays", robot);
	ck_assert_msg(zoo_all_gone(), "%s: a process is left", robot);
	ck_assert_int_eq(zoo_descriptors(getpid()), n_fds);
}
END_TEST

/* ---- killed from outside ------------------------------------------------------------------ */

/* Kills one of the robot processes of the run; false: there was none. */
static bool kill_some_robot(pid_t run, int signal, unsigned *choice)
{
	int workers[8], robots[64];
	int n_workers = zoo_children(run, workers, 8);
	if (n_workers < 1)
		return false;
	int worker = workers[*choice % (unsigned)(n_workers < 8 ? n_workers : 8)], n = zoo_children(worker, robots, 64);
	*choice = *choice * 1103515245 + 12345;
	return n > 0 && kill(robots[*choice / 65536 % (unsigned)(n < 64 ? n : 64)], signal) == 0;
}

/* Kills one every few milliseconds, until so many were killed or the run has ended. Returns how many were killed. */
static int kill_now_and_then(pid_t run, int n_most, int ms, unsigned choice)
{
	int n = 0;
	siginfo_t info;
	for (;;) {
		info.si_pid = 0;
		if (waitid(P_PID, (id_t)run, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid)
			return n;
		usleep((useconds_t)ms * 1000);
		n += n < n_most && kill_some_robot(run, n % 2 ? SIGTERM : SIGKILL, &choice);
	}
}

static const char *const victims[][3] = {
	{"slow:ms=1", "slow:ms=1"}, {"elder:us=500", "conservative"}, {"elder:us=300", "elder:us=300", "slow:ms=1"},
};

START_TEST(killed_robots_play_again)
{
	const char *const *robots = victims[_i % 3];
	static struct zoo_outcome undisturbed;
	struct zoo_outcome *outcome = zoo_shared_outcome();
	int n_killed = 0;
	for (int attempt = 0; n_killed < 2; attempt++) { /* a run may end before the first kill */
		/* with one lane the process is alone with its match, as if at fault */
		struct zoo_run run = {.robots = {robots[0], robots[1], robots[2]}, .games = 12,
				      .n_workers = 1 + _i / 3 % 2, .n_lanes = _i < 6 ? 32 : 1};
		if (attempt == 0)
			zoo_play_well(&run, &undisturbed);
		pid_t pid = zoo_play_in_child(&run, outcome);
		n_killed += kill_now_and_then(pid, KILLED_MOST - 1, attempt % 2 ? 70 : 30,
					      (unsigned)(_i * 7 + attempt));
		waitpid(pid, NULL, 0);
		ck_assert_msg(!outcome->failed, "%s", outcome->err.text);
		zoo_same(&run, &undisturbed, outcome, "undisturbed and killed");
		ck_assert(zoo_all_gone());
	}
}
END_TEST

/* The fork server of the only worker; 0: none now. */
static pid_t fork_server_of(pid_t run)
{
	int worker, children[64];
	int n = zoo_children(run, &worker, 1) == 1 ? zoo_children(worker, children, 64) : 0;
	for (int i = 0; i < n && i < 64; i++)
		if (zoo_is_fork_server(children[i]))
			return children[i];
	return 0;
}

static bool is_over(pid_t run)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)run, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* Kills the fork server of a run. Was another one seen afterwards? */
static bool replaces_killed_server(pid_t run)
{
	pid_t killed = 0, server = 0;
	for (; !killed && !is_over(run); usleep(2000)) {
		server = fork_server_of(run);
		if (server && kill(server, SIGKILL) == 0)
			killed = server;
	}
	for (; !is_over(run); usleep(2000)) {
		pid_t next = fork_server_of(run);
		server = next ? next : server;
	}
	return killed && server != killed;
}

/* Another one is started, and the games are the same. A run may be over before this process has seen anything of it. */
START_TEST(a_killed_fork_server_changes_nothing)
{
	static struct zoo_outcome undisturbed;
	struct zoo_outcome *outcome = zoo_shared_outcome();
	struct zoo_run run = {.robots = {"slow:ms=1", "slow:ms=1"}, .games = 16, .n_workers = 1, .n_lanes = 2,
			      .chunk_ns = 1};
	bool is_replaced = false;
	zoo_play_well(&run, &undisturbed);
	for (int attempt = 0; !is_replaced; attempt++) {
		ck_assert_msg(attempt < 500, "no other one was started");
		pid_t pid = zoo_play_in_child(&run, outcome);
		is_replaced = replaces_killed_server(pid);
		waitpid(pid, NULL, 0);
		ck_assert_msg(!outcome->failed, "%s", outcome->err.text);
		zoo_same(&run, &undisturbed, outcome, "undisturbed and killed");
		ck_assert(zoo_all_gone());
	}
}
END_TEST

START_TEST(killing_too_often_is_an_error)
{
	struct zoo_outcome *outcome = zoo_shared_outcome();
	struct zoo_run run = {.robots = {victims[_i][0], victims[_i][1], victims[_i][2]}, .games = 100000,
		.n_workers = 2, .n_lanes = 16};
	pid_t pid = zoo_play_in_child(&run, outcome);
	int n_killed = kill_now_and_then(pid, 1000, 20, (unsigned)_i);
	waitpid(pid, NULL, 0);
	ck_assert_int_ge(n_killed, KILLED_MOST);
	ck_assert(outcome->failed);
	ck_assert_int_eq(outcome->err.code, EXIT_WORLD);
	char times[16];
	snprintf(times, sizeof times, " %d times", KILLED_MOST);
	ck_assert_msg(strstr(outcome->err.text, "killed") && strstr(outcome->err.text, times), "%s", outcome->err.text);
	for (int i = 0; i < 3; i++)
		ck_assert(zoo_is_clean(&outcome->sum[i]));
	ck_assert(zoo_all_gone());
}
END_TEST

/* The robot processes of the run. *n_copies: those that are copies, recognised by their process group, which is that of
 * their template. */
static int count_robots(pid_t run, int *n_copies)
{
	int workers[8], robots[64], n = 0;
	*n_copies = 0;
	for (int i = zoo_children(run, workers, 8) - 1; i >= 0; i--) {
		int n_robots = i < 8 ? zoo_children(workers[i], robots, 64) : 0;
		for (int k = 0; k < n_robots && k < 64; k++)
			*n_copies += getpgid(robots[k]) > 0 && getpgid(robots[k]) != robots[k];
		n += n_robots;
	}
	return n;
}

/* Copies do not inherit the death signal of their template. The test also checks that there are copies: a run without
 * templates would play the same games. */
START_TEST(no_copy_outlives_the_arena)
{
	struct zoo_outcome *outcome = zoo_shared_outcome();
	struct zoo_run run = {.robots = {"elder:us=200", "elder:us=200"}, .games = 100000, .n_workers = 2};
	int workers[2], status, n_copies = 0;
	pid_t pid = zoo_play_in_child(&run, outcome);
	int64_t end = clock_wall_ns() + INT64_C(300000000000);
	while (n_copies < 4 && clock_wall_ns() < end && count_robots(pid, &n_copies) >= 0)
		usleep(2000);
	ck_assert_int_ge(n_copies, 4);
	ck_assert_int_eq(zoo_children(pid, workers, 2), 2);
	kill(_i ? workers[0] : pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(zoo_all_gone(), "a process is left after the arena's death");
}
END_TEST

ZOO_SUITE(300,
	LOOP(every_match_gets_fresh_instances, 0, COUNT(fresh)),
	TEST(no_robot_remembers_another_match),
	TEST(a_rotation_does_not_show_how_the_last_one_went),
	TEST(a_big_file_plays_with_few_lanes),
	LOOP(a_taken_over_template_harms_only_its_robot, 0, COUNT(deeds)),
	LOOP(killed_robots_play_again, 0, 9),
	TEST(a_killed_fork_server_changes_nothing),
	LOOP(killing_too_often_is_an_error, 0, 3),
	LOOP(no_copy_outlives_the_arena, 0, 2))

/* zoo.h - for suites that play tournaments through the C interface. It loads robots by name from the zoo (tests/zoo,
 * $ARENA_ZOO) and the bundled ones ($ARENA_ROBOTS), plays a run and sums it up, and checks what a run must not leave
 * behind.
 *
 * A suite that uses the sandbox is a ZOO_SUITE, which checks that the kernel supports it. */
#pragma once

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/str.h"
#include "match/tournament.h"
#include "robot/program/runner.h"
#include "robot/so/confine.h"
#include "robot/so/runner_file.h"

enum { ZOO_MAX_ROBOTS = 8, ZOO_MAX_FAULTS = 64 };

#ifdef ARENA_SANITIZED
enum { ZOO_IS_SANITIZED = 1 };
#else
enum { ZOO_IS_SANITIZED = 0 };
#endif

/* How to play. Zero selects the default, except for robots and games. */
struct zoo_run {
	const char *robots[ZOO_MAX_ROBOTS]; /* "NAME:key=value" or a path; NULL ends them */
	uint64_t games;
	const char *variant;       /* default liars-dice; "secret" is liars-dice with 20 dice of 9 faces, so that no two
	                            * hands are equal */
	const char *seed;          /* default "zoo" */
	enum format format;
	enum deals deals;
	int n_seats;
	uint32_t match_length;     /* default 1 */
	bool is_as_given;          /* robot i has seat i in the first rotation; otherwise circles are drawn */
	int n_lanes;               /* default: chosen for speed */
	int n_workers;             /* default 1 */
	bool is_trusted;
	int64_t chunk_ns;          /* default: the usual time; 1: the smallest chunks, with at most one match for each
	                            * lane */
	int64_t move_ms;           /* default 2000 */
	int64_t start_ms;          /* default: the usual */
	uint64_t memory;           /* default 512 MB */
	const volatile sig_atomic_t *stop;
	void (*at_chunk)(void *context); /* called after each chunk, in the coordinator; may be NULL */
	void *context;
};

/* The results. */
struct zoo_outcome {
	int failed;                /* non-zero: loading or playing failed, with err */
	struct err err;
	uint64_t n_chunks, n_matches; /* how many were delivered */
	uint64_t n_games; /* number of games in the schedule */
	uint64_t signature; /* signature of every play of every game */
	uint64_t n_alike;          /* blocks whose rotations all had the same plays */
	uint64_t n_blocks, n_split; /* number of blocks, and of those in which all robots won the same share */
	uint64_t places;           /* hash of the outcomes of all matches, in order */
	struct tally sum[ZOO_MAX_ROBOTS]; /* by robot */
	struct fault loading[ZOO_MAX_ROBOTS]; /* robot.fault after loading */
	struct robot_manifest manifest[ZOO_MAX_ROBOTS];
	uint64_t n_naps; /* number of faults of robots that slept, without those of robots that were no longer
			  * started */
	int n_faults; /* number of stored faults */
	struct zoo_fault {
		uint64_t game;
		int robot;
		struct fault fault;
	} faults[ZOO_MAX_FAULTS];
};

/* ---- robots ------------------------------------------------------------------------- */

/* Adds the folder in the environment variable, or `fallback` beside this program. */
static inline void zoo_folder(const char *variable, const char *fallback, struct str *out)
{
	char program[4096];
	const char *folder = getenv(variable);
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	ck_assert(n > 0);
	program[n] = '\0';
	*strrchr(program, '/') = '\0';
	if (folder)
		str_add(out, folder);
	else
		str_addf(out, "%s/%s", program, fallback);
}

/* Appends the path of NAME.so to out; `name` may continue with ":options", which are kept. */
static inline void zoo_path(const char *name, struct str *out)
{
	AUTO_STR struct str zoo = {0}, path = {0};
	size_t n = strcspn(name, ":");
	if (memchr(name, '/', n)) {
		str_add(out, name);
		return;
	}
	zoo_folder("ARENA_ZOO", "robots", &zoo);
	str_addf(&path, "%s/%.*s.so", zoo.text, (int)n, name);
	if (access(path.text, R_OK)) {
		str_clear(&path);
		zoo_folder("ARENA_ROBOTS", "../robots", &path);
		str_addf(&path, "/%.*s.so", (int)n, name);
	}
	str_addf(out, "%s%s", path.text, name + n);
}

static inline void zoo_open(struct robot *robot, const char *name)
{
	AUTO_STR struct str spec = {0};
	struct err err = {0};
	zoo_path(name, &spec);
	ck_assert_msg(robot_open(robot, spec.text, &err) == 0, "%s", err.text);
}

/* ---- a run -------------------------------------------------------------------------- */

struct zoo_session {
	const struct zoo_run *run;
	struct zoo_outcome *outcome;
};

/* Adds bytes to a hash that depends on the order in which they are added. */
static inline void zoo_hash(uint64_t *hash, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	for (size_t i = 0; i < n; i++)
		*hash = (*hash ^ at[i]) * RNG_GOLDEN + n;
}

/* Returns true if all robots have the same share of the wins in this block. `places` is as in chunk.h. */
static inline bool zoo_is_split(const uint8_t *places, int n)
{
	double first = 0;
	for (int player = 0; player < n; player++) {
		double wins = 0;
		for (int rotation = 0; rotation < n; rotation++)
			wins += match_win_share(places + rotation * n, 1, n, player);
		if (player == 0)
			first = wins;
		else if (wins < first - 1e-9 || wins > first + 1e-9)
			return false;
	}
	return true;
}

static inline void zoo_add_match(struct zoo_outcome *outcome, const struct chunk *chunk, uint64_t index)
{
	const uint8_t *places = chunk_match(chunk, index);
	int n = chunk->n_seats;
	zoo_hash(&outcome->places, places, chunk_match_size(chunk));
	for (uint32_t block = 0; block < chunk->n_blocks; block++)
		outcome->n_split += zoo_is_split(places + block * (size_t)(n * n), n);
	outcome->n_blocks += chunk->n_blocks;
}

static inline bool zoo_finished(const struct chunk *chunk, void *context)
{
	struct zoo_session *session = context;
	struct zoo_outcome *outcome = session->outcome;
	ck_assert_uint_eq(chunk->matches.first, outcome->n_matches);
	ck_assert_uint_eq(chunk->matches.stride, 1);
	ck_assert_uint_ge(chunk->matches.n, 1);
	ck_assert(chunk->has_order);
	for (int i = 0; i < chunk->n_robots; i++)
		tally_add(&outcome->sum[chunk->robots[i].robot], &chunk->robots[i].tally);
	for (int i = 0; i < chunk->n_faults; i++)
		outcome->n_naps += chunk->faults[i].fault->verdict == VERDICT_TIMEOUT &&
			strcmp(chunk->faults[i].fault->cause, NAPS_TOO_MANY) != 0;
	for (int i = 0; i < chunk->n_faults && outcome->n_faults < ZOO_MAX_FAULTS; i++)
		outcome->faults[outcome->n_faults++] = (struct zoo_fault){
			chunk->faults[i].game, chunk->faults[i].robot, *chunk->faults[i].fault};
	for (uint64_t i = 0; i < chunk->matches.n; i++)
		zoo_add_match(outcome, chunk, i);
	outcome->signature += chunk->signature;
	outcome->n_alike += chunk->n_alike;
	outcome->n_matches += chunk->matches.n;
	outcome->n_chunks++;
	if (session->run->at_chunk)
		session->run->at_chunk(session->run->context);
	return true;
}

static inline void zoo_schedule(const struct zoo_run *run, int n_robots, struct tournament *t)
{
	struct err err = {0};
	t->seed = rng_key_of_seed(run->seed ? run->seed : "zoo");
	const char *name = run->variant ? run->variant : "liars-dice";
	bool has_secrets = strcmp(name, "secret") == 0;
	ck_assert_msg(rules_init(&t->rules, has_secrets ? "liars-dice" : name, &err) == 0, "%s", err.text);
	if (has_secrets)
		ck_assert(rules_set(&t->rules, "dice=20", &err) == 0 && rules_set(&t->rules, "faces=9", &err) == 0);
	const struct schedule_options options = {
		.format = run->format, .deals = run->deals, .n_robots = n_robots, .n_seats = run->n_seats,
		.games = run->games, .match_length = run->match_length ? run->match_length : 1,
		.is_as_given = run->is_as_given, .seed = t->seed,
	};
	ck_assert_msg(schedule_init(&t->schedule, &options, &err) == 0, "%s", err.text);
}

/* Opens and probes the robots, and plays. Fails the test if a robot cannot be opened; any other failure is in the
 * outcome. */
static inline void zoo_play(const struct zoo_run *run, struct zoo_outcome *outcome)
{
	struct robot robots[ZOO_MAX_ROBOTS];
	int n = 0;
	*outcome = (struct zoo_outcome){0};
	for (; n < ZOO_MAX_ROBOTS && run->robots[n]; n++)
		zoo_open(&robots[n], run->robots[n]);
	struct zoo_session session = {run, outcome};
	struct tournament t = {
		.robots = robots, .n_workers = run->n_workers ? run->n_workers : 1, .n_lanes = run->n_lanes,
		.is_trusted = run->is_trusted, .finished = zoo_finished, .context = &session, .stop = run->stop,
		.chunk_ns = run->chunk_ns,
		.limits = {
			.move_time_ns = (run->move_ms ? run->move_ms : 2000) * 1000000,
			.start_time_ns = run->start_ms * 1000000,
			.memory = run->memory ? run->memory : (uint64_t)512 << 20,
		},
	};
	zoo_schedule(run, n, &t);
	outcome->n_games = t.schedule.n_games;
	outcome->failed = tournament_probe(&t, &outcome->err);
	for (int i = 0; i < n; i++) {
		outcome->loading[i] = robots[i].fault;
		outcome->manifest[i] = robots[i].manifest;
	}
	if (!outcome->failed)
		outcome->failed = tournament_play(&t, &outcome->err);
	for (int i = 0; i < n; i++)
		robot_release(&robots[i]);
}

/* Plays a run that must finish. */
static inline void zoo_play_well(const struct zoo_run *run, struct zoo_outcome *outcome)
{
	zoo_play(run, outcome);
	ck_assert_msg(!outcome->failed, "%s against %s: %s", run->robots[0], run->robots[1], outcome->err.text);
}

static inline bool zoo_is_clean(const struct tally *tally)
{
	return tally->illegal + tally->timeouts + tally->crashes + tally->failed_games == 0;
}

/* Checks that two runs with the same robots have the same games and sums, and the same outcome of every match. */
static inline void zoo_same(const struct zoo_run *run, const struct zoo_outcome *a, const struct zoo_outcome *b,
			    const char *how)
{
	for (int i = 0; run->robots[i]; i++) {
		const struct tally *x = &a->sum[i], *y = &b->sum[i];
		ck_assert_msg(memcmp(x, y, sizeof *x) == 0,
			      "%s, %s: games %lu wins %g asks %lu illegal %lu timeouts %lu crashes %lu, or "
			      "games %lu wins %g asks %lu illegal %lu timeouts %lu crashes %lu",
			      run->robots[i], how, x->games, tally_wins(x), x->asks, x->illegal, x->timeouts,
			      x->crashes, y->games, tally_wins(y), y->asks, y->illegal, y->timeouts, y->crashes);
	}
	ck_assert_msg(a->signature == b->signature && a->n_alike == b->n_alike, "%s against %s, %s: other plays",
		      run->robots[0], run->robots[1], how);
	ck_assert_msg(a->places == b->places, "%s against %s, %s: another outcome of a match", run->robots[0],
		      run->robots[1], how);
}

struct zoo_way {
	int n_lanes, n_workers;
	bool is_trusted;
};

/* Checks that the run has this outcome with each way to divide the work. */
static inline void zoo_same_in_all_ways(struct zoo_run *run, const struct zoo_outcome *first,
					const struct zoo_way *ways, size_t n)
{
	static struct zoo_outcome other;
	for (size_t i = 0; i < n; i++) {
		char how[80];
		if (ZOO_IS_SANITIZED && i % 3) /* the sanitizers make starting a process ten times slower */
			continue;
		snprintf(how, sizeof how, "%d lanes, %d workers%s", ways[i].n_lanes, ways[i].n_workers,
			 ways[i].is_trusted ? ", trusted" : "");
		run->n_lanes = ways[i].n_lanes;
		run->n_workers = ways[i].n_workers;
		run->is_trusted = ways[i].is_trusted;
		zoo_play_well(run, &other);
		zoo_same(run, first, &other, how);
	}
}

/* ---- nothing left behind ------------------------------------------------------------ */

/* Makes orphaned processes children of this one, so that they can be counted. */
static inline void zoo_adopt_orphans(void)
{
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

/* Returns the parent of a process, or 0 if it has ended. *state is as in /proc/PID/stat. */
static inline int zoo_parent(int pid, char *state)
{
	char path[40], text[512];
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	AUTO_CLOSE int fd = open(path, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	int parent = 0;
	if (n <= 0)
		return 0;
	text[n] = '\0';
	sscanf(strrchr(text, ')') + 1, " %c %d", state, &parent);
	return parent;
}

static inline bool zoo_is_child(int pid, int of)
{
	char state = 0;
	return pid > 0 && zoo_parent(pid, &state) == of && state != 'Z' && state != 'X';
}

/* Adds the children that the kernel lists. While a child ends, others may be missing from the list, so the list must be
 * the same twice. Returns false if this kernel has no such list. */
static inline bool zoo_listed_children(int of, struct str *list)
{
	AUTO_STR struct str path = {0}, last = {0};
	struct err err = {0};
	str_addf(&path, "/proc/%d/task/%d/children", of, of);
	if (access("/proc/thread-self/children", R_OK))
		return false;
	do {
		str_clear(&last);
		str_add(&last, str_text(list));
		str_clear(list);
		if (str_read_file(list, path.text, 1 << 20, &err))
			str_clear(list); /* the process has ended */
	} while (strcmp(str_text(list), str_text(&last)) != 0);
	return true;
}

/* Adds all processes. */
static inline void zoo_all_processes(struct str *list)
{
	DIR *folder = opendir("/proc");
	ck_assert_ptr_nonnull(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
		if (atoi(entry->d_name) > 0)
			str_addf(list, "%s ", entry->d_name);
	closedir(folder);
}

/* Returns the number of children of a process, except dead ones that are not reaped yet. The first ones are stored in
 * pids[most]. */
static inline int zoo_children(int of, int *pids, int most)
{
	AUTO_STR struct str list = {0};
	int n = 0;
	if (!zoo_listed_children(of, &list))
		zoo_all_processes(&list);
	for (char *at = list.text; at && *at;) {
		int pid = (int)strtol(at, &at, 10);
		at += *at == ' ';
		if (zoo_is_child(pid, of)) {
			if (n < most)
				pids[n] = pid;
			n++;
		}
	}
	return n;
}

/* Returns true if this is the process that makes the robots' processes (fork_server.h). */
static inline bool zoo_is_fork_server(int pid)
{
	char path[64], name[32] = "";
	snprintf(path, sizeof path, "/proc/%d/comm", pid);
	FILE *file = fopen(path, "r");
	bool is_one = file && fgets(name, sizeof name, file) && strcmp(name, "arena robots\n") == 0;
	if (file)
		fclose(file);
	return is_one;
}

/* Waits until no child of this process is alive, and reaps them. Returns false if one is still alive after two
 * minutes. */
static inline bool zoo_all_gone(void)
{
	int64_t end = clock_wall_ns() + INT64_C(120000000000);
	pid_t reaped;
	while ((reaped = waitpid(-1, NULL, WNOHANG)) >= 0 && clock_wall_ns() < end)
		if (reaped == 0)
			usleep(2000);
	return reaped < 0;
}

static inline int zoo_descriptors(int pid)
{
	char path[40];
	int n = 0;
	snprintf(path, sizeof path, "/proc/%d/fd", pid);
	DIR *folder = opendir(path);
	if (!folder)
		return -1;
	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

/* Plays a run in a child, with the outcome in shared memory. */
static inline pid_t zoo_play_in_child(const struct zoo_run *run, struct zoo_outcome *outcome)
{
	zoo_adopt_orphans();
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		signal(SIGTERM, SIG_DFL); /* Check has handlers */
		zoo_play(run, outcome);
		_exit(0);
	}
	return pid;
}

static inline struct zoo_outcome *zoo_shared_outcome(void)
{
	void *outcome = mmap(NULL, sizeof(struct zoo_outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
			     0);
	ck_assert(outcome != MAP_FAILED);
	return outcome;
}

/* ---- the suite's program ------------------------------------------------------------ */

START_TEST(zoo_needs_the_sandbox)
{
	const char *must = getenv("ARENA_MUST_SANDBOX");
	if (must && strcmp(must, "1") == 0)
		ck_abort_msg("%s", confine_missing());
	fprintf(stderr, "skipped: %s\n", confine_missing());
}
END_TEST

/* Runs a suite that uses the sandbox. If the kernel lacks something that the sandbox needs, there is only one
 * test, which fails when the sandbox is compulsory. */
static inline int run_zoo_suite(int timeout_s, const struct listed_test *tests)
{
	struct err err = {0};
	if (runner_file(&err) < 0 || filter_file(&err) < 0) { /* they keep descriptors, so they must be opened before
	                                                       * any test counts descriptors */
		fprintf(stderr, "%s\n", err.text);
		return EXIT_FAILURE;
	}
	return run_tests(NULL, NULL, timeout_s, confine_missing() ? TESTS(TEST(zoo_needs_the_sandbox)) : tests);
}

#define ZOO_SUITE(timeout_s, ...) \
	int main(void) { return run_zoo_suite(timeout_s, TESTS(__VA_ARGS__)); }

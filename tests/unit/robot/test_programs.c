/* test_programs.c - programs that misbehave (tests/programs/bad.py): each gets the right verdict, other robots are not
 * affected, and no process is left; confined and not. Also the descriptions that programs print. */
#include <sys/stat.h>

#include "base/text.h"
#include "robot/killed.h"
#include "robot/program/box.h"
#include "robot/program/command.h"
#include "robot/program/transport.h"
#include "zoo.h"

enum fate { PLAYS, ILLEGAL, TIMEOUT, CRASH, LOAD };

enum {
	CONFINED_ONLY = 1, /* without the sandbox it would succeed in what it tries */
	SLOW = 2,          /* waits until the time limit or the arena ends it */
	SHARES = 4,        /* its children must get CPU time before the limit: on a busy machine not in every try */
	TWICE = 8,         /* plays two matches: with several lanes, or since it waits for its match */
};

struct animal {
	const char *options;
	enum fate fate;
	int notes;
	const char *cause; /* of its first fault, or part of it */
};

static const struct animal animals[] = {
	{"mode=ok", PLAYS, 0, NULL},
	{"mode=ok,manifest=1", PLAYS, 0, NULL},
	{"mode=ok,lanes=64", PLAYS, TWICE, NULL},
	{"mode=word", CRASH, 0, "answered 'hello', which is not a number"},
	{"mode=word,lanes=64", CRASH, TWICE, "answered 'hello', which is not a number"},
	{"mode=nothing", CRASH, 0, "answered '', which is not a number"},
	{"mode=fraction", CRASH, 0, "answered '2.5'"},
	{"mode=bytes", CRASH, 0, "which is not a number"},
	{"mode=nul", CRASH, 0, "answered '23' and a NUL byte, which is not a number"},
	{"mode=huge", ILLEGAL, 0, NULL},
	{"mode=minus", ILLEGAL, 0, NULL},
	{"mode=part", TIMEOUT, SLOW, "did not answer for 1000 ms"},
	{"mode=endless", CRASH, 0, "wrote more than 4095 bytes without a new line"},
	{"mode=flood", CRASH, 0, "wrote without being asked"},
	{"mode=exit", CRASH, 0, "exited with status 3"},
	{"mode=loud_exit", CRASH, 0, "exited with status 3: an ?[1m Errorÿ"},
	{"mode=exit,lanes=64", CRASH, TWICE, "exited with status 3"},
	{"mode=end", CRASH, 0, "exited with status 0"},
	{"mode=segv", CRASH, 0, "SIGSEGV"},
	{"mode=file", CRASH, CONFINED_ONLY, "SIGXFSZ"},
	{"mode=raise", CRASH, 0, "exited with status 1: KeyError: 'key'"},
	{"mode=sleep", TIMEOUT, SLOW, "did not answer for 1000 ms"},
	{"mode=ok,ms=600", TIMEOUT, SLOW, "answers slowly without computing"},
	{"mode=sleep,lanes=64", TIMEOUT, SLOW, "did not answer for 1000 ms"},
	{"mode=loop", TIMEOUT, 0, "used more than 100 ms of CPU time"},
	{"mode=children", TIMEOUT, SHARES, "used more than 100 ms of CPU time"},
	{"mode=orphans", TIMEOUT, SHARES, "used more than 100 ms of CPU time"},
	{"mode=close_stdout", CRASH, SLOW, "closed its stdout"},
	{"mode=close_stdin", CRASH, 0, "exited with status 7"},
	{"mode=daemon", PLAYS, 0, NULL},
	{"mode=bomb", PLAYS, CONFINED_ONLY, NULL},
	{"mode=memory", CRASH, 0, "exited with status 1: MemoryError"},
	{"mode=exit,start=1", CRASH, TWICE, "exited with status 3"}, /* most fail while they wait for their match */
	{"mode=segv,start=1", CRASH, TWICE, "SIGSEGV"},
	{"mode=loud,start=1", PLAYS, TWICE, NULL},
	{"mode=loud", PLAYS, 0, NULL},
	{"mode=breakout", PLAYS, CONFINED_ONLY, NULL},
};

enum { N_ANIMALS = sizeof animals / sizeof *animals };

/* Appends the path of a program of tests/programs, with options. */
static void program_path(const char *name, const char *options, struct str *out)
{
	AUTO_STR struct str zoo = {0};
	zoo_folder("ARENA_PROGRAMS", "../../../tests/programs", &zoo);
	str_addf(out, "%s/%s%s%s", zoo.text, name, options ? ":" : "", options ? options : "");
}

/* Some systems (Ubuntu) do not allow user namespaces for ordinary users; root can always make them. */
static bool has_namespaces(void)
{
	static int has = -1; /* unknown */
	if (has < 0)
		has = getuid() == 0 || system("bwrap --unshare-user --ro-bind / / true 2>/dev/null") == 0;
	return has;
}

START_TEST(programs_can_be_confined)
{
	const char *must = getenv("ARENA_MUST_SANDBOX"), *why = "ordinary users may not make user namespaces here";
	if (!has_namespaces() && must && strcmp(must, "1") == 0)
		ck_abort_msg("%s", why);
	if (!has_namespaces())
		fprintf(stderr, "skipped, all that is confined: %s\n", why);
}
END_TEST

static void check_fate(const struct animal *animal, const struct zoo_outcome *outcome, uint64_t games)
{
	const struct tally *tally = &outcome->sum[0];
	uint64_t faults = tally->timeouts + tally->crashes;
	const char *robot = animal->options, *first = outcome->n_faults ? outcome->faults[0].fault.cause : "";
	ck_assert_msg(tally->games == games, "%s: %lu games of %lu", robot, tally->games, games);
	switch (animal->fate) {
	case PLAYS:
		ck_assert_msg(faults == 0, "%s: timeouts %lu crashes %lu, %s", robot, tally->timeouts, tally->crashes,
			      first);
		break;
	case ILLEGAL:
		ck_assert_msg(tally->illegal >= games && !faults, "%s: illegal %lu faults %lu", robot, tally->illegal,
			      faults);
		break;
	case TIMEOUT:
		ck_assert_msg(tally->timeouts == games && !tally->crashes, "%s: timeouts %lu crashes %lu, %s", robot,
			      tally->timeouts, tally->crashes, first);
		break;
	case CRASH:
	case LOAD:
		ck_assert_msg(tally->crashes == games && !tally->timeouts, "%s: timeouts %lu crashes %lu, %s", robot,
			      tally->timeouts, tally->crashes, first);
		break;
	}
	if (animal->cause)
		ck_assert_msg(strstr(first, animal->cause) != NULL, "%s: '%s' does not say '%s'", robot, first,
			      animal->cause);
	ck_assert_msg(text_is_clean(first), "%s: the cause cannot be printed", robot);
}

/* Odd numbers run without a sandbox. */
START_TEST(only_the_bad_robot_is_affected)
{
	const struct animal *animal = &animals[_i / 2];
	bool is_trusted = _i % 2;
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	if ((is_trusted && animal->notes & CONFINED_ONLY) || (ZOO_IS_SANITIZED && animal->notes & SLOW) ||
	    (!is_trusted && !has_namespaces()))
		return;
	program_path("bad.py", animal->options, &path);
	struct zoo_run run = {
		.robots = {path.text, "conservative"}, .games = animal->notes & TWICE ? 4 : 2, .is_trusted = is_trusted,
		.move_ms = animal->fate == TIMEOUT ? 100 : 0,
	};
	int n_descriptors = zoo_descriptors(getpid());
	zoo_adopt_orphans();
	zoo_play_well(&run, &outcome);
	for (int n = 0; animal->notes & SHARES && n < 30 && !strstr(outcome.faults[0].fault.cause, animal->cause); n++)
		zoo_play_well(&run, &outcome);
	check_fate(animal, &outcome, run.games);
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "%s: its opponent was blamed", animal->options);
	ck_assert_double_eq(tally_wins(&outcome.sum[0]) + tally_wins(&outcome.sum[1]), (double)run.games);
	ck_assert_msg(zoo_all_gone(), "%s: a process is left", animal->options);
	ck_assert_msg(zoo_descriptors(getpid()) == n_descriptors, "%s: a descriptor is left", animal->options);
	for (const char *at = outcome.manifest[0].name; at < (const char *)&outcome.manifest[0].max_lanes; at++)
		ck_assert_msg(!*at || (*at >= ' ' && *at < 127), "%s: its manifest cannot be printed", animal->options);
}
END_TEST

/* Its children keep working while other robots are asked. */
START_TEST(children_spin_while_nothing_is_asked)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	bool is_trusted = _i % 2;
	if (!is_trusted && !has_namespaces())
		return;
	program_path("bad.py", _i / 2 ? "mode=brood" : "mode=spin", &path);
	char napper[32];
	struct zoo_run run = {
		/* and the napper may sleep 20 times that */
		.robots = {napper, path.text}, .games = 2, .is_trusted = is_trusted, .n_lanes = 1, .move_ms = 8000,
	};
	/* on a busy machine its children get less CPU time */
	for (int ms = 1000; ms <= 8000 && !outcome.n_faults; ms *= 2) {
		snprintf(napper, sizeof napper, "napper:ms=%d", ms);
		zoo_play_well(&run, &outcome);
	}
	ck_assert_uint_gt(outcome.sum[1].timeouts, 0);
	ck_assert_str_eq(outcome.faults[0].fault.cause, "used more than 1000 ms of CPU time while nothing was asked");
	ck_assert_msg(zoo_is_clean(&outcome.sum[0]), "its opponent was blamed");
	ck_assert_msg(zoo_all_gone(), "a process is left");
}
END_TEST

/* Each of its asks is within its limits. */
START_TEST(a_game_has_a_limit_for_time_without_computing)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	if ((_i == 0 && !has_namespaces()) || ZOO_IS_SANITIZED)
		return;
	program_path("bad.py", "mode=vfork", &path);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 8, .match_length = 4, .is_trusted = _i,
		.move_ms = 50};
	/* a busy machine may delay one ask too much */
	for (int n = 0; n < 5 && !strstr(outcome.faults[0].fault.cause, "answers slowly"); n++) {
		memset(&outcome, 0, sizeof outcome);
		zoo_play_well(&run, &outcome);
	}
	ck_assert_uint_ge(outcome.sum[0].timeouts, 1);
	ck_assert_ptr_nonnull(strstr(outcome.faults[0].fault.cause, "answers slowly without computing"));
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "its opponent was blamed");
}
END_TEST

/* A program that closes its stdout and lives on holds its game until the arena ends it, which counts as sleep. */
START_TEST(living_on_without_stdout_is_sleep)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	program_path("bad.py", "mode=close_stdout", &path);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 64, .is_trusted = true, .n_workers = 8,
		.n_lanes = 1};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_ge(outcome.sum[0].crashes, 8);
	ck_assert_msg(outcome.sum[0].timeouts > 0, "it was started for every game");
}
END_TEST

/* A program with an endless loop costs the CPU time of its start only in the first matches. */
START_TEST(without_any_answer_it_is_no_longer_started)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	program_path("bad.py", "mode=loop,start=1", &path);
	struct zoo_run run = {
		.robots = {path.text, "conservative"}, .games = 24, .is_trusted = true, .start_ms = 100, .move_ms = 10,
	};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].timeouts, 24);
	ck_assert_ptr_nonnull(strstr(outcome.faults[0].fault.cause, "before its first answer (--start-time)"));
	ck_assert_str_eq(outcome.faults[outcome.n_faults - 1].fault.cause, NAPS_MUTE);
}
END_TEST

/* The memory limit is for the sum of its processes, and shared pages count once: ten processes that share their pages
 * are below it. */
START_TEST(memory_is_summed_over_its_processes)
{
	static const struct {
		const char *options, *cause;
	} cases[] = {
		{"mode=shm", "held more than 256 MB of memory, with all its processes"},
		{"mode=hold", "held more than 256 MB of memory, with all its processes"},
		{"mode=share", NULL},
	};
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	bool is_trusted = _i % 2;
	if ((!is_trusted && !has_namespaces()) || ZOO_IS_SANITIZED)
		return;
	program_path("bad.py", cases[_i / 2].options, &path);
	struct zoo_run run = {
		.robots = {path.text, "napper:ms=120"}, .games = 2, .is_trusted = is_trusted, .memory = 256u << 20,
		.n_lanes = 1,
	};
	zoo_play_well(&run, &outcome);
	if (cases[_i / 2].cause) {
		ck_assert_uint_gt(outcome.sum[0].crashes, 0);
		ck_assert_str_eq(outcome.faults[0].fault.cause, cases[_i / 2].cause);
	} else {
		ck_assert_msg(zoo_is_clean(&outcome.sum[0]), "%s",
			      outcome.n_faults ? outcome.faults[0].fault.cause : "illegal");
	}
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "its opponent was blamed");
	ck_assert_msg(zoo_all_gone(), "a process is left");
}
END_TEST

/* The end of its output is in the description of its fault. */
START_TEST(stderr_is_in_the_fault)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str path = {0};
	if (_i == 0 && !has_namespaces())
		return;
	program_path("bad.py", "mode=raise", &path);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 2, .is_trusted = _i};
	zoo_play_well(&run, &outcome);
	ck_assert_int_gt(outcome.n_faults, 0);
	ck_assert_ptr_nonnull(strstr(outcome.faults[0].fault.output, "KeyError: 'key'"));
}
END_TEST

/* ---- processes started before they are needed ------------------------------------------- */

static const struct {
	int n_lanes, n_workers;
	int64_t chunk_ns;
} ways[] = {{1, 1, 0}, {1, 1, 1}, {3, 2, 0}};

/* The results do not depend on how many are started ahead; for a chunk of one match none is. */
START_TEST(starting_ahead_changes_nothing)
{
	static struct zoo_outcome first, other;
	AUTO_STR struct str path = {0};
	if (_i == 0 && !has_namespaces())
		return;
	program_path("chance.py", NULL, &path);
	struct zoo_run run = {.robots = {path.text, "conservative", path.text}, .games = 4, .n_seats = 2,
		.format = FORMAT_ROUND_ROBIN, .is_trusted = _i};
	zoo_adopt_orphans();
	zoo_play_well(&run, &first);
	/* without a sandbox they are started ahead in the same way */
	for (int i = 0; i < (_i ? 1 : COUNT(ways)); i++) {
		char how[60];
		snprintf(how, sizeof how, "%d lanes, %d workers, chunks of %ld ns", ways[i].n_lanes, ways[i].n_workers,
			 (long)ways[i].chunk_ns);
		run.n_lanes = ways[i].n_lanes;
		run.n_workers = ways[i].n_workers;
		run.chunk_ns = ways[i].chunk_ns;
		zoo_play_well(&run, &other);
		zoo_same(&run, &first, &other, how);
		ck_assert_msg(zoo_all_gone(), "%s: a process is left", how);
	}
}
END_TEST

/* Children of the run's only worker; the first ones are stored in pids[most]. */
static int robots_of(pid_t run, int *pids, int most)
{
	int worker;
	return zoo_children(run, &worker, 1) == 1 ? zoo_children(worker, pids, most) : 0;
}

/* With one lane, any process beyond one per robot waits for its match. In a trusted run one of them is killed now and
 * then: its match is begun again. (Confined ones, killed while the sandbox is set up, leave a waiting process.) */
START_TEST(processes_ahead_wait_for_their_match)
{
	enum { PLAYING = 2, AHEAD = 4, MOST_AHEAD = 8, MOST_KILLED = KILLED_MOST - 1 };
	struct zoo_outcome *outcome = zoo_shared_outcome();
	static struct zoo_outcome undisturbed;
	AUTO_STR struct str path = {0};
	int most = 0, n_killed = 0, pids[64], n;
	siginfo_t info = {0};
	if (_i == 0 && !has_namespaces())
		return;
	program_path("bad.py", "ms=10", &path);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 24, .n_lanes = 1, .is_trusted = _i};
	zoo_play_well(&run, &undisturbed);
	while (most <= PLAYING || (_i && !n_killed)) { /* a run may end before it was looked at */
		pid_t pid = zoo_play_in_child(&run, outcome);
		info.si_pid = 0;
		while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && !info.si_pid) {
			n = robots_of(pid, pids, 64);
			ck_assert_int_le(n, PLAYING + MOST_AHEAD);
			most = n > most ? n : most;
			if (_i && n >= PLAYING + AHEAD - 1 && n_killed < MOST_KILLED && kill(pids[n - 1], SIGKILL) == 0)
				n_killed++;
			usleep(3000);
		}
		waitpid(pid, NULL, 0);
		ck_assert_msg(!outcome->failed, "%s", outcome->err.text);
		zoo_same(&run, &undisturbed, outcome, "undisturbed and killed");
		ck_assert(zoo_all_gone());
	}
}
END_TEST

/* ---- files that cannot be started ----------------------------------------------------- */

static const struct {
	const char *text, *cause;
} unstartable[] = {
	{"#!/nowhere/at/all\n", "cannot find the interpreter named in the first line of"},
	{"#!/bin/sh\r\necho 0\r\n", "the interpreter's name ends in a carriage return; use the line ends of Unix in"},
	{"#!/usr/bin/env no-such-interpreter\n", "its interpreter was not found: /usr/bin/env: "},
	{"#!/usr/bin/env /usr\n", "its interpreter cannot be run: /usr/bin/env: "}, /* a folder */
	{"\177ELF no more", "Exec format error"},
	{"neither a script nor a program\n", "Exec format error"},
};

enum { N_UNSTARTABLE = sizeof unstartable / sizeof *unstartable };

START_TEST(it_cannot_be_started)
{
	static struct zoo_outcome outcome;
	char folder[] = "/tmp/arena-program-XXXXXX";
	AUTO_STR struct str path = {0};
	if (_i % 2 == 0 && !has_namespaces())
		return;
	ck_assert_ptr_nonnull(mkdtemp(folder));
	str_addf(&path, "%s/bot", folder);
	FILE *file = fopen(path.text, "w");
	ck_assert_ptr_nonnull(file);
	fputs(unstartable[_i / 2].text, file);
	fclose(file);
	setenv("PATH", "/usr/bin:/bin", 1); /* env gives different messages if a folder in $PATH is unreadable and if
	                                     * the interpreter is missing */
	ck_assert_int_eq(chmod(path.text, 0700), 0);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 2, .is_trusted = _i % 2};
	zoo_play(&run, &outcome);
	unlink(path.text);
	rmdir(folder);
	ck_assert_msg(!outcome.failed, "%s", outcome.err.text);
	ck_assert_int_eq(outcome.loading[0].verdict, VERDICT_LOAD);
	ck_assert_msg(strstr(outcome.loading[0].cause, unstartable[_i / 2].cause) != NULL, "%s",
		      outcome.loading[0].cause);
	ck_assert_double_eq(tally_wins(&outcome.sum[1]), 2);
}
END_TEST

/* ---- what it wrote before its end ------------------------------------------------------ */

static const struct {
	const char *output, *words; /* as written by printf(1); what of it is in the cause */
} last_words[] = {
	{"", ""},
	{"\\n\\n", ""},
	{"only line", ": only line"},
	{"first\\nlast\\n", ": last"},
	{"first\\nlast\\n\\n", ": last"},
	{"Error: a\\nlast\\n", ": Error: a"},
	{"Error: a\\nerror: b\\nlast\\n", ": error: b"},
	{"panic: a\\nlast\\n", ": panic: a"},
	{"Error: a\\npanic: b\\n\\n", ": panic: b"},
	{"an arrow\\nlast\\n", ": last"},
	{"terr\\nor\\nlast\\n", ": last"},
	{"pani\\nc\\nlast\\n", ": last"},
	{"rror", ": rror"},
};

enum { N_LAST_WORDS = sizeof last_words / sizeof *last_words };

START_TEST(the_last_error_is_in_the_cause)
{
	static struct zoo_outcome outcome;
	char folder[] = "/tmp/arena-program-XXXXXX";
	AUTO_STR struct str path = {0}, cause = {0};
	ck_assert_ptr_nonnull(mkdtemp(folder));
	str_addf(&path, "%s/bot", folder);
	str_addf(&cause, "it ended before it read a line: exited with status 3%s", last_words[_i].words);
	FILE *file = fopen(path.text, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "#!/bin/sh\nprintf '%s' >&2\nexit 3\n", last_words[_i].output);
	fclose(file);
	ck_assert_int_eq(chmod(path.text, 0700), 0);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 1, .is_trusted = true};
	zoo_play_well(&run, &outcome);
	unlink(path.text);
	rmdir(folder);
	ck_assert_int_gt(outcome.n_faults, 0);
	ck_assert_str_eq(outcome.faults[0].fault.cause, cause.text);
}
END_TEST

/* ---- its data --------------------------------------------------------------------------- */

static const struct {
	const char *robot, *folder;
	bool is_its;
} data[] = {
	{"bot.py", "bot.data", true},
	{"bot.py", "bot.py.data", false},
	{"bot", "bot.data", true},
	{"bot", ".data", false},
	{"a.b.py", "a.b.data", true},
	{"a.b.py", "a.data", false},
	{".bot", ".bot.data", true},
	{".bot", ".data", false},
	{".bot.py", ".bot.data", true},
};

enum { N_DATA = sizeof data / sizeof *data };

START_TEST(its_data_has_its_name)
{
	char parent[] = "/tmp/arena.program-XXXXXX"; /* a dot in a folder is not in the name */
	struct robot robot;
	struct err err = {0};
	AUTO_STR struct str path = {0}, folder = {0};
	ck_assert_ptr_nonnull(mkdtemp(parent));
	str_addf(&path, "%s/%s", parent, data[_i].robot);
	str_addf(&folder, "%s/%s", parent, data[_i].folder);
	FILE *file = fopen(path.text, "w");
	ck_assert_ptr_nonnull(file);
	fputs("#!/bin/sh\n", file);
	fclose(file);
	ck_assert(chmod(path.text, 0700) == 0 && mkdir(folder.text, 0700) == 0);
	int failed = robot_open(&robot, path.text, &err);
	rmdir(folder.text);
	unlink(path.text);
	rmdir(parent);
	ck_assert_msg(!failed, "%s", err.text);
	ck_assert_str_eq(robot.data_folder, data[_i].is_its ? folder.text : "");
	robot_release(&robot);
}
END_TEST

/* ---- manifests -------------------------------------------------------------------------- */

static const struct {
	const char *line;
	bool is_manifest;
	const char *name, *author, *variants;
	uint32_t max_lanes;
} manifests[] = {
	{"robot name=Foo version=1.2 author=Some_Text lanes=64 variants=wild,perudo", true, "Foo", "Some Text",
	 "wild perudo", 64},
	{"robot", true, "", "", "", 0},
	{"robot lanes=1", true, "", "", "", 0},
	{"robot lanes=0 name", true, "", "", "", 0},
	{"robot lanes=-5 name==", true, "=", "", "", 0},
	{"robot lanes=1e3", true, "", "", "", 0},
	{"robot lanes=2147483647", true, "", "", "", PROGRAM_MOST_LANES},
	{"robot   name=a\tauthor=b", true, "a", "b", "", 0},
	{"robots name=Foo", false, "", "", "", 0},
	{"", false, "", "", "", 0},
	{"23", false, "", "", "", 0},
};

enum { N_MANIFESTS = sizeof manifests / sizeof *manifests };

START_TEST(manifests_are_read)
{
	struct robot_manifest manifest = {0};
	ck_assert_int_eq(program_read_manifest(manifests[_i].line, &manifest), manifests[_i].is_manifest);
	ck_assert_str_eq(manifest.name, manifests[_i].name);
	ck_assert_str_eq(manifest.author, manifests[_i].author);
	ck_assert_str_eq(manifest.variants, manifests[_i].variants);
	ck_assert_uint_eq(manifest.max_lanes, manifests[_i].max_lanes);
}
END_TEST

/* A manifest that has everything; and one with texts that are too long, or not plain. */
START_TEST(manifests_have_texts_and_numbers)
{
	struct robot_manifest whole = {.max_lanes = 7, .name = "old"}, none = {.move_ms = 7, .start_ms = 7}, longer;
	AUTO_STR struct str line = {0};
	ck_assert(program_read_manifest(
		"robot name=a_b version=1_0 author=A_B,C summary=plays_well,mostly variants=wild,dice=* "
		"lanes=2 tables=yes move_ms=1 start_ms=5000 other=x", &whole));
	ck_assert_str_eq(whole.name, "a_b");
	ck_assert_str_eq(whole.version, "1_0");
	ck_assert_str_eq(whole.author, "A B,C");
	ck_assert_str_eq(whole.summary, "plays well,mostly");
	ck_assert_str_eq(whole.variants, "wild dice=*");
	ck_assert(whole.max_lanes == 2 && whole.knows_tables && whole.move_ms == 1 && whole.start_ms == 5000);
	ck_assert(!whole.knows_matches && program_read_manifest("robot matches=yes lanes=2", &longer));
	ck_assert(longer.knows_matches && longer.knows_tables);
	ck_assert(program_read_manifest("robot tables=no move_ms=0 start_ms=0 lanes=1", &none));
	ck_assert(!none.max_lanes && !none.knows_tables && !none.move_ms && !none.start_ms && !none.name[0]);
	ck_assert(program_read_manifest("robot move_ms=2147483648 lanes=2147483648", &none));
	ck_assert(!none.max_lanes && !none.move_ms);
	ck_assert_str_eq(none.wrong, "lanes must be a whole number from 1 to 1024, not '2147483648'");
	ck_assert(program_read_manifest("robot move_ms=2147483647 lanes=65", &none));
	ck_assert(none.max_lanes == (PROGRAM_MOST_LANES < 65 ? PROGRAM_MOST_LANES : 65) && none.move_ms == INT32_MAX);
	str_addf(&line, "robot name=%0100d version=\033\177\303~!", 1);
	ck_assert(program_read_manifest(line.text, &longer));
	ck_assert_uint_eq(strlen(longer.name), sizeof longer.name - 1);
	ck_assert_str_eq(longer.version, "???~!");
}
END_TEST

/* ---- command lines ---------------------------------------------------------------------- */

static const struct {
	const char *line;
	int n_words;
	const char *words[4];
} lines[] = {
	{"cmd:python3 bot.py", 2, {"python3", "bot.py"}},
	{"cmd:  a  b\tc ", 3, {"a", "b", "c"}},
	{"cmd:a 'b c' \"d 'e\"", 3, {"a", "b c", "d 'e"}},
	{"cmd:a b\\ c '' x'y'z", 4, {"a", "b c", "", "xyz"}},
	{"cmd:a:b=c,d", 1, {"a:b=c,d"}},
	{"cmd:a \"\\\"\" '\\'", 3, {"a", "\"", "\\"}},
	{"cmd:", -1, {NULL}},
	{"cmd: ''", -1, {NULL}},
	{"cmd:a 'b", -1, {NULL}},
};

enum { N_LINES = sizeof lines / sizeof *lines };

START_TEST(command_lines_are_split)
{
	struct robot robot;
	struct err err = {0};
	int failed = robot_open(&robot, lines[_i].line, &err);
	ck_assert_int_eq(failed != 0, lines[_i].n_words < 0);
	if (failed) {
		ck_assert_int_eq(err.code, EXIT_USAGE);
	} else {
		ck_assert_int_eq(robot.kind, ROBOT_PROGRAM);
		ck_assert_int_eq(robot.program->argv.n, lines[_i].n_words);
		for (int i = 0; i < lines[_i].n_words; i++)
			ck_assert_str_eq(robot.program->argv.word[i], lines[_i].words[i]);
	}
	robot_release(&robot);
}
END_TEST

/* It is released as it is, whatever has been added. */
START_TEST(a_list_of_words_ends_with_null)
{
	struct words words = {0};
	words_release(&words);
	words_add_all(&words, (const char *const[]){"a", "b", NULL});
	words_add(&words, "c");
	ck_assert_int_eq(words.n, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_str_eq(words.word[i], ((const char *const[]){"a", "b", "c"})[i]);
	ck_assert_ptr_null(words.word[3]);
	words_release(&words);
	ck_assert_int_eq(words.n, 0);
	ck_assert_ptr_null(words.word);
}
END_TEST

/* ---- the variants that a robot lists ---------------------------------------------------- */

static const struct {
	const char *variants, *rules;
	bool plays;
} suits[] = {
	{"", "wild dice=5", true},
	{"wild", "wild dice=5", true},
	{"perudo wild", "wild dice=5", true},
	{"wilder", "wild dice=5", false},
	{"wil", "wild dice=5", false},
	{"dice=*", "wild dice=5 faces=6", true},
	{"ice=*", "wild dice=5 faces=6", false},
	{"points=*", "wild dice=5 faces=6", false},
	{"faces=6", "new dice=5 faces=6", true},
	{"faces=6", "new dice=5 faces=66", false},
	{"faces=6", "new dice=5 surfaces=6", false},
	{"faces=6 dice=4", "new dice=5 faces=6", false},
	{"wild faces=6", "wild dice=5 faces=6", true},
	{"wild faces=6", "other dice=5 faces=6", false},
	{"wild faces=6", "wild dice=5 faces=7", false},
	{" dice=*  ", "wild dice=5", true},
	{"faces=6", "wild", true}, /* only the name is known */
};

START_TEST(names_and_needs_say_what_it_plays)
{
	struct robot robot = {0};
	snprintf(robot.manifest.variants, sizeof robot.manifest.variants, "%s", suits[_i].variants);
	ck_assert(robot_plays(&robot, suits[_i].rules) == suits[_i].plays);
}
END_TEST

ZOO_SUITE(120,
	TEST(programs_can_be_confined),
	LOOP(only_the_bad_robot_is_affected, 0, 2 * N_ANIMALS),
	LOOP(children_spin_while_nothing_is_asked, 0, 4),
	LOOP(a_game_has_a_limit_for_time_without_computing, 0, 2),
	TEST(living_on_without_stdout_is_sleep),
	TEST(without_any_answer_it_is_no_longer_started),
	LOOP(memory_is_summed_over_its_processes, 0, 6),
	LOOP(stderr_is_in_the_fault, 0, 2),
	LOOP(starting_ahead_changes_nothing, 0, 2),
	LOOP(processes_ahead_wait_for_their_match, 0, 2),
	LOOP(it_cannot_be_started, 0, 2 * N_UNSTARTABLE),
	LOOP(manifests_are_read, 0, N_MANIFESTS),
	TEST(manifests_have_texts_and_numbers),
	LOOP(names_and_needs_say_what_it_plays, 0, COUNT(suits)),
	LOOP(command_lines_are_split, 0, N_LINES),
	LOOP(the_last_error_is_in_the_cause, 0, N_LAST_WORDS),
	LOOP(its_data_has_its_name, 0, N_DATA),
	TEST(a_list_of_words_ends_with_null))

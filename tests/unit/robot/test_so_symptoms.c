/* test_so_symptoms.c - shared objects in the hands of users: what they reported in public of runners and judges. Each
 * case has the symptom from which it comes. tests/cli/real_life.sh has the cases of whole commands. */
#include <fenv.h>
#include <locale.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>

#include "doctor/doctor.h"
#include "zoo.h"

/* ---- files that cannot be loaded ---------------------------------------------------------- */

struct imposter {
	const char *what;
	long keep;        /* bytes of a real robot's file to keep; -1: all */
	int at, value;    /* a byte that is changed; at < 0: none */
	const char *text; /* text instead of a robot's file */
	const char *why;
};

/* "It says that my constructors crash": in truth the copy of the file was cut off, or the file is for another
 * computer. */
static const struct imposter imposters[] = {
	{"a text", 0, -1, 0, "#!/bin/sh\necho I am a robot\n", "it is not a shared object"},
	{"an empty file", 0, -1, 0, "", "it is not a shared object"},
	{"an ELF header alone", 64, -1, 0, NULL, "its file is truncated"},
	{"half a header", 20, -1, 0, NULL, "32-bit or truncated"},
	{"a robot cut off in its code", 5000, -1, 0, NULL, "its file is truncated"},
	{"a robot for 32 bits", -1, 4, 1, NULL, "32-bit or truncated"},
	{"a robot of the other byte order", -1, 5, 2, NULL, "not little-endian"},
	{"a robot for another processor", -1, 18, 20, NULL, "it was built for another processor"},
	{"an object file", -1, 16, 1, NULL, "only ET_DYN"},
	{"a file with a wild table", -1, 33, 0x7f, NULL, "its file is truncated"},
};

/* Writes the bytes as a robot's file, whose path is in `path` then, and plays with it. The file is removed. */
static void play_bytes(const struct str *bytes, bool is_trusted, struct zoo_outcome *outcome)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "/tmp/arena-symptoms-%d.so", (int)getpid());
	FILE *file = fopen(path.text, "w");
	ck_assert_ptr_nonnull(file);
	fwrite(bytes->text, 1, bytes->length, file);
	fclose(file);
	struct zoo_run run = {.robots = {path.text, "conservative"}, .games = 4, .is_trusted = is_trusted};
	zoo_play(&run, outcome);
	unlink(path.text);
}

static void read_meek(struct str *bytes)
{
	AUTO_STR struct str path = {0};
	struct err err = {0};
	zoo_path("meek", &path);
	ck_assert_int_eq(str_read_file(bytes, path.text, 1 << 20, &err), 0);
}

/* The robot could not be loaded for this reason, and lost its games. */
static void check_refusal(const struct zoo_outcome *outcome, const char *what, const char *why)
{
	ck_assert_msg(!outcome->failed, "%s: %s", what, outcome->err.text);
	ck_assert_msg(outcome->loading[0].verdict == VERDICT_LOAD, "%s was loaded", what);
	ck_assert_msg(strstr(outcome->loading[0].cause, why), "%s: '%s' does not contain '%s'", what,
		      outcome->loading[0].cause, why);
	ck_assert_uint_eq(outcome->sum[0].crashes, 4);
	ck_assert_double_eq(tally_wins(&outcome->sum[1]), 4);
}

START_TEST(other_files_do_not_load)
{
	const struct imposter *imposter = &imposters[_i / 2];
	static struct zoo_outcome outcome;
	AUTO_STR struct str bytes = {0};
	read_meek(&bytes);
	if (imposter->text) {
		str_clear(&bytes);
		str_add(&bytes, imposter->text);
	} else if (imposter->keep >= 0) {
		bytes.length = (size_t)imposter->keep;
	}
	if (imposter->at >= 0)
		bytes.text[imposter->at] = (char)imposter->value;
	play_bytes(&bytes, _i % 2, &outcome);
	check_refusal(&outcome, imposter->what, imposter->why);
}
END_TEST

/* "cannot open shared object file", though the library is beside the robot and its rpath is $ORIGIN: a robot is loaded
 * from a copy in memory, so $ORIGIN is no folder. Here the robot needs a library with a name that no system has. */
START_TEST(an_rpath_of_origin_is_explained)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str bytes = {0};
	read_meek(&bytes);
	char *name = memmem(bytes.text, bytes.length, "\0libc.so.6", 11);
	ck_assert_ptr_nonnull(name);
	memcpy(name, "\0libq", 5);
	play_bytes(&bytes, _i, &outcome);
	check_refusal(&outcome, "a robot with a library of its own", "libq.so.6: cannot open shared object file");
	ck_assert_ptr_nonnull(strstr(outcome.loading[0].cause,
				     "($ORIGIN does not work here: link that library statically)"));
}
END_TEST

/* ---- the start-up limit -------------------------------------------------------------------- */

/* "The first move times out, because the table is computed while the library is loaded": loading has a limit of its
 * own, which the message names. */
START_TEST(loading_has_a_limit_of_its_own)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {"slow_table", "conservative"}, .games = 4, .start_ms = _i ? 60000 : 10,
		.move_ms = _i ? 40 : 0};
	zoo_play_well(&run, &outcome);
	if (_i == 0)
		check_refusal(&outcome, "a slow robot",
			      "did not finish loading within 0.01 s of CPU time (--start-time)");
	else
		ck_assert_msg(zoo_is_clean(&outcome.sum[0]), "%s", outcome.faults[0].fault.cause);
}
END_TEST

/* ---- what doctor finds --------------------------------------------------------------------- */

/* Fills *doctor for games of one variant; the caller releases it. */
static void open_doctor(struct doctor *doctor, const char *robot)
{
	static const volatile sig_atomic_t stop;
	AUTO_STR struct str spec = {0};
	struct err err = {0};
	zoo_path(robot, &spec);
	*doctor = (struct doctor){
		.is_given = true, .games = 2,
		.base = {.stop = &stop, .limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20}},
	};
	ck_assert_int_eq(rules_init(&doctor->rules, "liars-dice", &err), 0);
	doctor->base.rules = doctor->rules;
	doctor->base.seed = rng_key_of_seed("doctor");
	ck_assert_msg(doctor_open(doctor, spec.text, &err) == 0, "%s", err.text);
}

/* What doctor says of the check, or NULL. */
static const struct doctor_finding *finding_of(const struct doctor *doctor, const char *check)
{
	for (int i = 0; i < doctor->n_findings; i++)
		if (strcmp(doctor->findings[i].check, check) == 0)
			return &doctor->findings[i];
	return NULL;
}

/* "doctor takes my robot and the tournament does not": the time of an ask does not belong to the loading of a .so,
 * whose manifest is read too late to ask for more. */
START_TEST(doctor_measures_a_slow_start)
{
	struct doctor doctor;
	struct err err = {0};
	open_doctor(&doctor, "slow_table");
	doctor.base.limits.start_time_ns = 50000000;
	ck_assert_int_eq(doctor_examine(&doctor, &err), 0);
	const struct doctor_finding *start = finding_of(&doctor, "start");
	ck_assert_ptr_nonnull(start);
	ck_assert_int_eq(start->level, DOCTOR_FAULT);
	ck_assert_str_eq(start->text.text, "needs more than 0.05 s of CPU time to start");
	ck_assert_ptr_nonnull(strstr(start->timing.text, "run with --start-time 1s"));
	ck_assert_ptr_null(strstr(start->timing.text, "start_ms"));
	ck_assert_ptr_nonnull(strstr(start->advice, "The manifest of a .so is read after it is loaded"));
	doctor_release(&doctor);
}
END_TEST

/* "doctor said that all was well, but the search ran without its threads": the C library blocks signals while it starts
 * a thread or a process, so that the call was refused without a note. */
static const struct {
	const char *robot;
	const char *call; /* that is refused; NULL: none */
} starters[] = {
	{"starter:way=thread", "clone3"}, {"starter:way=fork", "clone"}, {"starter:way=spawn", "clone"},
	{"starter:way=spawnp", "clone"}, {"starter:way=system", "clone"}, {"starter:way=clone", "clone"},
	{"starter:way=clone3", "clone3"}, {"starter:way=getppid", "getppid"}, {"starter", NULL},
};

START_TEST(doctor_counts_refused_starts)
{
	struct doctor doctor;
	struct err err = {0};
	AUTO_STR struct str wanted = {0};
	if (ZOO_IS_SANITIZED)
		return; /* sanitizers have functions of their own that start threads */
	open_doctor(&doctor, starters[_i].robot);
	ck_assert_int_eq(doctor_check_loading(&doctor, &err), 0);
	ck_assert_int_eq(doctor_check_plays(&doctor, &err), 0);
	doctor_check_output(&doctor);
	ck_assert(!doctor_has_fault(&doctor));
	if (starters[_i].call)
		str_addf(&wanted, "refused system calls: %s", starters[_i].call);
	else
		str_add(&wanted, "refused no system call");
	ck_assert_ptr_nonnull(finding_of(&doctor, "sandbox"));
	ck_assert_str_eq(finding_of(&doctor, "sandbox")->text.text, wanted.text);
	doctor_release(&doctor);
}
END_TEST

/* ---- --trust ------------------------------------------------------------------------------- */

/* The state of this process that its robots could change. */
struct state {
	char folder[4096], locale[200], name[16];
	ino_t files[4]; /* of the standard descriptors, and of the root */
	mode_t umask;
	sigset_t blocked;
	sighandler_t handlers[NSIG];
	struct rlimit limits[RLIM_NLIMITS];
	struct itimerval timer;
	int nice, n_descriptors, n_threads, rounding, exceptions, optind;
	uid_t user;
	char *environment;
};

static int count_threads(void)
{
	struct stat st;
	ck_assert_int_eq(stat("/proc/self/task", &st), 0);
	return (int)st.st_nlink;
}

static sighandler_t handler_of(int number)
{
	struct sigaction action = {0};
	sigaction(number, NULL, &action);
	return action.sa_handler;
}

static void take_state(struct state *state)
{
	memset(state, 0, sizeof *state); /* states are compared as bytes */
	ck_assert_ptr_nonnull(getcwd(state->folder, sizeof state->folder));
	snprintf(state->locale, sizeof state->locale, "%s", setlocale(LC_ALL, NULL));
	prctl(PR_GET_NAME, state->name);
	for (int fd = 0; fd < 4; fd++) {
		struct stat st = {0};
		ck_assert_int_eq(fd < 3 ? fstat(fd, &st) : stat("/", &st), 0);
		state->files[fd] = st.st_ino;
	}
	umask(state->umask = umask(0));
	sigprocmask(SIG_SETMASK, NULL, &state->blocked);
	for (int i = 1; i < NSIG; i++)
		state->handlers[i] = handler_of(i);
	for (int i = 0; i < RLIM_NLIMITS; i++)
		getrlimit(i, &state->limits[i]);
	getitimer(ITIMER_REAL, &state->timer);
	state->nice = getpriority(PRIO_PROCESS, 0);
	state->n_descriptors = zoo_descriptors(getpid());
	state->n_threads = count_threads();
	state->rounding = fegetround();
	state->exceptions = fegetexcept();
	state->optind = optind;
	state->user = getuid();
	state->environment = getenv("STATE");
}

/* What a robot prints goes to a file, as from a process whose output is the table. */
static void check_trusted(const char *robot, const char *what)
{
	static struct zoo_outcome plain, outcome;
	static struct state before, after;
	struct zoo_run run = {.robots = {robot, "conservative"}, .games = 6, .is_trusted = true};
	FILE *output = tmpfile();
	ck_assert_ptr_nonnull(output);
	fflush(stdout);
	int own = dup(STDOUT_FILENO);
	dup2(fileno(output), STDOUT_FILENO);
	setenv("STATE", "none", 1);
	zoo_play_well(&run, &plain);
	setenv("STATE", what, 1);
	take_state(&before);
	zoo_play_well(&run, &outcome);
	take_state(&after);
	fflush(stdout);
	off_t printed = lseek(fileno(output), 0, SEEK_END);
	dup2(own, STDOUT_FILENO);
	close(own);
	fclose(output);
	ck_assert_msg(memcmp(&before, &after, sizeof before) == 0, "%s: the state of the arena's process has changed",
		      what);
	ck_assert_msg(printed == 0, "%s: the robot's words are in the arena's output", what);
	zoo_same(&run, &plain, &outcome, what);
}

/* "The results are in another folder than it says", "all its files are executable", "the numbers have commas". Of a
 * constructor, some would harm the next robot that is loaded. */
static const char *const early[] = {
	"folder", "umask", "mask", "locale", "signals", "nice", "print", "buffer", "descriptors", "streams", "float",
	"atexit", "fork", "rest", "environment",
};
static const char *const asked[] = {"all", "root", "limits", "user", "timer", "thread", "folder", "umask"};

START_TEST(a_trusted_constructor_changes_nothing_here)
{
	check_trusted("early_state", early[_i]);
}
END_TEST

START_TEST(a_trusted_ask_changes_nothing_here)
{
	check_trusted("state", asked[_i]);
}
END_TEST

/* "The run ended without a word": the robot has ended the process that it shares with the arena. */
START_TEST(a_trusted_robot_that_ends_its_process_is_named)
{
	static const struct {
		const char *robot, *state;
		const char *why;
	} ends[] = {
		{"state", "exit", "ended early with status 0"}, {"state", "abort", "killed by SIGABRT"},
		{"state", "alarm", "killed by SIGALRM"},
		{"early_state", "exit", "called exit(0)"}, {"early_state", "abort", "SIGABRT (Aborted)"},
	};
	static struct zoo_outcome outcome;
	struct zoo_run run = {.robots = {ends[_i].robot, "conservative"}, .games = 4, .is_trusted = true};
	signal(SIGALRM, SIG_DFL); /* Check has a handler */
	setenv("STATE", ends[_i].state, 1);
	zoo_play(&run, &outcome);
	if (strcmp(ends[_i].robot, "early_state") == 0) {
		ck_assert_int_eq(outcome.loading[0].verdict, VERDICT_LOAD);
		ck_assert_msg(strstr(outcome.loading[0].cause, ends[_i].why), "%s", outcome.loading[0].cause);
		return;
	}
	ck_assert(outcome.failed);
	ck_assert_int_eq(outcome.err.code, EXIT_WORLD);
	ck_assert_msg(strstr(outcome.err.text, ends[_i].why), "%s", outcome.err.text);
	ck_assert_msg(strstr(outcome.err.text, "--trust"), "%s", outcome.err.text);
}
END_TEST

ZOO_SUITE(120,
	LOOP(other_files_do_not_load, 0, 2 * COUNT(imposters)),
	LOOP(an_rpath_of_origin_is_explained, 0, 2),
	LOOP(loading_has_a_limit_of_its_own, 0, 2),
	TEST(doctor_measures_a_slow_start),
	LOOP(doctor_counts_refused_starts, 0, COUNT(starters)),
	LOOP(a_trusted_constructor_changes_nothing_here, 0, COUNT(early)),
	LOOP(a_trusted_ask_changes_nothing_here, 0, COUNT(asked)),
	LOOP(a_trusted_robot_that_ends_its_process_is_named, 0, 5))

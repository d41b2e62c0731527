/* test_zoo.c - robots that misbehave: each gets the right verdict, and no other robot is affected.
 *
 * Each robot of tests/zoo plays against a good one: alone, in the last game, with a second bad robot, and with three
 * seats of which two are bad. Whatever it does, the run finishes with all its games, the other robot has no fault,
 * nothing is left behind, and the sums are the same for every number of lanes and workers. */
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "game/dice.h"
#include "robot/channel.h"
#include "zoo.h"

/* The expected outcome. */
enum fate {
	PLAYS,    /* no fault; with LIKE_MEEK exactly meek's games */
	ILLEGAL,  /* no fault except illegal plays */
	TIMEOUT,  /* in every game */
	CRASH,    /* in every game */
	LOAD,     /* cannot be loaded */
	FAULT,    /* crash or timeout in every game: which of them depends on timing */
	ANYTHING, /* the result may be valid or not: only the other robots are checked */
};

enum {
	LIKE_MEEK = 1,      /* its games are those of meek */
	NOT_SANITIZED = 2,  /* does not work with the sanitizers, or needs a memory limit that they exceed */
	SLOW = 4,           /* takes seconds: plays one block, once */
};

struct animal {
	const char *robot;
	enum fate fate;
	int move_ms;       /* limit; 0: 2 s, enough on any busy machine */
	int notes;
	const char *cause; /* of its first fault, or part of it; NULL: not checked */
};

static const struct animal animals[] = {
	{"meek", PLAYS, 0, LIKE_MEEK, NULL},
	{"segv", CRASH, 0, 0, "SIGSEGV (Segmentation fault) at address 0x8"},
	{"abort", CRASH, 0, 0, "SIGABRT"},
	{"exit", CRASH, 0, 0, "called exit(0)"},
	{"exit:status=3", CRASH, 0, 0, "called exit(3)"},
	{"exit:quick=1", CRASH, 0, 0, "called exit(0)"},
	{"exit:status=5", CRASH, 0, 0, "called exit(5)"},
	{"loop", TIMEOUT, 10, 0, "used more than 10 ms of CPU time"},
	{"loop:at=1", TIMEOUT, 10, 0, "used more than 10 ms of CPU time"},
	{"sleep", TIMEOUT, 10, SLOW, "did not answer for 100 ms"},
	{"napper:ms=30", TIMEOUT, 10, SLOW, "answers slowly without computing"},
	{"constructor_sleep", LOAD, 0, SLOW, "its processes slept for more than 3 s together"},
	{"slow:ms=2", PLAYS, 0, LIKE_MEEK | SLOW, NULL},
	{"slow:ms=1,crash=2", CRASH, 0, 0, "SIGABRT"},
	{"alloc", CRASH, 0, NOT_SANITIZED | SLOW, "SIGSEGV"},
	{"recursion", CRASH, 0, 0, "SIGSEGV"},
	{"scribble", FAULT, 10, 0, NULL}, /* what is beside the hands depends on how it was started */
	{"scribble:byte=1", FAULT, 10, 0, NULL},
	{"scribble:byte=0", FAULT, 10, 0, NULL},
	{"closer", PLAYS, 0, LIKE_MEEK, NULL},
	{"forks", PLAYS, 0, LIKE_MEEK, NULL},
	{"threads", PLAYS, 0, LIKE_MEEK, NULL},
	{"sockets", PLAYS, 0, LIKE_MEEK, NULL},
	{"files", PLAYS, 0, LIKE_MEEK, NULL},
	{"killer", PLAYS, 0, LIKE_MEEK, NULL},
	{"flood", PLAYS, 0, LIKE_MEEK, NULL},
	{"timers", PLAYS, 0, LIKE_MEEK, NULL},
	{"hours", PLAYS, 0, LIKE_MEEK, NULL},
	{"timekeeper:by=real", PLAYS, 0, SLOW, NULL},
	{"garbage", ILLEGAL, 0, 0, NULL},
	{"garbage:play=min", ILLEGAL, 0, 0, NULL},
	{"garbage:play=max", ILLEGAL, 0, 0, NULL},
	{"garbage:play=1000000", ILLEGAL, 0, 0, NULL},
	{"constructor_crash", LOAD, 0, 0, "SIGSEGV"},
	{"constructor_exit", LOAD, 0, 0, "called exit(5)"},
	{"constructor_loop", LOAD, 0, SLOW, "did not finish loading"},
	{"constructor_heap", PLAYS, 0, 0, NULL},
	{"jumper", CRASH, 0, 0, "SIGSEGV"},
	{"raiser:signal=9", CRASH, 0, 0, "SIGKILL"},
	{"raiser:signal=15", CRASH, 0, 0, "SIGTERM"},
	{"raiser:signal=1", CRASH, 0, 0, "SIGHUP"},
	{"raiser:signal=2", CRASH, 0, 0, "SIGINT"},
	{"raiser:signal=6", CRASH, 0, 0, "SIGABRT"},
	{"raiser:signal=10", CRASH, 0, 0, "SIGUSR1"},
	{"raiser:signal=19", PLAYS, 0, LIKE_MEEK, NULL}, /* SIGSTOP has no effect */
	{"raiser:signal=18", PLAYS, 0, LIKE_MEEK, NULL},
	{"wrong_abi", LOAD, 0, 0, "interface version 2"},
	{"no_get_play", LOAD, 0, 0, "get_play"},
	{"unresolved", LOAD, 0, 0, "function_that_is_nowhere"},
	{"observer", CRASH, 0, 0, "SIGABRT"},
	{"handler:mode=exit", CRASH, 0, 0, "called exit(0)"},
	{"handler:mode=return", TIMEOUT, 10, 0, "used more than"},
	{"handler:mode=jump", PLAYS, 0, LIKE_MEEK | NOT_SANITIZED, NULL}, /* the jump skips the unlocking of the
	                                                                   * sanitizers' locks */
	{"handler:mode=block", CRASH, 0, 0, "SIGSEGV"},
	{"pretender", PLAYS, 0, LIKE_MEEK, NULL},
	{"exec_memory", PLAYS, 0, LIKE_MEEK, NULL},
	{"numbers", PLAYS, 0, LIKE_MEEK, NULL},
	{"peeper", PLAYS, 0, LIKE_MEEK, NULL},
	{"undoer", PLAYS, 0, LIKE_MEEK, NULL},
	{"futexer", PLAYS, 0, LIKE_MEEK, NULL},
	{"onlooker", PLAYS, 0, LIKE_MEEK, NULL},
	{"reopener", PLAYS, 0, LIKE_MEEK, NULL},
	{"disarmer", PLAYS, 0, LIKE_MEEK, NULL},
	{"disarmer:do=early", LOAD, 0, 0, "cannot install the seccomp filter"},
#ifdef __x86_64__
	{"usurper:do=bare", LOAD, 0, 0, "changed its own system call filter"},
#endif
	{"unhider", PLAYS, 0, LIKE_MEEK, NULL},
	{"bookmark", PLAYS, 0, LIKE_MEEK, NULL},
	{"hoarder", PLAYS, 0, LIKE_MEEK | NOT_SANITIZED, NULL},
	{"hog", PLAYS, 0, LIKE_MEEK | NOT_SANITIZED, NULL},
	{"grower", PLAYS, 0, LIKE_MEEK, NULL},
	{"huge_bss", LOAD, 0, NOT_SANITIZED, NULL},
	{"namesake", PLAYS, 0, LIKE_MEEK, NULL},
	{"rounder", PLAYS, 0, LIKE_MEEK, NULL},
	{"rounder:old=1", PLAYS, 0, LIKE_MEEK, NULL},
	{"leaver:leave=mask", PLAYS, 0, LIKE_MEEK, NULL},
	{"leaver:leave=stack", PLAYS, 0, LIKE_MEEK, NULL},
	{"leaver:leave=x87", PLAYS, 0, LIKE_MEEK, NULL},
	{"learner", PLAYS, 0, 0, NULL},
	{"coin:salt=1", PLAYS, 0, 0, NULL},
	{"tls", PLAYS, 0, 0, NULL},
	{"dicer", PLAYS, 0, 0, NULL},
	{"thrower", CRASH, 0, 0, "SIGABRT"},
	{"thrower:at=start", CRASH, 0, 0, "SIGABRT"},
	{"thrower:at=option", LOAD, 0, 0, "SIGABRT"},
	{"thrower:at=caught", PLAYS, 0, LIKE_MEEK, NULL},
	{"thrower:at=memory", PLAYS, 0, LIKE_MEEK | NOT_SANITIZED, NULL}, /* the sanitizers report it as an error */
	{"static_thrower", PLAYS, 0, LIKE_MEEK, NULL},
	{"static_thrower:exit=1", CRASH, 0, 0, "SIGABRT"},
	{"constructor_throw", LOAD, 0, 0, "SIGABRT"},
};

/* Robots that write into the memory they share with the arena; the numbers are offsets in struct channel. */
#define CHANNEL(field) (unsigned)offsetof(struct channel, field), sizeof ((struct channel *)0)->field

static const struct tampering {
	const char *how;   /* options; %u the offset and %zu the size of a field, as many as there are */
	unsigned at[3];    /* offset, size, offset of a second field */
	struct animal animal;
} tamperings[] = {
	{"set=%u/4294967295,then=loop", {CHANNEL(n_done)},
	 {"more asks answered than asked", CRASH, 10, 0, "overwrote"}},
	{"set=%u/0,then=toggle", {CHANNEL(n_done)}, {"answers counted back and forth for ever", FAULT, 10, 0, NULL}},
	{"set=%u/0,then=climb", {CHANNEL(n_done)}, {"answers counted up for ever", FAULT, 10, 0, NULL}},
	{"set=%u/4294967295,then=loop", {CHANNEL(done_batch)}, {"a batch of the future done", TIMEOUT, 10, 0, NULL}},
	{"set=%u/0,then=toggle", {CHANNEL(done_batch)}, {"batches done at random", FAULT, 10, 0, NULL}},
	{"set=%u/0,then=climb", {CHANNEL(done_batch)}, {"every batch done", FAULT, 10, 0, NULL}},
	{"set=%u/12345", {CHANNEL(batch)}, {"its own batches", ANYTHING, 10, 0, NULL}},
	{"set=%u/4294967295", {CHANNEL(n_asks)}, {"more asks than there are", ANYTHING, 10, 0, NULL}},
	{"set=%u/0,then=wake", {CHANNEL(cannot_share)}, {"wild wake-ups", PLAYS, 0, LIKE_MEEK, NULL}},
	{"set=%u/2", {CHANNEL(state)}, {"it never got ready", PLAYS, 0, LIKE_MEEK, NULL}},
	{"set=%u/0", {CHANNEL(state)}, {"it is still loading", PLAYS, 0, LIKE_MEEK, NULL}},
	{"set=%u/1", {CHANNEL(is_option_fault)}, {"an option was wrong", PLAYS, 0, LIKE_MEEK, NULL}},
	{"fill=%u/%zu/255", {CHANNEL(heap)}, {"the heap is full", PLAYS, 0, LIKE_MEEK, NULL}},
	{"set=%u/4294967295", {CHANNEL(n_loaded)}, {"more instances than there are", PLAYS, 0, LIKE_MEEK, NULL}},
	{"set=%u/4294967040,then=kill", {CHANNEL(output.n_written)}, {"a full log", CRASH, 0, 0, "SIGKILL"}},
	{"fill=%u/%zu/27,then=kill", {CHANNEL(output)}, {"a log of escapes", CRASH, 0, 0, "SIGKILL"}},
	{"fill=%u/%zu/255,then=kill", {CHANNEL(crash)}, {"a false account of its death", CRASH, 0, 0, "SIGKILL"}},
	{"set=%u/1,load=1,then=exit", {CHANNEL(is_option_fault)},
	 {"an option was wrong, it says, and dies", LOAD, 0, 0, "exit(0)"}},
	{"fill=%u/%zu/65,set=%u/2,load=1,then=loop",
	 {CHANNEL(why), offsetof(struct channel, state)}, {"a reason without end", LOAD, 0, 0, "AAAA"}},
	{"fill=%u/%zu/27,load=1,then=play", {CHANNEL(manifest)}, {"a manifest of escapes", PLAYS, 0, LIKE_MEEK, NULL}},
	{"fill=%u/%zu/255,set=%u/1,load=1,then=loop",
	 {CHANNEL(n_loaded), offsetof(struct channel, state)},
	 {"it is ready, it says, and loops", LOAD, 0, 0, "changed its own system call filter"}},
	{"set=%u/1000000,load=1,then=play", {CHANNEL(seats_at)}, {"its hands elsewhere", ANYTHING, 10, 0, NULL}},
	{"set=%u/1000000,load=1,then=play", {CHANNEL(ring_at)}, {"its asks elsewhere", ANYTHING, 10, 0, NULL}},
	{"set=%u/4294967295,load=1,then=play", {CHANNEL(n_wanted)}, {"more copies than wanted", ANYTHING, 10, 0, NULL}},
	{"set=%u/0,load=1,then=play", {CHANNEL(size_of_channel)}, {"another version", ANYTHING, 10, 0, NULL}},
};

enum { N_ANIMALS = sizeof animals / sizeof *animals, N_TAMPERINGS = sizeof tamperings / sizeof *tamperings };

/* Returns the i-th robot of both tables. Its name is assembled in `spec`, and points into it. */
static struct animal animal_at(int i, struct str *spec)
{
	if (i < N_ANIMALS)
		return animals[i];
	const struct tampering *t = &tamperings[i - N_ANIMALS];
	struct animal animal = t->animal;
	str_addf(spec, "tamper:size=%zu,", sizeof(struct channel));
	if (strstr(t->how, "%zu"))
		str_addf(spec, t->how, t->at[0], (size_t)t->at[1], t->at[2]);
	else
		str_addf(spec, t->how, t->at[0]);
	animal.robot = spec->text;
	return animal;
}

static bool is_left_out(const struct animal *animal)
{
	return ZOO_IS_SANITIZED && animal->notes & NOT_SANITIZED;
}

/* ---- expected results --------------------------------------------------------------- */

static void check_fate(const struct animal *animal, const struct tally *tally, uint64_t games)
{
	const char *robot = animal->robot;
	uint64_t faults = tally->timeouts + tally->crashes;
	ck_assert_msg(tally->games == games, "%s: %lu games of %lu", robot, tally->games, games);
	switch (animal->fate) {
	case PLAYS:
		ck_assert_msg(zoo_is_clean(tally), "%s: illegal %lu timeouts %lu crashes %lu", robot, tally->illegal,
			      tally->timeouts, tally->crashes);
		break;
	case ILLEGAL:
		ck_assert_msg(tally->illegal >= games && !faults, "%s: illegal %lu faults %lu", robot, tally->illegal,
			      faults);
		break;
	case TIMEOUT:
		ck_assert_msg(tally->timeouts == games && !tally->crashes, "%s: timeouts %lu crashes %lu", robot,
			      tally->timeouts, tally->crashes);
		break;
	case CRASH:
	case LOAD:
		ck_assert_msg(tally->crashes == games && !tally->timeouts, "%s: timeouts %lu crashes %lu", robot,
			      tally->timeouts, tally->crashes);
		break;
	case FAULT:
		ck_assert_msg(faults == games, "%s: timeouts %lu crashes %lu", robot, tally->timeouts, tally->crashes);
		break;
	case ANYTHING:
		break;
	}
	if (animal->fate != ANYTHING)
		ck_assert_uint_eq(tally->failed_games, faults);
}

/* The description of its first fault. */
static void check_story(const struct animal *animal, const struct zoo_outcome *outcome)
{
	bool is_faulty = animal->fate == TIMEOUT || animal->fate == CRASH || animal->fate == LOAD ||
		animal->fate == FAULT;
	if (!is_faulty)
		return;
	ck_assert_int_gt(outcome->n_faults, 0);
	const struct zoo_fault *first = &outcome->faults[0];
	ck_assert_uint_eq(first->game, 0);
	enum verdict verdict = first->fault.verdict;
	if (animal->fate != FAULT)
		ck_assert_int_eq(verdict, animal->fate == TIMEOUT ? VERDICT_TIMEOUT :
				 animal->fate == CRASH ? VERDICT_CRASH : VERDICT_LOAD);
	ck_assert_int_eq(outcome->loading[0].verdict, animal->fate == LOAD ? VERDICT_LOAD : VERDICT_OK);
	if (animal->cause)
		ck_assert_msg(strstr(first->fault.cause, animal->cause), "%s: '%s' does not say '%s'", animal->robot,
			      first->fault.cause, animal->cause);
	for (const char *at = first->fault.cause; *at; at++)
		ck_assert_msg(*at >= ' ' && *at < 127, "%s: the cause cannot be printed", animal->robot);
	for (const char *at = first->fault.output; *at; at++)
		ck_assert_msg((*at >= ' ' && *at < 127) || *at == '\n' || *at == '\t',
			      "%s: the output cannot be printed", animal->robot);
}

static struct zoo_run run_of(const struct animal *animal, uint64_t games)
{
	return (struct zoo_run){
		.robots = {animal->robot, "conservative"}, .games = animal->notes & SLOW ? 2 : games,
		.move_ms = animal->move_ms, .start_ms = strcmp(animal->robot, "constructor_loop") ? 0 : 100,
	};
}

/* ---- the cases ---------------------------------------------------------------------- */

/* The games of meek, which the first test that needs them plays for all others. */
static struct zoo_outcome (*meek_games)[2]; /* in shared memory; [1]: for slow robots */

static void check_like_meek(const struct animal *animal, const struct zoo_run *run, const struct zoo_outcome *outcome)
{
	static struct zoo_outcome played;
	struct zoo_outcome *meek = &(*meek_games)[(animal->notes & SLOW) != 0];
	struct zoo_run of_meek = *run;
	of_meek.robots[0] = "meek";
	if (!meek->n_games) {
		zoo_play_well(&of_meek, &played);
		*meek = played; /* now that it is whole */
	}
	zoo_same(run, outcome, meek, "and meek");
}

/* One bad robot against a good one: only the bad one is affected, with any number of lanes and workers. Attempts that
 * fail have no effect on the other robot, nor on its own games. */
START_TEST(only_the_bad_robot_is_affected)
{
	AUTO_STR struct str spec = {0};
	struct animal animal = animal_at(_i, &spec);
	static struct zoo_outcome all_lanes, other;
	if (is_left_out(&animal))
		return;
	struct zoo_run run = run_of(&animal, ZOO_IS_SANITIZED ? 2 : 6);
	int n_descriptors = zoo_descriptors(getpid());
	zoo_adopt_orphans();
	zoo_play_well(&run, &all_lanes);
	check_fate(&animal, &all_lanes.sum[0], run.games);
	check_story(&animal, &all_lanes);
	ck_assert_msg(zoo_is_clean(&all_lanes.sum[1]), "%s: its opponent was blamed", animal.robot);
	ck_assert_uint_eq(all_lanes.sum[1].games, run.games);
	ck_assert_double_eq(tally_wins(&all_lanes.sum[0]) + tally_wins(&all_lanes.sum[1]), (double)run.games);
	ck_assert_msg(zoo_all_gone(), "%s: a process is left", animal.robot);
	ck_assert_msg(zoo_descriptors(getpid()) == n_descriptors, "%s: a descriptor is left", animal.robot);
	for (const char *at = all_lanes.manifest[0].name; at < (const char *)&all_lanes.manifest[0].max_lanes; at++)
		ck_assert_msg(!*at || (*at >= ' ' && *at < 127), "%s: its manifest cannot be printed", animal.robot);
	if (animal.notes & LIKE_MEEK)
		check_like_meek(&animal, &run, &all_lanes);
	if (animal.fate == FAULT || animal.fate == ANYTHING || animal.notes & SLOW)
		return;
	/* Three matches: one of the two workers plays two of them, one after the other. */
	run.n_lanes = 1;
	run.n_workers = 2;
	zoo_play_well(&run, &other);
	zoo_same(&run, &all_lanes, &other, "one worker with all lanes and two with one");
	ck_assert_msg(zoo_all_gone(), "%s: a process is left", animal.robot);
}
END_TEST

/* If both robots are bad, both get faults, and the run continues. */
START_TEST(all_at_the_table_may_be_bad)
{
	struct animal animal = animals[_i];
	static struct zoo_outcome outcome;
	if (is_left_out(&animal) || animal.notes & SLOW || animal.fate == PLAYS || ZOO_IS_SANITIZED)
		return;
	struct zoo_run run = run_of(&animal, 2);
	run.robots[1] = animal.robot;
	zoo_adopt_orphans();
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].games, run.games);
	/* The first fault ends the game; each robot is the first in half of them, unless it cannot be loaded. */
	uint64_t faults = 0;
	for (int i = 0; i < 2; i++)
		faults += outcome.sum[i].timeouts + outcome.sum[i].crashes;
	if (animal.fate == TIMEOUT || animal.fate == CRASH || animal.fate == LOAD || animal.fate == FAULT)
		ck_assert_msg(faults >= run.games, "%s: %lu faults in %lu games", animal.robot, faults, run.games);
	ck_assert_double_eq(tally_wins(&outcome.sum[0]) + tally_wins(&outcome.sum[1]), (double)run.games);
	ck_assert_msg(zoo_all_gone(), "%s: a process is left", animal.robot);
}
END_TEST

/* Three seats, two bad robots: the good one between them wins what it should. (One match, so only one lane.) */
START_TEST(two_bad_ones_of_three)
{
	struct animal animal = animals[_i];
	static struct zoo_outcome outcome;
	if (is_left_out(&animal) || animal.notes & SLOW)
		return;
	struct zoo_run run = run_of(&animal, 3);
	run.robots[2] = animal.robot;
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[1].games, run.games);
	ck_assert_msg(zoo_is_clean(&outcome.sum[1]), "%s: the good robot was blamed", animal.robot);
	bool is_out = animal.fate == LOAD || (animal.fate == CRASH && strcmp(animal.robot, "observer") != 0);
	if (is_out && strncmp(animal.robot, "slow", 4) != 0 && strcmp(animal.robot, "jumper") != 0)
		ck_assert_msg(tally_wins(&outcome.sum[1]) == (double)run.games,
			"%s: the good robot won %g of %lu games", animal.robot, tally_wins(&outcome.sum[1]), run.games);
}
END_TEST

/* The dice of a seat in the first hand of a block, as its robot sees them. */
static void dice_text(const char *seed, uint64_t block, int seat, char text[6])
{
	uint8_t dice[5];
	struct rng_key key = rng_key_derive(rng_key_of_seed(seed), RNG_DICE);
	dice_roll(rng_word(key, block, 0), seat, 5, 6, dice);
	for (int i = 0; i < 5; i++) {
		int at = i;
		for (; at > 0 && text[at - 1] < '0' + dice[i]; at--)
			text[at] = text[at - 1];
		text[at] = (char)('0' + dice[i]);
	}
	text[5] = '\0';
}

/* It plays well through a whole run and crashes in the very last game. */
START_TEST(a_crash_in_the_last_game)
{
	enum { BLOCKS = 12 };
	static struct zoo_outcome outcome, measure, one_lane;
	AUTO_STR struct str spec = {0};
	char dice[6];
	/* In the last game, rotation 1, player A sits in seat 1 and the turn order is BA. */
	dice_text("last", BLOCKS - 1, 1, dice);
	str_addf(&spec, "once:order=BA,dice=%s", dice);
	struct zoo_run run = {.robots = {spec.text, "conservative"}, .games = BLOCKS * 2, .seed = "last",
		.is_as_given = true};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.sum[0].crashes, 1);
	ck_assert_uint_eq(outcome.sum[0].failed_games, 1);
	ck_assert_uint_eq(outcome.sum[0].games, BLOCKS * 2);
	ck_assert_int_eq(outcome.n_faults, 1);
	ck_assert_uint_eq(outcome.faults[0].game, BLOCKS * 2 - 1);
	ck_assert(zoo_is_clean(&outcome.sum[1]));
	run.n_lanes = 1;
	zoo_play_well(&run, &one_lane);
	zoo_same(&run, &outcome, &one_lane, "all lanes and one");
	/* Without the crash all other games are the same, and the last one may be. */
	run.n_lanes = 0;
	run.robots[0] = "meek";
	zoo_play_well(&run, &measure);
	double lost = tally_wins(&measure.sum[0]) - tally_wins(&outcome.sum[0]);
	ck_assert_msg(lost == 0 || lost == 1, "%g games are lost by one crash", lost);
}
END_TEST

/* The share of a core that a process gets on this machine. */
static double share_of_a_core(void)
{
	const int64_t used_ns = 50000000, wall = clock_wall_ns(), cpu = clock_process_cpu_ns(getpid());
	while (clock_process_cpu_ns(getpid()) - cpu < used_ns)
		;
	return (double)used_ns / (double)(clock_wall_ns() - wall);
}

/* A robot may not compute between its asks. Small amounts add up while other robots are asked, even if both were asked
 * in the same round and the arena waits for the other one first (the last robot). The number of affected games depends
 * on timing. */
START_TEST(it_spins_while_nothing_is_asked)
{
	static struct zoo_outcome outcome;
	int spinner = _i < 2 ? 1 : 0;
	struct zoo_run run = {.games = _i ? 4 : 2}; /* in two lanes, or one */
	run.robots[spinner] = "spinner";
	run.robots[1 - spinner] = "napper:ms=20";
	outcome.n_faults = 0;
	/* a robot may use a tenth of the time, and on a busy machine it gets little more */
	setpriority(PRIO_PROCESS, 0, -20);
	for (int n = 0; n < 200 && !outcome.n_faults; n++)
		zoo_play_well(&run, &outcome);
	if (!outcome.n_faults && share_of_a_core() < 0.2) {
		fprintf(stderr, "skipped: on this busy machine no robot gets more than a tenth of the time\n");
		return;
	}
	ck_assert_uint_gt(outcome.sum[spinner].timeouts, 0);
	ck_assert_uint_eq(outcome.sum[spinner].crashes, 0);
	ck_assert_str_eq(outcome.faults[0].fault.cause, "used more than 100 ms of CPU time while nothing was asked");
	ck_assert_msg(zoo_is_clean(&outcome.sum[1 - spinner]), "its opponent was blamed");
	ck_assert_uint_eq(outcome.sum[1 - spinner].games, run.games);
}
END_TEST

/* The robot tired crashes in every second game of an instance, and starts counting again. Rotations of five games have
 * two such games. */
START_TEST(crashes_do_not_stop_the_run)
{
	static struct zoo_outcome outcome, other;
	enum { ROTATIONS = ZOO_IS_SANITIZED ? 4 : 6 };
	struct zoo_run run = {.robots = {"tired", "conservative"}, .games = ROTATIONS * 5, .match_length = 5};
	zoo_play_well(&run, &outcome);
	ck_assert_uint_eq(outcome.n_matches, ROTATIONS / 2);
	ck_assert_uint_eq(outcome.sum[0].games, ROTATIONS * 5);
	ck_assert_uint_eq(outcome.sum[0].crashes, ROTATIONS * 2);
	ck_assert(zoo_is_clean(&outcome.sum[1]));
	for (int lanes = 1; lanes <= 2; lanes++) { /* of three matches */
		run.n_lanes = lanes;
		zoo_play_well(&run, &other);
		zoo_same(&run, &outcome, &other, "lanes");
	}
}
END_TEST

/* ---- files --------------------------------------------------------------------------- */

START_TEST(files_of_no_kind_are_refused)
{
	static const char *const files[] = {"/etc/passwd", "/etc"};
	struct robot robot;
	struct err err = {0};
	ck_assert_int_ne(robot_open(&robot, files[_i], &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	robot_release(&robot);
}
END_TEST

START_TEST(no_file_is_left_behind)
{
	struct stat st;
	static const char *const files[] = {"/tmp/arena-zoo-files", "/tmp/arena-zoo-pretender", "arena-zoo-files"};
	for (int i = 0; i < 3; i++)
		ck_assert_msg(stat(files[i], &st) != 0, "%s was written by a robot", files[i]);
}
END_TEST

int main(void)
{
	void *shared = mmap(NULL, sizeof *meek_games, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return EXIT_FAILURE;
	meek_games = shared;
	return run_zoo_suite(120, TESTS(
		LOOP(only_the_bad_robot_is_affected, 0, N_ANIMALS + N_TAMPERINGS),
		LOOP(all_at_the_table_may_be_bad, 0, N_ANIMALS),
		LOOP(two_bad_ones_of_three, 0, N_ANIMALS),
		TEST(a_crash_in_the_last_game),
		LOOP(it_spins_while_nothing_is_asked, 0, 3),
		TEST(crashes_do_not_stop_the_run),
		LOOP(files_of_no_kind_are_refused, 0, 2),
		TEST(no_file_is_left_behind)));
}

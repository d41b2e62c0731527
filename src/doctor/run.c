/* run.c - plays one long run at a table of two, ask by ask, to check time and memory, and repeats its games to check
 * that the robot plays them the same way. */
#include <time.h>

#include "base/clock.h"
#include "doctor/doctor.h"
#include "record/study.h"
#include "robot/proc.h"

enum { MS = 1000000 };

/* The games of the long run are one rotation of a match, so the same instance plays them all. */
enum { LONG_GAMES = 160 };

/* The numbers of games after which memory is measured: after the start, in the middle, and at the end. */
static const int looks[] = {40, 100, LONG_GAMES};
enum { N_LOOKS = 3, GROWTH = 64 << 10 };

/* If the long run takes longer than this by the wall clock, the robot is slow, whether it computes or sleeps. With more
 * than a minute for all checks, the limit is a sixth of that time. */
enum { LONG_SECONDS = 10, LONG_PART = 6 };

struct long_run {
	struct doctor *doctor;
	bool is_again;            /* this is the second time; the plays are compared with those of the first */
	int64_t until_ns;         /* deadline, by the wall clock */
	bool is_late;             /* it ended at the deadline */
	int n_games;
	int n_answers, n_first;   /* number of answers this time, and the first time */
	int32_t plays[ASK_TIMES_MOST];
	struct ask_times times;
	uint64_t resident[N_LOOKS]; /* memory in bytes; 0: not measured */
	struct fault *fault;      /* the first fault, owned */
	struct str ask;           /* the current ask of the second time */
	struct str example;       /* an example of a play that was different the first time */
};

/* Returns the bytes of memory that the process uses, or 0 when unknown. Pages of files do not count, because the pages
 * of a robot's table are loaded only when they are read, and are shared. */
static uint64_t resident_bytes(pid_t pid)
{
	struct proc_memory memory = proc_memory(pid);
	return memory.resident > memory.shared ? memory.resident - memory.shared : 0;
}

static void look_at_memory(struct long_run *run)
{
	for (int i = 0; i < N_LOOKS; i++)
		if (run->n_games == looks[i])
			run->resident[i] = resident_bytes(run->doctor->notes.pid);
}

static void note_answer(struct long_run *run, const struct watch_event *s)
{
	int i = run->n_answers++;
	if (i >= ASK_TIMES_MOST)
		return;
	if (run->is_again) {
		if (i < run->n_first && s->play != run->plays[i] && !run->example.length)
			str_addf(&run->example, "%s\nreturned %d, and %d before", str_text(&run->ask), s->play,
				 run->plays[i]);
		return;
	}
	run->plays[i] = s->play;
	doctor_note_output(run->doctor, s->output);
}

static bool watch_long(const struct watch_event *s, void *context)
{
	struct long_run *run = context;
	if (s->player == 0)
		ask_times_watch(&run->times, s);
	if (s->kind == WATCH_ASK && s->player == 0 && run->is_again)
		str_set(&run->ask, "get_play(\"A\", \"%s\", \"%s\")", s->hands, s->history);
	if (s->kind == WATCH_ANSWER && s->player == 0)
		note_answer(run, s);
	if (s->kind == WATCH_FAULT && s->player == 0) {
		run->doctor->n_timeouts += s->verdict == VERDICT_TIMEOUT;
		run->fault = NEW(struct fault);
		*run->fault = *s->fault;
		return false; /* the next check reports it with an example */
	}
	if (s->kind == WATCH_OVER) {
		run->n_games++;
		look_at_memory(run);
	}
	run->is_late |= clock_wall_ns() > run->until_ns;
	return !ask_times_are_enough(&run->times) && run->n_games < LONG_GAMES && !run->example.length &&
		!run->is_late && !doctor_is_over(run->doctor);
}

static int play_long(struct long_run *run, struct err *err)
{
	struct doctor_table table = {.n_seats = 2, .n_blocks = LONG_GAMES, .match_length = LONG_GAMES};
	if (doctor_sit_down(run->doctor, &run->doctor->rules, &table, err))
		return -1;
	int64_t most_ns = run->doctor->most_ns / LONG_PART, usual_ns = LONG_SECONDS * INT64_C(1000000000);
	run->until_ns = clock_wall_ns() + (most_ns > usual_ns ? most_ns : usual_ns);
	return tournament_watch_match(&table.run, 0, watch_long, run, err);
}

static struct long_run *long_run_new(struct doctor *doctor)
{
	struct long_run *run = NEW(struct long_run);
	run->doctor = doctor;
	run->times.notes = &doctor->notes;
	return run;
}

static void long_run_free(struct long_run *run)
{
	free(run->fault);
	str_release(&run->ask);
	str_release(&run->example);
	free(run);
}

static void describe_speed(struct doctor *doctor, struct long_run *run)
{
	struct ask_spread spread = ask_times_spread(&run->times);
	if (!spread.n)
		return;
	int64_t limit = doctor->base.limits.move_time_ns;
	bool is_near = spread.p99_ns > limit / 2, is_slow = spread.median_ns > 5 * MS || run->is_late;
	struct doctor_finding *finding = doctor_add(doctor, is_near || is_slow ? DOCTOR_WARNING : DOCTOR_OK, "speed",
		"%s", is_near ? "asks come near the limit of --move-time"
			      : is_slow ? "asks are slow: few games are played here, and tournaments take long"
					: "asks take far less than --move-time");
	str_addf(&finding->timing, "CPU time of %d ask%s, one by one and with the wake-up of its process: ", spread.n,
		 spread.n == 1 ? "" : "s");
	ask_spread_add(&spread, &finding->timing);
	str_add(&finding->timing, "; the limit is ");
	ask_time_add(limit, &finding->timing);
	if (is_near)
		finding->advice = "Leave a margin: other machines may be half as fast. Limit the time or the depth of "
			"the search.";
	doctor->pace = is_slow ? PACE_SHORTEST : spread.median_ns > MS / 2 ? PACE_SHORT : PACE_FULL;
}

static void describe_memory(struct doctor *doctor, const struct long_run *run)
{
	const uint64_t *at = run->resident;
	if (!at[0] || !at[1] || !at[2]) {
		doctor_add(doctor, DOCTOR_WARNING, "memory", "not judged: the long run ended early");
		return;
	}
	uint64_t growth = at[2] > at[0] ? at[2] - at[0] : 0, late = at[2] > at[1] ? at[2] - at[1] : 0;
	if (growth < GROWTH || late < growth / 4) {
		doctor_add(doctor, DOCTOR_OK, "memory", "does not grow from game to game");
		return;
	}
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_WARNING, "memory", "grows from game to game");
	str_addf(&finding->timing, "%.2g KB more resident memory for every game, from game %d to %d of one instance",
		 (double)growth / 1024 / (looks[2] - looks[0]), looks[0], looks[2]);
	finding->advice = doctor_advice(doctor, DOCTOR_MEMORY);
}

/* Checks the long run. Without measurements, a robot that fails from the start is treated as slow. */
int doctor_check_long_run(struct doctor *doctor, struct err *err)
{
	struct long_run *run = long_run_new(doctor);
	int failed = play_long(run, err);
	if (!failed && !*doctor->base.stop) {
		doctor->pace = PACE_SHORT;
		describe_speed(doctor, run);
		describe_memory(doctor, run);
	}
	long_run_free(run);
	return failed;
}

struct sum {
	const struct doctor *doctor;
	uint64_t signature, timeouts;
};

static bool add_chunk(const struct chunk *chunk, void *context)
{
	struct sum *sum = context;
	sum->signature += chunk->signature;
	for (int i = 0; i < chunk->n_robots; i++)
		sum->timeouts += chunk->robots[i].robot == 0 ? chunk->robots[i].tally.timeouts : 0;
	return sum->timeouts < DOCTOR_MOST_TIMEOUTS && !doctor_is_over(sum->doctor);
}

static int play_sum(struct doctor *doctor, uint32_t n_blocks, uint32_t match_length, struct sum *sum, struct err *err)
{
	struct doctor_table table = {.n_seats = 2, .n_blocks = n_blocks, .match_length = match_length};
	*sum = (struct sum){.doctor = doctor};
	if (doctor_sit_down(doctor, &doctor->rules, &table, err))
		return -1;
	table.run.finished = add_chunk;
	table.run.context = sum;
	int failed = tournament_play(&table.run, err);
	doctor->n_timeouts += sum->timeouts;
	return failed;
}

/* Waits until time() is odd if `then` is even, and even if `then` is odd, to detect robots that use time(). */
static void await_other_second(time_t then)
{
	const struct timespec step = {.tv_nsec = 10 * MS};
	while ((time(NULL) - then) % 2 == 0)
		nanosleep(&step, NULL);
}

/* Plays the long run twice to find a play that differs. */
static int describe_difference(struct doctor *doctor, struct err *err)
{
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "same seed",
						    "the same games went differently when repeated");
	finding->advice = doctor_advice(doctor, DOCTOR_RANDOM);
	struct long_run *run = long_run_new(doctor);
	time_t then = time(NULL);
	int failed = play_long(run, err);
	if (!failed && !doctor_is_over(doctor)) {
		await_other_second(then);
		run->is_again = true;
		run->n_first = run->n_answers;
		run->n_answers = 0;
		run->n_games = 0;
		run->times = (struct ask_times){.notes = &doctor->notes};
		failed = play_long(run, err);
		str_add(&finding->detail, str_text(&run->example));
	}
	long_run_free(run);
	return failed;
}

static void describe_cut(struct doctor *doctor, const struct sum *fresh, const struct sum *attempts)
{
	if (fresh->signature == attempts->signature) {
		doctor_add(doctor, DOCTOR_OK, "learning", "plays a game the same way, whatever it played before");
		return;
	}
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_WARNING, "learning",
					     "plays a game differently after other games: "
					     "it learns, or its state leaks");
	finding->advice = doctor_advice(doctor, DOCTOR_LEARNS);
}

int doctor_check_seed(struct doctor *doctor, struct err *err)
{
	static const uint32_t n_blocks_of[] = {[PACE_FULL] = 50, [PACE_SHORT] = 20, [PACE_SHORTEST] = 2};
	/* each match starts a process of the robot, which takes 25 ms or more */
	bool starts_each = doctor->robots[0].kind == ROBOT_PROGRAM && !doctor->robots[0].manifest.max_lanes;
	uint32_t n_blocks = n_blocks_of[starts_each && doctor->pace == PACE_FULL ? PACE_SHORT : doctor->pace];
	struct sum first = {0}, again = {0}, attempts = {0};
	if (doctor->n_timeouts) {
		doctor_add(doctor, DOCTOR_WARNING, "same seed", "not judged: games with timeouts cannot be repeated "
			   "exactly");
		return 0;
	}
	time_t then = time(NULL);
	if (play_sum(doctor, n_blocks, 1, &first, err) || play_sum(doctor, n_blocks, n_blocks, &attempts, err))
		return -1;
	await_other_second(then);
	if (play_sum(doctor, n_blocks, 1, &again, err))
		return *doctor->base.stop ? 0 : -1;
	if (doctor_is_over(doctor))
		return 0;
	if (first.signature != again.signature)
		return describe_difference(doctor, err);
	doctor_add(doctor, DOCTOR_OK, "same seed", "the same games went the same way when repeated");
	describe_cut(doctor, &first, &attempts);
	return 0;
}

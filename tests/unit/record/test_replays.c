/* test_replays.c - games that are replayed and watched: those of a run, match by match, and single
 * ones. */
#include <stdlib.h>

#include "base/cores.h"
#include "base/mem.h"
#include "game/game.h"
#include "output/game_record/forms.h"
#include "record/game_record.h"
#include "record/replays.h"
#include "zoo.h"

enum { MOST_MATCHES = 4400, MOST_SIZE = 200, MOST_AT_ONCE = 64, MOST_GAMES = 64 };

/* ---- a run and its replay ------------------------------------------------------------------- */

struct scene {
	struct robot robots[ZOO_MAX_ROBOTS];
	struct tournament t;
	uint8_t places[MOST_MATCHES][MOST_SIZE]; /* results of the run */
	uint64_t n_played;
	/* The state of the replay. */
	struct replays replays;
	bool is_wanted[MOST_MATCHES];
	uint64_t n_asked, n_finished, last_finished, stop_after, moments, stop_at_moment, moments_after;
	struct in_progress {
		bool is_taken;
		uint64_t match;
		int n_games;               /* finished games */
		uint64_t game;             /* the current game */
		bool is_playing;
		uint8_t places[MOST_SIZE]; /* of the finished games */
	} in_progress[MOST_AT_ONCE];
};

static bool note_places(const struct chunk *chunk, void *context)
{
	struct scene *scene = context;
	ck_assert_uint_le(chunk_match_size(chunk), MOST_SIZE);
	for (uint64_t i = 0; i < chunk->matches.n; i++)
		memcpy(scene->places[scene->n_played++], chunk_match(chunk, i), chunk_match_size(chunk));
	return true;
}

/* Opens the robots. */
static void open_robots(struct scene *scene, const struct zoo_run *run)
{
	struct err err = {0};
	int n = 0;
	memset(scene, 0, sizeof *scene);
	for (; n < ZOO_MAX_ROBOTS && run->robots[n]; n++)
		zoo_open(&scene->robots[n], run->robots[n]);
	scene->t = (struct tournament){
		.robots = scene->robots, .n_workers = 1, .n_lanes = run->n_lanes, .is_trusted = run->is_trusted,
		.finished = note_places, .context = scene,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(run, n, &scene->t);
	ck_assert_uint_le(scene->t.schedule.n_matches, MOST_MATCHES);
	ck_assert_msg(tournament_probe(&scene->t, &err) == 0, "%s", err.text);
}

/* Opens the robots and plays the run. */
static void open_scene(struct scene *scene, const struct zoo_run *run)
{
	struct err err = {0};
	open_robots(scene, run);
	ck_assert_msg(tournament_play(&scene->t, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(scene->n_played, scene->t.schedule.n_matches);
}

static void close_scene(struct scene *scene)
{
	for (int i = 0; i < scene->t.schedule.n_robots; i++)
		robot_release(&scene->robots[i]);
}

static int wants(uint64_t match, int index, int *replaced, void *context)
{
	struct scene *scene = context;
	ck_assert(index >= 0 && index < scene->replays.n_at_once && *replaced == -1);
	ck_assert_uint_eq(match, scene->replays.first_match + scene->n_asked++); /* each once, in order */
	return scene->is_wanted[match];
}

/* Games of a match arrive rotation by rotation, and within a rotation block by block. */
static void begin_game(struct scene *scene, struct in_progress *mine, const struct watch_event *watch_event)
{
	const struct schedule *s = &scene->t.schedule;
	struct game_place place = schedule_game(s, watch_event->number);
	struct match_plan plan = schedule_match(s, place.match);
	ck_assert(!mine->is_playing);
	if (!mine->is_taken)
		*mine = (struct in_progress){.is_taken = true, .match = place.match};
	ck_assert_uint_eq(mine->match, place.match);
	int expected = mine->n_games;
	int number = place.rotation * (int)plan.n_blocks + (int)place.block;
	if (place.block == 0 && place.rotation == (expected - 1) / (int)plan.n_blocks && number < expected) {
		mine->n_games -= expected - number; /* the rotation is restarted */
		expected = number;
	}
	ck_assert_msg(number == expected, "match %lu: rotation %d, block %u after %d games", (unsigned long)place.match,
		      place.rotation, place.block, expected);
	mine->game = watch_event->number;
	mine->is_playing = true;
}

static void end_game(struct scene *scene, struct in_progress *mine, const struct game *game)
{
	const struct schedule *s = &scene->t.schedule;
	struct game_place place = schedule_game(s, mine->game);
	int tied;
	struct match_plan plan = schedule_match(s, place.match);
	uint8_t *places = mine->places + ((int)place.block * s->n_seats + place.rotation) * s->n_seats;
	for (int seat = 0; seat < s->n_seats; seat++)
		places[schedule_player(&plan, seat, place.rotation, s->n_seats)] =
			(uint8_t)game_place(game, seat, &tied);
	mine->is_playing = false;
	mine->n_games++;
}

static bool watch(const struct watch_event *watch_event, int number, void *context)
{
	struct scene *scene = context;
	ck_assert(number >= 0 && number < scene->replays.n_at_once);
	struct in_progress *mine = &scene->in_progress[number];
	scene->moments_after += scene->stop_at_moment && scene->moments >= scene->stop_at_moment;
	scene->moments++;
	if (watch_event->kind == WATCH_GAME && mine->is_playing)
		mine->is_playing = false; /* an instance was lost; an unfinished game is replayed */
	if (watch_event->kind == WATCH_GAME)
		begin_game(scene, mine, watch_event);
	ck_assert(mine->is_playing && mine->game == watch_event->number);
	if (watch_event->kind == WATCH_OVER)
		end_game(scene, mine, watch_event->game);
	return scene->moments != scene->stop_at_moment;
}

static bool finished(const struct replays_match *match, int number, void *context)
{
	struct scene *scene = context;
	struct in_progress *mine = &scene->in_progress[number];
	uint64_t match_number = match->plan->number;
	size_t n = (size_t)match->n_seats, per_rotation = match->plan->n_blocks;
	ck_assert(number >= 0 && number < scene->replays.n_at_once && match->n_seats == scene->t.schedule.n_seats);
	ck_assert(scene->n_finished == 0 || match_number > scene->last_finished);
	ck_assert(match_number >= scene->replays.first_match && match_number < scene->replays.end_match);
	ck_assert(!scene->replays.wants || scene->is_wanted[match_number]);
	ck_assert(!scene->stop_after || scene->n_finished < scene->stop_after);
	uint8_t expected[MOST_SIZE];
	memcpy(expected, scene->places[match_number], sizeof expected);
	ck_assert_msg(memcmp(match->places, expected, per_rotation * n * n) == 0, "match %lu went otherwise",
		      (unsigned long)match_number);
	if (scene->replays.watch) {
		ck_assert(mine->is_taken && mine->match == match_number);
		ck_assert_uint_eq((uint64_t)mine->n_games, per_rotation * n);
		ck_assert_mem_eq(mine->places, expected, per_rotation * n * n);
		mine->is_taken = false;
	}
	scene->last_finished = match_number;
	return ++scene->n_finished != scene->stop_after;
}

static void play_again(struct scene *scene)
{
	struct err err = {0};
	scene->n_asked = scene->n_finished = scene->moments = scene->moments_after = 0;
	memset(scene->in_progress, 0, sizeof scene->in_progress);
	scene->replays.tournament = &scene->t;
	scene->replays.finished = finished;
	scene->replays.context = scene;
	ck_assert_msg(replays_play(&scene->replays, &err) == 0, "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_OK);
	ck_assert_uint_eq(scene->moments_after, 0);
}

static const struct zoo_run runs[] = {
	{.robots = {"learner", "computer"}, .games = 24},
	{.robots = {"learner", "dicer"}, .games = 56, .match_length = 4},
	{.robots = {"learner", "dicer", "tired:every=2"}, .games = 36, .match_length = 3},
	{.robots = {"learner", "observer", "dicer", "segv"}, .games = 4, .format = FORMAT_ROUND_ROBIN, .n_seats = 2},
	{.robots = {"learner", "conservative", "dicer", "unresolved"}, .games = 9, .format = FORMAT_GAUNTLET,
	 .n_seats = 3},
	{.robots = {"learner", "conservative", "dicer", "computer", "tls"}, .games = 30, .format = FORMAT_POOL,
	 .n_seats = 3},
	{.robots = {"learner", "computer", "dicer"}, .games = 12, .format = FORMAT_PAIRED},
	{.robots = {"learner", "computer", "tired:every=3"}, .games = 18, .format = FORMAT_PAIRED, .match_length = 3},
	{.robots = {"learner", "tired:every=3", "dicer"}, .games = 18, .variant = "perudo", .match_length = 3},
	{.robots = {"maexchen", "tired:every=2"}, .games = 12, .variant = "maexchen"},
	{.robots = {"learner", "computer", "tired:every=3"}, .games = 8, .format = FORMAT_ROUND_ROBIN,
	 .deals = DEALS_SAME},
};
enum { N_RUNS = sizeof runs / sizeof *runs };

/* Only the wanted matches are replayed, and each is requested once. */
static void check_wanted(struct scene *scene)
{
	uint64_t state = 1, n_wanted = 0;
	uint64_t n = scene->t.schedule.n_matches;
	scene->replays = (struct replays){.first_match = n / 4, .end_match = n - n / 5, .n_lanes = 3, .n_at_once = 4,
					.wants = wants, .watch = watch};
	for (uint64_t i = 0; i < n; i++) {
		scene->is_wanted[i] = rng_next(&state) % 3 == 0;
		n_wanted += scene->is_wanted[i] && i >= scene->replays.first_match && i < scene->replays.end_match;
	}
	play_again(scene);
	ck_assert_uint_eq(scene->n_finished, n_wanted);
	ck_assert_uint_eq(scene->n_asked, scene->replays.end_match - scene->replays.first_match);
}

/* With any number of lanes and matches in progress: the games of the run, each match with its index, delivered in
 * order. */
START_TEST(replays_play_the_games_of_the_run)
{
	static struct scene scene;
	static const struct {
		int n_lanes, n_at_once;
		bool is_watched;
	} sizes[] = {{1, 2, true}, {64, MOST_AT_ONCE, true}, {5, 6, false}};
	open_scene(&scene, &runs[_i]);
	scene.replays.end_match = scene.t.schedule.n_matches;
	for (int i = 0; i < COUNT(sizes); i++) {
		scene.replays.n_lanes = sizes[i].n_lanes;
		scene.replays.n_at_once = sizes[i].n_at_once;
		scene.replays.watch = sizes[i].is_watched ? watch : NULL;
		play_again(&scene);
		ck_assert_uint_eq(scene.n_finished, scene.t.schedule.n_matches);
	}
	check_wanted(&scene);
	close_scene(&scene);
}
END_TEST

/* A caller that stops, at any step or match, gets no more calls, and it is not an error. */
START_TEST(replays_may_be_stopped)
{
	static struct scene scene;
	open_scene(&scene, &runs[1]);
	scene.replays = (struct replays){.end_match = scene.t.schedule.n_matches, .n_lanes = 4, .n_at_once = 4,
		.watch = watch};
	for (uint64_t moment = 1; moment < 300; moment += 1 + moment) {
		scene.stop_at_moment = moment;
		play_again(&scene);
		ck_assert_uint_eq(scene.moments, moment);
	}
	scene.stop_at_moment = 0;
	for (uint64_t match = 1; match < 7; match += 3) {
		scene.stop_after = match;
		play_again(&scene);
		ck_assert_uint_eq(scene.n_finished, match);
	}
	zoo_adopt_orphans();
	ck_assert(zoo_all_gone());
	close_scene(&scene);
}
END_TEST

/* ---- a substitute ---------------------------------------------------------------------------- */

enum { REPLACED = 1 };

struct substitution {
	const struct scene *run, *other;  /* with the robots of the run, and with the substitute as robot REPLACED */
	bool is_replaced[MOST_AT_ONCE];   /* by index */
	uint64_t n_asked, n_finished[2];
};

/* Plays each fourth match not at all, and others once or twice with the robots of the run and once with the
 * substitute. */
static int wants_both(uint64_t match, int index, int *replaced, void *context)
{
	struct substitution *substitution = context;
	int times = (int)(match % 4);
	ck_assert_uint_eq(match, substitution->n_asked++);
	for (int i = 0; i < times; i++) {
		ck_assert_int_eq(replaced[i], -1);
		substitution->is_replaced[index + i] = i == 1;
		replaced[i] = i == 1 ? REPLACED : -1;
	}
	return times;
}

static bool check_both(const struct replays_match *match, int index, void *context)
{
	struct substitution *substitution = context;
	bool is_replaced = substitution->is_replaced[index];
	const struct scene *scene = is_replaced ? substitution->other : substitution->run;
	size_t n = (size_t)match->n_seats;
	ck_assert_mem_eq(match->places, scene->places[match->plan->number], match->plan->n_blocks * n * n);
	substitution->n_finished[is_replaced]++;
	return true;
}

/* In the matches that ask for it, another robot takes the place of one of the run: the results are those of a run with
 * that robot, beside matches of the run's own robots in the same processes. */
START_TEST(a_substitute_plays_in_the_place_of_a_robot)
{
	static struct scene run, other;
	struct err err = {0};
	open_scene(&run, &(const struct zoo_run){.robots = {"learner", "computer", "dicer", "tired:every=3"},
		.games = 96, .n_seats = 3, .format = FORMAT_POOL, .match_length = 2, .is_trusted = _i});
	open_scene(&other, &(const struct zoo_run){.robots = {"learner", "conservative", "dicer", "tired:every=3"},
		.games = 96, .n_seats = 3, .format = FORMAT_POOL, .match_length = 2, .is_trusted = _i});
	struct substitution substitution = {.run = &run, .other = &other};
	uint64_t n = run.t.schedule.n_matches;
	ck_assert(n > 12 && memcmp(run.places, other.places, sizeof run.places) != 0);
	run.t.has_substitute = true;
	run.robots[run.t.schedule.n_robots] = other.robots[REPLACED];
	struct replays replays = {.tournament = &run.t, .end_match = n, .n_lanes = 4, .n_at_once = 8,
		.wants = wants_both, .most_times = 3, .finished = check_both, .context = &substitution};
	ck_assert_msg(replays_play(&replays, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(substitution.n_finished[0], n / 4 * 4);
	ck_assert_uint_eq(substitution.n_finished[1], n / 2);
	close_scene(&run);
	close_scene(&other);
}
END_TEST

/* ---- fewer moments --------------------------------------------------------------------------- */

enum { HANDS_LANES = 5 };

struct hands_watch {
	enum events_shown shown;
	const struct game_record_setting *setting; /* for the text form; NULL: not in it */
	struct game_record logs[HANDS_LANES];
	struct str lines[HANDS_LANES];
	uint64_t n_hands_shown, n_faults;
	struct str *texts; /* by game */
};

static void add_hands(const struct game_record *log, struct str *text)
{
	for (int i = 0; i < log->n_hands; i++)
		str_addf(text, "%s [%s] %s %x %x\n", game_record_text(log, log->hands[i].hands),
			 game_record_text(log, log->hands[i].history), game_record_text(log, log->hands[i].words),
			 log->hands[i].failed_looking, log->hands[i].expelled);
}

static bool watch_hands(const struct watch_event *watch_event, int index, void *context)
{
	(void)index;
	struct hands_watch *hands_watch = context;
	ck_assert(watch_event->lane >= 0 && watch_event->lane < HANDS_LANES);
	ck_assert(hands_watch->shown == SHOW_ASKS ||
		  (watch_event->kind != WATCH_ASK && watch_event->kind != WATCH_ANSWER));
	hands_watch->n_hands_shown += watch_event->kind == WATCH_HAND;
	hands_watch->n_faults += watch_event->kind == WATCH_FAULT;
	struct game_record *log = &hands_watch->logs[watch_event->lane];
	struct str *lines = &hands_watch->lines[watch_event->lane];
	log->has_words = true;
	log->has_no_asks = hands_watch->shown != SHOW_ASKS || hands_watch->setting;
	log->has_one_hand = hands_watch->setting;
	if (!hands_watch->setting)
		game_record_watch(log, watch_event);
	else if (watch_event->kind != WATCH_ASK && watch_event->kind != WATCH_ANSWER)
		game_record_watch_as_text(hands_watch->setting, log, watch_event, lines);
	if (watch_event->kind != WATCH_OVER)
		return true;
	struct str *text = &hands_watch->texts[log->number];
	str_clear(text);
	if (hands_watch->setting)
		str_add(text, str_text(lines));
	else
		add_hands(log, text);
	return true;
}

static bool pass(const struct replays_match *match, int index, void *context)
{
	(void)match, (void)index, (void)context;
	return true;
}

static void play_hands(const struct tournament *t, struct hands_watch *hands_watch)
{
	struct err err = {0};
	struct replays replays = {
		.tournament = t, .end_match = t->schedule.n_matches, .n_lanes = HANDS_LANES, .n_at_once = 6,
		.watch = watch_hands, .shown = hands_watch->shown, .finished = pass, .context = hands_watch,
	};
	hands_watch->texts = NEW_ARRAY(struct str, t->schedule.n_games);
	ck_assert_msg(replays_play(&replays, &err) == 0, "%s", err.text);
	for (int i = 0; i < HANDS_LANES; i++) {
		game_record_release(&hands_watch->logs[i]);
		str_release(&hands_watch->lines[i]);
	}
}

static void check_same_texts(const struct schedule *schedule, struct hands_watch *a, struct hands_watch *b)
{
	for (uint64_t i = 0; i < schedule->n_games; i++) {
		ck_assert_uint_gt(a->texts[i].length, 0);
		ck_assert_str_eq(str_text(&b->texts[i]), a->texts[i].text);
		str_release(&a->texts[i]);
		str_release(&b->texts[i]);
	}
	free(a->texts);
	free(b->texts);
}

/* The runs that differ in their rules, or in what the robots suffer. */
static const int by_game[] = {0, 2, 3, 8, 9};

/* Records of only the hands have the same hands as records with each ask, including faults. */
START_TEST(hands_are_the_same_without_asks)
{
	static struct scene scene;
	struct hands_watch with = {0}, without = {.shown = SHOW_HANDS};
	open_robots(&scene, &runs[by_game[_i]]);
	play_hands(&scene.t, &with);
	play_hands(&scene.t, &without);
	check_same_texts(&scene.t.schedule, &with, &without);
	close_scene(&scene);
}
END_TEST

/* The text form needs no more moments than it asks for. Where it needs showdowns alone, a hand is shown only after a
 * fault. */
START_TEST(text_is_the_same_with_fewer_moments)
{
	static struct scene scene;
	char title[] = "robot", *titles[ZOO_MAX_ROBOTS];
	for (int i = 0; i < ZOO_MAX_ROBOTS; i++)
		titles[i] = title;
	const struct game_record_setting setting = {.titles = titles};
	open_robots(&scene, &runs[by_game[_i]]);
	struct hands_watch all = {.setting = &setting},
			   few = {.setting = &setting, .shown = game_record_shown_as_text(&scene.t.rules)};
	play_hands(&scene.t, &all);
	play_hands(&scene.t, &few);
	ck_assert_uint_eq(few.n_faults, all.n_faults);
	ck_assert(few.shown != SHOW_SHOWDOWNS || few.n_hands_shown < all.n_hands_shown);
	ck_assert(few.shown != SHOW_SHOWDOWNS || few.n_faults || !few.n_hands_shown);
	check_same_texts(&scene.t.schedule, &all, &few);
	close_scene(&scene);
}
END_TEST

/* As many lanes and matches in progress as there is memory for, at least one; robots may limit them. */
START_TEST(replays_are_sized)
{
	static struct scene scene;
	static const struct {
		uint64_t most_games;
		int n_lanes, n_at_once;
	} sizes[] = {{0, 1, 1}, {8, 2, 2}, {17, 4, 4}, {100, 25, 25}, {100000, 512, 16384}};
	struct zoo_run run = {.robots = {"meek", "caller"}, .games = 4, .match_length = 2, .is_trusted = true};
	open_scene(&scene, &run);
	scene.replays.tournament = &scene.t;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		replays_size(&scene.replays, sizes[i].most_games);
		ck_assert_int_eq(scene.replays.n_at_once, sizes[i].n_at_once);
		ck_assert_int_eq(scene.replays.n_lanes, sizes[i].n_lanes);
	}
	close_scene(&scene);
}
END_TEST

/* ---- the order of matches --------------------------------------------------------------------- */

/* How often the robot in seat 0 changes from game to game, in the second rotation: in the first one it depends on the
 * time. */
struct changes {
	const struct schedule *schedule;
	uint64_t n_games, n_changes;
	int player;
};

static bool count_changes(const struct watch_event *watch_event, int index, void *context)
{
	struct changes *changes = context;
	int rotation = schedule_game(changes->schedule, watch_event->number).rotation;
	(void)index;
	if (watch_event->kind != WATCH_GAME || rotation == 0)
		return true;
	int player = schedule_player(watch_event->plan, 0, rotation, 2);
	changes->n_changes += changes->n_games++ && player != changes->player;
	changes->player = player;
	return true;
}

static bool ignore_match(const struct replays_match *match, int index, void *context)
{
	(void)match, (void)index, (void)context;
	return true;
}

/* Where one lane plays everything, robots sit in the same seats in most games that follow each other, because then
 * their code is predicted correctly. */
START_TEST(equal_circles_follow_each_other)
{
	static struct scene scene;
	struct err err = {0};
	struct zoo_run run = {.robots = {"meek", "caller"}, .games = 2048, .is_trusted = true};
	open_scene(&scene, &run);
	struct changes changes = {.schedule = &scene.t.schedule};
	scene.replays = (struct replays){.tournament = &scene.t, .end_match = scene.t.schedule.n_matches, .n_lanes = 1,
					 .n_at_once = 1024, .watch = count_changes, .finished = ignore_match,
					 .context = &changes};
	ck_assert_msg(replays_play(&scene.replays, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(changes.n_games, 1024);
	ck_assert_uint_lt(changes.n_changes, 32); /* 512 by lot */
	close_scene(&scene);
}
END_TEST

/* ---- processes -------------------------------------------------------------------------------- */

enum { MOST_PIDS = 64 };

/* Which processes served which rotation. */
struct processes {
	const struct schedule *schedule;
	int n, pid[MOST_PIDS], rotation[MOST_PIDS];
	int n_looks;
};

static bool look_at_processes(const struct watch_event *watch_event, int index, void *context)
{
	struct processes *processes = context;
	int pids[MOST_PIDS], rotation = schedule_game(processes->schedule, watch_event->number).rotation;
	(void)index;
	if (watch_event->kind != WATCH_OVER || processes->n_looks++ % 3)
		return true;
	int n = zoo_children(getpid(), pids, MOST_PIDS), n_robots = 0;
	for (int i = 0; i < n; i++) {
		int k = 0;
		if (zoo_is_fork_server(pids[i]))
			continue;
		n_robots++;
		while (k < processes->n && processes->pid[k] != pids[i])
			k++;
		if (k == processes->n) {
			ck_assert_int_lt(processes->n, MOST_PIDS);
			processes->pid[processes->n] = pids[i];
			processes->rotation[processes->n++] = rotation;
		}
		ck_assert_msg(processes->rotation[k] == rotation,
			      "process %d is of rotation %d, and there in rotation %d", pids[i],
			      processes->rotation[k], rotation);
	}
	ck_assert_int_eq(n_robots, processes->schedule->n_seats); /* one process per robot */
	return true;
}

/* The processes of a rotation end with it: none serves another rotation, and each robot has only one. */
START_TEST(processes_end_with_their_rotation)
{
	static struct scene scene;
	struct err err = {0};
	struct zoo_run run = {.robots = {"learner", "computer", "dicer"}, .games = 60, .match_length = 2, .n_lanes = 4};
	open_scene(&scene, &run);
	struct processes processes = {.schedule = &scene.t.schedule};
	struct replays replays = {
		.tournament = &scene.t, .end_match = scene.t.schedule.n_matches, .n_lanes = 4, .n_at_once = 6,
		.watch = look_at_processes, .finished = ignore_match, .context = &processes,
	};
	ck_assert_msg(replays_play(&replays, &err) == 0, "%s", err.text);
	/* Ten matches, six at a time: each robot has one process for each of the three rotations, twice. */
	ck_assert_int_eq(processes.n, 3 * 3 * 2);
	ck_assert(zoo_all_gone());
	close_scene(&scene);
}
END_TEST

/* ---- one game, watched -------------------------------------------------------------------------- */

struct watching {
	int n_moments, most;
	int n_after;            /* steps after the stop */
	int n_cores;            /* for the arena and its robots */
	int n_asks, n_faults, n_over, n_games;
	uint64_t games[MOST_GAMES];
	bool is_wrong;          /* hands were shown that are not those of the game */
	int place;              /* of player 0 in the last finished game */
};

static bool on_moment(const struct watch_event *watch_event, void *context)
{
	struct watching *watching = context;
	int tied;
	watching->n_cores = cores_allowed();
	if (watching->n_moments == watching->most)
		watching->n_after++;
	else
		watching->n_moments++;
	watching->n_asks += watch_event->kind == WATCH_ASK;
	watching->n_faults += watch_event->kind == WATCH_FAULT;
	watching->n_over += watch_event->kind == WATCH_OVER;
	if (watch_event->kind == WATCH_GAME && watching->n_games < MOST_GAMES)
		watching->games[watching->n_games++] = watch_event->number;
	if (watch_event->kind == WATCH_OVER)
		for (int seat = 0; seat < 2; seat++)
			if (watch_event->game->seat[seat].letter == 'A')
				watching->place = game_place(watch_event->game, seat, &tied);
	if (watch_event->seat >= 0 && watch_event->hands) {
		size_t n = strlen(watch_event->hands);
		watching->is_wrong |= n > 200 || strspn(watch_event->hands, "AB:x123456,") != n;
	}
	return watching->n_moments < watching->most;
}

/* ms: that a robot may take for an ask. */
static void watch_one(const char *robot, uint64_t game, int ms, int most, struct watching *watching)
{
	struct robot robots[2];
	struct err err = {0};
	struct zoo_run run = {.games = 10, .is_as_given = true};
	*watching = (struct watching){.most = most};
	zoo_open(&robots[0], robot);
	zoo_open(&robots[1], "conservative");
	struct tournament t = {
		.robots = robots, .limits = {.move_time_ns = ms * INT64_C(1000000), .memory = (uint64_t)512 << 20},
	};
	zoo_schedule(&run, 2, &t);
	ck_assert_msg(tournament_probe(&t, &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_watch(&t, game, on_moment, watching, &err) == 0, "%s", err.text);
	robot_release(&robots[0]);
	robot_release(&robots[1]);
}

/* A caller that stops at any step gets no more calls. */
START_TEST(a_watcher_may_stop)
{
	struct watching whole, part;
	const char *robot = _i ? "observer" : "meek";
	watch_one(robot, 1, 2000, 100000, &whole);
	ck_assert_int_eq(whole.n_over, 1);
	ck_assert_int_ge(whole.n_asks, 1);
	ck_assert_int_eq(whole.n_faults, _i);
	for (int most = 1; most < whole.n_moments && most < 30; most += 1 + most / 3) {
		watch_one(robot, 1, 2000, most, &part);
		ck_assert_int_eq(part.n_moments, most);
		ck_assert_msg(part.n_after == 0, "%d moments after the end at moment %d", part.n_after, most);
	}
}
END_TEST

/* The hands that are shown are those of the game, even if the robot overwrites its own copy, and even after its process
 * has ended. */
START_TEST(a_watcher_sees_the_true_hands)
{
	static const char *const robots[] = {"forger", "forger:bytes=400", "segv", "scribble", "constructor_crash"};
	struct watching watching;
	watch_one(robots[_i], 0, 100, 100000, &watching); /* one of them computes for ever */
	ck_assert_int_eq(watching.n_over, 1);
	ck_assert_msg(!watching.is_wrong, "%s: hands that are not those of the game", robots[_i]);
}
END_TEST

/* Any game of a run can be watched on its own, and its result is the one that was counted. The games before it in its
 * rotation are played too, for robots that remember them. */
START_TEST(the_game_that_is_watched_is_that_of_the_run)
{
	static struct scene scene;
	struct err err = {0};
	struct zoo_run run = {.robots = {_i ? "unique" : "learner", "computer"}, .games = 12, .match_length = 3,
			      .is_trusted = _i};
	open_scene(&scene, &run);
	for (uint64_t game = 0; game < scene.t.schedule.n_games; game++) {
		struct watching watching = {.most = 100000};
		struct game_place place = schedule_game(&scene.t.schedule, game);
		ck_assert_msg(tournament_watch(&scene.t, game, on_moment, &watching, &err) == 0, "%s", err.text);
		ck_assert(watching.n_games == 1 && watching.games[0] == game && watching.n_over == 1);
		ck_assert_int_eq(watching.place,
				 scene.places[place.match][(place.block * 2 + (uint32_t)place.rotation) * 2]);
	}
	close_scene(&scene);
}
END_TEST

/* All games of a match: rotation 0 of every block, then rotation 1. */
START_TEST(a_whole_match_is_watched_rotation_by_rotation)
{
	static struct scene scene;
	struct err err = {0};
	struct zoo_run run = {.robots = {_i ? "unique" : "learner", "computer"}, .games = 24, .match_length = 4,
		.is_trusted = _i};
	open_scene(&scene, &run);
	struct watching watching = {.most = 100000};
	int n_cores = cores_allowed();
	ck_assert_msg(tournament_watch_match(&scene.t, 1, on_moment, &watching, &err) == 0, "%s", err.text);
	ck_assert_msg(watching.n_cores == 1 && cores_allowed() == n_cores, "on %d cores, then on %d of %d",
		      watching.n_cores, cores_allowed(), n_cores);
	static const uint64_t games[] = {8, 10, 12, 14, 9, 11, 13, 15};
	ck_assert(watching.n_games == 8 && watching.n_over == 8);
	ck_assert_mem_eq(watching.games, games, sizeof games);
	for (int rotation = 0; rotation < 2; rotation++) {
		watching = (struct watching){.most = 100000};
		ck_assert_msg(tournament_watch_rotation(&scene.t, 1, rotation, on_moment, &watching, &err) == 0, "%s",
			      err.text);
		ck_assert(watching.n_games == 4 && watching.n_over == 4);
		ck_assert_mem_eq(watching.games, games + 4 * rotation, sizeof games / 2);
	}
	close_scene(&scene);
}
END_TEST

ZOO_SUITE(120,
	LOOP(replays_play_the_games_of_the_run, 0, N_RUNS),
	LOOP(hands_are_the_same_without_asks, 0, COUNT(by_game)),
	LOOP(text_is_the_same_with_fewer_moments, 0, COUNT(by_game)),
	LOOP(a_substitute_plays_in_the_place_of_a_robot, 0, 2),
	TEST(replays_may_be_stopped),
	TEST(replays_are_sized),
	TEST(equal_circles_follow_each_other),
	TEST(processes_end_with_their_rotation),
	LOOP(a_watcher_may_stop, 0, 2),
	LOOP(a_watcher_sees_the_true_hands, 0, 5),
	LOOP(the_game_that_is_watched_is_that_of_the_run, 0, 2),
	LOOP(a_whole_match_is_watched_rotation_by_rotation, 0, 2))

/* test_watch.c - what a watcher of games is shown: moments in their order, and with each the strings and numbers of its
 * ask. */
#include "game/game.h"
#include "zoo.h"

enum { MOST = 4 };

struct watching {
	struct robot robots[MOST];
	struct tournament t;
	uint64_t match;
	int rotation;
	uint64_t number;           /* of the game that is shown, or the next one */
	enum watch_kind last;
	int last_seat, n_shown, n_games, n_faults, n_began;
	int stop_after;            /* moments; 0: never */
	bool shows_match;          /* rotation after rotation */
	uint8_t player_in[MOST];   /* as `began` had them */
};

static void open_watching(struct watching *watching, const char *const *robots, int n, uint32_t match_length,
			  bool is_trusted)
{
	struct err err = {0};
	*watching = (struct watching){.last = WATCH_OVER};
	for (int i = 0; i < n; i++)
		zoo_open(&watching->robots[i], robots[i]);
	watching->t = (struct tournament){.robots = watching->robots, .seed = rng_key_of_seed("watch"),
		.is_trusted = is_trusted,
		.limits = {.move_time_ns = INT64_C(5000000000), .memory = (uint64_t)512 << 20}};
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = n, .games = 60,
		.match_length = match_length, .seed = watching->t.seed};
	ck_assert_int_eq(rules_init(&watching->t.rules, "liars-dice", &err), 0);
	ck_assert_msg(schedule_init(&watching->t.schedule, &options, &err) == 0, "%s", err.text);
	ck_assert_msg(tournament_probe(&watching->t, &err) == 0, "%s", err.text);
}

static void close_watching(struct watching *watching)
{
	for (int i = 0; i < watching->t.schedule.n_robots; i++)
		robot_release(&watching->robots[i]);
	ck_assert(zoo_all_gone());
}

/* The strings of an ask: only the player's own dice are in it. */
static void check_strings(const struct watch_event *s, int n)
{
	const char me[] = {(char)('A' + s->player), '\0'};
	ck_assert_str_eq(s->me, me);
	ck_assert_str_eq(s->history, s->game->view.history);
	/* at the showdown all dice are shown */
	for (int player = 0; player < n && s->game->need == GAME_NEED_PLAY; player++) {
		const char word[] = {(char)('A' + player), ':', '\0'};
		const char *dice = strstr(s->hands, word);
		if (dice && dice[2] && dice[2] != ',') /* else it is out of the game */
			ck_assert_msg((dice[2] == 'x') == (player != s->player), "%s has %s", s->me, s->hands);
	}
}

/* Which moments may come after which. */
static void check_order(const struct watching *watching, const struct watch_event *s)
{
	enum watch_kind last = watching->last;
	switch (s->kind) {
	case WATCH_GAME:
		ck_assert(last == WATCH_OVER);
		break;
	case WATCH_HAND:
		ck_assert(last == WATCH_GAME || last == WATCH_SHOWDOWN || last == WATCH_FAULT || last == WATCH_ANSWER);
		ck_assert(s->game->history_length == 0);
		break;
	case WATCH_ASK:
		ck_assert(last == WATCH_HAND || last == WATCH_ANSWER || last == WATCH_FAULT);
		ck_assert(last != WATCH_HAND || s->seat == watching->last_seat);
		break;
	case WATCH_ANSWER:
		ck_assert(last == WATCH_ASK && s->seat == watching->last_seat);
		break;
	case WATCH_FAULT:
		ck_assert((last == WATCH_ASK && s->seat == watching->last_seat) || last == WATCH_SHOWDOWN ||
			  last == WATCH_FAULT);
		break;
	case WATCH_SHOWDOWN:
		ck_assert(last == WATCH_ANSWER || last == WATCH_FAULT);
		break;
	case WATCH_OVER:
		ck_assert(last != WATCH_GAME && last != WATCH_HAND && last != WATCH_ASK);
		ck_assert(s->game->need == GAME_NEED_OVER);
		break;
	}
}

static bool watch(const struct watch_event *s, void *context)
{
	struct watching *watching = context;
	int n = watching->t.schedule.n_seats;
	bool has_seat = s->kind != WATCH_GAME && s->kind != WATCH_SHOWDOWN && s->kind != WATCH_OVER;
	ck_assert(!watching->stop_after || watching->n_shown < watching->stop_after);
	check_order(watching, s);
	ck_assert_uint_eq(s->number, watching->number);
	ck_assert_uint_eq(s->plan->number, watching->match);
	ck_assert_int_eq(s->lane, 0);
	ck_assert_str_eq(s->output, "");
	if (has_seat) {
		ck_assert(s->seat >= 0 && s->seat < n);
		ck_assert_int_eq(s->player, schedule_player(s->plan, s->seat, watching->rotation, n));
		check_strings(s, n);
	} else {
		ck_assert(s->seat == -1 && s->player == -1 && s->me == NULL);
	}
	if (s->kind == WATCH_ANSWER)
		ck_assert_int_eq(s->verdict, VERDICT_OK);
	if (s->kind == WATCH_FAULT) {
		ck_assert(s->verdict == VERDICT_CRASH && s->fault->verdict == VERDICT_CRASH && s->player == 1);
		watching->n_faults++;
	}
	if (s->kind == WATCH_OVER) {
		watching->n_games++;
		watching->number += (uint64_t)n; /* the same rotation of the next block */
		if (watching->n_games % 3 == 0 && watching->shows_match) /* of three blocks */
			watching->number = watching->number - (uint64_t)(3 * n) + 1, watching->rotation++;
	}
	watching->last = s->kind;
	watching->last_seat = s->seat;
	return ++watching->n_shown != watching->stop_after;
}

static void note_seats(struct game *game, const uint8_t *player_in, void *context)
{
	struct watching *watching = context;
	ck_assert_int_eq(game->need, GAME_NEED_PLAY);
	memcpy(watching->player_in, player_in, (size_t)watching->t.schedule.n_seats);
	watching->n_began++;
}

/* One game of a match of four blocks, which begins with its rotation: earlier games of it are played and not shown. */
START_TEST(one_game_is_shown)
{
	static const char *const robots[] = {"prober", "computer", "conservative"};
	struct watching watching;
	struct err err = {0};
	open_watching(&watching, robots, 3, 4, true);
	watching.match = 1;
	watching.rotation = 2;
	watching.number = 12 + 6 + 2; /* 12 games of match 0, two blocks */
	watching.t.began = note_seats;
	watching.t.human_context = &watching;
	ck_assert_msg(tournament_watch(&watching.t, watching.number, watch, &watching, &err) == 0, "%s", err.text);
	ck_assert(watching.n_games == 1 && watching.last == WATCH_OVER && watching.number == 23);
	ck_assert_int_eq(watching.n_began, 3); /* with the two games before it */
	struct match_plan plan = schedule_match(&watching.t.schedule, 1);
	for (int seat = 0; seat < 3; seat++)
		ck_assert_int_eq(watching.player_in[seat], schedule_player(&plan, seat, 2, 3));
	for (int stop = 1, n_shown = watching.n_shown; stop <= n_shown; stop++) {
		watching.last = WATCH_OVER;
		watching.number = 20;
		watching.stop_after = stop;
		watching.n_shown = 0;
		ck_assert_int_eq(tournament_watch(&watching.t, 20, watch, &watching, &err), 0);
		ck_assert_int_eq(watching.n_shown, stop);
	}
	close_watching(&watching);
}
END_TEST

/* All games of a rotation, with a robot that crashes at each ask. */
START_TEST(a_rotation_is_shown)
{
	static const char *const robots[] = {"prober", "segv"};
	struct watching watching;
	struct err err = {0};
	open_watching(&watching, robots, 2, 3, false);
	watching.match = 4;
	watching.rotation = 1;
	watching.number = 4 * 6 + 1;
	ck_assert_msg(tournament_watch_rotation(&watching.t, 4, 1, watch, &watching, &err) == 0, "%s", err.text);
	ck_assert(watching.n_games == 3 && watching.n_faults >= 3 && watching.number == 31);
	watching.rotation = 0;
	watching.number = 24;
	watching.shows_match = true;
	ck_assert_msg(tournament_watch_match(&watching.t, 4, watch, &watching, &err) == 0, "%s", err.text);
	ck_assert(watching.n_games == 9 && watching.rotation == 2);
	close_watching(&watching);
}
END_TEST

ZOO_SUITE(120,
	TEST(one_game_is_shown),
	TEST(a_rotation_is_shown))

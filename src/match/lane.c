/* lane.c - see lane.h. */
#include "match/lane.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/lane_book.h"

void lane_init(struct lane *lane, const struct lane_setting *setting, int index)
{
	*lane = (struct lane){.setting = setting, .index = index};
	const struct tournament *t = setting->tournament;
	size_t n_places = (size_t)SCHEDULE_MATCH_GAMES * (size_t)t->schedule.n_seats;
	lane->absent_hands = NEW_ARRAY(char, game_hands_size(&t->rules, t->schedule.n_seats));
	lane->seen = NEW_ARRAY(char, game_hands_size(&t->rules, t->schedule.n_seats));
	lane->places = NEW_ARRAY(uint8_t, n_places);
	lane->signatures = NEW_ARRAY(uint64_t, SCHEDULE_MATCH_GAMES);
	memset(lane->signatures, 1, SCHEDULE_MATCH_GAMES * sizeof *lane->signatures);
	memset(lane->places, 1, n_places); /* taken now, so that long matches need no more than short ones */
}

void lane_release(struct lane *lane)
{
	book_drop_faults(lane);
	match_result_release(&lane->result);
	free(lane->leg_faults);
	free(lane->absent_hands);
	free(lane->seen);
	free(lane->places);
	free(lane->signatures);
	str_release(&lane->game_plays);
	str_release(&lane->plays);
	str_release(&lane->kept);
}

static void broken(struct lane *lane)
{
	lane->state = LANE_BROKEN;
}

/* The plays that were kept are not those of this game. False. */
static bool kept_is_damaged(struct lane *lane)
{
	err_set(&lane->err, EXIT_WORLD, "the plays kept of match %llu are damaged", (unsigned long long)lane->plan.number);
	broken(lane);
	return false;
}

static uint64_t game_number(const struct lane *lane)
{
	return schedule_game_number(&lane->setting->tournament->schedule, lane->plan.first_block, lane->block, lane->rotation);
}

/* ---- watching ----------------------------------------------------------------------- */

static bool is_watched_moment(const struct lane *lane)
{
	return __builtin_expect(lane->is_watched, false);
}

static void show(struct lane *lane, struct spectacle s)
{
	const struct lane_setting *setting = lane->setting;
	char me[2] = {0};
	s.game = &lane->game;
	s.number = game_number(lane);
	s.output = "";
	if (s.seat >= 0) {
		s.player = lane->player_in[s.seat];
		me[0] = (char)('A' + s.player);
		s.me = me;
		s.history = lane->game.view.history;
		/* Not what stands in the port's buffer, which the robot can write to. */
		game_see(&lane->game, s.seat, lane->seen);
		s.hands = lane->seen;
		if (s.moment == MOMENT_ANSWER && lane->player[s.player].port)
			s.output = port_output(lane->player[s.player].port, lane->index);
	}
	if (!setting->watch(&s, setting->watch_context))
		broken(lane);
}

/* ---- sitting down ------------------------------------------------------------------- */

/* The number of this attempt at this leg. What was shown in an attempt that broke off must not be
 * remembered in the next one either, nor in the twin of the match: they have the same dice. */
static int leg_number(const struct lane *lane)
{
	return lane->rotation + lane->n_players * (2 * lane->n_restarts + lane->plan.is_twin);
}

/* A fresh instance for a player; without one it is absent and fails whenever it is asked. */
static bool seat_player(struct lane *lane, int player)
{
	struct port *port = lane->kept.length ? NULL : lane->setting->ports[lane->plan.robot[player]];
	struct lane_player *place = &lane->player[player];
	place->port = NULL;
	place->hands = lane->absent_hands;
	if (!port)
		return true;
	struct fault fault = {.verdict = VERDICT_OK};
	char *hands = port_seat(port, lane->index, leg_number(lane), &fault, &lane->err);
	if (!hands && fault.verdict == VERDICT_OK) {
		broken(lane);
		return false;
	}
	if (hands) {
		place->port = port;
		place->hands = hands;
	}
	return true;
}

static void introduce(struct lane *lane, int player)
{
	if (!lane->player[player].port)
		return;
	struct game_intro intro = {.me = (char)('A' + player)};
	int n = lane->n_players, own_seat = schedule_seat(player, lane->rotation, n);
	for (int seat = 0; seat < n; seat++)
		intro.letters[seat] = (char)('A' + lane->player_in[seat]);
	intro.rng = rng_word(lane->setting->robot_key, lane->plan.first_dice + lane->block, (uint64_t)own_seat);
	port_game(lane->player[player].port, lane->index, &intro);
}

static bool begin_kept_game(struct lane *lane)
{
	uint64_t number = (uint64_t)lane->rotation * lane->plan.n_blocks + lane->block;
	bool is_there = playlog_find(lane->kept.text, lane->kept.length, number, &lane->next);
	return is_there || kept_is_damaged(lane);
}

static void begin_game(struct lane *lane)
{
	const struct lane_setting *setting = lane->setting;
	int n = lane->n_players;
	struct game_view view = {
		.history = board_history(lane->board, lane->index),
		.shown = board_shown(lane->board, lane->index),
	};
	char letters[SCHEDULE_MAX_SEATS];
	for (int seat = 0; seat < n; seat++) {
		int player = lane->player_in[seat];
		letters[seat] = (char)('A' + player);
		view.hands[seat] = lane->player[player].hands;
	}
	for (int player = 0; player < n; player++) {
		introduce(lane, player);
		lane->player[player].n_asks = 0;
		lane->player[player].has_failed = false;
	}
	if (lane->kept.length && !begin_kept_game(lane))
		return;
	uint64_t block = lane->plan.first_dice + lane->block;
	lane->signature = RNG_GOLDEN;
	game_start(&lane->game, &setting->tournament->rules, n, letters, setting->dice_key, block, &view);
	if (setting->watch) {
		if (setting->tournament->began)
			setting->tournament->began(&lane->game, lane->player_in, setting->tournament->human_context);
		lane->is_watched = setting->watch_game == WATCH_ALL || setting->watch_game == game_number(lane);
		for (int player = 0; player < n; player++) /* what was printed before is not of this game */
			if (lane->player[player].port)
				port_output(lane->player[player].port, lane->index);
		if (lane->is_watched)
			show(lane, (struct spectacle){.moment = MOMENT_GAME, .seat = -1, .player = -1});
	}
}

/* Are there plays that were kept of this match? Then nobody is asked. False: the world failed. */
static bool look_for_plays(struct lane *lane)
{
	const struct tournament *t = lane->setting->tournament;
	if (lane->has_looked)
		return true;
	lane->has_looked = true;
	str_clear(&lane->kept);
	if (t->kept_plays && t->kept_plays(lane->plan.number, &lane->kept, t->kept_context, &lane->err) < 0)
		broken(lane);
	return lane->state != LANE_BROKEN;
}

/* Seats everybody afresh and begins the leg from its first block. */
static void begin_leg(struct lane *lane)
{
	int n = lane->n_players;
	book_drop_plays(lane);
	if (!look_for_plays(lane))
		return;
	lane->state = LANE_READY;
	lane->must_begin = false;
	lane->block = 0;
	memset(lane->leg, 0, sizeof lane->leg[0] * (size_t)n);
	book_drop_faults(lane);
	lane->board = boards_make(lane->setting->boards, leg_number(lane), &lane->err);
	if (!lane->board) {
		broken(lane);
		return;
	}
	board_wipe(lane->board, lane->index);
	for (int player = 0; player < n; player++)
		lane->player_in[schedule_seat(player, lane->rotation, n)] = (uint8_t)player;
	for (int player = 0; player < n; player++) {
		lane->player[player].fault = NULL;
		if (!seat_player(lane, player))
			return;
	}
	begin_game(lane);
}

void lane_begin_leg(struct lane *lane, const struct match_plan *plan, int rotation)
{
	bug_if(lane->state != LANE_IDLE);
	int n = lane->setting->tournament->schedule.n_seats;
	lane->n_players = n;
	lane->plan = *plan;
	lane->rotation = rotation;
	lane->n_restarts = 0;
	lane->has_looked = false;
	lane->leg_plays = 0;
	lane->result = (struct match_result){.plan = *plan};
	lane->must_begin = true;
	lane->state = LANE_READY;
}

void lane_begin(struct lane *lane, const struct match_plan *plan)
{
	lane_begin_leg(lane, plan, 0);
}

/* ---- faults ------------------------------------------------------------------------- */

/* The player in `seat` failed at the ask in progress; it gets a fresh instance and the game goes
 * on by its rules. */
static void suffer(struct lane *lane, int seat, const struct fault *fault)
{
	int player = lane->player_in[seat];
	book_fault(lane, player, seat, fault);
	if (is_watched_moment(lane))
		show(lane, (struct spectacle){.moment = MOMENT_FAULT, .seat = seat, .verdict = fault->verdict, .fault = fault});
	if (lane->player[player].port) {
		if (!seat_player(lane, player))
			return;
		lane->game.view.hands[seat] = lane->player[player].hands;
		introduce(lane, player);
	}
	game_fault(&lane->game, seat);
}

static const struct fault *absence(const struct lane *lane, int player)
{
	static const struct fault unknown = {.verdict = VERDICT_LOAD, .cause = "could not be loaded again"};
	const struct robot *robot = &lane->setting->tournament->robots[lane->plan.robot[player]];
	return robot->fault.verdict ? &robot->fault : &unknown;
}

/* ---- asking ------------------------------------------------------------------------- */

static void apply_play(struct lane *lane, int play)
{
	int seat = lane->game.turn;
	lane->signature = (lane->signature ^ (uint32_t)play) * RNG_GOLDEN;
	if (__builtin_expect(lane->setting->tournament->keeps_plays, false))
		playlog_add_play(&lane->game_plays, play);
	bool is_legal = game_play(&lane->game, play);
	/* With caller=anyone the play judged may be one that was answered earlier. */
	if (!is_legal)
		lane->leg[lane->player_in[lane->game.last.actor]].illegal++;
	if (is_watched_moment(lane))
		show(lane, (struct spectacle){.moment = MOMENT_ANSWER, .seat = seat, .play = play,
					      .verdict = is_legal ? VERDICT_OK : VERDICT_ILLEGAL});
}

/* A turn ends with a fault. */
static void fail_turn(struct lane *lane, int seat, const struct fault *fault)
{
	if (lane->setting->tournament->keeps_plays)
		playlog_add_fault(&lane->game_plays, fault->verdict);
	suffer(lane, seat, fault);
}

static void keep_showdown(struct lane *lane, int n_failed)
{
	if (lane->setting->tournament->keeps_plays)
		playlog_add_showdown(&lane->game_plays, n_failed);
}

/* Somebody failed while looking on, one of those that were counted. */
static void fail_showdown(struct lane *lane, int seat, const struct fault *fault)
{
	if (lane->setting->tournament->keeps_plays)
		playlog_add_failed(&lane->game_plays, seat, fault->verdict);
	suffer(lane, seat, fault);
}

/* What was kept knows that it failed, and no more. */
static struct fault kept_fault(enum verdict verdict)
{
	return (struct fault){.verdict = verdict, .cause = "as it was stored"};
}

static void take_kept_play(struct lane *lane, int seat)
{
	int play;
	enum verdict verdict;
	if (!playlog_turn(&lane->next, &play, &verdict)) {
		kept_is_damaged(lane);
	} else if (verdict == VERDICT_OK) {
		apply_play(lane, play);
	} else {
		struct fault fault = kept_fault(verdict);
		fail_turn(lane, seat, &fault);
	}
}

/* The showdown as it went: who failed while looking on. */
static void take_kept_showdown(struct lane *lane)
{
	int n_failed, seat;
	enum verdict verdict;
	if (!playlog_showdown(&lane->next, lane->n_players, &n_failed)) {
		kept_is_damaged(lane);
		return;
	}
	keep_showdown(lane, n_failed);
	for (; n_failed && lane->state != LANE_BROKEN; n_failed--) {
		if (!playlog_failed(&lane->next, lane->n_players, &seat, &verdict) || !game_observes(&lane->game, seat)) {
			kept_is_damaged(lane);
			return;
		}
		struct fault fault = kept_fault(verdict);
		fail_showdown(lane, seat, &fault);
	}
	if (lane->state != LANE_BROKEN)
		game_observed(&lane->game);
}

static void ask_play(struct lane *lane)
{
	int seat = lane->game.turn, player = lane->player_in[seat], play;
	struct lane_player *place = &lane->player[player];
	if (is_watched_moment(lane))
		show(lane, (struct spectacle){.moment = MOMENT_ASK, .seat = seat});
	if (lane->state == LANE_BROKEN) /* by the watcher */
		return;
	place->n_asks++;
	if (lane->kept.length) {
		take_kept_play(lane, seat);
	} else if (!place->port) {
		fail_turn(lane, seat, absence(lane, player));
	} else if (port_ask(place->port, lane->index, false, &play)) {
		apply_play(lane, play);
	} else {
		lane->is_observing = false;
		lane->state = LANE_WAITING;
	}
}

static void ask_observations(struct lane *lane)
{
	bool is_queued = false;
	if (is_watched_moment(lane))
		show(lane, (struct spectacle){.moment = MOMENT_SHOWDOWN, .seat = -1, .player = -1});
	if (lane->state == LANE_BROKEN)
		return;
	for (int seat = 0; seat < lane->n_players; seat++) {
		int ignored;
		struct lane_player *place = &lane->player[lane->player_in[seat]];
		if ((!place->port && !lane->kept.length) || !game_observes(&lane->game, seat))
			continue;
		place->n_asks++;
		is_queued |= place->port && !port_ask(place->port, lane->index, true, &ignored);
	}
	lane->is_observing = is_queued;
	if (lane->kept.length) {
		take_kept_showdown(lane);
	} else if (is_queued) {
		lane->state = LANE_WAITING;
	} else {
		keep_showdown(lane, 0);
		game_observed(&lane->game);
	}
}

/* ---- going on ----------------------------------------------------------------------- */

static void end_game(struct lane *lane)
{
	book_game(lane);
	++*lane->setting->games_finished;
	if (is_watched_moment(lane)) {
		show(lane, (struct spectacle){.moment = MOMENT_OVER, .seat = -1, .player = -1});
		if (lane->state == LANE_BROKEN)
			return;
	}
	if (is_watched_moment(lane) && lane->setting->watch_game != WATCH_ALL) {
		lane->state = LANE_OVER;
		return;
	}
	if (++lane->block < lane->plan.n_blocks) {
		begin_game(lane);
		return;
	}
	book_leg(lane);
	if (++lane->rotation < lane->n_players) {
		begin_leg(lane);
		return;
	}
	book_match(lane);
	for (int player = 0; player < lane->n_players; player++)
		if (lane->player[player].port)
			port_leave(lane->player[player].port, lane->index);
	lane->state = LANE_OVER;
}

void lane_event(struct lane *lane, const struct port *port, const struct event *event)
{
	if (event->kind == EVENT_LOST) {
		lane->is_lost = true;
		return;
	}
	lane->has_faults = true;
	for (int player = 0; player < lane->n_players; player++)
		if (lane->player[player].port == port)
			lane->player[player].fault = event->fault;
}

static int count_faults(const struct lane *lane)
{
	int n = 0;
	for (int player = 0; player < lane->n_players; player++)
		n += lane->player[player].fault != NULL;
	return n;
}

/* Faults in the order of seats, whichever process was looked at first. */
static void suffer_all(struct lane *lane)
{
	lane->has_faults = false;
	if (lane->is_observing)
		keep_showdown(lane, count_faults(lane));
	for (int seat = 0; seat < lane->n_players && lane->state != LANE_BROKEN; seat++) {
		struct lane_player *place = &lane->player[lane->player_in[seat]];
		if (place->fault)
			(lane->is_observing ? fail_showdown : fail_turn)(lane, seat, place->fault);
		place->fault = NULL;
	}
}

void lane_settle(struct lane *lane, int reply)
{
	if (__builtin_expect(lane->is_lost, false)) { /* whether it was waiting or not */
		lane->is_lost = lane->has_faults = false;
		lane->must_begin = true;
		lane->n_restarts++;
		lane->state = LANE_READY;
		return;
	}
	if (lane->state != LANE_WAITING)
		return;
	lane->state = LANE_READY;
	if (__builtin_expect(lane->has_faults, false))
		suffer_all(lane);
	else if (!lane->is_observing)
		apply_play(lane, reply);
	else
		keep_showdown(lane, 0);
	if (lane->is_observing && lane->state == LANE_READY)
		game_observed(&lane->game);
}

void lane_run(struct lane *lane, int reply)
{
	lane_settle(lane, reply);
	if (__builtin_expect(lane->must_begin, false))
		begin_leg(lane);
	while (lane->state == LANE_READY) {
		switch (lane->game.need) {
		case GAME_NEED_PLAY:
			ask_play(lane);
			break;
		case GAME_NEED_OBSERVE:
			ask_observations(lane);
			break;
		case GAME_NEED_OVER:
			end_game(lane);
			break;
		}
	}
}

void lane_finish(struct lane *lane, struct match_result *result)
{
	bug_if(lane->state != LANE_OVER);
	*result = lane->result;
	lane->result = (struct match_result){0};
	lane->state = LANE_IDLE;
}

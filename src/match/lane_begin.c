/* lane_begin.c - the beginning of a rotation, for which fresh instances are seated, and of each of its games. */

#include "match/lane_inside.h"

bool lane_seat(struct lane *lane, int player)
{
	struct transport *transport = lane->is_stored ? NULL
						      : lane->setting->transports[lane->rest->plan.robot[player]];
	struct lane_player *place = &lane->player[player];
	place->transport = NULL;
	lane->rest->hands[player] = lane->rest->absent_hands;
	lane->has_absent |= !transport;
	if (!transport)
		return true;
	struct fault fault; /* 8 KB, and not initialised, because only the cause is used */
	fault.verdict = VERDICT_OK;
	char *hands = transport_seat(transport, lane->index, lane->rest->n_restarts, &fault, &lane->rest->err);
	if (!hands && fault.verdict == VERDICT_OK) {
		lane->state = LANE_BROKEN;
		return false;
	}
	lane->has_absent |= !hands;
	if (hands) {
		place->transport = transport;
		lane->rest->hands[player] = hands;
	}
	return true;
}

/* Sets all bytes, because robots can read the whole array. */
static void write_letters(const struct lane *lane, struct game_intro *intro)
{
	*intro = (struct game_intro){0};
	for (int seat = 0; seat < lane->n_players; seat++)
		intro->letters[seat] = (char)('A' + lane->player_in[seat]);
}

static uint64_t dice_number(const struct lane *lane)
{
	return schedule_dice(&lane->setting->tournament->schedule, &lane->rest->plan, lane->rest->block,
			     lane->rest->rotation);
}

static void introduce(const struct lane *lane, int player, struct game_intro *intro)
{
	int own_seat = schedule_seat(&lane->rest->plan, player, lane->rest->rotation, lane->n_players);
	intro->me = (char)('A' + player);
	intro->rng = rng_word(lane->setting->robot_key, dice_number(lane), (uint64_t)own_seat);
	transport_game(lane->player[player].transport, lane->index, intro);
}

void lane_introduce(struct lane *lane, int player)
{
	struct game_intro intro;
	write_letters(lane, &intro);
	if (lane->player[player].transport)
		introduce(lane, player, &intro);
}

static bool begin_stored_game(struct lane *lane)
{
	uint64_t number = (uint64_t)lane->rest->rotation * lane->rest->plan.n_blocks + lane->rest->block;
	bool is_there = move_log_find(lane->rest->stored.text, lane->rest->stored.length, number, &lane->rest->next);
	return is_there || lane_plays_are_damaged(lane);
}

void lane_start_game(struct lane *lane)
{
	const struct lane_setting *setting = lane->setting;
	int n = lane->n_players;
	struct game_view view;
	struct game_intro intro;
	lane_place_strings(lane, &view);
	write_letters(lane, &intro);
	for (int seat = 0; seat < n; seat++)
		view.hands[seat] = lane->rest->hands[lane->player_in[seat]];
	if (lane->is_stored && !begin_stored_game(lane))
		return;
	struct dice_source source = {setting->dice_key, dice_number(lane)};
	lane->signature = RNG_GOLDEN;
	game_start(&lane->game, &setting->tournament->rules, n, intro.letters, source, &view);
	lane_note_luck(lane);
	lane_note_shape(lane);
	for (int player = 0; player < n; player++) {
		if (lane->player[player].transport)
			introduce(lane, player, &intro);
		lane->player[player].n_asks = 0;
		lane->player[player].has_failed = false;
	}
	if (setting->watch) {
		if (setting->tournament->began)
			setting->tournament->began(&lane->game, lane->player_in, setting->tournament->human_context);
		lane->number = lane_game_number(lane);
		lane->is_watched = setting->watch_game == WATCH_ALL || setting->watch_game == lane->number;
		lane->is_followed = lane->is_watched && setting->shown == SHOW_ASKS;
		lane->shows_hands = lane->is_watched && setting->shown != SHOW_SHOWDOWNS;
		for (int player = 0; player < n; player++) /* drop earlier output, which does not belong to this game */
			if (lane->player[player].transport)
				transport_output(lane->player[player].transport, lane->index);
		lane->rest->shown_hand = 0;
		if (lane->is_watched)
			lane_show(lane, &(struct watch_event){.kind = WATCH_GAME, .seat = -1, .player = -1});
	}
}

/* Looks for stored plays of this match. If there are any, no robots are asked. Returns false on a failure of the
 * system. */
static bool look_for_plays(struct lane *lane)
{
	const struct tournament *t = lane->setting->tournament;
	if (!t->stored_plays)
		return true;
	str_clear(&lane->rest->stored);
	if (t->stored_plays(lane->rest->plan.number, &lane->rest->stored, t->stored_context, &lane->rest->err) < 0)
		lane->state = LANE_BROKEN;
	lane->is_stored = lane->rest->stored.length > 0;
	return lane->state != LANE_BROKEN;
}

/* Begins a rotation as a new attempt. Each attempt has processes and shared memory of its own, so that it cannot
 * remember a stopped attempt, which had the same dice. */
void lane_start_rotation(struct lane *lane)
{
	int n = lane->n_players;
	lane_forget(lane);
	if (!look_for_plays(lane))
		return;
	lane->state = LANE_READY;
	lane->must_begin = lane->is_observing = lane->has_absent = false;
	lane->is_second = false;
	lane->rest->block = 0;
	lane->shared_area = shared_areas_make(lane->setting->shared_areas, lane->rest->n_restarts, &lane->rest->err);
	if (!lane->shared_area) {
		lane->state = LANE_BROKEN;
		return;
	}
	for (int player = 0; player < n; player++)
		lane->player_in[schedule_seat(&lane->rest->plan, player, lane->rest->rotation, n)] = (uint8_t)player;
	for (int player = 0; player < n; player++) {
		lane->rest->fault[player] = NULL;
		if (!lane_seat(lane, player))
			return;
	}
	lane_start_game(lane);
}

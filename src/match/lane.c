/* lane.c - asks and their results. */
#include "match/lane.h"

#include "game/odds.h"
#include "match/lane_inside.h"

size_t lane_size(int n_seats)
{
	return shared_area_stride(sizeof(struct lane) + (size_t)n_seats * sizeof(struct lane_player));
}

void lane_init(struct lane *lane, const struct lane_setting *setting, int index)
{
	const struct tournament *t = setting->tournament;
	lane->setting = setting;
	lane->index = index;
	lane->keeps_plays = t->keeps_plays;
	lane->rest = NEW(struct lane_rest);
	lane->rest->absent_hands = NEW_ARRAY(char, game_hands_size(&t->rules, t->schedule.n_seats));
	lane->rest->seen = NEW_ARRAY(char, game_hands_size(&t->rules, t->schedule.n_seats));
}

void lane_release(struct lane *lane)
{
	lane_forget(lane);
	FREE_ALL(lane->rest->faults, lane->rest->absent_hands, lane->rest->seen);
	str_release(&lane->rest->game_plays);
	str_release(&lane->rest->plays);
	str_release(&lane->rest->stored);
	free(lane->rest);
}

bool lane_plays_are_damaged(struct lane *lane)
{
	err_set(&lane->rest->err, EXIT_WORLD, "the stored plays of match %llu are damaged",
		(unsigned long long)lane->rest->plan.number);
	lane->state = LANE_BROKEN;
	return false;
}

void lane_show(struct lane *lane, struct watch_event *s)
{
	const struct lane_setting *setting = lane->setting;
	char me[2] = {0};
	s->game = &lane->game;
	s->lane = lane->index;
	s->number = lane->number;
	s->plan = &lane->rest->plan;
	s->output = "";
	if (s->seat >= 0) {
		s->player = lane->player_in[s->seat];
		me[0] = (char)('A' + s->player);
		s->me = me;
		s->history = lane->game.view.history;
		if (s->kind != WATCH_HAND || setting->shown == SHOW_ASKS) {
			/* The transport's buffer is not used, because the robot can write to it. */
			game_see(&lane->game, s->seat, lane->rest->seen);
			s->hands = lane->rest->seen;
		}
		if (s->kind == WATCH_ANSWER && lane->player[s->player].transport)
			s->output = transport_output(lane->player[s->player].transport, lane->index);
	}
	if (!setting->watch(s, setting->watch_context))
		lane->state = LANE_BROKEN;
}

void lane_begin(struct lane *lane, const struct match_plan *plan, uint64_t match, int rotation)
{
	bug_if(lane->state != LANE_IDLE);
	lane->n_players = (uint8_t)lane->setting->tournament->schedule.n_seats;
	lane->rest->plan = *plan;
	lane->rest->match = match;
	lane->rest->rotation = rotation;
	lane->rest->n_restarts = 0;
	lane->is_lost = lane->has_faults = false; /* a process may have died while the lane was idle */
	lane->is_stored = false;
	lane->is_counted = leak_is_counted(plan->number);
	lane->must_begin = true;
	lane->state = LANE_READY;
	lane->setting->awaited[lane->index] = NULL;
}

/* Continues when all seats have observed the showdown: the next hand begins, or the game is over. */
static void observed(struct lane *lane)
{
	game_observed(&lane->game);
	if (lane->game.need != GAME_NEED_OVER)
		lane_note_luck(lane);
}

/* Handles a failure of the player in `seat` at the ask in progress: it gets a fresh instance, and the game continues by
 * its rules. */
static void take_fault(struct lane *lane, int seat, const struct fault *fault)
{
	int player = lane->player_in[seat];
	lane_record_fault(lane, player, seat, fault);
	if (lane_is_watched(lane)) {
		lane_show(lane, &(struct watch_event){.kind = WATCH_FAULT, .seat = seat, .verdict = fault->verdict,
			.fault = fault});
		lane->rest->shown_hand = lane->game.hand;
		lane->shows_hands = true;
	}
	if (lane->player[player].transport) {
		if (!lane_seat(lane, player))
			return;
		lane->game.view.hands[seat] = lane->rest->hands[player];
		lane_introduce(lane, player);
	}
	uint32_t hand = lane->game.hand;
	game_fault(&lane->game, seat);
	if (lane->game.hand != hand)
		lane_note_luck(lane);
}

static const struct fault *absence(const struct lane *lane, int player)
{
	static const struct fault unknown = {.verdict = VERDICT_LOAD, .cause = "could not be loaded again"},
				  slept = {.verdict = VERDICT_TIMEOUT, .cause = NAPS_TOO_MANY},
				  mute = {.verdict = VERDICT_TIMEOUT, .cause = NAPS_MUTE};
	int index = lane->rest->plan.robot[player];
	const struct robot *robot = &lane->setting->tournament->robots[index];
	struct transport *transport = lane->setting->transports[index];
	if (transport && naps_are_too_many(transport_naps(transport)))
		return robot->kind == ROBOT_PROGRAM && !transport_naps(transport)->has_answered ? &mute : &slept;
	return robot->fault.verdict ? &robot->fault : &unknown;
}

/* Records for the caller and the bidder whether they were right. */
__attribute__((noinline)) static void judge(const struct lane *lane, int seat)
{
	struct odds caller, bidder;
	odds_of(&lane->game, seat, &caller);
	if (!caller.bid)
		return;
	odds_of(&lane->game, caller.bidder, &bidder);
	bool is_later = !leak_is_first(lane->rest->rotation, lane->n_players);
	showdowns_note(&lane->rest->count[lane->player_in[seat]].showdowns, is_later, !caller.is_true,
		       1 - caller.chance);
	showdowns_note(&lane->rest->count[lane->player_in[caller.bidder]].showdowns, is_later, caller.is_true,
		       bidder.chance);
}

static inline bool sign_and_play(struct lane *lane, int play)
{
	lane->signature = (lane->signature ^ (uint32_t)play) * RNG_GOLDEN;
	if (play == 0 && lane->is_counted)
		judge(lane, lane->game.turn);
	bool is_legal = game_play(&lane->game, play);
	/* With caller=anyone the judged play may be an earlier answer. */
	if (__builtin_expect(!is_legal, false))
		lane_record_illegal(lane, lane->game.last.actor);
	return is_legal;
}

static void apply_play(struct lane *lane, int play)
{
	int seat = lane->game.turn;
	if (lane->keeps_plays)
		move_log_add_play(&lane->rest->game_plays, play);
	bool is_legal = sign_and_play(lane, play);
	if (lane->is_followed)
		lane_show(lane, &(struct watch_event){.kind = WATCH_ANSWER, .seat = seat, .play = play,
					      .verdict = is_legal ? VERDICT_OK : VERDICT_ILLEGAL});
}

/* Ends a turn with a fault. */
static void fail_turn(struct lane *lane, int seat, const struct fault *fault)
{
	if (lane->keeps_plays)
		move_log_add_fault(&lane->rest->game_plays, fault->verdict);
	take_fault(lane, seat, fault);
}

static void keep_showdown(struct lane *lane, int n_failed)
{
	if (lane->keeps_plays)
		move_log_add_showdown(&lane->rest->game_plays, n_failed);
}

/* Handles a failure of a seat at the showdown, as recorded in the stored plays. */
static void fail_showdown(struct lane *lane, int seat, const struct fault *fault)
{
	if (lane->keeps_plays)
		move_log_add_failed(&lane->rest->game_plays, seat, fault->verdict);
	take_fault(lane, seat, fault);
}

/* Returns a fault with only a verdict, because stored plays have no more information. */
static struct fault kept_fault(enum verdict verdict)
{
	return (struct fault){.verdict = verdict, .cause = "as it was stored"};
}

static void take_kept_play(struct lane *lane, int seat)
{
	int play;
	enum verdict verdict;
	if (!move_log_turn(&lane->rest->next, &play, &verdict)) {
		lane_plays_are_damaged(lane);
	} else if (verdict == VERDICT_OK) {
		apply_play(lane, play);
	} else {
		struct fault fault = kept_fault(verdict);
		fail_turn(lane, seat, &fault);
	}
}

/* Applies the stored showdown, which has the seats that failed at it. */
static void take_kept_showdown(struct lane *lane)
{
	int n_failed, seat;
	enum verdict verdict;
	if (!move_log_showdown(&lane->rest->next, lane->n_players, &n_failed)) {
		lane_plays_are_damaged(lane);
		return;
	}
	keep_showdown(lane, n_failed);
	for (; n_failed && lane->state != LANE_BROKEN; n_failed--) {
		if (!move_log_failed(&lane->rest->next, lane->n_players, &seat, &verdict) ||
		    !game_observes(&lane->game, seat)) {
			lane_plays_are_damaged(lane);
			return;
		}
		struct fault fault = kept_fault(verdict);
		fail_showdown(lane, seat, &fault);
	}
	if (lane->state != LANE_BROKEN)
		observed(lane);
}

/* Shows the ask to the watcher. Returns false if the watcher stopped. */
static bool show_ask(struct lane *lane, int seat)
{
	if (lane->shows_hands && lane->rest->shown_hand != lane->game.hand) {
		lane->rest->shown_hand = lane->game.hand;
		lane_show(lane, &(struct watch_event){.kind = WATCH_HAND, .seat = seat});
	}
	if (lane->state != LANE_BROKEN && lane->is_followed)
		lane_show(lane, &(struct watch_event){.kind = WATCH_ASK, .seat = seat});
	return lane->state != LANE_BROKEN;
}

/* Asks the robot for its play. Returns true if it answered immediately. */
static inline bool ask_robot(struct lane *lane, struct lane_player *place, int *play)
{
	if (transport_ask(place->transport, lane->index, lane->is_second ? ASK_SECOND : 0, play))
		return true;
	lane->state = LANE_WAITING;
	lane->setting->awaited[lane->index] = place->transport;
	return false;
}

/* Asks in the cases that ask_play does not handle: a watcher, stored plays, a player without a robot, recorded
 * plays. */
__attribute__((noinline)) static void ask_with_care(struct lane *lane)
{
	int seat = lane->game.turn, player = lane->player_in[seat], play;
	struct lane_player *place = &lane->player[player];
	if (lane_is_watched(lane) && !show_ask(lane, seat))
		return;
	place->n_asks++;
	if (lane->is_stored) {
		take_kept_play(lane, seat);
	} else if (!place->transport) {
		fail_turn(lane, seat, absence(lane, player));
	} else if (ask_robot(lane, place, &play)) {
		apply_play(lane, play);
	}
}

/* Asks for a play and, as long as the robots answer immediately, for the rest of the hand. */
static inline void ask_play(struct lane *lane)
{
	int play;
	do {
		struct lane_player *place = &lane->player[lane->player_in[lane->game.turn]];
		/* If asks are not shown, only the first one of a hand needs lane->rest, which is not in the cache. */
		bool is_shown = __builtin_expect(lane->shows_hands, false) && lane->game.history_length == 0;
		if (lane->unusual || is_shown) {
			ask_with_care(lane);
			return;
		}
		place->n_asks++;
		if (!ask_robot(lane, place, &play))
			return;
		sign_and_play(lane, play);
	} while (lane->game.need == GAME_NEED_PLAY);
}

/* Handles the usual turn: the hand continues and the next robot is asked. Returns false if go_on must handle the
 * turn. */
static inline bool pass_on(struct lane *lane, int reply)
{
	if (lane->state != LANE_WAITING || lane->unusual)
		return false;
	lane->state = LANE_READY;
	sign_and_play(lane, reply);
	if (lane->game.need == GAME_NEED_PLAY)
		ask_play(lane);
	return lane->state == LANE_WAITING;
}

bool lane_is_unread(const struct lane *lane)
{
	for (int player = 0; player < lane->n_players && lane->observed; player++) {
		const struct transport *transport = lane->player[player].transport;
		if (transport && transport->n_queued && transport->collected < lane->observed)
			return true;
	}
	return false;
}

/* Returns true if the next hand may begin while the robots observe the showdown. It may not if a fault at the showdown
 * could count, or if each ask is watched. */
static bool can_go_on(const struct lane *lane)
{
	if (lane->setting->watch && lane->setting->shown == SHOW_ASKS)
		return false;
	for (int player = 0; player < lane->n_players; player++)
		if (!lane->player[player].transport || !lane->player[player].transport->is_batched)
			return false;
	return true;
}

static void wait_for_all(struct lane *lane)
{
	lane->is_observing = true;
	lane->state = LANE_WAITING;
	lane->setting->awaited[lane->index] = NULL;
}

/* Begins the next hand, or finds that the game is over. The strings of the showdown remain; the next hand uses the
 * other history. */
static void begin_next_hand(struct lane *lane)
{
	keep_showdown(lane, 0);
	lane->is_second = !lane->is_second;
	lane_place_strings(lane, &lane->game.view);
	observed(lane);
	lane_note_shape(lane);
	if (lane->game.need == GAME_NEED_PLAY)
		ask_play(lane);
	else
		wait_for_all(lane);
}

static void ask_observations(struct lane *lane)
{
	bool is_queued = false;
	int ignored;
	unsigned flags = ASK_OBSERVE | (lane->is_second ? ASK_SECOND : 0);
	if (lane_is_watched(lane))
		lane_show(lane, &(struct watch_event){.kind = WATCH_SHOWDOWN, .seat = -1, .player = -1});
	if (lane->state == LANE_BROKEN)
		return;
	for (int seat = 0; seat < lane->n_players; seat++) {
		struct lane_player *place = &lane->player[lane->player_in[seat]];
		if ((!place->transport && !lane->is_stored) || !game_observes(&lane->game, seat))
			continue;
		place->n_asks++;
		is_queued |= place->transport && !transport_ask(place->transport, lane->index, flags, &ignored);
	}
	if (is_queued)
		lane->observed = lane->setting->round;
	if (lane->is_stored) {
		take_kept_showdown(lane);
	} else if (is_queued && can_go_on(lane)) {
		begin_next_hand(lane);
	} else if (is_queued) {
		wait_for_all(lane);
	} else {
		keep_showdown(lane, 0);
		observed(lane);
	}
}

static void end_game(struct lane *lane)
{
	if (lane->is_stored && lane->rest->next.at != lane->rest->next.end) { /* the plays belong to a longer game */
		lane_plays_are_damaged(lane);
		return;
	}
	lane_record_game(lane);
	++*lane->setting->games_played;
	if (lane_is_watched(lane)) {
		lane_show(lane, &(struct watch_event){.kind = WATCH_OVER, .seat = -1, .player = -1});
		if (lane->state == LANE_BROKEN)
			return;
	}
	if (lane_is_watched(lane) && lane->setting->watch_game != WATCH_ALL) {
		lane->state = LANE_OVER;
		return;
	}
	if (++lane->rest->block < lane->rest->plan.n_blocks) {
		lane_start_game(lane);
		return;
	}
	lane_record_rotation(lane);
	lane->state = LANE_OVER;
}

void lane_event(struct lane *lane, const struct transport *transport, const struct event *event)
{
	if (event->kind == EVENT_LOST) {
		lane->is_lost = true;
		lane->observed = lane->setting->round; /* other robots may still have asks about it */
		lane->setting->awaited[lane->index] = NULL;
		return;
	}
	lane->has_faults = true;
	for (int player = 0; player < lane->n_players; player++)
		if (lane->player[player].transport == transport)
			lane->rest->fault[player] = event->fault;
}

/* Applies faults in the order of seats, independent of the order of processes. */
static void take_faults(struct lane *lane)
{
	int n_faults = 0;
	lane->has_faults = false;
	for (int player = 0; player < lane->n_players; player++)
		n_faults += lane->rest->fault[player] != NULL;
	if (lane->is_observing)
		keep_showdown(lane, n_faults);
	for (int seat = 0; seat < lane->n_players && lane->state != LANE_BROKEN; seat++) {
		const struct fault **fault = &lane->rest->fault[lane->player_in[seat]];
		if (*fault)
			(lane->is_observing ? fail_showdown : fail_turn)(lane, seat, *fault);
		*fault = NULL;
	}
}

void lane_settle(struct lane *lane, int reply)
{
	if (__builtin_expect(lane->is_lost, false)) { /* whether it was waiting or not */
		lane->state = LANE_WAITING;
		if (lane_is_unread(lane))
			return;
		lane->is_lost = lane->has_faults = false;
		lane->must_begin = true;
		lane->rest->n_restarts++;
		lane->state = LANE_READY;
		return;
	}
	if (lane->state != LANE_WAITING || (lane->is_observing && lane_is_unread(lane)))
		return;
	lane->state = LANE_READY;
	if (__builtin_expect(lane->has_faults, false))
		take_faults(lane);
	else if (!lane->is_observing)
		apply_play(lane, reply);
	else if (lane->game.need == GAME_NEED_OBSERVE)
		keep_showdown(lane, 0);
	if (lane->is_observing && lane->state == LANE_READY && lane->game.need == GAME_NEED_OBSERVE)
		observed(lane);
	lane->is_observing = false;
}

__attribute__((noinline)) static void go_on(struct lane *lane, int reply)
{
	lane->setting->awaited[lane->index] = NULL;
	lane_settle(lane, reply);
	if (__builtin_expect(lane->must_begin, false))
		lane_start_rotation(lane);
	while (lane->state == LANE_READY && !(lane->game.need == GAME_NEED_OBSERVE && lane_is_unread(lane))) {
		switch (lane->game.need) {
		case GAME_NEED_PLAY: ask_play(lane); break;
		case GAME_NEED_OBSERVE: ask_observations(lane); break;
		case GAME_NEED_OVER: end_game(lane); break;
		}
	}
}

void lane_run(struct lane *lane, int reply)
{
	if (!pass_on(lane, reply))
		go_on(lane, reply);
}

/* game_record.c - records a whole game from the events of a watched game (game_record.h). */
#include "record/game_record.h"

#include "game/dice.h"

void game_record_release(struct game_record *log)
{
	FREE_ALL(log->hands, log->asks, log->looks);
	str_release(&log->text);
	*log = (struct game_record){0};
}

static void *one_more(void *array, int n, int *room, size_t size)
{
	if (n < *room)
		return array;
	*room = n ? 2 * n : 1; /* many records keep only one hand */
	return mem_resize(array, (size_t)*room, size);
}

/* Keeps a string of this length and its NUL. Returns its offset in log->text. */
static size_t keep_n(struct game_record *log, const char *text, size_t length)
{
	size_t at = log->text.length;
	str_add_n(&log->text, text, length + 1);
	return at;
}

static size_t keep(struct game_record *log, const char *text)
{
	return keep_n(log, text, strlen(text));
}

static struct game_record_hand *last_hand(struct game_record *log)
{
	bug_if(log->n_hands == 0);
	return &log->hands[log->n_hands - 1];
}

static struct game_record_ask *last_ask(struct game_record *log)
{
	bug_if(log->n_asks == 0);
	return &log->asks[log->n_asks - 1];
}

static uint32_t seats_in(const struct game *game)
{
	uint32_t seats = 0;
	for (int seat = 0; seat < game->n_seats; seat++)
		seats |= (uint32_t)game_is_in(game, seat) << seat;
	return seats;
}

/* Keeps the dice with which the hand began in the form of a showdown ("A:53321,B:66531"; with points if the game has
 * them), for hands that end without a showdown. */
static size_t keep_dice(struct game_record *log, bool has_points)
{
	const struct game_record_hand *hand = last_hand(log);
	size_t at = log->text.length;
	for (int seat = 0; seat < log->n_seats; seat++) {
		char entry[3 + GAME_MAX_DICE];
		int length = 0;
		if (!(hand->in_before >> seat & 1))
			continue;
		if (log->text.length > at)
			entry[length++] = ',';
		entry[length++] = log->letter[seat];
		entry[length++] = ':';
		for (int face = GAME_MAX_FACES; face >= 1; face--)
			for (int k = dice_showing(hand->seat[seat].dealt, face); k > 0; k--)
				entry[length++] = (char)('0' + face);
		str_add_n(&log->text, entry, (size_t)length);
		if (has_points) {
			str_add(&log->text, "@");
			str_add_int(&log->text, hand->seat[seat].points);
		}
	}
	str_add_n(&log->text, "", 1);
	return at;
}

static void begin_hand(struct game_record *log, const struct game *game)
{
	if (log->has_one_hand) {
		log->n_forgotten = (int)game->hand - 1;
		log->n_hands = 0;
		log->text.length = 1;
	}
	log->hands = one_more(log->hands, log->n_hands, &log->hands_room, sizeof *log->hands);
	struct game_record_hand *hand = &log->hands[log->n_hands++];
	hand->first_ask = log->n_asks;
	hand->first_look = log->n_looks;
	hand->n_asks = hand->n_looks = 0;
	hand->in_before = seats_in(game);
	hand->is_broken = false;
	hand->failed_looking = hand->timed_out = hand->expelled = 0;
	hand->last.end = HAND_NONE;
	hand->wild = 0;
	hand->hands = hand->history = hand->words = hand->history_length = hand->words_length = 0;
	for (int seat = 0; seat < game->n_seats; seat++) {
		bool is_in = hand->in_before >> seat & 1;
		uint64_t dice = is_in ? game->seat[seat].dice : 0;
		uint8_t left = (uint8_t)game_dice_left(game, seat);
		hand->seat[seat] = (struct game_record_seat){
			.dealt = dice, .dice = dice, .points = game_points(game, seat), .n_dice = is_in ? left : 0,
			.left = left};
	}
	log->bid = 0;
}

/* Ends the hand. game->last says how it ended. */
static void end_hand(struct game_record *log, const struct game *game)
{
	struct game_record_hand *hand = last_hand(log);
	memcpy(&hand->last, &game->last,
	       offsetof(struct hand_result, delta) + (size_t)game->n_seats * sizeof *game->last.delta);
	hand->words = log->text.length;
	if (log->has_words)
		game_describe_hand(game, log->name, &log->text);
	hand->words_length = log->text.length - hand->words;
	str_add_char(&log->text, '\0');
}

static void show_hand(struct game_record *log, const struct game *game)
{
	struct game_record_hand *hand = last_hand(log);
	end_hand(log, game);
	hand->wild = game->rules->family->wild_face ? game->rules->family->wild_face(game) : 0;
	for (int seat = 0; seat < game->n_seats; seat++)
		if (hand->in_before >> seat & 1)
			hand->seat[seat].dice = game->seat[seat].dice;
	hand->hands = keep(log, game->view.shown);
	hand->history = keep_n(log, game->view.history, game->history_length);
	hand->history_length = game->history_length;
}

static void begin_ask(struct game_record *log, const struct watch_event *s)
{
	if (log->has_no_asks)
		return;
	log->asks = one_more(log->asks, log->n_asks, &log->asks_room, sizeof *log->asks);
	struct game_record_ask *ask = &log->asks[log->n_asks++];
	last_hand(log)->n_asks++;
	*ask = (struct game_record_ask){.seat = s->seat};
	ask->hands = keep(log, s->hands);
	ask->history = keep(log, s->history);
	odds_of(s->game, s->seat, &ask->faced);
}

/* Returns the last ask of a seat in this hand, or NULL if it had none. */
static struct game_record_ask *ask_of(struct game_record *log, int seat)
{
	const struct game_record_hand *hand = last_hand(log);
	for (int i = log->n_asks - 1; i >= hand->first_ask; i--)
		if (log->asks[i].seat == seat)
			return &log->asks[i];
	return NULL;
}

static void take_answer(struct game_record *log, const struct watch_event *s)
{
	const struct game *game = s->game;
	struct odds next;
	if (log->has_no_asks)
		return;
	struct game_record_ask *ask = last_ask(log);
	ask->play = s->play;
	if (*s->output)
		ask->output = keep(log, s->output);
	/* With caller=anyone the judged play, or the bid on the table, may be an earlier answer. */
	if (s->verdict == VERDICT_ILLEGAL) {
		struct game_record_ask *judged = ask_of(log, game->last.actor);
		bug_if(!judged);
		judged->verdict = VERDICT_ILLEGAL;
	}
	if (game->need != GAME_NEED_PLAY)
		return;
	odds_of(game, game->turn, &next);
	if (next.bid && next.bid != log->bid) {
		struct game_record_ask *bidder = ask_of(log, next.bidder);
		bug_if(!bidder);
		odds_of(game, next.bidder, &bidder->made);
	}
	if (strlen(s->history) > strlen(game_record_text(log, ask->history)))
		ask->left = next;
	log->bid = next.bid;
}

/* Records a fault. The game handles the fault after this event; what it costs is known at the next event. */
static void take_fault(struct game_record *log, const struct watch_event *s)
{
	if (s->game->need != GAME_NEED_PLAY) {
		int n_tied;
		log->looks = one_more(log->looks, log->n_looks, &log->looks_room, sizeof *log->looks);
		log->looks[log->n_looks++] = (struct game_record_look){
			s->seat, s->verdict, keep(log, s->fault->cause),
			*s->fault->output ? keep(log, s->fault->output) : 0};
		last_hand(log)->n_looks++;
		bool is_open = !game_place(s->game, s->seat, &n_tied); /* if its place is already decided, the fault
		                                                        * costs nothing */
		last_hand(log)->failed_looking |= (uint32_t)is_open << s->seat;
		last_hand(log)->timed_out |= (uint32_t)(is_open && s->verdict == VERDICT_TIMEOUT) << s->seat;
		return;
	}
	last_hand(log)->hands = keep_dice(log, strchr(s->hands, '@') != NULL);
	if (log->has_no_asks) {
		last_hand(log)->history = keep(log, s->history);
	} else {
		last_ask(log)->verdict = s->verdict;
		last_ask(log)->cause = keep(log, s->fault->cause);
		if (*s->fault->output)
			last_ask(log)->output = keep(log, s->fault->output);
		last_hand(log)->history = last_ask(log)->history;
	}
	last_hand(log)->history_length = strlen(s->history);
	log->is_failing = true;
}

static void settle_fault(struct game_record *log, const struct watch_event *s)
{
	log->is_failing = false;
	if (s->kind == WATCH_SHOWDOWN)
		return;
	last_hand(log)->is_broken = true;
	end_hand(log, s->game);
}

static void end_game(struct game_record *log, const struct game *game)
{
	for (int seat = 0; seat < log->n_seats; seat++) {
		log->places[seat] = game_place(game, seat, &log->n_tied[seat]);
		log->left[seat] = game_dice_left(game, seat);
		log->points[seat] = game_points(game, seat);
	}
	log->is_over = true;
}

int game_record_robot(const struct game_record *log, int seat)
{
	if (log->robots)
		return log->robots[seat];
	struct match_plan plan = schedule_match(&log->tournament->schedule,
						schedule_game(&log->tournament->schedule, log->number).match);
	return plan.robot[game_record_player(log, seat)];
}

static void begin_game(struct game_record *log, const struct watch_event *s)
{
	static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";
	str_clear(&log->text);
	str_add_n(&log->text, "", 1); /* offset 0 is the empty string */
	log->number = s->number;
	log->rules = s->game->rules;
	log->n_seats = s->game->n_seats;
	for (int seat = 0; seat < log->n_seats; seat++)
		log->letter[seat] = game_letter(s->game, seat);
	for (int seat = 0; seat < log->n_seats && log->has_words; seat++)
		log->name[seat] = log->tournament ? log->tournament->robots[game_record_robot(log, seat)].label
						  : &letters[2 * game_record_player(log, seat)];
	log->n_hands = log->n_forgotten = log->n_asks = log->n_looks = 0;
	log->is_over = log->is_failing = false;
}

void game_record_settle(struct game_record *log, const struct watch_event *s)
{
	if (log->is_failing && s->kind != WATCH_GAME)
		settle_fault(log, s);
	/* The loss of a robot that failed at the showdown is known by now. */
	if ((s->kind == WATCH_OVER || s->kind == WATCH_HAND) && log->n_hands && last_hand(log)->failed_looking)
		last_hand(log)->expelled = last_hand(log)->failed_looking & ~seats_in(s->game);
}

void game_record_watch(struct game_record *log, const struct watch_event *s)
{
	game_record_settle(log, s);
	switch (s->kind) {
	case WATCH_GAME: begin_game(log, s); break;
	case WATCH_HAND: begin_hand(log, s->game); break;
	case WATCH_ASK: begin_ask(log, s); break;
	case WATCH_ANSWER: take_answer(log, s); break;
	case WATCH_FAULT: take_fault(log, s); break;
	case WATCH_SHOWDOWN: show_hand(log, s->game); break;
	case WATCH_OVER: end_game(log, s->game); break;
	}
}

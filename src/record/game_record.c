/* game_record.c - a whole game as it went, gathered from the moments of a watched game (game_record.h). */
#include "record/game_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "robot/verdict.h"

void game_record_release(struct game_record *log)
{
	free(log->hands);
	free(log->asks);
	str_release(&log->text);
	*log = (struct game_record){0};
}

static void *one_more(void *array, int n, int *room, size_t size)
{
	if (n < *room)
		return array;
	*room = n ? 2 * n : 16;
	return mem_resize(array, (size_t)*room, size);
}

/* Keeps a string, with its NUL. */
static size_t keep(struct game_record *log, const char *text)
{
	size_t at = log->text.length;
	str_add_n(&log->text, text, strlen(text) + 1);
	return at;
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

/* ---- hands ------------------------------------------------------------------------------ */

/* All dice, "A:53321,B:66531", as at a showdown, with points where the game has them; for hands that never come to one. */
static size_t keep_dice(struct game_record *log, const struct game *game, bool has_points)
{
	size_t at = log->text.length;
	for (int seat = 0; seat < game->n_seats; seat++) {
		char entry[3 + GAME_MAX_DICE];
		AUTO_STR struct str points = {0};
		uint8_t dice[GAME_MAX_DICE];
		if (!game_is_in(game, seat))
			continue;
		int n = game_dice(game, seat, dice), length = 0;
		if (log->text.length > at)
			entry[length++] = ',';
		entry[length++] = game_record_letter(log, seat);
		entry[length++] = ':';
		for (int die = 0; die < n; die++)
			entry[length++] = (char)('0' + dice[die]);
		str_add_n(&log->text, entry, (size_t)length);
		str_addf(&points, "@%d", game_points(game, seat));
		str_add(&log->text, has_points ? points.text : "");
	}
	str_add_n(&log->text, "", 1);
	return at;
}

static void begin_hand(struct game_record *log, const struct game *game, const char *hands)
{
	log->hands = one_more(log->hands, log->n_hands, &log->hands_room, sizeof *log->hands);
	struct game_record_hand *hand = &log->hands[log->n_hands++];
	*hand = (struct game_record_hand){.first_ask = log->n_asks, .in_before = seats_in(game)};
	for (int seat = 0; seat < game->n_seats; seat++) {
		hand->n_dice[seat] = (uint8_t)(game_is_in(game, seat) ? game_dice_left(game, seat) : 0);
		hand->dice[seat] = game_is_in(game, seat) ? game->seat[seat].dice : 0;
	}
	hand->hands = keep_dice(log, game, strchr(hands, '@') != NULL);
	log->bid = 0;
}

/* game->last says how the hand ended. */
static void end_hand(struct game_record *log, const struct game *game)
{
	struct game_record_hand *hand = last_hand(log);
	AUTO_STR struct str words = {0};
	char letters[GAME_MAX_SEATS][2] = {{0}};
	const char *names[GAME_MAX_SEATS];
	hand->last = game->last;
	hand->in_after = seats_in(game);
	for (int seat = 0; seat < game->n_seats; seat++) {
		letters[seat][0] = game_record_letter(log, seat);
		names[seat] = letters[seat];
	}
	if (log->has_words)
		game_describe_hand(game, names, &words);
	hand->words = keep(log, str_text(&words));
}

static void show_hand(struct game_record *log, const struct game *game)
{
	struct game_record_hand *hand = last_hand(log);
	end_hand(log, game);
	for (int seat = 0; seat < game->n_seats; seat++)
		if (hand->in_before >> seat & 1)
			hand->dice[seat] = game->seat[seat].dice;
	hand->hands = keep(log, game->view.shown);
	hand->history = keep(log, game->view.history);
}

/* ---- asks ------------------------------------------------------------------------------- */

static void begin_ask(struct game_record *log, const struct spectacle *s)
{
	log->asks = one_more(log->asks, log->n_asks, &log->asks_room, sizeof *log->asks);
	struct game_record_ask *ask = &log->asks[log->n_asks++];
	last_hand(log)->n_asks++;
	*ask = (struct game_record_ask){.seat = s->seat, .n_own_dice = last_hand(log)->n_dice[s->seat]};
	ask->hands = keep(log, s->hands);
	ask->history = keep(log, s->history);
	odds_of(s->game, s->seat, &ask->faced);
}

/* The last ask of a seat in this hand; NULL when it had none. */
static struct game_record_ask *ask_of(struct game_record *log, int seat)
{
	const struct game_record_hand *hand = last_hand(log);
	for (int i = log->n_asks - 1; i >= hand->first_ask; i--)
		if (log->asks[i].seat == seat)
			return &log->asks[i];
	return NULL;
}

static void take_answer(struct game_record *log, const struct spectacle *s)
{
	const struct game *game = s->game;
	struct odds odds;
	last_ask(log)->play = s->play;
	/* With caller=anyone what was judged, or now stands, may have been answered earlier. */
	if (s->verdict == VERDICT_ILLEGAL) {
		struct game_record_ask *judged = ask_of(log, game->last.actor);
		bug_if(!judged);
		judged->verdict = VERDICT_ILLEGAL;
	}
	if (game->need != GAME_NEED_PLAY)
		return;
	odds_of(game, s->seat, &odds);
	if (odds.bid && odds.bid != log->bid) {
		struct game_record_ask *bidder = ask_of(log, odds.bidder);
		bug_if(!bidder);
		odds_of(game, odds.bidder, &bidder->made);
	}
	log->bid = odds.bid;
}

/* The game deals with the fault after this moment; what it cost shows at the next. */
static void take_fault(struct game_record *log, const struct spectacle *s)
{
	if (s->game->need != GAME_NEED_PLAY) {
		int n_tied;
		bool is_open = !game_place(s->game, s->seat, &n_tied); /* else it costs nothing any more */
		last_hand(log)->failed_looking |= (uint32_t)is_open << s->seat;
		last_hand(log)->timed_out |= (uint32_t)(is_open && s->verdict == VERDICT_TIMEOUT) << s->seat;
		return;
	}
	last_ask(log)->verdict = s->verdict;
	last_hand(log)->history = last_ask(log)->history;
	log->is_failing = true;
}

static void settle_fault(struct game_record *log, const struct spectacle *s)
{
	log->is_failing = false;
	if (s->moment == MOMENT_SHOWDOWN)
		return;
	last_hand(log)->is_broken = true;
	end_hand(log, s->game);
}

/* Who failed while all looked has paid for it by now. */
static void settle_looking(struct game_record *log, const struct game *game)
{
	if (log->n_hands)
		last_hand(log)->expelled = last_hand(log)->failed_looking & ~seats_in(game);
}

static void end_game(struct game_record *log, const struct game *game)
{
	for (int seat = 0; seat < log->n_seats; seat++)
		log->places[seat] = game_place(game, seat, &log->n_tied[seat]);
	log->is_over = true;
}

static void begin_game(struct game_record *log, const struct spectacle *s)
{
	str_clear(&log->text);
	log->number = s->number;
	log->rules = s->game->rules;
	log->n_seats = s->game->n_seats;
	for (int seat = 0; seat < log->n_seats; seat++)
		log->letter[seat] = game_letter(s->game, seat);
	log->n_hands = log->n_asks = 0;
	log->is_over = log->is_failing = false;
}

void game_record_watch(struct game_record *log, const struct spectacle *s)
{
	if (log->is_failing && s->moment != MOMENT_GAME)
		settle_fault(log, s);
	if (s->moment == MOMENT_OVER || s->moment == MOMENT_HAND)
		settle_looking(log, s->game);
	switch (s->moment) {
	case MOMENT_GAME:
		begin_game(log, s);
		break;
	case MOMENT_HAND:
		begin_hand(log, s->game, s->hands);
		break;
	case MOMENT_ASK:
		begin_ask(log, s);
		break;
	case MOMENT_ANSWER:
		take_answer(log, s);
		break;
	case MOMENT_FAULT:
		take_fault(log, s);
		break;
	case MOMENT_SHOWDOWN:
		show_hand(log, s->game);
		break;
	case MOMENT_OVER:
		end_game(log, s->game);
		break;
	}
}

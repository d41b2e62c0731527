/* memory.c - what the robot has seen in a game (memory.h). */
#include "memory.h"

#include <string.h>

#include "arena_maexchen.h"
#include "game/game.h"

/* How a hand ended. Seats are letters; 0 is nobody. */
struct ending {
	char bidder, caller;
	int bid;
	bool is_true; /* the bid was true */
	bool is_decided; /* a call decided the hand */
};

void memory_clear(struct memory *memory)
{
	for (int i = 0; i < MEMORY_HANDS; i++)
		str_release(&memory->hands[i]);
	*memory = (struct memory){.maker = MAKER_NOBODY};
}

/* Returns how a call in common-hand Liar's Dice ended the hand, and adds to `found` what was on the table. */
static struct ending dice_ending(const struct question *question, struct str *found)
{
	struct dice_game game;
	struct dice_view view;
	struct dice_play play = {0, -1};
	dice_read_rules(&game, question->rules_text, 0);
	game.palifico = false;
	dice_read(&view, &game, question->me, question->hands, question->history);
	for (const char *at = question->history; dice_next_play(&at, &play);)
		;
	struct ending ending = {.bid = view.last, .caller = play.who};
	if (view.bidder < 0 || play.play != ARENA_CALL)
		return ending;
	int face = dice_face(view.last), n = 0;
	for (int seat = 0; seat < view.hands.n_players; seat++)
		n += dice_shown(&view.hands, seat, face) +
			(view.wild && view.wild != face ? dice_shown(&view.hands, seat, view.wild) : 0);
	ending.bidder = view.hands.letter[view.bidder];
	ending.is_true = n >= dice_quantity(view.last);
	ending.is_decided = true;
	str_addf(found, "%d %s counted", n, n == 1 ? "die" : "dice");
	return ending;
}

static struct ending maexchen_ending(const struct question *question, struct str *found)
{
	struct maex_game game;
	struct maex_view view;
	maex_read_rules(&game, question->rules_text, 0);
	maex_read(&view, &game, question->me, question->hands, question->history);
	struct ending ending = {0};
	if (view.claim == MAEX_NONE || view.roll == MAEX_NONE || view.claimer < 0 || view.last_player < 0 ||
	    view.last_play != ARENA_CALL)
		return ending;
	ending = (struct ending){
		.bidder = view.hands.letter[view.claimer], .caller = view.hands.letter[view.last_player],
		.bid = game.value[view.claim], .is_true = view.roll >= view.claim, .is_decided = true,
	};
	str_addf(found, "the roll was %d", game.value[view.roll]);
	return ending;
}

/* Adds the dice: `found` in Mäxchen, otherwise those of every player. */
static void add_dice(const struct question *question, struct str *line)
{
	struct dice_hands hands;
	dice_read_hands(&hands, question->me, question->hands);
	for (int seat = 0; seat < hands.n_players; seat++)
		if (hands.n[seat])
			str_addf(line, "%s%c had %.*s", seat ? ", " : "", hands.letter[seat], hands.n[seat],
				 hands.dice[seat]);
	str_add(line, ". ");
}

static void add_ending(const struct ending *ending, const char *found, struct str *line)
{
	if (!ending->is_decided)
		str_add(line, "It was not decided by a call.");
	else
		str_addf(line, "%s, so the %d of %c was %s: %c lost.", found, ending->bid, ending->bidder,
			 ending->is_true ? "true" : "a lie", ending->is_true ? ending->caller : ending->bidder);
}

static void keep_line(struct memory *memory, const struct question *question, const struct ending *ending,
		      const char *found)
{
	struct str *line = &memory->hands[memory->n_hands % MEMORY_HANDS];
	str_clear(line);
	str_addf(line, "Hand %d: ", ++memory->n_hands);
	if (!words_is_maexchen(question))
		add_dice(question, line);
	str_addf(line, "Plays %s. ", question->history);
	add_ending(ending, found, line);
	str_add(line, "\n");
}

static void count(struct memory *memory, const struct ending *ending)
{
	unsigned bidder = (unsigned)(ending->bidder - 'A'), caller = (unsigned)(ending->caller - 'A');
	if (!ending->is_decided || bidder >= MEMORY_PLAYERS || caller >= MEMORY_PLAYERS)
		return;
	memory->of[bidder].n_called++;
	memory->of[bidder].n_caught += !ending->is_true;
	memory->of[caller].n_calls++;
	memory->of[caller].n_wrong += ending->is_true;
}

int memory_note(struct memory *memory, const struct question *question)
{
	AUTO_STR struct str found = {0};
	if (!*question->history)
		return -1;
	struct ending ending = words_is_maexchen(question) ? maexchen_ending(question, &found)
							   : dice_ending(question, &found);
	keep_line(memory, question, &ending, str_text(&found));
	count(memory, &ending);
	if (!ending.is_decided || (ending.bidder != question->me[0] && ending.caller != question->me[0]))
		return -1;
	return ending.is_true == (ending.bidder == question->me[0]);
}

void memory_describe(const struct memory *memory, struct str *out)
{
	if (memory->n_hands == 0)
		return;
	int first = memory->n_hands > MEMORY_HANDS ? memory->n_hands - MEMORY_HANDS : 0;
	str_add(out, "Earlier hands of this game, oldest first:\n");
	for (int i = first; i < memory->n_hands; i++)
		str_add(out, str_text(&memory->hands[i % MEMORY_HANDS]));
	for (int i = 0; i < MEMORY_PLAYERS; i++) {
		const struct record *record = &memory->of[i];
		if (record->n_called)
			str_addf(out, "%c was caught at %d of %d bids that were called. ", 'A' + i, record->n_caught,
				 record->n_called);
		if (record->n_calls)
			str_addf(out, "%c called %d times and was wrong in %d. ", 'A' + i, record->n_calls,
				 record->n_wrong);
	}
	str_add(out, "\n\n");
}

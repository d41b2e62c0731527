/* words.c - see words.h.
 *
 * Each ask is judged by itself, because a process plays many games at once and an ask does not name its game. So if a
 * player has a single die, it is unknown whether the hand is a palifico hand (in which only the quantity may be raised,
 * and no die is wild). Only bids of more dice with the same face are certainly legal then. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "arena_maexchen.h"
#include "game/game.h"

static const char answer_mark[] = "PLAY:";
static const double LEAST_CHANCE = 0.02; /* minimum chance of a bid that the prompt lists */

enum { MOST_TOLD = 30 };

/* An ask of Liar's Dice after it was parsed. */
struct ask_of_dice {
	struct dice_view view;
	bool is_aside;        /* the robot is asked out of turn: 0 calls, and anything else lets the bid stand */
	bool may_be_palifico;
};

bool words_is_maexchen(const struct question *question)
{
	return dice_rule(question->rules_text, "hamburger") != NULL;
}

static struct ask_of_dice read_dice(const struct question *question)
{
	struct ask_of_dice ask = {.is_aside = false};
	struct dice_game game;
	dice_read_rules(&game, question->rules_text, 0);
	bool has_palifico = game.palifico;
	game.palifico = false;
	dice_read(&ask.view, &game, question->me, question->hands, question->history);
	const struct dice_hands *hands = &ask.view.hands;
	ask.is_aside = game.caller == DICE_CALLER_ANYONE && ask.view.bidder >= 0 &&
		(ask.view.bidder + 1) % hands->n_players != hands->me;
	for (int seat = 0; seat < hands->n_players; seat++)
		ask.may_be_palifico = ask.may_be_palifico || (has_palifico && hands->n[seat] == 1);
	return ask;
}

static struct maex_view read_maexchen(const struct question *question, struct maex_game *game)
{
	struct maex_view view;
	maex_read_rules(game, question->rules_text, 0);
	maex_read(&view, game, question->me, question->hands, question->history);
	return view;
}

bool question_is_idle(const struct question *question)
{
	struct maex_game game;
	if (words_is_maexchen(question))
		return read_maexchen(question, &game).ask == MAEX_WATCH;
	struct ask_of_dice ask = read_dice(question);
	return ask.view.is_showdown || ask.view.hands.me < 0;
}

static bool is_legal_dice(const struct ask_of_dice *ask, int play)
{
	const struct dice_view *view = &ask->view;
	if (ask->is_aside)
		return play == ARENA_CALL || play == ARENA_BELIEVE;
	if (play == ARENA_CALL)
		return view->last != 0;
	if (play == ARENA_EXACT)
		return view->may_exact;
	bool is_safe = !ask->may_be_palifico || !view->last || dice_face(play) == dice_face(view->last);
	return dice_is_bid(play) && is_safe && dice_is_legal(view, play);
}

/* ---- telling ------------------------------------------------------------------------------ */

void words_rules(const struct question *question, const struct rules *rules, struct str *out)
{
	struct dice_hands hands;
	dice_read_hands(&hands, question->me, question->hands);
	str_add(out,
		"You play a game of bluffing with dice against other programs, and you want to win. Its rules:\n\n");
	game_reminder(rules, hands.n_players, out);
	str_addf(out,
		 "\nA play is one number, as the rules say%s. Think in a few short sentences at most. An answer in "
		 "JSON, or to a tool, has the play in the field \"play\". Any other answer ends with a line of its own "
		 "that is %s and the number, and nothing else, such as:\n%s %d\n",
		 words_is_maexchen(question) ? ": a value to claim it, 1 to believe, 0 to doubt" :
		 ": ten times the quantity plus the face to bid, 0 to call", answer_mark, answer_mark,
		 words_is_maexchen(question) ? 65 : 23);
}

/* Adds the hands. In Mäxchen there are two dice under a single cup, whoever holds it. */
static void add_hands(const struct question *question, bool has_points, struct str *out)
{
	struct dice_hands hands;
	bool has_cup = words_is_maexchen(question);
	dice_read_hands(&hands, question->me, question->hands);
	str_addf(out, "You are player %s. The players in turn order:\n", question->me);
	for (int seat = 0; seat < hands.n_players; seat++) {
		str_addf(out, "%c:", hands.letter[seat]);
		if (!has_cup)
			str_addf(out, " %d %s%s", hands.n[seat], hands.n[seat] == 1 ? "die" : "dice",
				 has_points ? "," : "");
		if (has_points)
			str_addf(out, " %d points", hands.points[seat]);
		if (seat == hands.me) {
			str_add(out, hands.dice[seat][0] == 'x' ? " (you)" : " (you), showing");
			for (int i = 0; i < hands.n[seat] && hands.dice[seat][0] != 'x'; i++)
				str_addf(out, " %c", hands.dice[seat][i]);
		}
		str_add(out, "\n");
	}
	if (has_cup)
		str_add(out, "There are two dice, under one cup.\n");
	else
		str_addf(out, "That is %d dice in all.\n", hands.n_dice);
}

static void add_history(const struct question *question, const struct rules *rules, struct str *out)
{
	struct dice_play play;
	const char *at = question->history;
	if (!*at)
		str_add(out, "Nothing has been played in this hand yet.\n");
	else
		str_add(out, "Played in this hand, oldest first:\n");
	while (dice_next_play(&at, &play)) {
		str_addf(out, "%c: %d, ", play.who, play.play);
		game_play_words(rules, play.play, out);
		str_add(out, "\n");
	}
}

/* Adds which face is wild now. */
static void add_wild(const struct ask_of_dice *ask, struct str *out)
{
	const struct dice_view *view = &ask->view;
	if (!view->wild)
		str_add(out, "No face is wild in this hand now.\n");
	else
		str_addf(out, "In this hand %ds are wild now: they count as any face%s.\n", view->wild,
			 ask->may_be_palifico ? ", unless the hand is palifico" : "");
}

static int percent(double chance)
{
	return (int)(chance * 100 + 0.5);
}

/* Adds the odds of the last bid, and of the legal bids that may still be true. */
static void add_odds(const struct ask_of_dice *ask, struct str *out)
{
	const struct dice_view *view = &ask->view;
	struct dice_odds odds = {.n = -1};
	int n_told = 0, n_legal = 0, highest = 0;
	if (view->last)
		str_addf(out, "From your own dice alone, the last bid, %d, is true with a probability of %d %%%s.\n",
			 view->last,
			 percent(dice_chance(view, &odds, view->last)), ask->is_aside ? "" : "; play 0 to call it");
	if (ask->is_aside)
		return;
	for (int bid = dice_next_bid(view, 0); bid; bid = dice_next_bid(view, bid)) {
		double chance = dice_chance(view, &odds, bid);
		if (!is_legal_dice(ask, bid))
			continue;
		n_legal++;
		highest = bid;
		if (chance < LEAST_CHANCE || n_told == MOST_TOLD)
			continue;
		str_addf(out, "%s%d %d %%",
			 n_told++ ? ", " : "Legal bids, and how likely each is to be true from your dice alone: ",
			 bid, percent(chance));
	}
	if (n_told)
		str_addf(out, ".%s\n", n_told < n_legal ? " Other bids are legal too, and less likely." : "");
	if (n_legal)
		str_addf(out, "The highest legal bid is %d.\n", highest);
	else
		str_add(out, "No bid is legal: you can only call.\n");
	if (view->may_exact)
		str_addf(out, "Play 2 says that the last bid is exact. The probability is %d %%.\n",
			 percent(dice_chance_exact(view, &odds, view->last)));
}

static void add_dice(const struct question *question, struct str *out)
{
	struct ask_of_dice ask = read_dice(question);
	add_wild(&ask, out);
	add_odds(&ask, out);
	if (ask.is_aside)
		str_add(out, "You are asked out of turn: play 0 to call the last bid a lie, or 1 to let it stand.\n");
	else
		str_add(out, ask.view.last ? "It is your turn to bid higher or to call.\n"
					   : "It is your turn to open with a bid.\n");
	if (ask.may_be_palifico && ask.view.last && !ask.is_aside)
		str_add(out, "This may be the hand of a player who first came down to one die: bid more of the same "
			"face, or call.\n");
}

static void add_maexchen(const struct question *question, struct str *out)
{
	struct maex_game game;
	struct maex_view view = read_maexchen(question, &game);
	if (view.claim != MAEX_NONE)
		str_addf(out, "A roll is at least as high as the last claim, %d, with a probability of %d %%.\n",
			 game.value[view.claim], percent(maex_rolls_from(&game, view.claim) / (double)MAEX_ROLLS));
	if (view.ask == MAEX_BELIEVE) {
		str_add(out,
			"Do you believe the last claim? Play 1 to believe it, 0 to doubt it. "
			"You have not rolled yet.\n");
		return;
	}
	str_add(out, "Legal claims, and how likely a roll is to be at least as high:");
	for (int i = view.claim + 1; i < game.n_values; i++)
		str_addf(out, "%s %d %d %%", i > view.claim + 1 ? "," : "", game.value[i],
			 percent(maex_rolls_from(&game, i) / (double)MAEX_ROLLS));
	str_add(out, ".\n");
	str_addf(out, "You have rolled %d. Claim a value, true or not%s.\n", game.value[view.roll],
			 view.claim == MAEX_NONE ? "" : ", higher than the last claim");
}

void words_question(const struct question *question, const struct rules *rules, struct str *out)
{
	add_hands(question, strchr(question->hands, '@') != NULL, out);
	add_history(question, rules, out);
	if (words_is_maexchen(question))
		add_maexchen(question, out);
	else
		add_dice(question, out);
}

/* ---- judging ------------------------------------------------------------------------------ */

static bool is_legal_maexchen(const struct maex_game *game, const struct maex_view *view, int play)
{
	if (view->ask == MAEX_BELIEVE)
		return play == ARENA_CALL || play == ARENA_BELIEVE;
	return maex_index(game, play) > view->claim;
}

bool words_is_deciding(const struct question *question, int play)
{
	if (words_is_maexchen(question))
		return play != ARENA_BELIEVE;
	struct ask_of_dice ask = read_dice(question);
	return !ask.is_aside || play == ARENA_CALL;
}

bool words_is_legal(const struct question *question, int play)
{
	struct maex_game game;
	if (words_is_maexchen(question)) {
		struct maex_view view = read_maexchen(question, &game);
		return is_legal_maexchen(&game, &view, play);
	}
	struct ask_of_dice ask = read_dice(question);
	return is_legal_dice(&ask, play);
}

int words_way_out(const struct question *question)
{
	struct ask_of_dice ask = read_dice(question);
	int more = ask.view.last + 10;
	return ask.view.last && is_legal_dice(&ask, more) ? more : ARENA_CALL;
}

/* Describes the legal plays, as the reason why a play is not legal. */
static void add_legal(const struct question *question, struct str *out)
{
	struct maex_game game;
	if (words_is_maexchen(question)) {
		struct maex_view view = read_maexchen(question, &game);
		if (view.ask == MAEX_BELIEVE)
			str_add(out, "Play 1 to believe the last claim, or 0 to doubt it.");
		else if (view.claim == MAEX_NONE)
			str_add(out, "Claim a value that two dice can show.");
		else
			str_addf(out, "Claim a value that two dice can show, and that is higher than %d.",
				 game.value[view.claim]);
		return;
	}
	struct ask_of_dice ask = read_dice(question);
	const struct dice_view *view = &ask.view;
	int lowest = dice_next_bid(view, 0);
	while (lowest && !is_legal_dice(&ask, lowest))
		lowest = dice_next_bid(view, lowest);
	if (ask.is_aside)
		str_add(out, "Out of turn play 0 to call, or 1 to let the bid stand.");
	else if (!lowest)
		str_add(out, "There is no higher bid: play 0 to call.");
	else
		str_addf(out, "%s, and no bid on more than %d dice is allowed%s. The lowest legal bid is %d.",
			 view->last ? "Bid higher than the last bid, or play 0 to call" : "Open with a bid",
			 view->limit, ask.may_be_palifico && view->last ? ", nor one on another face" : "", lowest);
}

bool words_judge(const struct question *question, const struct rules *rules, const char *answer, int *play,
		 struct str *reason)
{
	int found;
	if (!answer_read(rules, answer, &found)) {
		str_addf(reason,
			 "Your answer has no play that can be read. "
			 "End it with a line of its own that is %s and one number. ", answer_mark);
	} else if (!words_is_legal(question, found)) {
		str_addf(reason, "The play %d is not legal now. ", found);
	} else {
		*play = found;
		return true;
	}
	add_legal(question, reason);
	return false;
}

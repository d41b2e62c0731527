/* family_liars.c - texts about bids of common-hand Liar's Dice (family.h). */
#include "arena_dice.h"
#include "game/liars/liars.h"
#include "game/words.h"
#include "terminal/family.h"

static int table_dice(const struct game *game)
{
	int n = 0;
	for (int seat = 0; seat < game->n_seats; seat++)
		n += game_is_in(game, seat) ? game_dice_left(game, seat) : 0;
	return n;
}

/* Returns the wild face, which counts in addition to `face`, or 0 if there is none. */
static int other_face(const struct game *game, int face)
{
	int wild = game->u.liars.wild_face;
	return wild == face ? 0 : wild;
}

static void claim(const struct game *game, const char *const *names, struct str *out)
{
	int bid = game->u.liars.bid, n = table_dice(game);
	if (!bid) {
		str_add(out, "Nothing has been bid yet.");
		return;
	}
	const char *bidder = names[game->u.liars.bidder];
	person_add(out, bidder, PERSON_FIRST);
	str_addf(out, " %s ", person_verb(bidder, "bids", "bid"));
	numeral_add_bid(out, bid);
	str_add(out, ": at least ");
	numeral_add(out, bid / 10);
	str_addf(out, " of the %d dice on the table %s a ", n, bid / 10 == 1 ? "shows" : "show");
	numeral_add_face(out, bid % 10, 1);
	str_add(out, ".");
	if (other_face(game, bid % 10)) {
		str_add(out, " Wild ");
		numeral_add_face(out, other_face(game, bid % 10), 2);
		str_add(out, " count too.");
	}
	if (game->u.liars.is_palifico)
		str_add(out, " Palifico: nothing is wild in this hand, and the face of the bid cannot change.");
}

static const char *prompt(const struct game *game)
{
	if (!game->u.liars.bid)
		return "you open";
	if (liars_is_asked_aside(game))
		return "do you call? Enter lets it stand";
	return game->rules->value[LIARS_EXACT] ? "raise, call or exact" : "raise or call";
}

static int empty_entry(const struct game *game)
{
	return liars_is_asked_aside(game) ? PLAY_BELIEVE : -1;
}

/* Returns the lowest legal bid on a face, or 0 when there is none. */
static int lowest_bid(const struct game *game, int face)
{
	for (int quantity = 1; quantity <= game->u.liars.limit; quantity++)
		if (liars_judge(game, 10 * quantity + face) == LIARS_LEGAL)
			return 10 * quantity + face;
	return 0;
}

static void add_lowest_bids(const struct game *game, struct str *out)
{
	bool is_any = false;
	for (int face = 1; face <= game->rules->value[LIARS_FACES]; face++) {
		int bid = lowest_bid(game, face);
		if (bid)
			str_addf(out, "%s%d", is_any ? " " : "The lowest bid for each face now: ", bid);
		is_any |= bid != 0;
	}
	if (is_any)
		str_addf(out, "; at most %d dice may be bid.\n", game->u.liars.limit);
	else
		str_add(out, "No higher bid is possible.\n");
}

static void help(const struct game *game, struct str *out)
{
	if (liars_is_asked_aside(game)) {
		str_add(out, "You may call out of turn: 'liar' or 0. Enter, 'stand' or 1 lets the bid stand.\n");
		return;
	}
	str_add(out, "A bid: 23, '2 3' or 'two threes', that is ten times the quantity plus the face.");
	if (game->u.liars.bid)
		str_add(out, " To call: 'liar', 'call' or 0.");
	if (game->u.liars.bid && game->rules->value[LIARS_EXACT])
		str_add(out, " Exactly right: 'exact' or 2.");
	str_add(out, "\n");
	add_lowest_bids(game, out);
}

/* What a person knows: their own dice, and the number of other dice. */
struct knowledge {
	const struct game *game;
	struct dice_hands hands;
	struct dice_odds odds;
	int n_unknown;
};

static void know(struct knowledge *of, const struct game *game, char me, const char *hands)
{
	const char letter[2] = {me, '\0'};
	of->game = game;
	of->odds = (struct dice_odds){0};
	dice_read_hands(&of->hands, letter, hands);
	of->n_unknown = of->hands.n_dice - of->hands.n_mine;
}

/* Returns the chance that a bid is true if all faces of unseen dice are equally likely. */
static double chance(struct knowledge *of, int bid)
{
	int other = other_face(of->game, bid % 10), own = dice_matching(of->hands.mine, bid % 10, other);
	return dice_at_least(&of->odds, bid / 10 - own, of->n_unknown, of->game->rules->value[LIARS_FACES], other != 0);
}

/* Adds "12.5%". A chance that is not exactly 0 or 1 is never shown as 0% or 100%. */
static void add_percent(struct str *out, double p)
{
	if (p > 0 && p < 0.001)
		str_add(out, "less than 0.1%");
	else if (p < 1 && p > 0.999)
		str_add(out, "more than 99.9%");
	else
		str_addf(out, "%.3g%%", 100 * p);
}

static void hint_last(struct knowledge *of, int bid, struct str *out)
{
	int own = dice_matching(of->hands.mine, bid % 10, other_face(of->game, bid % 10));
	numeral_add_bid(out, bid);
	str_addf(out, ": %d of your dice %s, and %d %s hidden. The chance that the bid is true is ", own,
		 own == 1 ? "counts" : "count", of->n_unknown, of->n_unknown == 1 ? "die is" : "dice are");
	add_percent(out, chance(of, bid));
	if (of->game->rules->value[LIARS_EXACT]) {
		str_add(out, ", exactly right ");
		add_percent(out, chance(of, bid) - chance(of, bid + 10));
	}
	str_add(out, ".\n");
}

/* Adds "two threes 41%". */
static void add_chance(struct knowledge *of, int bid, struct str *out)
{
	numeral_add_bid(out, bid);
	str_add(out, " ");
	add_percent(out, chance(of, bid));
}

static void hint_raises(struct knowledge *of, struct str *out)
{
	bool is_any = false;
	for (int face = 1; face <= of->game->rules->value[LIARS_FACES]; face++) {
		int bid = lowest_bid(of->game, face);
		if (!bid)
			continue;
		str_add(out, is_any ? ", " : "Chances of the lowest raises: ");
		add_chance(of, bid, out);
		is_any = true;
	}
	str_add(out, is_any ? ".\n" : "");
}

/* Adds, for the first bid of a hand, the highest likely bid on each face. */
static void hint_opening(struct knowledge *of, struct str *out)
{
	bool is_any = false;
	for (int face = 1; face <= of->game->rules->value[LIARS_FACES]; face++) {
		int bid = lowest_bid(of->game, face);
		while (bid && chance(of, bid + 10) >= 0.5)
			bid += 10;
		if (!bid || chance(of, bid) < 0.5)
			continue;
		str_add(out, is_any ? ", " : "The highest bids that are more likely true than not: ");
		add_chance(of, bid, out);
		is_any = true;
	}
	str_add(out, is_any ? ".\n" : "No bid is more likely true than not.\n");
}

static void hint(const struct game *game, char me, const char *hands, struct str *out)
{
	struct knowledge of;
	know(&of, game, me, hands);
	if (!game->u.liars.bid) {
		hint_opening(&of, out);
	} else {
		hint_last(&of, game->u.liars.bid, out);
		if (!liars_is_asked_aside(game))
			hint_raises(&of, out);
	}
	str_add(out, "(The dice that you do not see are treated as random.)\n");
}

static unsigned marks(const struct game *game)
{
	const struct hand_result *last = &game->last;
	if (last->end != HAND_CALL && last->end != HAND_EXACT)
		return 0;
	int other = other_face(game, last->bid % 10);
	return 1u << (last->bid % 10) | (other ? 1u << other : 0);
}

const struct family_text family_text_liars = {
	.family = &family_liars, .counts_dice = true, .has_signed_points = true, .claim = claim, .prompt = prompt,
	.empty_entry = empty_entry, .help = help, .hint = hint, .marks = marks,
};

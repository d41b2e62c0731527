/* arena_dice.h - help for authors of robots: reads the strings of an ask, finds the legal bids, and computes how likely
 * a bid is to be true. Its use is optional.
 *
 * Use single functions when speed matters: dice_read_hands, dice_last_bid, dice_next_play. To get everything at once,
 * with the rules of the variant applied (wild dice, limits, perudo's order), keep one `struct dice_game`, call
 * dice_game_start at the start of each game, and dice_read at each ask.
 *
 * No function here allocates memory or keeps state of its own, and no invalid string makes one read or write out of
 * bounds. Compiles as C11 and C++17. */
#ifndef ARENA_DICE_H
#define ARENA_DICE_H

#include <stdbool.h>
#include <string.h>

#include "arena_robot.h"

enum {
	DICE_MAX_PLAYERS = 26,
	DICE_MAX_DICE = 20,                                 /* of one player */
	DICE_MAX_FACES = 9,
	DICE_MAX_TABLE = DICE_MAX_PLAYERS * DICE_MAX_DICE   /* of all players */
};

/* ---- bids ------------------------------------------------------------------------- */

/* Returns the play that bids `quantity` dice of `face`. A higher bid is a larger number (except for ones_rule=perudo:
 * see dice_is_legal). */
static inline int dice_bid(int quantity, int face)
{
	return 10 * quantity + face;
}

/* Returns the quantity of a bid. */
static inline int dice_quantity(int bid)
{
	return bid / 10;
}

/* Returns the face of a bid. */
static inline int dice_face(int bid)
{
	return bid % 10;
}

/* Returns true if this play is a bid, not ARENA_CALL, ARENA_BELIEVE or ARENA_EXACT. */
static inline bool dice_is_bid(int play)
{
	return play > 10 && play % 10 != 0;
}

/* ---- the hands -------------------------------------------------------------------- */

/* The contents of `hands`. A seat is an index into the arrays, 0 .. n_players - 1, in turn order. */
struct dice_hands {
	int n_players;                       /* players still in the hand, at most 26 */
	int me;                              /* the robot's own seat; -1 when it has been eliminated */
	int n_dice;                          /* dice on the table */
	int n_mine;                          /* the robot's own dice */
	uint8_t mine[DICE_MAX_FACES + 1];    /* own dice by face, [1] to [9]; 0 when they are hidden or it has none */
	char letter[DICE_MAX_PLAYERS];       /* of each seat */
	uint8_t n[DICE_MAX_PLAYERS];         /* dice of each seat, at most 20 */
	int16_t points[DICE_MAX_PLAYERS];    /* of each seat; 0 in games without points */
	const char *dice[DICE_MAX_PLAYERS];  /* the n[seat] characters of its dice, in `hands`: digits or x */
};

/* Returns the whole number at *at, and moves *at past it. Returns 0 when there is none. Numbers that are too large
 * become about a million. */
static inline int dice_read_number(const char **at)
{
	const char *p = *at;
	bool is_negative = *p == '-';
	int value = 0;
	if (is_negative)
		p++;
	for (; *p >= '0' && *p <= '9'; p++)
		if (value < 100000)
			value = 10 * value + (*p - '0');
	*at = p;
	return is_negative ? -value : value;
}

/* Reads `hands`, in which the robot is me[0]. Skips invalid entries. */
static inline void dice_read_hands(struct dice_hands *to, const char *me, const char *hands)
{
	const bool has_points = strchr(hands, '@') != NULL;
	int seat = 0, n_dice = 0;
	to->me = -1;
	to->n_mine = 0;
	memset(to->mine, 0, sizeof to->mine);
	for (const char *p = hands, *end; *p && seat < DICE_MAX_PLAYERS; p = *end ? end + 1 : end) {
		end = p + strcspn(p, ",");
		if (p[0] == ',' || p[1] != ':')
			continue;
		const char *dice = p + 2;
		const char *at = has_points ? (const char *)memchr(dice, '@', (size_t)(end - dice)) : NULL;
		int n = (int)((at ? at : end) - dice);
		if (n > DICE_MAX_DICE)
			n = DICE_MAX_DICE;
		to->letter[seat] = p[0];
		to->n[seat] = (uint8_t)n;
		to->dice[seat] = dice;
		const char *points = at ? at + 1 : NULL;
		to->points[seat] = points ? (int16_t)(dice_read_number(&points) % 32768) : (int16_t)0;
		if (p[0] == me[0]) {
			to->me = seat;
			to->n_mine = n;
			for (int i = 0; i < n; i++)
				if (dice[i] >= '1' && dice[i] <= '9')
					to->mine[dice[i] - '0']++;
		}
		n_dice += n;
		seat++;
	}
	to->n_players = seat;
	to->n_dice = n_dice;
}

/* Returns the face of the robot's own die k, 0 .. n_mine - 1, highest first; 0 when hidden. */
static inline int dice_own(const struct dice_hands *hands, int k)
{
	char c = hands->dice[hands->me][k];
	return c == 'x' ? 0 : c - '0';
}

/* Returns the seat with this letter, or -1. */
static inline int dice_seat_of(const struct dice_hands *hands, char letter)
{
	for (int seat = 0; seat < hands->n_players; seat++)
		if (hands->letter[seat] == letter)
			return seat;
	return -1;
}

/* Returns how many of a seat's dice show `face`. Works for the robot's own seat, and at the showdown for any seat. */
static inline int dice_shown(const struct dice_hands *hands, int seat, int face)
{
	int count = 0;
	for (int i = 0; i < hands->n[seat]; i++)
		count += hands->dice[seat][i] == '0' + face;
	return count;
}

/* ---- the history ------------------------------------------------------------------ */

struct dice_play {
	char who; /* letter of the player */
	int play;
};

/* Returns the entry after the one at p, or the end. */
static inline const char *dice_skip_entry(const char *p)
{
	while (*p && *p != ',')
		p++;
	return *p ? p + 1 : p;
}

/* Steps through a history: set *at to its beginning; then each call fills *play with the next play, until it returns
 * false. Invalid entries are skipped. */
static inline bool dice_next_play(const char **at, struct dice_play *play)
{
	const char *p = *at;
	for (; *p; p = dice_skip_entry(p))
		if (p[0] != ',' && p[1] == ':') {
			play->who = p[0];
			p += 2;
			play->play = dice_read_number(&p);
			*at = dice_skip_entry(p);
			return true;
		}
	*at = p;
	return false;
}

/* Returns the last bid of a history as a play, or 0 when there is none. Reads from the end, so its time does not depend
 * on the length of the history. */
static inline int dice_last_bid(const char *history)
{
	for (const char *p = history + strlen(history); p > history;) {
		const char *first = p;
		while (first > history && first[-1] >= '0' && first[-1] <= '9')
			first--;
		const char *number = first;
		int play = dice_read_number(&number);
		if (dice_is_bid(play) && first > history && first[-1] == ':')
			return play;
		while (p > history && *--p != ',')
			;
	}
	return 0;
}

/* ---- the rules -------------------------------------------------------------------- */

enum { DICE_WILD_NONE, DICE_WILD_ONES, DICE_WILD_JOKER, DICE_WILD_DROP, DICE_WILD_HIGH };
enum { DICE_CALLER_NEXT, DICE_CALLER_ANYONE };
enum { DICE_LOSS_DIE, DICE_LOSS_POINT, DICE_LOSS_GAME };
enum { DICE_STARTER_NEXT, DICE_STARTER_LOSER };
enum { DICE_LIMIT_START, DICE_LIMIT_TABLE };
enum { DICE_EXACT_OFF, DICE_EXACT_OTHERS, DICE_EXACT_GAIN };
enum { DICE_ONES_PLAIN, DICE_ONES_PERUDO };

/* The options of common-hand Liar's Dice that matter to a player, and the state kept between hands that decides which
 * bids are legal. */
struct dice_game {
	int n_players;  /* at the start of the game; 0 when unknown */
	int dice;       /* number of dice of each player at the start */
	int faces;      /* 2 .. 9 */
	int wild;       /* DICE_WILD_... and so on */
	int caller;
	int loss;
	int starter;
	int limit;
	int exact;
	int ones_rule;
	int rounds;     /* the game ends after this many hands; 0: no such limit */
	int target;     /* the game ends at this many points; 0: no such limit */
	bool palifico;  /* is the option on? */
	/* Kept by dice_read to detect palifico hands. */
	bool is_palifico;          /* is this hand one? */
	bool has_ended;            /* the last ask showed the end of a hand */
	uint8_t n_before[128];     /* dice at the last ask, by letter; 0: not seen yet */
	uint8_t at_one[128];       /* by letter; 1: the player has had a single die in this game; 2: has one now for the
	                            * first time */
};

/* Initial value of a struct dice_game: the rules of `liars-dice`, which apply until dice_game_start. */
#define DICE_GAME_DEFAULT \
	{ 0, 5, 6, DICE_WILD_NONE, DICE_CALLER_NEXT, DICE_LOSS_DIE, DICE_STARTER_NEXT, \
	  DICE_LIMIT_START, DICE_EXACT_OFF, DICE_ONES_PLAIN, 0, 0, false, false, false, {0}, {0} }

/* Returns the text of option `name` in a rules text such as "wild dice=5 faces=6 wild=ones", up to the next space, or
 * NULL when it is not there. */
static inline const char *dice_rule(const char *rules, const char *name)
{
	size_t length = strlen(name);
	for (const char *p = rules; *p;) {
		if (strncmp(p, name, length) == 0 && p[length] == '=')
			return p + length + 1;
		while (*p && *p != ' ')
			p++;
		while (*p == ' ')
			p++;
	}
	return NULL;
}

/* Returns the number of an option, or `fallback` when it is not there. Works for the options of all families:
 * dice_rule_number(start->rules, "points_to_start", 10). */
static inline int dice_rule_number(const char *rules, const char *name, int fallback)
{
	const char *value = dice_rule(rules, name);
	return value && (*value == '-' || (*value >= '0' && *value <= '9'))
		? dice_read_number(&value) : fallback;
}

/* Returns the index in `words`, which are separated by spaces, of the value of an option: 0 for the first word, and so
 * on. Returns `fallback` when the option is missing or has another value. */
static inline int dice_rule_word(const char *rules, const char *name, const char *words, int fallback)
{
	const char *value = dice_rule(rules, name);
	int index = 0;
	if (!value)
		return fallback;
	size_t length = strcspn(value, " ");
	for (const char *p = words; *p; index++) {
		size_t n = strcspn(p, " ");
		if (n == length && memcmp(p, value, n) == 0)
			return index;
		p += n;
		while (*p == ' ')
			p++;
	}
	return fallback;
}

/* Reads a rules text for a game of n_players (0: not known). Missing options, and options with unknown values, get the
 * defaults of `liars-dice`. */
static inline void dice_read_rules(struct dice_game *game, const char *rules, int n_players)
{
	static const struct dice_game fresh = DICE_GAME_DEFAULT;
	*game = fresh;
	game->n_players = n_players;
	game->dice = dice_rule_number(rules, "dice", 5);
	if (game->dice < 1 || game->dice > DICE_MAX_DICE)
		game->dice = 5;
	game->faces = dice_rule_number(rules, "faces", 6);
	if (game->faces < 2 || game->faces > DICE_MAX_FACES)
		game->faces = 6;
	game->wild = dice_rule_word(rules, "wild", "none ones joker drop high", DICE_WILD_NONE);
	game->caller = dice_rule_word(rules, "caller", "next anyone", DICE_CALLER_NEXT);
	game->loss = dice_rule_word(rules, "loss", "die point game", DICE_LOSS_DIE);
	game->starter = dice_rule_word(rules, "starter", "next loser", DICE_STARTER_NEXT);
	game->limit = dice_rule_word(rules, "limit", "start table", DICE_LIMIT_START);
	game->exact = dice_rule_word(rules, "exact", "off others gain", DICE_EXACT_OFF);
	game->ones_rule = dice_rule_word(rules, "ones_rule", "plain perudo", DICE_ONES_PLAIN);
	game->rounds = dice_rule_number(rules, "rounds", 0);
	game->target = dice_rule_number(rules, "target", 0);
	game->palifico = dice_rule_word(rules, "palifico", "off on", 0) == 1;
}

/* Reads the rules of the game that begins. Call it in robot_game_start. */
static inline void dice_game_start(struct dice_game *game, const struct arena_game_start *start)
{
	dice_read_rules(game, start->rules, (int)start->n_players);
}

/* ---- one ask, with the rules applied ------------------------------------------------ */

/* Everything in one ask. */
struct dice_view {
	struct dice_hands hands;
	int n_unknown;     /* dice on the table that are not the robot's own */
	int n_plays;       /* entries of the history */
	int last;          /* the last bid as a play, 0 when nothing is bid */
	int bidder;        /* the seat that made it, -1 when nothing is bid */
	bool is_showdown;  /* the hand is over; the answer is ignored */
	int wild;          /* the face that is wild in this hand now; 0: none */
	int faces;
	int lowest;        /* the lowest face that may be bid: 2 with wild=joker, else 1 */
	int limit;         /* the highest quantity that may be bid */
	bool is_palifico;  /* only the quantity may be raised */
	bool is_perudo;    /* ones_rule=perudo, and not palifico: see dice_is_legal */
	bool may_exact;    /* ARENA_EXACT is a legal play now */
};

/* Detects palifico, the hand after a player is down to one die for the first time. The dice in `hands` suffice, because
 * every robot gets every hand. */
static inline void dice_notice_palifico(struct dice_game *game, const struct dice_hands *hands)
{
	bool is_new = game->has_ended;
	for (int seat = 0; seat < hands->n_players; seat++)
		is_new = is_new || game->n_before[hands->letter[seat] & 127] != hands->n[seat];
	if (is_new)
		for (int i = 0; i < 128; i++)
			if (game->at_one[i] == 2)
				game->at_one[i] = 1;
	game->is_palifico = false;
	for (int seat = 0; seat < hands->n_players; seat++) {
		int letter = hands->letter[seat] & 127;
		if (hands->n[seat] == 1 && !game->at_one[letter])
			game->at_one[letter] = game->n_before[letter] > 1 ? 2 : 1;
		game->n_before[letter] = hands->n[seat];
		/* If that player crashes, the hand is dealt again without the player, as an ordinary hand. */
		game->is_palifico = game->is_palifico || game->at_one[letter] == 2;
	}
}

/* Reads the three strings of an ask by the rules of `game`, and updates the state in `game`. Call it at every ask,
 * including showdowns. */
static inline void dice_read(struct dice_view *view, struct dice_game *game, const char *me,
			     const char *hands, const char *history)
{
	struct dice_play play = {0, 0};
	char bidder = 0;
	bool is_dropped = false;

	dice_read_hands(&view->hands, me, hands);
	view->n_unknown = view->hands.n_dice - view->hands.n_mine;
	view->n_plays = 0;
	view->last = 0;
	for (const char *at = history; dice_next_play(&at, &play); view->n_plays++) {
		if (!dice_is_bid(play.play))
			continue;
		view->last = play.play;
		bidder = play.who;
		if (view->n_plays < view->hands.n_players && dice_face(play.play) == 1)
			is_dropped = true;
	}
	view->bidder = view->last ? dice_seat_of(&view->hands, bidder) : -1;
	/* Visible dice of another player also mean a showdown, because an illegal play can end a hand. */
	view->is_showdown = view->n_plays > 0 && !dice_is_bid(play.play);
	for (int seat = 0; seat < view->hands.n_players; seat++)
		if (seat != view->hands.me && view->hands.n[seat])
			view->is_showdown = view->is_showdown || view->hands.dice[seat][0] != 'x';

	if (game->palifico)
		dice_notice_palifico(game, &view->hands);
	game->has_ended = view->is_showdown;

	view->faces = game->faces;
	view->is_palifico = game->is_palifico;
	view->is_perudo = game->ones_rule == DICE_ONES_PERUDO && !view->is_palifico;
	view->may_exact = game->exact != DICE_EXACT_OFF && view->last;
	view->lowest = game->wild == DICE_WILD_JOKER && !view->is_palifico ? 2 : 1;
	view->limit = game->limit == DICE_LIMIT_START && game->n_players > 0
		? game->n_players * game->dice : view->hands.n_dice;
	if (game->wild == DICE_WILD_NONE || view->is_palifico ||
	    (game->wild == DICE_WILD_DROP && is_dropped))
		view->wild = 0;
	else
		view->wild = game->wild == DICE_WILD_HIGH ? game->faces : 1;
}

/* Returns true if this bid is legal now. Follows the rules of common-hand Liar's Dice, including `ones_rule` and
 * `palifico`. */
static inline bool dice_is_legal(const struct dice_view *view, int bid)
{
	int quantity = dice_quantity(bid), face = dice_face(bid);
	int last_quantity = dice_quantity(view->last), last_face = dice_face(view->last);
	if (face < view->lowest || face > view->faces || quantity < 1 || quantity > view->limit)
		return false;
	if (view->is_palifico)
		return !view->last || (face == last_face && quantity > last_quantity);
	if (!view->is_perudo || (face != 1 && last_face != 1))
		return bid > view->last;
	if (!view->last)
		return false;
	if (last_face != 1)
		return quantity >= (last_quantity + 1) / 2;
	return face == 1 ? quantity > last_quantity : quantity >= 2 * last_quantity + 1;
}

/* Returns the lowest legal bid above the number `after`, or 0 when there is none:
 *   for (int bid = dice_next_bid(&view, 0); bid; bid = dice_next_bid(&view, bid)) */
static inline int dice_next_bid(const struct dice_view *view, int after)
{
	if (after < view->last && !view->is_perudo)
		after = view->last;
	int quantity = dice_quantity(after), face = dice_face(after);
	for (; quantity <= view->limit; quantity++, face = 0)
		while (++face <= view->faces)
			if (dice_is_legal(view, dice_bid(quantity, face)))
				return dice_bid(quantity, face);
	return 0;
}

/* ---- chances ---------------------------------------------------------------------- */

/* Returns how many of the dice by_face[1..9] make a bid on `face` true when `wild` is wild (0: none). */
static inline int dice_matching(const uint8_t *by_face, int face, int wild)
{
	return by_face[face] + (wild && wild != face ? by_face[wild] : 0);
}

/* Returns the chance that one unknown die makes a bid on `face` true. */
static inline double dice_chance_of_one(int face, int wild, int faces)
{
	return (wild && wild != face ? 2.0 : 1.0) / faces;
}

/* Computes the tail of the binomial distribution: fills at_least[k], k = 0 .. n, with the chance that at least k of n
 * events happen, each with chance p (0 to 1). n at most DICE_MAX_TABLE; at_least has n + 1 places. */
static inline void dice_tails(double *at_least, int n, double p)
{
	/* First P(exactly k) by its recurrence, for ascending k; then the sums, for descending k, so that small terms
	 * are added first. */
	double odds = p < 1 ? p / (1 - p) : 0, exactly = 1;
	for (int i = 0; i < n; i++)
		exactly *= 1 - p;
	for (int k = 0; k <= n; k++) {
		at_least[k] = p < 1 ? exactly : k == n;
		exactly *= odds * (n - k) / (k + 1);
	}
	for (int k = n - 1; k >= 0; k--) {
		at_least[k] += at_least[k + 1];
		if (at_least[k] > 1 || k == 0) /* rounding */
			at_least[k] = 1;
	}
}

/* The tails for one number of dice, kept from ask to ask: it changes only once a hand. A zeroed struct is empty. */
struct dice_odds {
	int n, faces;
	double at_least[2][DICE_MAX_TABLE + 1]; /* [0]: for one face; [1]: for that face or the wild face */
};

/* Returns the chance that at least k of n unknown dice show a given face or, if with_wild, that face or the wild face.
 * k may be any integer; n is 0 .. DICE_MAX_TABLE. */
static inline double dice_at_least(struct dice_odds *odds, int k, int n, int faces, bool with_wild)
{
	if (k <= 0)
		return 1;
	if (k > n)
		return 0;
	if (odds->n != n || odds->faces != faces) {
		dice_tails(odds->at_least[0], n, 1.0 / faces);
		dice_tails(odds->at_least[1], n, 2.0 / faces);
		odds->n = n;
		odds->faces = faces;
	}
	return odds->at_least[with_wild][k];
}

/* Returns the chance that a bid is true given the robot's own dice, ignoring all bids. */
static inline double dice_chance(const struct dice_view *view, struct dice_odds *odds, int bid)
{
	int face = dice_face(bid);
	int needed = dice_quantity(bid) - dice_matching(view->hands.mine, face, view->wild);
	return dice_at_least(odds, needed, view->n_unknown, view->faces, view->wild && view->wild != face);
}

/* Returns the chance that there are exactly as many matching dice as the bid says, for ARENA_EXACT. */
static inline double dice_chance_exact(const struct dice_view *view, struct dice_odds *odds, int bid)
{
	return dice_chance(view, odds, bid) - dice_chance(view, odds, bid + 10);
}

#endif

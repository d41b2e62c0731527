/* style.c - one robot with many styles, for tests of robots that learn: style:as=bluffer.
 *
 * Each style is a line of the table below. It bids and calls by its own estimate of the chance that a bid is true; some
 * styles change during the match. It plays every common-hand variant and never makes an illegal play. */
#include <stdlib.h>

#include "arena_dice.h"

struct style {
	const char *name;
	double doubts;    /* calls a bid that is less likely than this */
	double wavers;    /* amplitude by which `doubts` varies from ask to ask */
	double bluffs;    /* how often it bids as if it held two dice of a face drawn at random */
	double reaches;   /* prefers bids at least this likely, if there are any */
	bool is_bold;     /* the highest such bid, else the lowest */
	bool believes;    /* counts one more die for each other player who bid the face */
	bool follows;     /* prefers to raise on the face of the last bid */
	int period;       /* after this many hands it switches to the style `turns_to`, then back, and so on; 0 means
	                   * never */
	const char *turns_to;
};

static const struct style styles[] = {
	{"honest", 0.40, 0.00, 0.00, 0.50, false, true, false, 0, NULL},
	{"bluffer", 0.40, 0.10, 0.40, 0.40, false, true, false, 0, NULL},
	{"liar", 0.35, 0.05, 0.90, 0.30, true, true, false, 0, NULL},
	{"doubter", 0.65, 0.10, 0.05, 0.60, false, false, false, 0, NULL},
	{"believer", 0.08, 0.02, 0.10, 0.30, false, true, false, 0, NULL},
	{"imitator", 0.40, 0.05, 0.05, 0.45, false, true, true, 0, NULL},
	{"randomiser", 0.45, 0.35, 0.30, 0.35, false, true, false, 0, NULL},
	{"jumper", 0.45, 0.05, 0.10, 0.55, true, false, false, 0, NULL},
	{"mixer", 0.42, 0.15, 0.20, 0.45, true, true, false, 0, NULL},
	{"turncoat", 0.40, 0.00, 0.00, 0.50, false, true, false, 1500, "liar"},
	{"two_faced", 0.40, 0.10, 0.40, 0.40, false, true, false, 7, "honest"},
	{"convert", 0.08, 0.02, 0.10, 0.30, false, true, false, 1000, "doubter"},
};

static struct dice_game game = DICE_GAME_DEFAULT;
static const struct style *first = styles, *second = styles;
static int n_hands;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "style",
	.summary = "many styles of play, for tests",
	.variants = "liars-dice wild round-table tourney perudo one-hand",
	.options = "as=honest: which style",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

static const struct style *find(const char *name)
{
	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++)
		if (strcmp(name, styles[i].name) == 0)
			return &styles[i];
	return NULL;
}

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "as") != 0 || !find(value))
		return 1;
	first = second = find(value);
	if (first->turns_to)
		second = find(first->turns_to);
	return 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

/* Returns the chance of a bid if `held` dice support it. If the style believes, each other player who bid its face adds
 * one die. */
static double chance(const struct dice_view *view, struct dice_odds *odds, const bool *is_bid, int bid, int held,
		     bool believes)
{
	int face = dice_face(bid), unknown = view->n_unknown;
	if (believes && is_bid[face] && unknown > 0) {
		held++;
		unknown--;
	}
	return dice_at_least(odds, dice_quantity(bid) - held, unknown, view->faces, view->wild && view->wild != face);
}

static bool faces_bid(const struct dice_view *view, const char *history, bool *is_bid)
{
	struct dice_play play;
	bool any = false;
	memset(is_bid, 0, DICE_MAX_FACES + 1);
	for (const char *at = history; dice_next_play(&at, &play);)
		if (dice_is_bid(play.play) && dice_seat_of(&view->hands, play.who) != view->hands.me)
			any = is_bid[dice_face(play.play)] = true;
	return any;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	struct dice_odds odds;
	bool is_bid[DICE_MAX_FACES + 1];
	int bid_of = 0, best = 0;
	double best_chance = -1;
	dice_read(&view, &game, me, hands, history);
	n_hands += view.is_showdown;
	if (view.is_showdown || view.hands.me < 0 || view.hands.n_players < 2)
		return ARENA_CALL;
	const struct style *style = first->period && n_hands / first->period % 2 ? second : first;
	odds.n = odds.faces = 0;
	faces_bid(&view, history, is_bid);

	double doubts = style->doubts + style->wavers * (2 * robot_random_unit() - 1);
	if (view.last && chance(&view, &odds, is_bid, view.last,
		dice_matching(view.hands.mine, dice_face(view.last), view.wild), style->believes) < doubts)
		return ARENA_CALL;
	if (robot_random_unit() < style->bluffs)
		bid_of = 1 + (int)robot_random_below((uint32_t)view.faces);

	for (int quantity = 1; quantity <= view.limit; quantity++)
		for (int face = 1; face <= view.faces; face++) {
			int bid = dice_bid(quantity, face), held = dice_matching(view.hands.mine, face, view.wild);
			if (!dice_is_legal(&view, bid))
				continue;
			double p = chance(&view, &odds, is_bid, bid, held + (face == bid_of ? 2 : 0), style->believes);
			bool is_like = held > 0 || face == bid_of;
			if (style->follows && view.last)
				is_like = face == dice_face(view.last);
			if (p > style->reaches) /* the bid is likely enough; now the style decides by its preference,
			                         * and whether it is bold */
				p = 1 + is_like + (style->is_bold ? 1e-3 * bid : -1e-3 * bid);
			if (p > best_chance) {
				best_chance = p;
				best = bid;
			}
		}
	return best ? best : ARENA_CALL;
}

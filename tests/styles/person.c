/* person.c - one robot that plays as people do, for tests of robots that learn: person:as=steady.
 *
 * In each hand a person has a favourite face, the one of which it has most, and bids it. Sometimes it bluffs with
 * another face. It trusts the other player's bids more or less, calls when the last bid looks unlikely or when each
 * raise looks worse, and plays more wildly after a lost hand. Each person is a line of the table below. The first eight
 * also belong to the population against which champion's responses were computed; the strangers are only for
 * measurements. */
#include <math.h>
#include <stdlib.h>

#include "arena_dice.h"

struct person {
	const char *name;
	double doubts;     /* calls a bid that is less likely than this */
	double wavers;     /* standard deviation of what it calls likely, from ask to ask */
	double trusts;     /* how often it counts the dice of a bid as the other player's */
	double bluffs[3];  /* how often it bids another face than its favourite: as the opening, as the second bid,
			    * later */
	double jumps;      /* how often it bids one die more than it must */
	double opening;    /* share of the unknown dice that it adds to its own when it opens; below 0: opens with one
			    * die */
	double compares;   /* calls if the chance of the raise is below this times the chance that the last bid is
	                    * false; 0 means never */
	double follows;    /* how often it raises the face of the last bid */
	double tilt;       /* how much more frequent bluffs are after a lost hand, and how much smaller doubts are */
};

static const struct person persons[] = {
	{"steady", 0.40, 0.05, 0.5, {0.10, 0.10, 0.10}, 0.1, 0.10, 0.8, 0.1, 0.0},
	{"actor", 0.35, 0.10, 0.9, {0.65, 0.65, 0.60}, 0.1, 0.03, 0.75, 0.15, 0.0},
	{"gambler", 0.22, 0.10, 0.4, {0.45, 0.40, 0.40}, 0.3, 0.20, 0.0, 0.2, 0.2},
	{"sceptic", 0.60, 0.08, 0.15, {0.25, 0.20, 0.25}, 0.1, 0.05, 1.3, 0.2, 0.0},
	{"mirror", 0.50, 0.30, 0.4, {0.60, 0.60, 0.20}, 0.0, 0.24, 0.8, 0.2, 0.1},
	{"counter", 0.45, 0.02, 0.0, {0.00, 0.00, 0.00}, 0.0, 0.16, 1.0, 0.0, 0.0},
	{"reader", 0.45, 0.02, 1.0, {0.15, 0.15, 0.15}, 0.0, 0.16, 1.0, 0.1, 0.0},
	{"sly", 0.38, 0.05, 0.85, {0.80, 0.60, 0.70}, 0.0, 0.22, 1.5, 0.3, 0.0},
	/* the strangers */
	{"hothead", 0.45, 0.18, 0.9, {0.75, 0.75, 0.40}, 0.0, 0.16, 1.75, 0.3, 0.3},
	{"clerk", 0.55, 0.05, 0.3, {0.10, 0.10, 0.20}, 0.0, 0.05, 1.1, 0.3, 0.0},
	{"poet", 0.25, 0.15, 0.7, {0.50, 0.20, 0.10}, 0.2, -1, 0.7, 0.3, 0.1},
	{"lawyer", 0.50, 0.30, 0.2, {0.20, 0.35, 0.50}, 0.0, 0.20, 0.95, 0.1, 0.1},
	{"sailor", 0.47, 0.07, 0.05, {0.40, 0.45, 0.60}, 0.1, 0.18, 0.0, 0.2, 0.2},
	{"teacher", 0.57, 0.12, 0.2, {0.20, 0.10, 0.25}, 0.0, 0.15, 0.9, 0.1, 0.0},
	{"merchant", 0.40, 0.16, 0.95, {0.65, 0.90, 0.90}, 0.1, 0.05, 1.2, 0.1, 0.0},
	{"child", 0.20, 0.25, 0.9, {0.60, 0.30, 0.60}, 0.0, 0.20, 1.6, 0.3, 0.2},
};

static struct dice_game game = DICE_GAME_DEFAULT;
static const struct person *person = persons;
static bool has_lost;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "person",
	.summary = "plays as people do, for tests",
	.variants = "liars-dice wild round-table tourney perudo one-hand",
	.options = "as=steady: which person",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int robot_option(const char *key, const char *value)
{
	for (size_t i = 0; i < sizeof persons / sizeof *persons && strcmp(key, "as") == 0; i++)
		if (strcmp(persons[i].name, value) == 0) {
			person = &persons[i];
			return 0;
		}
	return 1;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

static bool happens(double chance)
{
	return robot_random_unit() < chance;
}

/* A hand as the person sees it: the dice that it believes the other player has, by face. */
struct mind {
	struct dice_view view;
	struct dice_odds odds;
	int trusted[DICE_MAX_FACES + 1], n_trusted;
};

static int own(const struct mind *mind, int face)
{
	return dice_matching(mind->view.hands.mine, face, mind->view.wild);
}

static void read_bids(struct mind *mind, const char *history)
{
	const struct dice_view *view = &mind->view;
	struct dice_play play;
	memset(mind->trusted, 0, sizeof mind->trusted);
	mind->n_trusted = 0;
	for (const char *at = history; dice_next_play(&at, &play);) {
		int face = dice_face(play.play), most;
		if (!dice_is_bid(play.play) || dice_seat_of(&view->hands, play.who) == view->hands.me ||
		    !happens(person->trusts))
			continue;
		most = dice_quantity(play.play) - own(mind, face); /* the bid needs this many */
		if (most < 1)
			most = 1;
		if (most > 2)
			most = 2;
		mind->n_trusted += most - mind->trusted[face] > 0 ? most - mind->trusted[face] : 0;
		if (most > mind->trusted[face])
			mind->trusted[face] = most;
	}
}

static double chance(struct mind *mind, int bid)
{
	const struct dice_view *view = &mind->view;
	int face = dice_face(bid), open = view->n_unknown - mind->n_trusted;
	if (open < 0)
		open = 0;
	return dice_at_least(&mind->odds, dice_quantity(bid) - own(mind, face) - mind->trusted[face], open, view->faces,
			     view->wild && view->wild != face);
}

static int lowest_on(const struct dice_view *view, int face)
{
	for (int quantity = view->last ? dice_quantity(view->last) : 1; quantity <= view->limit; quantity++)
		if (dice_is_legal(view, dice_bid(quantity, face)))
			return dice_bid(quantity, face);
	return 0;
}

static int choose_bid(struct mind *mind, double wildness)
{
	const struct dice_view *view = &mind->view;
	int place = view->n_plays > 1 ? 2 : view->n_plays, best = 0, bid;
	double most = -1;
	if (view->last && happens(person->follows) && (bid = lowest_on(view, dice_face(view->last))) != 0 &&
	    own(mind, dice_face(bid)))
		return bid;
	int bluff = happens(person->bluffs[place] + wildness) ? 1 + (int)robot_random_below((uint32_t)view->faces) : 0;
	for (int face = 1; face <= view->faces; face++) {
		int lowest = lowest_on(view, face);
		double likes = lowest ? chance(mind, lowest) + 0.15 * own(mind, face) + (face == bluff ? 1 : 0) : -2;
		if (likes > most) {
			most = likes;
			best = lowest;
		}
	}
	if (!best)
		return 0;
	int quantity = dice_quantity(best), held = own(mind, dice_face(best)) + (dice_face(best) == bluff);
	if (!view->last && person->opening >= 0)
		quantity = (int)(held + person->opening * view->n_unknown + 0.3);
	quantity += happens(person->jumps);
	bid = dice_bid(quantity, dice_face(best));
	return bid > best && dice_is_legal(view, bid) ? bid : best;
}

static bool lost_hand(const struct mind *mind, const char *history)
{
	const struct dice_view *view = &mind->view;
	struct dice_play play = {0, 0};
	int there = 0;
	for (const char *at = history; dice_next_play(&at, &play);)
		;
	for (int seat = 0; seat < view->hands.n_players && view->last; seat++)
		there += dice_shown(&view->hands, seat, dice_face(view->last));
	bool is_mine = view->bidder == view->hands.me;
	return view->last && (is_mine || dice_seat_of(&view->hands, play.who) == view->hands.me) &&
	       is_mine == (there < dice_quantity(view->last));
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct mind mind;
	const struct dice_view *view = &mind.view;
	dice_read(&mind.view, &game, me, hands, history);
	if (view->is_showdown && view->hands.me >= 0)
		has_lost = lost_hand(&mind, history);
	if (view->is_showdown || view->hands.me < 0 || view->hands.n_players < 2)
		return ARENA_CALL;
	mind.odds.n = mind.odds.faces = 0;
	read_bids(&mind, history);
	double wildness = has_lost ? person->tilt : 0,
		noise = person->wavers * (2 * robot_random_unit() + 2 * robot_random_unit() - 2);
	int bid = choose_bid(&mind, wildness);
	if (!view->last || !bid)
		return bid ? bid : ARENA_CALL;
	double last = chance(&mind, view->last) + noise;
	if (last < person->doubts * (1 - wildness) || chance(&mind, bid) < (1 - last) * person->compares)
		return ARENA_CALL;
	return bid;
}

/* arena_maexchen.h - help for authors of robots that play Mäxchen (Mia): the settings, the values with their order and
 * chances, and the contents of an ask. Its use is optional.
 *
 * Keep one `struct maex_game`, call maex_game_start at the start of each game, and maex_read at each ask: its result
 * says whether the robot must answer a claim or make one. Values are numbers of two digits, as in plays. An index
 * numbers the values from the lowest, 0, so a higher index means a higher value.
 *
 * No function here allocates memory or keeps state of its own, and no invalid string makes one read or write out of
 * bounds. Compiles as C11 and C++17. */
#ifndef ARENA_MAEXCHEN_H
#define ARENA_MAEXCHEN_H

#include "arena_dice.h"

enum { MAEX_MAX_VALUES = 36, MAEX_ROLLS = 36, MAEX_NONE = -1 };

/* The kinds of values. They differ in the points lost when one is shown. */
enum { MAEX_NORMAL, MAEX_MAEXCHEN, MAEX_HAMBURGER, MAEX_N_KINDS };

enum { MAEX_SAFE, MAEX_LIE_NORMAL, MAEX_AGGRESSIVE };         /* bot_lie */
enum { MAEX_NAIVE, MAEX_BELIEVE_NORMAL, MAEX_SUSPICIOUS };    /* bot_believe */

/* ---- the settings, and the values that follow from them ------------------------------------------ */

struct maex_game {
	int n_players;                    /* at the start of the game; 0 when unknown */
	bool order_digits;                /* the larger die first */
	int play_order;                   /* steps to the next player */
	int points;                       /* of each player at the start */
	int loss[MAEX_N_KINDS];           /* points lost when a value of this kind is shown */
	bool turns[MAEX_N_KINDS];         /* the direction of play reverses when one is shown */
	int bot_lie, bot_believe;         /* MAEX_SAFE and so on, MAEX_NAIVE and so on */
	int n_values;
	int8_t value[MAEX_MAX_VALUES];    /* lowest first */
	int8_t kind[MAEX_MAX_VALUES];     /* of each; MAEX_NORMAL and so on */
	int8_t n_rolls[MAEX_MAX_VALUES];  /* how many of the 36 rolls of two dice show it */
	int8_t index[100];                /* of a value; MAEX_NONE when two dice cannot show it */
};

/* Appends `value` if two dice can show it and it is not there yet. */
static inline void maex_add_value(struct maex_game *game, int value, int kind)
{
	int first = value / 10, second = value % 10;
	bool is_shown = first >= 1 && first <= 6 && second >= 1 && second <= 6 &&
		(!game->order_digits || first >= second);
	if (!is_shown || game->index[value] != MAEX_NONE)
		return;
	game->index[value] = (int8_t)game->n_values;
	game->kind[game->n_values] = (int8_t)kind;
	game->n_rolls[game->n_values] = game->order_digits && first != second ? 2 : 1;
	game->value[game->n_values++] = (int8_t)value;
}

/* Fills in all values in their order: ordinary ones by size, doubles, Mäxchen, Hamburger. */
static inline void maex_fill_values(struct maex_game *game, int maexchen, int hamburger)
{
	game->n_values = 0;
	memset(game->index, MAEX_NONE, sizeof game->index);
	for (int value = 11; value <= 66; value++)
		if (value % 11 && value != maexchen && value != hamburger)
			maex_add_value(game, value, MAEX_NORMAL);
	for (int value = 11; value <= 66; value += 11)
		if (value != maexchen && value != hamburger)
			maex_add_value(game, value, MAEX_NORMAL);
	if (maexchen >= 11 && maexchen <= 66 && maexchen != hamburger)
		maex_add_value(game, maexchen, MAEX_MAEXCHEN);
	if (hamburger >= 11 && hamburger <= 66)
		maex_add_value(game, hamburger, MAEX_HAMBURGER);
}

/* Reads a rules text, "maexchen maexchen=21 hamburger=42 ..."; missing settings get their defaults. */
static inline void maex_read_rules(struct maex_game *game, const char *rules, int n_players)
{
	game->n_players = n_players;
	game->order_digits = dice_rule_word(rules, "order_digits", "false true", 1) == 1;
	game->play_order = dice_rule_number(rules, "play_order", 1);
	game->points = dice_rule_number(rules, "points_to_start", 10);
	game->loss[MAEX_NORMAL] = dice_rule_number(rules, "point_loss_normal", 1);
	game->loss[MAEX_MAEXCHEN] = dice_rule_number(rules, "point_loss_maexchen", 2);
	game->loss[MAEX_HAMBURGER] = dice_rule_number(rules, "point_loss_hamburger", 3);
	game->turns[MAEX_NORMAL] = false;
	game->turns[MAEX_MAEXCHEN] = dice_rule_word(rules, "reverse_maexchen", "false true", 1) == 1;
	game->turns[MAEX_HAMBURGER] = dice_rule_word(rules, "reverse_hamburger", "false true", 1) == 1;
	game->bot_lie = dice_rule_word(rules, "bot_lie", "safe normal aggressive", MAEX_AGGRESSIVE);
	game->bot_believe = dice_rule_word(rules, "bot_believe", "naive normal suspicious", MAEX_BELIEVE_NORMAL);
	maex_fill_values(game, dice_rule_number(rules, "maexchen", 21), dice_rule_number(rules, "hamburger", 42));
}

/* Begins a game. Call it in robot_game_start. */
static inline void maex_game_start(struct maex_game *game, const struct arena_game_start *start)
{
	maex_read_rules(game, start->rules, (int)start->n_players);
}

/* Returns the index of a value, or MAEX_NONE if two dice cannot show it. Any int is allowed. */
static inline int maex_index(const struct maex_game *game, int value)
{
	return value >= 0 && value < 100 ? (int)game->index[value] : (int)MAEX_NONE;
}

/* Returns how many of the 36 rolls of two dice show the value with this index or a higher one. index is 0 to n_values;
 * for n_values the result is 0. */
static inline int maex_rolls_from(const struct maex_game *game, int index)
{
	int n = 0;
	for (int i = index < 0 ? 0 : index; i < game->n_values; i++)
		n += game->n_rolls[i];
	return n;
}

/* ---- one ask --------------------------------------------------------------------------- */

enum maex_ask {
	MAEX_WATCH,   /* the hand is over; the answer is ignored */
	MAEX_BELIEVE, /* answer ARENA_BELIEVE, or ARENA_CALL to doubt */
	MAEX_CLAIM,   /* answer a value higher than `claim` */
};

struct maex_view {
	enum maex_ask ask;
	int claim;          /* index of the last claim; MAEX_NONE in a new hand */
	int claim_before;   /* index of the claim before that, which it had to beat; MAEX_NONE when it was the first */
	int roll;           /* with MAEX_CLAIM the index of the robot's own roll, at the end of a hand that of the shown
	                     * roll; else MAEX_NONE */
	int claimer;        /* the seat that made the last claim, -1 in a new hand */
	int shown;          /* at the end of a hand, the seat whose roll is shown, or -1 */
	int last_play;      /* the last play of the history; -1 when it is empty */
	int last_player;    /* the seat that made it, or -1 */
	struct dice_hands hands; /* the remaining players, with their points, in turn order; `me` is the robot's seat */
};

/* Returns the index of the roll of a seat whose dice are shown, else MAEX_NONE. */
static inline int maex_roll_of(const struct maex_game *game, const struct dice_hands *hands, int seat)
{
	if (hands->n[seat] != 2 || hands->dice[seat][0] == 'x' || hands->dice[seat][1] == 'x')
		return MAEX_NONE;
	return maex_index(game, 10 * (hands->dice[seat][0] - '0') + (hands->dice[seat][1] - '0'));
}

/* Reads the three strings of an ask. */
static inline void maex_read(struct maex_view *view, const struct maex_game *game, const char *me, const char *hands,
			     const char *history)
{
	struct dice_play play = {0, 0};
	int before = -1; /* the play before the last */
	char claimer = 0;
	dice_read_hands(&view->hands, me, hands);
	view->claim = view->claim_before = view->roll = MAEX_NONE;
	view->last_play = view->shown = -1;
	for (const char *at = history; dice_next_play(&at, &play);) {
		before = view->last_play;
		view->last_play = play.play;
		if (maex_index(game, play.play) != MAEX_NONE) {
			view->claim_before = view->claim;
			view->claim = maex_index(game, play.play);
			claimer = play.who;
		}
	}
	view->claimer = claimer ? dice_seat_of(&view->hands, claimer) : -1;
	view->last_player = play.who ? dice_seat_of(&view->hands, play.who) : -1;
	for (int seat = 0; seat < view->hands.n_players; seat++) {
		if (maex_roll_of(game, &view->hands, seat) == MAEX_NONE)
			continue;
		view->shown = seat;
		view->roll = maex_roll_of(game, &view->hands, seat);
	}

	bool is_mine = view->shown >= 0 && view->shown == view->hands.me;
	bool is_new = view->last_play == -1 && !play.who;
	bool has_believed = view->last_play == ARENA_BELIEVE && view->last_player == view->hands.me &&
		maex_index(game, before) != MAEX_NONE;
	/* A claim directly after another claim is an illegal answer, and has ended the hand. */
	bool is_claimed = maex_index(game, view->last_play) != MAEX_NONE && maex_index(game, before) == MAEX_NONE;
	view->ask = MAEX_WATCH;
	if (is_mine && (is_new || has_believed))
		view->ask = MAEX_CLAIM;
	else if (is_claimed && view->shown < 0 && view->hands.me >= 0 && view->claimer >= 0)
		view->ask = MAEX_BELIEVE;
	if (view->ask != MAEX_WATCH)
		view->shown = -1;
}

#endif

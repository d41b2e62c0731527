/* options.c - the twelve options of Mäxchen, and the invalid combinations of their values. */
#include "game/maexchen/maexchen.h"

static const char *const bool_words[] = {"false", "true", NULL};
static const char *const lie_words[] = {"safe", "normal", "aggressive", NULL};
static const char *const believe_words[] = {"naive", "normal", "suspicious", NULL};

/* With these bounds an int has room for the losses of 10 000 hands, and for the difference of two such numbers. */
enum { ANY = 2000000000, MAX_LOSS = 100000, MAX_POINTS = 1000000 };

#define NUMBER(low, high) RULE_INT, low, high
#define WORDS(n) RULE_WORD, 0, (n) - 1

const struct rule_option maexchen_options[] = {
	{"maexchen", NUMBER(-ANY, ANY), 21, NULL,
		"the value called Mäxchen; a value that two dice cannot show disables it"},
	{"hamburger", NUMBER(-ANY, ANY), 42, NULL, "the value called Hamburger, the highest; disabled in the same way"},
	{"order_digits", WORDS(2), true, bool_words, "larger die first; false: as rolled, so 12 and 24 are values too"},
	{"play_order", NUMBER(-ANY, ANY), 1, NULL, "steps to the next player; -1 backwards, 0 the same player again"},
	{"points_to_start", NUMBER(-MAX_POINTS, MAX_POINTS), 10, NULL, "points of each player at the start"},
	{"point_loss_normal", NUMBER(-MAX_LOSS, MAX_LOSS), 1, NULL, "points lost when an ordinary value is shown"},
	{"point_loss_maexchen", NUMBER(-MAX_LOSS, MAX_LOSS), 2, NULL, "points lost when the Mäxchen is shown; negative "
		"points are gained"},
	{"point_loss_hamburger", NUMBER(-MAX_LOSS, MAX_LOSS), 3, NULL, "points lost when the Hamburger is shown"},
	{"reverse_maexchen", WORDS(2), true, bool_words, "the direction reverses when the Mäxchen is shown"},
	{"reverse_hamburger", WORDS(2), true, bool_words, "the direction reverses when the Hamburger is shown"},
	{"bot_lie", WORDS(3), 2, lie_words, "how the robot `maexchen` claims by default"},
	{"bot_believe", WORDS(3), 1, believe_words, "how the robot `maexchen` believes by default"},
	{NULL, NUMBER(0, 0), 0, NULL, NULL},
};

int maexchen_check(const struct rules *rules, int n_seats, struct err *err)
{
	const int *value = rules->value;
	if (value[MAEXCHEN_POINTS_TO_START] < 1)
		return err_set(err, EXIT_USAGE,
			       "points_to_start=%d: a player with fewer than 1 point is eliminated, so no one could "
			       "play; start with 1 or more", value[MAEXCHEN_POINTS_TO_START]);
	int special = value[MAEXCHEN_MAEXCHEN];
	if (special == value[MAEXCHEN_HAMBURGER] && maexchen_is_value(value, special))
		return err_set(err, EXIT_USAGE, "maexchen=%d and hamburger=%d: they must differ; a value that two dice "
			"cannot show, such as 69, disables one of them", special, special);
	return 0;
}

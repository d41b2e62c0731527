/* values.c - Mäxchen: the values, their order, and their losses. */
#include "game/maexchen/maexchen.h"

/* The ranks of the classes of values. Within a class, values are ranked by size. */
enum { RANK_DOUBLE = 100, RANK_MAEXCHEN = 200, RANK_HAMBURGER = 201 };

bool maexchen_is_value(const int *setting, int value)
{
	int first = value / 10, second = value % 10;
	if (first < 1 || first > MAEXCHEN_FACES || second < 1 || second > MAEXCHEN_FACES)
		return false;
	return !setting[MAEXCHEN_ORDER_DIGITS] || first >= second;
}

/* Returns true for the Mäxchen. If the setting is a value that two dice cannot show, no roll is the Mäxchen. `value`
 * may be 0, for no roll. */
bool maexchen_is_maexchen(const int *setting, int value)
{
	return value && value == setting[MAEXCHEN_MAEXCHEN];
}

bool maexchen_is_hamburger(const int *setting, int value)
{
	return value && value == setting[MAEXCHEN_HAMBURGER];
}

int maexchen_rank(const int *setting, int value)
{
	if (maexchen_is_hamburger(setting, value))
		return RANK_HAMBURGER;
	if (maexchen_is_maexchen(setting, value))
		return RANK_MAEXCHEN;
	return value % 11 ? value : RANK_DOUBLE + value;
}

int maexchen_next_claim(const struct rules *rules, int value)
{
	const int *setting = rules->value;
	int above = value ? maexchen_rank(setting, value) : 0, found = 0;
	for (int other = 11; other <= 66; other++)
		if (maexchen_is_value(setting, other) && maexchen_rank(setting, other) > above &&
		    (!found || maexchen_rank(setting, other) < maexchen_rank(setting, found)))
			found = other;
	return found;
}

int maexchen_highest(const int *setting)
{
	if (maexchen_is_value(setting, setting[MAEXCHEN_HAMBURGER]))
		return setting[MAEXCHEN_HAMBURGER];
	if (maexchen_is_value(setting, setting[MAEXCHEN_MAEXCHEN]))
		return setting[MAEXCHEN_MAEXCHEN];
	return 66;
}

int maexchen_value_of(const int *setting, int first, int second)
{
	if (setting[MAEXCHEN_ORDER_DIGITS] && first < second)
		return 10 * second + first;
	return 10 * first + second;
}

int maexchen_loss(const int *setting, int value)
{
	if (maexchen_is_hamburger(setting, value))
		return setting[MAEXCHEN_LOSS_HAMBURGER];
	if (maexchen_is_maexchen(setting, value))
		return setting[MAEXCHEN_LOSS_MAEXCHEN];
	return setting[MAEXCHEN_LOSS_NORMAL];
}

bool maexchen_turns(const int *setting, int value)
{
	if (maexchen_is_hamburger(setting, value))
		return setting[MAEXCHEN_REVERSE_HAMBURGER];
	return maexchen_is_maexchen(setting, value) && setting[MAEXCHEN_REVERSE_MAEXCHEN];
}

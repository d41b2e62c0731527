/* values.c - the values of Mäxchen in their order (values.h). */
#include "solve/maexchen/values.h"

int maexchen_values_check(const struct rules *rules, struct err *err)
{
	const int *value = rules->value;
	if (value[MAEXCHEN_POINTS_TO_START] > MAEXCHEN_MOST_POINTS)
		return err_set(err, EXIT_USAGE, "Mäxchen is computed with at most %d points: add -r points_to_start=%d",
			       MAEXCHEN_MOST_POINTS,
			       MAEXCHEN_MOST_POINTS);
	if (value[MAEXCHEN_LOSS_NORMAL] < 1 || value[MAEXCHEN_LOSS_MAEXCHEN] < 1 || value[MAEXCHEN_LOSS_HAMBURGER] < 1)
		return err_set(err, EXIT_USAGE, "Mäxchen is computed only where each lost hand costs at least one point");
	if (value[MAEXCHEN_PLAY_ORDER] % 2 == 0)
		return err_set(err, EXIT_USAGE, "Mäxchen is computed only where the players take turns: play_order must be odd");
	return 0;
}

void maexchen_values_list(struct maexchen_values *values, const struct rules *rules)
{
	const int *setting = rules->value;
	*values = (struct maexchen_values){.points = setting[MAEXCHEN_POINTS_TO_START], .illegal_loss = maexchen_loss(setting, 0)};
	for (int value = maexchen_next_claim(rules, 0); value; value = maexchen_next_claim(rules, value))
		values->value[values->n++] = value;
	for (int i = 0; i < values->n; i++) {
		values->first[i] = values->value[i] / 10;
		values->second[i] = values->value[i] % 10;
		values->loss[i] = maexchen_loss(setting, values->value[i]);
		for (int first = 1; first <= MAEXCHEN_FACES; first++)
			for (int second = 1; second <= MAEXCHEN_FACES; second++)
				values->chance[i] += (maexchen_value_of(setting, first, second) == values->value[i]) / 36.0;
	}
}

int maexchen_values_index(const struct maexchen_values *values, int value)
{
	for (int i = 0; i < values->n; i++)
		if (values->value[i] == value)
			return i;
	return -1;
}

/* seating.c - the players and their seats (seating.h). */
#include "terminal/seating.h"

#include "match/schedule.h"
#include "robot/spec.h"

/* "human" or "human:name=Ann", perhaps after the code of a cheat. */
static bool is_person(const char *spec)
{
	const char *name;
	size_t length = strlen(maexchen_cheat_code(maexchen_cheat_parse(spec, &name)));
	if (length && spec[length] != ':')
		name = spec;
	name = spec_after_name(name);
	return strncmp(name, "human", 5) == 0 && (!name[5] || name[5] == ':');
}

bool seating_has_people(char *const *specs, int n)
{
	for (int i = 0; i < n; i++)
		if (is_person(specs[i]))
			return true;
	return false;
}

static int take_cheat(struct seating *seating, const struct rules *rules, struct err *err)
{
	for (int i = 0; i < seating->n; i++) {
		const char *name;
		char *spec = seating->spec[i];
		enum maexchen_cheat cheat = maexchen_cheat_parse(spec, &name);
		if (!cheat || spec[strlen(maexchen_cheat_code(cheat))] != ':')
			continue;
		if (!is_person(spec))
			return err_set(err, EXIT_USAGE, "'%s': only people cheat; write %s:human", spec, maexchen_cheat_code(cheat));
		if (seating->cheat)
			return err_set(err, EXIT_USAGE, "'%s': one cheat in a game is enough", spec);
		if (maexchen_cheat_check(rules, cheat, err))
			return -1;
		seating->cheat = cheat;
		seating->cheater = i;
		seating->spec[i] += name - spec;
	}
	return 0;
}

static void draw_order(struct seating *seating, struct rng_key key)
{
	for (int i = seating->n - 1; i > 0; i--) {
		int other = (int)rng_below(rng_word(key, (uint64_t)i, 0), (uint32_t)i + 1);
		char *spec = seating->spec[i];
		seating->spec[i] = seating->spec[other];
		seating->spec[other] = spec;
	}
}

int seating_init(struct seating *seating, const struct request *request, const struct rules *rules, struct rng_key key, struct err *err)
{
	int n = request->n_robots;
	if (n < 2 || n > SCHEDULE_MAX_SEATS)
		return err_set(err, EXIT_USAGE, "a game needs 2 to %d players, not %d; 'human' is you, as in "
			       "`arena play human computer`", SCHEDULE_MAX_SEATS, n);
	*seating = (struct seating){.n = n, .is_drawn = seating_has_people(request->robots, n) && !request->matches.is_as_given};
	memcpy(seating->spec, request->robots, sizeof *seating->spec * (size_t)n);
	if (seating->is_drawn)
		draw_order(seating, rng_key_derive(key, RNG_CIRCLE));
	return take_cheat(seating, rules, err);
}

/* regress.c - counts the matches of a test, and decides it (regress.h). output/regression_text.c prints the result. */
#include "standings/regress.h"

#include <math.h>

#include "base/text.h"

/* Returns cleaned text. Names of files may have any bytes, but text for people and XML must be clean. */
static char *clean(const char *text)
{
	AUTO_STR struct str shown = text_cleaned(text);
	return mem_strdup(str_text(&shown));
}

static char *field_of(const struct run_config *info)
{
	AUTO_STR struct str names = {0};
	for (int i = 2; i < info->n_robots; i++)
		str_addf(&names, "%s%s", i > 2 ? "," : "", info->robots[i].label);
	return clean(str_text(&names));
}

/* Returns by how much a robot with this Elo above equal opponents exceeds the share 1 / n_seats of the wins or, by
 * places, a score of one half. */
static double difference_of(double elo, int n_seats, bool by_places)
{
	double n = by_places ? 2 : n_seats, strength = pow(10, elo / 400);
	return strength / (strength + n - 1) - 1 / n;
}

const char *regress_obstacle(enum run_config_model model)
{
	static const char *const reasons[N_MODELS] = {
		[MODEL_NORMALIZED] = "--model normalized uses the deviation of a game's score, which includes the luck",
		[MODEL_WINS] = "with --field, each match is played twice with the same dice",
		[MODEL_PLACES] = "with --field, each match is played twice with the same dice",
	};
	return reasons[model];
}

static const char *why_uncorrected(const struct run_config *info, const struct schedule *schedule)
{
	const char *why = regress_obstacle(info->test.model);
	if (info->has_luck)
		return NULL;
	why = why ? why : luck_obstacle(&info->rules, schedule);
	return why ? why : "--no-luck-correction was given";
}

const char *regress_init(struct regress *regress, const struct run_config *info)
{
	bool is_field = info->format == FORMAT_PAIRED;
	const struct run_config_test *asked = &info->test;
	struct sprt_test test = {
		.model = is_field ? SPRT_DIFFERENCE
			: asked->model == MODEL_NORMALIZED ? SPRT_NORMALIZED : SPRT_LOGISTIC,
		.low = asked->elo0, .high = asked->elo1, .alpha = asked->alpha, .beta = asked->beta,
	};
	bool by_places = is_field && asked->model != MODEL_WINS;
	if (is_field) {
		test.low = difference_of(asked->elo0, info->n_seats, by_places);
		test.high = difference_of(asked->elo1, info->n_seats, by_places);
	}
	*regress = (struct regress){
		.is_field = is_field, .elo0 = asked->elo0, .elo1 = asked->elo1, .rules = info->rules.name,
		.seed = clean(info->seed), .n_seats = info->n_seats, .match_length = info->match_length,
		.new_side = {.label = clean(info->robots[0].label), .sha256 = info->robots[0].sha256},
		.old_side = {.label = clean(info->robots[1].label), .sha256 = info->robots[1].sha256},
		.field = field_of(info), .by_places = by_places,
	};
	struct schedule schedule;
	if (run_config_schedule(info, &schedule, NULL) == 0)
		regress->uncorrected = why_uncorrected(info, &schedule);
	/* Add all possible values of a match with count 0, so that the test does not treat them as impossible. */
	for (int i = 0; i <= 4 && !is_field; i++)
		histogram_add(&regress->values, i / 4.0, 0);
	test.games_per_unit = 2 * regress->match_length;
	const char *complaint = sprt_complaint(&test);
	if (complaint)
		return complaint;
	sprt_init(&regress->sprt, &test);
	regress->has_luck = regress->sprt.has_parts = info->has_luck;
	control_series_init(&regress->luck, LUCK_TERMS);
	return NULL;
}

void regress_release(struct regress *regress)
{
	histogram_release(&regress->values);
	histogram_release(&regress->others);
	control_series_release(&regress->luck);
	FREE_ALL(regress->places, regress->seed, regress->field, regress->new_side.label, regress->old_side.label);
	*regress = (struct regress){0};
}

static void add_side(struct regress_side *side, const struct regress_match *match, int n_seats, int player)
{
	tally_places(&side->tally, match->places, (uint64_t)match->n_blocks * (uint64_t)n_seats, n_seats, player, 1);
	side->tally.asks += match->asks[player];
	TROUBLES_ADD(&side->tally, &match->trouble[player]);
}

/* Counts a unit. As long as all plays are the same, only the number of units matters. */
static void count_unit(struct regress *regress, double value, bool is_alike)
{
	histogram_add(&regress->values, value, 1);
	regress->alike += is_alike;
	if (value == 0.5)
		regress->even++;
	else if (value > 0.5)
		regress->better++;
	else
		regress->worse++;
	if (regress->alike < regress->values.n && !regress->has_luck)
		sprt_decide(&regress->sprt, &regress->values);
}

static void add_duel(struct regress *regress, const struct regress_match *match)
{
	count_unit(regress, match_win_share(match->places, 2 * (uint64_t)match->n_blocks, 2, 0),
		   match->alike == match->n_blocks);
	regress->blocks += match->n_blocks;
	regress->games += 2 * (uint64_t)match->n_blocks;
	add_side(&regress->new_side, match, 2, 0);
	add_side(&regress->old_side, match, 2, 1);
}

/* Returns (1 + the difference of two shares) / 2. Rounds the result to a multiple of 2^-40, so that equal differences
 * of different shares give equal values. */
static double unit_of(double of_new, double of_old)
{
	return rint((1 + of_new - of_old) / 2 * 0x1p40) * 0x1p-40;
}

/* Adds a match that was played with the new robot and with the old one as player 0. */
static void add_field(struct regress *regress, const struct regress_match *with_new,
		      const struct regress_match *with_old)
{
	int n = regress->n_seats;
	uint64_t n_games = (uint64_t)with_new->n_blocks * (uint64_t)n;
	double wins = unit_of(match_win_share(with_new->places, n_games, n, 0),
			      match_win_share(with_old->places, n_games, n, 0));
	double places = unit_of(match_score(with_new->places, n_games, n, 0),
				match_score(with_old->places, n_games, n, 0));
	count_unit(regress, regress->by_places ? places : wins, with_new->signature == with_old->signature);
	histogram_add(&regress->others, regress->by_places ? wins : places, 1);
	regress->blocks += with_new->n_blocks;
	regress->games += 2 * n_games;
	add_side(&regress->new_side, with_new, n, 0);
	add_side(&regress->old_side, with_old, n, 0);
	for (int i = 1; i <= 2; i++) {
		TROUBLES_ADD(&regress->field_tally, &with_new->trouble[i]);
		TROUBLES_ADD(&regress->field_tally, &with_old->trouble[i]);
	}
}

/* Keeps a copy of the match that outlives its chunk. */
static void keep(struct regress *regress, const struct regress_match *match)
{
	size_t size = (size_t)match->n_blocks * (size_t)regress->n_seats * (size_t)regress->n_seats;
	regress->places = mem_resize(regress->places, size, 1);
	memcpy(regress->places, match->places, size);
	regress->with_new = *match;
	regress->with_new.places = regress->places;
}

/* Gets a match. *trouble is where the troubles of the match begin, and is moved to where they end. */
static struct regress_match get_match(const struct chunk *chunk, uint64_t index, size_t *trouble)
{
	struct regress_match match = {
		.places = chunk_match(chunk, index), .n_blocks = chunk->n_blocks, .signature = chunk->signatures[index],
		.alike = chunk->alike[index],
	};
	for (int player = 0; player < 2; player++)
		match.asks[player] = chunk->asks[index * (uint64_t)chunk->n_seats + (uint64_t)player];
	for (; *trouble < chunk->n_troubles && chunk->troubles[*trouble].match == index; ++*trouble) {
		const struct match_trouble *of = &chunk->troubles[*trouble];
		struct match_trouble *sum = &match.trouble[of->player < 2 ? of->player : 2];
		TROUBLES_ADD(sum, of);
	}
	return match;
}

static void add_match(struct regress *regress, const struct regress_match *match)
{
	if (!regress->is_field)
		add_duel(regress, match);
	else if (regress->next % 2 == 0)
		keep(regress, match);
	else
		add_field(regress, &regress->with_new, match);
	regress->next++;
}

/* Adds the luck of the dice in a chunk whose matches all belong to the test. The test is decided only at the end of a
 * part. */
static void add_luck(struct regress *regress, const struct chunk *chunk)
{
	for (int i = 0; i < chunk->n_robots; i++)
		if (chunk->robots[i].robot == 0)
			control_series_add(&regress->luck, chunk->luck_sums + i * LUCK_SUMS, chunk->matches.n);
	bool is_end = regress->next == control_part_end(chunk->matches.first);
	if (is_end)
		control_series_end_part(&regress->luck);
	regress->sprt.control = control_series_fit(&regress->luck, LUCK_SHARE);
	if (is_end && regress->alike < regress->values.n)
		sprt_decide(&regress->sprt, &regress->values);
}

uint64_t regress_add(struct regress *regress, const struct chunk *chunk)
{
	size_t trouble = 0;
	uint64_t index = 0;
	bug_if(!chunk->has_details || chunk->matches.stride != 1);
	if (chunk->matches.first != regress->next)
		return 0;
	for (; index < chunk->matches.n && !regress_is_decided(regress); index++) {
		struct regress_match match = get_match(chunk, index, &trouble);
		add_match(regress, &match);
	}
	if (regress->has_luck && chunk->has_luck && index == chunk->matches.n)
		add_luck(regress, chunk);
	return index;
}

bool regress_is_decided(const struct regress *regress)
{
	return regress_verdict(regress) != REGRESS_UNDECIDED;
}

enum regress_verdict regress_verdict(const struct regress *regress)
{
	if (regress->new_side.tally.failed_games || regress->old_side.tally.failed_games ||
	    regress->field_tally.failed_games)
		return REGRESS_FAILED;
	if (regress->values.n && regress->alike == regress->values.n)
		return (double)regress->alike < sprt_equal_units(&regress->sprt.test) ? REGRESS_UNDECIDED
										      : REGRESS_NO_DIFFERENCE;
	switch (regress->sprt.verdict) {
	case SPRT_ACCEPT_H1:
		return REGRESS_PASS;
	case SPRT_ACCEPT_H0:
		return REGRESS_WORSE;
	default:
		return REGRESS_UNDECIDED;
	}
}

bool regress_passes(const struct regress *regress)
{
	enum regress_verdict verdict = regress_verdict(regress);
	return verdict == REGRESS_PASS || (verdict == REGRESS_NO_DIFFERENCE && regress->elo0 < 0);
}

static int read_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	if (chunk->has_details)
		regress_add(context, chunk);
	return 0;
}

int regress_read(struct regress *regress, const struct run_config *info, struct database *database, int64_t run,
		 struct err *err)
{
	struct schedule schedule;
	const char *complaint = regress_init(regress, info);
	if (complaint)
		return err_set(err, EXIT_WORLD, "a stored test cannot be read: %s", complaint);
	if (run_config_schedule(info, &schedule, err) ||
	    database_each_chunk(database, run, &schedule, read_chunk, regress, err))
		return -1;
	regress->is_interrupted = regress_verdict(regress) == REGRESS_UNDECIDED && regress->next < schedule.n_matches;
	return 0;
}

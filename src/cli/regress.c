/* regress.c - see regress.h: counting and deciding. Telling is in regress_tell.c. */
#include "cli/regress.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/json.h"

/* What a file is called may be anything; what is shown, and stands in XML, may not. */
static char *clean(const char *text)
{
	AUTO_STR struct str shown = {0};
	json_add_clean(&shown, text);
	return mem_strdup(str_text(&shown));
}

static char *field_of(const struct info *info)
{
	AUTO_STR struct str names = {0};
	for (int i = 2; i < info->n_robots; i++)
		str_addf(&names, "%s%s", i > 2 ? "," : "", info->robots[i].spec);
	return clean(str_text(&names));
}

const char *regress_init(struct regress *regress, const struct info *info)
{
	bool is_field = info->format == FORMAT_PAIRED;
	const struct info_test *asked = &info->test;
	struct sprt_test test = {
		.model = is_field ? SPRT_PAIRED : asked->is_normalized ? SPRT_NORMALIZED : SPRT_LOGISTIC,
		.low = asked->elo0, .high = asked->elo1, .alpha = asked->alpha, .beta = asked->beta, .games_per_unit = 2,
	};
	if (is_field) { /* a difference in score points, as near equal strength */
		test.low = score_of_elo(asked->elo0) - 0.5;
		test.high = score_of_elo(asked->elo1) - 0.5;
	}
	*regress = (struct regress){
		.is_field = is_field, .elo0 = asked->elo0, .elo1 = asked->elo1, .rules = info->rules.name, .seed = clean(info->seed),
		.new_side = {.label = clean(info->robots[0].label), .sha256 = info->robots[0].sha256},
		.old_side = {.label = clean(info->robots[1].label), .sha256 = info->robots[1].sha256},
		.field = field_of(info),
	};
	const char *complaint = sprt_complaint(&test);
	if (!complaint)
		sprt_init(&regress->sprt, &test);
	return complaint;
}

void regress_release(struct regress *regress)
{
	match_result_release(&regress->with_new);
	free(regress->seed);
	free(regress->field);
	free(regress->new_side.label);
	free(regress->old_side.label);
	*regress = (struct regress){0};
}

static bool has_failed(const struct regress *regress)
{
	return regress->new_side.tally.failed_games || regress->old_side.tally.failed_games;
}

static bool is_unchanged(const struct regress *regress)
{
	return regress->blocks >= REGRESS_ALIKE_BLOCKS && regress->alike_blocks == regress->blocks;
}

/* Has nothing differed yet, in too few blocks to say so? Then no other verdict stops the test. */
static bool is_waiting(const struct regress *regress)
{
	return regress->alike_blocks == regress->blocks && regress->blocks < REGRESS_ALIKE_BLOCKS;
}

static bool is_decided(const struct regress *regress)
{
	return regress_verdict(regress) != REGRESS_UNDECIDED;
}

void regress_shares(const struct regress *regress, struct histogram *shares)
{
	for (int i = 0; i < REGRESS_OUTCOMES; i++)
		histogram_add(shares, i / (REGRESS_OUTCOMES - 1.0), regress->count[i]);
}

static void add_duel(struct regress *regress, const struct match_result *result)
{
	const uint8_t *places = result->places;
	for (uint32_t block = 0; block < result->plan.n_blocks; block++, places += 4) {
		double share = (places_win(places, 2, 0) + places_win(places + 2, 2, 0)) / 2;
		regress->count[(int)(share * 4)]++;
	}
	regress->blocks += result->plan.n_blocks;
	regress->alike_blocks += result->n_alike_blocks;
	regress->games += result->plan.n_blocks * 2u;
	tally_add(&regress->new_side.tally, &result->tally[0]);
	tally_add(&regress->old_side.tally, &result->tally[1]);
	AUTO_HISTOGRAM struct histogram shares = {0};
	regress_shares(regress, &shares);
	sprt_decide(&regress->sprt, &shares);
}

/* Mean score of player 0 over the rotations of a block. */
static double block_score(const uint8_t *places, int n)
{
	double sum = 0;
	for (int rotation = 0; rotation < n; rotation++, places += n)
		sum += (n - places_mean(places, n, 0)) / (n - 1);
	return sum / n;
}

/* The same match played with the new robot and with the old one as player 0. */
static void add_field(struct regress *regress, const struct match_result *with_new, const struct match_result *with_old)
{
	int n = with_new->n_seats;
	size_t size = (size_t)n * (size_t)n;
	for (uint32_t block = 0; block < with_new->plan.n_blocks; block++)
		paired_add(&regress->paired, block_score(with_new->places + block * size, n) -
						     block_score(with_old->places + block * size, n));
	regress->blocks += with_new->plan.n_blocks;
	if (with_new->signature == with_old->signature)
		regress->alike_blocks += with_new->plan.n_blocks;
	regress->games += with_new->plan.n_blocks * 2 * (uint64_t)n;
	tally_add(&regress->new_side.tally, &with_new->tally[0]);
	tally_add(&regress->old_side.tally, &with_old->tally[0]);
	sprt_decide_paired(&regress->sprt, &regress->paired);
}

/* Keeps a result beyond the call: what is looked at later is copied. */
static void keep(struct match_result *to, const struct match_result *from)
{
	size_t n = (size_t)from->n_seats, size = from->plan.n_blocks * n * n;
	match_result_release(to);
	*to = *from;
	to->faults = NULL;
	to->n_faults = 0;
	to->plays = NULL;
	to->places = NEW_ARRAY(uint8_t, size);
	memcpy(to->places, from->places, size);
}

bool regress_add(struct regress *regress, const struct match_result *result)
{
	struct match_result *with_new = &regress->with_new;
	if (!regress->is_field)
		add_duel(regress, result);
	else if (!result->plan.is_twin)
		keep(with_new, result);
	else if (with_new->places && with_new->plan.number + 1 == result->plan.number) /* of an unfinished run it may be missing */
		add_field(regress, with_new, result);
	return is_decided(regress);
}

enum regress_verdict regress_verdict(const struct regress *regress)
{
	if (has_failed(regress))
		return REGRESS_FAILED;
	if (is_unchanged(regress))
		return REGRESS_NO_CHANGE;
	if (is_waiting(regress))
		return REGRESS_UNDECIDED;
	switch (regress->sprt.verdict) {
	case SPRT_ACCEPT_H1:
		return REGRESS_PASS;
	case SPRT_ACCEPT_H0:
		return REGRESS_WORSE;
	default:
		return REGRESS_UNDECIDED;
	}
}

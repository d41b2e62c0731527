/* luck.c - what the dice of a hand favoured (luck.h). */
#include "match/luck.h"

#include <math.h>

#include "game/dice.h"
#include "game/liars/liars.h"

/* The dice of a seat. */
struct luck_hand {
	uint64_t counts; /* of the faces, with the wild dice, in lanes as in dice.h */
	int n, most, face;
};

/* One of all possible hands of so many dice. */
struct possible {
	struct luck_hand hand;
	double chance;
};

struct possible_hands {
	struct possible *of; /* NULL: not made yet; owned */
	int n;
};

/* What is known before a hand is dealt, of two seats with their numbers of dice. */
struct state {
	float mean[LUCK_FEATURES];
	float stake;         /* without other seats; 0: not made yet */
};

enum { MOST_HANDS = 500, MOST_DICE = 10 }; /* possible hands of a seat; the dice of two fit a lane */

struct luck {
	int faces, wild;     /* the wild face; 0: none */
	bool is_by_die;      /* the loser of a hand loses a die */
	uint64_t lanes;      /* ones: of all faces */
	double power[MOST_DICE + 1]; /* e^n */
	struct possible_hands hands[MOST_DICE + 1];
	struct state states[MOST_DICE + 1][MOST_DICE + 1]; /* [own dice][other's] */
};

static int count_hands(int dice, int faces)
{
	long n = 1;
	for (int i = 1; i < faces && n <= MOST_HANDS; i++)
		n = n * (dice + i) / i;
	return (int)(n <= MOST_HANDS ? n : MOST_HANDS + 1);
}

bool luck_suits(const struct rules *rules, const struct schedule *schedule)
{
	return rules->family == &family_common && rules->value[COMMON_DICE] <= MOST_DICE &&
	       count_hands(rules->value[COMMON_DICE], rules->value[COMMON_FACES]) <= MOST_HANDS &&
	       schedule->n_seats <= LUCK_MOST_SEATS && schedule->n_robots <= LUCK_MOST_ROBOTS && schedule->set_size == 1;
}

struct luck *luck_new(const struct rules *rules)
{
	struct luck *luck = NEW(struct luck);
	int wild = rules->value[COMMON_WILD];
	luck->faces = rules->value[COMMON_FACES];
	luck->wild = wild == WILD_NONE ? 0 : wild == WILD_HIGH ? luck->faces : 1;
	luck->is_by_die = rules->value[COMMON_LOSS] == LOSS_DIE;
	luck->lanes = DICE_LANES & ((UINT64_C(1) << (DICE_LANE * luck->faces)) - 1);
	luck->power[0] = 1;
	for (int n = 1; n <= MOST_DICE; n++)
		luck->power[n] = luck->power[n - 1] * M_E;
	return luck;
}

void luck_free(struct luck *luck)
{
	for (int n = 0; luck && n <= MOST_DICE; n++)
		free(luck->hands[n].of);
	free(luck);
}

/* ---- hands ------------------------------------------------------------------------------ */

/* How many faces are there `count` times. Counts are below 32, one to a lane. */
static inline int faces_with(const struct luck *luck, uint64_t counts, unsigned count)
{
	const uint64_t low = luck->lanes * 15, high = luck->lanes * 16;
	uint64_t differing = counts ^ luck->lanes * count;
	uint64_t others = (((differing & low) + low) | differing) & high; /* the highest bit of each lane that is not 0 */
	return (int)(((others ^ high) >> 4) * DICE_LANES >> DICE_LANE * (DICE_FACES - 1) & DICE_LANE_MASK);
}

static inline int count_of(uint64_t counts, int face)
{
	return (int)(counts >> DICE_LANE * (face - 1) & DICE_LANE_MASK);
}

static inline void look_at(const struct luck *luck, uint64_t packed, struct luck_hand *hand)
{
	uint64_t counts = packed - (packed >> DICE_LANE);
	int best = 0;
	if (luck->wild)
		counts += (luck->lanes & ~(UINT64_C(1) << DICE_LANE * (luck->wild - 1))) * (unsigned)count_of(counts, luck->wild);
	for (int face = 1; face <= luck->faces; face++) {
		int weight = count_of(counts, face) * 16 + face;
		best = weight > best ? weight : best;
	}
	*hand = (struct luck_hand){counts, dice_at_least(packed, 1), best / 16, best % 16};
}

static inline void compare(const struct luck *luck, const struct luck_hand *own, const struct luck_hand *other, float *feature)
{
	int weight = own->most * 16 + own->face, weight_of_other = other->most * 16 + other->face;
	feature[LUCK_BETTER] = (float)((weight > weight_of_other) - (weight < weight_of_other));
	feature[LUCK_HIGHER] = (float)((own->face > other->face) - (own->face < other->face));
	feature[LUCK_SAME] = own->face == other->face;
	feature[LUCK_BOTH_MOST] = (float)(own->most * other->most);
	feature[LUCK_SINGLES] = (float)faces_with(luck, own->counts + other->counts, 1);
	feature[LUCK_OWN_MOST] = (float)own->most;
	feature[LUCK_OTHER_MOST] = (float)other->most;
	feature[LUCK_OWN_LACKS] = count_of(own->counts, other->face) == 0;
	feature[LUCK_OTHER_LACKS] = count_of(other->counts, own->face) == 0;
}

/* The features with own and other exchanged, and the sign that they get. */
static const struct {
	int term, sign;
} mirror[LUCK_FEATURES] = {
	[LUCK_BETTER] = {LUCK_BETTER, -1}, [LUCK_HIGHER] = {LUCK_HIGHER, -1}, [LUCK_SAME] = {LUCK_SAME, 1},
	[LUCK_BOTH_MOST] = {LUCK_BOTH_MOST, 1}, [LUCK_SINGLES] = {LUCK_SINGLES, 1},
	[LUCK_OWN_MOST] = {LUCK_OTHER_MOST, 1}, [LUCK_OTHER_MOST] = {LUCK_OWN_MOST, 1},
	[LUCK_OWN_LACKS] = {LUCK_OTHER_LACKS, 1}, [LUCK_OTHER_LACKS] = {LUCK_OWN_LACKS, 1},
};

/* The place of a term of the other player, which speaks after the seat if that speaks before it. */
static inline int mirrored(int term)
{
	int feature = term % LUCK_FEATURES;
	return mirror[feature].term + (term < LUCK_FEATURES ? LUCK_FEATURES : 0);
}

/* ---- their means ------------------------------------------------------------------------ */

/* Adds the hands in which `left` of n dice show `face` or more, and the others are those packed. chance: of each order of those. */
static void enumerate(const struct luck *luck, struct possible_hands *hands, uint64_t packed, int face, int left, double chance)
{
	for (int count = face == luck->faces ? left : 0; count <= left; count++) {
		uint64_t with = packed + dice_pack(face) * (unsigned)count;
		if (count == left) {
			struct possible *possible = &hands->of[hands->n++];
			look_at(luck, with, &possible->hand);
			possible->chance = chance;
		} else {
			enumerate(luck, hands, with, face + 1, left - count, chance);
		}
		chance = chance * (left - count) / (count + 1);
	}
}

static const struct possible_hands *hands_of(struct luck *luck, int n)
{
	struct possible_hands *hands = &luck->hands[n];
	if (!hands->of) {
		hands->of = NEW_ARRAY(struct possible, (size_t)count_hands(n, luck->faces));
		enumerate(luck, hands, 0, 1, n, pow(luck->faces, -n));
	}
	return hands;
}

/* What the hand decides between two seats: the difference of the own chance to win the game when the other loses a die and when the
 * seat does, if the chance is e^dice over the sum of that of all seats. total: that sum. */
static double stake(const struct luck *luck, double total, int own, int other)
{
	const double *power = luck->power;
	if (!luck->is_by_die)
		return 1;
	double own_less = own > 1 ? power[own - 1] : 0, other_less = other > 1 ? power[other - 1] : 0;
	return power[own] / (total - power[other] + other_less) - own_less / (total - power[own] + own_less);
}

__attribute__((noinline)) static void make_state(struct luck *luck, int n, int m, struct state *state)
{
	const struct possible_hands *own = hands_of(luck, n), *other = hands_of(luck, m);
	double sums[LUCK_FEATURES] = {0};
	float feature[LUCK_FEATURES];
	for (int i = 0; i < own->n; i++) {
		for (int j = 0; j < other->n; j++) {
			compare(luck, &own->of[i].hand, &other->of[j].hand, feature);
			for (int f = 0; f < LUCK_FEATURES; f++)
				sums[f] += own->of[i].chance * other->of[j].chance * feature[f];
		}
	}
	for (int f = 0; f < LUCK_FEATURES; f++)
		state->mean[f] = (float)sums[f];
	state->stake = (float)stake(luck, luck->power[n] + luck->power[m], n, m);
}

/* ---- a hand ----------------------------------------------------------------------------- */

static inline const struct state *state_of(struct luck *luck, int n, int m)
{
	struct state *state = &luck->states[n][m];
	if (__builtin_expect(state->stake == 0, false))
		make_state(luck, n, m, state);
	return state;
}

static inline void add_pair(const struct luck *luck, const struct state *state, float weight, const struct luck_hand *own,
			    const struct luck_hand *other, float *terms)
{
	float feature[LUCK_FEATURES];
	compare(luck, own, other, feature);
	for (int f = 0; f < LUCK_FEATURES; f++)
		terms[f] += (feature[f] - state->mean[f]) * weight;
}

static void add_pair_of_many(struct luck *luck, double total, const struct luck_hand *own, const struct luck_hand *other, float *terms)
{
	add_pair(luck, state_of(luck, own->n, other->n), (float)stake(luck, total, own->n, other->n), own, other, terms);
}

static void add_many(struct luck *luck, const struct game *game, float *terms)
{
	struct luck_hand hands[LUCK_MOST_SEATS];
	int n = game->n_seats, opener = game->u.common.opener;
	double total = 0;
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		look_at(luck, game->seat[seat].dice, &hands[seat]);
		total += luck->power[hands[seat].n];
	}
	for (uint32_t left = game->in; left; left &= left - 1) {
		int own = __builtin_ctz(left), turn = own < opener ? own + n : own;
		for (uint32_t others = game->in & ~(UINT32_C(1) << own); others; others &= others - 1) {
			int other = __builtin_ctz(others), role = turn > (other < opener ? other + n : other);
			add_pair_of_many(luck, total, &hands[own], &hands[other], terms + own * LUCK_TERMS + role * LUCK_FEATURES);
		}
	}
}

void luck_add(struct luck *luck, const struct game *game, int first, float *terms)
{
	struct luck_hand own, other;
	if (game->n_seats > 2) {
		add_many(luck, game, terms);
		return;
	}
	look_at(luck, game->seat[first].dice, &own);
	look_at(luck, game->seat[!first].dice, &other);
	const struct state *state = state_of(luck, own.n, other.n);
	add_pair(luck, state, state->stake, &own, &other, terms + (game->u.common.opener != first) * LUCK_FEATURES);
}

/* ---- matches ---------------------------------------------------------------------------- */

/* Two numbers at once; so many pairs, of as many matches, are multiplied before they are added to the sums. */
typedef double pair __attribute__((vector_size(16)));
enum { PAIRS = 4, BATCH = 2 * PAIRS, NUMBERS = LUCK_TERMS + 1 };

struct batch {
	double number[NUMBERS][BATCH] __attribute__((aligned(16)));
};

/* To a whole number below 2^17, so that the products of 2^18 matches add up to less than 2^53, and a double holds them exactly. */
static inline double whole(double number)
{
	const double most = 0x1p17 - 1, shift = 0x1.8p52;
	number = number > most ? most : number < -most ? -most : number;
	return number + shift - shift;
}

static void add_batch(const struct batch *batch, double *sums, pair *products)
{
	for (int i = 0; i < NUMBERS; i++) {
		const pair *x = (const pair *)batch->number[i];
		for (int k = 0; k < BATCH; k++)
			sums[i] += batch->number[i][k];
		for (int j = 0; j <= i; j++) {
			const pair *y = (const pair *)batch->number[j];
			*products++ += x[0] * y[0] + x[1] * y[1] + (x[2] * y[2] + x[3] * y[3]);
		}
	}
}

/* Adds the sums of a player, or those of the other one of two. */
static void take_sums(const double *exact, const pair *products, bool is_mirrored, int64_t *sums)
{
	int to[NUMBERS] = {0}, sign[NUMBERS] = {is_mirrored ? -1 : 1};
	for (int i = 0; i < LUCK_TERMS; i++) {
		to[i + 1] = 1 + (is_mirrored ? mirrored(i) : i);
		sign[i + 1] = is_mirrored ? mirror[i % LUCK_FEATURES].sign : 1;
	}
	for (int i = 0; i < NUMBERS; i++) {
		sums[to[i]] += sign[i] * (int64_t)exact[i];
		for (int j = 0; j <= i; j++, products++) {
			int high = to[i] > to[j] ? to[i] : to[j], low = to[i] + to[j] - high;
			sums[CONTROL_PRODUCT(LUCK_TERMS, high, low)] += sign[i] * sign[j] * (int64_t)((*products)[0] + (*products)[1]);
		}
	}
}

void luck_sum(const float *terms, size_t stride, const float *share, uint64_t n, uint64_t n_games, bool is_mirrored, int64_t *sums)
{
	const double scale = 0x1p10 / sqrt((double)n_games);
	struct batch batch = {0};
	double exact[NUMBERS] = {0};
	pair products[LUCK_SUMS - NUMBERS] = {0};
	for (uint64_t match = 0; match < n; match++, terms += stride) {
		unsigned at = match % BATCH;
		batch.number[0][at] = whole((share[match] - 0.5) / LUCK_SHARE);
		for (int i = 0; i < LUCK_TERMS; i++)
			batch.number[i + 1][at] = whole(terms[i] * scale);
		if (at < BATCH - 1 && match < n - 1)
			continue;
		add_batch(&batch, exact, products);
		memset(&batch, 0, sizeof batch);
	}
	take_sums(exact, products, is_mirrored, sums);
}

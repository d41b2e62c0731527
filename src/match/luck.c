/* luck.c - what the dice of a hand favoured (luck.h). */
#include "match/luck.h"

#include <math.h>

#include "game/dice.h"
#include "game/liars/liars.h"

/* The dice of a seat. */
struct luck_hand {
	uint64_t counts;     /* of the faces, with the wild dice, in lanes as in dice.h */
	int n, most, lane;   /* how often the favourite is there; the lowest bit of its lane */
};

/* Two hands at once. There are no tables of hands, because they would seldom be in the cache when a hand is dealt. */
typedef uint64_t two __attribute__((vector_size(16)));

/* All possible hands of so many dice: the dice, and how many of the faces^n orders show them. */
struct possible_hands {
	struct possible {
		struct luck_hand hand;
		double n_orders;
	} *of;               /* NULL: not made yet; owned */
	int n;
};

/* Features are added four at a time. */
typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int four_whole __attribute__((vector_size(16)));
enum { FOUR = 4 };
_Static_assert(LUCK_FEATURES == 2 * FOUR + 1 && LUCK_TERMS == 4 * FOUR + 2, "see struct features");

struct features {
	four low, high;
	float last;
};

/* What is known before a hand is dealt, of two seats with their numbers of dice. */
struct state {
	float mean[LUCK_FEATURES];
	float stake;         /* without other seats; 0: not made yet */
	float unused[6];     /* so that it fills a cache line */
};

enum { MOST_HANDS = 500, MOST_DICE = 10 }; /* possible hands of a seat; the dice of two fit a lane */

struct luck {
	int faces;
	int wild_lane;       /* the lowest bit of the lane of the wild face */
	uint64_t lanes;      /* ones: of all faces */
	uint64_t tame;       /* the lanes of the faces for which wild dice count; 0 if none are wild */
	bool is_by_die;      /* the loser of a hand loses a die */
	double power[MOST_DICE + 1]; /* e^n */
	struct possible_hands hands[MOST_DICE + 1];
	_Alignas(64) struct state states[MOST_DICE + 1][16]; /* [own dice][other's] */
};

static int count_hands(int dice, int faces)
{
	long n = 1;
	for (int i = 1; i < faces && n <= MOST_HANDS; i++)
		n = n * (dice + i) / i;
	return (int)(n <= MOST_HANDS ? n : MOST_HANDS + 1);
}

const char *luck_obstacle(const struct rules *rules, const struct schedule *schedule)
{
	if (rules->family != &family_common)
		return "in Mäxchen the dice of a hand depend on what was believed";
	if (rules->value[COMMON_DICE] > MOST_DICE || count_hands(rules->value[COMMON_DICE], rules->value[COMMON_FACES]) > MOST_HANDS)
		return "a seat has more than 10 dice or 500 different hands";
	if (schedule->n_seats > LUCK_MOST_SEATS)
		return "it is computed for at most 8 seats";
	if (schedule->n_robots > LUCK_MOST_ROBOTS)
		return "it is computed for at most 100 robots";
	return schedule->set_size > 1 ? "several matches have the same dice" : NULL;
}

struct luck *luck_new(const struct rules *rules)
{
	struct luck *luck = mem_aligned(1, sizeof *luck);
	int wild = rules->value[COMMON_WILD], faces = luck->faces = rules->value[COMMON_FACES];
	luck->is_by_die = rules->value[COMMON_LOSS] == LOSS_DIE;
	luck->lanes = dice_pack(faces);
	luck->wild_lane = wild == WILD_HIGH ? DICE_LANE * (faces - 1) : 0;
	luck->tame = wild == WILD_NONE ? 0 : (luck->lanes & ~(UINT64_C(1) << luck->wild_lane)) * DICE_LANE_MASK;
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

/* How many faces are there `count` times. Counts are below 32, one to a lane. */
static inline int faces_with(const struct luck *luck, uint64_t counts, unsigned count)
{
	const uint64_t low = luck->lanes * 15, high = luck->lanes * 16;
	uint64_t differing = counts ^ luck->lanes * count;
	uint64_t others = (((differing & low) + low) | differing) & high; /* the highest bit of each lane that is not 0 */
	return (int)(((others ^ high) >> 4) * DICE_LANES >> DICE_LANE * (DICE_FACES - 1) & DICE_LANE_MASK);
}

static inline int count_of(uint64_t counts, int lane)
{
	return (int)(counts >> lane & DICE_LANE_MASK);
}

/* The larger one of each lane and the lane so many bits above it. Counts are below 16. */
static inline two larger(two counts, int bits)
{
	const two high = {DICE_LANES * 16, DICE_LANES * 16};
	two above = counts >> bits, is_larger = ((counts | high) - above) & high;
	return above ^ ((counts ^ above) & (is_larger - (is_larger >> 4)));
}

static inline struct luck_hand hand_of(const struct luck *luck, uint64_t packed, uint64_t counts, uint64_t most)
{
	uint64_t all = luck->lanes * 16, have_most = ((counts | all) - luck->lanes * most) & all;
	return (struct luck_hand){counts, dice_at_least(packed, 1), (int)most, 63 - DICE_LANE + 1 - __builtin_clzll(have_most)};
}

static inline void look_at(const struct luck *luck, uint64_t own, uint64_t other, struct luck_hand *hands)
{
	two dice = {own, other}, counts = dice - (dice >> DICE_LANE), wild = counts >> luck->wild_lane & DICE_LANE_MASK;
	wild |= wild << DICE_LANE;
	wild |= wild << 2 * DICE_LANE;
	wild |= wild << 4 * DICE_LANE;
	counts += (wild | wild << 8 * DICE_LANE) & luck->tame;
	two most = luck->faces > 8 ? larger(counts, 8 * DICE_LANE) : counts;
	most = larger(larger(larger(most, 4 * DICE_LANE), 2 * DICE_LANE), DICE_LANE) & DICE_LANE_MASK;
	hands[0] = hand_of(luck, own, counts[0], most[0]);
	hands[1] = hand_of(luck, other, counts[1], most[1]);
}

static inline struct features compare(const struct luck *luck, const struct luck_hand *own, const struct luck_hand *other)
{
	int weight = own->most * 64 + own->lane, others = other->most * 64 + other->lane;
	four_whole low = {(weight > others) - (weight < others), (own->lane > other->lane) - (own->lane < other->lane),
			  own->lane == other->lane, own->most * other->most};
	four_whole high = {faces_with(luck, own->counts + other->counts, 1), own->most, other->most, count_of(own->counts, other->lane) == 0};
	unsigned other_lacks = (unsigned)(count_of(other->counts, own->lane) - 1) >> 31; /* with == 0 there would be a branch */
	return (struct features){__builtin_convertvector(low, four), __builtin_convertvector(high, four), (float)(int)other_lacks};
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

/* Adds the hands in which `left` of n dice show `face` or more, and the others are those packed. n_orders: of those among the n. */
static void enumerate(const struct luck *luck, struct possible_hands *hands, uint64_t packed, int face, int left, double n_orders)
{
	for (int count = face == luck->faces ? left : 0; count <= left; count++) {
		uint64_t with = packed + dice_pack(face) * (unsigned)count;
		if (count == left) {
			struct luck_hand both[2];
			look_at(luck, with, with, both);
			hands->of[hands->n++] = (struct possible){both[0], n_orders};
		} else {
			enumerate(luck, hands, with, face + 1, left - count, n_orders);
		}
		n_orders = n_orders * (left - count) / (count + 1);
	}
}

static const struct possible_hands *hands_of(struct luck *luck, int n)
{
	struct possible_hands *hands = &luck->hands[n];
	if (!hands->of) {
		hands->of = NEW_ARRAY(struct possible, (size_t)count_hands(n, luck->faces));
		enumerate(luck, hands, 0, 1, n, 1);
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

/* The sums are whole numbers below 2^53. */
__attribute__((noinline)) static void make_state(struct luck *luck, int n, int m)
{
	const struct possible_hands *own = hands_of(luck, n), *other = hands_of(luck, m);
	struct state *state = &luck->states[n][m], *mirrored = &luck->states[m][n];
	double sums[LUCK_FEATURES] = {0};
	for (int i = 0; i < own->n; i++) {
		for (int j = 0; j < other->n; j++) {
			struct features features = compare(luck, &own->of[i].hand, &other->of[j].hand);
			double n_orders = own->of[i].n_orders * other->of[j].n_orders;
			for (int f = 0; f < FOUR; f++) {
				sums[f] += n_orders * features.low[f];
				sums[FOUR + f] += n_orders * features.high[f];
			}
			sums[2 * FOUR] += n_orders * features.last;
		}
	}
	for (int f = 0; f < LUCK_FEATURES; f++) {
		state->mean[f] = (float)(sums[f] / pow(luck->faces, n + m));
		mirrored->mean[mirror[f].term] = (float)mirror[f].sign * state->mean[f];
	}
	state->stake = (float)stake(luck, luck->power[n] + luck->power[m], n, m);
	mirrored->stake = (float)stake(luck, luck->power[n] + luck->power[m], m, n);
}

static inline void add_pair(const struct luck *luck, const struct state *state, float weight, const struct luck_hand *own,
			    const struct luck_hand *other, float *terms)
{
	struct features features = compare(luck, own, other);
	*(four *)terms += (features.low - *(const four *)state->mean) * weight;
	*(four *)(terms + FOUR) += (features.high - *(const four *)(state->mean + FOUR)) * weight;
	terms[2 * FOUR] += (features.last - state->mean[2 * FOUR]) * weight;
}

static void add_pair_of_many(struct luck *luck, double total, const struct luck_hand *own, const struct luck_hand *other, float *terms)
{
	const struct state *state = &luck->states[own->n][other->n];
	if (state->stake == 0)
		make_state(luck, own->n, other->n);
	add_pair(luck, state, (float)stake(luck, total, own->n, other->n), own, other, terms);
}

__attribute__((noinline)) static void add_many(struct luck *luck, const struct game *game, float *terms)
{
	struct luck_hand hands[LUCK_MOST_SEATS + 1];
	int n = game->n_seats, opener = game->u.common.opener;
	double total = 0;
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		look_at(luck, game->seat[seat].dice, game->seat[seat].dice, &hands[seat]);
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
	struct luck_hand hands[2];
	if (game->n_seats > 2) {
		add_many(luck, game, terms);
		return;
	}
	look_at(luck, game->seat[first].dice, game->seat[!first].dice, hands);
	const struct state *state = &luck->states[hands[0].n][hands[1].n];
	if (__builtin_expect(!(state->stake > 0), false))
		make_state(luck, hands[0].n, hands[1].n);
	add_pair(luck, state, state->stake, &hands[0], &hands[1], terms + (game->u.common.opener != first ? LUCK_FEATURES : 0));
}

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

void luck_add_terms(const float *from, bool is_first, float *to)
{
	if (is_first) {
		memcpy(to, from, LUCK_TERMS * sizeof *to);
		return;
	}
	for (int i = 0; i < 4 * FOUR; i += FOUR)
		*(four *)(to + i) += *(const four *)(from + i);
	to[4 * FOUR] += from[4 * FOUR];
	to[4 * FOUR + 1] += from[4 * FOUR + 1];
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

void luck_sum(const float *terms, size_t stride, const float *share, uint64_t n, uint64_t n_games, int64_t *sums, int64_t *mirrored_sums)
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
	take_sums(exact, products, false, sums);
	if (mirrored_sums)
		take_sums(exact, products, true, mirrored_sums);
}

/* luck.c - measures the luck of the dice in a hand (luck.h). */
#include "match/luck.h"

#include <math.h>

#include "game/dice.h"
#include "game/liars/liars.h"

/* Pairs of hands are compared 16 at a time, one in each byte. Features are added four at a time. */
typedef uint64_t two __attribute__((vector_size(16)));
typedef int8_t bytes __attribute__((vector_size(16)));
typedef int16_t words __attribute__((vector_size(16)));
typedef int32_t four_whole __attribute__((vector_size(16)));
typedef float four __attribute__((vector_size(16), may_alias));
typedef float four_terms __attribute__((vector_size(16), aligned(4), may_alias));
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));
enum { FOUR = 4, PAIRS = 16 };

/* Uses wider registers if the processor has them, with the same arithmetic and so the same bits. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __clang__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif
#if __has_builtin(__builtin_shufflevector)
#define SHUFFLE(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else /* gcc 11 */
#define SHUFFLE(type, a, b, ...) __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif
_Static_assert(LUCK_FEATURES == 2 * FOUR + 1 && LUCK_TERMS == 4 * FOUR + 2, "see struct features");

struct features {
	four pair[PAIRS][2];
	int8_t last[PAIRS] __attribute__((aligned(16)));
};

/* The data about two seats with given numbers of dice before a hand is dealt. */
struct state {
	float mean[LUCK_FEATURES];
	float stake;         /* the weight of the features (stake()); 0: not computed yet */
	float unused[6];     /* fills the cache line */
};

/* Where the features of a pair are added. */
struct place {
	float *terms;        /* terms of the seat in its role */
	const struct state *state;
	float weight;        /* weight of the pair */
};

/* The end of a rotation, at which the terms of a player must be added to its other terms. */
struct ending {
	float *from, *to;
	int at;              /* it comes before this pair */
	bool is_first;       /* the terms replace the old ones, so that their memory, which is rarely in the cache, is
	                      * not read */
};

enum { MOST_HANDS = 500, MOST_DICE = 10 }; /* possible hands of a seat; the number of dice of two hands must fit in a
                                            * byte */

struct luck {
	int faces, wild;     /* wild: the face, from 0; -1: none */
	int n_seats;
	bool is_by_die;      /* the loser of a hand loses a die */
	int n_pairs, n_endings;
	size_t stride;
	float *terms;        /* terms[lane * stride + seat * LUCK_TERMS]: terms of the rotations in progress; owned */
	double power[MOST_DICE + 1]; /* e^n */
	/* Pairs of hands that have not been added yet, in order. The dice are packed (dice.h): own[i] those of a seat,
	 * other[i] those of the seat with which it is compared. */
	_Alignas(64) uint64_t own[PAIRS], other[PAIRS];
	struct place places[PAIRS];
	struct ending endings[PAIRS];
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
	if (rules->family != &family_liars)
		return "in Mäxchen the dice of a hand depend on which claims were believed";
	if (rules->value[LIARS_DICE] > MOST_DICE ||
	    count_hands(rules->value[LIARS_DICE], rules->value[LIARS_FACES]) > MOST_HANDS)
		return "a seat has more than 10 dice or 500 different hands";
	if (schedule->n_seats > LUCK_MOST_SEATS)
		return "it is computed for at most 8 seats";
	if (schedule->n_robots > LUCK_MOST_ROBOTS)
		return "it is computed for at most 100 robots";
	return schedule->set_size > 1 ? "several matches have the same dice" : NULL;
}

struct luck *luck_new(const struct rules *rules, int n_seats, int n_lanes)
{
	enum { LINE = 16 };
	struct luck *luck = mem_aligned(1, sizeof *luck);
	int wild = rules->value[LIARS_WILD];
	luck->faces = rules->value[LIARS_FACES];
	luck->wild = wild == WILD_NONE ? -1 : wild == WILD_HIGH ? luck->faces - 1 : 0;
	luck->n_seats = n_seats;
	luck->is_by_die = rules->value[LIARS_LOSS] == LOSS_DIE;
	luck->stride = ((size_t)luck_players(n_seats) * LUCK_TERMS + LINE - 1) / LINE * LINE;
	luck->terms = mem_aligned((size_t)n_lanes, luck->stride * sizeof *luck->terms);
	luck->power[0] = 1;
	for (int n = 1; n <= MOST_DICE; n++)
		luck->power[n] = luck->power[n - 1] * M_E;
	return luck;
}

void luck_free(struct luck *luck)
{
	if (luck)
		free(luck->terms);
	free(luck);
}

/* Converts packed dice to the numbers of dice that show each face or a higher one. Handles six faces at a time, because
 * then the lanes of two hands fit in a word. The hands 0, 2, 4 and so on are in the first half, the others in the
 * second half. */
static inline void spread(const uint64_t *dice, int faces, bytes *at_least)
{
	enum { QUARTER = PAIRS / 4, AT_ONCE = 6 };
	const uint64_t lanes = (UINT64_C(1) << AT_ONCE * DICE_LANE) - 1;
	const uint64_t lane = DICE_LANE_MASK * ((UINT64_C(1) << 32) + 1);
	const two *hands = (const two *)dice;
	for (int face = 0, shift = 0; face < faces; shift += AT_ONCE * DICE_LANE) {
		two low[QUARTER];
#pragma GCC unroll 4
		for (int i = 0; i < QUARTER; i++)
			low[i] = (hands[i] >> shift & lanes) | hands[i + QUARTER] >> shift << 32;
		for (int i = 0; i < AT_ONCE && face < faces; i++) {
			at_least[face++] = (bytes)((low[0] & lane) | (low[1] & lane) << 8 | (low[2] & lane) << 16 |
						   (low[3] & lane) << 24);
#pragma GCC unroll 4
			for (int k = 0; k < QUARTER; k++)
				low[k] >>= DICE_LANE;
		}
	}
	at_least[faces] = (bytes){0};
}

static inline bytes larger(bytes a, bytes b)
{
	return a ^ ((a ^ b) & (b > a));
}

/* Interleaves the elements of a and b: to[0] has those of their first halves, to[1] those of their second halves. */
static inline void zip(bytes a, bytes b, bytes *to)
{
	to[0] = SHUFFLE(bytes, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
	to[1] = SHUFFLE(bytes, a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

static inline void zip_words(bytes a, bytes b, bytes *to)
{
	to[0] = (bytes)SHUFFLE(words, (words)a, (words)b, 0, 8, 1, 9, 2, 10, 3, 11);
	to[1] = (bytes)SHUFFLE(words, (words)a, (words)b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* Transposes four features, each for all pairs in the order of `spread`, to the features of each pair. */
static inline void turn(bytes a, bytes b, bytes c, bytes d, four (*to)[2])
{
	bytes first[2], second[2], turned[4], wide[2], wider[2];
	zip(a, b, first);
	zip(c, d, second);
	zip_words(first[0], second[0], turned);
	zip_words(first[1], second[1], turned + 2);
#pragma GCC unroll 4
	for (int i = 0; i < PAIRS; i += FOUR) {
		zip(turned[i / FOUR], turned[i / FOUR], wide);
#pragma GCC unroll 2
		for (int k = 0; k < FOUR; k += 2) {
			zip_words(wide[k / 2], wide[k / 2], wider);
			int pair = i < PAIRS / 2 ? 2 * (i + k) : 2 * (i + k) - PAIRS + 1;
			*to[pair] = __builtin_convertvector((four_whole)wider[0] >> 24, four);
			*to[pair + 2] = __builtin_convertvector((four_whole)wider[1] >> 24, four);
		}
	}
}

/* Computes the features of all pairs. A comparison of vectors gives -1 for true. Weights are 16 * (frequency of the
 * favourite) + (its face) - 128. */
__attribute__((noinline)) WIDE static void compare(const struct luck *luck, const uint64_t *own_dice,
						   const uint64_t *other_dice, struct features *to)
{
	const bytes none = {0}, least = none + INT8_MIN;
	bytes own[DICE_FACES + 1], other[DICE_FACES + 1], own_wild = none, other_wild = none, face = least;
	bytes own_weight = least, other_weight = least, singles = none, own_lacks = none, other_lacks = none;
	spread(own_dice, luck->faces, own);
	spread(other_dice, luck->faces, other);
	if (luck->wild >= 0) {
		own_wild = own[luck->wild] - own[luck->wild + 1];
		other_wild = other[luck->wild] - other[luck->wild + 1];
	}
	for (int i = 0; i < luck->faces; i++, face += 1) {
		own[i] -= own[i + 1];
		other[i] -= other[i + 1];
		if (i != luck->wild) {
			own[i] += own_wild;
			other[i] += other_wild;
		}
		own_weight = larger(own_weight, (bytes)((words)own[i] << 4) + face);
		other_weight = larger(other_weight, (bytes)((words)other[i] << 4) + face);
		singles -= own[i] + other[i] == 1;
	}
	bytes own_most = (bytes)((words)(own_weight - least) >> 4) & 15, own_face = own_weight & 15;
	bytes other_most = (bytes)((words)(other_weight - least) >> 4) & 15, other_face = other_weight & 15;
	face = none;
	for (int i = 0; i < luck->faces; i++, face += 1) {
		own_lacks -= (other_face == face) & (own[i] == 0);
		other_lacks -= (own_face == face) & (other[i] == 0);
	}
	turn((other_weight > own_weight) - (own_weight > other_weight),
	     (other_face > own_face) - (own_face > other_face), -(own_face == other_face),
	     own_most * other_most, to->pair);
	turn(singles, own_most, other_most, own_lacks, (four (*)[2])&to->pair[0][1]);
	bytes last[2];
	zip(other_lacks, (bytes)SHUFFLE(two, (two)other_lacks, (two)other_lacks, 1, 0), last);
	*(bytes *)to->last = last[0];
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

/* Returns the index of a term of the other player, who bids after the seat if the seat bids first, and otherwise before
 * it. */
static inline int mirrored(int term)
{
	int feature = term % LUCK_FEATURES;
	return mirror[feature].term + (term < LUCK_FEATURES ? LUCK_FEATURES : 0);
}

/* All possible hands of a seat: the dice, and how many of the faces^n ordered rolls show them. */
struct possible_hands {
	uint64_t dice[MOST_HANDS + PAIRS];
	double n_orders[MOST_HANDS + PAIRS];
	int n;
};

/* Adds the hands that consist of the packed dice and `left` more dice, which show `face` or higher. n_orders is the
 * number of orders so far. */
static void enumerate(int faces, struct possible_hands *hands, uint64_t packed, int face, int left, double n_orders)
{
	for (int count = face == faces ? left : 0; count <= left; count++) {
		uint64_t with = packed + dice_pack(face) * (unsigned)count;
		if (count == left) {
			hands->dice[hands->n] = with;
			hands->n_orders[hands->n++] = n_orders;
		} else {
			enumerate(faces, hands, with, face + 1, left - count, n_orders);
		}
		n_orders = n_orders * (left - count) / (count + 1);
	}
}

/* Returns the stake of the hand between two seats: the chance of winning when the opponent loses a die, minus that when
 * the seat loses one. The chance is e^dice divided by `total`, the sum of this over all seats. */
static double stake(const struct luck *luck, double total, int own, int other)
{
	const double *power = luck->power;
	if (!luck->is_by_die)
		return 1;
	double own_less = own > 1 ? power[own - 1] : 0, other_less = other > 1 ? power[other - 1] : 0;
	return power[own] / (total - power[other] + other_less) - own_less / (total - power[own] + own_less);
}

/* Adds the features of a hand compared with the first PAIRS others. */
static void add_features(const struct luck *luck, uint64_t dice, double n_orders, const uint64_t *others,
			 const double *n_others, double *sums)
{
	uint64_t own[PAIRS] __attribute__((aligned(16)));
	struct features features;
	for (int i = 0; i < PAIRS; i++)
		own[i] = dice;
	compare(luck, own, others, &features);
	for (int i = 0; i < PAIRS; i++) {
		for (int f = 0; f < 2 * FOUR; f++)
			sums[f] += n_orders * n_others[i] * features.pair[i][f / FOUR][f % FOUR];
		sums[2 * FOUR] += n_orders * n_others[i] * features.last[i];
	}
}

/* Computes a state. The sums are whole numbers below 2^53. */
__attribute__((noinline)) static void make_state(struct luck *luck, int n, int m)
{
	struct possible_hands own = {.n = 0}, other = {.n = 0};
	struct state *state = &luck->states[n][m], *mirrored = &luck->states[m][n];
	double sums[LUCK_FEATURES] = {0};
	enumerate(luck->faces, &own, 0, 1, n, 1);
	enumerate(luck->faces, &other, 0, 1, m, 1);
	for (int i = 0; i < own.n; i++)
		for (int j = 0; j < other.n; j += PAIRS)
			add_features(luck, own.dice[i], own.n_orders[i], other.dice + j, other.n_orders + j, sums);
	for (int f = 0; f < LUCK_FEATURES; f++) {
		state->mean[f] = (float)(sums[f] / pow(luck->faces, n + m));
		mirrored->mean[mirror[f].term] = (float)mirror[f].sign * state->mean[f];
	}
	state->stake = (float)stake(luck, luck->power[n] + luck->power[m], n, m);
	mirrored->stake = (float)stake(luck, luck->power[n] + luck->power[m], m, n);
}

static inline void add_pair(struct luck *luck, const struct place *place, const struct features *features, int i)
{
	const struct state *state = place->state;
	if (__builtin_expect(!(state->stake > 0), false))
		make_state(luck, dice_at_least(luck->own[i], 1), dice_at_least(luck->other[i], 1));
	float *terms = place->terms, weight = luck->n_seats > 2 ? place->weight : state->stake;
	*(eight *)terms += (*(const eight *)features->pair[i] - *(const eight *)state->mean) * weight;
	terms[2 * FOUR] += ((float)features->last[i] - state->mean[2 * FOUR]) * weight;
}

static void end_rotation(const struct ending *ending)
{
	float *from = ending->from, *to = ending->to;
	for (int i = 0; i + 2 * FOUR <= LUCK_TERMS && !ending->is_first; i += 2 * FOUR)
		*(eight *)(from + i) += *(const eight *)(to + i);
	for (int i = 4 * FOUR; i < LUCK_TERMS && !ending->is_first; i++)
		from[i] += to[i];
	memcpy(to, from, LUCK_TERMS * sizeof *to);
	memset(from, 0, LUCK_TERMS * sizeof *from);
}

WIDE void luck_flush(struct luck *luck)
{
	const struct ending *ending = luck->endings, *end = ending + luck->n_endings;
	struct features features;
	compare(luck, luck->own, luck->other, &features);
	for (int i = 0; i <= luck->n_pairs; i++) {
		for (; ending < end && ending->at == i; ending++)
			end_rotation(ending);
		if (i < luck->n_pairs)
			add_pair(luck, &luck->places[i], &features, i);
	}
	luck->n_pairs = luck->n_endings = 0;
}

static inline void note_pair(struct luck *luck, uint64_t own, uint64_t other, float weight, float *terms)
{
	int i = luck->n_pairs++;
	luck->own[i] = own;
	luck->other[i] = other;
	luck->places[i] = (struct place){terms, &luck->states[dice_at_least(own, 1)][dice_at_least(other, 1)], weight};
	if (i == PAIRS - 1)
		luck_flush(luck);
}

__attribute__((noinline)) static void add_many(struct luck *luck, const struct game *game, float *terms)
{
	int n = game->n_seats, opener = game->u.liars.opener;
	double total = 0;
	for (uint32_t left = game->in; left; left &= left - 1)
		total += luck->power[dice_at_least(game->seat[__builtin_ctz(left)].dice, 1)];
	for (uint32_t left = game->in; left; left &= left - 1) {
		int own = __builtin_ctz(left), turn = own < opener ? own + n : own;
		for (uint32_t others = game->in & ~(UINT32_C(1) << own); others; others &= others - 1) {
			int other = __builtin_ctz(others), role = turn > (other < opener ? other + n : other);
			uint64_t dice = game->seat[own].dice, others_dice = game->seat[other].dice;
			float weight = (float)stake(luck, total, dice_at_least(dice, 1), dice_at_least(others_dice, 1));
			note_pair(luck, dice, others_dice, weight, terms + own * LUCK_TERMS + role * LUCK_FEATURES);
		}
	}
}

void luck_add(struct luck *luck, const struct game *game, int first, int lane)
{
	float *terms = luck->terms + (size_t)lane * luck->stride;
	if (__builtin_expect(luck->n_seats > 2, false))
		add_many(luck, game, terms);
	else
		note_pair(luck, game->seat[first].dice, game->seat[1 - first].dice, 0,
			  terms + (game->u.liars.opener != first) * LUCK_FEATURES);
}

void luck_end(struct luck *luck, int lane, int seat, bool is_first, float *to)
{
	if (luck->n_endings == PAIRS)
		luck_flush(luck);
	luck->endings[luck->n_endings++] = (struct ending){
		luck->terms + (size_t)lane * luck->stride + seat * LUCK_TERMS, to, luck->n_pairs, is_first,
	};
}

void luck_forget(struct luck *luck, int lane)
{
	luck_flush(luck);
	memset(luck->terms + (size_t)lane * luck->stride, 0, luck->stride * sizeof *luck->terms);
}

/* Four numbers at once, one for each of four matches. The numbers of a batch are multiplied before they are added to
 * the sums. */
typedef double numbers __attribute__((vector_size(32)));
enum { BATCH = 8, NUMBERS = LUCK_TERMS + 1 };

struct batch {
	double number[NUMBERS][BATCH] __attribute__((aligned(32)));
};

/* Rounds to whole numbers below 2^17, so that the products of 2^18 matches add up to less than 2^53, which a double
 * represents exactly. */
static inline void make_whole(numbers *number)
{
	typedef int64_t masks __attribute__((vector_size(32)));
	const numbers most = (numbers){0} + (0x1p17 - 1);
	const double shift = 0x1.8p52;
	numbers x = *number;
	masks is_above = x > most, is_below = x < -most;
	x = (numbers)(((masks)x & ~(is_above | is_below)) | ((masks)most & is_above) | ((masks)-most & is_below));
	*number = x + shift - shift;
}

WIDE static void add_batch(const struct batch *batch, double *sums, numbers *products)
{
	for (int i = 0; i < NUMBERS; i++) {
		const numbers *x = (const numbers *)batch->number[i];
		for (int k = 0; k < BATCH; k++)
			sums[i] += batch->number[i][k];
		for (int j = 0; j <= i; j++) {
			const numbers *y = (const numbers *)batch->number[j];
			*products++ += x[0] * y[0] + x[1] * y[1];
		}
	}
}

/* Adds the sums of a player, or those of the other player at a table of two. */
static void take_sums(const double *exact, const numbers *products, bool is_mirrored, int64_t *sums)
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
			sums[CONTROL_PRODUCT(LUCK_TERMS, high, low)] += sign[i] * sign[j] *
				(int64_t)((*products)[0] + (*products)[1] + (*products)[2] + (*products)[3]);
		}
	}
}

WIDE void luck_sum(const float *terms, size_t stride, const float *share, uint64_t n, uint64_t n_games, int64_t *sums,
		   int64_t *mirrored_sums)
{
	const double scale = 0x1p10 / sqrt((double)n_games);
	struct batch batch = {0};
	double exact[NUMBERS] = {0};
	numbers products[LUCK_SUMS - NUMBERS] = {0};
	for (uint64_t match = 0; match < n; match++, terms += stride) {
		unsigned at = match % BATCH;
		batch.number[0][at] = rint((share[match] - 0.5) / LUCK_SHARE);
		for (int i = 0; i < LUCK_TERMS; i += FOUR) {
			int from = i < LUCK_TERMS - FOUR ? i : LUCK_TERMS - FOUR;
			numbers number = __builtin_convertvector(*(const four_terms *)(terms + from), numbers) * scale;
			make_whole(&number);
			for (int k = 0; k < FOUR; k++)
				batch.number[from + k + 1][at] = number[k];
		}
		if (at < BATCH - 1 && match < n - 1)
			continue;
		add_batch(&batch, exact, products);
		memset(&batch, 0, sizeof batch);
	}
	take_sums(exact, products, false, sums);
	if (mirrored_sums)
		take_sums(exact, products, true, mirrored_sums);
}

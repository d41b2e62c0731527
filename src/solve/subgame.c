/* subgame.c - bids, holdings and calls of one hand between two players. */
#include "solve/subgame.h"

#include <math.h>

#include "solve/vec.h"

struct subgame subgame_of(int n, int m, int faces, enum liars_wild wild)
{
	return (struct subgame){.n_dice = {n, m}, .faces = faces, .wild = wild, .limit = n + m,
		.worth = {{-1, 1}, {-1, 1}}};
}

int subgame_check(const struct rules *rules, int n_first, int n_second, struct err *err)
{
	const int *value = rules->value;
	if (rules->family != &family_liars)
		return err_set(err, EXIT_USAGE,
			       "single hands can be solved in variants of common-hand Liar's Dice, not in '%s'",
			       rules->name);
	if (value[LIARS_EXACT] != EXACT_OFF || value[LIARS_ONES_RULE] != ONES_PLAIN || value[LIARS_PALIFICO])
		return err_set(err, EXIT_USAGE,
			       "hands with exact calls, ones_rule=perudo or palifico cannot be solved; choose another "
			       "variant than '%s', or -r exact=off -r ones_rule=plain -r palifico=off", rules->name);
	int most = n_first > n_second ? n_first : n_second;
	if (most > value[LIARS_DICE])
		return err_set(err, EXIT_USAGE, "no player has %d dice in '%s': add -r dice=%d", most, rules->name,
			       most);
	struct subgame game = subgame_of_rules(rules, n_first, n_second);
	if (subgame_n_bids(&game) > SUBGAME_MAX_BIDS)
		return err_set(err, EXIT_USAGE, "a hand with %d different bids is too large", subgame_n_bids(&game));
	return 0;
}

struct subgame subgame_of_rules(const struct rules *rules, int n_first, int n_second)
{
	const int *value = rules->value;
	struct subgame game = subgame_of(n_first, n_second, value[LIARS_FACES], (enum liars_wild)value[LIARS_WILD]);
	game.limit = liars_highest(rules, 2, n_first + n_second);
	return game;
}

struct subgame subgame_within(const struct rules *rules, int n_first, int n_second)
{
	struct subgame game = subgame_of_rules(rules, n_first, n_second);
	game.limit = n_first + n_second;
	return game;
}

/* Returns the lowest face that may be bid. */
static int lowest_face(const struct subgame *game)
{
	return game->wild == WILD_JOKER ? 2 : 1;
}

static int faces_to_bid(const struct subgame *game)
{
	return game->faces - lowest_face(game) + 1;
}

int subgame_n_bids(const struct subgame *game)
{
	return game->limit * faces_to_bid(game);
}

/* Returns the size of a group. With ones_rule=perudo, bids come in groups: an odd quantity of each face other than one,
 * the next even quantity of each, and half as many ones. Quantities of ones whose double is above the limit come
 * last. */
static int group_size(const struct subgame *game)
{
	return 2 * game->faces - 1;
}

static int n_grouped(const struct subgame *game)
{
	return game->limit * (game->faces - 1) + game->limit / 2;
}

/* Returns the play of a bid with ones_rule=perudo. */
static int perudo_play(const struct subgame *game, int bid)
{
	int group = bid / group_size(game), at = bid % group_size(game), n_others = game->faces - 1;
	if (bid >= n_grouped(game))
		return 10 * (game->limit / 2 + 1 + bid - n_grouped(game)) + 1;
	return at == 2 * n_others ? 10 * (group + 1) + 1 : 10 * (2 * group + 1 + at / n_others) + at % n_others + 2;
}

static int perudo_bid(const struct subgame *game, int quantity, int face)
{
	int n_others = game->faces - 1, before = quantity - 1;
	if (face > 1)
		return before / 2 * group_size(game) + before % 2 * n_others + face - 2;
	return 2 * quantity > game->limit ? n_grouped(game) + before - game->limit / 2
					  : before * group_size(game) + 2 * n_others;
}

int subgame_play(const struct subgame *game, int bid)
{
	if (game->is_perudo)
		return perudo_play(game, bid);
	return 10 * (bid / faces_to_bid(game) + 1) + bid % faces_to_bid(game) + lowest_face(game);
}

int subgame_quantity(const struct subgame *game, int bid)
{
	return subgame_play(game, bid) / 10;
}

int subgame_face(const struct subgame *game, int bid)
{
	return subgame_play(game, bid) % 10;
}

int subgame_bid(const struct subgame *game, int play)
{
	int face = play % 10, quantity = play / 10, lowest = lowest_face(game);
	if (play < 10 || face < lowest || face > game->faces || quantity > game->limit)
		return -1;
	return game->is_perudo ? perudo_bid(game, quantity, face) : (quantity - 1) * faces_to_bid(game) + face - lowest;
}

bool subgame_may_follow(const struct subgame *game, int last, int bid)
{
	if (game->is_palifico && last >= 0 && subgame_face(game, last) != subgame_face(game, bid))
		return false;
	return bid > last && !(game->is_perudo && last < 0 && subgame_face(game, bid) == 1);
}

bool subgame_is_plain(const struct subgame *game, bool is_plain, int n_bids, int bid)
{
	return is_plain || (game->wild == WILD_DROP && n_bids < 2 && subgame_face(game, bid) == 1);
}

/* Returns the face that counts as `face` too because it is wild, or 0. */
static int wild_beside(const struct subgame *game, bool is_plain, int face)
{
	int wild = game->wild == WILD_NONE || (game->wild == WILD_DROP && is_plain) ? 0
		: game->wild == WILD_HIGH ? game->faces : 1;
	return wild == face ? 0 : wild;
}

static double factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1);
}

static int count_holdings(int n_dice, int faces)
{
	double n = 1;
	for (int i = 1; i < faces; i++)
		n = n * (n_dice + i) / i;
	return (int)(n + 0.5);
}

/* Fills in the holdings that have the counts in count[] for faces above `face`, and `left` dice of the other faces. */
static void list(struct holdings *holdings, int faces, int face, int left, uint8_t *count)
{
	if (face > 1) {
		for (int n = left; n >= 0; n--) {
			count[face] = (uint8_t)n;
			list(holdings, faces, face - 1, left - n, count);
		}
		return;
	}
	count[1] = (uint8_t)left;
	double ways = 1;
	int n_dice = 0;
	for (int f = 1; f <= faces; f++) {
		ways /= factorial(count[f]);
		n_dice += count[f];
	}
	holdings->chance[holdings->n] = (float)(ways * factorial(n_dice) / pow(faces, n_dice));
	for (int f = 1; f <= faces; f++)
		holdings->count[holdings->n][f] = count[f];
	holdings->n++;
}

void holdings_init(struct holdings *holdings, const struct subgame *game, int player)
{
	uint8_t count[GAME_MAX_FACES + 1] = {0};
	int n = count_holdings(game->n_dice[player], game->faces);
	*holdings = (struct holdings){.stride = vec_stride(n)};
	size_t stride = (size_t)holdings->stride;
	holdings->chance = NEW_ARRAY(float, stride);
	holdings->count = mem_zeroed(stride, sizeof *holdings->count);
	list(holdings, game->faces, game->faces, game->n_dice[player], count);
	bug_if(holdings->n != n);
	for (int is_plain = 0; is_plain < 2; is_plain++) {
		for (int face = 1; face <= game->faces; face++) {
			int wild = wild_beside(game, is_plain, face);
			uint8_t *match = holdings->match[is_plain][face] = NEW_ARRAY(uint8_t, stride);
			for (int h = 0; h < n; h++)
				match[h] = (uint8_t)(holdings->count[h][face] + (wild ? holdings->count[h][wild] : 0));
		}
	}
}

void holdings_release(struct holdings *holdings)
{
	FREE_ALL(holdings->chance, holdings->count);
	for (int face = 0; face <= GAME_MAX_FACES; face++) {
		free(holdings->match[0][face]);
		free(holdings->match[1][face]);
	}
}

void subgame_call(const struct subgame *game, const struct holdings *holdings, struct subgame_called called, int player,
		  const float *reach, float *value)
{
	int face = subgame_face(game, called.bid);
	int quantity = subgame_quantity(game, called.bid), n = game->n_dice[!player];
	const uint8_t *mine = holdings[player].match[called.is_plain][face];
	const uint8_t *his = holdings[!player].match[called.is_plain][face];
	float sign = player == 0 ? 1 : -1;
	float if_true = sign * (float)game->worth[called.caller][called.caller];
	float if_false = sign * (float)game->worth[called.caller][!called.caller];
	float at_least[GAME_MAX_DICE + 1] = {0}, worth[GAME_MAX_DICE + 1];
	for (int h = 0; h < holdings[!player].n; h++)
		at_least[his[h]] += reach[h];
	for (int k = n - 1; k >= 0; k--)
		at_least[k] += at_least[k + 1];
	for (int own = 0; own <= game->n_dice[player]; own++) {
		int needed = quantity - own;
		float is_true = needed <= 0 ? at_least[0] : needed > n ? 0 : at_least[needed];
		worth[own] = is_true * if_true + (at_least[0] - is_true) * if_false;
	}
	for (int h = 0; h < holdings[player].stride; h++)
		value[h] = worth[mine[h]];
}

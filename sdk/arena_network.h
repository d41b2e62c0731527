/* arena_network.h - plays by a policy written by arena.export_policy (docs/research.md): a small network, or a table.
 *
 * An ask is converted to the bits that docs/research.md describes. The network or the table gives a weight for each
 * action, and the robot plays a legal one. Keep one zeroed `struct network`, call network_start in robot_game_start,
 * and network_play in get_play. Nothing here allocates memory. */
#ifndef ARENA_NETWORK_H
#define ARENA_NETWORK_H

#include <math.h>

#include "arena_maexchen.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "arena_network.h reads the numbers of the policy's file in place, which are little-endian"
#endif

/* The head of the file. In the file of a network, each layer follows: its inputs * outputs weights, by input, and its
 * biases. In that of a table follow n_rows keys of (n_bits + 7) / 8 bytes, ascending, padded to a multiple of 4, and
 * then n_rows rows of n_actions floats. */
enum { NETWORK_MAX_LAYERS = 8, NETWORK_MAX_WIDTH = 6144, NETWORK_MAGIC = 0x31766e61 };
struct network_head {
	int32_t magic, n_bits, n_actions, n_layers; /* n_layers 0: a table */
	int32_t width[NETWORK_MAX_LAYERS + 1];      /* of the input, and of each layer's output */
	int32_t is_tanh, is_greedy, n_rows, n_seats;
};

/* The state from ask to ask. Zero it, then call network_start. */
struct network {
	const struct network_head *head;
	const unsigned char *data;   /* after the head */
	struct dice_game dice;
	struct maex_game maexchen;
	int n_seats, direction;
	bool is_maexchen, fits;      /* fits: the policy has the bits and actions of these rules */
	uint8_t bits[NETWORK_MAX_WIDTH], mask[NETWORK_MAX_WIDTH];
	float value[2][NETWORK_MAX_WIDTH];
};

static inline uint8_t *network_count(uint8_t *at, int n, int most)
{
	for (int i = 0; i < most; i++)
		*at++ = i < n;
	return at;
}

static inline void network_number(uint8_t *at, int32_t number, int n_bits)
{
	for (int i = 0; i < n_bits; i++)
		at[i] = (uint32_t)number >> i & 1;
}

/* Returns the first player of the history, counted from the robot, or the robot itself if there is none. */
static inline int network_opener(const struct dice_hands *hands, const char *history)
{
	struct dice_play first;
	if (!dice_next_play(&history, &first))
		return 0;
	return (dice_seat_of(hands, first.who) - hands->me + hands->n_players) % hands->n_players;
}

static inline int network_sizes_dice(const struct network *net, int *n_actions)
{
	const struct dice_game *game = &net->dice;
	int n = net->n_seats, n_bids = n * game->dice * game->faces;
	*n_actions = 3 + n_bids;
	return game->faces * game->dice + n * game->dice + n + n_bids + 2 +
		(game->loss == DICE_LOSS_POINT ? 16 * n : 0);
}

static inline void network_see_dice(struct network *net, const struct dice_view *view, const char *history)
{
	const struct dice_game *game = &net->dice;
	const struct dice_hands *hands = &view->hands;
	int n = net->n_seats, faces = game->faces, n_bids = n * game->dice * faces;
	bool is_aside = game->caller == DICE_CALLER_ANYONE && view->last &&
		(view->bidder + 1) % hands->n_players != hands->me;
	uint8_t *at = net->bits;
	memset(net->bits, 0, sizeof net->bits);
	memset(net->mask, 0, sizeof net->mask);
	for (int face = 1; face <= faces; face++)
		at = network_count(at, hands->mine[face], game->dice);
	uint8_t *opener = at + n * game->dice, *bids = opener + n;
	for (int i = 0; i < hands->n_players; i++) {
		int seat = (hands->me + i) % hands->n_players;
		at = network_count(at, hands->n[seat], game->dice);
		if (game->loss == DICE_LOSS_POINT)
			network_number(bids + n_bids + 2 + 16 * i, hands->points[seat], 16);
	}
	opener[network_opener(hands, history)] = 1;
	for (struct dice_play play; dice_next_play(&history, &play);)
		if (dice_is_bid(play.play) && dice_face(play.play) <= faces &&
		    dice_quantity(play.play) <= n * game->dice)
			bids[(dice_quantity(play.play) - 1) * faces + dice_face(play.play) - 1] = 1;
	bids[n_bids] = view->is_palifico;
	bids[n_bids + 1] = is_aside;
	net->mask[ARENA_CALL] = view->last != 0;
	net->mask[1] = is_aside;
	net->mask[2] = !is_aside && view->may_exact;
	for (int i = 0; i < n_bids && !is_aside; i++)
		net->mask[3 + i] = dice_is_legal(view, dice_bid(1 + i / faces, 1 + i % faces));
}

static inline int network_sizes_maexchen(const struct network *net, int *n_actions)
{
	*n_actions = 2 + net->maexchen.n_values;
	return 2 * net->maexchen.n_values + 2 * net->n_seats + 2 + 32 * net->n_seats;
}

static inline void network_see_maexchen(struct network *net, const struct maex_view *view, const char *history)
{
	const struct dice_hands *hands = &view->hands;
	int n = net->n_seats, n_values = net->maexchen.n_values;
	uint8_t *claims = net->bits + n_values, *in = claims + n_values, *starter = in + n, *points = starter + n + 2;
	memset(net->bits, 0, sizeof net->bits);
	memset(net->mask, 0, sizeof net->mask);
	if (view->ask == MAEX_CLAIM)
		net->bits[view->roll] = 1;
	for (int i = 0; i < hands->n_players; i++) {
		in[i] = 1;
		network_number(points + 32 * i, hands->points[(hands->me + i) % hands->n_players], 32);
	}
	starter[network_opener(hands, history)] = 1;
	for (struct dice_play play; dice_next_play(&history, &play);)
		if (maex_index(&net->maexchen, play.play) != MAEX_NONE)
			claims[maex_index(&net->maexchen, play.play)] = 1;
	starter[n] = view->ask == MAEX_BELIEVE;
	starter[n + 1] = net->direction > 0;
	net->mask[0] = net->mask[1] = view->ask == MAEX_BELIEVE;
	for (int i = view->claim + 1; i < n_values && view->ask == MAEX_CLAIM; i++)
		net->mask[2 + i] = 1;
}

/* Begins a game. Call it in robot_game_start. `data` is the contents of the policy's file. */
static inline void network_start(struct network *net, const void *data, const struct arena_game_start *start)
{
	int n_actions, n_bits;
	net->head = (const struct network_head *)data;
	net->data = (const unsigned char *)(net->head + 1);
	net->n_seats = (int)start->n_players;
	net->direction = 1;
	net->is_maexchen = dice_rule(start->rules, "hamburger") != NULL;
	dice_game_start(&net->dice, start);
	maex_game_start(&net->maexchen, start);
	n_bits = net->is_maexchen ? network_sizes_maexchen(net, &n_actions) : network_sizes_dice(net, &n_actions);
	net->fits = net->head->magic == NETWORK_MAGIC && net->head->n_bits == n_bits &&
		net->head->n_actions == n_actions && net->head->n_seats == net->n_seats;
}

/* Computes one layer. Inputs that are 0 take no time. Sums are doubles, so their order hardly matters. */
static inline const float *network_layer(const float *from, const float *weights, int n_in, int n_out, float *to,
					 bool is_last, bool is_tanh)
{
	static double sum[NETWORK_MAX_WIDTH];
	const float *bias = weights + (size_t)n_in * (size_t)n_out;
	for (int out = 0; out < n_out; out++)
		sum[out] = bias[out];
	for (int in = 0; in < n_in; in++)
		for (int out = 0; out < n_out && from[in] != 0; out++)
			sum[out] += (double)from[in] * weights[(size_t)in * (size_t)n_out + (size_t)out];
	for (int out = 0; out < n_out; out++)
		to[out] = is_last ? (float)sum[out]
			: is_tanh ? (float)tanh(sum[out]) : sum[out] > 0 ? (float)sum[out] : 0;
	return bias + n_out;
}

/* Returns the outputs of the network for the bits, n_actions logits. */
static inline const float *network_logits(struct network *net)
{
	const struct network_head *head = net->head;
	const float *weights = (const float *)(const void *)net->data;
	for (int i = 0; i < head->n_bits; i++)
		net->value[0][i] = net->bits[i];
	for (int layer = 0; layer < head->n_layers; layer++)
		weights = network_layer(net->value[layer & 1], weights, head->width[layer], head->width[layer + 1],
					net->value[(layer + 1) & 1], layer + 1 == head->n_layers, head->is_tanh != 0);
	return net->value[head->n_layers & 1];
}

/* Returns the row of a table for the bits, n_actions probabilities, or NULL if there is none. */
static inline const float *network_row(const struct network *net)
{
	const struct network_head *head = net->head;
	size_t key_size = ((size_t)head->n_bits + 7) / 8, n_rows = (size_t)head->n_rows, low = 0, high = n_rows;
	unsigned char key[(NETWORK_MAX_WIDTH + 7) / 8] = {0};
	for (int i = 0; i < head->n_bits; i++)
		key[i / 8] = (unsigned char)(key[i / 8] | net->bits[i] << i % 8);
	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = memcmp(net->data + middle * key_size, key, key_size);
		if (order == 0)
			return (const float *)(const void *)(net->data + (n_rows * key_size + 3) / 4 * 4) +
				middle * (size_t)head->n_actions;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* Computes the weight of each action from the logits or the row. If the table has no row for the bits, only the first
 * legal action gets a weight. Returns the sum of the weights. */
static inline double network_weigh(struct network *net, double *weight)
{
	int n = net->head->n_actions;
	bool is_table = net->head->n_layers == 0;
	const float *from = is_table ? network_row(net) : network_logits(net);
	double sum = 0, most = -INFINITY;
	for (int i = 0; i < n; i++)
		if (from && net->mask[i] && from[i] > most)
			most = from[i];
	for (int i = 0; i < n; i++) {
		weight[i] = !from || !net->mask[i] ? 0 : is_table ? from[i] : exp((double)from[i] - most);
		sum += weight[i];
	}
	for (int i = 0; i < n && !(sum > 0); i++)
		if (net->mask[i])
			weight[i] = sum = 1;
	return sum;
}

static inline int network_play_of(const struct network *net, int action)
{
	if (net->is_maexchen)
		return action < 2 ? action : net->maexchen.value[action - 2];
	return action < 3 ? action : dice_bid(1 + (action - 3) / net->dice.faces, 1 + (action - 3) % net->dice.faces);
}

/* Returns the play. Call it in get_play. */
static inline int network_play(struct network *net, const char *me, const char *hands, const char *history)
{
	static double weight[NETWORK_MAX_WIDTH];
	struct dice_view dice;
	struct maex_view maexchen;
	if (net->is_maexchen) {
		maex_read(&maexchen, &net->maexchen, me, hands, history);
		if (maexchen.ask == MAEX_WATCH) { /* the direction of play may reverse */
			bool turns = maexchen.roll != MAEX_NONE &&
				net->maexchen.turns[net->maexchen.kind[maexchen.roll]];
			net->direction = turns ? -net->direction : net->direction;
			return ARENA_CALL;
		}
		network_see_maexchen(net, &maexchen, history);
	} else {
		dice_read(&dice, &net->dice, me, hands, history);
		if (dice.is_showdown)
			return ARENA_CALL;
		network_see_dice(net, &dice, history);
	}
	if (!net->fits) /* a policy for other rules: call, or make the lowest legal bid */
		return !net->is_maexchen ? dice.last ? ARENA_CALL : dice_next_bid(&dice, 0)
			: maexchen.ask == MAEX_BELIEVE ? ARENA_CALL : net->maexchen.value[maexchen.claim + 1];
	double left = network_weigh(net, weight) * robot_random_unit();
	int chosen = 0;
	for (int i = 0; i < net->head->n_actions; i++)
		if (weight[i] > 0 &&
		    (net->head->is_greedy ? !net->mask[chosen] || weight[i] > weight[chosen] : left >= 0)) {
			chosen = i;
			left -= weight[i];
		}
	return network_play_of(net, chosen);
}

#endif

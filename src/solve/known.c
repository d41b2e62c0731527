/* known.c - reads champion's table as strategies of merged states (known.h). */
#include "solve/known.h"

#include "robots/champion/look_up.h"

/* The file of champion's table, as read-only data of the program. */
__asm__(".pushsection .rodata\n"
	".balign 16\n"
	"known_table:\n"
	".incbin \"robots/champion/equilibrium.table\"\n"
	"known_table_end:\n"
	".popsection\n");
extern __attribute__((visibility("hidden"))) const uint8_t known_table[], known_table_end[];

static const uint8_t *table(void)
{
	return table_at(known_table, (size_t)(known_table_end - known_table), 0);
}

int known_set(const struct rules *rules)
{
	const int *value = rules->value;
	if (rules->family != &family_liars || value[LIARS_FACES] != TABLE_FACES || value[LIARS_EXACT] != EXACT_OFF ||
	    value[LIARS_ONES_RULE] != ONES_PLAIN || value[LIARS_PALIFICO])
		return -1;
	for (int set = 0; set < N_TABLE_SETS; set++)
		if (table_rules[set].wild == value[LIARS_WILD] && table_rules[set].ones_rule == DICE_ONES_PLAIN)
			return set;
	return -1;
}

int known_memory(int set, int n_first, int n_second)
{
	if (set < 0 || !table_has(table(), set, n_first, n_second, 0) || !table_has(table(), set, n_second, n_first, 1))
		return -1;
	return (int)table_u32(table() + table_u32(table() + table_root(set, n_first, n_second, 0)));
}

/* Copies a piece of a state, which has the strategy for consecutive holdings up to `last`. Returns false if the table
 * does not have it. row_of[action] is the row of merged->average for an action of the table. */
static bool fill_piece(struct merged *merged, const struct merged_state *at, const struct state *state, int last,
		       const int *row_of)
{
	struct coded_piece piece;
	int n_actions = merged_n_actions(merged, (uint32_t)(at - merged->states));
	int stride = merged->holdings[at->actor].stride;
	if (!decode_piece(table(), state, last, &piece))
		return false;
	for (int h = piece.first; h <= last; h++) {
		for (int k = 0; k < n_actions; k++)
			merged->average[at->at + (size_t)(k * stride + h)] = 0;
		for (int k = 0; k < piece.n_actions; k++)
			merged->average[at->at + (size_t)(row_of[piece.action[k]] * stride + h)] =
				piece.weight[piece.mixture[h - piece.first]][k];
	}
	return true;
}

void known_fill(int set, struct merged *merged)
{
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *at = &merged->states[i];
		const struct subgame *game = &merged->game;
		struct state state = {.set = set, .n = {game->n_dice[0], game->n_dice[1]}, .n_bids = at->actor,
			.is_plain = at->is_plain};
		int row_of[TABLE_ACTIONS] = {0}, n_holdings = merged->holdings[at->actor].n;
		state.bid = at->bid < 0 ? -1 : table_bid(subgame_play(game, at->bid));
		memcpy(state.face, at->face, sizeof state.face);
		for (int k = 0; k < merged_n_actions(merged, i); k++) {
			int bid = merged_action(merged, i, k);
			row_of[bid < 0 ? 0 : table_bid(subgame_play(game, bid)) + 1] = k;
		}
		for (int last = TABLE_PIECE - 1; last < n_holdings + TABLE_PIECE - 1; last += TABLE_PIECE)
			if (!fill_piece(merged, at, &state, last < n_holdings ? last : n_holdings - 1, row_of))
				break;
	}
}

/* For holdings with which the average strategy never reaches a state, uses the strategy of the last iteration. */
static void fill_gaps(struct merged *merged)
{
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		int n = merged_n_actions(merged, i), stride = merged->holdings[state->actor].stride;
		float *average = merged->average + state->at;
		for (int h = 0; h < stride; h++) {
			float sum = 0;
			for (int k = 0; k < n; k++)
				sum += average[k * stride + h];
			for (int k = 0; k < n && sum <= REGRET_LEAST; k++)
				average[k * stride + h] = merged->mix[state->at + (size_t)(k * stride + h)];
		}
	}
}

double known_solve(int set, struct merged *merged, const struct subgame *game, int memory, int n_iterations)
{
	merged_init(merged, game, memory);
	for (; n_iterations > 0; n_iterations--)
		merged_iterate(merged);
	fill_gaps(merged);
	if (known_memory(set, game->n_dice[0], game->n_dice[1]) >= 0)
		known_fill(set, merged);
	double value = merged_value(merged);
	for (uint32_t i = 0; i < merged->n_states; i++)
		merged_mix(merged, i, merged->mix + merged->states[i].at);
	return value;
}

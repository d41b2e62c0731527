/* solution.c - converts solved hands to the bytes of a file (solution.h). */
#include "solve/solution.h"

#include <math.h>

#include "arena_solution.h"
#include "base/file.h"

_Static_assert(SOLUTION_FORM_HAND == (int)SOLUTION_HAND && SOLUTION_FORM_NEXT == (int)SOLUTION_NEXT &&
	       SOLUTION_ALL_BIDS == (int)SOLUTION_ALL, "as robots read them");

struct solution_hand_draft {
	struct solution_hand hand;
	struct solution_state *states; /* their `at` counts from the beginning of `chances`; owned */
	uint32_t capacity;
	struct str chances;
};

void solution_draft_release(struct solution_draft *draft)
{
	for (int i = 0; i < draft->n_hands; i++) {
		free(draft->hands[i].states);
		str_release(&draft->hands[i].chances);
	}
	free(draft->hands);
}

void solution_draft_hand(struct solution_draft *draft, int n_first, int n_second, int memory)
{
	*MEM_APPEND(draft->hands, draft->n_hands) = (struct solution_hand_draft){
		.hand = {.n_first = (uint32_t)n_first, .n_second = (uint32_t)n_second, .memory = (uint32_t)memory},
	};
}

/* Adds the chances of one holding, mix[k][holding], as parts of SOLUTION_WHOLE. They are rounded down, and the
 * likeliest action gets the remaining parts. Returns false if all chances are 0. */
static bool add_row(const float *const *mix, int holding, int n_actions, struct str *out)
{
	double sum = 0, most = -1;
	int likeliest = 0, left = SOLUTION_WHOLE;
	uint16_t parts[256] = {0};
	for (int k = 0; k < n_actions; k++)
		sum += (double)mix[k][holding];
	for (int k = 0; k < n_actions && sum > 0; k++) {
		parts[k] = (uint16_t)floor((double)mix[k][holding] / sum * SOLUTION_WHOLE);
		left -= parts[k];
		if ((double)mix[k][holding] > most) {
			most = (double)mix[k][holding];
			likeliest = k;
		}
	}
	if (sum > 0)
		parts[likeliest] = (uint16_t)(parts[likeliest] + left);
	str_add_n(out, (const char *)parts, (size_t)n_actions * sizeof *parts);
	return sum > 0;
}

/* Adds a state. actions[k] is 0 for a call and 1 + bid for a bid. mix[k][holding] need not add up to 1, and is 0 for
 * all k if the holding is impossible. A state in which all holdings are impossible is left out. */
static void add_state(struct solution_draft *draft, uint64_t key, const uint8_t *actions, int n_actions,
		      const float *const *mix, int n_holdings)
{
	struct solution_hand_draft *hand = &draft->hands[draft->n_hands - 1];
	size_t before = hand->chances.length;
	bool is_some = false;
	MEM_GROW(hand->states, hand->hand.n_states, hand->capacity);
	str_add_n(&hand->chances, (const char *)actions, (size_t)n_actions);
	if (n_actions % 2)
		str_add_n(&hand->chances, "", 1);
	for (int h = 0; h < n_holdings; h++)
		is_some |= add_row(mix, h, n_actions, &hand->chances);
	bug_if(hand->chances.length > UINT32_MAX);
	if (is_some)
		hand->states[hand->hand.n_states++] =
			(struct solution_state){key, (uint32_t)before, (uint32_t)n_actions};
	else
		hand->chances.length = before;
}

/* Computes the key of a line with full memory. Returns false if its bids do not fit in a key. */
static bool line_key(const uint8_t *bids, int n_bids, uint64_t *key)
{
	*key = 0;
	for (int i = 0; i < n_bids; i++) {
		if (bids[i] >= SOLUTION_MAX_BITS)
			return false;
		*key |= UINT64_C(1) << bids[i];
	}
	return true;
}

/* Chances below half a part of SOLUTION_WHOLE become 0. */
static const float least_chance = 0.5F / SOLUTION_WHOLE;

struct solution_walk {
	struct solution_draft *draft;
	const struct tree *tree;
	int player;
};

static void add_tree_state(const struct solution_walk *walk, const struct tree_state *state, uint64_t key,
			   const float *own);

static void follow(const struct solution_walk *walk, const struct tree_state *state, uint64_t key, const float *own,
		   const float *mix)
{
	int stride = walk->tree->holdings[walk->player].stride, n = tree_n_actions(walk->tree, state);
	AUTO_FREE float *left = NEW_ARRAY(float, (size_t)stride);
	for (int k = 0; k < n; k++) {
		int bid = tree_action(state, k);
		if (bid < 0)
			continue;
		for (int h = 0; h < stride; h++)
			left[h] = mix ? own[h] * mix[k * stride + h] : own[h];
		struct tree_state next = tree_after(walk->tree, state, bid);
		if (!vec_is_zero(left, stride))
			add_tree_state(walk, &next, key | UINT64_C(1) << bid, left);
	}
}

static void add_tree_state(const struct solution_walk *walk, const struct tree_state *state, uint64_t key,
			   const float *own)
{
	const struct holdings *holdings = &walk->tree->holdings[walk->player];
	int n = tree_n_actions(walk->tree, state), stride = holdings->stride, n_used = 0;
	if (state->actor != walk->player) {
		follow(walk, state, key, own, NULL);
		return;
	}
	AUTO_FREE float *mix = NEW_ARRAY(float, (size_t)(n * stride));
	const float *used[TREE_MAX_BIDS + 1];
	uint8_t actions[TREE_MAX_BIDS + 1];
	tree_mix(walk->tree, state, mix);
	for (int k = 0; k < n; k++) {
		for (int h = 0; h < stride; h++)
			if (own[h] <= 0 || mix[k * stride + h] < least_chance)
				mix[k * stride + h] = 0;
		if (vec_is_zero(mix + k * stride, stride))
			continue;
		actions[n_used] = (uint8_t)(tree_action(state, k) + 1);
		used[n_used++] = mix + k * stride;
	}
	add_state(walk->draft, key, actions, n_used, used, holdings->n);
	follow(walk, state, key, own, mix);
}

void solution_draft_tree(struct solution_draft *draft, const struct tree *tree)
{
	solution_draft_hand(draft, tree->game.n_dice[0], tree->game.n_dice[1], SOLUTION_ALL);
	for (int player = 0; player < 2; player++) {
		struct solution_walk walk = {draft, tree, player};
		struct tree_state root = tree_root(tree);
		add_tree_state(&walk, &root, 0, tree->holdings[player].chance);
	}
}

/* Computes the key of a state, which is the one that solution_key of the SDK returns. */
static uint64_t merged_key(const struct merged_state *state, int memory)
{
	uint64_t key = (uint64_t)(state->bid + 1) | (uint64_t)state->actor << 56 | (uint64_t)state->is_plain << 57;
	for (int i = 0; i < memory; i++)
		key |= (uint64_t)state->face[i] << (8 * (i + 2));
	return key;
}

void solution_draft_merged(struct solution_draft *draft, const struct merged *merged)
{
	solution_draft_hand(draft, merged->game.n_dice[0], merged->game.n_dice[1], merged->memory);
	for (uint32_t i = 0; i < merged->n_states; i++) {
		int n = merged_n_actions(merged, i), stride = merged->holdings[merged->states[i].actor].stride;
		AUTO_FREE float *mix = NEW_ARRAY(float, (size_t)(n * stride));
		const float *rows[SUBGAME_MAX_BIDS + 1];
		uint8_t actions[SUBGAME_MAX_BIDS + 1];
		merged_mix(merged, i, mix);
		for (int k = 0; k < n; k++) {
			actions[k] = (uint8_t)(merged_action(merged, i, k) + 1);
			rows[k] = mix + k * stride;
		}
		add_state(draft, merged_key(&merged->states[i], merged->memory), actions, n, rows,
			  merged->holdings[merged->states[i].actor].n);
	}
}

struct noting {
	struct solution_draft *draft;
	const struct response *response;
	bool is_too_long;
};

static void note_choice(const struct line *line, const float *own, const uint8_t *best, void *context)
{
	struct noting *noting = context;
	const struct holdings *holdings = &noting->response->holdings[noting->response->player];
	int n_actions = subgame_n_bids(noting->response->game) + 1, n_used = 0;
	AUTO_FREE float *rows = NEW_ARRAY(float, (size_t)n_actions * (size_t)holdings->stride);
	const float *used[SUBGAME_MAX_BIDS + 1];
	uint8_t actions[SUBGAME_MAX_BIDS + 1];
	uint64_t key;
	noting->is_too_long |= !line_key(line->bid, line->n_bids, &key);
	for (int action = 0; action < n_actions; action++) {
		float *row = rows + action * holdings->stride;
		bool is_used = false;
		for (int h = 0; h < holdings->n; h++) {
			row[h] = own[h] > 0 && best[h] == action;
			is_used |= row[h] > 0;
		}
		if (!is_used)
			continue;
		actions[n_used] = (uint8_t)action;
		used[n_used++] = row;
	}
	add_state(noting->draft, key, actions, n_used, used, holdings->n);
}

int solution_draft_response(struct solution_draft *draft, const struct response *response, struct err *err)
{
	struct noting noting = {draft, response, false};
	struct response_visitor visitor = {.chooses = note_choice, .context = &noting};
	if (response_play(response, &visitor, err))
		return -1;
	return noting.is_too_long
		? err_set(err, EXIT_USAGE, "a response with more than %d different bids cannot be saved; try "
					    "-r limit=table or fewer dice", SOLUTION_MAX_BITS) : 0;
}

static int compare_states(const void *a, const void *b)
{
	const struct solution_state *x = a, *y = b;
	return x->key < y->key ? -1 : x->key > y->key;
}

/* Adds all hands, then the states of all hands, and then all chances. */
static void add_hands(struct solution_draft *draft, struct str *out)
{
	uint64_t at = sizeof(struct solution_header) + (size_t)draft->n_hands * sizeof(struct solution_hand);
	uint64_t chances_at = at;
	for (int i = 0; i < draft->n_hands; i++) {
		draft->hands[i].hand.at = chances_at;
		chances_at += draft->hands[i].hand.n_states * sizeof(struct solution_state);
	}
	for (int i = 0; i < draft->n_hands; i++)
		str_add_n(out, (const char *)&draft->hands[i].hand, sizeof draft->hands[i].hand);
	for (int i = 0; i < draft->n_hands; i++) {
		struct solution_hand_draft *hand = &draft->hands[i];
		bug_if(chances_at + hand->chances.length > UINT32_MAX);
		qsort(hand->states, hand->hand.n_states, sizeof *hand->states, compare_states);
		for (uint32_t k = 0; k < hand->hand.n_states; k++) {
			struct solution_state state = hand->states[k];
			state.at += (uint32_t)chances_at;
			str_add_n(out, (const char *)&state, sizeof state);
		}
		chances_at += hand->chances.length;
	}
	for (int i = 0; i < draft->n_hands; i++)
		str_add_n(out, str_text(&draft->hands[i].chances), draft->hands[i].chances.length);
}

int solution_draft_each(const struct solution_draft *draft,
			int (*visit)(const struct solution_seen *seen, void *context), void *context)
{
	int stopped = 0;
	for (int i = 0; i < draft->n_hands; i++) {
		const struct solution_hand_draft *hand = &draft->hands[i];
		bool is_full = hand->hand.memory == SOLUTION_ALL;
		for (uint32_t k = 0; k < hand->hand.n_states && is_full && !stopped; k++) {
			const struct solution_state *state = &hand->states[k];
			const char *at = hand->chances.text + state->at;
			uint32_t n = state->n_actions;
			struct solution_seen seen = {
				.n_dice = {(int)hand->hand.n_first, (int)hand->hand.n_second}, .bids = state->key,
				.n_actions = (int)n,
				.actions = (const uint8_t *)at,
				.chances = (const uint16_t *)(const void *)(at + n + n % 2),
			};
			stopped = visit(&seen, context);
		}
	}
	return stopped;
}

void solution_draft_bytes(struct solution_draft *draft, struct str *out)
{
	struct solution_header header = {
		.magic = {'A', 'R', 'E', 'N', 'A', 'S', 'O', 'L'}, .version = SOLUTION_VERSION,
		.faces = (uint32_t)draft->faces,
		.wild = (uint32_t)draft->wild, .form = (uint32_t)draft->form, .n_hands = (uint32_t)draft->n_hands,
	};
	str_clear(out);
	str_add_n(out, (const char *)&header, sizeof header);
	add_hands(draft, out);
	header.size = out->length;
	memcpy(out->text, &header, sizeof header);
	header.checksum = solution_checksum((const unsigned char *)out->text, out->length);
	memcpy(out->text, &header, sizeof header);
}

int solution_draft_save(struct solution_draft *draft, const char *path, struct err *err)
{
	AUTO_STR struct str bytes = {0};
	solution_draft_bytes(draft, &bytes);
	return file_write(path, &bytes, err);
}

void solution_file_name(int faces, enum liars_wild wild, enum solution_form form, struct str *out)
{
	static const char *const names[] = {"none", "ones", "joker", "drop", "high"};
	str_addf(out, "%s-%d%s.solution", names[wild], faces, form == SOLUTION_FORM_NEXT ? "-next" : "");
}

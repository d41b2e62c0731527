/* target_solved.c - the files of solved hands and games, as robots read them. The checksum is made right, so that the
 * parser sees the rest; a file that the check accepts can be played from. */
#include <stddef.h>
#include <stdlib.h>

#include "arena_maexchen_solution.h"
#include "base/base.h"
#include "solve/solution.h"
#include "targets.h"

/* The bytes, aligned as a mapped file is, with a right checksum. The caller frees them. */
static struct solution solution_of(const char *text, size_t size)
{
	const size_t at = offsetof(struct solution_header, checksum);
	unsigned char *bytes = mem_zeroed(size + 1, 1);
	memcpy(bytes, text, size);
	uint64_t sum = solution_checksum(bytes, size);
	if (size >= at + sizeof sum)
		memcpy(bytes + at, &sum, sizeof sum);
	return (struct solution){bytes, size};
}

/* A hand with these dice, the own ones all of one face, after each of some bids. */
static void play_hand(const struct solution *solution, int n_own, int n_other, int face)
{
	static const char *const histories[] = {"", "B:11", "B:12", "A:11,B:12", "B:12,A:13,B:21"};
	AUTO_STR struct str hands = {0};
	str_add(&hands, "A:");
	for (int i = 0; i < n_own; i++)
		str_addf(&hands, "%d", face);
	str_addf(&hands, ",B:%.*s", n_other, "xxxxxxxxxxxxxxxxxxxx");
	for (size_t i = 0; i < sizeof histories / sizeof *histories; i++)
		bug_if(solution_play(solution, "A", hands.text, histories[i], 0.5) < -1);
}

void parse_solution(const char *text, size_t size)
{
	struct solution solution = solution_of(text, size);
	if (!solution_check(&solution)) {
		const struct solution_header *header = solution_header(&solution);
		for (uint32_t i = 0; i < header->n_hands && i < 20; i++) {
			const struct solution_hand *hand = solution_hands(&solution) + i;
			for (int face = 1; face <= (int)header->faces; face++) {
				play_hand(&solution, (int)hand->n_first, (int)hand->n_second, face);
				play_hand(&solution, (int)hand->n_second, (int)hand->n_first, face);
			}
		}
	}
	free((void *)(uintptr_t)solution.bytes);
}

void sample_solution(struct str *out)
{
	struct solution_draft draft = {.faces = 2, .wild = WILD_DROP};
	struct subgame game = subgame_of(1, 1, 2, WILD_DROP);
	struct tree tree;
	bug_if(tree_init(&tree, &game, 1e9, NULL));
	tree_iterate(&tree);
	solution_draft_tree(&draft, &tree);
	solution_draft_bytes(&draft, out);
	solution_draft_release(&draft);
	tree_release(&tree);
}

/* Every ask at given points: each roll and each claim before against the last claim. */
static void play_turns(const struct solution *solution, const struct maex_game *game, struct maex_view *view)
{
	for (view->claim = -1; view->claim < game->n_values; view->claim++) {
		view->ask = MAEX_CLAIM;
		for (view->roll = 0; view->roll < game->n_values; view->roll++)
			bug_if(maex_solution_play(solution, game, view, 0.9) < -INT8_MAX - 1);
		view->ask = MAEX_BELIEVE;
		for (view->claim_before = -1; view->claim_before < view->claim; view->claim_before++)
			bug_if(maex_solution_play(solution, game, view, 0.9) == -1);
	}
}

/* A game whose values are those of the file. */
static void play_games(const struct solution *solution)
{
	const struct maex_solution_header *header = maex_solution_header(solution);
	struct maex_game game = {.n_players = 2, .play_order = 1, .n_values = (int)header->n_values};
	struct maex_view view = {.hands = {.n_players = 2}};
	for (int kind = 0; kind < MAEX_N_KINDS; kind++)
		game.loss[kind] = (int)header->loss[kind];
	memcpy(game.value, header->value, sizeof game.value);
	memcpy(game.kind, header->kind, sizeof game.kind);
	for (int own = 1; own <= (int)header->points; own++)
		for (int other = 1; other <= (int)header->points; other++) {
			view.hands.points[0] = (int16_t)own;
			view.hands.points[1] = (int16_t)other;
			play_turns(solution, &game, &view);
		}
}

void parse_book(const char *text, size_t size)
{
	struct solution solution = solution_of(text, size);
	if (!maex_solution_check(&solution))
		play_games(&solution);
	free((void *)(uintptr_t)solution.bytes);
}

/* Two values and one point: the smallest book. */
void sample_book(struct str *out)
{
	enum { N_VALUES = 2, N_CHANCES = N_VALUES * N_VALUES * (N_VALUES + 1) };
	const uint16_t chances[N_CHANCES] = {30000, 35535, 0, SOLUTION_WHOLE, 0, SOLUTION_WHOLE, 0, SOLUTION_WHOLE,
		40000, 1};
	struct maex_solution_header header = {
		.magic = {'A', 'R', 'E', 'N', 'A', 'M', 'I', 'A'}, .version = MAEX_SOLUTION_VERSION, .points = 1,
		.n_values = N_VALUES, .loss = {1, 2, 2}, .size = sizeof header + sizeof chances, .value = {65, 21},
		.kind = {MAEX_NORMAL, MAEX_MAEXCHEN},
	};
	str_add_n(out, (const char *)&header, sizeof header);
	str_add_n(out, (const char *)chances, sizeof chances);
}

/* fallback.c - see fallback.h. The Makefile compiles the two robots with their names changed. */
#include "fallback.h"

#include "arena_robot.h"
#include "base/rng.h"

void radical_game_start(const struct arena_game_start *start);
int radical_get_play(const char *me, const char *hands, const char *history);
void maexchen_game_start(const struct arena_game_start *start);
int maexchen_get_play(const char *me, const char *hands, const char *history);

static uint64_t state; /* the state of their random numbers */

static uint64_t next_random(void)
{
	return rng_next(&state);
}

int fallback_play(const struct question *question, uint64_t seed)
{
	static const struct arena_host host = {.size = sizeof host, .abi = ARENA_ABI, .random = next_random};
	/* One robot plays many games in turn, so a new game is announced to it before every ask. */
	const struct arena_game_start start = {
		.size = sizeof start, .me = question->me, .letters = "", .rules = question->rules_text,
	};
	state = seed;
	arena_host = &host;
	if (words_is_maexchen(question)) {
		maexchen_game_start(&start);
		return maexchen_get_play(question->me, question->hands, question->history);
	}
	radical_game_start(&start);
	int play = radical_get_play(question->me, question->hands, question->history);
	/* The robot cannot know whether this is a palifico hand, in which its raise may be illegal. */
	return words_is_legal(question, play) ? play : words_way_out(question);
}

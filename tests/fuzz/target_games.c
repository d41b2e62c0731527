/* target_games.c - the games of arena.h, step by step: rules, actions, masks and observations of a caller that does not
 * check them.
 *
 * The text is a line with a variant and settings, then bytes: seats, slots, restarts, and the steps, each with an
 * operand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "base/base.h"
#include "game/rules.h"
#include "targets.h"

enum { MOST_SETTINGS = 12, MOST_STEPS = 40, MANY_SLOTS = 1025 /* games are then saved between steps */ };

struct input {
	const unsigned char *at, *end;
};

struct table {
	struct arena_games *games;
	struct arena_games_arrays arrays;
	int n_seats, n_slots, n_actions, n_bits;
	int32_t *actions;
};

static int take(struct input *input)
{
	return input->at < input->end ? *input->at++ : 0;
}

static int32_t take_number(struct input *input)
{
	uint32_t number = 0;
	for (int i = 0; i < 4; i++)
		number = number << 8 | (uint32_t)take(input);
	return (int32_t)number;
}

/* Names of files are not opened: the variant is a known one. */
static void read_rules(char *line, struct arena_games_request *request, const char **settings)
{
	int n = 0;
	for (char *word = strtok(line, " "); word && n < MOST_SETTINGS; word = strtok(NULL, " ")) {
		const struct variant *variant = game_variants;
		while (variant->name && strcmp(variant->name, word) != 0)
			variant++;
		if (variant->name)
			request->variant = variant->name;
		else
			settings[n++] = word;
	}
	settings[n] = NULL;
	request->rules = settings;
}

/* The size of each array is exact, so that the sanitizer sees a write behind it. */
static int open_table(struct table *table, const struct arena_games_request *request)
{
	struct arena_games_arrays none = {.size = sizeof none};
	struct arena_games_request one = *request;
	struct arena_error error = {0};
	one.slots = 1;
	if (arena_games_new(&one, &none, &table->games, &error)) {
		bug_if(!error.text[0] || error.code != EXIT_USAGE);
		return -1;
	}
	size_t n = (size_t)request->slots;
	table->n_actions = arena_games_actions(table->games);
	table->n_bits = arena_games_bits(table->games);
	table->n_seats = request->seats ? request->seats : 2;
	table->n_slots = request->slots;
	arena_games_free(table->games);
	table->arrays = (struct arena_games_arrays){
		.size = sizeof table->arrays, .player = NEW_ARRAY(int32_t, n),
		.mask = NEW_ARRAY(uint8_t, n * (size_t)table->n_actions),
		.observation = NEW_ARRAY(uint8_t, n * (size_t)table->n_bits),
		.reward = NEW_ARRAY(float, n * (size_t)table->n_seats), .over = NEW_ARRAY(uint8_t, n),
	};
	table->actions = NEW_ARRAY(int32_t, n);
	bug_if(arena_games_new(request, &table->arrays, &table->games, &error));
	return 0;
}

static void close_table(struct table *table)
{
	arena_games_free(table->games);
	FREE_ALL(table->arrays.player, table->arrays.mask, table->arrays.observation, table->arrays.reward,
		 table->arrays.over, table->actions);
}

/* A slot after each step: the player to act has a legal action, and its observation can be read; rewards sum to 0. */
static void check_slot(const struct table *table, int slot)
{
	const struct arena_games_arrays *arrays = &table->arrays;
	int player = arrays->player[slot];
	float sum = 0;
	bug_if(player < -1 || player >= table->n_seats);
	bug_if((memchr(arrays->mask + (size_t)slot * (size_t)table->n_actions, 1, (size_t)table->n_actions) != NULL) !=
	       (player >= 0));
	for (int i = 0; i < table->n_seats; i++)
		sum += arrays->reward[slot * table->n_seats + i];
	bug_if(fabsf(sum) > 1e-3F);
	if (player < 0)
		return;
	char *strings = arena_games_strings(table->games, arrays->observation + (size_t)slot * (size_t)table->n_bits);
	bug_if(!strings);
	free(strings);
}

/* Plays table->actions; wrong ones are refused with a reason. */
static void play(struct table *table)
{
	struct arena_error error = {0};
	if (arena_games_step(table->games, table->actions, &error))
		bug_if(!error.text[0] || error.code != EXIT_USAGE);
}

static void play_any(struct table *table, struct input *input)
{
	for (int slot = 0; slot < table->n_slots; slot++)
		table->actions[slot] = -1;
	table->actions[take(input) % table->n_slots] = take_number(input) >> take(input) % 32;
	play(table);
}

/* The caller has changed the mask: any action is played, as a robot plays what is not legal. */
static void play_unmasked(struct table *table, struct input *input)
{
	int slot = take(input) % table->n_slots, action = (take(input) * 256 + take(input)) % table->n_actions;
	table->arrays.mask[slot * table->n_actions + action] = table->arrays.player[slot] >= 0;
	for (int i = 0; i < table->n_slots; i++)
		table->actions[i] = i == slot ? action : -1;
	play(table);
	if (table->arrays.player[slot] < 0)
		arena_games_restart(table->games, NULL, NULL);
}

static void read_changed_bits(struct table *table, struct input *input)
{
	uint8_t *bits = mem_zeroed((size_t)table->n_bits, 1);
	int32_t slot = take(input) % table->n_slots, player = take(input) % (table->n_seats + 1);
	bug_if(arena_games_observe(table->games, slot, player, bits) == 0 && player >= table->n_seats);
	for (int n = take(input) % 8; n > 0; n--)
		bits[(take(input) * 256 + take(input)) % table->n_bits] ^= (uint8_t)(take(input) ? 1 : 255);
	free(arena_games_strings(table->games, bits));
	free(bits);
}

static void answer(struct table *table, struct input *input)
{
	struct arena_error error = {0};
	int32_t slot = take(input) % (table->n_slots + 1), action;
	char words[64] = "";
	size_t n = (size_t)(input->end - input->at), length = n < sizeof words - 1 ? n : sizeof words - 1;
	memcpy(words, input->at, length);
	if (arena_games_answer(table->games, slot, words, &action, &error))
		bug_if(!error.text[0] || action != -1);
	else
		bug_if(table->arrays.mask[slot * table->n_actions + action] != 1);
	free(arena_games_words(table->games, slot, take(input) & 1));
}

static void convert(const struct table *table, struct input *input)
{
	int32_t action = take_number(input) >> take(input) % 32, play_of = arena_games_play(table->games, action);
	bug_if(play_of >= 0 && arena_games_action(table->games, play_of) != action);
	play_of = arena_games_action(table->games, action);
	bug_if(play_of >= table->n_actions);
}

static void run(struct table *table, struct input *input)
{
	for (int i = 0; i < MOST_STEPS && input->at < input->end; i++) {
		switch (take(input) % 10) {
		case 0: play_any(table, input); break;
		case 1: play_unmasked(table, input); break;
		case 2: read_changed_bits(table, input); break;
		case 3: answer(table, input); break;
		case 4: convert(table, input); break;
		case 5: arena_games_restart(table->games, NULL, NULL); break;
		default:
			arena_games_sample(table->games, table->actions);
			play(table);
		}
		for (int slot = 0; slot < table->n_slots && slot < 4; slot++)
			check_slot(table, slot);
	}
}

void parse_games(const char *text, size_t size)
{
	struct arena_games_request request = ARENA_GAMES_REQUEST;
	const char *settings[MOST_SETTINGS + 1];
	size_t length = strcspn(text, "\n");
	AUTO_FREE char *line = mem_strdup(text);
	struct input input = {(const unsigned char *)text + (length < size ? length + 1 : size),
		(const unsigned char *)text + size};
	struct table table = {0};
	line[length] = '\0';
	read_rules(line, &request, settings);
	request.seed = "1";
	request.seats = take(&input) % 32 - 2;
	int slots = take(&input);
	request.slots = slots == 255 ? MANY_SLOTS : slots % 4;
	request.restarts = take(&input) & 1;
	request.deals = take(&input) & 1 ? "mirrored" : NULL;
	if (request.slots < 1 || open_table(&table, &request))
		return;
	run(&table, &input);
	close_table(&table);
}

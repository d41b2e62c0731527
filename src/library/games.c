/* games.c - plays many games at once, step by step (arena.h). Without robots a game has no strings, and between two
 * steps it is stored in a few bytes, so that a million games fit in the memory of a small machine. */
#include "library/games.h"

#include <endian.h>

#include "library/library.h"
#include "run/seed.h"
#include "run/setup.h"
#include "store/run_config.h"

enum { MOST_SEATS = SCHEDULE_MAX_SEATS, MOST_WHOLE = 1024 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Returns the game of a slot; games_keep puts it back. */
static inline struct game *load(struct arena_games *games, int slot)
{
	if (games->games)
		return &games->games[slot];
	const struct slot *kept = games_slot(games, slot);
	game_restore(&games->scratch, games->dice_key, kept->bids + encoding_bid_words(&games->encoding));
	return &games->scratch;
}

static inline void keep(struct arena_games *games, int slot, const struct game *game)
{
	if (!games->games)
		game_save(game, games_slot(games, slot)->bids + encoding_bid_words(&games->encoding));
}

void games_start(struct arena_games *games, int slot, uint64_t number, struct game *game)
{
	struct slot *kept = games_slot(games, slot);
	int n = games->n_seats, rotation = (int)(number % (uint64_t)n);
	struct match_plan plan = schedule_match(&games->schedule, number / (uint64_t)n);
	struct dice_source source = {games->dice_key, schedule_dice(&games->schedule, &plan, 0, rotation)};
	struct game_view view = {0};
	char seated[MOST_SEATS];
	kept->number = number;
	memset(kept->bids, 0, encoding_bid_words(&games->encoding) * sizeof *kept->bids);
	for (int player = 0; player < n; player++)
		seated[schedule_seat(&plan, player, rotation, n)] = letters[player];
	if (games->players)
		games_seat_robots(games, slot, seated, &view);
	game_start(game, &games->rules, n, seated, source, &view);
	if (games->players)
		games_introduce_robots(games, slot, seated);
}

void games_note_bid(struct arena_games *games, int slot, const struct game *game, uint32_t hand)
{
	uint64_t *bids = games_slot(games, slot)->bids;
	if (game->hand != hand || game->need != GAME_NEED_PLAY)
		memset(bids, 0, encoding_bid_words(&games->encoding) * sizeof *bids);
	int bid = game->need == GAME_NEED_PLAY ? encoding_bid_on_table(&games->encoding, game) : -1;
	if (bid >= 0)
		bids[bid / 64] |= UINT64_C(1) << bid % 64;
}

void games_apply(struct arena_games *games, int slot, struct game *game, int play)
{
	uint32_t hand = game->hand;
	game_play(game, play);
	if (game->need == GAME_NEED_OBSERVE && !games->players)
		game_observed(game);
	games_note_bid(games, slot, game, hand);
}

static void add_rewards(const struct arena_games *games, int slot, const struct game *game)
{
	float *reward = games->arrays.reward;
	int n = games->n_seats, n_tied;
	for (int seat = 0; seat < n && reward; seat++) {
		int place = game_place(game, seat, &n_tied);
		float mean = (float)place + (float)(n_tied - 1) / 2;
		reward[slot * n + games_player(game, seat)] += 1 - 2 * (mean - 1) / (float)(n - 1);
	}
	if (games->arrays.over && games->arrays.over[slot] < UINT8_MAX)
		games->arrays.over[slot]++;
}

void games_finish(struct arena_games *games, int slot, struct game *game)
{
	add_rewards(games, slot, game);
	if (games->restarts)
		games_start(games, slot, games_slot(games, slot)->number + (uint64_t)games->n_slots, game);
}

/* Writes the position of a slot to the caller's arrays. */
static inline void show(struct arena_games *games, int slot, const struct game *game)
{
	const struct arena_games_arrays *arrays = &games->arrays;
	size_t n_actions = (size_t)games->encoding.n_actions, n_bits = games->encoding.n_bits, at = (size_t)slot;
	bool is_asked = game->need == GAME_NEED_PLAY;
	if (arrays->player)
		arrays->player[slot] = is_asked ? games_player(game, game->turn) : -1;
	if (arrays->mask && is_asked)
		encoding_mask(&games->encoding, game, arrays->mask + at * n_actions);
	else if (arrays->mask)
		memset(arrays->mask + at * n_actions, 0, n_actions);
	if (arrays->observation && is_asked)
		encoding_observe(&games->encoding, game, game->turn, games_slot(games, slot)->bids,
				 arrays->observation + at * n_bits);
	else if (arrays->observation)
		memset(arrays->observation + at * n_bits, 0, n_bits);
}

static void clear_rewards(const struct arena_games *games)
{
	size_t n = (size_t)games->n_slots;
	if (games->arrays.reward)
		memset(games->arrays.reward, 0, n * (size_t)games->n_seats * sizeof *games->arrays.reward);
	if (games->arrays.over)
		memset(games->arrays.over, 0, n);
}

static int check_sizes(const struct arena_games_request *request, const struct arena_games_arrays *arrays,
		       struct err *err)
{
	int seats = request->seats ? request->seats : 2;
	if (request->size != sizeof *request || arrays->size != sizeof *arrays)
		return err_set(err, EXIT_USAGE,
			"the request or the arrays have the wrong size: the program was compiled with a different "
			"arena.h");
	if (seats < 2 || seats > MOST_SEATS || request->slots < 1)
		return err_set(err, EXIT_USAGE, "seats must be from 2 to %d, and slots at least 1", MOST_SEATS);
	return 0;
}

static int read_rules(struct arena_games *games, const struct arena_games_request *request, struct err *err)
{
	int n = 0;
	while (request->rules && request->rules[n])
		n++;
	return setup_open_rules(request->variant ? request->variant : "liars-dice", &games->rules, err) ||
		setup_change_rules(request->rules, n, &games->rules, err) ||
		rules_check(&games->rules, games->n_seats, err) ? -1 : 0;
}

static int read_schedule(struct arena_games *games, const struct arena_games_request *request, bool has_strangers,
			 struct err *err)
{
	static const char *const words[] = {"independent", "mirrored", NULL};
	static const enum deals kinds[] = {DEALS_INDEPENDENT, DEALS_SHUFFLED};
	int deals = library_word("deals", request->deals, words, err);
	AUTO_FREE char *seed = deals < 0 ? NULL : seed_choose(request->seed, has_strangers, err);
	if (!seed)
		return -1;
	struct rng_key key = rng_key_of_seed(seed);
	struct schedule_options options = {.n_robots = games->n_seats, .n_seats = games->n_seats,
		.games = RUN_MOST_GAMES, .match_length = 1, .deals = kinds[deals], .seed = key};
	games->tournament.seed = key;
	games->dice_key = rng_key_derive(key, RNG_DICE);
	games->robot_key = rng_key_derive(key, RNG_ROBOT);
	games->random = rng_word(key, RNG_ROBOT, 0);
	return schedule_init(&games->schedule, &options, err);
}

static bool has_robots(const struct arena_games_request *request, int n_seats)
{
	return ANY_OF(player, n_seats, request->robots && request->robots[player]);
}

static int start_all(struct arena_games *games, const uint8_t *which, bool is_first, struct err *err)
{
	int n_waiting = 0;
	clear_rewards(games);
	for (int slot = 0; slot < games->n_slots; slot++) {
		if (which && !which[slot])
			continue;
		struct game *game = games->games ? &games->games[slot] : &games->scratch;
		uint64_t next = is_first ? (uint64_t)slot : games_slot(games, slot)->number + (uint64_t)games->n_slots;
		games_start(games, slot, next, game);
		if (games->players)
			games->waiting[n_waiting++] = slot;
		keep(games, slot, game);
	}
	if (games->players && games_ask_robots(games, n_waiting, err))
		return -1;
	for (int slot = 0; slot < games->n_slots; slot++)
		show(games, slot, load(games, slot));
	return 0;
}

static int open_games(struct arena_games *games, const struct arena_games_request *request,
		      const struct arena_games_arrays *arrays, struct err *err)
{
	if (check_sizes(request, arrays, err))
		return -1;
	games->arrays = *arrays;
	games->n_seats = request->seats ? request->seats : 2;
	games->n_slots = request->slots;
	games->restarts = request->restarts;
	bool is_with_robots = has_robots(request, games->n_seats);
	bool has_strangers = is_with_robots && games_have_strangers(request, games->n_seats);
	if (read_rules(games, request, err) || read_schedule(games, request, has_strangers, err))
		return -1;
	if (!games->rules.family->encoding)
		return err_set(err, EXIT_USAGE, "the rules '%s' cannot be played step by step", games->rules.name);
	encoding_init(&games->encoding, &games->rules, games->n_seats);
	if (is_with_robots && games_open_robots(games, request, err))
		return -1;
	if (!games->games && games->n_slots <= MOST_WHOLE)
		games->games = mem_zeroed((size_t)games->n_slots, sizeof *games->games);
	size_t saved = games->games ? 0 : game_saved_size(&games->rules, games->n_seats);
	games->slot_size =
		sizeof(struct slot) + (encoding_bid_words(&games->encoding) + (saved + 7) / 8) * sizeof(uint64_t);
	games->slots = mem_zeroed((size_t)games->n_slots, games->slot_size);
	if (!games->games)
		games_start(games, 0, 0, &games->scratch); /* sets what game_restore does not set */
	return start_all(games, NULL, true, err);
}

int arena_games_new(const struct arena_games_request *request, const struct arena_games_arrays *arrays,
		    struct arena_games **games, struct arena_error *error)
{
	struct err err = {0};
	*games = NEW(struct arena_games);
	if (!open_games(*games, request, arrays, &err))
		return 0;
	arena_games_free(*games);
	*games = NULL;
	return library_fail(error, &err);
}

void arena_games_free(struct arena_games *games)
{
	if (!games)
		return;
	games_release_robots(games);
	FREE_ALL(games->slots, games->games, games);
}

/* Checks that the game in the slot waits for this action. */
static int check_action(struct arena_games *games, int slot, int action, struct err *err)
{
	const uint8_t *mask = games->arrays.mask;
	int n = games->encoding.n_actions;
	if (action >= 0 && action < n && mask && mask[(size_t)slot * (size_t)n + (size_t)action])
		return 0;
	if (action < -1 || action >= n)
		return err_set(err, EXIT_USAGE, "slot %d: there is no action %d; actions are 0 to %d, and -1 for none",
			       slot, action, n - 1);
	const struct game *game = load(games, slot);
	struct err why = {0};
	if (game->need != GAME_NEED_PLAY)
		return err_set(err, EXIT_USAGE,
			       "slot %d: the game is over; its action must be -1 until it is restarted", slot);
	if (game_is_legal(game, encoding_play(&games->encoding, action), &why))
		return 0;
	return err_set(err, EXIT_USAGE, "slot %d: the action %d (play %d) is not legal: %s", slot, action,
		       encoding_play(&games->encoding, action), why.text);
}

static int step(struct arena_games *games, const int32_t *actions, struct err *err)
{
	int n_waiting = 0;
	for (int slot = 0; slot < games->n_slots; slot++)
		if (actions[slot] != -1 && check_action(games, slot, actions[slot], err))
			return -1;
	clear_rewards(games);
	for (int slot = 0; slot < games->n_slots; slot++) {
		if (actions[slot] == -1)
			continue;
		struct game *game = load(games, slot);
		games_apply(games, slot, game, encoding_play(&games->encoding, actions[slot]));
		if (games->players) {
			games->waiting[n_waiting++] = slot;
			continue;
		}
		games_finish_if_over(games, slot, game);
		show(games, slot, game);
		keep(games, slot, game);
	}
	if (!games->players)
		return 0;
	int failed = games_ask_robots(games, n_waiting, err);
	for (int slot = 0; slot < games->n_slots; slot++)
		if (actions[slot] != -1)
			show(games, slot, &games->games[slot]);
	return failed;
}

int arena_games_step(struct arena_games *games, const int32_t *actions, struct arena_error *error)
{
	struct err err;
	err.code = 0; /* the text is not cleared, because that would take as long as a play */
	return step(games, actions, &err) ? library_fail(error, &err) : 0;
}

int32_t arena_games_step_one(struct arena_games *games, int32_t action, uint8_t *observation, uint8_t *mask,
			     struct arena_error *error)
{
	const struct arena_games_arrays *arrays = &games->arrays;
	if (games->n_slots != 1 || !arrays->player || !arrays->mask || !arrays->observation) {
		struct err err = {0};
		err_set(&err, EXIT_USAGE,
			"arena_games_step_one needs one slot and the arrays player, mask and observation");
		library_fail(error, &err);
		return -2;
	}
	if (arena_games_step(games, &action, error))
		return -2;
	memcpy(observation, arrays->observation, games->encoding.n_bits);
	memcpy(mask, arrays->mask, (size_t)games->encoding.n_actions);
	return arrays->player[0];
}

int arena_games_restart(struct arena_games *games, const uint8_t *which, struct arena_error *error)
{
	struct err err = {0};
	return start_all(games, which, false, &err) ? library_fail(error, &err) : 0;
}

enum { BYTES = 8, MOST_WORDS = (GAME_MAX_SEATS * GAME_MAX_DICE * GAME_MAX_FACES + 3 + BYTES - 1) / BYTES };
static const uint64_t each = UINT64_C(0x0101010101010101);

static inline uint32_t sum(uint64_t bytes)
{
	return (uint32_t)(bytes * each >> 56);
}

/* Returns the last n % BYTES of n bytes, which are not 0; zeros follow. Reads a whole word if possible, because a copy
 * of fewer bytes is slow, and so is reading a word that was written in smaller parts. */
static inline uint64_t rest_of(const uint8_t *bytes, size_t n)
{
	uint64_t word = 0;
	if (n < BYTES)
		memcpy(&word, bytes, n);
	else
		memcpy(&word, bytes + n - BYTES, BYTES);
	return n < BYTES ? le64toh(word) : le64toh(word) >> 8 * (BYTES - n % BYTES);
}

/* Draws the index of a 1 among n bytes that are 0 or 1, or -1 if there is none. No branch depends on where the ones
 * are, because it would often be mispredicted. */
static inline int32_t draw(const uint8_t *mask, size_t n, uint64_t random)
{
	uint64_t words[MOST_WORDS];
	uint32_t up_to[MOST_WORDS], n_ones = 0, word = 0;
	size_t n_words = n / BYTES;
	for (size_t i = 0; i < n_words; i++) {
		uint64_t next; /* memcpy into the array would be a call that checks its size */
		memcpy(&next, mask + i * BYTES, BYTES);
		words[i] = le64toh(next);
		up_to[i] = n_ones += sum(next);
	}
	if (n % BYTES) {
		words[n_words] = rest_of(mask, n);
		n_ones += sum(words[n_words]);
		up_to[n_words++] = n_ones;
	}
	if (!n_ones)
		return -1;
	uint32_t k = rng_below(random, n_ones);
	for (size_t i = 0; i + 1 < n_words; i++)
		word += up_to[i] <= k;
	/* In own * each, byte i is the number of ones in the bytes up to and including byte i. The second term makes it
	 * 0x80 or more if byte i is at or after the wanted one. */
	uint64_t own = words[word], before = up_to[word] - sum(own);
	uint64_t more = own * each + (0x7f - (k - before)) * each;
	return (int32_t)(word * BYTES + BYTES - sum(more >> 7 & each));
}

void arena_games_sample(struct arena_games *games, int32_t *actions)
{
	const uint8_t *mask = games->arrays.mask;
	size_t n_actions = (size_t)games->encoding.n_actions;
	for (int slot = 0; slot < games->n_slots; slot++, mask += n_actions)
		actions[slot] = draw(mask, n_actions, rng_next(&games->random));
}

int32_t arena_games_actions(const struct arena_games *games)
{
	return games->encoding.n_actions;
}

int32_t arena_games_bits(const struct arena_games *games)
{
	return (int32_t)games->encoding.n_bits;
}

int32_t arena_games_play(const struct arena_games *games, int32_t action)
{
	return action >= 0 && action < games->encoding.n_actions ? encoding_play(&games->encoding, action) : -1;
}

int32_t arena_games_action(const struct arena_games *games, int32_t play)
{
	return encoding_action(&games->encoding, play);
}

int games_to_act(const struct arena_games *games, int slot)
{
	/* This changes only the scratch game, which is not part of the state. */
	const struct game *game = load((struct arena_games *)(uintptr_t)games, slot);
	return game->need == GAME_NEED_PLAY ? games_player(game, game->turn) : -1;
}

int arena_games_observe(const struct arena_games *games, int32_t slot, int32_t player, uint8_t *bits)
{
	if (slot < 0 || slot >= games->n_slots || player < 0 || player >= games->n_seats)
		return -1;
	/* This changes only the scratch game, which is not part of the state. */
	const struct game *game = load((struct arena_games *)(uintptr_t)games, slot);
	if (game->need != GAME_NEED_PLAY)
		return -1;
	int seat = 0;
	while (games_player(game, seat) != player)
		seat++;
	encoding_observe(&games->encoding, game, seat, games_slot(games, slot)->bids, bits);
	return 0;
}

char *arena_games_strings(const struct arena_games *games, const uint8_t *bits)
{
	struct str hands = {0};
	AUTO_STR struct str history = {0};
	if (!encoding_strings(&games->encoding, bits, &hands, &history)) {
		str_release(&hands);
		return NULL;
	}
	str_addf(&hands, "\n%s", str_text(&history));
	return hands.text;
}

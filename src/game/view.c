/* view.c - see view.h. This file is written for speed: it measures no lengths and formats no text. Digits and masks are
 * stored as whole words, whose surplus bytes are overwritten by the next entry or fall into the buffer's slack. */
#include "game/view.h"

#include "game/dice.h"

enum {
	WORD = 8,
	SLACK = 2 * WORD, /* bytes that may be written past the longest string */
};

/* ones[m]: the first m bytes of a word are 1. */
static const char ones[WORD + 1][WORD] = {
	{0}, {1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1},
	{1, 1, 1, 1, 1, 1, 1, 1},
};

static inline uint64_t load(const char *at)
{
	uint64_t word;
	memcpy(&word, at, WORD);
	return word;
}

static inline void save(char *at, uint64_t word)
{
	memcpy(at, &word, WORD);
}

/* Returns the faces of up to eight dice, highest first, as numbers of one byte each, followed by zeros. Byte k is
 * computed as the number of faces that more than k dice reach or exceed. */
static inline uint64_t sorted_faces(uint64_t dice)
{
	enum { USUAL_FACES = 6 };
	uint64_t sum = 0;
#pragma GCC unroll 6
	for (int face = 1; face <= USUAL_FACES; face++, dice >>= DICE_LANE)
		sum += load(ones[dice & DICE_LANE_MASK]);
	for (; __builtin_expect(dice != 0, false); dice >>= DICE_LANE)
		sum += load(ones[dice & DICE_LANE_MASK]);
	return sum;
}

/* Returns the dice without the 8 * word highest ones, but at most eight of the rest. */
static uint64_t dice_of_word(uint64_t dice, int word)
{
	uint64_t some = 0;
	for (int face = 1; face <= GAME_MAX_FACES; face++) {
		int n = dice_at_least(dice, face) - WORD * word;
		n = n < 0 ? 0 : n > WORD ? WORD : n;
		some |= (uint64_t)n << (DICE_LANE * (face - 1));
	}
	return some;
}

/* Writes the entry of one seat and returns its end. Dice are stored as whole words. Surplus bytes are overwritten by
 * the rest of the entry or by the next one, or follow the end; they are never dice. */
__attribute__((always_inline)) static inline char *write_entry(char *at, const struct game_seat *seat, bool is_shown,
							       bool has_points)
{
	const uint64_t zeros = UINT64_C(0x0101010101010101) * '0', masks = UINT64_C(0x0101010101010101) * 'x';
	int n_dice = seat->n_dice;
	at[0] = seat->letter;
	at[1] = ':';
	at += 2;
	save(at, is_shown ? sorted_faces(n_dice <= WORD ? seat->dice : dice_of_word(seat->dice, 0)) + zeros : masks);
	for (int word = 1; word * WORD < n_dice; word++)
		save(at + word * WORD, is_shown ? sorted_faces(dice_of_word(seat->dice, word)) + zeros : masks);
	at += n_dice;
	if (has_points) {
		*at++ = '@';
		at = encode_int(at, seat->points);
	}
	*at = ',';
	return at + 1;
}

/* Writes the hands with the dice of the seats in `shown` open. */
static inline void write_hands(const struct game *game, uint32_t shown, bool has_points, char *at)
{
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		at = write_entry(at, &game->seat[seat], shown >> seat & 1, has_points);
	}
	at[-1] = '\0';
}

/* Writes the entries of two seats without a loop, and without testing for each seat whether it is shown. */
__attribute__((always_inline)) static inline void write_two(const struct game *game, bool shows_first,
							    bool shows_second, bool has_points, char *at)
{
	at = write_entry(at, &game->seat[__builtin_ctz(game->in)], shows_first, has_points);
	at = write_entry(at, &game->seat[__builtin_ctz(game->in & (game->in - 1))], shows_second, has_points);
	at[-1] = '\0';
}

static bool are_two(const struct game *game)
{
	uint32_t others = game->in & (game->in - 1);
	return others && !(others & (others - 1));
}

/* Copies `size` bytes and up to 15 more, for which both buffers have room. */
static inline void copy_wide(char *to, const char *from, size_t size)
{
	for (size_t at = 0; at < size; at += 2 * WORD)
		memcpy(to + at, from + at, 2 * WORD);
}

/* Opens the dice of a seat in a string in which they are masked: the 'x' of each die becomes its face. Other bytes stay
 * as they are. */
static inline void open_dice(char *to, const char *masked, const struct game_seat *seat)
{
	int n_dice = seat->n_dice;
	uint64_t dice = n_dice <= WORD ? seat->dice : dice_of_word(seat->dice, 0);
	for (int word = 0;;) {
		uint64_t is_die = load(ones[dice & DICE_LANE_MASK]);
		save(to, load(masked) + sorted_faces(dice) - is_die * ('x' - '0'));
		if (++word * WORD >= n_dice)
			return;
		dice = dice_of_word(seat->dice, word);
		to += WORD;
		masked += WORD;
	}
}

/* Writes the strings of many seats. The strings differ only in whose dice are shown, so all are copied from one of
 * them. */
__attribute__((noinline)) static void write_many(const struct game *game, bool has_points)
{
	char masked[GAME_MAX_SEATS * (3 + GAME_MAX_DICE + 1 + ENCODE_MAX) + SLACK], *at = masked;
	size_t dice_at[GAME_MAX_SEATS];
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		dice_at[seat] = (size_t)(at - masked) + 2;
		at = write_entry(at, &game->seat[seat], false, has_points);
	}
	at[-1] = '\0';
	save(at, 0); /* the bytes that are copied after the string */
	save(at + WORD, 0);
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		char *hands = game->view.hands[seat];
		copy_wide(hands, masked, (size_t)(at - masked));
		open_dice(hands + dice_at[seat], masked + dice_at[seat], &game->seat[seat]);
	}
}

void view_deal(struct game *game, bool has_points)
{
	if (!game->view.history)
		return;
	game->view.history[0] = '\0';
	game->history_length = 0;
	if (are_two(game)) { /* copying takes longer, because it waits for the bytes just written */
		write_two(game, true, false, has_points, game->view.hands[__builtin_ctz(game->in)]);
		write_two(game, false, true, has_points, game->view.hands[__builtin_ctz(game->in & (game->in - 1))]);
	} else {
		write_many(game, has_points);
	}
}

void view_see(const struct game *game, int seat, bool has_points, char *hands)
{
	write_hands(game, seat < 0 ? 0 : UINT32_C(1) << seat, has_points, hands);
}

void view_show(struct game *game, bool has_points)
{
	if (!game->view.history)
		return;
	if (are_two(game))
		write_two(game, true, true, has_points, game->view.shown);
	else
		write_hands(game, game->in, has_points, game->view.shown);
}

void view_play(struct game *game, int seat, int play)
{
	if (!game->view.history)
		return;
	char *at = game->view.history + game->history_length;
	*at = ',';
	at += game->history_length != 0;
	at[0] = game->seat[seat].letter;
	at[1] = ':';
	at = encode_int(at + 2, play);
	*at = '\0';
	game->history_length = (uint32_t)(at - game->view.history);
}

size_t view_history_size(int n_plays, int longest_play)
{
	return (size_t)n_plays * (size_t)(3 + longest_play) + SLACK;
}

size_t view_hands_size(int n_seats, int n_dice, bool has_points)
{
	return (size_t)n_seats * (size_t)(3 + n_dice + (has_points ? 1 + ENCODE_MAX : 0)) + SLACK;
}

#define ROW(t) t "0" t "1" t "2" t "3" t "4" t "5" t "6" t "7" t "8" t "9"
const char encode_pairs[201] =
	ROW("0") ROW("1") ROW("2") ROW("3") ROW("4") ROW("5") ROW("6") ROW("7") ROW("8") ROW("9");

char *encode_long(char *at, int value)
{
	uint32_t rest = value < 0 ? -(uint32_t)value : (uint32_t)value;
	char digits[ENCODE_MAX];
	int n = 0;
	do {
		digits[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		*at++ = '-';
	while (n)
		*at++ = digits[--n];
	return at;
}

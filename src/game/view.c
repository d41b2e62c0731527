/* view.c - see view.h. Written for speed: no lengths are measured, no text is formatted;
 * digits and masks go in as whole words, whose surplus bytes the next entry overwrites or the
 * buffer's slack takes. */
#include "game/view.h"

#include "game/dice.h"
#include "game/encode.h"

enum {
	WORD = 8,
	CHUNK = 32,                       /* hands are copied in such pieces */
	SLACK = CHUNK + WORD,             /* bytes that may be written past the longest string */
	ENTRY = 2 + GAME_MAX_DICE + 1 + ENCODE_MAX + 1, /* "A:", dice, "@", points, "," */
};

/* RAMP + GAME_MAX_DICE - m is m ones, then zeros. */
static const char ramp[GAME_MAX_DICE + 3 * WORD + GAME_MAX_DICE] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
};

static inline uint64_t ones(int m, int word)
{
	uint64_t bytes;
	memcpy(&bytes, ramp + GAME_MAX_DICE - m + WORD * word, WORD);
	return bytes;
}

/* The faces of dice 8*word .. 8*word+7, highest first, one to a byte as small numbers, zero
 * past the last: byte k is the number of faces that more than k dice reach. */
static inline uint64_t sorted_faces(uint64_t dice, int faces, int word)
{
	uint64_t sum = 0;
	for (int face = 1; face <= faces; face++, dice >>= DICE_LANE)
		sum += ones((int)(dice & DICE_LANE_MASK), word);
	return sum;
}

static inline char *start_entry(char *at, const struct game_seat *seat)
{
	at[0] = seat->letter;
	at[1] = ':';
	return at + 2;
}

static inline char *end_entry(char *at, const struct game_seat *seat, bool has_points)
{
	if (has_points) {
		*at++ = '@';
		at = encode_int(at, seat->points);
	}
	*at = ',';
	return at + 1;
}

/* The hands with every die an x, as all know them, into text; where the dice of each seat begin
 * into dice_at[seat]. Returns the length without the NUL. */
static size_t write_masked(const struct game *game, char *text, uint16_t *dice_at, bool has_points)
{
	char *at = text;
	for (uint32_t left = game->in; left; left &= left - 1) {
		const struct game_seat *seat = &game->seat[__builtin_ctz(left)];
		at = start_entry(at, seat);
		dice_at[seat - game->seat] = (uint16_t)(at - text);
		for (int die = 0; die < seat->n_dice; die += WORD)
			memcpy(at + die, "xxxxxxxx", WORD);
		at = end_entry(at + seat->n_dice, seat, has_points);
	}
	memset(at - 1, 0, CHUNK); /* what is copied to robots beyond the end must not be old stack */
	return (size_t)(at - text) - 1;
}

/* The masked hands into `hands`, with the seat's own dice over the x's. */
static inline void write_own(const struct game *game, int seat, int faces, const char *masked, size_t length,
			     const uint16_t *dice_at, char *hands)
{
	const uint64_t x_to_zero = UINT64_C(0x0101010101010101) * ('x' ^ '0');
	for (size_t i = 0; i <= length; i += CHUNK)
		memcpy(hands + i, masked + i, CHUNK);
	for (int word = 0; word * WORD < game->seat[seat].n_dice; word++) {
		uint64_t bytes, own = sorted_faces(game->seat[seat].dice, faces, word);
		uint64_t is_own = ones(game->seat[seat].n_dice, word) * 0xff;
		size_t at = dice_at[seat] + (size_t)(word * WORD);
		memcpy(&bytes, masked + at, WORD);
		bytes ^= own ^ (x_to_zero & is_own);
		memcpy(hands + at, &bytes, WORD);
	}
}

void view_deal(struct game *game, int faces, bool has_points)
{
	char masked[GAME_MAX_SEATS * ENTRY + SLACK];
	uint16_t dice_at[GAME_MAX_SEATS];

	game->view.history[0] = '\0';
	game->history_length = 0;
	size_t length = write_masked(game, masked, dice_at, has_points);
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		write_own(game, seat, faces, masked, length, dice_at, game->view.hands[seat]);
	}
}

void view_see(const struct game *game, int seat, int faces, bool has_points, char *hands)
{
	char masked[GAME_MAX_SEATS * ENTRY + SLACK];
	uint16_t dice_at[GAME_MAX_SEATS] = {0};
	size_t length = write_masked(game, masked, dice_at, has_points);
	if (game_is_in(game, seat))
		write_own(game, seat, faces, masked, length, dice_at, hands);
	else
		memcpy(hands, masked, length + 1);
}

void view_play(struct game *game, int seat, int play)
{
	char *at = game->view.history + game->history_length;
	*at = ',';
	at += game->history_length != 0;
	at[0] = game->seat[seat].letter;
	at[1] = ':';
	at = encode_int(at + 2, play);
	*at = '\0';
	game->history_length = (uint32_t)(at - game->view.history);
}

void view_show(struct game *game, int faces, bool has_points)
{
	const uint64_t zeros = UINT64_C(0x0101010101010101) * '0';
	char *at = game->view.shown;
	for (uint32_t left = game->in; left; left &= left - 1) {
		const struct game_seat *seat = &game->seat[__builtin_ctz(left)];
		at = start_entry(at, seat);
		for (int word = 0; word * WORD < seat->n_dice; word++) {
			uint64_t bytes = sorted_faces(seat->dice, faces, word) + zeros;
			memcpy(at + word * WORD, &bytes, WORD);
		}
		at = end_entry(at + seat->n_dice, seat, has_points);
	}
	at[-1] = '\0';
}

size_t view_history_size(int n_plays, int longest_play)
{
	return (size_t)n_plays * (size_t)(3 + longest_play) + SLACK;
}

size_t view_hands_size(int n_seats, int n_dice, bool has_points)
{
	return (size_t)n_seats * (size_t)(3 + n_dice + (has_points ? 1 + ENCODE_MAX : 0)) + SLACK;
}

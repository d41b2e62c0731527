/* view.c - the strings of an ask in Mäxchen that are not in view.h (maexchen.h). */

#include "game/maexchen/maexchen.h"
#include "game/view.h"

enum { ENTRY = 2 + MAEXCHEN_DICE + 1 + ENCODE_MAX + 1 }; /* "A:xx@10," */

/* Writes the string to `text`, and the offset of each seat's dice to dice_at[seat]. Returns the length. */
static size_t write_masked(const struct game *game, char *text, uint16_t *dice_at)
{
	char *at = text;
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left);
		at[0] = game->seat[seat].letter;
		memcpy(at + 1, ":xx@", 4);
		dice_at[seat] = (uint16_t)(at + 2 - text);
		at = encode_int(at + 5, game->seat[seat].points);
		*at++ = ',';
	}
	at[-1] = '\0';
	return (size_t)(at - text) - 1;
}

void maexchen_view_deal(struct game *game)
{
	char masked[GAME_MAX_SEATS * ENTRY];
	if (!game->view.history)
		return;
	game->view.history[0] = '\0';
	game->history_length = 0;
	size_t length = write_masked(game, masked, game->u.maexchen.dice_at);
	for (uint32_t left = game->in; left; left &= left - 1)
		memcpy(game->view.hands[__builtin_ctz(left)], masked, length + 1);
}

void maexchen_view_roll(struct game *game, int seat, int value)
{
	if (game->view.history)
		memcpy(game->view.hands[seat] + game->u.maexchen.dice_at[seat], encode_pairs + 2 * value, 2);
}

void maexchen_view_mask(struct game *game, int seat)
{
	if (game->view.history)
		memcpy(game->view.hands[seat] + game->u.maexchen.dice_at[seat], "xx", 2);
}

void maexchen_view_open(const struct game *game, int seat, int value, char *text)
{
	uint16_t dice_at[GAME_MAX_SEATS];
	if (!text)
		return;
	write_masked(game, text, dice_at);
	if (seat >= 0)
		memcpy(text + dice_at[seat], encode_pairs + 2 * value, 2);
}

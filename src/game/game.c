/* game.c - functions for all families: calling the family, and reading a game. */
#include "game/game.h"

#include "game/dice.h"

void game_start(struct game *game, const struct rules *rules, int n_seats, const char *letters,
		struct dice_source source, const struct game_view *view)
{
	bug_if(n_seats < 2 || n_seats > GAME_MAX_SEATS);
	game->need = GAME_NEED_OVER;
	game->turn = 0;
	game->n_seats = n_seats;
	game->history_length = 0;
	game->rules = rules;
	game->in = (UINT32_C(1) << n_seats) - 1;
	game->forfeited = 0;
	game->dice = rng_block(source.key, source.block);
	game->block = source.block;
	game->hand = 0;
	game->last.end = HAND_NONE;
	game->last.actor = game->last.bidder = game->last.loser = -1;
	game->last.play = game->last.bid = game->last.count = game->last.n_wild = 0;
	game->view.history = view->history;
	game->view.shown = view->shown;
	for (int seat = 0; seat < n_seats; seat++) {
		game->seat[seat] = (struct game_seat){.letter = letters[seat]};
		game->view.hands[seat] = view->hands[seat];
		game->last.delta[seat] = 0;
	}
	rules->family->start(game);
}

void game_fault(struct game *game, int seat)
{
	game->rules->family->fault(game, seat);
}

void game_see(const struct game *game, int seat, char *hands)
{
	if (game->need == GAME_NEED_OBSERVE)
		memcpy(hands, game->view.shown, strlen(game->view.shown) + 1);
	else
		game->rules->family->see(game, seat, hands);
}

int game_place(const struct game *game, int seat, int *n_tied)
{
	*n_tied = game->seat[seat].n_tied;
	return game->seat[seat].place;
}

char game_letter(const struct game *game, int seat)
{
	return game->seat[seat].letter;
}

int game_points(const struct game *game, int seat)
{
	return game->seat[seat].points;
}

int game_dice(const struct game *game, int seat, uint8_t dice[GAME_MAX_DICE])
{
	int n = 0;
	for (int face = GAME_MAX_FACES; face >= 1; face--)
		for (int k = dice_showing(game->seat[seat].dice, face); k > 0; k--)
			dice[n++] = (uint8_t)face;
	return n;
}

size_t game_history_size(const struct rules *rules, int n_seats)
{
	return rules->family->history_size(rules, n_seats);
}

size_t game_hands_size(const struct rules *rules, int n_seats)
{
	return rules->family->hands_size(rules, n_seats);
}

/* What is saved of every game; the state of the family and the seats follow. */
struct saved {
	enum game_need need;
	int turn;
	uint32_t in, forfeited, hand;
	uint64_t block;
};

size_t game_saved_size(const struct rules *rules, int n_seats)
{
	return sizeof(struct saved) + rules->family->state_size + (size_t)n_seats * sizeof(struct game_seat);
}

void game_save(const struct game *game, void *saved)
{
	const struct saved head = {game->need, game->turn, game->in, game->forfeited, game->hand, game->block};
	size_t state_size = game->rules->family->state_size;
	char *at = saved;
	memcpy(at, &head, sizeof head);
	memcpy(at + sizeof head, &game->u, state_size);
	memcpy(at + sizeof head + state_size, game->seat, (size_t)game->n_seats * sizeof *game->seat);
}

void game_restore(struct game *game, struct rng_key key, const void *saved)
{
	struct saved head;
	size_t state_size = game->rules->family->state_size;
	const char *at = saved;
	memcpy(&head, at, sizeof head);
	game->need = head.need;
	game->turn = head.turn;
	game->in = head.in;
	game->forfeited = head.forfeited;
	game->hand = head.hand;
	game->block = head.block;
	game->dice = rng_block(key, head.block);
	memcpy(&game->u, at + sizeof head, state_size);
	memcpy(game->seat, at + sizeof head + state_size, (size_t)game->n_seats * sizeof *game->seat);
}

void game_play_words(const struct rules *rules, int play, struct str *out)
{
	rules->family->play_words(rules, play, out);
}

bool game_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err)
{
	return rules->family->parse_play(rules, entry, play, err);
}

bool game_is_legal(const struct game *game, int play, struct err *err)
{
	return game->rules->family->is_legal(game, play, err);
}

void game_reminder(const struct rules *rules, int n_seats, struct str *out)
{
	rules->family->reminder(rules, n_seats, out);
}

void game_describe_hand(const struct game *game, const char *const *names, struct str *out)
{
	game->rules->family->describe_hand(game, names, out);
}

void places_out(struct game *game, uint32_t seats)
{
	game->in &= ~seats;
	int place = __builtin_popcount(game->in) + 1;
	for (uint32_t left = seats; left; left &= left - 1) {
		struct game_seat *seat = &game->seat[__builtin_ctz(left)];
		seat->place = (uint8_t)place;
		seat->n_tied = (uint8_t)__builtin_popcount(seats);
	}
}

void places_rank(struct game *game, const int32_t *score)
{
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left), n_better = 0, n_equal = 0;
		for (uint32_t others = game->in; others; others &= others - 1) {
			int other = __builtin_ctz(others);
			n_better += score[other] > score[seat];
			n_equal += score[other] == score[seat];
		}
		game->seat[seat].place = (uint8_t)(n_better + 1);
		game->seat[seat].n_tied = (uint8_t)n_equal;
	}
}

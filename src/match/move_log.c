/* move_log.c - the answers of the robots in a match, ask by ask (move_log.h). */
#include "match/move_log.h"

enum { VERDICTS = 8 };
_Static_assert((int)VERDICT_COUNT <= (int)VERDICTS, "a verdict needs more bits");

void move_log_add_play(struct str *game, int play)
{
	uint32_t zigzag = (uint32_t)play << 1 ^ (play < 0 ? UINT32_MAX : 0);
	varint_add(game, (uint64_t)zigzag * VERDICTS);
}

void move_log_add_fault(struct str *game, enum verdict verdict)
{
	varint_add(game, verdict);
}

void move_log_add_showdown(struct str *game, int n_failed)
{
	varint_add(game, (uint64_t)n_failed);
}

void move_log_add_failed(struct str *game, int seat, enum verdict verdict)
{
	varint_add(game, (uint64_t)seat);
	varint_add(game, verdict);
}

void move_log_add_game(struct str *log, const struct str *game)
{
	varint_add(log, game->length);
	str_add_n(log, str_text(game), game->length);
}

bool move_log_find(const void *bytes, size_t size, uint64_t number, struct varints *game)
{
	struct varints log = varints_of(bytes, size);
	for (uint64_t length;; number--) {
		if (!varint_get(&log, &length) || length > (uint64_t)(log.end - log.at))
			return false;
		if (number == 0) {
			*game = varints_of(log.at, length);
			return true;
		}
		log.at += length;
	}
}

static bool is_fault(uint64_t verdict)
{
	return verdict == VERDICT_TIMEOUT || verdict == VERDICT_CRASH || verdict == VERDICT_LOAD;
}

bool move_log_turn(struct varints *game, int *play, enum verdict *verdict)
{
	uint64_t number;
	if (!varint_get(game, &number) || number / VERDICTS > UINT32_MAX)
		return false;
	uint32_t zigzag = (uint32_t)(number / VERDICTS);
	*play = (int)(zigzag >> 1 ^ (zigzag & 1 ? UINT32_MAX : 0));
	*verdict = (enum verdict)(number % VERDICTS);
	return *verdict == VERDICT_OK || (is_fault(*verdict) && zigzag == 0);
}

bool move_log_showdown(struct varints *game, int n_seats, int *n_failed)
{
	uint64_t number;
	if (!varint_get(game, &number) || number > (uint64_t)n_seats)
		return false;
	*n_failed = (int)number;
	return true;
}

bool move_log_failed(struct varints *game, int n_seats, int *seat, enum verdict *verdict)
{
	uint64_t number, of;
	if (!varint_get(game, &number) || number >= (uint64_t)n_seats || !varint_get(game, &of) || !is_fault(of))
		return false;
	*seat = (int)number;
	*verdict = (enum verdict)of;
	return true;
}

/* encoding.c - encodes chunks as bytes, and decodes them with checks (encoding.h). */
#include "store/encoding.h"

#include "base/varint.h"
#include "store/blocks.h"

enum { FIELDS = 4 }; /* how many numbers a trouble has, and struct showdowns */

/* Returns the number of matches of the chunk at the table of its match `from` < period. */
static uint32_t at_table(const struct chunk *chunk, uint64_t period, uint64_t from)
{
	return (uint32_t)((chunk->matches.n - from + period - 1) / period);
}

void encoding_outcomes(const struct chunk *chunk, uint64_t period, struct str *outcomes, struct str *ordering)
{
	size_t size = chunk_match_size(chunk);
	uint32_t n_matches = (uint32_t)chunk->matches.n;
	if (chunk->n_blocks == 1 && (ordering || period == 1)) {
		stored_blocks_encode(chunk->places, n_matches, chunk->n_seats, outcomes, ordering);
	} else if (chunk->n_blocks == 1) {
		AUTO_FREE uint8_t *places = NEW_ARRAY(uint8_t, n_matches * size);
		for (uint64_t from = 0; from < period; from++) {
			uint32_t n = at_table(chunk, period, from);
			for (uint32_t i = 0; i < n; i++)
				memcpy(places + i * size, chunk_match(chunk, from + i * period), size);
			stored_blocks_encode(places, n, chunk->n_seats, outcomes, NULL);
		}
	} else {
		for (uint64_t match = 0; match < n_matches; match++)
			stored_blocks_encode(chunk_match(chunk, match), chunk->n_blocks, chunk->n_seats, outcomes,
					     ordering);
	}
}

/* Reads the places of a chunk, or the order of its blocks, which are encoded in groups of `together` blocks. `get`
 * reads one group and returns non-zero for damaged bytes. */
static bool get_blocks(struct chunk *chunk, uint32_t together, const void *bytes, size_t size,
		       int (*get)(struct varints *, uint32_t, int, uint8_t *))
{
	struct varints from = varints_of(bytes, size);
	uint64_t n_blocks = chunk->matches.n * chunk->n_blocks;
	size_t block = (size_t)chunk->n_seats * (size_t)chunk->n_seats;
	for (uint64_t at = 0; at < n_blocks; at += together)
		if (get(&from, together, chunk->n_seats, chunk->places + at * block))
			return false;
	return from.at == from.end;
}

/* Reads the places of a chunk whose blocks are encoded table by table. */
static bool get_tables(struct chunk *chunk, uint64_t period, const void *outcomes, size_t outcomes_size)
{
	struct varints bytes = varints_of(outcomes, outcomes_size);
	size_t size = chunk_match_size(chunk);
	AUTO_FREE uint8_t *places = NEW_ARRAY(uint8_t, chunk->matches.n * size);
	for (uint64_t from = 0; from < period; from++) {
		uint32_t n = at_table(chunk, period, from);
		if (stored_blocks_places(&bytes, n, chunk->n_seats, places))
			return false;
		for (uint32_t i = 0; i < n; i++)
			memcpy(chunk->places + (from + i * period) * size, places + i * size, size);
	}
	return bytes.at == bytes.end;
}

bool encoding_get_outcomes(struct chunk *chunk, uint64_t period, const void *outcomes, size_t size,
			   const void *ordering, size_t ordering_size)
{
	uint32_t together = chunk->n_blocks == 1 ? (uint32_t)chunk->matches.n : chunk->n_blocks;
	chunk->places = NEW_ARRAY(uint8_t, chunk->matches.n * chunk_match_size(chunk));
	chunk->has_order = ordering != NULL || chunk->matches.n * chunk->n_blocks == 1;
	if (chunk->n_blocks == 1 && !ordering)
		return get_tables(chunk, period, outcomes, size);
	return get_blocks(chunk, together, outcomes, size, stored_blocks_places) &&
	       (!ordering || get_blocks(chunk, together, ordering, ordering_size, stored_blocks_restore_order));
}

struct visiting {
	void (*visit)(uint64_t match, const uint8_t *places, uint64_t times, void *context);
	uint64_t match;
	void *context;
};

static void visit_block(const uint8_t *places, uint32_t count, void *context)
{
	const struct visiting *visiting = context;
	visiting->visit(visiting->match, places, count, visiting->context);
}

bool encoding_each(const struct chunk *chunk, uint64_t period, const void *outcomes, size_t size,
		   void (*visit)(uint64_t match, const uint8_t *places, uint64_t times, void *context), void *context)
{
	struct varints from = varints_of(outcomes, size);
	struct visiting visiting = {.visit = visit, .context = context};
	AUTO_FREE uint8_t *places = NEW_ARRAY(uint8_t, chunk_match_size(chunk));
	for (; chunk->n_blocks == 1 && visiting.match < period; visiting.match++)
		if (stored_blocks_decode(&from, at_table(chunk, period, visiting.match), chunk->n_seats, visit_block,
					 &visiting))
			return false;
	for (uint64_t match = 0; chunk->n_blocks > 1 && match < chunk->matches.n; match++) {
		if (stored_blocks_places(&from, chunk->n_blocks, chunk->n_seats, places))
			return false;
		visit(match, places, 1, context);
	}
	return from.at == from.end;
}

static void add_word(struct str *out, uint64_t word)
{
	char bytes[8];
	for (int i = 0; i < 8; i++)
		bytes[i] = (char)(word >> 8 * i & 255);
	str_add_n(out, bytes, sizeof bytes);
}

static bool get_word(struct varints *from, uint64_t *word)
{
	if (from->end - from->at < 8)
		return false;
	*word = 0;
	for (int i = 0; i < 8; i++)
		*word |= (uint64_t)*from->at++ << 8 * i;
	return true;
}

static uint64_t from_signed(int64_t number)
{
	return number < 0 ? (uint64_t)-number * 2 + 1 : (uint64_t)number * 2;
}

static bool get_signed(struct varints *from, int64_t *number)
{
	uint64_t got = 0;
	bool is_there = varint_get(from, &got);
	*number = got & 1 ? -(int64_t)(got >> 1) : (int64_t)(got >> 1);
	return is_there;
}

static bool get_number(struct varints *from, uint64_t most, uint32_t *number)
{
	uint64_t got;
	if (!varint_get(from, &got) || got > most)
		return false;
	*number = (uint32_t)got;
	return true;
}

/* Adds the troubles or, if is_calls, the calls. */
static void add_list(const struct chunk *chunk, bool is_calls, struct str *details)
{
	AUTO_STR struct str list = {0};
	uint64_t n = 0;
	uint32_t last = 0;
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		const struct match_trouble *trouble = &chunk->troubles[i];
		const struct showdowns *of = &trouble->showdowns;
		const uint32_t *numbers = trouble->trouble;
		const int64_t calls[FIELDS] = {of->n, of->n_right, of->evidence[0], of->evidence[1]};
		if (is_calls ? !of->n : !(numbers[0] | numbers[1] | numbers[2] | numbers[3]))
			continue;
		varint_add(&list, trouble->match - last);
		varint_add(&list, trouble->player);
		for (int k = 0; k < FIELDS; k++)
			varint_add(&list, is_calls ? from_signed(calls[k]) : numbers[k]);
		last = trouble->match;
		n++;
	}
	if (!is_calls)
		varint_add(details, n);
	str_add_n(details, list.text, list.length);
}

void encoding_details(const struct chunk *chunk, struct str *details)
{
	const uint32_t *asks = chunk->asks;
	for (uint64_t match = 0; match < chunk->matches.n; match++) {
		add_word(details, chunk->signatures[match]);
		varint_add(details, chunk->alike[match]);
		for (int player = 0; player < chunk->n_seats; player++)
			varint_add(details, *asks++);
	}
	add_list(chunk, false, details);
	add_list(chunk, true, details);
}

static bool get_trouble(struct varints *from, const struct chunk *chunk, bool is_calls, struct match_trouble *trouble)
{
	struct showdowns *of = &trouble->showdowns;
	uint64_t n_games = (uint64_t)chunk->n_blocks * (uint64_t)chunk->n_seats;
	if (!get_number(from, chunk->matches.n - 1, &trouble->match) ||
	    !get_number(from, (uint64_t)chunk->n_seats - 1, &trouble->player))
		return false;
	if (is_calls)
		return get_signed(from, &of->n) && get_signed(from, &of->n_right) &&
			get_signed(from, &of->evidence[0]) && get_signed(from, &of->evidence[1]);
	return get_number(from, UINT32_MAX, &trouble->illegal) && get_number(from, UINT32_MAX, &trouble->timeouts) &&
	       get_number(from, UINT32_MAX, &trouble->crashes) && get_number(from, n_games, &trouble->failed_games);
}

/* Gets the troubles or, if is_calls, the calls, which extend to the end of the bytes. Older rows have no calls. */
static bool get_list(struct varints *from, struct chunk *chunk, bool is_calls)
{
	struct match_trouble last = {0};
	uint64_t n = UINT64_MAX;
	if (!is_calls && !varint_get(from, &n))
		return false;
	for (uint64_t i = 0; is_calls ? from->at < from->end : i < n; i++) {
		struct match_trouble trouble = {0};
		if (!get_trouble(from, chunk, is_calls, &trouble))
			return false;
		trouble.match += last.match;
		if (trouble.match >= chunk->matches.n ||
		    (i && last.match == trouble.match && last.player >= trouble.player))
			return false;
		last = trouble;
		chunk_add_trouble(chunk, &trouble);
	}
	return true;
}

bool encoding_get_details(struct chunk *chunk, const void *details, size_t size)
{
	struct varints from = varints_of(details, size);
	uint64_t n = chunk->matches.n;
	size_t n_seats = (size_t)chunk->n_seats;
	if (size / (9 + n_seats) < n)
		return false;
	chunk->has_details = true;
	chunk->signatures = NEW_ARRAY(uint64_t, n);
	chunk->alike = NEW_ARRAY(uint32_t, n);
	chunk->asks = NEW_ARRAY(uint32_t, n * n_seats);
	for (uint64_t match = 0; match < n; match++) {
		if (!get_word(&from, &chunk->signatures[match]) ||
		    !get_number(&from, chunk->n_blocks, &chunk->alike[match]))
			return false;
		for (size_t player = 0; player < n_seats; player++)
			if (!get_number(&from, UINT32_MAX, &chunk->asks[match * n_seats + player]))
				return false;
	}
	if (!get_list(&from, chunk, false) || !get_list(&from, chunk, true))
		return false;
	chunk_sort_troubles(chunk);
	return true;
}

void encoding_luck(const struct chunk *chunk, struct str *luck)
{
	for (int i = 0; i < chunk->n_robots * LUCK_SUMS; i++)
		varint_add(luck, from_signed(chunk->luck_sums[i]));
}

bool encoding_get_luck(struct chunk *chunk, const void *luck, size_t size)
{
	struct varints from = varints_of(luck, size);
	int n = chunk->n_robots * LUCK_SUMS;
	chunk->has_luck = true;
	chunk->luck_sums = NEW_ARRAY(int64_t, (size_t)n);
	for (int i = 0; i < n; i++)
		if (!get_signed(&from, &chunk->luck_sums[i]))
			return false;
	return from.at == from.end;
}

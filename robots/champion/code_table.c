/* code_table.c - codes a computed table (table.h) in an eighth of its size. Usage: code_table COMPUTED CODED.
 *
 * Weights are rounded to eighths, or to finer parts in hands with few dice. Chances are first counted and then written
 * together with the plays, so the coder needs no settings. The result has the same bytes in every run. */
#include <stdio.h>
#include <stdlib.h>

#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/str.h"
#include "robots/champion/coding.h"

/* The number of low bits of a weight, by the number of dice on the table. Hands with few dice need little space. */
static const uint8_t low_bits[2 * TABLE_DICE + 2] = {3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0};

/* Counts the symbols in a first pass, and writes them in a second. */
struct writer {
	struct coder coder;
	const uint8_t *computed;
	struct str head, pieces;           /* the coded file, up to the rows and after them */
	uint64_t (*count)[CODING_SYMBOLS]; /* by row; NULL in the pass that writes */
	uint32_t low;                      /* the low end of the interval, whose size is coder.range */
	size_t begin; /* where the piece begins */
};

static void put_number(struct str *to, size_t at, size_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		to->text[at + (size_t)i] = (char)(value >> 8 * i & 255);
}

static void add_zeros(struct str *to, size_t n)
{
	while (n-- > 0)
		str_add_n(to, "", 1);
}

static void add_number(struct str *to, size_t value, int bytes)
{
	add_zeros(to, (size_t)bytes);
	put_number(to, to->length - (size_t)bytes, value, bytes);
}

/* Adds to the bytes of the piece, which are one long number. */
static void carry(struct writer *writer, uint32_t add)
{
	writer->low += add;
	for (size_t i = writer->pieces.length; writer->low < add && i > writer->begin;)
		if (++writer->pieces.text[--i] != 0)
			break;
}

static void put_symbol(struct coder *coder, int row, int symbol)
{
	struct writer *writer = (struct writer *)(void *)coder;
	if (writer->count) {
		writer->count[row][symbol]++;
		return;
	}
	const uint8_t *end = coder->rows + row * ROW_BYTES + 2 * symbol;
	uint32_t begin = symbol ? table_u16(end - 2) : 0, part = coder->range >> CODING_BITS;
	coder->range = part * (table_u16(end) - begin);
	bug_if(coder->range == 0);
	carry(writer, part * begin);
	for (; coder->range < 1U << 24; coder->range <<= 8, writer->low <<= 8)
		add_number(&writer->pieces, writer->low >> 24, 1);
}

/* Ends the piece with the fewest bytes that stay in the interval whatever follows them. */
static void end_piece(struct writer *writer)
{
	for (int bytes = 1; bytes <= 4; bytes++) {
		uint32_t rest = bytes == 4 ? 0 : UINT32_MAX >> 8 * bytes, add = (~writer->low + 1) & rest;
		if (add > writer->coder.range - 1 || writer->coder.range - 1 - add < rest)
			continue;
		carry(writer, add);
		for (int i = 0; i < bytes; i++)
			add_number(&writer->pieces, writer->low >> (24 - 8 * i) & 255, 1);
		return;
	}
	bug("a piece has no end");
}

/* Rounds a mixture to weights that sum to `whole`: the largest remainders are rounded up. */
static void round_mixture(const uint8_t *pairs, int n, int whole, uint8_t weight[TABLE_ACTIONS])
{
	int sum = 0, left = whole, rest[TABLE_ACTIONS];
	for (int i = 0; i < n; i++)
		sum += pairs[2 * i + 1];
	for (int i = 0; i < n; i++) {
		weight[pairs[2 * i]] = (uint8_t)(pairs[2 * i + 1] * whole / sum);
		rest[i] = pairs[2 * i + 1] * whole % sum;
		left -= weight[pairs[2 * i]];
	}
	for (; left > 0; left--) {
		int most = 0;
		for (int i = 1; i < n; i++)
			if (rest[i] > rest[most])
				most = i;
		rest[most] = -1;
		weight[pairs[2 * most]]++;
	}
}

/* Reads the mixtures of a state of the computed table, weight[holding][action]. Holdings that never reach the state get
 * those of the holding before them, and holdings before the first that reaches it get its mixture. */
static void read_state(const uint8_t *at, int n_holdings, int whole, uint8_t (*weight)[TABLE_ACTIONS])
{
	int n_first = 0;
	memset(weight, 0, (size_t)n_holdings * sizeof *weight);
	for (int h = 0; h < n_holdings; h++) {
		int byte = *at++, gap = byte > TABLE_GAP ? byte - TABLE_GAP : 0;
		if (h == n_first)
			n_first += gap;
		for (; gap > 1; gap--, h++)
			if (h)
				memcpy(weight[h], weight[h - 1], sizeof *weight);
		if (byte > TABLE_GAP) {
			if (h)
				memcpy(weight[h], weight[h - 1], sizeof *weight);
		} else if (byte >= TABLE_SINGLE) {
			weight[h][byte - TABLE_SINGLE] = (uint8_t)whole;
		} else {
			round_mixture(at, byte, whole, weight[h]);
			at += 2 * byte;
		}
	}
	for (; n_first > 0; n_first--)
		memcpy(weight[n_first - 1], weight[n_first], sizeof *weight);
}

/* Codes a piece of a state. Returns its length. */
static size_t code_one(struct writer *writer, const struct coded_piece *shape, int last,
		       const uint8_t (*weight)[TABLE_ACTIONS])
{
	struct coded_piece piece = *shape;
	uint8_t column[TABLE_HOLDINGS][TABLE_ACTIONS];
	piece.given = (const uint8_t(*)[TABLE_ACTIONS])column;
	for (int action = 0; action < TABLE_ACTIONS; action++) {
		bool is_used = false;
		for (int h = piece.first; h <= last; h++)
			is_used |= (column[h][piece.n_actions] = weight[h][action]) > 0;
		if (is_used)
			piece.action[piece.n_actions++] = (uint8_t)action;
	}
	writer->begin = writer->pieces.length;
	writer->low = 0;
	writer->coder.range = UINT32_MAX;
	code_piece(&writer->coder, &piece, last);
	if (!writer->count)
		end_piece(writer);
	return writer->pieces.length - writer->begin;
}

/* Returns where in the file the next piece or role begins. */
static size_t place_of_next(const struct writer *writer)
{
	return CODING_ROWS + N_ROWS * ROW_BYTES + writer->pieces.length;
}

/* Codes the plays of one player of a hand. */
static void code_role(struct writer *writer, int set, int n, int m, int role)
{
	struct str *pieces = &writer->pieces;
	uint32_t from = table_u32(writer->computed + table_root(set, n, m, role));
	uint32_t n_holdings = (uint32_t)table_n_holdings(n, TABLE_FACES);
	if (!from)
		return;
	int memory = (int)table_u32(writer->computed + from);
	uint32_t n_pieces = coding_pieces(n), n_places = table_n_states(memory, n, m) / coding_step(set) * n_pieces;
	struct coded_piece shape = {.n_dice = n + m, .low = low_bits[n + m],
		.holdings = (const uint8_t *)writer->head.text + coding_holdings(n)};
	put_number(&writer->head, table_root(set, n, m, role), place_of_next(writer), 4);
	add_number(pieces, (size_t)memory, 4);
	size_t groups = pieces->length;
	add_zeros(pieces, (n_places + TABLE_GROUP - 1) / TABLE_GROUP * TABLE_GROUP_BYTES);
	for (uint32_t i = 0; i < n_places; i++) {
		uint32_t state = i / n_pieces * coding_step(set);
		uint32_t plays = table_u32(writer->computed + from + 4 + 4 * state);
		size_t group = groups + i / TABLE_GROUP * TABLE_GROUP_BYTES;
		uint8_t weight[TABLE_HOLDINGS][TABLE_ACTIONS];
		if (i % TABLE_GROUP == 0)
			put_number(pieces, group, place_of_next(writer), 4);
		if (!plays)
			continue;
		shape.bid = (int)(state / table_n_states(memory, 0, 0)) - 1;
		shape.first = (int)(i % n_pieces) * TABLE_PIECE;
		int last = shape.first + TABLE_PIECE < (int)n_holdings ? shape.first + TABLE_PIECE - 1
								       : (int)n_holdings - 1;
		read_state(writer->computed + plays, (int)n_holdings, CODING_EIGHTHS << shape.low, weight);
		size_t length = code_one(writer, &shape, last, (const uint8_t(*)[TABLE_ACTIONS])weight);
		put_number(pieces, group + 4 + 2 * (i % TABLE_GROUP), length, 2);
	}
}

static void code_roles(struct writer *writer)
{
	str_clear(&writer->pieces);
	for (int set = 0; set < N_TABLE_SETS; set++)
		for (int n = 1; n <= TABLE_DICE; n++)
			for (int m = 1; m <= TABLE_DICE; m++)
				for (int role = 0; role < 2; role++)
					code_role(writer, set, n, m, role);
}

/* Returns the number of a similar holding before this one, in which one of the dice has a higher face. If there are
 * several, it is the last one that is not immediately before this one; if there are none, it is the number of this
 * one. */
static int similar_to(int n, int number, uint8_t count[TABLE_FACES + 1])
{
	int best = -1;
	for (int low = 1; low < TABLE_FACES; low++) {
		for (int high = low + 1; high <= TABLE_FACES && count[low]; high++) {
			count[low]--;
			count[high]++;
			int other = table_holding(n, count);
			if (other < number - 1 && other > best)
				best = other;
			count[low]++;
			count[high]--;
		}
	}
	return best < 0 ? number : best;
}

/* Adds the holdings of `n` dice whose dice of the faces above `face` are known and leave `left` dice. */
static void add_holdings(struct str *to, int n, int *number, int face, int left, uint8_t count[TABLE_FACES + 1])
{
	uint32_t dice = 0;
	for (int more = left; more >= 0 && face > 1; more--) {
		count[face] = (uint8_t)more;
		add_holdings(to, n, number, face - 1, left - more, count);
	}
	if (face > 1)
		return;
	count[1] = (uint8_t)left;
	for (int f = 1; f <= TABLE_FACES; f++)
		dice |= (uint32_t)count[f] << 4 * (f - 1);
	add_number(to, dice | (uint32_t)similar_to(n, *number, count) << 24, 4);
	++*number;
}

/* Adds the rows. Each symbol has parts of 2^CODING_BITS in proportion to its count, and at least one if it occurs. */
static void add_rows(struct writer *writer)
{
	for (int row = 0; row < N_ROWS; row++) {
		const uint64_t *count = writer->count[row];
		uint64_t sum = 0, part[CODING_SYMBOLS], begin = 0;
		int left = 1 << CODING_BITS, most = CODING_SYMBOLS - 1;
		for (int s = 0; s < CODING_SYMBOLS; s++)
			sum += count[s];
		for (int s = 0; s < CODING_SYMBOLS; s++) {
			part[s] = count[s] ? (count[s] << CODING_BITS) / sum : 0;
			part[s] += count[s] && !part[s];
			left -= (int)part[s];
			if (part[s] && (count[s] > count[most] || !count[most]))
				most = s;
		}
		part[most] += (uint64_t)(int64_t)left;
		for (int s = 0; s < CODING_SYMBOLS; s++)
			add_number(&writer->head, begin += part[s], 2);
	}
}

static void code_table(struct writer *writer)
{
	struct str *head = &writer->head;
	str_add(head, TABLE_CODED);
	str_add_n(head, (const char *)writer->computed + head->length, TABLE_HEADER - head->length);
	memset(head->text + table_root(0, 1, 1, 0), 0, table_worth(0, 1, 1) - table_root(0, 1, 1, 0));
	add_zeros(head, 4);
	str_add_n(head, (const char *)low_bits, sizeof low_bits);
	for (int n = 1, number = 0; n <= TABLE_DICE; n++, number = 0)
		add_holdings(head, n, &number, TABLE_FACES, n, (uint8_t[TABLE_FACES + 1]){0});
	bug_if(head->length != CODING_ROWS);
	AUTO_FREE uint64_t(*count)[CODING_SYMBOLS] = mem_zeroed(N_ROWS, sizeof *count);
	writer->count = count;
	writer->coder.put = put_symbol;
	code_roles(writer);
	add_rows(writer);
	writer->count = NULL;
	writer->coder.rows = (const uint8_t *)head->text + CODING_ROWS;
	code_roles(writer);
	add_zeros(&writer->pieces, 4); /* the reader reads at most four bytes ahead */
	put_number(head, CODING_SIZE, head->length + writer->pieces.length, 4);
}

enum { MOST_BYTES = 1 << 28 };

int main(int argc, char **argv)
{
	AUTO_STR struct str computed = {0};
	struct writer writer = {0};
	struct err err = {0};
	if (argc != 3) {
		fprintf(stderr, "usage: code_table COMPUTED CODED\n");
		return EXIT_USAGE;
	}
	if (!str_read_file(&computed, argv[1], MOST_BYTES, &err) &&
	    (computed.length < TABLE_HEADER || memcmp(computed.text, TABLE_COMPUTED, 8) != 0))
		err_set(&err, EXIT_USAGE, "'%s' is not a table that make_table computed", argv[1]);
	if (!err.code) {
		writer.computed = (const uint8_t *)computed.text;
		code_table(&writer);
		str_add_n(&writer.head, writer.pieces.text, writer.pieces.length);
		file_write(argv[2], &writer.head, &err);
	}
	str_release(&writer.head);
	str_release(&writer.pieces);
	if (err.code)
		fprintf(stderr, "code_table: %s\n", err.text);
	return err.code;
}

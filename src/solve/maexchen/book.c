/* book.c - policies of Mäxchen as the bytes of a file (book.h). */
#include "solve/maexchen/book.h"

#include <math.h>

#include "arena_maexchen_solution.h"
#include "base/file.h"

_Static_assert(MAEXCHEN_MAX_VALUES == (int)MAEX_MAX_VALUES && MAEXCHEN_MOST_POINTS == (int)MAEX_SOLUTION_POINTS, "as robots read them");
_Static_assert(offsetof(struct maex_solution_header, size) == offsetof(struct solution_header, size) &&
	       offsetof(struct maex_solution_header, checksum) == offsetof(struct solution_header, checksum), "one checksum for both");

void maexchen_book_release(struct maexchen_book *book)
{
	str_release(&book->bytes);
}

void maexchen_book_begin(struct maexchen_book *book, const struct maexchen_values *values, const struct rules *rules)
{
	const int *setting = rules->value;
	struct maex_solution_header header = {
		.magic = {'A', 'R', 'E', 'N', 'A', 'M', 'I', 'A'}, .version = MAEX_SOLUTION_VERSION,
		.points = (uint32_t)values->points, .n_values = (uint32_t)values->n,
		.loss = {(uint32_t)setting[MAEXCHEN_LOSS_NORMAL], (uint32_t)setting[MAEXCHEN_LOSS_MAEXCHEN],
			 (uint32_t)setting[MAEXCHEN_LOSS_HAMBURGER]},
	};
	for (int i = 0; i < values->n; i++) {
		bool is_maexchen = maexchen_is_maexchen(setting, values->value[i]);
		header.value[i] = (int8_t)values->value[i];
		bool is_hamburger = maexchen_is_hamburger(setting, values->value[i]);
		header.kind[i] = is_hamburger ? MAEX_HAMBURGER : is_maexchen ? MAEX_MAEXCHEN : MAEX_NORMAL;
	}
	book->values = values;
	str_add_n(&book->bytes, (const char *)&header, sizeof header);
}

static uint16_t part(double chance)
{
	return (uint16_t)lround(chance * SOLUTION_WHOLE);
}

/* Chances that add up to SOLUTION_WHOLE: each is the difference of two rounded sums. */
static void add_claims(struct maexchen_book *book, const double *chance)
{
	double sum = 0;
	for (int i = 0; i < book->values->n; i++) {
		uint16_t before = part(sum);
		sum = fmin(1, sum + chance[i]);
		uint16_t share = (uint16_t)(part(sum) - before);
		str_add_n(&book->bytes, (const char *)&share, sizeof share);
	}
}

void maexchen_book_add(struct maexchen_book *book, const struct maexchen_policy *policy)
{
	int n = book->values->n;
	for (int last = -1; last < n - 1; last++)
		for (int roll = 0; roll < n; roll++)
			add_claims(book, policy->claims[last + 1][roll]);
	for (int before = -1; before < n - 1; before++)
		for (int claim = 0; claim < n; claim++) {
			uint16_t share = part(policy->believes[before + 1][claim]);
			str_add_n(&book->bytes, (const char *)&share, sizeof share);
		}
}

int maexchen_book_save(struct maexchen_book *book, const char *path, struct err *err)
{
	struct maex_solution_header header;
	memcpy(&header, book->bytes.text, sizeof header);
	header.size = book->bytes.length;
	memcpy(book->bytes.text, &header, sizeof header);
	header.checksum = solution_checksum((const unsigned char *)book->bytes.text, book->bytes.length);
	memcpy(book->bytes.text, &header, sizeof header);
	return file_write(path, &book->bytes, err);
}

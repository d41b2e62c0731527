/* sources.c - the shingles of source texts (sources.h). */
#include "contest/sources.h"

#include <ctype.h>
#include <math.h>

#include "base/rng.h"

/* The keywords of all languages together. A name that is one of them counts as a keyword. */
static const char *const words[] = {
	"and", "async", "await", "bool", "break", "case", "char", "class", "const", "continue", "def", "default", "do",
	"double", "elif", "else",
	"enum", "except", "False", "float", "fn", "for", "from", "func", "function", "if", "impl", "import", "in",
	"int", "is", "lambda", "let",
	"long", "loop", "match", "mod", "mut", "new", "None", "not", "null", "or", "pass", "private", "public", "raise",
	"range", "return", "self",
	"static", "struct", "switch", "this", "True", "true", "try", "unsigned", "use", "var", "void", "while", "with",
	"yield",
};

void sources_release(struct sources *sources)
{
	free(sources->shingles);
	*sources = (struct sources){0};
}

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static uint64_t hash_of(const char *text, size_t n)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < n; i++)
		hash = rng_mix(hash ^ (unsigned char)text[i]);
	return hash;
}

static uint64_t word_token(const char *text, size_t n)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == n && memcmp(words[i], text, n) == 0)
			return hash_of(text, n);
	return 'n';
}

/* Moves *at past a comment or white space. Lines that begin with '#' are skipped in C too, as if they were comments in
 * Python. */
static bool skip_blank(const char **at, const char *end)
{
	const char *text = *at;
	bool is_line = *text == '#' || (end - text > 1 && text[0] == '/' && text[1] == '/');
	if (isspace((unsigned char)*text)) {
		++*at;
		return true;
	}
	if (is_line) {
		while (*at < end && **at != '\n')
			++*at;
		return true;
	}
	if (end - text < 2 || text[0] != '/' || text[1] != '*')
		return false;
	for (*at += 2; *at < end && !(end - *at > 1 && (*at)[0] == '*' && (*at)[1] == '/');)
		++*at;
	*at = end - *at > 2 ? *at + 2 : end;
	return true;
}

/* Reads the next token. */
static uint64_t take_token(const char **at, const char *end)
{
	const char *text = *at;
	char quote = *(*at)++;
	if (quote == '"' || quote == '\'') {
		while (*at < end && **at != quote && **at != '\n')
			*at += **at == '\\' && end - *at > 1 ? 2 : 1;
		*at += *at < end;
		return 's';
	}
	if (!is_of_word(*text))
		return (uint64_t)(unsigned char)*text << 8;
	while (*at < end && is_of_word(**at))
		++*at;
	return isdigit((unsigned char)*text) ? '0' : word_token(text, (size_t)(*at - text));
}

void sources_add(struct sources *sources, const char *text, size_t size)
{
	uint64_t last[SOURCES_SHINGLE] = {0};
	const char *end = text + size;
	size_t n = 0;
	if (size && memchr(text, '\0', size))
		return;
	for (const char *at = text; at < end;) {
		if (skip_blank(&at, end))
			continue;
		uint64_t hash = 0;
		last[n++ % SOURCES_SHINGLE] = take_token(&at, end);
		for (size_t i = n; n >= SOURCES_SHINGLE && i < n + SOURCES_SHINGLE; i++)
			hash = rng_mix(hash ^ last[i % SOURCES_SHINGLE]);
		if (n < SOURCES_SHINGLE)
			continue;
		MEM_GROW(sources->shingles, sources->n, sources->room);
		sources->shingles[sources->n++] = hash;
	}
}

ORDER_BY(compare, uint64_t, *item)

void sources_sort(struct sources *sources)
{
	size_t n = 0;
	if (sources->n)
		qsort(sources->shingles, sources->n, sizeof *sources->shingles, compare);
	for (size_t i = 0; i < sources->n; i++)
		if (!n || sources->shingles[i] != sources->shingles[n - 1])
			sources->shingles[n++] = sources->shingles[i];
	sources->n = n;
}

void sources_remove(struct sources *sources, const struct sources *known)
{
	size_t n = 0, k = 0;
	for (size_t i = 0; i < sources->n; i++) {
		while (k < known->n && known->shingles[k] < sources->shingles[i])
			k++;
		if (k == known->n || known->shingles[k] != sources->shingles[i])
			sources->shingles[n++] = sources->shingles[i];
	}
	sources->n = n;
}

void sources_weigh(struct sources_weights *weights, const struct sources *all, const int *team, int n)
{
	struct sources whole = {0};
	int most = 0;
	for (int i = 0; i < n; i++) {
		for (size_t k = 0; k < all[i].n; k++) {
			MEM_GROW(whole.shingles, whole.n, whole.room);
			whole.shingles[whole.n++] = all[i].shingles[k];
		}
		most = team[i] > most ? team[i] : most;
	}
	sources_sort(&whole);
	*weights = (struct sources_weights){.shingles = whole.shingles, .n = whole.n,
		.teams = NEW_ARRAY(int, whole.n + 1)};
	AUTO_FREE int *last = NEW_ARRAY(int, whole.n + 1); /* 1 + the team that was counted last */
	for (int of = 0; of <= most; of++) {
		bool is_there = false;
		for (int i = 0; i < n; i++) {
			for (size_t k = 0, w = 0; k < all[i].n && team[i] == of; k++) {
				while (weights->shingles[w] < all[i].shingles[k])
					w++;
				weights->teams[w] += last[w] != of + 1;
				last[w] = of + 1;
				is_there = true;
			}
		}
		weights->n_teams += is_there;
	}
}

void sources_weights_release(struct sources_weights *weights)
{
	FREE_ALL(weights->shingles, weights->teams);
	*weights = (struct sources_weights){0};
}

static double weight_at(const struct sources_weights *weights, uint64_t shingle, size_t *at)
{
	while (weights->shingles[*at] < shingle)
		++*at;
	return log((weights->n_teams + 1.0) / weights->teams[*at]);
}

double sources_share(const struct sources_weights *weights, const struct sources *a, const struct sources *b)
{
	double of_a = 0, of_b = 0, of_both = 0;
	size_t w = 0, k = 0;
	if (a->n < SOURCES_LEAST || b->n < SOURCES_LEAST)
		return -1;
	for (size_t i = 0; i < b->n; i++)
		of_b += weight_at(weights, b->shingles[i], &w);
	w = 0;
	for (size_t i = 0; i < a->n; i++) {
		double weight = weight_at(weights, a->shingles[i], &w);
		while (k < b->n && b->shingles[k] < a->shingles[i])
			k++;
		of_a += weight;
		of_both += k < b->n && b->shingles[k] == a->shingles[i] ? weight : 0;
	}
	return of_both / (of_a < of_b ? of_a : of_b);
}

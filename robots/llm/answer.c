/* answer.c - finds the play in the answer of a model (answer.h). Models put it in bold, in brackets, in a sentence or
 * in JSON, whatever they were asked for. A play is accepted only if it is unambiguous, because a wrong guess costs a
 * hand, but asking again costs only a request. */
#include "answer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

#include "base/mem.h"
#include "base/str.h"
#include "game/game.h"

/* Bounds the time for a text that is made to take long: bytes that are read as JSON, some of them several times, and
 * bytes at the end of a line in which a play is looked for. */
enum { MOST_JSON = 10000000, MOST_LINE = 1000 };

/* ---- JSON ----------------------------------------------------------------------------------- */

static bool read_field(const struct rules *rules, const json_t *field, int *play)
{
	struct err ignored = {0};
	if (json_is_integer(field)) {
		json_int_t number = json_integer_value(field);
		*play = (int)number;
		return number >= 0 && number < 10000;
	}
	if (json_is_real(field)) { /* 23.0 */
		double number = json_real_value(field);
		*play = number >= 0 && number < 10000 ? (int)number : -1;
		return *play >= 0 && !(number > *play);
	}
	return json_is_string(field) && game_parse_play(rules, json_string_value(field), play, &ignored);
}

/* Reads a bid from {"quantity": 2, "face": 3}, an object without a play. */
static bool read_bid(const json_t *object, int *play)
{
	json_int_t quantity = json_integer_value(json_object_get(object, "quantity"));
	json_int_t face = json_integer_value(json_object_get(object, "face"));
	*play = quantity > 0 && quantity < 1000 && face > 0 && face < 10 ? (int)(10 * quantity + face) : -1;
	return *play >= 0 && !json_object_get(object, "play");
}

/* Reads the first complete object in the text. Models put it between ``` marks, and text before it. */
static bool read_json(const struct rules *rules, const char *answer, int *play)
{
	json_error_t error = {0};
	int n_left = MOST_JSON;
	for (const char *at = strchr(answer, '{'); at && n_left > 0; at = strchr(at + 1, '{')) {
		json_t *root = json_loads(at, JSON_DISABLE_EOF_CHECK, &error);
		bool is_read = read_bid(root, play) || read_field(rules, json_object_get(root, "play"), play);
		bool is_object = root != NULL;
		json_decref(root);
		if (is_object)
			return is_read;
		n_left -= error.position + 1;
	}
	return false;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Returns true for a character that may stand around a play without changing it. */
static bool is_markup(char c)
{
	return isspace((unsigned char)c) || strchr("*_`'\"[](){}<>#=:~$|", c) != NULL;
}

static bool is_end(char c)
{
	return is_markup(c) || strchr(".!,;", c) != NULL;
}

/* Removes the words between the numbers of "2 dice showing 3" or "3 dice of face 5", in place. */
static void drop_filling(char *text)
{
	static const char *const fillings[] = {"dice", "die", "showing", "show", "with", "of", "the", "a", "face",
		"value"};
	char *rest = text, *to = text;
	bool is_first = true;
	for (char *word; (word = strsep(&rest, " ")) != NULL;) {
		size_t i = 0, n = strlen(word);
		while (i < sizeof fillings / sizeof *fillings && strcasecmp(word, fillings[i]) != 0)
			i++;
		if (n == 0 || (!is_first && i < sizeof fillings / sizeof *fillings))
			continue;
		if (!is_first)
			*to++ = ' ';
		memmove(to, word, n);
		to += n;
		is_first = false;
	}
	*to = '\0';
}

/* Reads a text that, without the marks around it, is nothing but a number or the words of a play. */
static bool read_whole(const struct rules *rules, const char *text, size_t n, int *play)
{
	struct err ignored = {0};
	while (n > 0 && (is_end(text[n - 1]) || text[n - 1] == '}'))
		n--;
	while (n > 0 && is_markup(*text))
		text++, n--;
	AUTO_FREE char *part = strndup(text, n);
	bug_if(!part);
	if (n == 0 || part[0] == '-')
		return false;
	if (strcasestr(part, " dice ") || strcasestr(part, " die "))
		drop_filling(part);
	return game_parse_play(rules, part, play, &ignored) && *play >= 0;
}

/* Reads a play that is repeated in parentheses, such as "0 (call)" or "three sixes (3x6)". */
static bool read_twice(const struct rules *rules, const char *text, size_t n, int *play)
{
	const char *again = memchr(text, '(', n);
	size_t n_before = again ? (size_t)(again - text) : 0;
	int second;
	return again && read_whole(rules, text, n_before, play) && read_whole(rules, again, n - n_before, &second) &&
	       second == *play;
}

/* Reads a number that a remark without another number follows: "23 (two threes)", "23, because". A small number needs a
 * punctuation mark after it, because "2 fives" is not the play 2. */
static bool read_number(const char *text, size_t n, int *play)
{
	while (n > 0 && is_markup(*text))
		text++, n--;
	size_t n_digits = strspn(text, "0123456789");
	if (n_digits == 0 || n_digits > 4 || n_digits >= n)
		return false;
	bool is_remark = n_digits > 1 ? is_end(text[n_digits]) : is_end(text[n_digits]) && text[n_digits] != ' ';
	for (size_t i = n_digits; i < n; i++)
		is_remark = is_remark && !isdigit((unsigned char)text[i]);
	*play = atoi(text);
	return is_remark;
}

/* Words that come before the play, and words that may be between them and the play. */
static const char *const marks[] = {"play", "bid", "move", "answer", "claim", "boxed"};
static const char *const between[] = {"is", "would be", "will be", "value", "number", "a", "of"};

static const char *skip_between(const char *at, const char *end)
{
	for (bool is_skipped = true; is_skipped;) {
		is_skipped = false;
		while (at < end && (is_markup(*at) || *at == '-'))
			at++;
		for (size_t i = 0; i < sizeof between / sizeof between[0]; i++) {
			size_t n = strlen(between[i]);
			if (strncasecmp(at, between[i], n) == 0 && at + n < end && is_markup(at[n])) {
				at += n;
				is_skipped = true;
			}
		}
	}
	return at;
}

/* Finds one of the marks at the beginning of a word. Returns what follows it, or NULL. */
static const char *after_mark(const char *line, const char *at)
{
	for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
		size_t n = strlen(marks[i]);
		if (strncasecmp(at, marks[i], n) == 0 && !isalpha((unsigned char)at[n]) &&
		    (at == line || !isalnum((unsigned char)at[-1])))
			return at + n;
	}
	return NULL;
}

/* "Play: 23" and "the play is 23" declare a play, but "I could play 23" may not. */
static bool is_declared(const char *from, const char *to)
{
	size_t n = (size_t)(to - from);
	return memchr(from, ':', n) || memchr(from, '=', n) || memchr(from, '{', n) || memmem(from, n, "is ", 3);
}

/* Returns true if a minus sign comes right before the number, which then cannot be played. */
static bool is_negative(const char *from, const char *to)
{
	return to > from && to[-1] == '-' && isdigit((unsigned char)*to);
}

/* Reads the play after the last mark of a line. */
static bool read_marked(const struct rules *rules, const char *line, const char *end, int *play)
{
	bool is_found = false;
	for (const char *at = line; at < end; at++) {
		const char *rest = after_mark(line, at);
		if (!rest)
			continue;
		const char *from = skip_between(rest, end);
		size_t n = (size_t)(end - from);
		int found;
		if (is_negative(rest, from))
			continue;
		if (read_whole(rules, from, n, &found) || read_twice(rules, from, n, &found) ||
		    (is_declared(rest, from) && read_number(from, n, &found))) {
			*play = found;
			is_found = true;
		}
	}
	return is_found;
}

/* Adds the text, with typographic quotes and Chinese colons replaced by those of ASCII. */
static void add_plain(const char *text, struct str *out)
{
	static const char *const forms[][2] = {{"\u201c", "\""}, {"\u201d", "\""}, {"\u2018", "'"}, {"\u2019", "'"},
		{"\uff1a", ":"}};
	while (*text) {
		size_t i = 0;
		while (i < sizeof forms / sizeof forms[0] && strncmp(text, forms[i][0], strlen(forms[i][0])) != 0)
			i++;
		if (i == sizeof forms / sizeof forms[0]) {
			str_add_char(out, *text++);
		} else {
			str_add(out, forms[i][1]);
			text += strlen(forms[i][0]);
		}
	}
}

bool answer_read(const struct rules *rules, const char *answer, int *play)
{
	AUTO_STR struct str plain = {0};
	const char *thought = strstr(answer, "</think>"), *last = NULL;
	bool is_found = false;
	if (thought)
		answer = thought + strlen("</think>");
	if (read_json(rules, answer, play))
		return true;
	add_plain(answer, &plain);
	answer = str_text(&plain);
	for (const char *line = answer, *end; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		if (end - line > MOST_LINE)
			line = end - MOST_LINE;
		is_found = read_marked(rules, line, end, play) || is_found;
		if (line[strspn(line, " \t\r`*")] != '\n' && line + strspn(line, " \t\r`*") < end)
			last = line;
	}
	size_t n_last = last ? strcspn(last, "\n") : 0;
	return is_found || (last && (read_whole(rules, last, n_last, play) || read_twice(rules, last, n_last, play)));
}

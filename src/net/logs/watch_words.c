/* watch_words.c - the text for spectators of a tourney (log_game.h). */

#include <math.h>

#include "base/text.h"
#include "game/liars/liars.h"
#include "net/logs/log_game.h"
#include "output/show.h"

enum { TITLE_MOST = 64, HANDS_MOST = GAME_MAX_SEATS * GAME_MAX_DICE };

static void add_clean(struct str *out, const char *text)
{
	char cut[TITLE_MOST + 1];
	snprintf(cut, sizeof cut, "%s", text ? text : "?");
	text_add_clean(out, cut);
}

void watch_remember(struct watch_names *names, const json_t *meta)
{
	const char *uuid = json_string_value(json_object_get(meta, "session_uuid"));
	const char *title = json_string_value(json_object_get(meta, "full_title"));
	if (!uuid || !title || strlen(uuid) >= sizeof names->known[0].uuid)
		return;
	int n = sizeof names->known / sizeof *names->known, at = 0;
	while (at < n && strcmp(names->known[at].uuid, uuid) != 0)
		at++;
	if (at == n) {
		at = names->next;
		names->next = (at + 1) % n;
	}
	snprintf(names->known[at].uuid, sizeof names->known[at].uuid, "%s", uuid);
	snprintf(names->known[at].title, sizeof names->known[at].title, "%s", title);
}

void watch_add_title(const json_t *meta, struct str *out)
{
	add_clean(out, json_string_value(json_object_get(meta, "full_title")));
}

/* Returns the title of robot i of a log: that in the log, or that of its registration, or else its UUID. */
static const char *title_of(const struct watch_names *names, const json_t *log, size_t i)
{
	const char *title = json_string_value(json_array_get(json_object_get(log, "bot_titles"), i));
	const char *uuid = json_string_value(json_array_get(json_object_get(log, "bot_uuids"), i));
	if (!title)
		title = json_string_value(json_array_get(json_object_get(log, "bot_fullnames"), i));
	for (size_t k = 0; !title && uuid && k < sizeof names->known / sizeof *names->known; k++)
		if (strcmp(names->known[k].uuid, uuid) == 0)
			title = names->known[k].title;
	return title ? title : uuid ? uuid : "?";
}

static bool is_called(const char *title, const char *robot)
{
	size_t n = strlen(robot);
	return strncmp(title, robot, n) == 0 && (title[n] == '\0' || title[n] == '_');
}

bool watch_concerns(const struct watch_names *names, const json_t *message, const char *robot)
{
	const char *title = json_string_value(json_object_get(message, "full_title"));
	size_t n = json_array_size(json_object_get(message, "bot_uuids"));
	if (title && is_called(title, robot))
		return true;
	return ANY_OF(i, n, is_called(title_of(names, message, i), robot));
}

struct shown_game {
	int n_seats;
	char *names[GAME_MAX_SEATS]; /* owned */
	int width, columns;
	struct log_game reader;
	bool has_colour;
};

static const char *word_of(const json_t *log, const char *key)
{
	const char *text = json_string_value(json_object_get(log, key));
	return text ? text : "?";
}

static void add_heading(const char *what, const json_t *log, bool has_colour, struct str *out)
{
	AUTO_STR struct str line = str_of("%s", what);
	const json_t *tourney = json_object_get(log, "tourney_index"), *match = json_object_get(log, "match_index");
	if (json_is_integer(tourney))
		str_addf(&line, " tourney %lld", (long long)json_integer_value(tourney));
	if (json_is_integer(match))
		str_addf(&line, ", game %lld", (long long)json_integer_value(match));
	str_add(&line, ", ");
	add_clean(&line, word_of(log, "end_time"));
	str_add(&line, ", ");
	add_clean(&line, word_of(log, match ? "game_uuid" : "tourney_uuid"));
	show_add_styled(out, has_colour, SHOW_BOLD, line.text);
	str_add(out, "\n");
}

static void add_line(const struct shown_game *game, int seat, const char *text, struct str *out)
{
	int pad = game->width - text_width(game->names[seat]);
	str_addf(out, "  %s%*s  %s\n", game->names[seat], pad, "", text);
}

static void add_dice(const struct shown_game *shown, struct str *out)
{
	for (int seat = 0; seat < shown->n_seats; seat++) {
		AUTO_STR struct str text = {0};
		uint8_t dice[GAME_MAX_DICE];
		int n = shown->reader.hand.known.n_dice[seat] ? game_dice(&shown->reader.game, seat, dice) : 0;
		for (int i = 0; i < n; i++)
			str_addf(&text, "%s%d", i ? " " : "", dice[i]);
		if (n)
			add_line(shown, seat, text.text, out);
	}
}

static void add_sentence(const struct shown_game *shown, const char *style, const char *text, int indent,
			 struct str *out)
{
	AUTO_STR struct str wrapped = {0};
	text_add_wrapped(&wrapped, text, 0, indent, shown->columns);
	show_add_styled(out, shown->has_colour, style, str_text(&wrapped));
	str_add(out, "\n");
}

static void add_hand(struct shown_game *shown, const json_t *json, size_t number, struct str *out)
{
	const struct state_hand *hand = &shown->reader.hand;
	const char *result = word_of(json, "result");
	AUTO_STR struct str title = str_of("Hand %zu", number + 1), end = {0};
	show_add_styled(out, shown->has_colour, SHOW_BOLD, title.text);
	str_add(out, "\n");
	if (!log_game_add(&shown->reader, json)) {
		str_add(&end, "the log is inconsistent; its result: ");
		add_clean(&end, result);
	} else {
		add_dice(shown, out);
		for (int i = 0; i < hand->n_bids; i++) {
			AUTO_STR struct str words = {0};
			game_play_words(&shown->reader.rules, hand->bid[i].play, &words);
			add_line(shown, hand->bid[i].seat, words.text, out);
		}
		if (hand->is_call)
			add_line(shown, hand->caller, "liar!", out);
		game_describe_hand(&shown->reader.game, (const char *const *)shown->names, &end);
		if (!hand->is_call) {
			str_add(&end, " [");
			add_clean(&end, result);
			str_add(&end, "]");
		}
	}
	add_sentence(shown, hand->is_call ? SHOW_DIM : SHOW_RED, end.text, 2, out);
}

static void add_places(const struct shown_game *shown, const json_t *log, struct str *out)
{
	const json_t *rankings = json_object_get(log, "bot_rankings");
	AUTO_STR struct str line = {0};
	for (size_t place = 0; place < json_array_size(rankings) && place < (size_t)shown->n_seats; place++) {
		json_int_t seat = json_integer_value(json_array_get(rankings, place));
		str_addf(&line, "%s%zu %s", place ? ", " : "", place + 1,
			 seat >= 0 && seat < shown->n_seats ? shown->names[seat] : "?");
	}
	add_sentence(shown, SHOW_GREEN, str_text(&line), 0, out);
	str_add(out, "\n");
}

void watch_add_game(const struct watch_names *names, const json_t *log, bool has_colour, int columns, struct str *out)
{
	struct shown_game shown = {.has_colour = has_colour, .columns = columns};
	const json_t *hands = json_object_get(log, "game_history"), *robots = json_object_get(log, "bot_uuids");
	int wild = json_is_false(json_object_get(log, "wild_ones_drop")) ? WILD_ONES : WILD_DROP;
	add_heading("Game of", log, has_colour, out);
	if (!log_game_begin(&shown.reader, robots, wild, 0, NULL)) {
		str_add(out, "  an invalid log: it has no players\n\n");
		return;
	}
	shown.n_seats = (int)json_array_size(robots);
	for (int i = 0; i < shown.n_seats; i++) {
		AUTO_STR struct str name = {0};
		add_clean(&name, title_of(names, log, (size_t)i));
		shown.names[i] = mem_strdup(str_text(&name));
		int width = text_width(shown.names[i]);
		shown.width = width > shown.width ? width : shown.width;
	}
	for (size_t i = 0; i < json_array_size(hands) && i < HANDS_MOST; i++)
		add_hand(&shown, json_array_get(hands, i), i, out);
	add_places(&shown, log, out);
	for (int i = 0; i < shown.n_seats; i++)
		free(shown.names[i]);
	log_game_release(&shown.reader);
}

struct game_score {
	double points;
	size_t index;
};

static int by_score(const void *a, const void *b)
{
	const struct game_score *x = a, *y = b;
	return ORDER(y->points, x->points) ?: ORDER(x->index, y->index);
}

void watch_add_tourney(const struct watch_names *names, const json_t *log, bool has_colour, struct str *out)
{
	enum { ROWS_MOST = 1000, LARGEST_SCORE = 1000000000 }; /* larger scores are written with an exponent, because
	                                                        * 1e308 has 309 digits */
	const json_t *scores = json_object_get(log, "bot_scores");
	size_t n = json_array_size(scores) < ROWS_MOST ? json_array_size(scores) : ROWS_MOST;
	AUTO_FREE struct game_score *score = NEW_ARRAY(struct game_score, n + 1);
	AUTO_TABLE struct table table = {0};
	for (size_t i = 0; i < n; i++)
		score[i] = (struct game_score){json_number_value(json_array_get(scores, i)), i};
	qsort(score, n, sizeof *score, by_score);
	table_columns(&table, "rank\t<robot\tscore");
	for (size_t i = 0; i < n; i++) {
		AUTO_STR struct str name = {0};
		add_clean(&name, title_of(names, log, score[i].index));
		table_cells(&table, "%zu\t%s", i + 1, str_text(&name));
		table_cells(&table, fabs(score[i].points) < LARGEST_SCORE ? "%.3f" : "%.3g", score[i].points);
	}
	add_heading("Scores of", log, has_colour, out);
	table_text(&table, has_colour, out);
	str_add(out, "\n");
}

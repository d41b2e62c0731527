/* replay_text.c - a game ask by ask, as text or as JSON with one object in each line (game_record/forms.h). */

#include "base/json.h"
#include "base/text.h"
#include "game/game.h"
#include "output/game_record/forms.h"
#include "output/show.h"

static const char *text_at(const struct game_record *log, size_t at)
{
	return at ? game_record_text(log, at) : "";
}

struct printer {
	const struct game_record *log;
	bool has_colour;
	int label_width;
	struct str *out;
};

static void text_game(const struct printer *printer)
{
	const struct game_record *log = printer->log;
	AUTO_STR struct str rules = rules_text(log->rules);
	str_addf(printer->out, "Game %" PRIu64 " of %" PRIu64 "\n%s\n", log->number + 1,
		 log->tournament->schedule.n_games, rules.text);
	for (int seat = 0; seat < log->n_seats; seat++) {
		str_addf(printer->out, "%s%c ", seat ? ", " : "In turn order: ", log->letter[seat]);
		text_add_clean(printer->out, log->name[seat]);
	}
	str_add(printer->out, "\n");
}

/* Adds the beginning of a line: " A prober A:53321,B:xx [24] -> ". */
static void add_asked(const struct printer *printer, int seat, size_t hands, size_t history)
{
	const char *label = printer->log->name[seat];
	str_addf(printer->out, "  %c ", printer->log->letter[seat]);
	text_add_clean(printer->out, label);
	str_addf(printer->out, "%*s  %s  [%s]  -> ", printer->label_width - text_width(label), "",
		 game_record_text(printer->log, hands), game_record_text(printer->log, history));
}

/* Adds the output of a robot, set apart from the arena's text. */
static void add_output(const char *output, struct str *out)
{
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &output)) {
		str_add(out, "      | ");
		text_add_clean(out, line.text);
		str_add(out, "\n");
	}
}

static void add_failure(const struct printer *printer, enum verdict verdict, size_t cause, size_t output)
{
	AUTO_STR struct str what = str_of("%s: ", verdict_name(verdict));
	text_add_clean(&what, text_at(printer->log, cause));
	show_add_styled(printer->out, printer->has_colour, SHOW_RED, what.text);
	str_add(printer->out, "\n");
	add_output(text_at(printer->log, output), printer->out);
}

static void text_ask(const struct printer *printer, const struct game_record_ask *ask)
{
	struct str *out = printer->out;
	add_asked(printer, ask->seat, ask->hands, ask->history);
	if (ask->cause) {
		add_failure(printer, ask->verdict, ask->cause, ask->output);
		return;
	}
	str_addf(out, "%d ", ask->play);
	game_play_words(printer->log->rules, ask->play, out);
	if (ask->verdict == VERDICT_ILLEGAL) {
		str_add(out, "  ");
		show_add_styled(out, printer->has_colour, SHOW_RED, "illegal");
	}
	str_add(out, "\n");
	add_output(text_at(printer->log, ask->output), out);
}

static void text_end(const struct printer *printer, const struct game_record_hand *hand)
{
	const struct game_record *log = printer->log;
	const char *hands = game_record_text(log, hand->hands);
	if (!hand->is_broken)
		str_addf(printer->out, "  All dice: %s  [%s]\n", hands, game_record_text(log, hand->history));
	str_addf(printer->out, "  %s\n", game_record_text(log, hand->words));
	for (int i = 0; i < hand->n_looks; i++) {
		const struct game_record_look *look = &log->looks[hand->first_look + i];
		add_asked(printer, look->seat, hand->hands, hand->history);
		add_failure(printer, look->verdict, look->cause, look->output);
	}
	for (int seat = 0; seat < log->n_seats; seat++) {
		if (!(hand->failed_looking >> seat & 1))
			continue;
		str_add(printer->out, "  ");
		game_record_add_failed_looking(log->name[seat], hand->expelled >> seat & 1, strchr(hands, '@') != NULL,
					       printer->out);
		str_add(printer->out, "\n");
	}
}

static void text_over(const struct printer *printer)
{
	const struct game_record *log = printer->log;
	str_add(printer->out, "\nPlaces:\n");
	for (int place = 1; place <= log->n_seats; place++) {
		for (int seat = 0; seat < log->n_seats; seat++) {
			if (log->places[seat] != place)
				continue;
			str_addf(printer->out, "  %d. %c ", place, log->letter[seat]);
			text_add_clean(printer->out, log->name[seat]);
			str_add(printer->out, log->n_tied[seat] > 1 ? " (shared)\n" : "\n");
		}
	}
}

void replay_add_text(const struct game_record *log, bool has_colour, struct str *out)
{
	struct printer printer = {.log = log, .has_colour = has_colour, .out = out};
	for (int seat = 0; seat < log->n_seats; seat++)
		if (text_width(log->name[seat]) > printer.label_width)
			printer.label_width = text_width(log->name[seat]);
	text_game(&printer);
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		show_add_heading(out, has_colour, "Hand %d", i + 1);
		for (int k = 0; k < hand->n_asks; k++)
			text_ask(&printer, &log->asks[hand->first_ask + k]);
		text_end(&printer, hand);
	}
	text_over(&printer);
}

static void add_line(struct str *out, json_t *object)
{
	json_add_line(out, object, 0);
	str_add(out, "\n");
}

static json_t *json_game(const struct game_record *log)
{
	AUTO_STR struct str rules = rules_text(log->rules);
	json_t *seats = json_array();
	for (int seat = 0; seat < log->n_seats; seat++) {
		const char me[] = {log->letter[seat], '\0'};
		json_array_append_new(seats, json_pack("{s:s, s:o}", "me", me, "robot", json_clean(log->name[seat])));
	}
	return json_pack("{s:s, s:I, s:o, s:o}", "event", "game", "game", (json_int_t)log->number + 1, "rules",
			 json_clean(rules.text), "seats", seats);
}

/* Returns the object of an event that is an ask, with its strings. */
static json_t *json_asked(const struct game_record *log, const char *event, int hand, int seat, const size_t strings[2])
{
	const char me[] = {log->letter[seat], '\0'};
	return json_pack("{s:s, s:i, s:s, s:o, s:s, s:s}", "event", event, "hand", hand + 1, "me", me,
			 "robot", json_clean(log->name[seat]), "hands", game_record_text(log, strings[0]),
			 "history", game_record_text(log, strings[1]));
}

static void add_json_output(json_t *object, const struct game_record *log, size_t output)
{
	if (output)
		json_object_set_new(object, "output", json_clean(game_record_text(log, output)));
}

static json_t *json_failure(json_t *object, const struct game_record *log, enum verdict verdict, size_t cause,
			    size_t output)
{
	json_object_set_new(object, "verdict", json_string(verdict_name(verdict)));
	json_object_set_new(object, "cause", json_clean(text_at(log, cause)));
	add_json_output(object, log, output);
	return object;
}

static json_t *json_answer(const struct game_record *log, int hand, const struct game_record_ask *ask)
{
	const size_t strings[] = {ask->hands, ask->history};
	AUTO_STR struct str words = {0};
	if (ask->cause)
		return json_failure(json_asked(log, "fault", hand, ask->seat, strings), log, ask->verdict, ask->cause,
				    ask->output);
	game_play_words(log->rules, ask->play, &words);
	json_t *object = json_asked(log, "play", hand, ask->seat, strings);
	json_object_set_new(object, "play", json_integer(ask->play));
	json_object_set_new(object, "words", json_string(str_text(&words)));
	json_object_set_new(object, "verdict", json_string(verdict_name(ask->verdict)));
	add_json_output(object, log, ask->output);
	return object;
}

static json_t *json_showdown(const struct game_record *log, int number)
{
	const struct game_record_hand *hand = &log->hands[number];
	int loser = hand->last.loser;
	return json_pack("{s:s, s:i, s:s, s:s, s:o, s:o}", "event", "showdown", "hand", number + 1,
			 "hands", game_record_text(log, hand->hands), "history", game_record_text(log, hand->history),
			 "words", json_clean(game_record_text(log, hand->words)),
			 "loser", loser < 0 ? json_null() : json_clean(log->name[loser]));
}

void replay_add_json(const struct game_record *log, struct str *out)
{
	add_line(out, json_game(log));
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		for (int k = 0; k < hand->n_asks; k++)
			add_line(out, json_answer(log, i, &log->asks[hand->first_ask + k]));
		if (!hand->is_broken)
			add_line(out, json_showdown(log, i));
		for (int k = 0; k < hand->n_looks; k++) {
			const struct game_record_look *look = &log->looks[hand->first_look + k];
			json_t *asked = json_asked(log, "fault", i, look->seat,
						   (const size_t[]){hand->hands, hand->history});
			add_line(out, json_failure(asked, log, look->verdict, look->cause, look->output));
		}
	}
	json_t *places = JSON_LIST(seat, log->n_seats, json_pack("{s:o, s:i, s:i}",
		"robot", json_clean(log->name[seat]), "place", log->places[seat], "sharing", log->n_tied[seat]));
	add_line(out, json_pack("{s:s, s:o}", "event", "over", "places", places));
}

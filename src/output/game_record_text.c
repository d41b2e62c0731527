/* game_record_text.c - a game as text: a line for each hand. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "output/fault_words.h"
#include "output/game_record_forms.h"

static void add_seat(const struct game_record_setting *setting, const struct game_record *log, const struct match_plan *plan,
		     int seat, struct str *out)
{
	str_addf(out, "%c ", game_record_letter(log, seat));
	text_add_clean(out, setting->info->robots[plan->robot[game_record_player(log, seat)]].label);
}

static void add_places(const struct game_record *log, struct str *out)
{
	str_addf(out, "%" PRIu64 " ends: ", log->number + 1);
	bool is_first = true;
	for (int place = 1; place <= log->n_seats; place++) {
		for (int seat = 0; seat < log->n_seats; seat++) {
			if (log->places[seat] != place)
				continue;
			str_addf(out, "%s%d. %c%s", is_first ? "" : ", ", place, game_record_letter(log, seat),
				 log->n_tied[seat] > 1 ? " (shared)" : "");
			is_first = false;
		}
	}
	str_add(out, "\n");
}

static void add_failed_looking(const struct game_record *log, int number, struct str *out)
{
	const struct game_record_hand *hand = &log->hands[number];
	bool has_points = strchr(game_record_text(log, hand->hands), '@') != NULL;
	for (int seat = 0; seat < log->n_seats; seat++) {
		const char name[] = {game_record_letter(log, seat), '\0'};
		if (!(hand->failed_looking >> seat & 1))
			continue;
		str_addf(out, "%" PRIu64 ".%d  ", log->number + 1, number + 1);
		fault_words_looking(name, hand->expelled >> seat & 1, has_points, out);
		str_add(out, "\n");
	}
}

void game_record_add_text(const struct game_record_setting *setting, const struct game_record *log, struct str *out)
{
	struct match_plan plan;
	schedule_match(setting->schedule, schedule_game(setting->schedule, log->number).match, &plan);
	str_addf(out, "%" PRIu64 " begins: ", log->number + 1);
	for (int seat = 0; seat < log->n_seats; seat++) {
		str_add(out, seat ? ", " : "");
		add_seat(setting, log, &plan, seat, out);
	}
	str_add(out, "\n");
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		str_addf(out, "%" PRIu64 ".%d  %s  [%s]  %s\n", log->number + 1, i + 1, game_record_text(log, hand->hands),
			 game_record_text(log, hand->history), game_record_text(log, hand->words));
		add_failed_looking(log, i, out);
	}
	add_places(log, out);
}

/* csv.c - a game as rows of CSV, one for each decision of a robot: its ask, the bid that it could call with
 * its chance and truth, and its answer. For training models. */

#include "output/game_record/forms.h"
#include "output/show.h"

void game_record_add_csv_titles(struct str *out)
{
	str_add(out, "game,hand,seat,letter,robot,own_dice,table_dice,hands,history,last_bid,chance,is_true,play,verdict\n");
}

/* The robot's own dice as it sees them in `hands`; nothing when they are hidden or it has none. */
static void add_own_dice(const char *hands, char letter, struct str *out)
{
	for (const char *entry = hands; entry; entry = strchr(entry, ',')) {
		entry += *entry == ',';
		if (entry[0] == letter && entry[1] == ':')
			str_add_n(out, entry + 2, strspn(entry + 2, "123456789"));
	}
}

/* Strings of asks need quotes only if they contain a comma. */
static void add_string(const char *text, struct str *out)
{
	bool needs_quotes = strchr(text, ',') != NULL;
	str_add(out, needs_quotes ? ",\"" : ",");
	str_add(out, text);
	str_add(out, needs_quotes ? "\"" : "");
}

static int dice_on_table(const struct game_record *log, const struct game_record_hand *hand)
{
	int n = 0;
	if (log->rules->family->n_dice_on_table)
		return log->rules->family->n_dice_on_table;
	for (int seat = 0; seat < log->n_seats; seat++)
		n += hand->seat[seat].n_dice;
	return n;
}

static void add_row(const struct game_record *log, const struct game_record_ask *ask, int n_dice, struct str *out)
{
	const char *hands = game_record_text(log, ask->hands);
	add_own_dice(hands, game_record_letter(log, ask->seat), out);
	str_addf(out, ",%d", n_dice);
	add_string(hands, out);
	add_string(game_record_text(log, ask->history), out);
	if (ask->faced.bid) {
		str_addf(out, ",%d,", ask->faced.bid);
		show_add_number(out, ask->faced.chance);
		str_add(out, ask->faced.is_true ? ",1" : ",0");
	} else {
		str_add(out, ",,,");
	}
	if (ask->verdict == VERDICT_OK || ask->verdict == VERDICT_ILLEGAL)
		str_addf(out, ",%d,%s\n", ask->play, verdict_name(ask->verdict));
	else
		str_addf(out, ",,%s\n", verdict_name(ask->verdict));
}

void game_record_add_csv(const struct game_record_setting *setting, const struct game_record *log, struct str *out)
{
	struct match_plan plan;
	schedule_match(setting->schedule, schedule_game(setting->schedule, log->number).match, &plan);
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		int n_dice = dice_on_table(log, hand);
		for (int k = hand->first_ask; k < hand->first_ask + hand->n_asks; k++) {
			const struct game_record_ask *ask = &log->asks[k];
			str_addf(out, "%" PRIu64 ",%d,%d,%c,%s,", log->number + 1, i + 1, ask->seat,
				 game_record_letter(log, ask->seat),
				 setting->fields[plan.robot[game_record_player(log, ask->seat)]]);
			add_row(log, ask, n_dice, out);
		}
	}
}

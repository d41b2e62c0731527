/* data.c - a game of common-hand Liar's Dice as a GameLog of the tourney protocol (docs/rules.md section 5,
 * docs/gamelog.schema.json), on one line. Values that depend on a clock are constant: times are 1970-01-01 00:00:00,
 * pings 0. */
#include <stdio.h>

#include "game/liars/liars.h"
#include "output/game_record/forms.h"
#include "output/show.h"
#include "output/tourney_log.h"

static int dice_on_table(const struct game_record *log, const struct game_record_hand *hand)
{
	int n = 0;
	if (log->rules->family->n_dice_on_table)
		return log->rules->family->n_dice_on_table;
	for (int seat = 0; seat < log->n_seats; seat++)
		n += hand->seat[seat].n_dice;
	return n;
}

static enum tourney_log_result result_of(const struct game_record *log, const struct game_record_hand *hand)
{
	const struct hand_result *last = &hand->last;
	switch (last->end) {
	case HAND_CALL: return last->loser == last->bidder ? TOURNEY_LOG_GOOD_CALL : TOURNEY_LOG_BAD_CALL;
	case HAND_EXACT: return last->loser < 0 ? TOURNEY_LOG_GOOD_EXACT : TOURNEY_LOG_BAD_EXACT;
	case HAND_ILLEGAL: return tourney_log_illegal(last->play, log->rules->value[LIARS_FACES],
						      dice_on_table(log, hand));
	case HAND_FAULT:
		return log->asks[hand->first_ask + hand->n_asks - 1].verdict == VERDICT_TIMEOUT
			? TOURNEY_LOG_ERROR_TIMEOUT : TOURNEY_LOG_ERROR_BAD_MESSAGE;
	case HAND_NONE:
	case HAND_BELIEVED: break;
	}
	bug("a hand of common dice has an impossible end");
}

static void add_hand(const struct game_record *log, const struct game_record_hand *hand, struct str *hands)
{
	AUTO_FREE struct tourney_log_bid *bids = NEW_ARRAY(struct tourney_log_bid, (size_t)hand->n_asks + 1);
	struct tourney_log_hand logged = {.n_seats = log->n_seats, .n_faces = log->rules->value[LIARS_FACES],
		.loser = hand->last.loser, .caller = hand->last.actor, .result = result_of(log, hand), .bids = bids};
	for (int i = hand->first_ask; i < hand->first_ask + hand->n_asks; i++)
		if (log->asks[i].made.bid)
			bids[logged.n_bids++] = (struct tourney_log_bid){log->asks[i].made.bid, log->asks[i].seat};
	if (logged.result == TOURNEY_LOG_ERROR_BID || logged.result == TOURNEY_LOG_ERROR_OVERFLOW)
		bids[logged.n_bids++] = (struct tourney_log_bid){hand->last.play, hand->last.actor};
	for (int seat = 0; seat < log->n_seats; seat++)
		logged.dice[seat] = hand->seat[seat].dice;
	tourney_log_add_hand(&logged, hands);
}

/* Logs the loss of a robot that failed at the showdown, between two hands, as a separate hand without dice. */
static void add_failure(const struct game_record *log, const struct game_record_hand *hand, int seat, struct str *hands)
{
	struct tourney_log_hand logged = {.n_seats = log->n_seats, .n_faces = log->rules->value[LIARS_FACES],
		.loser = seat, .caller = seat,
		.result = hand->timed_out >> seat & 1 ? TOURNEY_LOG_ERROR_TIMEOUT : TOURNEY_LOG_ERROR_BAD_MESSAGE};
	tourney_log_add_hand(&logged, hands);
}

static void add_hands(const struct game_record *log, struct str *hands)
{
	for (int i = 0; i < log->n_hands; i++) {
		add_hand(log, &log->hands[i], hands);
		for (int seat = 0; seat < log->n_seats; seat++)
			if (log->hands[i].failed_looking >> seat & 1)
				add_failure(log, &log->hands[i], seat, hands);
	}
}

void game_record_add_json(const struct game_record_setting *setting, const struct game_record *log, struct str *out)
{
	static const char epoch[] = "1970-01-01 00:00:00";
	AUTO_STR struct str hands = {0};
	char name[32], uuid[37];
	add_hands(log, &hands);
	snprintf(name, sizeof name, "game %" PRIu64, log->number + 1);
	game_record_uuid(setting->tourney, name, uuid);
	struct tourney_log_game game = {.rules = log->rules, .n_seats = log->n_seats, .game_uuid = uuid,
		.tourney_uuid = setting->tourney,
		.match_index = (int64_t)log->number, .started = epoch, .ended = epoch, .hands = str_text(&hands)};
	struct match_plan plan = schedule_match(setting->schedule, schedule_game(setting->schedule, log->number).match);
	for (int seat = 0; seat < log->n_seats; seat++) {
		int robot = plan.robot[game_record_player(log, seat)];
		game.uuids[seat] = setting->uuids[robot];
		game.titles[seat] = setting->titles[robot];
		game.places[seat] = log->places[seat];
	}
	tourney_log_add_game(&game, out);
	str_add(out, "\n");
}

void game_record_add_csv_titles(struct str *out)
{
	str_add(out,
		"game,hand,seat,letter,robot,own_dice,table_dice,hands,history,last_bid,chance,is_true,play,verdict\n");
}

/* Adds the robot's own dice as `hands` shows them. Adds nothing if they are hidden or there are none. */
static void add_own_dice(const char *hands, char letter, struct str *out)
{
	for (const char *entry = hands; entry; entry = strchr(entry, ',')) {
		entry += *entry == ',';
		if (entry[0] == letter && entry[1] == ':')
			str_add_n(out, entry + 2, strspn(entry + 2, "123456789"));
	}
}

/* Adds a CSV field with a string of an ask, which needs quotes only if it contains a comma. */
static void add_string(const char *text, struct str *out)
{
	bool needs_quotes = strchr(text, ',') != NULL;
	str_add(out, needs_quotes ? ",\"" : ",");
	str_add(out, text);
	str_add(out, needs_quotes ? "\"" : "");
}

static void add_row(const struct game_record *log, const struct game_record_ask *ask, int n_dice, struct str *out)
{
	const char *hands = game_record_text(log, ask->hands);
	add_own_dice(hands, log->letter[ask->seat], out);
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
	struct match_plan plan = schedule_match(setting->schedule, schedule_game(setting->schedule, log->number).match);
	for (int i = 0; i < log->n_hands; i++) {
		const struct game_record_hand *hand = &log->hands[i];
		int n_dice = dice_on_table(log, hand);
		for (int k = hand->first_ask; k < hand->first_ask + hand->n_asks; k++) {
			const struct game_record_ask *ask = &log->asks[k];
			str_addf(out, "%" PRIu64 ",%d,%d,%c,%s,", log->number + 1, i + 1, ask->seat,
				 log->letter[ask->seat],
				 setting->fields[plan.robot[game_record_player(log, ask->seat)]]);
			add_row(log, ask, n_dice, out);
		}
	}
}

/* game_record_json.c - a game of common-hand Liar's Dice as a GameLog of the tourney protocol (docs/rules.md
 * section 5, docs/game_record.schema.json), on one line. Players are numbered by seat. What only a clock would know
 * is the same in every log: times are 1970-01-01 00:00:00, pings 0. */
#include <inttypes.h>
#include <stdio.h>

#include "game/dice.h"
#include "game/liars/liars.h"
#include "output/game_record_forms.h"

static int dice_on_table(const struct game_record *log, const struct game_record_hand *hand)
{
	int n = 0;
	for (int seat = 0; seat < log->n_seats; seat++)
		n += hand->n_dice[seat];
	return n;
}

enum result { GOOD_CALL, BAD_CALL, GOOD_EXACT, BAD_EXACT, ERROR_BID, ERROR_OVERFLOW, ERROR_BAD_MESSAGE, ERROR_TIMEOUT };
static const char *const result_names[] = {"good_call", "bad_call", "good_exact", "bad_exact", "error_bid",
	"error_overflow", "error_bad_message", "error_timeout"};

/* The tourney's first bid is [0, 6]: true, so that calling at once is a wrong call. */
static enum result result_of_illegal(const struct game_record *log, const struct game_record_hand *hand)
{
	int play = hand->last.play, face = play % 10;
	if (play == PLAY_CALL)
		return BAD_CALL;
	if (play < 10 || face < 1 || face > log->rules->value[COMMON_FACES])
		return ERROR_BAD_MESSAGE;
	return play / 10 > dice_on_table(log, hand) ? ERROR_OVERFLOW : ERROR_BID;
}

static enum result result_of(const struct game_record *log, const struct game_record_hand *hand)
{
	const struct hand_result *last = &hand->last;
	switch (last->end) {
	case HAND_CALL:
		return last->loser == last->bidder ? GOOD_CALL : BAD_CALL;
	case HAND_EXACT:
		return last->loser < 0 ? GOOD_EXACT : BAD_EXACT;
	case HAND_ILLEGAL:
		return result_of_illegal(log, hand);
	case HAND_FAULT:
		return log->asks[hand->first_ask + hand->n_asks - 1].verdict == VERDICT_TIMEOUT ? ERROR_TIMEOUT : ERROR_BAD_MESSAGE;
	case HAND_NONE:
	case HAND_BELIEVED:
		break;
	}
	bug("a hand of common dice ended as no hand does");
}

static void add_bid(int bid, int seat, bool *is_any, struct str *out)
{
	str_addf(out, "%s[%d,%d,%d]", *is_any ? "," : "", bid / 10, bid % 10, seat);
	*is_any = true;
}

/* A bid that was none of the game's still stands there when it has a count and a face, as in the
 * tourney's own logs. */
static void add_bids(const struct game_record *log, const struct game_record_hand *hand, enum result result, struct str *out)
{
	bool is_any = false;
	for (int i = hand->first_ask; i < hand->first_ask + hand->n_asks; i++)
		if (log->asks[i].made.bid)
			add_bid(log->asks[i].made.bid, log->asks[i].seat, &is_any, out);
	if (result == ERROR_BID || result == ERROR_OVERFLOW)
		add_bid(hand->last.play, hand->last.actor, &is_any, out);
}

static void add_faces(const struct game_record *log, const struct game_record_hand *hand, struct str *out)
{
	int faces = log->rules->value[COMMON_FACES];
	for (int seat = 0; seat < log->n_seats; seat++) {
		char list[2 + GAME_MAX_FACES * 3];
		int length = 0;
		for (int face = 1; face <= faces; face++)
			length += snprintf(list + length, sizeof list - (size_t)length, "%s%d", face > 1 ? "," : "",
					   dice_showing(hand->dice[seat], face));
		str_addf(out, "%s[%s]", seat ? "," : "", list);
	}
}

static void add_hand(const struct game_record *log, const struct game_record_hand *hand, struct str *out)
{
	enum result result = result_of(log, hand);
	if (hand->last.loser < 0)
		str_add(out, "{\"losing_player\":null");
	else
		str_addf(out, "{\"losing_player\":%d", hand->last.loser);
	str_addf(out, ",\"calling_player\":%d,\"result\":\"%s\",\"bid_history\":[", hand->last.actor,
		 result_names[result]);
	add_bids(log, hand, result, out);
	str_add(out, "],\"face_counts\":[");
	add_faces(log, hand, out);
	str_add(out, "]}");
}

/* A robot that failed while all looked at the dice lost something between two hands: as a hand of its own, in
 * which nobody held dice. */
static void add_failure(const struct game_record *log, const struct game_record_hand *hand, int seat, struct str *out)
{
	bool has_timed_out = hand->timed_out >> seat & 1;
	str_addf(out, ",{\"losing_player\":%d,\"calling_player\":%d,\"result\":\"%s\",\"bid_history\":[],\"face_counts\":[",
		 seat, seat, result_names[has_timed_out ? ERROR_TIMEOUT : ERROR_BAD_MESSAGE]);
	add_faces(log, &(struct game_record_hand){0}, out);
	str_add(out, "]}");
}

/* Winner first; those who share a place in the order of seats. */
static void add_rankings(const struct game_record *log, struct str *out)
{
	bool is_first = true;
	for (int place = 1; place <= log->n_seats; place++) {
		for (int seat = 0; seat < log->n_seats; seat++) {
			if (log->places[seat] != place)
				continue;
			str_addf(out, "%s%d", is_first ? "" : ",", seat);
			is_first = false;
		}
	}
}

static void add_zeros(const struct game_record *log, const char *name, struct str *out)
{
	str_addf(out, ",\"%s\":[", name);
	for (int seat = 0; seat < log->n_seats; seat++)
		str_add(out, seat ? ",0.0" : "0.0");
	str_add(out, "]");
}

static void add_names(const struct game_record_setting *setting, const struct game_record *log, struct str *out)
{
	struct match_plan plan;
	char name[32], uuid[37];
	schedule_match(setting->schedule, schedule_game(setting->schedule, log->number).match, &plan);
	str_add(out, ",\"bot_uuids\":[");
	for (int seat = 0; seat < log->n_seats; seat++)
		str_addf(out, "%s\"%s\"", seat ? "," : "", setting->uuids[plan.robot[game_record_player(log, seat)]]);
	str_add(out, "],\"bot_titles\":[");
	for (int seat = 0; seat < log->n_seats; seat++)
		str_addf(out, "%s%s", seat ? "," : "", setting->titles[plan.robot[game_record_player(log, seat)]]);
	snprintf(name, sizeof name, "game %" PRIu64, log->number + 1);
	game_record_uuid(setting->tourney, name, uuid);
	str_addf(out, "],\"game_uuid\":\"%s\",\"tourney_uuid\":\"%s\"", uuid, setting->tourney);
}

void game_record_add_json(const struct game_record_setting *setting, const struct game_record *log, struct str *out)
{
	const int *value = log->rules->value;
	str_add(out, "{\"game_history\":[");
	for (int i = 0; i < log->n_hands; i++) {
		str_add(out, i ? "," : "");
		add_hand(log, &log->hands[i], out);
		for (int seat = 0; seat < log->n_seats; seat++)
			if (log->hands[i].failed_looking >> seat & 1)
				add_failure(log, &log->hands[i], seat, out);
	}
	str_addf(out, "],\"bot_count\":%d,\"dice_count\":%d,\"wild_ones_drop\":%s", log->n_seats, value[COMMON_DICE],
		 value[COMMON_WILD] == WILD_DROP ? "true" : "false");
	add_names(setting, log, out);
	str_add(out, ",\"bot_rankings\":[");
	add_rankings(log, out);
	str_addf(out, "],\"tourney_index\":0,\"match_index\":%" PRIu64, log->number);
	str_add(out, ",\"start_time\":\"1970-01-01 00:00:00\",\"end_time\":\"1970-01-01 00:00:00\"");
	add_zeros(log, "ping_averages", out);
	add_zeros(log, "ping_maximums", out);
	str_add(out, "}\n");
}

/* log_game.c - a GameLog as a game record (log_game.h): its hands are played again, which gives the events of a watched
 * game. */
#include "net/logs/log_game.h"

#include "game/game.h"
#include "game/liars/liars.h"

/* A hand that is being played again. An answer is recorded when it has been applied, which is at the next step. */
struct log_game_reading {
	struct log_game *log;
	uint64_t number;
	const char *result;  /* of the hand */
	bool has_begun;      /* the start of the hand has been recorded */
	bool is_pending;     /* an answer has not been recorded yet: */
	int seat, play;
	enum verdict verdict;
};

static void show(struct log_game_reading *reading, const struct game *game, struct watch_event moment)
{
	moment.game = game;
	moment.number = reading->number;
	moment.player = moment.seat;
	moment.hands = reading->log->view.hands;
	moment.history = reading->log->view.history;
	moment.output = "";
	game_record_watch(&reading->log->record, &moment);
}

static void show_answer(struct log_game_reading *reading, const struct game *game)
{
	if (reading->is_pending)
		show(reading, game, (struct watch_event){.moment = MOMENT_ANSWER, .seat = reading->seat, .play = reading->play,
						       .verdict = reading->verdict});
	reading->is_pending = false;
}

static void show_fault(struct log_game_reading *reading, const struct game *game)
{
	AUTO_FREE struct fault *fault = NEW(struct fault);
	fault->verdict = strcmp(reading->result, "error_timeout") == 0 ? VERDICT_TIMEOUT : VERDICT_CRASH;
	fault_text(fault->cause, sizeof fault->cause, reading->result, sizeof fault->cause);
	show(reading, game, (struct watch_event){.moment = MOMENT_FAULT, .seat = game->turn, .verdict = fault->verdict, .fault = fault});
}

static void step(const struct game *game, int play, bool is_fault, void *context)
{
	struct log_game_reading *reading = context;
	show_answer(reading, game);
	if (!reading->has_begun)
		show(reading, game, (struct watch_event){.moment = MOMENT_HAND, .seat = game->turn});
	reading->has_begun = true;
	game_see(game, game->turn, reading->log->view.hands);
	show(reading, game, (struct watch_event){.moment = MOMENT_ASK, .seat = game->turn});
	if (is_fault) {
		show_fault(reading, game);
		return;
	}
	reading->is_pending = true;
	reading->seat = game->turn;
	reading->play = play;
	reading->verdict = game_is_legal(game, play, NULL) ? VERDICT_OK : VERDICT_ILLEGAL;
}

static bool read_hand(struct log_game_reading *reading, const json_t *hand_json, struct game *game)
{
	const char *result = json_string_value(json_object_get(hand_json, "result"));
	const struct state_watcher watcher = {step, reading};
	AUTO_FREE struct state_hand *hand = NEW(struct state_hand);
	reading->result = result ? result : "";
	reading->has_begun = false;
	if (!state_replay(hand_json, reading->log->record.n_seats, &reading->log->view, hand, game, &watcher))
		return false;
	show_answer(reading, game);
	show(reading, game, (struct watch_event){.moment = MOMENT_SHOWDOWN, .seat = -1});
	return true;
}

bool log_places(const json_t *rankings, int n, uint8_t *places)
{
	memset(places, 0, (size_t)n);
	for (int i = 0; i < n; i++) {
		json_int_t seat = json_integer_value(json_array_get(rankings, (size_t)i));
		if (seat < 0 || seat >= n || places[seat])
			return false;
		places[seat] = (uint8_t)(i + 1);
	}
	return json_array_size(rankings) == (size_t)n;
}

/* Sizes that suffice for games with the most dice or seats. */
static void make_room(struct log_game *log)
{
	struct rules rules;
	if (log->view.history)
		return;
	bug_if(rules_init(&rules, "tourney", NULL));
	state_rules(&rules, &log->rules);
	state_view_init(&log->view, &log->rules);
}

/* A game that has only its seats so far. */
static void begin(struct log_game_reading *reading, const json_t *titles, int n)
{
	struct game game = {.rules = &reading->log->rules, .n_seats = n};
	struct game_record *record = &reading->log->record;
	for (int seat = 0; seat < n; seat++)
		game.seat[seat].letter = (char)('A' + seat);
	record->has_words = true;
	show(reading, &game, (struct watch_event){.moment = MOMENT_GAME, .seat = -1});
	for (int seat = 0; seat < n; seat++) {
		const char *title = json_string_value(json_array_get(titles, (size_t)seat));
		record->name[seat] = title ? title : "?";
	}
}

bool log_game_read(struct log_game *log, const json_t *json, uint64_t number, const int *robots)
{
	const json_t *titles = json_object_get(json, "bot_titles"), *hands = json_object_get(json, "game_history");
	struct log_game_reading reading = {.log = log, .number = number};
	uint8_t places[GAME_MAX_SEATS];
	struct game game;
	size_t n = json_array_size(titles), n_hands = json_array_size(hands);
	if (n < 2 || n > GAME_MAX_SEATS || n_hands == 0 || !log_places(json_object_get(json, "bot_rankings"), (int)n, places))
		return false;
	make_room(log);
	log->rules.value[LIARS_WILD] = json_is_false(json_object_get(json, "wild_ones_drop")) ? WILD_ONES : WILD_DROP;
	log->record.robots = robots;
	begin(&reading, titles, (int)n);
	for (size_t i = 0; i < n_hands; i++)
		if (!read_hand(&reading, json_array_get(hands, i), &game))
			return false;
	show(&reading, &game, (struct watch_event){.moment = MOMENT_OVER, .seat = -1});
	for (size_t seat = 0; seat < n; seat++) {
		log->record.places[seat] = places[seat];
		log->record.n_tied[seat] = 1;
	}
	return true;
}

void log_game_release(struct log_game *log)
{
	game_record_release(&log->record);
	state_view_release(&log->view);
	*log = (struct log_game){0};
}

/* log_game.c - a GameLog as a game record (log_game.h): replays the hands and makes the events of a watched game. */
#include "net/logs/log_game.h"

static void show(struct log_game *log, const struct game *game, struct watch_event event)
{
	event.game = game;
	event.number = log->record.number;
	event.player = event.seat;
	event.hands = log->view.hands;
	event.history = log->view.history;
	event.output = "";
	game_record_watch(&log->record, &event);
}

static void show_answer(struct log_game *log, const struct game *game)
{
	if (log->is_pending)
		show(log, game, (struct watch_event){.kind = WATCH_ANSWER, .seat = log->seat, .play = log->play,
						       .verdict = log->verdict});
	log->is_pending = false;
}

static void show_fault(struct log_game *log, const struct game *game)
{
	AUTO_FREE struct fault *fault = NEW(struct fault);
	fault->verdict = strcmp(log->result, "error_timeout") == 0 ? VERDICT_TIMEOUT : VERDICT_CRASH;
	fault_text(fault->cause, sizeof fault->cause, log->result, sizeof fault->cause);
	show(log, game,
	     (struct watch_event){.kind = WATCH_FAULT, .seat = game->turn, .verdict = fault->verdict, .fault = fault});
}

static void step(const struct game *game, int play, bool is_fault, void *context)
{
	struct log_game *log = context;
	show_answer(log, game);
	if (!log->has_begun)
		show(log, game, (struct watch_event){.kind = WATCH_HAND, .seat = game->turn});
	log->has_begun = true;
	game_see(game, game->turn, log->view.hands);
	show(log, game, (struct watch_event){.kind = WATCH_ASK, .seat = game->turn});
	if (is_fault) {
		show_fault(log, game);
		return;
	}
	log->is_pending = true;
	log->seat = game->turn;
	log->play = play;
	log->verdict = game_is_legal(game, play, NULL) ? VERDICT_OK : VERDICT_ILLEGAL;
}

bool log_game_add(struct log_game *log, const json_t *hand)
{
	const char *result = json_string_value(json_object_get(hand, "result"));
	const struct state_watcher watcher = {step, log};
	log->result = result ? result : "";
	log->has_begun = log->is_pending = log->record.is_failing = false;
	if (!state_replay(hand, log->record.n_seats, &log->view, &log->hand, &log->game, &watcher))
		return false;
	show_answer(log, &log->game);
	show(log, &log->game, (struct watch_event){.kind = WATCH_SHOWDOWN, .seat = -1});
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

/* Allocates buffers that are large enough for games with the maximum numbers of dice and seats. */
static void make_room(struct log_game *log)
{
	struct rules rules;
	if (log->view.history)
		return;
	bug_if(rules_init(&rules, "tourney", NULL));
	state_rules(&rules, &log->rules);
	state_view_init(&log->view, &log->rules);
}

bool log_game_begin(struct log_game *log, const json_t *titles, int wild, uint64_t number, const int *robots)
{
	size_t n = json_array_size(titles);
	struct game game = {.rules = &log->rules, .n_seats = (int)n}; /* only its seats are known so far */
	struct game_record *record = &log->record;
	if (n < 2 || n > GAME_MAX_SEATS)
		return false;
	make_room(log);
	log->rules.value[LIARS_WILD] = wild;
	record->robots = robots;
	record->has_words = true;
	record->number = number;
	for (int seat = 0; seat < game.n_seats; seat++)
		game.seat[seat].letter = (char)('A' + seat);
	show(log, &game, (struct watch_event){.kind = WATCH_GAME, .seat = -1});
	for (size_t seat = 0; seat < n; seat++) {
		const char *title = json_string_value(json_array_get(titles, seat));
		record->name[seat] = title ? title : "?";
	}
	return true;
}

bool log_game_read(struct log_game *log, const json_t *json, uint64_t number, const int *robots)
{
	const json_t *titles = json_object_get(json, "bot_titles"), *hands = json_object_get(json, "game_history");
	int wild = json_is_false(json_object_get(json, "wild_ones_drop")) ? WILD_ONES : WILD_DROP;
	uint8_t places[GAME_MAX_SEATS];
	size_t n = json_array_size(titles), n_hands = json_array_size(hands);
	if (n_hands == 0 || !log_game_begin(log, titles, wild, number, robots) ||
	    !log_places(json_object_get(json, "bot_rankings"), (int)n, places))
		return false;
	for (size_t i = 0; i < n_hands; i++)
		if (!log_game_add(log, json_array_get(hands, i)))
			return false;
	show(log, &log->game, (struct watch_event){.kind = WATCH_OVER, .seat = -1});
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

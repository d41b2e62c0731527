/* seat.c - a person at the tables of a tourney server (seat.h). */
#include "terminal/browser/seat.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "terminal/browser/view.h"
#include "terminal/family.h"

#define MS INT64_C(1000000)

struct seat {
	struct join_person person;
	struct terminal terminal;
	struct site *site;
	struct rules widest;
	char *name;
	struct str status;      /* status of the connection, before the first game */
	/* The data for browser_view. */
	struct play_session session;
	struct browser_person at_page;
	struct browser_state state;
	/* The hand in progress. */
	struct state *asked;    /* the last state; owned; NULL: none yet */
	struct game game;
	struct state_view view; /* the buffers of its strings */
	int n_past;             /* number of finished hands that are in the texts */
	int play;
	bool has_play, is_leaving;
	int64_t asked_ns, limit_ns; /* asked_ns: clock_wall_ns of the state; limit_ns: time for a move, 0: unknown */
};

static void name_players(struct seat *seat, int n, int me)
{
	struct play_session *session = &seat->session;
	for (int player = 0; player < session->n_players; player++)
		free(session->name[player]);
	session->n_players = n;
	for (int player = 0; player < n; player++) {
		AUTO_STR struct str name = {0};
		if (player == me)
			str_add(&name, seat->name);
		else
			str_addf(&name, "player %c", 'A' + player);
		session->name[player] = mem_strdup(name.text);
		session->is_human[player] = player == me;
		session->plan.position[player] = (uint8_t)player;
	}
}

/* Adds "The dice: A 53, B 21." for "A:53,B:21". */
static void add_dice(const char *shown, struct str *out)
{
	str_add(out, " The dice: ");
	for (; *shown; shown++)
		if (*shown == ',')
			str_add(out, ", ");
		else
			str_add_n(out, *shown == ':' ? " " : shown, 1);
	str_add(out, ".");
}

/* Adds a sentence about the end of a hand, the dice, and whether the person's own time ran out. */
static void add_hand(const struct seat *seat, const json_t *hand_json, struct str *out)
{
	const struct play_session *session = &seat->session;
	int n = session->n_players, me = seat->at_page.player;
	const char *result = json_string_value(json_object_get(hand_json, "result")), *names[GAME_MAX_SEATS];
	AUTO_FREE char *history = NEW_ARRAY(char, game_history_size(&seat->widest, n)),
		*shown = NEW_ARRAY(char, game_hands_size(&seat->widest, n));
	struct state_view view = {.history = history, .shown = shown, .widest = &seat->widest};
	struct state_hand hand;
	struct game game;
	bool is_late = result && strcmp(result, "error_timeout") == 0 &&
		json_integer_at(hand_json, "losing_player") == me;
	if (!state_replay(hand_json, n, &view, &hand, &game, NULL))
		return;
	for (int i = 0; i < n; i++)
		names[i] = i == me ? NULL : session->name[i];
	if (is_late)
		str_add(out, "Your time ran out, and you lost the hand.");
	else
		game_describe_hand(&game, names, out);
	add_dice(shown, out);
}

/* Adds sentences about the hands that have ended since the last state. */
static void take_past(struct seat *seat)
{
	struct play_session *session = &seat->session;
	const json_t *hands = json_object_get(seat->asked->json, "round_history");
	str_clear(&seat->state.news);
	for (; seat->n_past < seat->asked->n_hands; seat->n_past++) {
		AUTO_STR struct str words = {0};
		add_hand(seat, json_array_get(hands, (size_t)seat->n_past), &words);
		str_set(&seat->state.news, "The previous hand: %s", str_text(&words));
		str_addf(&session->past, "Hand %d: %s\n", seat->n_past + 1, str_text(&words));
		printf("Hand %d: %s\n", seat->n_past + 1, str_text(&words));
	}
}

static void drop_state(struct seat *seat)
{
	if (seat->asked)
		state_release(seat->asked);
	free(seat->asked);
	seat->asked = NULL;
	json_decref(seat->state.plays);
	seat->state.plays = NULL;
}

static void ask(void *self, struct state *asked, bool is_new)
{
	struct seat *seat = self;
	struct play_session *session = &seat->session;
	drop_state(seat);
	seat->asked = asked;
	if (is_new) {
		str_clear(&session->past);
		seat->n_past = 0;
		seat->state.game++;
		printf("Game %d\n", seat->state.game);
	}
	name_players(seat, asked->hand.known.n_seats, asked->me);
	seat->at_page.player = asked->me;
	take_past(seat);
	state_game(asked, &seat->view, &seat->game);
	session->game = &seat->game;
	session->hand = asked->n_hands + 1;
	seat->state.stage = BROWSER_PLAYING;
	seat->state.asked = asked->me;
	seat->state.ask++;
	seat->state.plays = browser_legal_plays(&seat->game);
	seat->has_play = false;
	seat->asked_ns = clock_wall_ns();
	fflush(stdout);
	site_change(seat->site);
}

/* Takes the person's play. If it is a bid, the page shows it; what happens next is unknown until the next state. */
static bool take_play(void *self, int *play)
{
	struct seat *seat = self;
	AUTO_STR struct str words = {0};
	if (!seat->has_play)
		return false;
	*play = seat->play;
	seat->has_play = false;
	seat->state.asked = -1;
	game_play_words(&seat->widest, seat->play, &words);
	str_set(&seat->state.news,
		"You played: %s. The server sends the result when it is your turn again, or in the next game.",
		words.text);
	if (seat->play != PLAY_CALL)
		game_play(&seat->game, seat->play);
	site_change(seat->site);
	return true;
}

static bool serve(void *self, int64_t ns)
{
	struct seat *seat = self;
	site_serve(seat->site, ns);
	return !seat->is_leaving;
}

static void print_text(void *self, const char *text)
{
	struct seat *seat = self;
	str_set(&seat->status, "%s", text);
	site_change(seat->site);
}

/* Returns the state of browser_view and, at the person's turn, the clock: passed and limit, in ms. */
static json_t *view(void *context, struct site_person *person)
{
	const struct seat *seat = context;
	if (seat->session.game) {
		json_t *json = browser_view(&seat->state, person);
		if (seat->state.asked >= 0)
			json_object_set_new(json, "clock",
				json_pack("{s:I, s:I}", "passed", (json_int_t)(clock_wall_ns() - seat->asked_ns) / MS,
								     "limit", (json_int_t)seat->limit_ns / MS));
		return json;
	}
	AUTO_STR struct str why = str_of("Waiting for a game. %s", str_text(&seat->status));
	return json_pack("{s:s, s:o}", "stage", "apart", "why", json_clean(why.text));
}

static json_t *answer(void *context, struct site_person *person, const char *path)
{
	const struct seat *seat = context;
	AUTO_STR struct str text = {0};
	if (strcmp(path, "hint") != 0)
		return NULL;
	if (seat->state.asked >= 0)
		family_text_of(&seat->game)->hint(&seat->game, (char)('A' + seat->state.asked), seat->view.hands,
						  &text);
	return json_pack("{s:o}", "hint", json_lines(str_text(&text)));
}

static json_t *play_it(struct seat *seat, long long number, long long play)
{
	if (seat->state.asked < 0 || seat->has_play || number != (long long)seat->state.ask)
		return site_refuse("It is no longer your turn: the server did not wait.");
	if (!ANY_OF(i, json_array_size(seat->state.plays),
		    json_integer_value(json_array_get(seat->state.plays, i)) == play))
		return site_refuse("This play is not legal now.");
	seat->play = (int)play;
	seat->has_play = true;
	return site_done();
}

/* Handles "play/ASK/PLAY" or "leave/1". */
static json_t *act(void *context, struct site_person *person, const char *path)
{
	struct seat *seat = context;
	char number[12] = "", play[12] = "";
	long long numbers[2];
	if (strcmp(path, "leave/1") == 0) {
		seat->is_leaving = true;
		return site_done();
	}
	if (sscanf(path, "play/%11[0-9]/%11[0-9]", number, play) != 2 ||
	    !str_to_int(number, 0, INT32_MAX, &numbers[0]) || !str_to_int(play, 0, INT32_MAX, &numbers[1]))
		return NULL;
	return play_it(seat, numbers[0], numbers[1]);
}

struct seat *seat_open(const char *name, const char *where, const struct rules *rules, int64_t limit_ns,
		       struct err *err)
{
	static const struct site_handler handler = {view, answer, act};
	struct seat *seat = NEW(struct seat);
	*seat = (struct seat){
		.person = {.serve = serve, .ask = ask, .take_play = take_play, .print_text = print_text, .self = seat},
		.terminal = {.wake = -1}, .name = mem_strdup(name), .session = {.reader = -1}, .limit_ns = limit_ns,
	};
	seat->site = site_open(where, &seat->terminal, err);
	seat->at_page.person = seat->site ? site_person(seat->site, name, "plays", err) : NULL;
	if (!seat->at_page.person) {
		seat_close(seat);
		return NULL;
	}
	state_rules(rules, &seat->widest);
	state_view_init(&seat->view, &seat->widest);
	seat->state = (struct browser_state){
		.session = &seat->session, .site = seat->site, .person = &seat->at_page, .n_persons = 1,
		.n_games = 1, .asked = -1,
	};
	AUTO_JSON json_t *data = browser_page_data(rules, 3);
	json_object_set_new(data, "isSeat", json_true());
	site_show(seat->site, PAGE_PLAY, data, &handler, seat);
	return seat;
}

const struct join_person *seat_person(const struct seat *seat)
{
	return &seat->person;
}

void seat_close(struct seat *seat)
{
	if (!seat)
		return;
	site_close(seat->site);
	drop_state(seat);
	name_players(seat, 0, 0);
	str_release(&seat->session.past);
	str_release(&seat->state.news);
	str_release(&seat->status);
	state_view_release(&seat->view);
	free(seat->name);
	free(seat);
}

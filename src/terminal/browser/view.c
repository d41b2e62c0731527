/* view.c - the data that the page of a person or of a spectator receives (view.h). Its dice come only from game_see,
 * for that person's seat or for no seat. */
#include "terminal/browser/view.h"

#include "base/json.h"
#include "output/viewer.h"
#include "terminal/family.h"

enum { HIGHEST_PLAY = 10 * GAME_MAX_SEATS * GAME_MAX_DICE + 9 };

/* Returns true if a player is asked out of turn. Then every answer except a call lets the bid stand, so only one such
 * answer is offered. */
static bool is_aside(const struct game *game)
{
	return family_text_of(game)->empty_entry(game) >= 0;
}

json_t *browser_legal_plays(const struct game *game)
{
	json_t *plays = json_array();
	int highest = is_aside(game) ? 1 : HIGHEST_PLAY;
	for (int play = 0; play <= highest; play++) {
		struct err why = {0};
		if (game_is_legal(game, play, &why))
			json_array_append_new(plays, json_integer(play));
	}
	return plays;
}

json_t *browser_page_data(const struct rules *rules, int n_players)
{
	AUTO_STR struct str reminder = {0};
	game_reminder(rules, n_players, &reminder);
	json_t *data = json_pack("{s:s, s:o, s:[], s:[]}", "arena", ARENA_VERSION,
				 "reminder", json_lines(str_text(&reminder)), "robots", "games");
	truth_add_rules(data, rules);
	return data;
}

static const struct browser_person *person_of(const struct browser_state *state, int player)
{
	return FIND_IN(person, state->person, state->n_persons, person->player == player);
}

static json_t *seat_json(const struct browser_state *state, int seat)
{
	const struct play_session *session = state->session;
	const struct game *game = session->game;
	int tied = 0, place = game_place(game, seat, &tied);
	int player = schedule_player(&session->plan, seat, session->rotation, session->n_players);
	const struct browser_person *person = person_of(state, player);
	const char me[] = {(char)('A' + player), '\0'};
	bool is_here = person && site_is_here(state->site, person->person);
	json_t *json = json_pack("{s:s, s:s, s:b, s:b, s:b, s:i, s:i, s:b, s:i, s:i, s:f}", "me", me,
		"name", session->name[player], "person", person != NULL, "here", is_here, "ready", person &&
		person->is_ready, "left", game_dice_left(game, seat), "points", game_points(game, seat),
		"in", game_is_in(game, seat), "place", place, "tied", tied, "wins", session->wins[player]);
	if (session->tournament && session->tournament->robots) /* a game on a tourney server has no robots here */
		json_object_set_new(json, "sha256", json_string(session->tournament->robots[player].sha256));
	return json;
}

bool browser_is_absent(const struct browser_state *state, const struct browser_person *person)
{
	return person->person->seen_ns && !site_is_here(state->site, person->person) &&
		!auto_is_on(state->session, person->player);
}

int browser_votes(const struct browser_state *state, const struct browser_person *absent, int *n_voters)
{
	int n = 0;
	*n_voters = 0;
	for (int i = 0; i < state->n_persons; i++) {
		bool is_here = site_is_here(state->site, state->person[i].person);
		*n_voters += is_here;
		n += is_here && absent->votes >> i & 1;
	}
	return n;
}

/* Returns the absent people. `at` is NULL for spectators, who do not vote and get an empty list. */
static json_t *absent_json(const struct browser_state *state, const struct browser_person *at)
{
	json_t *list = json_array();
	for (int i = 0; at && i < state->n_persons; i++) {
		const struct browser_person *person = &state->person[i];
		int n_voters, n = browser_votes(state, person, &n_voters);
		if (browser_is_absent(state, person))
			json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:b}",
				"seat", play_session_seat(state->session, person->player), "votes", n,
				"voters", n_voters, "voted", (int)(person->votes >> (at - state->person) & 1)));
	}
	return list;
}

/* Returns the hands as the seat sees them. After the game these are the hands of the last showdown. */
static json_t *hands_json(const struct browser_state *state, int seat)
{
	const struct game *game = state->session->game;
	AUTO_FREE char *hands = NEW_ARRAY(char, game_hands_size(game->rules, game->n_seats));
	if (state->stage == BROWSER_SHOWDOWN || state->stage == BROWSER_OVER)
		return json_string(game->view.shown);
	game_see(game, seat, hands);
	return json_string(hands);
}

static json_t *plays_json(const struct play_session *session)
{
	const char *at = session->game->view.history;
	json_t *plays = json_array();
	for (int player, play; history_next_play(&at, &player, &play) && player < session->n_players;) {
		AUTO_STR struct str words = {0};
		game_play_words(session->game->rules, play, &words);
		json_array_append_new(plays, json_pack("{s:i, s:i, s:s}", "seat", play_session_seat(session, player),
						       "play", play, "words", str_text(&words)));
	}
	return plays;
}

/* Sets the names by seat. The person at the page, whose seat is `own` (-1: a spectator), is "you". */
static void name_seats(const struct play_session *session, int own, const char *names[GAME_MAX_SEATS])
{
	play_session_names(session, names);
	if (own >= 0)
		names[own] = NULL;
}

static json_t *end_json(const struct play_session *session, int own)
{
	const struct game *game = session->game;
	const struct family *family = game->rules->family;
	const struct hand_result *last = &game->last;
	const char *names[GAME_MAX_SEATS];
	AUTO_STR struct str words = {0};
	name_seats(session, own, names);
	game_describe_hand(game, names, &words);
	json_t *end = truth_end(game->rules, last, game->n_seats, str_text(&words), game->view.shown,
				family->wild_face ? family->wild_face(game) : 0);
	bool has_count = family->counts_dice && (last->end == HAND_CALL || last->end == HAND_EXACT);
	json_object_del(end, "shown"); /* "hands" of the view has the dice */
	json_add(end, "{s:i, s:b}", "count", has_count ? last->count : -1, "illegal", last->end == HAND_ILLEGAL);
	return end;
}

static json_t *ask_json(const struct browser_state *state)
{
	const struct game *game = state->session->game;
	return json_pack("{s:i, s:O, s:b, s:o}", "number", (int)state->ask, "plays", state->plays,
			 "aside", is_aside(game), "notice", json_clean(str_text(&state->notice)));
}

/* Adds the odds given the person's own dice. `own` is -1 when no dice are known. */
static void add_odds(const struct game *game, int own, json_t *view)
{
	struct odds odds = {0};
	if (own >= 0)
		odds_of(game, own, &odds);
	json_add(view, "{s:o, s:o}", "chance", odds.bid ? json_real(odds.chance) : json_null(), "counts",
		odds.bid && game->rules->family->counts_dice ? json_pack("[i, i]", odds.bid % 10, odds.wild)
							     : json_null());
}

static void add_look(const struct play_session *session, json_t *view)
{
	AUTO_STR struct str page = {0};
	played_page(&session->played, session->tournament, session->name, &page);
	json_object_set_new(view, "look", json_string(page.text));
}

static void add_game(const struct browser_state *state, const struct browser_person *person, json_t *view)
{
	const struct play_session *session = state->session;
	const struct game *game = session->game;
	int own = person ? play_session_seat(session, person->player) : -1;
	bool is_played = game->need == GAME_NEED_PLAY && state->stage == BROWSER_PLAYING;
	const char *names[GAME_MAX_SEATS];
	AUTO_STR struct str claim = {0};
	json_t *seats = JSON_LIST(seat, game->n_seats, seat_json(state, seat));
	json_add(view, "{s:o, s:i, s:i, s:b, s:o, s:o}", "seats", seats, "you", own, "hand", session->hand, "points",
		session->score.is_points, "past", json_lines(str_text(&session->past)),
		"absent", absent_json(state, person));
	if (state->stage == BROWSER_GATHERING)
		return;
	name_seats(session, own, names);
	if (is_played)
		family_text_of(game)->claim(game, names, &claim);
	json_add(view, "{s:o, s:o, s:i, s:o, s:o}", "hands", hands_json(state, own), "plays", plays_json(session),
		"turn", is_played ? game->turn : -1, "news", json_clean(str_text(&state->news)),
		"claim", json_clean(str_text(&claim)));
	add_odds(game, is_played ? own : -1, view);
	if (is_played && person && state->asked == person->player)
		json_object_set_new(view, "ask", ask_json(state));
	if (!is_played)
		json_object_set_new(view, "end", end_json(session, own));
	if (state->stage == BROWSER_OVER && session->played.games)
		add_look(session, view);
}

const struct site_person *browser_chooser(const struct browser_state *state)
{
	unsigned persons = 0;
	for (int i = 0; i < state->n_persons; i++)
		persons |= 1U << (state->person[i].person - state->site->person);
	return site_chooser(state->site, persons);
}

static void add_chooser(const struct browser_state *state, const struct site_person *at, json_t *view)
{
	const struct site_person *chooser = browser_chooser(state);
	json_add(view, "{s:o, s:b}", "chooser", json_clean(state->has_menu ? chooser->name : ""),
		"chooses", state->has_menu && at == chooser);
}

json_t *browser_view(const struct browser_state *state, const struct site_person *at)
{
	static const char *const stages[] = {"gathering", "playing", "showdown", "over"};
	const struct play_session *session = state->session;
	const struct browser_person *person = NULL;
	for (int i = 0; i < state->n_persons; i++)
		person = state->person[i].person == at ? &state->person[i] : person;
	if (at && !person)
		return json_pack("{s:s}", "stage", "apart");
	const struct deputy none = {0}, *deputy = person ? &session->deputy[person->player] : &none;
	json_t *view = json_pack("{s:s, s:i, s:i, s:I, s:o, s:i}", "stage", stages[state->stage], "game", state->game,
				 "games", state->n_games, "pause", (json_int_t)(session->pause_ns / 1000000), "robot",
				 json_clean(deputy->n_moves ? deputy->spec : ""), "moves", deputy->n_moves);
	add_chooser(state, at, view);
	if (session->game)
		add_game(state, person, view);
	return view;
}

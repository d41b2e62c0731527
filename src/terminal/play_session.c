/* play_session.c - the players, and the events of a game (play_session.h). */
#include "terminal/play_session.h"

#include <stdio.h>

#include "base/text.h"
#include "robot/story.h"
#include "terminal/browser/view.h"
#include "terminal/draw.h"
#include "terminal/family.h"

/* Maximum sum of the pauses after all robots in one round of a large table. */
static const int64_t longest_round_ns = 2000000000;

/* Names a player. Robots, and people with names, have the names of their labels. */
static void name_player(struct play_session *session, int player, const struct robot *robot)
{
	bool is_human = robot->kind == ROBOT_HUMAN, is_you = is_human && session->reader == player && !robot->is_named;
	AUTO_STR struct str name = text_cleaned(is_you ? "you" : robot->label);
	session->name[player] = mem_strdup(name.text);
	session->is_human[player] = is_human;
}

/* Records which players are people. */
static void find_people(struct play_session *session, const struct robot *robots)
{
	for (int player = 0; player < session->n_players; player++) {
		if (robots[player].kind != ROBOT_HUMAN)
			continue;
		session->n_humans++;
		session->reader = session->n_humans == 1 ? player : -1;
	}
}

void play_session_init(struct play_session *session, struct tournament *tournament, struct terminal *terminal,
		       bool is_at_pages)
{
	*session = (struct play_session){
		.tournament = tournament, .terminal = terminal, .shows_history = true,
		.n_players = tournament->schedule.n_robots, .turn = -1, .owner = -1, .at_keyboard = -1, .reader = -1,
	};
	find_people(session, tournament->robots);
	if (is_at_pages)
		session->reader = -1;
	for (int player = 0; player < session->n_players; player++)
		name_player(session, player, &tournament->robots[player]);
	tournament->human = play_session_ask;
	tournament->human_context = session;
}

void play_session_release(struct play_session *session)
{
	browser_close(session->browser);
	for (int player = 0; player < session->n_players; player++) {
		free(session->name[player]);
		deputy_release(&session->deputy[player]);
	}
	free(session->own_hands);
	str_release(&session->notice);
	str_release(&session->past);
	score_release(&session->score);
	played_release(&session->played);
	*session = (struct play_session){0};
}

int play_session_seat(const struct play_session *session, int player)
{
	return schedule_seat(&session->plan, player, session->rotation, session->n_players);
}

/* Returns the player in a seat. */
static int player_in(const struct play_session *session, int seat)
{
	return schedule_player(&session->plan, seat, session->rotation, session->n_players);
}

bool play_session_is_in(const struct play_session *session, int player)
{
	return game_is_in(session->game, play_session_seat(session, player));
}

bool play_session_asks(const struct play_session *session, int player)
{
	return session->is_human[player] && !auto_is_on(session, player);
}

int play_session_humans_in(const struct play_session *session)
{
	return COUNT_IF(player, session->n_players, session->is_human[player] && play_session_is_in(session, player));
}

void play_session_names(const struct play_session *session, const char *names[GAME_MAX_SEATS])
{
	for (int player = 0; player < session->n_players; player++)
		names[play_session_seat(session, player)] = player == session->reader ? NULL : session->name[player];
}

bool history_next_entry(const char **at, int *player, const char **text, int *n)
{
	const char *entry = *at;
	if (entry[0] < 'A' || entry[0] > 'Z' || entry[1] != ':')
		return false;
	*player = entry[0] - 'A';
	*text = entry + 2;
	*n = (int)strcspn(*text, ",@");
	*at = *text + strcspn(*text, ",");
	*at += **at == ',';
	return true;
}

bool history_next_play(const char **at, int *player, int *play)
{
	const char *text;
	int n;
	if (!history_next_entry(at, player, &text, &n))
		return false;
	*play = (int)strtol(text, NULL, 10);
	return true;
}

static void note_score(struct play_session *session)
{
	struct score_row *row = score_row(&session->score, session->hand);
	row->out = 0;
	for (int player = 0; player < session->n_players; player++) {
		int seat = play_session_seat(session, player);
		bool has_points = session->score.is_points;
		row->value[player] = has_points ? game_points(session->game, seat)
						: game_dice_left(session->game, seat);
		row->out |= (unsigned)(!game_is_in(session->game, seat)) << player;
	}
}

static void forget_own(struct play_session *session)
{
	free(session->own_hands);
	session->own_hands = NULL;
	session->owner = -1;
}

static void begin_game(struct play_session *session)
{
	score_release(&session->score);
	session->score.n_players = session->n_players;
	str_clear(&session->past);
	str_clear(&session->notice);
	forget_own(session);
	for (int player = 0; player < session->n_players; player++)
		deputy_leave(&session->deputy[player]);
	session->hand = 0;
	session->n_told = 0;
	session->turn = session->at_keyboard = -1;
	session->is_running = false;
	if (session->terminal->is_screen)
		play_session_hold(session, PAGE_INTRO);
	else
		plain_intro(session);
}

static void begin_hand(struct play_session *session, const struct watch_event *s)
{
	/* Adds the row of the last hand if it ended without a showdown (after a fault), or the row of the start. */
	session->score.is_points = strchr(s->hands, '@') != NULL;
	session->score.is_signed = session->score.is_points && family_text_of(s->game)->has_signed_points;
	note_score(session);
	forget_own(session);
	session->hand++;
	session->n_told = 0;
	session->at_keyboard = -1;
	if (!session->terminal->is_screen && !session->is_running)
		plain_hand(session);
}

static void on_ask(struct play_session *session, const struct watch_event *s)
{
	session->turn = s->player;
	if (session->terminal->is_screen && !session->is_running && !play_session_asks(session, s->player))
		play_session_draw(session, PAGE_TURN, NULL, NULL);
}

bool play_session_has_chosen(const struct play_session *session, int player)
{
	return session->is_human[player] && !session->deputy[player].has_moved;
}

/* Pauses after the play of a robot, unless a person is asked next and then sees the play. */
static void linger(struct play_session *session)
{
	const struct game *game = session->game;
	if (game->need != GAME_NEED_PLAY || play_session_asks(session, player_in(session, game->turn)))
		return;
	if (session->is_stepping) {
		play_session_hold(session, PAGE_TURN);
	} else if (session->terminal->is_screen) {
		int64_t most = longest_round_ns / session->n_players;
		play_session_draw(session, PAGE_TURN, NULL, NULL);
		terminal_pause(session->terminal, session->pause_ns < most ? session->pause_ns : most);
	}
}

/* Shows the plays that an answer added to the history, because only these are public. A play may be that of another
 * seat than the one that answered, and an answer out of turn may add none. */
static void on_answer(struct play_session *session, const struct watch_event *s)
{
	const char *at = s->history + session->n_told + (s->history[session->n_told] == ',');
	bool is_news = false;
	int play;
	for (int player; history_next_play(&at, &player, &play); is_news = true)
		if (!session->terminal->is_screen && !session->is_running)
			plain_play(session, player, play);
	session->n_told = strlen(s->history);
	session->turn = -1;
	if (session->is_human[s->player] && play_session_humans_in(session) > 1)
		forget_own(session);
	if (is_news && !session->is_running && !play_session_has_chosen(session, s->player))
		linger(session);
}

static void on_fault(struct play_session *session, const struct watch_event *s)
{
	AUTO_STR struct str text = str_of("%c %s failed: ", 'A' + s->player, session->name[s->player]), rules = {0};
	text_add_clean(&text, s->fault->cause);
	str_add(&text, ".\n");
	if (!session->has_failed[s->player]) {
		rules_to_text(&session->tournament->rules, &rules);
		struct story_ask ask = {rules.text, s->me[0], s->hands, s->history};
		story_add(s->fault, &ask, &text);
		story_add_command(&session->tournament->robots[s->player], &ask, &text);
	}
	session->has_failed[s->player] = true;
	session->turn = -1;
	if (session->terminal->is_screen)
		str_add(&session->notice, text.text);
	else
		fputs(text.text, stdout);
}

static void on_showdown(struct play_session *session)
{
	note_score(session);
	forget_own(session);
	session->turn = session->at_keyboard = -1;
	plain_note_hand(session);
	if (session->is_running)
		return;
	if (!session->terminal->is_screen)
		plain_showdown(session);
	bool is_asked = ANY_OF(player, session->n_players,
			       play_session_is_in(session, player) && play_session_asks(session, player));
	bool is_audience = session->terminal->is_interactive && session->n_humans && !is_asked;
	if (session->terminal->is_screen || session->is_stepping || is_audience)
		play_session_hold(session, PAGE_SHOWDOWN);
}

static void keep_game(struct play_session *session)
{
	struct err err = {0};
	if (played_keep(&session->played, session->tournament, session->name, session->results, &err))
		printf("The page of the game was not written: %s.\n", err.text);
	else
		printf("To look at the game: %s\n", session->played.path);
}

static void on_over(struct play_session *session)
{
	note_score(session);
	for (int player = 0; player < session->n_players; player++) {
		int n_tied, place = game_place(session->game, play_session_seat(session, player), &n_tied);
		session->wins[player] += place == 1 ? 1.0 / n_tied : 0;
	}
	terminal_leave(session->terminal);
	fputs(str_text(&session->notice), stdout);
	plain_result(session);
	if (session->results)
		keep_game(session);
	played_value(&session->played, &session->tournament->rules);
}

bool play_session_watch(const struct watch_event *s, void *context)
{
	struct play_session *session = context;
	if (terminal_is_interrupted())
		session->leaving = LEAVING_INTERRUPTED;
	if (session->leaving)
		return false;
	session->game = s->game;
	if (session->results || session->browser)
		played_watch(&session->played, session->tournament, session->is_human, s);
	switch (s->kind) {
	case WATCH_GAME: begin_game(session); break;
	case WATCH_HAND: begin_hand(session, s); break;
	case WATCH_ASK: on_ask(session, s); break;
	case WATCH_ANSWER: on_answer(session, s); break;
	case WATCH_FAULT: on_fault(session, s); break;
	case WATCH_SHOWDOWN: on_showdown(session); break;
	case WATCH_OVER:
		on_over(session);
		if (session->next_game && !session->next_game(session->next_context))
			return false;
		break;
	}
	return !session->leaving && !ferror(stdout);
}

int play_session_play(struct play_session *session, int rotation, struct err *err)
{
	struct tournament *tournament = session->tournament;
	session->rotation = rotation;
	session->plan = schedule_match(&tournament->schedule, 0);
	int failed = tournament_watch_rotation(tournament, 0, rotation,
		session->browser ? browser_watch : play_session_watch, session, err);
	terminal_leave(session->terminal);
	session->game = NULL;
	return failed;
}

/* table.c - see table.h: players, and the moments of a game. */
#include "terminal/table.h"

#include <stdio.h>

#include "base/text.h"
#include "robot/story.h"
#include "terminal/browser/view.h"
#include "terminal/draw.h"
#include "terminal/family.h"

/* Limits the sum of the pauses of all robots in a round of a large table. */
static const int64_t longest_round_ns = 2000000000;

/* Robots, and people with names, have the names of their labels. */
static void name_player(struct play_session *play_session, int player, const struct robot *robot)
{
	bool is_human = robot->kind == ROBOT_HUMAN, is_you = is_human && play_session->reader == player && !robot->is_named;
	AUTO_STR struct str name = text_cleaned(is_you ? "you" : robot->label);
	play_session->name[player] = mem_strdup(name.text);
	play_session->is_human[player] = is_human;
}

/* Notes which players are people. */
static void find_people(struct play_session *play_session, const struct robot *robots)
{
	for (int player = 0; player < play_session->n_players; player++) {
		if (robots[player].kind != ROBOT_HUMAN)
			continue;
		play_session->n_humans++;
		play_session->reader = play_session->n_humans == 1 ? player : -1;
	}
}

void play_session_init(struct play_session *play_session, struct tournament *tournament, struct terminal *terminal, bool is_at_pages)
{
	*play_session = (struct play_session){
		.tournament = tournament, .terminal = terminal, .shows_history = true,
		.n_players = tournament->schedule.n_robots, .turn = -1, .owner = -1, .at_keyboard = -1, .reader = -1,
	};
	find_people(play_session, tournament->robots);
	if (is_at_pages)
		play_session->reader = -1;
	for (int player = 0; player < play_session->n_players; player++)
		name_player(play_session, player, &tournament->robots[player]);
	tournament->human = play_session_ask;
	tournament->human_context = play_session;
}

void play_session_release(struct play_session *play_session)
{
	browser_close(play_session->browser);
	for (int player = 0; player < play_session->n_players; player++) {
		free(play_session->name[player]);
		deputy_release(&play_session->deputy[player]);
	}
	free(play_session->own_hands);
	str_release(&play_session->notice);
	str_release(&play_session->past);
	score_release(&play_session->score);
	*play_session = (struct play_session){0};
}

int play_session_seat(const struct play_session *play_session, int player)
{
	return schedule_seat(&play_session->plan, player, play_session->rotation, play_session->n_players);
}

/* The player in a seat. */
static int player_in(const struct play_session *play_session, int seat)
{
	return schedule_player(&play_session->plan, seat, play_session->rotation, play_session->n_players);
}

bool play_session_is_in(const struct play_session *play_session, int player)
{
	return game_is_in(play_session->game, play_session_seat(play_session, player));
}

bool play_session_asks(const struct play_session *play_session, int player)
{
	return play_session->is_human[player] && !auto_is_on(play_session, player);
}

int play_session_humans_in(const struct play_session *play_session)
{
	int n = 0;
	for (int player = 0; player < play_session->n_players; player++)
		n += play_session->is_human[player] && play_session_is_in(play_session, player);
	return n;
}

void play_session_names(const struct play_session *play_session, const char *names[GAME_MAX_SEATS])
{
	for (int player = 0; player < play_session->n_players; player++)
		names[play_session_seat(play_session, player)] = player == play_session->reader ? NULL : play_session->name[player];
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

static void note_score(struct play_session *play_session)
{
	struct score_row *row = score_row(&play_session->score, play_session->hand);
	row->out = 0;
	for (int player = 0; player < play_session->n_players; player++) {
		int seat = play_session_seat(play_session, player);
		bool has_points = play_session->score.is_points;
		row->value[player] = has_points ? game_points(play_session->game, seat) : game_dice_left(play_session->game, seat);
		row->out |= (unsigned)(!game_is_in(play_session->game, seat)) << player;
	}
}

static void forget_own(struct play_session *play_session)
{
	free(play_session->own_hands);
	play_session->own_hands = NULL;
	play_session->owner = -1;
}

static void begin_game(struct play_session *play_session)
{
	score_release(&play_session->score);
	play_session->score.n_players = play_session->n_players;
	str_clear(&play_session->past);
	str_clear(&play_session->notice);
	forget_own(play_session);
	for (int player = 0; player < play_session->n_players; player++)
		deputy_leave(&play_session->deputy[player]);
	play_session->hand = 0;
	play_session->n_told = 0;
	play_session->turn = play_session->at_keyboard = -1;
	play_session->is_running = false;
	if (play_session->terminal->is_screen)
		play_session_hold(play_session, PAGE_INTRO);
	else
		plain_intro(play_session);
}

static void begin_hand(struct play_session *play_session, const struct watch_event *s)
{
	/* A hand that ended without a showdown (after a fault) has no row yet, nor has the start. */
	play_session->score.is_points = strchr(s->hands, '@') != NULL;
	play_session->score.is_signed = play_session->score.is_points && family_text_of(s->game)->has_signed_points;
	note_score(play_session);
	forget_own(play_session);
	play_session->hand++;
	play_session->n_told = 0;
	play_session->at_keyboard = -1;
	if (!play_session->terminal->is_screen && !play_session->is_running)
		plain_hand(play_session);
}

static void on_ask(struct play_session *play_session, const struct watch_event *s)
{
	play_session->turn = s->player;
	if (play_session->terminal->is_screen && !play_session->is_running && !play_session_asks(play_session, s->player))
		play_session_draw(play_session, PAGE_TURN, NULL, NULL);
}

bool play_session_has_chosen(const struct play_session *play_session, int player)
{
	return play_session->is_human[player] && !play_session->deputy[player].has_moved;
}

/* Pauses after the play of a robot, unless a person is asked next and sees it then. */
static void linger(struct play_session *play_session)
{
	const struct game *game = play_session->game;
	if (game->need != GAME_NEED_PLAY || play_session_asks(play_session, player_in(play_session, game->turn)))
		return;
	if (play_session->is_stepping) {
		play_session_hold(play_session, PAGE_TURN);
	} else if (play_session->terminal->is_screen) {
		int64_t most = longest_round_ns / play_session->n_players;
		play_session_draw(play_session, PAGE_TURN, NULL, NULL);
		terminal_pause(play_session->terminal, play_session->pause_ns < most ? play_session->pause_ns : most);
	}
}

/* A play is public when it is in the history. It may belong to another seat than the one that answered, and an answer out
 * of turn may not appear at all. */
static void on_answer(struct play_session *play_session, const struct watch_event *s)
{
	const char *at = s->history + play_session->n_told + (s->history[play_session->n_told] == ',');
	bool is_news = false;
	int play;
	for (int player; history_next_play(&at, &player, &play); is_news = true)
		if (!play_session->terminal->is_screen && !play_session->is_running)
			plain_play(play_session, player, play);
	play_session->n_told = strlen(s->history);
	play_session->turn = -1;
	if (play_session->is_human[s->player] && play_session_humans_in(play_session) > 1)
		forget_own(play_session);
	if (is_news && !play_session->is_running && !play_session_has_chosen(play_session, s->player))
		linger(play_session);
}

static void on_fault(struct play_session *play_session, const struct watch_event *s)
{
	AUTO_STR struct str text = str_of("%c %s failed: ", 'A' + s->player, play_session->name[s->player]), rules = {0};
	text_add_clean(&text, s->fault->cause);
	str_add(&text, ".\n");
	if (!play_session->has_failed[s->player]) {
		rules_to_text(&play_session->tournament->rules, &rules);
		struct story_ask ask = {rules.text, s->me[0], s->hands, s->history};
		story_add(s->fault, &ask, &text);
		story_add_command(&play_session->tournament->robots[s->player], &ask, &text);
	}
	play_session->has_failed[s->player] = true;
	play_session->turn = -1;
	if (play_session->terminal->is_screen)
		str_add(&play_session->notice, text.text);
	else
		fputs(text.text, stdout);
}

static void on_showdown(struct play_session *play_session)
{
	note_score(play_session);
	forget_own(play_session);
	play_session->turn = play_session->at_keyboard = -1;
	plain_note_hand(play_session);
	if (play_session->is_running)
		return;
	if (!play_session->terminal->is_screen)
		plain_showdown(play_session);
	bool is_asked = false;
	for (int player = 0; player < play_session->n_players; player++)
		is_asked |= play_session_is_in(play_session, player) && play_session_asks(play_session, player);
	bool is_audience = play_session->terminal->is_interactive && play_session->n_humans && !is_asked;
	if (play_session->terminal->is_screen || play_session->is_stepping || is_audience)
		play_session_hold(play_session, PAGE_SHOWDOWN);
}

static void on_over(struct play_session *play_session)
{
	note_score(play_session);
	for (int player = 0; player < play_session->n_players; player++) {
		int n_tied, place = game_place(play_session->game, play_session_seat(play_session, player), &n_tied);
		play_session->wins[player] += place == 1 ? 1.0 / n_tied : 0;
	}
	terminal_leave(play_session->terminal);
	fputs(str_text(&play_session->notice), stdout);
	plain_result(play_session);
}

bool play_session_watch(const struct watch_event *s, void *context)
{
	struct play_session *play_session = context;
	if (terminal_is_interrupted())
		play_session->leaving = LEAVING_INTERRUPTED;
	if (play_session->leaving)
		return false;
	play_session->game = s->game;
	switch (s->moment) {
	case MOMENT_GAME: begin_game(play_session); break;
	case MOMENT_HAND: begin_hand(play_session, s); break;
	case MOMENT_ASK: on_ask(play_session, s); break;
	case MOMENT_ANSWER: on_answer(play_session, s); break;
	case MOMENT_FAULT: on_fault(play_session, s); break;
	case MOMENT_SHOWDOWN: on_showdown(play_session); break;
	case MOMENT_OVER:
		on_over(play_session);
		if (play_session->next_game && !play_session->next_game(play_session->next_context))
			return false;
		break;
	}
	return !play_session->leaving && !ferror(stdout);
}

int play_session_play(struct play_session *play_session, int rotation, struct err *err)
{
	struct tournament *tournament = play_session->tournament;
	play_session->rotation = rotation;
	schedule_match(&tournament->schedule, 0, &play_session->plan);
	int failed = tournament_watch_rotation(tournament, 0, rotation,
		play_session->browser ? browser_watch : play_session_watch, play_session, err);
	terminal_leave(play_session->terminal);
	play_session->game = NULL;
	return failed;
}

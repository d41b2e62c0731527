/* table.c - see table.h: players, and the moments of a game. */
#include "cli/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/show.h"
#include "cli/table_ask.h"
#include "cli/table_draw.h"
#include "cli/table_lore.h"
#include "cli/table_text.h"
#include "store/json.h"

enum { LONGEST_NAME = 30 };

/* A round of a large table must not take for ever: pauses of all its robots together. */
static const int64_t longest_round_ns = 2000000000;

/* ---- players ---------------------------------------------------------------------------- */

/* "human:name=Ann" is Ann; everybody else has the name of the label. */
static int name_player(struct sitting *sitting, int player, const struct robot *robot, struct err *err)
{
	AUTO_STR struct str name = {0};
	const char *given = NULL;
	for (int i = 0; robot->kind == ROBOT_HUMAN && i < robot->n_options; i++) {
		if (strcmp(robot->key[i], "name") != 0)
			return err_set(err, EXIT_USAGE, "'%s': the only option of a human is name=, as in human:name=Ann",
				       robot->spec);
		given = robot->value[i];
	}
	if (given && (!json_is_clean(given) || !given[strspn(given, " ")] || show_width(given) > LONGEST_NAME))
		return err_set(err, EXIT_USAGE, "'%s': a name is 1 to %d characters", robot->spec, LONGEST_NAME);
	json_add_clean(&name, given ? given : robot->label);
	sitting->name[player] = mem_strdup(name.text);
	sitting->is_human[player] = robot->kind == ROBOT_HUMAN;
	sitting->n_humans += robot->kind == ROBOT_HUMAN;
	return 0;
}

int sitting_init(struct sitting *sitting, struct tournament *tournament, struct terminal *terminal, struct err *err)
{
	*sitting = (struct sitting){
		.tournament = tournament, .terminal = terminal, .shows_history = true,
		.n_players = tournament->schedule.n_robots, .turn = -1, .owner = -1, .at_keyboard = -1,
	};
	for (int player = 0; player < sitting->n_players; player++)
		if (name_player(sitting, player, &tournament->robots[player], err))
			return -1;
	tournament->human = table_ask;
	tournament->human_context = sitting;
	return 0;
}

void sitting_release(struct sitting *sitting)
{
	for (int player = 0; player < sitting->n_players; player++)
		free(sitting->name[player]);
	free(sitting->own_hands);
	str_release(&sitting->notice);
	str_release(&sitting->past);
	score_release(&sitting->score);
	*sitting = (struct sitting){0};
}

int sitting_seat(const struct sitting *sitting, int player)
{
	return schedule_seat(&sitting->plan, player, sitting->rotation, sitting->n_players);
}

/* The player in a seat. */
static int player_in(const struct sitting *sitting, int seat)
{
	return schedule_player(&sitting->plan, seat, sitting->rotation, sitting->n_players);
}

bool sitting_is_in(const struct sitting *sitting, int player)
{
	return game_is_in(sitting->game, sitting_seat(sitting, player));
}

int sitting_humans_in(const struct sitting *sitting)
{
	int n = 0;
	for (int player = 0; player < sitting->n_players; player++)
		n += sitting->is_human[player] && sitting_is_in(sitting, player);
	return n;
}

bool sitting_has_points(const struct sitting *sitting)
{
	return sitting->score.is_points;
}

void sitting_names(const struct sitting *sitting, const char *names[GAME_MAX_SEATS])
{
	for (int player = 0; player < sitting->n_players; player++)
		names[sitting_seat(sitting, player)] = sitting->name[player];
}

/* ---- the strings of an ask -------------------------------------------------------------- */

bool table_next_entry(const char **at, int *player, const char **text, int *n)
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

bool table_next_play(const char **at, int *player, int *play)
{
	const char *text;
	int n;
	if (!table_next_entry(at, player, &text, &n))
		return false;
	*play = (int)strtol(text, NULL, 10);
	return true;
}

/* ---- moments ---------------------------------------------------------------------------- */

static void note_score(struct sitting *sitting)
{
	struct score_row *row = score_row(&sitting->score, sitting->hand);
	row->out = 0;
	for (int player = 0; player < sitting->n_players; player++) {
		int seat = sitting_seat(sitting, player);
		bool has_points = sitting->score.is_points;
		row->value[player] = has_points ? game_points(sitting->game, seat) : game_dice_left(sitting->game, seat);
		row->out |= (unsigned)(!game_is_in(sitting->game, seat)) << player;
	}
}

static void forget_own(struct sitting *sitting)
{
	free(sitting->own_hands);
	sitting->own_hands = NULL;
	sitting->owner = -1;
}

static void begin_game(struct sitting *sitting)
{
	score_release(&sitting->score);
	sitting->score.n_players = sitting->n_players;
	str_clear(&sitting->past);
	str_clear(&sitting->notice);
	forget_own(sitting);
	sitting->hand = 0;
	sitting->n_told = 0;
	sitting->turn = sitting->at_keyboard = -1;
	sitting->is_running = false;
	if (sitting->terminal->is_screen)
		table_hold(sitting, PAGE_INTRO);
	else
		text_intro(sitting);
}

static void begin_hand(struct sitting *sitting, const struct spectacle *s)
{
	/* A hand that ended without a showdown (somebody failed) has no row yet; nor has the start. */
	sitting->score.is_points = strchr(s->hands, '@') != NULL;
	sitting->score.is_signed = sitting->score.is_points && lore_of(s->game)->has_signed_points;
	note_score(sitting);
	forget_own(sitting);
	sitting->hand++;
	sitting->n_told = 0;
	sitting->at_keyboard = -1;
	if (!sitting->terminal->is_screen && !sitting->is_running)
		text_hand(sitting);
}

static void on_ask(struct sitting *sitting, const struct spectacle *s)
{
	if (!*s->history)
		begin_hand(sitting, s);
	sitting->turn = s->player;
	if (sitting->terminal->is_screen && !sitting->is_running && !sitting->is_human[s->player])
		table_draw(sitting, PAGE_TURN, NULL, NULL);
}

/* Time to see what a robot did, unless a person is asked next and sees it then. */
static void linger(struct sitting *sitting)
{
	const struct game *game = sitting->game;
	if (game->need != GAME_NEED_PLAY || sitting->is_human[player_in(sitting, game->turn)])
		return;
	if (sitting->is_stepping) {
		table_hold(sitting, PAGE_TURN);
	} else if (sitting->terminal->is_screen) {
		int64_t most = longest_round_ns / sitting->n_players;
		table_draw(sitting, PAGE_TURN, NULL, NULL);
		terminal_pause(sitting->terminal, sitting->pause_ns < most ? sitting->pause_ns : most);
	}
}

/* What was played is public once it stands in the history; it may be the play of another seat than
 * the one that answered, and an answer out of turn may leave no trace at all. */
static void on_answer(struct sitting *sitting, const struct spectacle *s)
{
	const char *at = s->history + sitting->n_told + (s->history[sitting->n_told] == ',');
	bool is_news = false;
	int play;
	for (int player; table_next_play(&at, &player, &play); is_news = true)
		if (!sitting->terminal->is_screen && !sitting->is_running)
			text_play(sitting, player, play);
	sitting->n_told = strlen(s->history);
	sitting->turn = -1;
	if (sitting->is_human[s->player] && sitting_humans_in(sitting) > 1)
		forget_own(sitting);
	if (is_news && !sitting->is_running && !sitting->is_human[s->player])
		linger(sitting);
}

static void on_fault(struct sitting *sitting, const struct spectacle *s)
{
	AUTO_STR struct str text = {0};
	str_addf(&text, "%c %s failed: ", 'A' + s->player, sitting->name[s->player]);
	json_add_clean(&text, s->fault->cause);
	str_add(&text, ".");
	sitting->turn = -1;
	if (sitting->terminal->is_screen)
		str_addf(&sitting->notice, "%s\n", text.text);
	else
		printf("%s\n", text.text);
}

static void on_showdown(struct sitting *sitting)
{
	note_score(sitting);
	forget_own(sitting);
	sitting->turn = sitting->at_keyboard = -1;
	text_note_hand(sitting);
	if (sitting->is_running)
		return;
	if (!sitting->terminal->is_screen)
		text_showdown(sitting);
	bool is_out = sitting->terminal->is_interactive && sitting->n_humans && !sitting_humans_in(sitting);
	if (sitting->terminal->is_screen || sitting->is_stepping || is_out)
		table_hold(sitting, PAGE_SHOWDOWN);
}

static void on_over(struct sitting *sitting)
{
	note_score(sitting);
	for (int player = 0; player < sitting->n_players; player++) {
		int n_tied, place = game_place(sitting->game, sitting_seat(sitting, player), &n_tied);
		sitting->wins[player] += place == 1 ? 1.0 / n_tied : 0;
	}
	terminal_leave(sitting->terminal);
	fputs(str_text(&sitting->notice), stdout);
	text_result(sitting);
}

static bool watch(const struct spectacle *s, void *context)
{
	struct sitting *sitting = context;
	if (terminal_is_interrupted())
		sitting->leaving = LEAVING_INTERRUPTED;
	if (sitting->leaving)
		return false;
	sitting->game = s->game;
	switch (s->moment) {
	case MOMENT_GAME:
		begin_game(sitting);
		break;
	case MOMENT_ASK:
		on_ask(sitting, s);
		break;
	case MOMENT_ANSWER:
		on_answer(sitting, s);
		break;
	case MOMENT_FAULT:
		on_fault(sitting, s);
		break;
	case MOMENT_SHOWDOWN:
		on_showdown(sitting);
		break;
	case MOMENT_OVER:
		on_over(sitting);
		break;
	}
	return !sitting->leaving && !ferror(stdout);
}

int sitting_play(struct sitting *sitting, int rotation, struct err *err)
{
	struct tournament *tournament = sitting->tournament;
	uint64_t number = schedule_game_number(&tournament->schedule, 0, 0, rotation);
	sitting->rotation = rotation;
	schedule_match(&tournament->schedule, 0, &sitting->plan);
	int failed = tournament_watch(tournament, number, watch, sitting, err);
	terminal_leave(sitting->terminal);
	sitting->game = NULL;
	return failed;
}

/* ask.c - prompts at the table, and the entries typed there (ask.h). */
#include "terminal/ask.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/mem.h"
#include "output/show.h"
#include "terminal/family.h"
#include "terminal/prompt.h"
#include "terminal/text.h"

/* ---- every prompt ------------------------------------------------------------------------- */

static void toggle_history(struct play_session *play_session)
{
	play_session->shows_history = !play_session->shows_history;
	if (!play_session->terminal->is_screen)
		text_history(play_session);
}

/* Handles entries that every prompt accepts. True when it was one. */
static bool obey(struct play_session *play_session, const char *entry, struct str *message)
{
	if (terminal_is_one_of(entry, WORDS_TO_LEAVE))
		play_session->leaving = LEAVING_BY_WISH;
	else if (terminal_is_one_of(entry, "h history"))
		toggle_history(play_session);
	else if (terminal_is_one_of(entry, "rules rule"))
		game_reminder(&play_session->tournament->rules, play_session->n_players, message);
	else
		return false;
	return true;
}

/* ---- Enter -------------------------------------------------------------------------------- */

/* No person at the terminal is in the game. */
static bool is_audience(const struct play_session *play_session)
{
	return play_session_humans_in(play_session) == 0;
}

static bool is_decided(const struct play_session *play_session)
{
	int tied;
	for (int seat = 0; seat < play_session->n_players; seat++)
		if (game_place(play_session->game, seat, &tied) == 0)
			return false;
	return true;
}

/* "Enter: next hand, r: run to the end, q: leave" */
static void add_choices(const struct play_session *play_session, enum page page, struct str *out)
{
	const char *dot = play_session->terminal->is_utf8 ? "·" : "-";
	bool is_last = page == PAGE_SHOWDOWN && is_decided(play_session);
	const char *next = page == PAGE_INTRO ? "begin" : page == PAGE_TURN ? "next turn" : is_last ? "the result" : "next hand";
	if (page == PAGE_SHOWDOWN && play_session->n_humans && is_audience(play_session) && !is_last)
		str_add(out, "The others play on. ");
	str_addf(out, "Enter: %s", next);
	if (page != PAGE_INTRO && !is_last && (play_session->is_stepping || is_audience(play_session)))
		str_addf(out, " %s r: run to the end", dot);
	if (page != PAGE_INTRO)
		str_addf(out, " %s h: history", dot);
	str_addf(out, " %s q: leave", dot);
}

void table_hold(struct play_session *play_session, enum page page)
{
	AUTO_STR struct str line = {0}, message = {0}, prompt = {0};
	add_choices(play_session, page, &prompt);
	str_add(&prompt, " >");
	while (!play_session->leaving && prompt_read(play_session, page, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			return;
		if (terminal_is_one_of(entry, "r run") && page != PAGE_INTRO) {
			play_session->is_running = is_audience(play_session);
			play_session->is_stepping = false;
			return;
		}
		if (page == PAGE_INTRO && terminal_is_one_of(entry, "? help h history rules rule"))
			str_add(&message, "The rules are shown above. Press Enter to begin.\n");
		else if (terminal_is_one_of(entry, "? help"))
			str_add(&message, "h shows or hides the history; 'rules' prints the rules.\n");
		else if (!obey(play_session, entry, &message))
			str_addf(&message, "'%s' is not one of these.\n", entry);
	}
}

/* ---- a play ------------------------------------------------------------------------------- */

/* Several people share the terminal: waits for the next person before it shows any dice. */
static void take_keyboard(struct play_session *play_session, int player)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	if (!play_session->terminal->is_interactive || play_session_humans_in(play_session) < 2 || play_session->at_keyboard == player)
		return;
	free(play_session->own_hands);
	play_session->own_hands = NULL;
	play_session->owner = -1;
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	for (int i = 0; i < rows && !play_session->terminal->is_screen; i++)
		putchar('\n'); /* hides what the last person saw */
	str_addf(&prompt, "%s (%c), it is your turn. Take the keyboard and press Enter >", play_session->name[player], 'A' + player);
	while (prompt_read(play_session, PAGE_MESSAGE, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			break;
		if (!obey(play_session, entry, &message))
			str_add(&message, "Press only Enter, so that no player sees another player's dice.\n");
		if (play_session->leaving)
			return;
	}
	play_session->at_keyboard = player;
}

static void add_help(const struct play_session *play_session, struct str *out)
{
	family_text_of(play_session->game)->help(play_session->game, out);
	str_add(out, "hint: the chances. auto: a robot moves for you once, as in 'auto prober'. rules: what is played. h: the "
		     "history. q: leave the game.\n");
}

/* "auto" or "auto ROBOT": *robot is the name that follows, or "". */
static bool is_auto(const char *entry, const char **robot)
{
	size_t n = strcspn(entry, " ");
	if (n != strlen("auto") || strncasecmp(entry, "auto", n) != 0)
		return false;
	*robot = entry + n + strspn(entry + n, " ");
	return true;
}

/* Lets a robot move: the named one, else the last one, else the family's default. False with a message. */
static bool move_by_robot(struct play_session *play_session, char me, const char *hands, const char *robot, struct str *message,
			  int *play)
{
	const struct tournament *tournament = play_session->tournament;
	const struct game *game = play_session->game;
	struct deputy *deputy = &play_session->deputy;
	struct err why = {0};
	AUTO_STR struct str words = {0};
	if (!*robot && !deputy->spec)
		robot = tournament->rules.family->baseline;
	if ((*robot && (!deputy->spec || strcmp(robot, deputy->spec) != 0) && deputy_choose(deputy, robot, tournament, &why)) ||
	    deputy_ask(deputy, game, me, hands, play, &why)) {
		str_addf(message, "%c%s.\n", toupper((unsigned char)why.text[0]), why.text + 1);
		return false;
	}
	game_play_words(game->rules, *play, &words);
	if (!game_is_legal(game, *play, &why)) {
		str_addf(message, "%s would play %s, but %s.\n", deputy->spec, words.text, why.text);
		return false;
	}
	if (play_session->terminal->is_screen)
		str_addf(&play_session->notice, "%s moved for you: %s\n", deputy->spec, words.text);
	else
		printf("%s moves for you.\n", deputy->spec);
	return true;
}

/* The play that was typed. False, with the reason in message, when it is not valid or not legal. */
static bool understand(const struct play_session *play_session, const char *entry, struct str *message, int *play)
{
	struct err why = {0};
	if (!*entry) {
		*play = family_text_of(play_session->game)->empty_entry(play_session->game);
		if (*play >= 0)
			return true;
		str_add(message, "Type a play, or ? for help.\n");
		return false;
	}
	if (game_parse_play(play_session->game->rules, entry, play, &why) && game_is_legal(play_session->game, *play, &why))
		return true;
	str_addf(message, "%c%s.\n", toupper((unsigned char)why.text[0]), why.text + 1);
	return false;
}

/* "Raise or call (? for help) >", or of several people "Ann (A), raise or call ...". */
static void add_prompt(const struct play_session *play_session, char me, struct str *out)
{
	const char *what = family_text_of(play_session->game)->prompt(play_session->game);
	if (play_session->reader >= 0)
		str_addf(out, "%c%s", toupper((unsigned char)*what), what + 1);
	else
		str_addf(out, "%s (%c), %s", play_session->name[me - 'A'], me, what);
	str_add(out, " (? for help) >");
}

static int ask_for_play(struct play_session *play_session, char me, const char *hands)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	const char *robot;
	int play = 0;
	add_prompt(play_session, me, &prompt);
	if (!play_session->terminal->is_screen)
		text_turn(play_session);
	while (!play_session->leaving && prompt_read(play_session, PAGE_TURN, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (terminal_is_one_of(entry, "? help"))
			add_help(play_session, &message);
		else if (terminal_is_one_of(entry, "hint hints odds"))
			family_text_of(play_session->game)->hint(play_session->game, me, hands, &message);
		else if (is_auto(entry, &robot)) {
			if (move_by_robot(play_session, me, hands, robot, &message, &play))
				return play;
		} else if (!obey(play_session, entry, &message) && understand(play_session, entry, &message, &play))
			return play;
	}
	return 0; /* not used: the play session ends */
}

int table_ask(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	struct play_session *play_session = context;
	int player = me - 'A';
	if (is_observation)
		deputy_observe(&play_session->deputy, me, hands, history);
	if (is_observation || play_session->leaving)
		return 0;
	play_session->turn = player;
	take_keyboard(play_session, player);
	if (play_session->leaving)
		return 0;
	free(play_session->own_hands);
	play_session->own_hands = mem_strdup(hands);
	play_session->owner = player;
	return ask_for_play(play_session, me, hands);
}

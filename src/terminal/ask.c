/* ask.c - the prompts at the table, and handling the entries typed there (draw.h). */

#include <ctype.h>
#include <stdio.h>
#include <strings.h>
#include <unistd.h>

#include "output/show.h"
#include "terminal/draw.h"
#include "terminal/family.h"
#include "terminal/play_session.h"

static void toggle_history(struct play_session *session)
{
	session->shows_history = !session->shows_history;
	if (!session->terminal->is_screen)
		plain_history(session);
}

/* Handles entries that every prompt accepts. Returns true if the entry is one of these. */
static bool obey(struct play_session *session, const char *entry, struct str *message)
{
	if (terminal_is_one_of(entry, WORDS_TO_LEAVE))
		session->leaving = LEAVING_BY_WISH;
	else if (terminal_is_one_of(entry, "h history"))
		toggle_history(session);
	else if (terminal_is_one_of(entry, "rules rule"))
		game_reminder(&session->tournament->rules, session->n_players, message);
	else
		return false;
	return true;
}

/* Returns true if no person at the terminal is in the game. */
static bool is_audience(const struct play_session *session)
{
	return play_session_humans_in(session) == 0;
}

static bool is_decided(const struct play_session *session)
{
	int tied;
	return ALL_OF(seat, session->n_players, game_place(session->game, seat, &tied) != 0);
}

static bool has_robot_for_person(const struct play_session *session)
{
	return ANY_OF(player, session->n_players, auto_is_on(session, player) && play_session_is_in(session, player));
}

/* Applies "auto off" between hands to all people at the terminal. */
static void obey_auto(struct play_session *session, const char *entry, struct str *message)
{
	if (strcasecmp(entry, "auto off") != 0) {
		str_add(message, "Type this when it is your turn. Now only 'auto off' is possible.\n");
		return;
	}
	for (int player = 0; player < session->n_players; player++)
		session->deputy[player].n_moves = 0;
	str_add(message, "No robot is moving for you.\n");
}

/* Adds "Enter: next hand, r: run to the end, q: leave". */
static void add_choices(const struct play_session *session, enum page page, struct str *out)
{
	const char *dot = session->terminal->is_utf8 ? "·" : "-";
	bool is_last = page == PAGE_SHOWDOWN && is_decided(session);
	const char *next = page == PAGE_INTRO ? "begin"
		: page == PAGE_TURN ? "next turn" : is_last ? "the result" : "next hand";
	if (page == PAGE_SHOWDOWN && session->n_humans && is_audience(session) && !is_last)
		str_add(out, "The others continue. ");
	str_addf(out, "Enter: %s", next);
	if (page != PAGE_INTRO && !is_last && (session->is_stepping || is_audience(session)))
		str_addf(out, " %s r: run to the end", dot);
	if (page != PAGE_INTRO)
		str_addf(out, " %s h: history", dot);
	if (has_robot_for_person(session))
		str_addf(out, " %s auto off: you move again", dot);
	str_addf(out, " %s q: leave", dot);
}

static bool read_held(struct play_session *session, enum page page, struct str *message, struct str *line)
{
	AUTO_STR struct str prompt = {0};
	add_choices(session, page, &prompt);
	str_add(&prompt, " >");
	return prompt_read(session, page, message, prompt.text, line);
}

void play_session_hold(struct play_session *session, enum page page)
{
	AUTO_STR struct str line = {0}, message = {0};
	while (!session->leaving && read_held(session, page, &message, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			return;
		if (terminal_is_one_of(entry, "r run") && page != PAGE_INTRO) {
			session->is_running = is_audience(session);
			session->is_stepping = false;
			return;
		}
		if (page == PAGE_INTRO && terminal_is_one_of(entry, "? help h history rules rule"))
			str_add(&message, "The rules are shown above. Press Enter to begin.\n");
		else if (terminal_is_one_of(entry, "? help"))
			str_add(&message, "h shows or hides the history; 'rules' prints the rules.\n");
		else if (auto_is(entry))
			obey_auto(session, entry, &message);
		else if (!obey(session, entry, &message))
			str_addf(&message, "'%s' is not one of these answers.\n", entry);
	}
}

/* If several people share the terminal, waits for the next person before any dice are shown. */
static void take_keyboard(struct play_session *session, int player)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	if (!session->terminal->is_interactive || play_session_humans_in(session) < 2 || session->at_keyboard == player)
		return;
	free(session->own_hands);
	session->own_hands = NULL;
	session->owner = -1;
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	for (int i = 0; i < rows && !session->terminal->is_screen; i++)
		putchar('\n'); /* scrolls away the lines that the last person saw */
	str_addf(&prompt, "%s (%c), it is your turn. Take the keyboard and press Enter >", session->name[player],
		 'A' + player);
	while (prompt_read(session, PAGE_MESSAGE, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			break;
		if (!obey(session, entry, &message))
			str_add(&message, "Press only Enter, so that no player sees another player's dice.\n");
		if (session->leaving)
			return;
	}
	session->at_keyboard = player;
}

static void add_help(const struct play_session *session, struct str *out)
{
	family_text_of(session->game)->help(session->game, out);
	str_add(out,
		"hint: the chances. auto: a robot moves for you, as in 'auto prober', 'auto 5' or 'auto on'. rules: "
		"the rules of this game. h: the history. q: leave the game.\n");
}

/* Parses a typed play. Returns false, with the reason in `message`, when it is not valid or not legal. */
static bool understand(const struct play_session *session, const char *entry, struct str *message, int *play)
{
	struct err why = {0};
	if (!*entry) {
		*play = family_text_of(session->game)->empty_entry(session->game);
		if (*play >= 0)
			return true;
		str_add(message, "Type a play, or ? for help.\n");
		return false;
	}
	if (game_parse_play(session->game->rules, entry, play, &why) && game_is_legal(session->game, *play, &why))
		return true;
	str_addf(message, "%c%s.\n", toupper((unsigned char)why.text[0]), why.text + 1);
	return false;
}

/* Adds "Raise or call (? for help) >" or, if there are several people, "Ann (A), raise or call ...". */
static void add_prompt(const struct play_session *session, char me, struct str *out)
{
	const char *what = family_text_of(session->game)->prompt(session->game);
	if (session->reader >= 0)
		str_addf(out, "%c%s", toupper((unsigned char)*what), what + 1);
	else
		str_addf(out, "%s (%c), %s", session->name[me - 'A'], me, what);
	str_add(out, " (? for help) >");
}

/* Gets the play of the robot that now moves for this person, and announces it. Returns false with a message on
 * failure. */
static bool move_by_robot(struct play_session *session, char me, const char *hands, struct str *message, int *play)
{
	const char *robot = session->deputy[me - 'A'].spec;
	AUTO_STR struct str words = {0};
	if (!auto_is_on(session, me - 'A') || !auto_move(session, me, hands, play, message))
		return false;
	game_play_words(session->game->rules, *play, &words);
	if (!session->terminal->is_screen)
		printf("%s moves for you.\n", robot);
	else if (!auto_is_on(session, me - 'A'))
		str_addf(&session->notice, "%s moved for you: %s\n", robot, words.text);
	return true;
}

static int ask_for_play(struct play_session *session, char me, const char *hands)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	int play = 0;
	add_prompt(session, me, &prompt);
	if (!session->terminal->is_screen)
		plain_turn(session);
	while (!session->leaving && prompt_read(session, PAGE_TURN, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (terminal_is_one_of(entry, "? help"))
			add_help(session, &message);
		else if (terminal_is_one_of(entry, "hint hints odds"))
			family_text_of(session->game)->hint(session->game, me, hands, &message);
		else if (auto_is(entry)) {
			if (auto_obey(session, me - 'A', entry, &message) &&
			    move_by_robot(session, me, hands, &message, &play))
				return play;
		} else if (!obey(session, entry, &message) && understand(session, entry, &message, &play))
			return play;
	}
	return 0; /* the play is not used, because the play session ends */
}

int play_session_ask(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	struct play_session *session = context;
	int player = me - 'A', play;
	struct deputy *deputy = &session->deputy[player];
	if (is_observation)
		deputy_observe(deputy, me, hands, history);
	if (is_observation || session->leaving)
		return 0;
	session->turn = player;
	deputy->has_moved = move_by_robot(session, me, hands, &session->notice, &play);
	if (deputy->has_moved)
		return play;
	take_keyboard(session, player);
	if (session->leaving)
		return 0;
	free(session->own_hands);
	session->own_hands = mem_strdup(hands);
	session->owner = player;
	return ask_for_play(session, me, hands);
}

/* ask.c - see ask.h. */
#include "terminal/ask.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "output/show.h"
#include "terminal/family.h"
#include "terminal/parts.h"
#include "terminal/text.h"

/* ---- one entry ---------------------------------------------------------------------------- */

static void print_prompt(const struct str *message, const char *prompt)
{
	AUTO_STR struct str text = {0};
	part_add_paragraphs(&text, str_text(message), 0, part_width_now());
	str_addf(&text, "%s ", prompt);
	fputs(text.text, stdout);
}

/* Shows the page with the message and the prompt and reads an entry; false when the person leaves. */
static bool read_entry(struct sitting *sitting, enum page page, struct str *message, const char *prompt,
		       struct str *line)
{
	struct terminal *terminal = sitting->terminal;
	enum entry entry = ENTRY_RESIZED;
	AUTO_STR struct str shown = {0};
	str_add(&shown, str_text(&sitting->notice));
	str_add(&shown, str_text(message));
	if (!terminal->is_screen)
		print_prompt(&shown, prompt);
	while (entry == ENTRY_RESIZED) {
		if (terminal->is_screen)
			table_draw(sitting, page, str_text(&shown), prompt);
		entry = terminal_read(terminal, line);
	}
	str_clear(message);
	str_clear(&sitting->notice);
	if (entry == ENTRY_END)
		sitting->leaving = LEAVING_AT_END;
	else if (entry == ENTRY_INTERRUPTED)
		sitting->leaving = LEAVING_INTERRUPTED;
	return entry == ENTRY_LINE;
}

static void toggle_history(struct sitting *sitting)
{
	sitting->shows_history = !sitting->shows_history;
	if (!sitting->terminal->is_screen)
		text_history(sitting);
}

/* What may be typed at every prompt. True when it was that. */
static bool obey(struct sitting *sitting, const char *entry, struct str *message)
{
	if (terminal_is_one_of(entry, WORDS_TO_LEAVE))
		sitting->leaving = LEAVING_BY_WISH;
	else if (terminal_is_one_of(entry, "h history"))
		toggle_history(sitting);
	else if (terminal_is_one_of(entry, "rules rule"))
		game_reminder(&sitting->tournament->rules, sitting->n_players, message);
	else
		return false;
	return true;
}

/* ---- Enter -------------------------------------------------------------------------------- */

/* Nobody at the terminal plays any more (or ever did). */
static bool is_audience(const struct sitting *sitting)
{
	return sitting_humans_in(sitting) == 0;
}

static bool is_decided(const struct sitting *sitting)
{
	int tied;
	for (int seat = 0; seat < sitting->n_players; seat++)
		if (game_place(sitting->game, seat, &tied) == 0)
			return false;
	return true;
}

/* "Enter: next hand, r: run to the end, q: leave" */
static void add_choices(const struct sitting *sitting, enum page page, struct str *out)
{
	const char *dot = sitting->terminal->is_utf8 ? "·" : "-";
	bool is_last = page == PAGE_SHOWDOWN && is_decided(sitting);
	const char *next = page == PAGE_INTRO ? "begin" : page == PAGE_TURN ? "next turn" : is_last ? "the result" : "next hand";
	if (page == PAGE_SHOWDOWN && sitting->n_humans && is_audience(sitting) && !is_last)
		str_add(out, "The others play on. ");
	str_addf(out, "Enter: %s", next);
	if (page != PAGE_INTRO && !is_last && (sitting->is_stepping || is_audience(sitting)))
		str_addf(out, " %s r: run to the end", dot);
	if (page != PAGE_INTRO)
		str_addf(out, " %s h: history", dot);
	str_addf(out, " %s q: leave", dot);
}

void table_hold(struct sitting *sitting, enum page page)
{
	AUTO_STR struct str line = {0}, message = {0}, prompt = {0};
	add_choices(sitting, page, &prompt);
	str_add(&prompt, " >");
	while (!sitting->leaving && read_entry(sitting, page, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			return;
		if (terminal_is_one_of(entry, "r run") && page != PAGE_INTRO) {
			sitting->is_running = is_audience(sitting);
			sitting->is_stepping = false;
			return;
		}
		if (page == PAGE_INTRO && terminal_is_one_of(entry, "? help h history rules rule"))
			str_add(&message, "The rules are shown above. Press Enter to begin.\n");
		else if (terminal_is_one_of(entry, "? help"))
			str_add(&message, "h shows or hides the history; 'rules' prints the rules.\n");
		else if (!obey(sitting, entry, &message))
			str_addf(&message, "'%s' is none of these.\n", entry);
	}
}

/* ---- a play ------------------------------------------------------------------------------- */

/* Several people share the terminal: the next one sits down before any dice are shown. */
static void take_keyboard(struct sitting *sitting, int player)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	if (!sitting->terminal->is_interactive || sitting_humans_in(sitting) < 2 || sitting->at_keyboard == player)
		return;
	free(sitting->own_hands);
	sitting->own_hands = NULL;
	sitting->owner = -1;
	int columns, rows;
	show_terminal_size(STDOUT_FILENO, &columns, &rows);
	for (int i = 0; i < rows && !sitting->terminal->is_screen; i++)
		putchar('\n'); /* what the last one saw is out of sight */
	str_addf(&prompt, "%s (%c), it is your turn. Take the keyboard and press Enter >", sitting->name[player], 'A' + player);
	while (read_entry(sitting, PAGE_HANDOVER, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (!*entry)
			break;
		if (!obey(sitting, entry, &message))
			str_add(&message, "Press only Enter, so that no player sees another player's dice.\n");
		if (sitting->leaving)
			return;
	}
	sitting->at_keyboard = player;
}

static void add_help(const struct sitting *sitting, struct str *out)
{
	lore_of(sitting->game)->help(sitting->game, out);
	str_add(out, "hint: the chances. rules: what is played. h: the history. q: leave the game.\n");
}

/* The play that was typed. False with the reason in message when it is none, or not legal. */
static bool understand(const struct sitting *sitting, const char *entry, struct str *message, int *play)
{
	struct err why = {0};
	if (!*entry) {
		*play = lore_of(sitting->game)->empty_entry(sitting->game);
		if (*play >= 0)
			return true;
		str_add(message, "Type a play, or ? for help.\n");
		return false;
	}
	if (game_parse_play(sitting->game->rules, entry, play, &why) && game_is_legal(sitting->game, *play, &why))
		return true;
	str_addf(message, "%c%s.\n", toupper((unsigned char)why.text[0]), why.text + 1);
	return false;
}

static int ask_for_play(struct sitting *sitting, char me, const char *hands)
{
	AUTO_STR struct str prompt = {0}, message = {0}, line = {0};
	int play = 0;
	str_addf(&prompt, "%s (%c), %s (? for help) >", sitting->name[me - 'A'], me,
		 lore_of(sitting->game)->prompt(sitting->game));
	if (!sitting->terminal->is_screen)
		text_turn(sitting);
	while (!sitting->leaving && read_entry(sitting, PAGE_TURN, &message, prompt.text, &line)) {
		const char *entry = str_text(&line);
		if (terminal_is_one_of(entry, "? help"))
			add_help(sitting, &message);
		else if (terminal_is_one_of(entry, "hint hints odds"))
			lore_of(sitting->game)->hint(sitting->game, me, hands, &message);
		else if (!obey(sitting, entry, &message) && understand(sitting, entry, &message, &play))
			return play;
	}
	return 0; /* not played any more: the sitting is left */
}

int table_ask(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	struct sitting *sitting = context;
	int player = me - 'A';
	(void)history; /* the game's, which is public */
	if (is_observation || sitting->leaving)
		return 0;
	sitting->turn = player;
	take_keyboard(sitting, player);
	if (sitting->leaving)
		return 0;
	free(sitting->own_hands);
	sitting->own_hands = mem_strdup(hands);
	sitting->owner = player;
	return ask_for_play(sitting, me, hands);
}

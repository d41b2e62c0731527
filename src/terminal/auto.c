/* auto.c - a robot that moves for a person, as often as the person wants (auto.h). */
#include "terminal/auto.h"

#include <ctype.h>
#include <strings.h>

#include "terminal/screen.h"

enum { MOST_MOVES = 1000000 };

/* What was asked for, before it is checked. */
struct auto_wish {
	int n_moves;
	bool has_moves;    /* n_moves was typed */
	const char *robot; /* NULL: the last one */
};

static const char *after_auto(const char *entry)
{
	size_t n = strcspn(entry, " ");
	return n == strlen("auto") && strncasecmp(entry, "auto", n) == 0 ? entry + n : NULL;
}

bool auto_is(const char *entry)
{
	return after_auto(entry) != NULL;
}

/* "on", "off" or a number. */
static bool read_moves(const char *word, int *n_moves)
{
	long long number = DEPUTY_ALWAYS;
	bool is_off = terminal_is_one_of(word, "off stop");
	if (!is_off && !terminal_is_one_of(word, "on") && !str_to_int(word, 1, MOST_MOVES, &number))
		return false;
	*n_moves = is_off ? 0 : (int)number;
	return true;
}

static bool read_word(struct auto_wish *wish, const char *word)
{
	int n_moves;
	bool is_moves = read_moves(word, &n_moves);
	if (is_moves ? wish->has_moves : wish->robot || isdigit((unsigned char)*word) || *word == '-')
		return false;
	wish->n_moves = is_moves ? n_moves : wish->n_moves;
	wish->has_moves |= is_moves;
	wish->robot = is_moves ? wish->robot : word;
	return true;
}

/* words is cut to pieces. */
static bool read_words(struct auto_wish *wish, char *words, struct str *message)
{
	for (char *word; (word = strsep(&words, " ")) != NULL;) {
		if (!*word || read_word(wish, word))
			continue;
		str_addf(message, "Type 'auto', and after it a number of moves from 1 to %d, 'on' or 'off', and one robot.\n", MOST_MOVES);
		return false;
	}
	return true;
}

static void add_sentence(struct str *message, const char *text)
{
	str_addf(message, "%c%s.\n", toupper((unsigned char)*text), text + 1);
}

/* Without a name: the robot that others are measured against, or else the one that plays most variants. */
static int choose(struct deputy *deputy, const char *name, const struct tournament *tournament, struct err *err)
{
	struct err ignored = {0};
	if (name)
		return deputy_choose(deputy, name, tournament, err);
	if (deputy_choose(deputy, tournament->rules.family->baseline, tournament, &ignored) == 0)
		return 0;
	return deputy_choose(deputy, "prober", tournament, err);
}

bool auto_obey(struct play_session *play_session, int player, const char *entry, struct str *message)
{
	const struct tournament *tournament = play_session->tournament;
	struct deputy *deputy = &play_session->deputy[player];
	struct auto_wish wish = {.n_moves = 1};
	struct err why = {0};
	AUTO_FREE char *words = mem_strdup(after_auto(entry));
	if (!read_words(&wish, words, message))
		return false;
	bool is_other = !deputy->spec || (wish.robot && strcmp(wish.robot, deputy->spec) != 0);
	if (wish.n_moves && is_other && choose(deputy, wish.robot, tournament, &why)) {
		add_sentence(message, why.text);
		return false;
	}
	deputy->n_moves = wish.n_moves;
	if (!wish.n_moves)
		str_add(message, "No robot moves for you now.\n");
	return true;
}

bool auto_is_on(const struct play_session *play_session, int player)
{
	return play_session->deputy[player].n_moves != 0;
}

void auto_stop(struct play_session *play_session, int player)
{
	play_session->deputy[player].n_moves = 0;
}

bool auto_move(struct play_session *play_session, char me, const char *hands, int *play, struct str *message)
{
	const struct game *game = play_session->game;
	struct deputy *deputy = &play_session->deputy[me - 'A'];
	AUTO_STR struct str words = {0};
	struct err why = {0};
	if (deputy_ask(deputy, game, me, hands, play, &why)) {
		add_sentence(message, why.text);
	} else if (!game_is_legal(game, *play, &why)) {
		game_play_words(game->rules, *play, &words);
		str_addf(message, "%s would play %s, but %s.\n", deputy->spec, words.text, why.text);
	} else {
		deputy->n_moves -= deputy->n_moves > 0;
		return true;
	}
	deputy->n_moves = 0;
	return false;
}

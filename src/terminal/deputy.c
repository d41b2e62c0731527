/* deputy.c - a robot that moves for a person at the table, as often as the person requests (play_session.h). */

#include <ctype.h>
#include <strings.h>

#include "match/worker.h"
#include "terminal/screen.h"
#include "terminal/play_session.h"

enum { LANE = 0, ATTEMPT = 0 }; /* a deputy plays only one game at a time */

/* Loads the robot once, to check that it can play. */
static int probe(struct robot *robot, const struct tournament *tournament, struct err *err)
{
	struct tournament meeting = *tournament;
	meeting.robots = robot;
	meeting.schedule.n_robots = 1;
	if (tournament_probe(&meeting, err) || tournament_check_loaded(&meeting, err))
		return -1;
	AUTO_STR struct str title = rules_title(tournament->rules.family, tournament->rules.name);
	return tournament_suits(robot, &tournament->rules) ? 0 :
		err_set(err, EXIT_USAGE, "the robot '%s' does not play %s", robot->label, title.text);
}

static int open_transport(struct deputy *deputy, struct err *err)
{
	const struct tournament *tournament = deputy->tournament;
	int n_seats = tournament->schedule.n_seats;
	size_t hands_size = game_hands_size(&tournament->rules, n_seats);
	shared_areas_init(&deputy->shared_areas, 1, game_history_size(&tournament->rules, n_seats), hands_size);
	if (!shared_areas_make(&deputy->shared_areas, ATTEMPT, err))
		return -1;
	rules_to_text(&tournament->rules, &deputy->rules_text);
	const struct transport_plan plan = {
		.shared_areas = &deputy->shared_areas, .hands_size = hands_size, .n_lanes = 1,
		.rules = str_text(&deputy->rules_text),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox,
		.is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	deputy->transport = worker_transport(tournament, &deputy->robot, &plan);
	return 0;
}

static int open_robot(struct robot *robot, const char *spec, const struct tournament *tournament, struct err *err)
{
	if (robot_open(robot, spec, err))
		return -1;
	if (robot->kind == ROBOT_HUMAN)
		return err_set(err, EXIT_USAGE, "'%s' is a person; auto needs a robot, as in 'auto computer'", spec);
	return probe(robot, tournament, err);
}

/* Replaces the deputy's robot with the one that `spec` names. */
static int replace_robot(struct deputy *deputy, const char *spec, const struct tournament *tournament, struct err *err)
{
	struct deputy chosen = {.tournament = tournament, .spec = mem_strdup(spec)};
	if (open_robot(&chosen.robot, spec, tournament, err)) {
		deputy_release(&chosen);
		return -1;
	}
	deputy_release(deputy);
	*deputy = chosen;
	return open_transport(deputy, err);
}

static int failed(struct deputy *deputy, const struct fault *fault, struct err *err)
{
	deputy->hands = NULL;
	return err_set(err, EXIT_ROBOT, "%s failed: %s", deputy->spec, fault->cause);
}

/* Starts an instance. The robot's random numbers are a function of the game's key and of the person for whom it
 * moves. */
static int sit_down(struct deputy *deputy, const struct game *game, char me, struct err *err)
{
	struct fault fault = {.verdict = VERDICT_OK};
	struct game_intro intro = {.me = me};
	deputy->hands = transport_seat(deputy->transport, LANE, ATTEMPT, &fault, err);
	if (!deputy->hands)
		return fault.verdict == VERDICT_OK ? -1 : failed(deputy, &fault, err);
	for (int seat = 0; seat < game->n_seats; seat++)
		intro.letters[seat] = game_letter(game, seat);
	intro.rng = rng_word(rng_key_derive(deputy->tournament->seed, RNG_ROBOT), game->block, (uint64_t)me);
	transport_game(deputy->transport, LANE, &intro);
	deputy->me = me;
	return 0;
}

/* Asks the robot once. The strings of the ask are already in place. */
static int ask(struct deputy *deputy, unsigned flags, int *play, struct err *err)
{
	int32_t replies[2] = {0};
	bool is_answered = transport_ask(deputy->transport, LANE, flags, play);
	transport_flush(deputy->transport);
	if (transport_collect(deputy->transport, replies, err))
		return -1;
	for (int i = 0; i < deputy->transport->n_events; i++) {
		const struct event *event = &deputy->transport->events[i];
		if (event->kind == EVENT_FAULT)
			return failed(deputy, event->fault, err);
		deputy->hands = NULL;
		return err_set(err, EXIT_ROBOT, "the process of %s ended", deputy->spec);
	}
	if (!is_answered)
		*play = replies[LANE];
	return 0;
}

/* Gets the robot's play, which may be illegal, for player `me`. If the robot moved for another player before, uses a
 * fresh instance. */
static int ask_robot(struct deputy *deputy, const struct game *game, char me, const char *hands, int *play,
		     struct err *err)
{
	if (deputy->me != me)
		deputy_leave(deputy);
	if (!deputy->hands && sit_down(deputy, game, me, err))
		return -1;
	strcpy(shared_area_history(shared_areas_attempt(&deputy->shared_areas, ATTEMPT), LANE), game->view.history);
	strcpy(deputy->hands, hands);
	return ask(deputy, 0, play, err);
}

void deputy_observe(struct deputy *deputy, char me, const char *hands, const char *history)
{
	struct err ignored = {0};
	int play;
	if (!deputy->hands || deputy->me != me)
		return;
	const struct shared_area *area = shared_areas_attempt(&deputy->shared_areas, ATTEMPT);
	strcpy(shared_area_history(area, LANE), history);
	strcpy(shared_area_shown(area, LANE), hands);
	if (ask(deputy, ASK_OBSERVE, &play, &ignored))
		deputy->hands = NULL;
}

void deputy_leave(struct deputy *deputy)
{
	if (deputy->hands)
		transport_leave(deputy->transport, LANE);
	deputy->hands = NULL;
}

void deputy_release(struct deputy *deputy)
{
	transport_free(deputy->transport);
	robot_release(&deputy->robot);
	shared_areas_release(&deputy->shared_areas);
	str_release(&deputy->rules_text);
	free(deputy->spec);
	*deputy = (struct deputy){0};
}

enum { MOST_MOVES = 1000000 };

/* The words after `auto`, before they are checked. */
struct auto_wish {
	int n_moves;
	bool has_moves;    /* n_moves was typed */
	const char *robot; /* NULL: the robot that was used last */
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

/* Parses "on", "off" or a number. */
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

/* Parses `words`, which it modifies. Returns false with a message. */
static bool read_words(struct auto_wish *wish, char *words, struct str *message)
{
	for (char *word; (word = strsep(&words, " ")) != NULL;) {
		if (!*word || read_word(wish, word))
			continue;
		str_addf(message,
			 "Type 'auto', and after it a number of moves from 1 to %d, 'on' or 'off', and one robot.\n",
			 MOST_MOVES);
		return false;
	}
	return true;
}

static void add_sentence(struct str *message, const char *text)
{
	str_addf(message, "%c%s.\n", toupper((unsigned char)*text), text + 1);
}

/* Chooses the robot with this name. If `name` is NULL, chooses the baseline of the family or, if that does not play
 * these rules, prober. */
static int choose(struct deputy *deputy, const char *name, const struct tournament *tournament, struct err *err)
{
	struct err ignored = {0};
	if (name)
		return replace_robot(deputy, name, tournament, err);
	if (replace_robot(deputy, tournament->rules.family->baseline, tournament, &ignored) == 0)
		return 0;
	return replace_robot(deputy, "prober", tournament, err);
}

bool auto_obey(struct play_session *session, int player, const char *entry, struct str *message)
{
	const struct tournament *tournament = session->tournament;
	struct deputy *deputy = &session->deputy[player];
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
		str_add(message, "No robot is moving for you.\n");
	return true;
}

bool auto_is_on(const struct play_session *session, int player)
{
	return session->deputy[player].n_moves != 0;
}

bool auto_move(struct play_session *session, char me, const char *hands, int *play, struct str *message)
{
	const struct game *game = session->game;
	struct deputy *deputy = &session->deputy[me - 'A'];
	AUTO_STR struct str words = {0};
	struct err why = {0};
	if (ask_robot(deputy, game, me, hands, play, &why)) {
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

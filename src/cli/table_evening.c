/* table_evening.c - see table_evening.h. */
#include "cli/table_evening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/network_robots.h"
#include "cli/setup.h"
#include "cli/table.h"

/* An evening of games from its arguments to its end. */
struct evening {
	const struct args *args;
	struct tournament tournament;
	struct robot *robots;
	int n_robots;
	char *seed;
	struct terminal *terminal; /* borrowed */
	struct sitting sitting;
	enum maexchen_cheat cheat; /* whose code was given in front of a name */
	int cheater;               /* the player of that name */
};

/* Takes a cheat's code from in front of the names: people's, and one in all. */
static int take_cheat(struct evening *evening, char **names, int n, struct err *err)
{
	for (int i = 0; i < n; i++) {
		const char *name;
		enum maexchen_cheat cheat = maexchen_cheat_parse(names[i], &name);
		size_t length = strlen(maexchen_cheat_code(cheat));
		if (!cheat || names[i][length] != ':')
			continue;
		if (strncmp(name, "human", 5) != 0 || (name[5] && name[5] != ':'))
			return err_set(err, EXIT_USAGE, "'%s': only people cheat; write %s:human", names[i],
				       maexchen_cheat_code(cheat));
		if (evening->cheat)
			return err_set(err, EXIT_USAGE, "'%s': one cheat in a game is enough", names[i]);
		if (maexchen_cheat_check(&evening->tournament.rules, cheat, err))
			return -1;
		evening->cheat = cheat;
		evening->cheater = i;
		names[i] += name - names[i];
	}
	return 0;
}

static void switch_cheat_on(struct game *game, const uint8_t *player_in, void *context)
{
	const struct sitting *sitting = context;
	for (int seat = 0; sitting->cheat && seat < game->n_seats; seat++)
		if (player_in[seat] == sitting->cheater)
			maexchen_cheat(game, seat, sitting->cheat);
}

static int prepare(struct evening *evening, struct err *err)
{
	const struct args *args = evening->args;
	struct tournament *tournament = &evening->tournament;
	int n = args->n_operands;
	if (n < 2 || n > SCHEDULE_MAX_SEATS)
		return err_set(err, EXIT_USAGE, "a game needs 2 to %d players, not %d; 'human' is you, as in "
			       "`arena play human computer`", SCHEDULE_MAX_SEATS, n);
	evening->seed = setup_seed(args, err);
	if (!evening->seed)
		return -1;
	/* One block of one match is n games, one for each rotation: all that is used of the schedule. */
	tournament->seed = rng_key_of_seed(evening->seed);
	const struct schedule_options options = {
		.format = FORMAT_TABLE, .n_robots = n, .games = 1, .match_length = 1, .is_as_given = true, .seed = tournament->seed,
	};
	if (schedule_init(&tournament->schedule, &options, err) ||
	    setup_rules(args, &tournament->rules, err) || rules_check(&tournament->rules, n, err))
		return -1;
	AUTO_FREE char **names = NEW_ARRAY(char *, (size_t)n);
	memcpy(names, args->operands, sizeof *names * (size_t)n);
	if (take_cheat(evening, names, n, err) ||
	    setup_robots(names, n, &evening->robots, err))
		return -1;
	tournament->began = switch_cheat_on;
	evening->n_robots = n;
	tournament->robots = evening->robots;
	setup_limits(args, tournament);
	if (network_robots_allow(args, evening->robots, n, err) || tournament_meet(tournament, err))
		return -1;
	for (int i = 0; i < n; i++)
		if (evening->robots[i].fault.verdict != VERDICT_OK)
			return err_set(err, EXIT_ROBOT, "the robot '%s' cannot be loaded: %s", evening->robots[i].label,
				       evening->robots[i].fault.cause);
	setup_warn(tournament);
	return 0;
}

static int sit_down(struct evening *evening, struct err *err)
{
	const struct args *args = evening->args;
	struct sitting *sitting = &evening->sitting;
	if (sitting_init(sitting, &evening->tournament, evening->terminal, err))
		return -1;
	sitting->cheat = evening->cheat;
	sitting->cheater = evening->cheater;
	sitting->is_open = args_flag(args, "open");
	sitting->is_stepping = args_flag(args, "step");
	sitting->pause_ns = args_number(args, "pause");
	return 0;
}

/* Game k of the evening has dice of its own: those of the seed, then of "SEED/2" and so on. */
static void shuffle(struct evening *evening, int game)
{
	AUTO_STR struct str seed = {0};
	str_add(&seed, evening->seed);
	if (game > 0)
		str_addf(&seed, "/%d", game + 1);
	evening->tournament.seed = rng_key_of_seed(seed.text);
}

/* Between two games the result is left on the screen until it has been read. */
static void wait_for_next(struct evening *evening)
{
	AUTO_STR struct str line = {0};
	struct sitting *sitting = &evening->sitting;
	while (evening->terminal->is_interactive && !sitting->leaving) {
		printf("\nEnter: the next game, q: leave > ");
		enum entry entry = terminal_read(evening->terminal, &line);
		if (entry == ENTRY_INTERRUPTED)
			sitting->leaving = LEAVING_INTERRUPTED;
		else if (entry == ENTRY_END)
			sitting->leaving = LEAVING_AT_END;
		else if (terminal_is_one_of(str_text(&line), WORDS_TO_LEAVE))
			sitting->leaving = LEAVING_BY_WISH;
		else if (!*str_text(&line))
			return;
	}
}

static void tell_wins(const struct sitting *sitting)
{
	printf("\nGames won: ");
	for (int player = 0; player < sitting->n_players; player++)
		printf("%s%s %.3g", player ? ", " : "", sitting->name[player], sitting->wins[player]);
	printf(".\n");
}

static void say_good_bye(const struct evening *evening)
{
	static const char *const words[] = {
		[LEAVING_NOT] = "", [LEAVING_BY_WISH] = "You leave the table.\n",
		[LEAVING_AT_END] = "\nThe input has ended: you leave the table.\n", [LEAVING_INTERRUPTED] = "\nInterrupted.\n",
	};
	fputs(words[evening->sitting.leaving], stdout);
	if (!args_text(evening->args, "seed"))
		printf("The same dice again: --seed %s\n", evening->seed);
}

static int play(struct evening *evening, struct err *err)
{
	int n_games = (int)args_number(evening->args, "games"), n = evening->n_robots;
	struct sitting *sitting = &evening->sitting;
	AUTO_STR struct str spent = {0};
	for (int game = 0; game < n_games && !sitting->leaving; game++) {
		if (n_games > 1)
			printf("%sGame %d of %d\n", game ? "\n" : "", game + 1, n_games);
		shuffle(evening, game);
		/* Player game % n in seat 0, who opens. */
		if (sitting_play(sitting, (n - game % n) % n, err))
			return -1;
		if (game + 1 < n_games)
			wait_for_next(evening);
	}
	if (n_games > 1)
		tell_wins(sitting);
	say_good_bye(evening);
	network_robots_tell(evening->robots, n, &spent);
	fputs(str_text(&spent), stdout);
	return sitting->leaving == LEAVING_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_OK;
}

int table_evening(const struct args *args, struct terminal *terminal, struct err *err)
{
	struct evening evening = {.args = args, .terminal = terminal};
	int code = prepare(&evening, err) || sit_down(&evening, err) ? -1 : play(&evening, err);
	terminal_leave(terminal);
	sitting_release(&evening.sitting);
	setup_close(evening.robots, evening.robots ? evening.n_robots : 0);
	free(evening.seed);
	return code;
}

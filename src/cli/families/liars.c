/* liars.c - `solve` and `exploit` in common-hand Liar's Dice: single hands between two players (families.h). */
#include <unistd.h>

#include "base/json.h"
#include "cli/families/families.h"
#include "output/show.h"
#include "output/solve_forms.h"
#include "run/progress.h"
#include "run/setup.h"
#include "run/coaching.h"

/* Parses the numbers of dice of two players as typed: "2v1". Fails with EXIT_USAGE. */
static int parse_dice(const char *text, int *n_first, int *n_second, struct err *err)
{
	long long dice[2];
	const char *v = strchr(text, 'v');
	AUTO_FREE char *first = v ? mem_checked(strndup(text, (size_t)(v - text))) : NULL;
	if (!v || !str_to_int(first, 1, GAME_MAX_DICE, &dice[0]) || !str_to_int(v + 1, 1, GAME_MAX_DICE, &dice[1]))
		return err_set(err, EXIT_USAGE,
			       "--dice must be two numbers from 1 to %d joined by v, as in 2v1, not '%s'",
			       GAME_MAX_DICE, text);
	*n_first = (int)dice[0];
	*n_second = (int)dice[1];
	return 0;
}

static void show_hand(const struct solved_hand *solved, void *context)
{
	if (solved->exploitability < 0)
		progress_say(context, "%dv%d: %d iterations", solved->n_first, solved->n_second, solved->n_iterations);
	else
		progress_say(context, "%dv%d: %d iterations, exploitability %.6f", solved->n_first, solved->n_second,
			solved->n_iterations, solved->exploitability);
}

static int solve_all(const struct args *args, struct hands *hands, struct err *err)
{
	const struct opt_value *given = args_value(args, "dice");
	int n_first, n_second;
	for (int i = 0; i < given->n_list && !*hands->stop; i++)
		if (parse_dice(given->list[i], &n_first, &n_second, err) ||
		    hands_solve_one(hands, n_first, n_second, err))
			return -1;
	return given->n_list ? 0 : hands_solve_match(hands, err);
}

/* Checks all hands. Called before the computation, which may take hours. */
static int check_solve(const struct args *args, const struct hands *hands, struct err *err)
{
	const struct opt_value *given = args_value(args, "dice");
	const char *path = args_text(args, "save");
	int n_first, n_second, most = hands->rules->value[LIARS_DICE];
	if ((path && solution_robot_check(path, err)) || subgame_check(hands->rules, 1, 1, err))
		return -1;
	for (int i = 0; i < given->n_list; i++)
		if (parse_dice(given->list[i], &n_first, &n_second, err) || hands_check(hands, n_first, n_second, err))
			return -1;
	return given->n_list ? 0 : hands_check(hands, most, most, err);
}

static int solve_hands(const struct args *args, const struct request *request, struct hands *hands, struct err *err)
{
	const char *path = args_text(args, "save");
	struct progress progress;
	hands->accuracy = args_double(args, "accuracy");
	hands->most_iterations = (int)args_number(args, "iterations");
	hands->stop = setup_stop();
	hands->progress = show_hand;
	hands->context = &progress;
	progress_init(&progress, request, 0, false);
	int failed = solve_all(args, hands, err);
	progress_end(&progress);
	if (failed || *hands->stop)
		return failed ? -1 : EXIT_INTERRUPTED;
	if (path && solution_robot_save(&hands->draft, path, err))
		return -1;
	COMMAND_PRINT(args, solve_add_table(hands, show_has_colour(STDOUT_FILENO), &text), solve_add_csv(hands, &text),
		solve_json(hands));
	return EXIT_OK;
}

static int solve(const struct args *args, const struct request *request, struct err *err)
{
	struct hands hands = {.rules = &request->rules, .most_bytes = (double)args_number(args, "memory")};
	if (check_solve(args, &hands, err))
		return -1;
	int code = solve_hands(args, request, &hands, err);
	hands_release(&hands);
	return code;
}

static void show_states(uint64_t n_states, void *context)
{
	progress_say(context, "%s states", show_count(n_states).text);
}

/* Collects the responses of both seats in one draft. Clears it for the first seat, because the measurement may
 * restart. */
static int keep_response(const struct response *response, void *context, struct err *err)
{
	struct solution_draft *draft = context;
	const int *n_dice = response->game->n_dice;
	if (response->player == 1) {
		solution_draft_release(draft);
		*draft = (struct solution_draft){.faces = response->game->faces, .wild = response->game->wild};
	}
	if (response->player == 1 || n_dice[0] != n_dice[1])
		solution_draft_hand(draft, n_dice[0], n_dice[1], SOLUTION_ALL_BIDS);
	return solution_draft_response(draft, response, err);
}

/* Reads the numbers of dice of the robot and of the opponent. */
static int read_dice(const struct args *args, const struct rules *rules, int *n_robot, int *n_other, struct err *err)
{
	const char *dice = args_text(args, "dice");
	*n_robot = *n_other = rules->value[LIARS_DICE];
	return dice ? parse_dice(dice, n_robot, n_other, err) : 0;
}

static int check_exploit(const struct args *args, const struct rules *rules, struct err *err)
{
	int n_robot, n_other;
	static const char *const of_hands[] = {"dice", "samples", "keep", "most-asks", "hands", "precision", "save",
		NULL};
	static const char *const of_matches[] = {"matches", "match-length", "replay", NULL};
	if (args_flag(args, "adaptive"))
		return family_refuse(args, of_hands, "--adaptive, which plays whole matches", err);
	if (family_refuse(args, of_matches, "single hands; add --adaptive", err))
		return -1;
	return read_dice(args, rules, &n_robot, &n_other, err) || subgame_check(rules, n_robot, n_other, err) ? -1 : 0;
}

/* The maximum number of asks of an exact computation if a precision is requested, because more asks would not be worth
 * their time. */
enum { PRECISE_ASKS = 200000 };

static int measure(const struct args *args, const struct request *request, struct exploit *exploit,
		   struct solution_draft *draft, struct err *err)
{
	const char *path = args_text(args, "save");
	struct progress progress;
	exploit->n_points = (int)args_number(args, "samples");
	exploit->keeps_instances = args_flag(args, "keep");
	exploit->most_asks = (uint64_t)args_number(args, "most-asks");
	exploit->n_hands = (int)args_number(args, "hands");
	exploit->precision = args_double(args, "precision");
	if (exploit->precision > 0 && exploit->most_asks > PRECISE_ASKS)
		exploit->most_asks = PRECISE_ASKS;
	exploit->seed = rng_key_of_seed(args_text(args, "seed"));
	exploit->stop = setup_stop();
	exploit->progress = show_states;
	exploit->context = &progress;
	exploit->found = path ? keep_response : NULL;
	exploit->found_context = draft;
	if (path && solution_robot_check(path, err))
		return -1;
	progress_init(&progress, request, 0, false);
	int failed = exploit_run(exploit, err);
	progress_end(&progress);
	if (failed)
		return -1;
	if (*exploit->stop)
		return EXIT_INTERRUPTED;
	if (path && exploit->is_local)
		return err_set(err, EXIT_USAGE,
			       "the best response took more than %lld asks and cannot be saved (--most-asks)",
			       args_number(args, "most-asks"));
	if (path && solution_robot_save(draft, path, err))
		return -1;
	COMMAND_PRINT(args, exploit_add_table(exploit, show_has_colour(STDOUT_FILENO), &text),
		exploit_add_csv(exploit, &text), exploit_json(exploit));
	return EXIT_OK;
}

static void show_games(uint64_t n_games, void *context)
{
	progress_say(context, "%s games", show_count(n_games).text);
}

/* Runs --adaptive, which measures an adversary that learns over whole matches. */
static int adapt(const struct args *args, const struct request *request, struct tournament *tournament, struct err *err)
{
	AUTO_STR struct str replay = {0};
	struct progress progress;
	struct adaptive adaptive = {
		.tournament = tournament, .n_matches = (uint64_t)args_number(args, "matches"),
		.match_length = (uint32_t)args_number(args, "match-length"),
		.replayed = (uint64_t)args_number(args, "replay"),
		.replay = &replay, .stop = setup_stop(), .progress = show_games, .context = &progress,
	};
	if (adaptive.replayed > adaptive.n_matches)
		return err_set(err, EXIT_USAGE, "--replay must be a match from 1 to %" PRIu64 " (--matches)",
			       adaptive.n_matches);
	tournament->seed = rng_key_of_seed(args_text(args, "seed"));
	progress_init(&progress, request, 0, false);
	int failed = adaptive_run(&adaptive, err);
	progress_end(&progress);
	if (failed)
		return -1;
	if (adaptive.is_cut_short)
		return EXIT_INTERRUPTED;
	if (adaptive.replayed) {
		fputs(str_text(&replay), stdout);
		return EXIT_OK;
	}
	AUTO_STR struct str command = {0};
	request_args_command(args, "exploit", 1, args_text(args, "seed"), &command);
	str_add(&command, " --replay 1");
	COMMAND_PRINT(args, adaptive_add_table(&adaptive, str_text(&command), show_has_colour(STDOUT_FILENO), &text),
		adaptive_add_csv(&adaptive, &text), adaptive_json(&adaptive, str_text(&command)));
	return EXIT_OK;
}

static int exploit(const struct args *args, const struct request *request, struct tournament *tournament,
		   struct err *err)
{
	if (args_flag(args, "adaptive"))
		return adapt(args, request, tournament, err);
	struct exploit measured = {.tournament = tournament};
	struct solution_draft draft = {0};
	int code = read_dice(args, &tournament->rules, &measured.n_robot, &measured.n_other, err);
	if (!code)
		code = measure(args, request, &measured, &draft, err);
	solution_draft_release(&draft);
	return code;
}

const struct family_commands family_commands_liars = {
	.family = &family_liars, .solve = solve, .check_exploit = check_exploit, .exploit = exploit,
};

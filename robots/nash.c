/* nash - plays solved hands between two players, from the files that `arena solve` writes.
 *
 * The files are in NAME.data beside it, one for each number of faces, kind of wild dice and rule for the next opener,
 * and one for Mäxchen. `arena solve --save` and `arena exploit --save` make a copy of this robot with its own files.
 * Without a solution it calls a bid that is more likely false than true given its own dice, and otherwise makes the
 * likeliest bid; in Mäxchen it claims the truth or as little more as it must. */
#include "arena_maexchen_solution.h"

enum { FACES_FROM = 2, N_FACES = 8, N_WILD = 5, N_FORMS = 2 };

static struct solution solutions[N_FORMS][N_WILD][N_FACES];
static const struct solution *current; /* the solution for this game, or NULL */
static struct dice_game game = DICE_GAME_DEFAULT;
static struct solution maexchen; /* has no bytes if there is none */
static struct maex_game maexchen_game;
static bool is_maexchen; /* true if this game is Mäxchen */

static struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "nash",
	.version = "1.0",
	.summary = "plays hands of two players as `arena solve` has solved them",
	.variants = "liars-dice wild round-table tourney one-hand",
};

static const char both_games[] = "liars-dice wild round-table tourney one-hand maexchen";
static const struct solution none;

static void log_damage(const char *path, const char *why)
{
	if (why && why != solution_missing)
		robot_log("%s: %s", path, why);
}

/* A robot can open files only while it loads. */
static void load_all(void)
{
	static const char *const wild[N_WILD] = {"none", "ones", "joker", "drop", "high"};
	static bool is_loaded;
	char path[4096];
	if (is_loaded || !arena_host || !arena_host->data_folder[0])
		return;
	is_loaded = true;
	for (int form = 0; form < N_FORMS; form++)
		for (int i = 0; i < N_WILD; i++)
			for (int faces = 0; faces < N_FACES; faces++) {
				snprintf(path, sizeof path, "%s/%s-%d%s.solution", arena_host->data_folder, wild[i],
					 faces + FACES_FROM, form == SOLUTION_NEXT ? "-next" : "");
				log_damage(path, solution_open(&solutions[form][i][faces], path));
			}
	snprintf(path, sizeof path, "%s/maexchen.solution", arena_host->data_folder);
	log_damage(path, maex_solution_open(&maexchen, path));
	if (maexchen.bytes)
		info.variants = both_games;
}

const struct arena_robot_info *robot_info(void)
{
	load_all();
	return &info;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
	is_maexchen = dice_rule_number(start->rules, "points_to_start", 0) > 0;
	if (is_maexchen)
		maex_game_start(&maexchen_game, start);
	int form = game.loss == DICE_LOSS_DIE && game.starter == DICE_STARTER_NEXT ? SOLUTION_NEXT : SOLUTION_HAND;
	bool is_there = game.faces >= FACES_FROM && game.faces < FACES_FROM + N_FACES && game.wild < N_WILD;
	current = is_there ? &solutions[form][game.wild][game.faces - FACES_FROM] : &none;
	/* Solutions of single hands are used where the hands of a game are not solved. */
	if (is_there && form == SOLUTION_NEXT && !current->bytes)
		current = &solutions[SOLUTION_HAND][game.wild][game.faces - FACES_FROM];
}

/* Chooses a play by its own dice alone. */
static int guess(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	struct dice_odds odds = {.n = -1};
	int best = ARENA_CALL;
	double most = -1;
	dice_read(&view, &game, me, hands, history);
	if (view.last && dice_chance(&view, &odds, view.last) < 0.5)
		return ARENA_CALL;
	for (int bid = dice_next_bid(&view, 0); bid; bid = dice_next_bid(&view, bid)) {
		double chance = dice_chance(&view, &odds, bid);
		if (chance > most) {
			most = chance;
			best = bid;
		}
	}
	return best;
}

static int play_maexchen(const char *me, const char *hands, const char *history, double unit)
{
	struct maex_view view;
	maex_read(&view, &maexchen_game, me, hands, history);
	int play = view.ask == MAEX_WATCH ? ARENA_CALL : maex_solution_play(&maexchen, &maexchen_game, &view, unit);
	if (play >= 0)
		return play;
	if (view.ask == MAEX_BELIEVE)
		return 3 * maex_rolls_from(&maexchen_game, view.claim) < MAEX_ROLLS ? ARENA_CALL : ARENA_BELIEVE;
	int claim = view.roll > view.claim ? view.roll : view.claim + 1;
	return claim < maexchen_game.n_values ? maexchen_game.value[claim] : ARENA_CALL;
}

int get_play(const char *me, const char *hands, const char *history)
{
	double unit = robot_random_unit();
	if (is_maexchen)
		return play_maexchen(me, hands, history, unit);
	int play = current ? solution_play(current, me, hands, history, unit) : -1;
	return play >= 0 ? play : guess(me, hands, history);
}

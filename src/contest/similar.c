/* similar.c - compares the versions of a contest (similar.h). */
#include "contest/similar.h"

#include <math.h>

#include "contest/files.h"
#include "contest/ladder.h"
#include "contest/sources.h"
#include "exploit/mixing.h"
#include "robot/find.h"
#include "run/replay.h"

enum {
	MOST_POSITIONS = 400,
	GAMES = 150,          /* games from which positions are taken */
	OF_GAME = 4,          /* maximum number of positions from a game */
	FAILED = INT32_MIN,   /* no answer */
	SOURCE_BYTES = 64 << 20,
};

/* A position of a game, as a robot is asked. */
struct position {
	char letters[SCHEDULE_MAX_SEATS + 1];
	int seat;
	char *hands, *history; /* owned */
};

struct asked {
	const struct contest_version *version; /* NULL: a bundled robot */
	int team;          /* the first version of its team; -1: a bundled robot */
	char sha256[65];   /* hash of its file */
	int *plays;        /* by position; owned */
	bool is_same;      /* an earlier robot has the same plays */
	struct sources sources;
};

struct comparison {
	const struct contest *contest;
	struct similar *similar;
	struct rules rules;
	int n_seats;
	struct position *positions; /* owned */
	int n_positions;
	int taken;                  /* positions taken from the game in progress */
	struct asked *asked;        /* owned */
	int n_asked, n_versions;    /* n_versions: the versions, which come before the bundled robots */
	struct err *err;
	bool has_failed;
};

void similar_release(struct similar *similar)
{
	contest_versions_release(&similar->versions);
	free(similar->pairs);
	*similar = (struct similar){0};
}

static bool has_position(const struct comparison *comparison, const struct watch_event *event)
{
	return ANY_OF(i, comparison->n_positions, strcmp(comparison->positions[i].hands, event->hands) == 0 &&
		      strcmp(comparison->positions[i].history, event->history) == 0);
}

/* Takes the first positions of each game that have not been taken yet. */
static bool take_position(const struct watch_event *event, void *context)
{
	struct comparison *comparison = context;
	if (event->kind == WATCH_GAME)
		comparison->taken = 0;
	if (event->kind != WATCH_ASK || event->game->need != GAME_NEED_PLAY || comparison->taken == OF_GAME ||
	    has_position(comparison, event))
		return true;
	struct position *position = MEM_APPEND(comparison->positions, comparison->n_positions);
	*position = (struct position){.seat = event->seat, .hands = mem_strdup(event->hands),
		.history = mem_strdup(event->history)};
	int rotation = (int)(event->number % (uint64_t)comparison->n_seats);
	for (int seat = 0; seat < comparison->n_seats; seat++)
		position->letters[seat] =
			(char)('A' + schedule_player(event->plan, seat, rotation, comparison->n_seats));
	comparison->taken++;
	return comparison->n_positions < MOST_POSITIONS;
}

/* Finds positions in games of the last round with ratings, spread over the round. */
static int find_positions(struct comparison *comparison, struct err *err)
{
	const struct contest *contest = comparison->contest;
	const struct request request = {.results = contest->results, .accepts_all = true};
	AUTO_REPLAY struct replay replay = {0};
	int64_t round, run;
	if (contest_last_rated(contest->database, contest->season.number, &round, err))
		return -1;
	if (!round)
		return err_set(err, EXIT_USAGE,
			       "no round of the season '%s' has been played, and the positions come from its games",
			       contest->season.name);
	if (ladder_find_round(contest, contest->season.number, round, &run, err))
		return -1;
	AUTO_FREE char *name = database_name(contest->database, run, err);
	if (!name || replay_open(&replay, &request, name, err) || replay_probe(&replay, &request, err))
		return -1;
	uint64_t n_games = replay.tournament.schedule.n_games, n = n_games < GAMES ? n_games : GAMES;
	comparison->rules = replay.info.rules;
	comparison->n_seats = replay.info.n_seats;
	for (uint64_t i = 0; i < n && comparison->n_positions < MOST_POSITIONS; i++)
		if (tournament_watch(&replay.tournament, i * n_games / n, take_position, comparison, err))
			return -1;
	return 0;
}

/* Asks a fresh instance of a robot in each position. A robot that cannot be asked has no answers. */
static int ask(const struct comparison *comparison, struct robot *robot, int *plays, struct err *err)
{
	const struct contest *contest = comparison->contest;
	struct tournament tournament = {
		.rules = comparison->rules, .robots = robot,
		.schedule = {.n_robots = 1, .n_seats = comparison->n_seats},
		.allows_weak_sandbox = contest->allows_weak_sandbox, .hidden = {contest->results},
		.limits = settings_limits(&contest->settings),
	};
	int n = comparison->n_positions;
	AUTO_FREE struct question *questions = NEW_ARRAY(struct question, (size_t)n + 1);
	struct asker asker;
	for (int i = 0; i < n; i++) {
		const struct position *position = &comparison->positions[i];
		questions[i] = (struct question){.hands = position->hands, .history = position->history,
			.letters = position->letters, .seat = position->seat, .random = rng_mix((uint64_t)i + 1)};
		plays[i] = FAILED;
	}
	if (tournament_probe(&tournament, err))
		return -1;
	if (robot->fault.verdict || !tournament_suits(robot, &tournament.rules))
		return 0;
	int failed = asker_init(&asker, &tournament, false, err);
	asker.stop = contest->stop;
	failed = failed || asker_ask(&asker, questions, (size_t)n, err);
	asker_release(&asker);
	for (int i = 0; i < n && !failed; i++)
		plays[i] = questions[i].has_failed ? FAILED : questions[i].play;
	return failed;
}

static int add_robot(struct comparison *comparison, const char *path, const struct contest_version *version,
		     struct err *err)
{
	struct robot robot = {0};
	struct asked *asked = MEM_APPEND(comparison->asked, comparison->n_asked);
	*asked = (struct asked){.version = version, .team = -1,
		.plays = NEW_ARRAY(int, (size_t)comparison->n_positions + 1)};
	if (version)
		asked->team = contest_find_team(&comparison->similar->versions, version->team);
	int failed = robot_open(&robot, path, err);
	if (!failed) {
		memcpy(asked->sha256, robot.sha256, sizeof asked->sha256);
		failed = ask(comparison, &robot, asked->plays, err);
	}
	robot_release(&robot);
	for (int i = 0; i < comparison->n_asked - 1; i++)
		asked->is_same |= memcmp(comparison->asked[i].plays, asked->plays,
					 (size_t)comparison->n_positions * sizeof *asked->plays) == 0;
	return failed;
}

static void add_bundled(const char *name, const char *path, void *context)
{
	struct comparison *comparison = context;
	if (!comparison->has_failed && !*comparison->contest->stop && strstr(path, ".so") && find_is_bundled(path))
		comparison->has_failed = add_robot(comparison, path, NULL, comparison->err) != 0;
}

static void read_sources(const char *folder, struct sources *sources)
{
	AUTO_FILES struct files files = {.most = SOURCE_BYTES};
	AUTO_STR struct str reason = {0};
	files_add(&files, folder, "", &reason);
	for (int i = 0; i < files.n; i++)
		sources_add(sources, str_text(&files.items[i].bytes), files.items[i].bytes.length);
	sources_sort(sources);
}

static int add_versions(struct comparison *comparison, struct err *err)
{
	const struct contest_versions *versions = &comparison->similar->versions;
	struct sources known = {0};
	AUTO_FREE char *sdk = find_sdk(err);
	if (!sdk)
		return -1;
	read_sources(sdk, &known);
	int failed = 0;
	for (int i = 0; i < versions->n && !failed; i++) {
		const struct contest_version *version = &versions->items[i];
		if (!version->is_active)
			continue;
		AUTO_STR struct str path = contest_path(comparison->contest, version->file);
		AUTO_STR struct str folder = str_of("%s/teams/%s/%s/source", comparison->contest->folder, version->team,
						    version->name);
		failed = *comparison->contest->stop ? err_set(err, EXIT_INTERRUPTED, "interrupted")
						    : add_robot(comparison, path.text, version, err);
		struct asked *asked = &comparison->asked[comparison->n_asked - 1];
		read_sources(folder.text, &asked->sources);
		sources_remove(&asked->sources, &known);
	}
	comparison->n_versions = comparison->n_asked;
	sources_release(&known);
	return failed;
}

/* The similarity of the plays in a position. Equal robots count once. */
struct likeness {
	int n, n_same; /* robots that answered; pairs of them with the same play */
	int *like;     /* by robot: how many others have the same play; owned */
};

static struct likeness likeness_at(const struct comparison *comparison, int at)
{
	struct likeness likeness = {.like = NEW_ARRAY(int, (size_t)comparison->n_asked)};
	for (int i = 0; i < comparison->n_asked; i++) {
		const struct asked *one = &comparison->asked[i];
		if (one->is_same || one->plays[at] == FAILED)
			continue;
		likeness.n++;
		for (int k = 0; k < i; k++) {
			const struct asked *other = &comparison->asked[k];
			bool is_like = !other->is_same && other->plays[at] == one->plays[at];
			likeness.like[i] += is_like;
			likeness.like[k] += is_like;
			likeness.n_same += is_like;
		}
	}
	return likeness;
}

/* Returns the chance that two of the robots that have answered, other than a and b, choose the same play; a negative
 * number if there are no two. */
static double chance_of_same(const struct comparison *comparison, const struct likeness *likeness,
			     const struct asked *a, const struct asked *b, bool is_same)
{
	int n = likeness->n - !a->is_same - !b->is_same;
	int n_same = likeness->n_same - (a->is_same ? 0 : likeness->like[a - comparison->asked]) -
		     (b->is_same ? 0 : likeness->like[b - comparison->asked]) + (is_same && !a->is_same && !b->is_same);
	return n < 2 ? -1 : 2.0 * n_same / n / (n - 1);
}

static void compare_plays(const struct comparison *comparison, const struct likeness *likeness, const struct asked *a,
			  const struct asked *b, struct similar_pair *pair)
{
	double same = 0, expected = 0;
	for (int at = 0; at < comparison->n_positions; at++) {
		bool has_failed = a->plays[at] == FAILED || b->plays[at] == FAILED;
		bool is_same = a->plays[at] == b->plays[at];
		double chance = has_failed ? -1 : chance_of_same(comparison, &likeness[at], a, b, is_same);
		if (chance < 0)
			continue;
		pair->n_positions++;
		same += is_same;
		expected += chance;
	}
	if (!pair->n_positions)
		return;
	pair->same = same / pair->n_positions;
	pair->expected = expected / pair->n_positions;
	pair->alike = pair->expected < 1 ? (pair->same - pair->expected) / (1 - pair->expected) : 0;
}

/* Returns how far a pair is above the limits. */
static double suspicion(const struct similar_pair *pair)
{
	double plays = pair->n_positions ? pair->alike / SIMILAR_PLAYS : 0, sources = pair->sources / SIMILAR_SOURCES;
	return pair->has_equal_files ? 2 : plays > sources ? plays : sources;
}

static int compare_pairs(const void *a, const void *b)
{
	const struct similar_pair *x = a, *y = b;
	double p = suspicion(x), q = suspicion(y);
	return ORDER(q, p) ?: ORDER(x->a, y->a) ?: ORDER(x->b, y->b);
}

static void list_pairs(struct comparison *comparison)
{
	struct similar *similar = comparison->similar;
	int n = comparison->n_versions;
	AUTO_FREE struct sources *sources = NEW_ARRAY(struct sources, (size_t)n + 1);
	AUTO_FREE int *team = NEW_ARRAY(int, (size_t)n + 1);
	AUTO_FREE struct likeness *likeness = NEW_ARRAY(struct likeness, (size_t)comparison->n_positions + 1);
	struct sources_weights weights;
	for (int at = 0; at < comparison->n_positions; at++)
		likeness[at] = likeness_at(comparison, at);
	for (int i = 0; i < n; i++) {
		sources[i] = comparison->asked[i].sources;
		team[i] = comparison->asked[i].team;
	}
	sources_weigh(&weights, sources, team, n);
	for (int i = 0; i < n; i++) {
		for (int k = i + 1; k < n; k++) {
			const struct asked *a = &comparison->asked[i], *b = &comparison->asked[k];
			if (a->team == b->team)
				continue;
			struct similar_pair pair = {.a = a->version, .b = b->version,
				.has_equal_files = strcmp(a->sha256, b->sha256) == 0,
				.sources = sources_share(&weights, &a->sources, &b->sources)};
			compare_plays(comparison, likeness, a, b, &pair);
			pair.is_similar = suspicion(&pair) >= 1;
			similar->n_similar += pair.is_similar;
			*MEM_APPEND(similar->pairs, similar->n_pairs) = pair;
		}
	}
	if (similar->n_pairs)
		qsort(similar->pairs, (size_t)similar->n_pairs, sizeof *similar->pairs, compare_pairs);
	if (similar->n_pairs > similar->n_similar + SIMILAR_MOST_OTHERS)
		similar->n_pairs = similar->n_similar + SIMILAR_MOST_OTHERS;
	for (int at = 0; at < comparison->n_positions; at++)
		free(likeness[at].like);
	sources_weights_release(&weights);
}

int similar_find(const struct contest *contest, struct similar *similar, struct err *err)
{
	struct comparison comparison = {.contest = contest, .similar = similar, .err = err};
	*similar = (struct similar){0};
	if (!contest->database)
		return err_set(err, EXIT_USAGE, "the contest '%s' has not begun yet: run `arena contest run` first",
			       contest->folder);
	int failed = contest_get_versions(contest->database, &similar->versions, err) ||
		find_positions(&comparison, err) || add_versions(&comparison, err);
	if (!failed)
		find_all(add_bundled, &comparison);
	failed = failed || comparison.has_failed || (*contest->stop && err_set(err, EXIT_INTERRUPTED, "interrupted"));
	if (!failed)
		list_pairs(&comparison);
	similar->n_positions = comparison.n_positions;
	for (int i = 0; i < comparison.n_positions; i++)
		FREE_ALL(comparison.positions[i].hands, comparison.positions[i].history);
	for (int i = 0; i < comparison.n_asked; i++) {
		free(comparison.asked[i].plays);
		sources_release(&comparison.asked[i].sources);
	}
	FREE_ALL(comparison.positions, comparison.asked);
	return failed ? -1 : 0;
}

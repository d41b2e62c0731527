/* export.c - the games of a run as text, by replaying them in several processes (export.h). */
#include "run/export.h"

#include "output/game_record/forms.h"
#include "record/replays.h"
#include "run/jobs.h"

/* How many games may be in progress at once: GAMES_BY_SEATS divided by the square of the number of seats, because the
 * text of a game grows with this square, but at least GAMES_IN_PROGRESS. Texts stay in memory until their match is
 * over. */
enum { GAMES_IN_PROGRESS = 4096, GAMES_BY_SEATS = 131072 };

/* A match in progress. Its games are not played in the order of their numbers. */
struct in_progress {
	struct text_of_game {
		size_t at, length;
	} *games;             /* in export->texts, by block and rotation; a length of 0 means that the game is not over;
	                       * owned */
	uint64_t n_games;     /* number of elements of `games` */
};

struct export {
	const struct export_plan *plan;
	uint64_t n_left;            /* number of wanted games that have not yet been seen; not counted for a shard */
	int n_lanes;
	struct game_in_play {
		struct str text;    /* the lines of the game so far */
		struct game_record log;
	} *lanes; /* one for each lane, with the game in it */
	int n_at_once;
	struct in_progress *matches;/* by the index that `replays` gives to a match */
	int next_index; /* the match to be written next */
	struct str texts;           /* texts of the games that are over and not yet written */
	uint64_t n_texts;
	struct str due;             /* texts of matches whose turn it is, to be written together */
	struct game_record_setting setting;
	struct job *job;            /* the job that plays a part of the matches; NULL: all are played here */
};

static int wants_match(uint64_t match, int index, int *replaced, void *context)
{
	struct export *export = context;
	return matches_list_has(&export->plan->replay->played, match) && (!export->job || job_is_mine(export->job));
}

static struct text_of_game *find_game(const struct export *export, struct in_progress *match, uint64_t number)
{
	const struct schedule *schedule = &export->plan->replay->tournament.schedule;
	struct game_place place = schedule_game(schedule, number);
	uint64_t at = place.block * (uint64_t)schedule->n_seats + (uint64_t)place.rotation;
	while (match->n_games <= at) {
		match->games = mem_resize(match->games, at + 1, sizeof *match->games);
		match->games[match->n_games++] = (struct text_of_game){0};
	}
	return &match->games[at];
}

static void take_game(struct export *export, struct text_of_game *game, const struct game_in_play *lane)
{
	const struct game_record *log = &lane->log;
	struct str *texts = &export->texts;
	if (game->length) /* the match was restarted, and its text is known */
		return;
	game->at = texts->length;
	if (export->plan->form == EXPORT_TEXT)
		str_add_n(texts, lane->text.text, lane->text.length);
	else if (export->plan->form == EXPORT_JSONL)
		game_record_add_json(&export->setting, log, texts);
	else
		game_record_add_csv(&export->setting, log, texts);
	game->length = texts->length - game->at;
	export->n_texts++;
	export->n_left--;
}

static bool watch(const struct watch_event *s, int index, void *context)
{
	struct export *export = context;
	if (s->number < export->plan->first || s->number >= export->plan->end)
		return true;
	struct game_in_play *lane = &export->lanes[s->lane];
	struct game_record *log = &lane->log;
	struct text_of_game *game = NULL;
	if (s->kind == WATCH_OVER) {
		game = find_game(export, &export->matches[index], s->number);
		__builtin_prefetch(game, 1);
	}
	log->has_words = log->has_no_asks = log->has_one_hand = export->plan->form == EXPORT_TEXT;
	if (export->plan->form == EXPORT_TEXT)
		game_record_watch_as_text(&export->setting, log, s, &lane->text);
	else
		game_record_watch(log, s);
	if (game)
		take_game(export, game, lane);
	return export->n_left > 0 && !*export->plan->stop;
}

/* Prefetches a lane's record. With hundreds of lanes, cache misses take more time than the text. */
static void prefetch(int lane, bool is_near, void *context)
{
	enum { LINE = 64, LINES = 4 };
	const struct game_in_play *in_play = &((struct export *)context)->lanes[lane];
	for (int line = 0; line < LINES && !is_near; line++)
		__builtin_prefetch((const char *)in_play + line * LINE);
	for (int line = 0; line < 2 && is_near; line++) {
		__builtin_prefetch(in_play->text.text + in_play->text.length + line * LINE, 1);
		if (in_play->log.hands) /* as text, hands are recorded only after a fault */
			__builtin_prefetch((const char *)in_play->log.hands + line * LINE, 1);
	}
}

/* Writes the texts that are due to the output or, in a job, sends them as one item. */
static bool flush(struct export *export)
{
	struct str *due = &export->due;
	bool is_written = export->job ? job_send(export->job, str_text(due), due->length)
				      : file_add(export->plan->output, str_text(due), due->length);
	str_clear(due);
	return is_written;
}

/* Writes the games of the match that is due. */
static bool write_match(struct export *export, int index)
{
	enum { ENOUGH = 1 << 17 };
	struct in_progress *match = &export->matches[index];
	struct str *due = &export->due;
	for (uint64_t i = 0; i < match->n_games; i++) {
		struct text_of_game *game = &match->games[i];
		str_add_n(due, str_text(&export->texts) + game->at, game->length);
		export->n_texts -= game->length > 0;
		game->length = 0;
	}
	if (export->n_texts == 0)
		str_clear(&export->texts);
	export->next_index = (index + 1) % export->n_at_once;
	return export->job || due->length >= ENOUGH ? flush(export) : true;
}

static bool finished(const struct replays_match *match, int index, void *context)
{
	return write_match(context, index);
}

static void release(struct export *export)
{
	for (int i = 0; i < export->n_lanes; i++) {
		game_record_release(&export->lanes[i].log);
		str_release(&export->lanes[i].text);
	}
	for (int i = 0; i < export->n_at_once; i++)
		free(export->matches[i].games);
	FREE_ALL(export->lanes, export->matches);
	str_release(&export->texts);
	str_release(&export->due);
}

/* Plays in this process: all matches or, in a job, the matches of the job, each to its end. */
static int play(struct export *export, struct err *err)
{
	const struct schedule *schedule = &export->plan->replay->tournament.schedule;
	struct replays replays = {
		.tournament = &export->plan->replay->tournament,
		.first_match = schedule_game(schedule, export->plan->first).match,
		.end_match = schedule_game(schedule, export->plan->end - 1).match + 1,
		.wants = wants_match, .watch = watch, .prefetch = prefetch,
		.shown = export->plan->form == EXPORT_TEXT
		? game_record_shown_as_text(&export->plan->replay->tournament.rules) : SHOW_ASKS,
		.finished = finished, .context = export,
	};
	/* Matches with stored plays are played to their end, because their results are checked there. */
	bool is_whole = export->plan->replay->info.n_shards > 1 || export->job || export->plan->replay->stored.database;
	export->n_left = is_whole ? UINT64_MAX : export->plan->end - export->plan->first;
	uint64_t n_at_once = GAMES_BY_SEATS / ((uint64_t)schedule->n_seats * (uint64_t)schedule->n_seats);
	replays_size(&replays, n_at_once > GAMES_IN_PROGRESS ? n_at_once : GAMES_IN_PROGRESS);
	export->n_lanes = replays.n_lanes;
	export->lanes = NEW_ARRAY(struct game_in_play, (size_t)export->n_lanes);
	export->n_at_once = replays.n_at_once;
	export->matches = NEW_ARRAY(struct in_progress, (size_t)export->n_at_once);
	int failed = replays_play(&replays, err);
	/* After the last wanted game, playing stopped before the end of the match. */
	for (int i = 0; i < export->n_at_once && !failed && export->n_left == 0; i++)
		write_match(export, export->next_index);
	if (!failed && !export->job)
		flush(export);
	release(export);
	return failed;
}

static int play_part(struct job *job, void *context, struct err *err)
{
	struct export *export = context;
	export->job = job;
	if (play(export, err))
		return -1;
	return *export->plan->stop ? err_set(err, EXIT_INTERRUPTED, "interrupted") : 0;
}

static bool take_match(const char *bytes, size_t n, void *context)
{
	struct export *export = context;
	return file_add(export->plan->output, bytes, n) && !*export->plan->stop;
}

static int play_all(struct export *export, struct err *err)
{
	int n_jobs = export->plan->n_jobs;
	const struct schedule *schedule = &export->plan->replay->tournament.schedule;
	uint64_t n_matches = schedule_game(schedule, export->plan->end - 1).match + 1 -
		schedule_game(schedule, export->plan->first).match;
	struct jobs jobs = {.n_jobs = n_jobs, .work = play_part, .take = take_match, .stop = export->plan->stop,
			    .context = export};
	if ((uint64_t)n_jobs > n_matches)
		jobs.n_jobs = (int)n_matches;
	if (export->plan->form == EXPORT_CSV) {
		AUTO_STR struct str titles = {0};
		game_record_add_csv_titles(&titles);
		file_add(export->plan->output, titles.text, titles.length);
	}
	/* Stored plays are read from one database connection, which must not be used in two processes. */
	if (jobs.n_jobs == 1 || export->plan->replay->stored.database)
		return play(export, err);
	return jobs_run(&jobs, err);
}

int export_games(const struct export_plan *plan, struct err *err)
{
	struct export export = {.plan = plan};
	game_record_setting_init(&export.setting, &plan->replay->info, &plan->replay->tournament.schedule);
	int failed = play_all(&export, err);
	game_record_setting_release(&export.setting);
	return failed ? -1 : 0;
}

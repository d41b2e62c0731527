/* session.c - plays a run, reads chunks from the database and adds chunks to it, and writes the files of the run at the
 * end. */
#include "run/session.h"

#include "base/text.h"
#include "match/workers.h"
#include "robot/story.h"

static uint64_t games_of(const struct chunk *chunk)
{
	return chunk->matches.n * chunk->n_blocks * (uint64_t)chunk->n_seats;
}

static int on_recall(const struct matches *which, struct chunk *chunk, void *context, struct err *err)
{
	struct session *session = context;
	if (database_get_chunk(session->database, session->run_id, &session->tournament.schedule, which, chunk, err))
		return -1;
	session->progress.n_recalled += games_of(chunk);
	session->progress.n_stored += games_of(chunk);
	return 0;
}

static int on_arrived(const struct chunk *chunk, void *context, struct err *err)
{
	struct session *session = context;
	if (database_put_chunk(session->database, session->run_id, &session->tournament.schedule, chunk,
			       session->robots, err))
		return -1;
	session->progress.n_stored += games_of(chunk);
	return 0;
}

/* Returns how many matches of the chunk come before the end of the first one with a fault that ends the run. */
static uint64_t find_stop(struct session *session, const struct chunk *chunk)
{
	for (size_t i = 0; i < chunk->n_troubles; i++) {
		const struct match_trouble *trouble = &chunk->troubles[i];
		const uint32_t n[] = {[VERDICT_ILLEGAL] = trouble->illegal, trouble->timeouts, trouble->crashes};
		for (enum verdict verdict = VERDICT_ILLEGAL; verdict <= VERDICT_CRASH; verdict++) {
			if (!n[verdict] || !(session->info.test.stop_faults & 1U << verdict))
				continue;
			struct match_plan plan = schedule_match(&session->tournament.schedule,
								matches_number(&chunk->matches, trouble->match));
			session->stopped_by = verdict;
			session->stopped_robot = plan.robot[trouble->player];
			return trouble->match + 1;
		}
	}
	return chunk->matches.n;
}

static bool has_ended(const struct session *session)
{
	return session->regress ? regress_is_decided(session->regress) : session->stopped_by;
}

/* Prints the first fault of each robot as soon as it is known: its ask, what the robot printed, and the command that
 * replays it. */
static void show_faults(struct session *session, const struct chunk *chunk)
{
	for (int i = 0; i < chunk->n_faults && !session->request->is_quiet; i++) {
		const struct fault_record *record = &chunk->faults[i];
		const struct fault *fault = record->fault;
		struct first_fault *first_fault = &session->results.standings.list[record->robot].first_fault;
		if (first_fault->is_shown || (fault->verdict != VERDICT_CRASH && fault->verdict != VERDICT_TIMEOUT))
			continue;
		first_fault->is_shown = true;
		AUTO_STR struct str text = text_cleaned(session->robots[record->robot].label);
		str_addf(&text, " %s in game %" PRIu64 ": ",
			 fault->verdict == VERDICT_TIMEOUT ? "took too long" : "crashed", record->game + 1);
		text_add_clean(&text, fault->cause);
		str_add(&text, "\n");
		story_add(fault, &(struct story_ask){.me = record->me, .hands = record->hands,
			.history = record->history}, &text);
		if (session->database) {
			bool has_debugger = session->info.log != RUN_LOG_HANDS &&
				robot_has_debugger(&session->robots[record->robot]);
			str_addf(&text, "  To %s: ", has_debugger ? "call it again in a debugger" : "see the game");
			session_add_command(session, "replay", &text);
			str_addf(&text, " %" PRIu64, record->game + 1);
			if (has_debugger)
				str_addf(&text, " --ask %c%" PRIu32 " --debug", record->me, record->ask + 1);
			str_add(&text, "\n");
		}
		progress_end(&session->progress);
		tournament_tell(&session->tournament, "%s", text.text);
	}
}

/* Adds only the matches up to and including the one that decides the test or has the fault that ends the run. */
static int add_head(struct session *session, const struct chunk *chunk, struct err *err)
{
	struct chunk head;
	uint64_t n = session->regress ? regress_add(session->regress, chunk) : find_stop(session, chunk);
	chunk_head(chunk, n, &session->tournament.schedule, &head);
	int failed = run_files_add(&session->results, &head, err);
	show_faults(session, &head);
	chunk_head_release(&head);
	if (failed || !has_ended(session))
		return failed;
	uint64_t n_matches = session->info.test.n_matches = matches_number(&chunk->matches, n - 1) + 1;
	return session->database ? database_end_test(session->database, session->run_id, n_matches, err) : 0;
}

static bool on_finished(const struct chunk *chunk, void *context)
{
	struct session *session = context;
	if (!session->tournament.is_sequential) {
		int failed = run_files_add(&session->results, chunk, &session->failure);
		show_faults(session, chunk);
		return !failed;
	}
	return add_head(session, chunk, &session->failure) == 0 && !has_ended(session);
}

static void on_progress(uint64_t games, void *context)
{
	struct session *session = context;
	AUTO_STR struct str remark = {0};
	if (session->on_progress)
		session->on_progress(games, session->progress.n_games, session->context);
	if (session->regress)
		regress_progress(session->regress, &remark);
	progress_show(&session->progress, games, &session->results.standings, remark.text);
}

static void prepare_tournament(struct session *session)
{
	struct tournament *tournament = &session->tournament;
	tournament->end_match = session->info.test.n_matches;
	tournament->is_sequential = session->info.test.is_set || tournament->stop_faults;
	tournament->keeps_details = session->info.log != RUN_LOG_NONE || tournament->is_sequential;
	tournament->keeps_plays = session->info.log == RUN_LOG_HANDS;
	tournament->recall = on_recall;
	tournament->arrived = session->database ? on_arrived : NULL;
	tournament->finished = on_finished;
	tournament->progress = session->progress.form || session->on_progress ? on_progress : NULL;
	tournament->context = session;
}

/* Plays the run. Also uses the stored matches. */
static int play(struct session *session, struct err *err)
{
	struct tournament *tournament = &session->tournament;
	AUTO_FREE struct matches *known = NULL;
	if (session->request->is_resumed &&
	    (run_files_forget(&session->results, err) ||
	     database_chunks(session->database, session->run_id, &known, &tournament->n_known, err)))
		return -1;
	tournament->known = known;
	int failed = tournament_play(tournament, err);
	standings_finish(&session->results.standings);
	tournament->known = NULL;
	tournament->n_known = 0;
	if (!failed && session->failure.code) {
		*err = session->failure;
		return -1;
	}
	return failed;
}

int session_play(struct session *session, struct err *err)
{
	const struct schedule *schedule = &session->tournament.schedule;
	double share = (double)run_config_matches(&session->info, schedule) / (double)schedule->n_matches;
	run_files_init(&session->results, &session->info, schedule, session->robots);
	if (session->database)
		run_files_keep(&session->results, &session->run, session->database, session->run_id);
	progress_init(&session->progress, session->request, (uint64_t)((double)schedule->n_games * share),
		      session->database != NULL);
	prepare_tournament(session);
	timings_begin(&session->times);
	int failed = play(session, err);
	progress_end(&session->progress);
	timings_end(&session->times);
	return failed;
}

static int write_files(struct session *session, struct err *err)
{
	AUTO_STR struct str clock = {0};
	timings_json(&session->times, session->request->argv, &session->tournament, &session->info,
		     &session->results.standings, &clock);
	return run_make_folders(session->run.folder, err) || /* it may have been deleted during the run */
	       run_write(&session->run, "clock.json", clock.text, clock.length, err) ||
	       (session->regress && regress_write(session->regress, &session->run, err)) ||
	       run_files_write(&session->results, err) ? -1 : 0; /* table.json, which comes last, means that everything
	                                                          * was written */
}

/* Adds to err the command that continues the run, if there is one. Returns -1. */
static int add_hint(const struct session *session, struct err *err)
{
	AUTO_STR struct str hint = {0};
	const struct err why = *err;
	if (database_check_file(session->database, NULL))
		return -1;
	if (session->again)
		str_add(&hint, session->again);
	else
		session_add_resume(session, &hint);
	return err_set(err, why.code, "%.800s\nThe matches played so far are stored; to continue: %s", why.text,
		       hint.text);
}

int session_write(struct session *session, struct err *err)
{
	if (!session->database)
		return 0;
	return write_files(session, err) ? add_hint(session, err) : 0;
}

int session_end_badly(struct session *session, struct err *err)
{
	uint64_t n_stored;
	if (!session->database || database_count(session->database, session->run_id, &n_stored, NULL) || n_stored == 0)
		return -1;
	write_files(session, NULL);
	run_files_forget(&session->results, NULL); /* all matches may be stored, but a crash report may be missing */
	return add_hint(session, err);
}

int session_stop(const struct session *session, struct err *err)
{
	static const char *const did[] = {[VERDICT_ILLEGAL] = "made an illegal play", "took too long", "crashed",
		"could not be loaded"};
	const struct schedule *schedule = &session->tournament.schedule;
	const struct chunk *faults = &session->results.faults;
	const struct fault_record *record = NULL; /* NULL if the robot had CHUNK_FAULTS faults of other kinds before the
	                                           * fault that ended the run */
	struct match_plan plan = schedule_match(schedule, session->info.test.n_matches - 1);
	uint64_t first = schedule_game_number(schedule, plan.first_block, 0, 0);
	for (int i = faults->n_faults; i-- > 0 && faults->faults[i].game >= first;) {
		enum verdict verdict = faults->faults[i].fault->verdict;
		if (session->info.test.stop_faults & 1U << (verdict == VERDICT_LOAD ? VERDICT_CRASH : verdict))
			record = &faults->faults[i];
	}
	uint64_t game = 1 + (record ? record->game : first);
	enum verdict verdict = record ? record->fault->verdict : session->stopped_by;
	AUTO_STR struct str text = str_of("%s %s in %s %" PRIu64 "%s%s, which ended the run (--stop-on-fault)",
		 session->robots[record ? record->robot : session->stopped_robot].label, did[verdict],
		 record ? "game" : "the match that begins with game", game,
		 record && verdict != VERDICT_ILLEGAL ? ": " : "",
		 record && verdict != VERDICT_ILLEGAL ? record->fault->cause : "");
	if (session->database) {
		str_add(&text, "\nTo replay the game: ");
		session_add_command(session, "replay", &text);
		str_addf(&text, " %" PRIu64, game);
	}
	return err_set(err, EXIT_ROBOT, "%s", text.text);
}

void session_release(struct session *session)
{
	if (session->tournament.workers)
		workers_end(session->tournament.workers);
	run_files_release(&session->results);
	database_close(session->database);
	run_config_release(&session->info);
	run_release(&session->run);
	setup_close(session->robots, session->robots ? session->n_robots : 0);
	free(session->folders);
}

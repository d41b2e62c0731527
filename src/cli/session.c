/* session.c - see session.h: playing, with matches to and from the database, and the files at the end. */
#include "cli/session.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cli/setup.h"

/* ---- during ----------------------------------------------------------------------------- */

static int on_recall(const struct match_plan *plan, struct match_result *result, void *context, struct err *err)
{
	struct session *session = context;
	int found = database_get_match(session->database, session->run_id, plan, session->info.n_seats, result, err);
	if (found > 0)
		progress_add_recalled(&session->progress, (uint64_t)plan->n_blocks * (uint64_t)session->info.n_seats);
	return found;
}

/* Is that the end of the test? -1: session->failure. */
static int test_is_decided(struct session *session, const struct match_result *result)
{
	bool is_decided = regress_add(session->regress, result);
	if (!is_decided)
		return 0;
	uint64_t n_matches = session->info.test.n_matches = result->plan.number + 1;
	return session->database && database_end_test(session->database, session->run_id, n_matches, &session->failure) ? -1 : 1;
}

static bool on_finished(const struct match_result *result, void *context)
{
	struct session *session = context;
	if (session->database && database_put_match(session->database, session->run_id, result, session->robots,
						    &session->failure))
		return false;
	if (results_add(&session->results, result, &session->failure))
		return false;
	return !session->regress || test_is_decided(session, result) == 0;
}

static void on_progress(uint64_t games, void *context)
{
	struct session *session = context;
	AUTO_STR struct str remark = {0};
	if (session->regress)
		regress_progress(session->regress, &remark);
	progress_show(&session->progress, games, &session->results.standings, remark.text);
}

int session_play(struct session *session, struct err *err)
{
	struct tournament *tournament = &session->tournament;
	const struct schedule *schedule = &tournament->schedule;
	double share = (double)info_matches(&session->info, schedule) / (double)schedule->n_matches;
	results_init(&session->results, &session->info, schedule, session->robots);
	if (session->database)
		results_keep(&session->results, &session->run, session->database, session->run_id);
	progress_init(&session->progress, session->args, (uint64_t)((double)schedule->n_games * share), session->database != NULL);
	times_begin(&session->times);
	tournament->end_match = session->info.test.n_matches;
	tournament->keeps_order = session->info.log != INFO_LOG_NONE;
	tournament->keeps_plays = session->info.log == INFO_LOG_HANDS;
	tournament->recall = session->is_resumed ? on_recall : NULL;
	tournament->finished = on_finished;
	tournament->progress = session->progress.form ? on_progress : NULL;
	tournament->context = session;
	if (session->is_resumed && results_forget(&session->results, err))
		return -1;
	int failed = tournament_play(tournament, err);
	progress_end(&session->progress);
	times_end(&session->times);
	if (!failed && session->failure.code) {
		*err = session->failure;
		return -1;
	}
	return failed;
}

/* ---- after ------------------------------------------------------------------------------ */

int session_write(const struct session *session, struct err *err)
{
	AUTO_STR struct str clock = {0};
	if (!session->database)
		return 0;
	times_json(&session->times, session->args->argv, &session->tournament, &session->info, &session->results.standings,
		   &clock);
	return run_write(&session->run, "clock.json", clock.text, clock.length, err) ||
	       (session->regress && regress_write(session->regress, &session->run, err)) ||
	       results_write(&session->results, err) ? -1 : 0; /* its table.json is the mark that all was written */
}

int session_end_badly(const struct session *session, struct err *err)
{
	AUTO_STR struct str hint = {0};
	if (!session->database || session->results.n_matches == 0)
		return -1;
	session_write(session, NULL);
	results_forget(&session->results, NULL); /* all matches may be there, and a capsule missing */
	session_add_resume(session, &hint);
	const struct err why = *err;
	return err_set(err, why.code, "%.800s\nWhat was played is stored; go on with: %s", why.text, hint.text);
}

void session_release(struct session *session)
{
	results_release(&session->results);
	database_close(session->database);
	info_release(&session->info);
	run_release(&session->run);
	setup_close(session->robots, session->robots ? session->n_robots : 0);
	free(session->folders);
}

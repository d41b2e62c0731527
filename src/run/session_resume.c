/* session_resume.c - `arena tournament --resume` and `arena regress --resume`: reads from the database what a run plays
 * and where its results are. */
#include "run/session.h"

#include <unistd.h>

#include "base/text.h"
#include "run/replay.h"

/* Returns the run's name. RUN is a name or a folder. If it is a folder, the results folder is its parent. */
static const char *find_name(struct session *session)
{
	const char *run = session->request->run;
	const char *slash = run ? strrchr(run, '/') : NULL;
	if (!slash || !slash[1])
		return run;
	free(session->folders);
	session->folders = mem_strdup(run);
	session->folders[slash - run] = '\0';
	return slash + 1;
}

static int open_folder(struct session *session, struct err *err)
{
	AUTO_FREE char *name = database_name(session->database, session->run_id, err);
	if (!name)
		return -1;
	AUTO_STR struct str folder = str_of("%s/%s", session->folders, name);
	session->run.folder = mem_strdup(folder.text);
	if (run_files_open_folder(&session->info, folder.text, err))
		return -1;
	run_config_read_paths(&session->info, folder.text);
	return 0;
}

/* Returns true if all results of a run were written. The table is written last (session_write). A run without a folder
 * has no files. */
static bool is_told(const char *name, const void *context)
{
	const struct session *session = context;
	AUTO_STR struct str begun = str_of("%s/%s/run.json", session->folders, name);
	AUTO_STR struct str table = str_of("%s/%s/table.json", session->folders, name);
	return access(begun.text, F_OK) || !access(table.text, F_OK);
}

static int find_run(struct session *session, struct err *err)
{
	const char *name = find_name(session);
	AUTO_FREE char *path = request_database(session->request, session->folders);
	session->database = database_open(path, DATABASE_CHANGE, err);
	if (!session->database)
		return -1;
	if (name ? database_find_run(session->database, name, &session->run_id, err)
		 : database_find_unfinished(session->database, session->request->test.is_set, is_told, session,
					    &session->run_id, err))
		return -1;
	if (database_info(session->database, session->run_id, &session->info, err))
		return -1;
	if (session->info.test.is_set != session->request->test.is_set)
		return err_set(err, EXIT_USAGE, "the run %s is a %s; resume it with `arena %s --resume %s`", name,
			       session->request->test.is_set ? "tournament" : "test",
			       session->request->test.is_set ? "tournament" : "regress", name);
	if (open_folder(session, err) || database_lock_run(session->database, session->run_id, err))
		return -1;
	for (int i = 0; session->moved && i < session->info.n_robots; i++) {
		free(session->info.robots[i].path);
		session->info.robots[i].path = mem_strdup(session->moved->robots[i].path);
	}
	return run_config_check_epoch(&session->info, run_name(&session->run), err);
}

struct damage {
	uint64_t n_chunks, n_matches;
	struct matches first;
};

static void note_damage(const struct matches *which, void *context)
{
	struct damage *damage = context;
	if (damage->n_chunks++ == 0)
		damage->first = *which;
	damage->n_matches += which->n;
}

/* Deletes damaged matches from the database, so that they are played again. */
static int mend(struct session *session, struct err *err)
{
	struct damage damage = {0};
	if (database_mend(session->database, session->run_id, &session->tournament.schedule, note_damage, &damage, err))
		return -1;
	if (damage.n_chunks == 0)
		return 0;
	tournament_tell(&session->tournament, "arena: warning: %" PRIu64
			" matches of the run %s are damaged in the database, beginning with match %" PRIu64
			"; they will be played again\n", damage.n_matches, run_name(&session->run), damage.first.first);
	return 0;
}

int session_prepare_again(struct session *session, struct err *err)
{
	const struct run_config *info = &session->info;
	struct tournament *tournament = &session->tournament;
	struct request request = *session->request;
	session->folders = mem_strdup(request.results);
	if (find_run(session, err))
		return -1;
	request_of_run(info, &request);
	request.hidden[0] = session->folders;
	request_tournament(&request, tournament);
	session->n_robots = info->n_robots;
	session->robots = tournament->robots = NEW_ARRAY(struct robot, (size_t)info->n_robots);
	/* Damaged chunks are deleted last, when it is certain that their matches can be played again. */
	return run_config_schedule(info, &tournament->schedule, err) ||
	       run_robots_open(info, tournament, "a run can be resumed only with the robots it was started with",
			       err) ||
	       session_meet(session, err) || remote_prepare(session, err) || mend(session, err) ? -1 : 0;
}

void session_add_resume(const struct session *session, struct str *out)
{
	session_add_command(session, session->request->test.is_set ? "regress --resume" : "tournament --resume", out);
	str_add(out, session->request->accepts_all ? " --anyway" : "");
}

void session_add_command(const struct session *session, const char *command, struct str *out)
{
	const char *database = session->request->database;
	str_addf(out, "arena %s %s", command, run_name(&session->run));
	if (strcmp(session->folders, "results") != 0) {
		str_add(out, " --results ");
		text_add_shell_word(out, session->folders);
	}
	if (database) {
		str_add(out, " --db ");
		text_add_shell_word(out, database);
	}
}

/* challenge.c - a short unrated match between two teams (serve.h). */
#include "contest/serve/serve.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "contest/files.h"
#include "contest/site.h"
#include "page/frame.h"
#include "page/report.h"
#include "run/seed.h"
#include "run/session.h"

enum { CHALLENGE_GAMES = 100, SHOWN_GAMES = 5 };

/* Returns the latest participating version of the team. */
static const struct contest_version *find(const struct contest_versions *versions, const char *team, struct err *err)
{
	for (int i = versions->n; i-- > 0;)
		if (strcmp(versions->items[i].team, team) == 0 && versions->items[i].is_active)
			return &versions->items[i];
	err_set(err, EXIT_USAGE, "the team '%s' has no robot that takes part", team);
	return NULL;
}

static int open_robots(struct session *session, const struct contest *contest,
		       const struct contest_version *const *versions, struct err *err)
{
	session->n_robots = 2;
	session->robots = NEW_ARRAY(struct robot, 2);
	for (int i = 0; i < 2; i++) {
		AUTO_STR struct str path = contest_path(contest, versions[i]->file), label = contest_label(versions[i]);
		if (robot_open(&session->robots[i], path.text, err))
			return -1;
		free(session->robots[i].label);
		session->robots[i].label = mem_strdup(label.text);
	}
	return 0;
}

static int write_page(const struct session *session, const char *folder, const char *page, struct err *err)
{
	struct report report = {.database = session->database, .run_id = session->run_id, .name = "",
		.info = &session->info, .is_only_games = true,
		.wish = {.n_games = SHOWN_GAMES, .is_dramatic = true}, .folder = folder};
	AUTO_STR struct str text = {0}, title = {0};
	AUTO_JSON json_t *data = report_data(&report, err);
	report_release(&report);
	if (!data)
		return -1;
	publish_remove_output(data);
	str_addf(&title, "%s against %s", session->info.robots[0].label, session->info.robots[1].label);
	page_add(PAGE_GAME, title.text, data, &text, NULL);
	return file_write(page, &text, err);
}

static void add_result(const struct session *session, const char *label, const char *rival, struct str *result)
{
	for (int i = 0; i < session->n_robots; i++) {
		const struct tally *tally = &session->results.standings.list[i].tally;
		if (strcmp(session->robots[i].label, label) == 0)
			str_addf(result, "%s won %g of %" PRIu64 " games against %s", label, tally_wins(tally),
				 tally->games, rival);
	}
}

static int play(const struct contest *contest, const struct contest_version *const *versions, const char *seed,
		const char *folder, const char *page, struct str *result, struct err *err)
{
	static const char *const argv[] = {"arena", "contest", "challenge", NULL};
	AUTO_STR struct str label = contest_label(versions[0]), rival = contest_label(versions[1]);
	struct request request = {
		.limits = settings_limits(&contest->settings), .rules = contest->rules, .n_workers = 1,
		.stop = contest->stop, .seed = seed, .n_robots = 2,
		.allows_weak_sandbox = contest->allows_weak_sandbox, .accepts_all = true, .results = folder,
		.hidden = {contest->results, folder},
		.log = RUN_LOG_HANDS, .argv = argv, .is_quiet = true, .command = "arena contest challenge",
		.matches = {.format = FORMAT_ROUND_ROBIN, .n_robots = 2, .n_seats = 2, .match_length = 1,
			.games = CHALLENGE_GAMES, .seed = rng_key_of_seed(seed), .deals = DEALS_SHUFFLED},
	};
	struct session session = {.request = &request, .again = "the same command again"};
	int failed = open_robots(&session, contest, versions, err) || session_prepare(&session, err) ||
		session_open_results(&session, err) || session_play(&session, err) || session_write(&session, err);
	if (!failed && !run_files_are_complete(&session.results))
		failed = err_set(err, EXIT_INTERRUPTED, "interrupted");
	if (!failed)
		add_result(&session, label.text, rival.text, result);
	if (!failed && page)
		failed = write_page(&session, folder, page, err);
	session_release(&session);
	return failed ? -1 : 0;
}

/* Returns true if a match is being played in the folder. A match keeps its folder locked. */
static bool is_in_use(const char *folder)
{
	AUTO_CLOSE int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB);
}

int contest_challenges_open(const struct contest *contest, struct err *err)
{
	AUTO_STR struct str challenges = contest_path(contest, "challenges");
	mkdir(challenges.text, 0700);
	int fd = open(challenges.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 || flock(fd, LOCK_EX) ? NULL : opendir(challenges.text);
	if (!entries) {
		err_errno(err, "cannot open the folder '%s'", challenges.text);
		mem_auto_close(&fd);
		return -1;
	}
	for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
		AUTO_STR struct str path = str_of("%s/%s", challenges.text, entry->d_name);
		bool is_match = entry->d_name[0] == '.' && strlen(entry->d_name) > strlen("..");
		if ((is_match && !is_in_use(path.text)) || str_ends(entry->d_name, ".new"))
			files_remove(path.text, NULL);
	}
	closedir(entries);
	return fd;
}

/* Creates the folder of a match. Returns a descriptor that keeps it locked. */
static int create_folder(const struct contest *contest, struct str *folder, struct err *err)
{
	AUTO_CLOSE int challenges = contest_challenges_open(contest, err);
	if (challenges < 0)
		return -1;
	int fd = mkdtemp(folder->text) ? open(folder->text, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (fd < 0)
		return err_errno(err, "cannot create the folder '%s'", folder->text);
	flock(fd, LOCK_EX); /* if the file system has no locks, the next start of a server or match may remove the
	                     * folder */
	return fd;
}

int contest_challenge(const struct contest *contest, const char *team, const char *rival, const char *page,
		      struct str *result, struct err *err)
{
	AUTO_VERSIONS struct contest_versions all = {0};
	AUTO_STR struct str folder = contest_path(contest, "challenges/.XXXXXX");
	const struct contest_version *versions[2];
	if (strcmp(team, rival) == 0)
		return err_set(err, EXIT_USAGE, "'%s' cannot challenge itself", team);
	if (!contest->database)
		return err_set(err, EXIT_USAGE, "no robot takes part in '%s' yet", contest->folder);
	if (contest_get_versions(contest->database, &all, err) || !(versions[0] = find(&all, team, err)) ||
	    !(versions[1] = find(&all, rival, err)))
		return -1;
	AUTO_FREE char *seed = seed_choose(NULL, true, err);
	if (!seed)
		return -1;
	AUTO_CLOSE int fd = create_folder(contest, &folder, err);
	if (fd < 0)
		return -1;
	int failed = play(contest, versions, seed, folder.text, page, result, err);
	files_remove(folder.text, NULL);
	return failed;
}

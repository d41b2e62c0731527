/* contest.c - an open contest (contest.h). */
#include "contest/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "contest/prepare.h"

enum { PATIENCE_MS = 2000 };

void contest_release(struct contest *contest)
{
	workshop_release(contest);
	contest_season_release(&contest->season);
	database_close(contest->database);
	if (contest->folder && contest->lock >= 0)
		close(contest->lock);
	FREE_ALL(contest->folder, contest->results, contest->path);
	contest->database = NULL;
	contest->folder = contest->results = contest->path = NULL;
}

struct str contest_path(const struct contest *contest, const char *name)
{
	return str_of("%s/%s", contest->folder, name);
}

void contest_add_public(const struct contest *contest, const char *text, struct str *out)
{
	AUTO_STR struct str folder = contest_path(contest, "");
	for (const char *at; (at = strstr(text, folder.text)) != NULL; text = at + folder.length)
		str_add_n(out, text, (size_t)(at - text));
	str_add(out, text);
}

void contest_add_kind(const char *text, struct str *out)
{
	const char *colon = strstr(text, ": ");
	str_add_n(out, text, colon ? (size_t)(colon - text) : strlen(text));
}

struct str contest_team_page(const struct contest *contest, const char *team)
{
	AUTO_STR struct str text = str_of("arena contest\n%s\npage of %s", contest->settings.seed, team);
	char name[CONTEST_SEED];
	hash_bytes(text.text, text.length, name);
	return str_of("teams/%.32s.html", name);
}

void contest_say(const struct contest *contest, const char *format, ...)
{
	char text[1000];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (contest->say)
		contest->say(text);
}

struct str contest_label(const struct contest_version *version)
{
	return str_of("%s/%s", version->team, version->name);
}

void contest_write_time(time_t time, char text[CONTEST_TIME])
{
	struct tm parts;
	gmtime_r(&time, &parts);
	strftime(text, CONTEST_TIME, "%Y-%m-%d %H:%M:%S", &parts);
}

void contest_now(char text[CONTEST_TIME])
{
	contest_write_time(time(NULL), text);
}

bool contest_time(const struct contest *contest, const char *setting, char time[CONTEST_TIME])
{
	return settings_time(setting, time) && (!contest->season.begun || strcmp(time, contest->season.begun) > 0);
}

bool contest_time_has_come(const struct contest *contest, const char *setting)
{
	char time[CONTEST_TIME], now[CONTEST_TIME];
	contest_now(now);
	return contest_time(contest, setting, time) && strcmp(time, now) <= 0;
}

void contest_seed(const struct contest *contest, int64_t season, int64_t round, char seed[CONTEST_SEED])
{
	AUTO_STR struct str text = str_of("arena contest\n%s\nseason %" PRId64 " %s %" PRId64, contest->settings.seed,
					  season, round ? "round" : "final", round);
	hash_bytes(text.text, text.length, seed);
}

/* Computes the seal of a season: the SHA-256 of the seed of its final. */
static void seal_of(const struct contest *contest, int64_t season, char seal[CONTEST_SEED])
{
	char seed[CONTEST_SEED];
	contest_seed(contest, season, 0, seed);
	hash_bytes(seed, strlen(seed), seal);
}

/* Checks that the seed is the sealed one, because another seed would give another final and other rounds. */
static int check_seal(const struct contest *contest, struct err *err)
{
	char seal[CONTEST_SEED];
	seal_of(contest, contest->season.number, seal);
	return strcmp(seal, contest->season.seal) == 0 ? 0
		: err_set(err, EXIT_USAGE,
			  "'%s/contest' has a different seed than when the season '%s' began: restore that "
			  "seed", contest->folder, contest->season.name);
}

int contest_read_season(struct contest *contest, struct err *err)
{
	contest_season_release(&contest->season);
	return contest_get_season(contest->database, 0, &contest->season, err) ||
	       (contest->season.number && check_seal(contest, err)) ? -1 : 0;
}

int contest_next_season(struct contest *contest, const char *name, struct err *err)
{
	int64_t number = contest->season.number + 1;
	char seal[CONTEST_SEED], now[CONTEST_TIME];
	AUTO_STR struct str title = {0};
	if (contest->season.number && !*contest->season.ended)
		return err_set(err, EXIT_USAGE, "the season '%s' has not ended: `arena contest final` ends it",
			       contest->season.name);
	if (name)
		str_add(&title, name);
	else
		str_addf(&title, "Season %" PRId64, number);
	for (int64_t i = 1; i < number; i++) {
		struct contest_season earlier;
		if (contest_get_season(contest->database, i, &earlier, err))
			return -1;
		bool is_taken = strcmp(earlier.name, title.text) == 0;
		contest_season_release(&earlier);
		if (is_taken)
			return err_set(err, EXIT_USAGE, "a season '%s' exists already; choose another name",
				       title.text);
	}
	seal_of(contest, number, seal);
	contest_now(now);
	const struct contest_season season = {.name = title.text, .begun = now, .seal = seal};
	return contest_begin_season(contest->database, &season, err) || contest_read_season(contest, err) ? -1 : 0;
}

void contest_leave_database(struct contest *contest)
{
	database_close(contest->database);
	contest->database = NULL;
}

int contest_enter_database(struct contest *contest, struct err *err)
{
	contest->database = database_open(contest->path, contest->lock >= 0 ? DATABASE_WRITE : DATABASE_READ, err);
	return contest->database ? 0 : -1;
}

static int take_lock(struct contest *contest, struct err *err)
{
	AUTO_STR struct str path = contest_path(contest, "contest");
	contest->lock = open(path.text, O_RDONLY | O_CLOEXEC);
	if (contest->lock < 0)
		return err_errno(err, "cannot open '%s'", path.text);
	/* After kill -9 the workers of a process hold the lock until they notice that the process has ended. */
	int failed;
	for (int ms = 0; (failed = flock(contest->lock, LOCK_EX | LOCK_NB)) && errno == EWOULDBLOCK && ms < PATIENCE_MS;
	     ms += 10)
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	if (!failed)
		return 0;
	return errno != EWOULDBLOCK ? err_errno(err, "cannot lock '%s'", path.text)
				    : err_set(err, EXIT_WORLD,
					      "another `arena contest` is running in '%s'; wait for it to end",
					      contest->folder);
}

/* Refuses to begin the contest again with a new database, because the seeds would repeat, and the seed of the final may
 * already be published. */
static int check_database(const struct contest *contest, struct err *err)
{
	struct stat st;
	AUTO_STR struct str teams = contest_path(contest, "teams");
	bool is_new = stat(contest->path, &st) ? errno == ENOENT : st.st_size == 0;
	return !is_new || access(teams.text, F_OK) ? 0
		: err_set(err, EXIT_WORLD,
			  "'%s' is missing or empty, but the contest has begun: restore it from a backup; to begin the "
			  "contest again, delete the folders 'teams' and 'results', and set another seed in 'contest'",
			  contest->path);
}

int contest_open(struct contest *contest, const char *folder, enum contest_mode mode, struct err *err)
{
	char *whole = mem_realpath(folder);
	contest->lock = -1;
	if (!whole) {
		err_errno(err, "cannot open the contest '%s'", folder);
		err->code = EXIT_USAGE;
		return -1;
	}
	contest->folder = whole;
	AUTO_STR struct str results = contest_path(contest, "results");
	AUTO_STR struct str path = contest_path(contest, "results/arena.db");
	contest->results = mem_strdup(results.text);
	contest->path = mem_strdup(path.text);
	if (text_check_path("the contest's folder", whole, err) || settings_load(&contest->settings, folder, err) ||
	    settings_rules(&contest->settings, &contest->rules, err) || check_database(contest, err))
		return -1;
	if (mode == CONTEST_READ)
		return access(contest->path, F_OK) == 0 &&
		       (contest_enter_database(contest, err) || contest_read_season(contest, err)) ? -1 : 0;
	if (take_lock(contest, err) || run_make_folders(contest->results, err) ||
	    contest_enter_database(contest, err) ||
	    contest_read_season(contest, err) ||
	    (!contest->season.number && contest_next_season(contest, contest->settings.season, err)))
		return -1;
	/* Only the owner of the contest may read the versions and the database, because teams may have accounts on the
	 * machine. */
	AUTO_STR struct str teams = contest_path(contest, "teams");
	return mkdir(teams.text, 0700) && errno != EEXIST ? err_errno(err, "cannot create the folder '%s'", teams.text)
							  : 0;
}

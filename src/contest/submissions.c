/* submissions.c - scans the submissions (submissions.h). */
#include "contest/submissions.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"

void look_note(struct look *look, const char *team, const char *format, const char *name, const char *why)
{
	AUTO_STR struct str text = {0}, clean = text_cleaned(name), clean_team = text_cleaned(team), public = {0};
	contest_add_public(look->contest, why, &public);
	str_addf(&text, format, str_text(&clean), str_text(&public));
	look->teams = mem_resize(look->teams, (size_t)look->n_notes + 1, sizeof *look->teams);
	look->notes = mem_resize(look->notes, (size_t)look->n_notes + 1, sizeof *look->notes);
	look->is_said = mem_resize(look->is_said, (size_t)look->n_notes + 1, sizeof *look->is_said);
	look->teams[look->n_notes] = mem_strdup(str_text(&clean_team));
	look->is_said[look->n_notes] = false;
	look->notes[look->n_notes++] = mem_strdup(text.text);
}

static void look_release(struct look *look)
{
	for (int i = 0; i < look->n_notes; i++)
		FREE_ALL(look->teams[i], look->notes[i]);
	FREE_ALL(look->teams, look->notes, look->is_said);
	free(look->is_there);
	contest_versions_release(&look->versions);
}

static bool exists(const char *folder, const char *name)
{
	AUTO_STR struct str path = str_of("%s/%s", folder, name);
	return access(path.text, F_OK) == 0;
}

bool look_is_folder(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_git(const char *path)
{
	return look_is_folder(path) &&
	       (exists(path, ".git") || (exists(path, "HEAD") && exists(path, "objects") && exists(path, "refs")));
}

/* Returns true if the folder of the team is itself one robot. Otherwise each of its entries is a robot. */
static bool is_one_robot(const char *path)
{
	static const char *const names[] = {"Makefile", "makefile", "GNUmakefile", "Cargo.toml", "go.mod"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (exists(path, names[i]))
			return true;
	return is_git(path);
}

static bool is_kind_of_robot(const char *path)
{
	return files_ending(path) || look_is_folder(path) || access(path, X_OK) == 0;
}

static bool is_archive(const char *path)
{
	static const char *const endings[] = {".tar", ".gz", ".tgz", ".xz", ".txz", ".bz2", ".zst", ".7z", ".rar"};
	return ANY_OF(i, sizeof endings / sizeof *endings, str_ends(path, endings[i])) && !look_is_folder(path);
}

/* Returns the name of the robot in this file or folder, which is its name without the extension. */
static char *robot_name(const char *name)
{
	char *robot = mem_strdup(name), *dot = strrchr(robot, '.');
	if (dot && dot > robot)
		*dot = '\0';
	return robot;
}

struct team {
	const char *name, *path;
	struct words robots; /* their names */
};

static bool has_robot(const struct team *team, const char *robot)
{
	return ANY_OF(i, team->robots.n, strcmp(team->robots.word[i], robot) == 0);
}

static int enter_entry(struct look *look, struct team *team, const char *name, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", team->path, name);
	AUTO_FREE char *robot = robot_name(name);
	struct enter_entry entry = {.team = team->name, .robot = robot, .path = path.text, .is_git = is_git(path.text)};
	if (str_ends(name, ".data"))
		return 0; /* it is the data of a robot beside it */
	if (!files_is_name(robot)) {
		look_note(look, team->name, "'%s' is not a valid name for a robot: %s", name, FILES_NAMES);
		return 0;
	}
	bool is_packed = is_archive(path.text);
	if (is_packed || !is_kind_of_robot(path.text)) {
		look_note(look, team->name, "'%s' cannot be used as a robot: it %s", name,
			  is_packed ? "is an archive; make a zip archive of it, or unpack it into a folder" :
		     "is neither executable (chmod +x) nor a folder, and its name does not end in .c, .cpp, .cc, "
		     ".java, .jar, .so, .py, .js or .zip");
		return 0;
	}
	if (has_robot(team, robot)) {
		look_note(look, team->name, "'%s': %s", name, "the team has another robot of this name");
		return 0;
	}
	if (team->robots.n >= look->contest->settings.robots_per_team) {
		look_note(look, team->name, "'%s': %s", name,
			  "the team already has the maximum number of robots (robots_per_team); "
			  "put the files of one robot into a folder");
		return 0;
	}
	bool is_robot;
	if (enter_robot(look, &entry, &is_robot, err))
		return -1;
	if (is_robot)
		words_add(&team->robots, robot);
	return 0;
}

void look_keep_team(struct look *look, const char *team)
{
	struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < look->versions.n; i++)
		look->is_there[i] |= strcmp(look->versions.items[i].team, team) == 0;
	for (int i = 0; i < workshop->n; i++)
		workshop->list[i].is_there |= strcmp(workshop->list[i].version.team, team) == 0;
}

static int enter_team(struct look *look, const char *name, const char *path, struct err *err)
{
	struct team team = {.name = name, .path = path};
	if (is_one_robot(path)) {
		AUTO_FREE char *robot = robot_name(name);
		const struct enter_entry whole = {.team = name, .robot = robot, .path = path, .is_git = is_git(path)};
		bool is_robot;
		return enter_robot(look, &whole, &is_robot, err);
	}
	AUTO_WORDS struct words entries = {0};
	int failed = 0;
	if (files_list(AT_FDCWD, path, &entries)) { /* other teams are not affected */
		look_note(look, name, "the folder '%s' cannot be read: %s", name, strerror(errno));
		look_keep_team(look, name);
		return 0;
	}
	for (int i = 0; i < entries.n && !failed; i++) {
		bool is_stopped = look->contest->stop && *look->contest->stop;
		failed = is_stopped ? err_set(err, EXIT_INTERRUPTED, "interrupted")
				    : enter_entry(look, &team, entries.word[i], err);
	}
	words_release(&team.robots);
	return failed;
}

/* Withdraws robots that are no longer submitted. */
static int withdraw(struct look *look, struct err *err)
{
	struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < workshop->n; i++)
		if (!workshop->list[i].is_there)
			prepare_end(&workshop->list[i], "it was withdrawn before it was built"); /* it counts towards
			                                                                          * the limits of the
			                                                                          * day */
	for (int i = 0; i < look->versions.n; i++) {
		const struct contest_version *version = &look->versions.items[i];
		if (version->is_active && !look->is_there[i] &&
		    contest_set_active(look->contest->database, version->team, version->robot, 0, err))
			return -1;
	}
	return 0;
}

static int look_through(struct look *look, const char *folder, struct err *err)
{
	AUTO_WORDS struct words teams = {0};
	if (files_list(AT_FDCWD, folder, &teams))
		return err_errno(err, "cannot read the folder '%s'", folder);
	for (int i = 0; i < teams.n; i++) {
		const char *name = teams.word[i];
		AUTO_STR struct str path = str_of("%s/%s", folder, name);
		if (!look_is_folder(path.text))
			look_note(look, name, "'%s' %s", name, "is not the folder of a team");
		else if (!files_is_name(name))
			look_note(look, name, "'%s' is not a valid name for a team: %s", name, FILES_NAMES);
		else if (enter_team(look, name, path.text, err))
			return -1;
	}
	return 0;
}

static bool has_note(const json_t *notes, const char *team, const char *text)
{
	JSON_EACH(i, one, notes)
		if (strcmp(json_string_value(json_array_get(one, 0)), team) == 0 &&
		    strcmp(json_string_value(json_array_get(one, 1)), text) == 0)
			return true;
	return false;
}

/* Stores the notes, and prints the new ones. */
static int put_notes(const struct look *look, struct err *err)
{
	const struct contest *contest = look->contest;
	AUTO_JSON json_t *before = contest_notes(contest->database, err);
	if (!before || contest_put_notes(contest->database, (const char *const *)look->teams,
					 (const char *const *)look->notes, look->n_notes, err))
		return -1;
	for (int i = 0; i < look->n_notes; i++)
		if (!look->is_said[i] && !has_note(before, look->teams[i], look->notes[i]))
			contest_say(contest, "%s: %s", look->teams[i], look->notes[i]);
	return 0;
}

/* Removes versions whose build was killed and that are no longer submitted, because they would seem to be in progress.
 * The others are built again. Call it when no build is running. */
static void remove_left(const struct look *look)
{
	AUTO_STR struct str folder = contest_path(look->contest, "teams");
	AUTO_WORDS struct words teams = {0};
	files_list(AT_FDCWD, folder.text, &teams);
	for (int i = 0; i < teams.n; i++) {
		AUTO_STR struct str path = str_of("%s/%s", folder.text, teams.word[i]);
		AUTO_WORDS struct words names = {0};
		files_list(AT_FDCWD, path.text, &names);
		for (int k = 0; k < names.n; k++) {
			AUTO_STR struct str left = str_of("%s/%s", path.text, names.word[k]);
			if (!contest_has_version(&look->versions, teams.word[i], names.word[k]))
				files_remove(left.text, NULL);
		}
	}
}

int enter_all(struct contest *contest, int64_t round, enum enter_wait wait, struct err *err)
{
	struct look look = {.contest = contest, .round = round};
	AUTO_STR struct str folder = contest_path(contest, "submissions");
	contest_now(look.today);
	if (contest_get_versions(contest->database, &look.versions, err))
		return -1;
	look.is_there = NEW_ARRAY(bool, (size_t)look.versions.n + 1);
	for (int i = 0; i < contest->workshop.n; i++)
		contest->workshop.list[i].is_there = false;
	if (!contest->workshop.n)
		remove_left(&look);
	int failed = look_through(&look, folder.text, err) || withdraw(&look, err);
	if (!failed && look.n_new)
		contest_say(contest, "%d new version%s to build and check", look.n_new, look.n_new == 1 ? "" : "s");
	failed = failed || enter_await(&look, wait, err) || put_notes(&look, err);
	look_release(&look);
	return failed ? -1 : 0;
}

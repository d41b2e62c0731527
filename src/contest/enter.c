/* enter.c - turns submissions into versions that play (contest.h). */
#include "contest/contest.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "contest/prepare.h"

enum { PENDING_MOST = 32 }; /* new versions in memory before they are built */

/* One pass over the submissions. */
struct look {
	struct contest *contest;
	int64_t round;
	char today[CONTEST_TIME];
	struct contest_versions versions; /* as before the pass, then with the new ones; owned */
	int n_known;                      /* how many there were before the pass */
	bool *is_there;                   /* [n_known]: the robot of the version is still submitted; owned */
	struct files pending[PENDING_MOST]; /* of the last n_pending versions, which are not built yet; owned */
	int n_pending;
	char **teams, **notes;            /* n_notes; owned */
	bool *is_said;                    /* [n_notes]; owned */
	int n_notes;
};

/* A robot of a team, as submitted. */
struct enter_entry {
	const char *team, *robot, *path;
	bool is_git;
};

static void note(struct look *look, const char *team, const char *format, const char *name, const char *why)
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

/* Only of versions that are submitted now: when the team submits another one, the note is gone. */
static void note_refused(struct look *look, const struct contest_version *version)
{
	note(look, version->team, "%s does not take part: %s", version->name, version->reason);
}

static void look_release(struct look *look)
{
	for (int i = 0; i < look->n_notes; i++)
		FREE_ALL(look->teams[i], look->notes[i]);
	FREE_ALL(look->teams, look->notes, look->is_said);
	for (int i = 0; i < look->n_pending; i++)
		files_release(&look->pending[i]);
	free(look->is_there);
	contest_versions_release(&look->versions);
}

static bool exists(const char *folder, const char *name)
{
	AUTO_STR struct str path = str_of("%s/%s", folder, name);
	return access(path.text, F_OK) == 0;
}

static bool is_folder(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_git(const char *path)
{
	return is_folder(path) &&
	       (exists(path, ".git") || (exists(path, "HEAD") && exists(path, "objects") && exists(path, "refs")));
}

/* Is the folder of the team itself one robot? Else each of its entries is a robot. */
static bool is_one_robot(const char *path)
{
	static const char *const names[] = {"Makefile", "makefile", "GNUmakefile", "Cargo.toml", "go.mod"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (exists(path, names[i]))
			return true;
	return is_git(path);
}

static bool ends_with(const char *path, const char *const *endings)
{
	while (*endings && !str_ends(path, *endings))
		endings++;
	return *endings;
}

static bool is_kind_of_robot(const char *path)
{
	static const char *const endings[] = {".c", ".cpp", ".cc", ".java", ".jar", ".so", ".py", ".js", NULL};
	return ends_with(path, endings) || is_folder(path) || access(path, X_OK) == 0;
}

static bool is_archive(const char *path)
{
	static const char *const endings[] = {".zip", ".tar", ".gz", ".tgz", ".xz", ".txz", ".bz2", ".zst", ".7z", ".rar", NULL};
	return ends_with(path, endings) && !is_folder(path);
}

/* The name of the robot in this file or folder: without its extension. */
static char *robot_name(const char *name)
{
	char *robot = mem_strdup(name), *dot = strrchr(robot, '.');
	if (dot && dot > robot)
		*dot = '\0';
	return robot;
}

static const struct contest_version *find_version(const struct look *look, const struct enter_entry *entry, const char *sha256)
{
	for (int i = 0; i < look->versions.n; i++) {
		const struct contest_version *version = &look->versions.items[i];
		if (strcmp(version->team, entry->team) == 0 && strcmp(version->robot, entry->robot) == 0 &&
		    strcmp(version->sha256, sha256) == 0)
			return version;
	}
	return NULL;
}

/* Those that are built again count once. */
static int count_today(const struct look *look, const char *team)
{
	int n = 0;
	for (int i = 0; i < look->versions.n; i++)
		n += strcmp(look->versions.items[i].team, team) == 0 && !contest_is_forgotten(&look->versions.items[i]) &&
		     strncmp(look->versions.items[i].arrived, look->today, 10) == 0;
	return n;
}

static bool is_taken(const struct look *look, const char *team, const char *name)
{
	for (int i = 0; i < look->versions.n; i++)
		if (strcmp(look->versions.items[i].team, team) == 0 && strcmp(look->versions.items[i].name, name) == 0)
			return true;
	return false;
}

/* The name of a new version: "ROBOT-TAG", or "ROBOT-N" with the first free number. */
static void name_version(const struct look *look, const struct enter_entry *entry, const char *tag, struct str *name)
{
	AUTO_STR struct str tagged = str_of("%s-%s", entry->robot, tag);
	if (*tag && files_is_name(tagged.text) && !is_taken(look, entry->team, tagged.text)) {
		str_add(name, tagged.text);
		return;
	}
	for (int n = 1; n == 1 || is_taken(look, entry->team, name->text); n++)
		str_set(name, "%s-%d", entry->robot, n);
}

/* Is this the failure of a file that was submitted without another that it needs? */
static bool lacks_file(const struct files *files, const char *reason)
{
	return files->n == 1 && (strstr(reason, "No module named") || strstr(reason, "Cannot find module") ||
				 strstr(reason, "No such file") || strstr(reason, "cannot find symbol"));
}

/* One of the new versions was built and checked. */
static int take_prepared(int i, const char *file, const char *reason, void *context, struct err *err)
{
	struct look *look = context;
	const struct contest *contest = look->contest;
	struct contest_version *version = &look->versions.items[look->versions.n - look->n_pending + i];
	AUTO_STR struct str says = {0};
	str_addf(&says, "%s%s", reason, lacks_file(&look->pending[i], reason) ? " (if it is a file of the robot, submit both in a folder; "
		 "packages are those that the organiser has installed)" : "");
	free(version->reason);
	version->file = mem_strdup(file);
	version->reason = mem_strdup(says.text);
	version->is_active = !*reason;
	if (contest_put_version(contest->database, version, err))
		return -1;
	AUTO_STR struct str label = contest_label(version);
	contest_say(contest, "%s %s%s", label.text, version->is_active ? "takes part" : "does not take part: ", version->reason);
	if (!version->is_active) {
		note_refused(look, version);
		look->is_said[look->n_notes - 1] = true;
	}
	return 0;
}

/* Builds and checks the versions that wait for it. */
static int enter_pending(struct look *look, struct err *err)
{
	struct prepared versions[PENDING_MOST];
	for (int i = 0; i < look->n_pending; i++) {
		const struct contest_version *version = &look->versions.items[look->versions.n - look->n_pending + i];
		versions[i] = (struct prepared){version->team, version->robot, version->name, look->pending[i]};
	}
	if (look->n_pending)
		contest_say(look->contest, "%d new version%s to build and check", look->n_pending, look->n_pending == 1 ? "" : "s");
	const struct preparing preparing = {look->contest, versions, look->n_pending, take_prepared, look};
	int failed = prepare(&preparing, err);
	for (int i = 0; i < look->n_pending; i++)
		files_release(&look->pending[i]);
	look->n_pending = 0;
	return failed;
}

/* A new version, which waits to be built. Takes over the files. */
static int enter_new(struct look *look, const struct enter_entry *entry, struct files *files, const char *tag, struct err *err)
{
	AUTO_STR struct str name = {0};
	char sha256[65], now[CONTEST_TIME];
	name_version(look, entry, tag, &name);
	files_hash(files, sha256);
	contest_now(now);
	*MEM_APPEND(look->versions.items, look->versions.n) = (struct contest_version){
		.team = mem_strdup(entry->team), .robot = mem_strdup(entry->robot), .name = mem_strdup(name.text),
		.sha256 = mem_strdup(sha256), .reason = mem_strdup(""), .arrived = mem_strdup(now),
		.season = look->contest->season.number, .round = look->round,
	};
	look->pending[look->n_pending++] = *files;
	*files = (struct files){0};
	return look->n_pending == PENDING_MOST ? enter_pending(look, err) : 0;
}

static void mark(struct look *look, const struct enter_entry *entry)
{
	for (int i = 0; i < look->n_known; i++) {
		const struct contest_version *version = &look->versions.items[i];
		look->is_there[i] |= strcmp(version->team, entry->team) == 0 && strcmp(version->robot, entry->robot) == 0;
	}
}

/* The files of a robot that is not a repository: those of its folder, or one file and the folder ROBOT.data beside
 * it. */
static bool read_files(const struct enter_entry *entry, struct files *files, struct str *reason)
{
	AUTO_STR struct str data = {0}, name = {0};
	if (is_folder(entry->path))
		return files_add(files, entry->path, "", reason);
	str_addf(&name, "%s.data", entry->robot);
	str_add_n(&data, entry->path, (size_t)(strrchr(entry->path, '/') + 1 - entry->path));
	str_add(&data, name.text);
	return files_add(files, entry->path, strrchr(entry->path, '/') + 1, reason) &&
	       (!is_folder(data.text) || files_add(files, data.text, name.text, reason));
}

/* *is_robot: false when there is nothing to build a robot from. */
static int enter(struct look *look, const struct enter_entry *entry, bool *is_robot, struct err *err)
{
	const struct settings *settings = &look->contest->settings;
	AUTO_FILES struct files files = {.most = (size_t)settings->submission_mb << 20};
	AUTO_STR struct str tag = {0}, reason = {0};
	char sha256[65];
	mark(look, entry);
	int is_read = entry->is_git ? build_read_tag(entry->path, look->contest, &files, &tag, &reason, err)
				    : read_files(entry, &files, &reason);
	if (is_read < 0)
		return -1;
	*is_robot = is_read && files.n;
	if (!*is_robot) {
		note(look, entry->team, "%s: %s", entry->robot,
		     files.n || reason.length ? str_text(&reason) : "it has no files");
		return 0;
	}
	files_strip(&files);
	files_sort(&files);
	files_hash(&files, sha256);
	const struct contest_version *known = find_version(look, entry, sha256);
	if (known && *known->reason)
		note_refused(look, known);
	if (known)
		return *known->reason || known->is_active ? 0 :
		       contest_set_active(look->contest->database, entry->team, entry->robot, known->id, err);
	if (count_today(look, entry->team) < settings->versions_per_day)
		return enter_new(look, entry, &files, str_text(&tag), err);
	note(look, entry->team, "%s: a new version waits until tomorrow (UTC)%s", entry->robot, "");
	return 0;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

struct team {
	const char *name, *path;
	int n_robots;
	char **robots; /* their names; owned */
};

static bool has_robot(const struct team *team, const char *robot)
{
	for (int i = 0; i < team->n_robots; i++)
		if (strcmp(team->robots[i], robot) == 0)
			return true;
	return false;
}

static int enter_entry(struct look *look, struct team *team, const char *name, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", team->path, name);
	AUTO_FREE char *robot = robot_name(name);
	struct enter_entry entry = {.team = team->name, .robot = robot, .path = path.text, .is_git = is_git(path.text)};
	if (str_ends(name, ".data"))
		return 0; /* data of the robot beside it */
	if (!files_is_name(robot)) {
		note(look, team->name, "'%s' is not a valid name for a robot: %s", name, FILES_NAMES);
		return 0;
	}
	bool is_packed = is_archive(path.text);
	if (is_packed || !is_kind_of_robot(path.text)) {
		note(look, team->name, "'%s' cannot be used as a robot: it %s", name, is_packed ? "is an archive; unpack it "
			"into a folder" :
		     "is neither executable (chmod +x) nor a folder, and its name does not end in .c, .cpp, .cc, .java, "
		".jar, .so, .py or .js");
		return 0;
	}
	if (has_robot(team, robot)) {
		note(look, team->name, "'%s': %s", name, "the team has another robot of this name");
		return 0;
	}
	if (team->n_robots >= look->contest->settings.robots_per_team) {
		note(look, team->name, "'%s': %s", name, "the team already has the maximum number of robots (robots_per_team); "
		     "put the files of one robot into a folder");
		return 0;
	}
	bool is_robot;
	if (enter(look, &entry, &is_robot, err))
		return -1;
	if (is_robot)
		*MEM_APPEND(team->robots, team->n_robots) = mem_strdup(robot);
	return 0;
}

static int enter_team(struct look *look, const char *name, const char *path, struct err *err)
{
	struct team team = {.name = name, .path = path};
	if (is_one_robot(path)) {
		AUTO_FREE char *robot = robot_name(name);
		const struct enter_entry whole = {.team = name, .robot = robot, .path = path, .is_git = is_git(path)};
		bool is_robot;
		return enter(look, &whole, &is_robot, err);
	}
	struct dirent **entries;
	int n = scandir(path, &entries, is_visible, by_bytes), failed = 0;
	if (n < 0) { /* which stops no other team */
		note(look, name, "the folder '%s' cannot be read: %s", name, strerror(errno));
		for (int i = 0; i < look->n_known; i++) /* its robots are not withdrawn */
			look->is_there[i] |= strcmp(look->versions.items[i].team, name) == 0;
		return 0;
	}
	for (int i = 0; i < n; i++) {
		if (!failed && look->contest->stop && *look->contest->stop)
			failed = err_set(err, EXIT_INTERRUPTED, "interrupted");
		if (!failed)
			failed = enter_entry(look, &team, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	for (int i = 0; i < team.n_robots; i++)
		free(team.robots[i]);
	free(team.robots);
	return failed ? -1 : 0;
}

/* Withdraws robots that are no longer submitted. */
static int withdraw(struct look *look, struct err *err)
{
	for (int i = 0; i < look->n_known; i++) {
		const struct contest_version *version = &look->versions.items[i];
		if (version->is_active && !look->is_there[i] &&
		    contest_set_active(look->contest->database, version->team, version->robot, 0, err))
			return -1;
	}
	return 0;
}

static int look_through(struct look *look, const char *folder, struct err *err)
{
	struct dirent **teams;
	int n = scandir(folder, &teams, is_visible, by_bytes), failed = n < 0 ? err_errno(err, "cannot read the folder '%s'", folder) : 0;
	for (int i = 0; i < n; i++) {
		const char *name = teams[i]->d_name;
		AUTO_STR struct str path = str_of("%s/%s", folder, name);
		if (!failed && !is_folder(path.text))
			note(look, name, "'%s' %s", name, "is not the folder of a team");
		else if (!failed && !files_is_name(name))
			note(look, name, "'%s' is not a valid name for a team: %s", name, FILES_NAMES);
		else if (!failed)
			failed = enter_team(look, name, path.text, err);
		free(teams[i]);
	}
	if (n >= 0)
		free(teams);
	return failed ? -1 : 0;
}

static bool has_note(const json_t *notes, const char *team, const char *text)
{
	size_t i;
	json_t *one;
	json_array_foreach(notes, i, one)
		if (strcmp(json_string_value(json_array_get(one, 0)), team) == 0 &&
		    strcmp(json_string_value(json_array_get(one, 1)), text) == 0)
			return true;
	return false;
}

/* Stores the notes, and says those that are new. */
static int put_notes(const struct look *look, struct err *err)
{
	const struct contest *contest = look->contest;
	AUTO_JSON json_t *before = contest_notes(contest->database, err);
	if (!before || contest_put_notes(contest->database, (const char *const *)look->teams, (const char *const *)look->notes,
					 look->n_notes, err))
		return -1;
	for (int i = 0; i < look->n_notes; i++)
		if (!look->is_said[i] && !has_note(before, look->teams[i], look->notes[i]))
			contest_say(contest, "%s: %s", look->teams[i], look->notes[i]);
	return 0;
}

int enter_all(struct contest *contest, int64_t round, struct err *err)
{
	struct look look = {.contest = contest, .round = round};
	AUTO_STR struct str folder = contest_path(contest, "submissions");
	contest_now(look.today);
	if (contest_get_versions(contest->database, &look.versions, err))
		return -1;
	look.n_known = look.versions.n;
	look.is_there = NEW_ARRAY(bool, (size_t)look.n_known + 1);
	int failed = look_through(&look, folder.text, err) || enter_pending(&look, err) || withdraw(&look, err) || put_notes(&look, err);
	look_release(&look);
	return failed ? -1 : 0;
}

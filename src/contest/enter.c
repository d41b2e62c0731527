/* enter.c - turns submissions into versions that play (contest.h). */
#include "contest/contest.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "contest/prepare.h"
#include "contest/robot_json.h"

#define SECOND INT64_C(1000000000)

/* One pass over the submissions. */
struct look {
	struct contest *contest;
	int64_t round;
	char today[CONTEST_TIME];
	struct contest_versions versions; /* as before the pass; owned */
	bool *is_there;                   /* [versions.n]: the robot of the version is still submitted; owned */
	int n_new;                        /* versions that this pass has found */
	int n_entered;                    /* that now take part */
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
	static const char *const endings[] = {".c", ".cpp", ".cc", ".java", ".jar", ".so", ".py", ".js", ".zip", NULL};
	return ends_with(path, endings) || is_folder(path) || access(path, X_OK) == 0;
}

static bool is_archive(const char *path)
{
	static const char *const endings[] = {".tar", ".gz", ".tgz", ".xz", ".txz", ".bz2", ".zst", ".7z", ".rar", NULL};
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

static bool is_of(const struct contest_version *version, const struct enter_entry *entry)
{
	return strcmp(version->team, entry->team) == 0 && strcmp(version->robot, entry->robot) == 0;
}

static const struct contest_version *find_version(const struct look *look, const struct enter_entry *entry, const char *sha256)
{
	for (int i = 0; i < look->versions.n; i++)
		if (is_of(&look->versions.items[i], entry) && strcmp(look->versions.items[i].sha256, sha256) == 0)
			return &look->versions.items[i];
	return NULL;
}

/* Counts versions that were built again once. */
static int count_today(const struct look *look, const char *team)
{
	const struct workshop *workshop = &look->contest->workshop;
	int n = 0;
	for (int i = 0; i < look->versions.n; i++)
		n += strcmp(look->versions.items[i].team, team) == 0 && !contest_is_forgotten(&look->versions.items[i]) &&
		     strncmp(look->versions.items[i].arrived, look->today, 10) == 0;
	for (int i = 0; i < workshop->n; i++)
		n += strcmp(workshop->list[i].version.team, team) == 0;
	return n;
}

static bool has_name(const struct contest_version *version, const char *team, const char *name)
{
	return strcmp(version->team, team) == 0 && strcmp(version->name, name) == 0;
}

static bool is_taken(const struct look *look, const char *team, const char *name)
{
	const struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < look->versions.n; i++)
		if (has_name(&look->versions.items[i], team, name))
			return true;
	for (int i = 0; i < workshop->n; i++)
		if (has_name(&workshop->list[i].version, team, name))
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
static bool lacks_file(int n_files, const char *reason)
{
	return n_files == 1 && (strstr(reason, "No module named") || strstr(reason, "Cannot find module") ||
				strstr(reason, "No such file") || strstr(reason, "cannot find symbol"));
}

/* The file with the seconds that the builds and checks of a team have taken on a day: "2026-11-27 120". */
static struct str time_file(const struct look *look, const char *team)
{
	return str_of("%s/teams/%s/.time", look->contest->folder, team);
}

static long long seconds_today(const struct look *look, const char *team)
{
	AUTO_STR struct str path = time_file(look, team), text = {0};
	struct err none = {0};
	return access(path.text, F_OK) == 0 && str_read_file(&text, path.text, 100, &none) == 0 && text.length > 10 &&
	       strncmp(text.text, look->today, 10) == 0 ? strtoll(text.text + 10, NULL, 10) : 0;
}

static int add_seconds(const struct look *look, const struct prepared *prepared, struct err *err)
{
	AUTO_STR struct str path = time_file(look, prepared->version.team), text = {0};
	long long seconds = seconds_today(look, prepared->version.team) + (prepared->used_ns + SECOND - 1) / SECOND;
	str_addf(&text, "%.10s %lld\n", look->today, seconds);
	return file_write(path.text, &text, err);
}

static int store(struct look *look, struct contest_version *version, struct err *err)
{
	const struct contest *contest = look->contest;
	version->round = look->round;
	version->is_active = !*version->reason;
	look->n_entered += version->is_active;
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

/* Version i of the workshop is ready. */
static int take_ready(struct look *look, int i, struct err *err)
{
	struct workshop *workshop = &look->contest->workshop;
	struct prepared *prepared = &workshop->list[i];
	int failed = add_seconds(look, prepared, err);
	if (!failed && prepared->is_hindered) {
		note(look, prepared->version.team, "%s was not built because %s", prepared->version.name,
		     "the machine had too few processes or too little memory; the build is repeated before the next round");
	} else if (!failed) {
		if (lacks_file(prepared->n_files, prepared->version.reason)) {
			AUTO_STR struct str says = {0};
			str_addf(&says, "%s (if it is a file of the robot, submit both in a folder; packages are those that the organiser "
				 "has installed)", prepared->version.reason);
			free(prepared->version.reason);
			prepared->version.reason = mem_strdup(says.text);
		}
		failed = store(look, &prepared->version, err);
	}
	prepare_remove(workshop, i);
	return failed;
}

/* Could a round be played? */
static bool has_two(const struct look *look)
{
	const struct workshop *workshop = &look->contest->workshop;
	int n = look->n_entered;
	for (int i = 0; i < look->versions.n; i++)
		n += look->versions.items[i].is_active && look->is_there[i];
	for (int i = 0; i < workshop->n; i++)
		n += workshop->list[i].state == PREPARED_READY && !workshop->list[i].is_hindered && !*workshop->list[i].version.reason;
	return n >= 2;
}

/* Says which versions are not ready yet. */
static void say_waiting(const struct look *look, const char *what)
{
	enum { MOST_NAMES = 5 };
	const struct workshop *workshop = &look->contest->workshop;
	AUTO_STR struct str names = {0};
	int n = 0;
	for (int i = 0; i < workshop->n; i++) {
		const struct prepared *prepared = &workshop->list[i];
		if (prepared->state == PREPARED_READY || n++ >= MOST_NAMES)
			continue;
		AUTO_STR struct str label = contest_label(&prepared->version);
		str_addf(&names, "%s%s", names.length ? ", " : "", label.text);
		if (prepared->state == PREPARED_RUNS)
			str_addf(&names, " (%lld s)", (long long)((clock_wall_ns() - prepared->begun_ns) / SECOND));
	}
	contest_say(look->contest, "%s: %s%s", what, str_text(&names), n > MOST_NAMES ? ", ..." : "");
}

static int count_unready(const struct workshop *workshop)
{
	int n = 0;
	for (int i = 0; i < workshop->n; i++)
		n += workshop->list[i].state != PREPARED_READY;
	return n;
}

/* Waits for versions, and enters those that are ready: in their order, whichever was ready first. */
static int await(struct look *look, enum enter_wait wait, struct err *err)
{
	struct contest *contest = look->contest;
	struct workshop *workshop = &contest->workshop;
	int64_t since_ns = 0, said_ns = clock_wall_ns(), pause_ns = 10 * SECOND;
	while (count_unready(workshop)) {
		int64_t now = clock_wall_ns();
		if (contest->stop && *contest->stop)
			return err_set(err, EXIT_INTERRUPTED, "interrupted");
		if (prepare_step(contest, err))
			return -1;
		while (workshop->n && workshop->list[0].state == PREPARED_READY)
			if (take_ready(look, 0, err))
				return -1;
		if (!since_ns && has_two(look))
			since_ns = now;
		if (wait == ENTER_READY && since_ns && now - since_ns >= contest->settings.round_wait_seconds * SECOND)
			break;
		if (now - said_ns > pause_ns && count_unready(workshop)) {
			said_ns = now;
			pause_ns *= 2;
			say_waiting(look, "waiting for versions to be built and checked");
		}
	}
	if (count_unready(workshop))
		say_waiting(look, "the round begins without the versions that are not ready");
	for (int i = 0; i < workshop->n;) {
		if (workshop->list[i].state == PREPARED_READY) {
			if (take_ready(look, i, err))
				return -1;
			continue;
		}
		note(look, workshop->list[i].version.team, "%s is being built and checked%s", workshop->list[i].version.name,
		     "; it takes part from the first round that begins after that");
		i++;
	}
	return 0;
}

/* A team that submits another version of a robot does not need the one that is not ready. */
static int replace_unready(struct look *look, const struct enter_entry *entry, struct err *err)
{
	struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < workshop->n;) {
		struct contest_version *version = &workshop->list[i].version;
		if (!is_of(version, entry)) {
			i++;
			continue;
		}
		free(version->reason);
		version->reason = mem_strdup("it was replaced before it was built");
		if (!version->file)
			version->file = mem_strdup("");
		int failed = store(look, version, err);
		prepare_remove(workshop, i);
		if (failed)
			return -1;
	}
	return 0;
}

static int enter_new(struct look *look, const struct enter_entry *entry, const struct files *files, const char *tag, struct err *err)
{
	AUTO_STR struct str name = {0};
	char sha256[65], now[CONTEST_TIME];
	name_version(look, entry, tag, &name);
	if (replace_unready(look, entry, err))
		return -1;
	files_hash(files, sha256);
	contest_now(now);
	look->n_new++;
	struct contest_version version = {
		.team = mem_strdup(entry->team), .robot = mem_strdup(entry->robot), .name = mem_strdup(name.text),
		.sha256 = mem_strdup(sha256), .file = mem_strdup(""), .reason = mem_strdup(""), .arrived = mem_strdup(now),
		.season = look->contest->season.number,
	};
	return prepare_add(look->contest, &version, files, err);
}

static void mark(struct look *look, const struct enter_entry *entry)
{
	struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < look->versions.n; i++)
		look->is_there[i] |= is_of(&look->versions.items[i], entry);
	for (int i = 0; i < workshop->n; i++)
		workshop->list[i].is_there |= is_of(&workshop->list[i].version, entry);
}

/* Are these files being built? */
static bool is_unready(const struct look *look, const struct enter_entry *entry, const char *sha256)
{
	const struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < workshop->n; i++)
		if (is_of(&workshop->list[i].version, entry) && strcmp(workshop->list[i].version.sha256, sha256) == 0)
			return true;
	return false;
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

/* The robot and its version have the names of robot.json, if that has some. `build_robot` says what is wrong with it. */
static void name_robot(const struct files *files, struct enter_entry *entry, struct robot_json *json, struct str *tag)
{
	AUTO_STR struct str wrong = {0};
	robot_json_read(json, files, &wrong);
	if (json->name.length)
		entry->robot = json->name.text;
	if (json->version.length)
		str_set(tag, "%s", json->version.text);
}

/* *is_robot: false when there is nothing to build a robot from. */
static int enter(struct look *look, const struct enter_entry *submitted, bool *is_robot, struct err *err)
{
	struct enter_entry named = *submitted, *entry = &named;
	AUTO_ROBOT_JSON struct robot_json json = {0};
	const struct settings *settings = &look->contest->settings;
	AUTO_FILES struct files files = {.most = (size_t)settings->submission_mb << 20};
	AUTO_STR struct str tag = {0}, reason = {0};
	char sha256[65];
	bool is_zip = str_ends(entry->path, ".zip") && !is_folder(entry->path);
	int is_read = entry->is_git ? build_read_tag(entry->path, look->contest, &files, &tag, &reason, err)
		: is_zip	    ? build_read_zip(entry->path, look->contest, &files, &reason, err)
				    : read_files(entry, &files, &reason);
	if (is_read < 0)
		return -1;
	*is_robot = is_read && files.n;
	if (!*is_robot) {
		mark(look, entry); /* the version before stays */
		note(look, entry->team, "%s: %s", entry->robot,
		     files.n || reason.length ? str_text(&reason) : "it has no files");
		return 0;
	}
	files_strip(&files);
	files_sort(&files);
	files_hash(&files, sha256);
	name_robot(&files, entry, &json, &tag);
	mark(look, entry);
	const struct contest_version *known = find_version(look, entry, sha256);
	if (known && *known->reason)
		note_refused(look, known);
	if (known)
		return *known->reason || known->is_active ? 0 :
		       contest_set_active(look->contest->database, entry->team, entry->robot, known->id, err);
	if (is_unready(look, entry, sha256))
		return 0;
	bool is_late = seconds_today(look, entry->team) >= 60 * settings->team_minutes_per_day;
	if (!is_late && count_today(look, entry->team) < settings->versions_per_day)
		return enter_new(look, entry, &files, str_text(&tag), err);
	note(look, entry->team, "%s: a new version waits until tomorrow (UTC)%s", entry->robot,
	     is_late ? ", because the builds and checks of today took as long as team_minutes_per_day allows" : "");
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
		note(look, team->name, "'%s' cannot be used as a robot: it %s", name, is_packed ? "is an archive; make a zip "
			"archive of it, or unpack it into a folder" :
		     "is neither executable (chmod +x) nor a folder, and its name does not end in .c, .cpp, .cc, .java, "
		".jar, .so, .py, .js or .zip");
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

/* Its robots are not withdrawn. */
static void keep_team(struct look *look, const char *team)
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
		return enter(look, &whole, &is_robot, err);
	}
	struct dirent **entries;
	int n = scandir(path, &entries, is_visible, by_bytes), failed = 0;
	if (n < 0) { /* which stops no other team */
		note(look, name, "the folder '%s' cannot be read: %s", name, strerror(errno));
		keep_team(look, name);
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
	struct workshop *workshop = &look->contest->workshop;
	for (int i = workshop->n; i-- > 0;)
		if (!workshop->list[i].is_there)
			prepare_remove(workshop, i);
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
	int failed = look_through(&look, folder.text, err) || withdraw(&look, err);
	if (!failed && look.n_new)
		contest_say(contest, "%d new version%s to build and check", look.n_new, look.n_new == 1 ? "" : "s");
	failed = failed || await(&look, wait, err) || put_notes(&look, err);
	look_release(&look);
	return failed ? -1 : 0;
}

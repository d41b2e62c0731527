/* enter.c - turns submitted robots into versions that play (submissions.h). */
#include "contest/submissions.h"

#include "base/clock.h"
#include "base/file.h"
#include "contest/robot_json.h"

#define SECOND INT64_C(1000000000)

/* Records why a version was refused. When the team submits another version, the note is removed. */
static void note_refused(struct look *look, const struct contest_version *version)
{
	look_note(look, version->team, "%s does not take part: %s", version->name, version->reason);
}

static bool is_of(const struct contest_version *version, const struct enter_entry *entry)
{
	return strcmp(version->team, entry->team) == 0 && strcmp(version->robot, entry->robot) == 0;
}

static const struct contest_version *find_version(const struct look *look, const struct enter_entry *entry,
						  const char *sha256)
{
	return FIND_IN(version, look->versions.items, look->versions.n,
		       is_of(version, entry) && strcmp(version->sha256, sha256) == 0);
}

static int count_today(const struct look *look, const char *team)
{
	const struct workshop *workshop = &look->contest->workshop;
	int n = contest_count_of_day(&look->versions, team, look->today);
	for (int i = 0; i < workshop->n; i++)
		n += strcmp(workshop->list[i].version.team, team) == 0;
	return n;
}

static bool is_taken(const struct look *look, const char *team, const char *name)
{
	const struct workshop *workshop = &look->contest->workshop;
	return contest_has_version(&look->versions, team, name) ||
	       ANY_OF(i, workshop->n, strcmp(workshop->list[i].version.team, team) == 0 &&
		      strcmp(workshop->list[i].version.name, name) == 0);
}

/* Sets the name of a new version to "ROBOT-TAG", or to "ROBOT-N" with the first free number. */
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

/* Returns true if the reason is that a file was submitted without another file that it needs. */
static bool lacks_file(int n_files, const char *reason)
{
	return n_files == 1 && (strstr(reason, "No module named") || strstr(reason, "Cannot find module") ||
				strstr(reason, "No such file") || strstr(reason, "cannot find symbol"));
}

static bool has_used_its_day(const struct look *look, const char *team)
{
	return prepare_seconds_today(look->contest, team) >= 60 * look->contest->settings.team_minutes_per_day;
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
	contest_say(contest, "%s %s%s", label.text, version->is_active ? "takes part" : "does not take part: ",
		    version->reason);
	if (!version->is_active) {
		note_refused(look, version);
		look->is_said[look->n_notes - 1] = true;
	}
	return 0;
}

/* Stores version i of the workshop, which is ready, and removes it from there. */
static int take_ready(struct look *look, int i, struct err *err)
{
	struct workshop *workshop = &look->contest->workshop;
	struct prepared *prepared = &workshop->list[i];
	int failed = prepare_charge(look->contest, prepared, err);
	if (!failed && prepared->is_hindered) {
		look_note(look, prepared->version.team, "%s was not built because %s", prepared->version.name,
		     "the machine had too few processes or too little memory; "
		     "the build is repeated before the next round");
	} else if (!failed) {
		if (lacks_file(prepared->n_files, prepared->version.reason)) {
			AUTO_STR struct str says = {0};
			str_addf(&says, "%s (if it is a file of the robot, submit both in a folder; "
					"packages are those that the organiser has installed)",
				 prepared->version.reason);
			free(prepared->version.reason);
			prepared->version.reason = mem_strdup(says.text);
		}
		failed = store(look, &prepared->version, err);
	}
	prepare_remove(workshop, i);
	return failed;
}

/* Returns true if there are enough versions for a round. */
static bool has_two(const struct look *look)
{
	const struct workshop *workshop = &look->contest->workshop;
	int n = look->n_entered;
	for (int i = 0; i < look->versions.n; i++)
		n += look->versions.items[i].is_active && look->is_there[i];
	for (int i = 0; i < workshop->n; i++)
		n += workshop->list[i].state == PREPARED_READY && !workshop->list[i].is_hindered &&
			!*workshop->list[i].version.reason;
	return n >= 2;
}

/* Reports which versions are not ready yet. */
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
	return COUNT_IF(i, workshop->n, workshop->list[i].state != PREPARED_READY);
}

int enter_await(struct look *look, enum enter_wait wait, struct err *err)
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
		if (wait == ENTER_LOOK)
			break;
		if (wait == ENTER_READY && since_ns && now - since_ns >= contest->settings.round_wait_seconds * SECOND)
			break;
		if (now - said_ns > pause_ns && count_unready(workshop)) {
			said_ns = now;
			pause_ns *= 2;
			say_waiting(look, "waiting for versions to be built and checked");
		}
	}
	if (count_unready(workshop) && wait == ENTER_READY)
		say_waiting(look, "the round begins without the versions that are not ready");
	for (int i = 0; i < workshop->n;) {
		if (workshop->list[i].state == PREPARED_READY) {
			if (take_ready(look, i, err))
				return -1;
			continue;
		}
		look_note(look, workshop->list[i].version.team, "%s is being built and checked%s",
			workshop->list[i].version.name, "; it takes part from the first round that begins after that");
		i++;
	}
	return 0;
}

/* Ends the preparation of a version that is not ready, because its team has submitted another version of the same
 * robot. The ended version still counts towards the limits of the day. */
static void replace_unready(struct look *look, const struct enter_entry *entry)
{
	struct workshop *workshop = &look->contest->workshop;
	for (int i = 0; i < workshop->n; i++)
		if (is_of(&workshop->list[i].version, entry))
			prepare_end(&workshop->list[i], "it was replaced before it was built");
}

static int enter_new(struct look *look, const struct enter_entry *entry, const struct files *files, const char *tag,
		     struct err *err)
{
	AUTO_STR struct str name = {0};
	char sha256[65], now[CONTEST_TIME];
	name_version(look, entry, tag, &name);
	replace_unready(look, entry);
	files_hash(files, sha256);
	contest_now(now);
	look->n_new++;
	struct contest_version version = {
		.team = mem_strdup(entry->team), .robot = mem_strdup(entry->robot), .name = mem_strdup(name.text),
		.sha256 = mem_strdup(sha256), .file = mem_strdup(""), .reason = mem_strdup(""),
		.arrived = mem_strdup(now), .season = look->contest->season.number,
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

/* Returns true if these files are being built. */
static bool is_unready(const struct look *look, const struct enter_entry *entry, const char *sha256)
{
	const struct workshop *workshop = &look->contest->workshop;
	return ANY_OF(i, workshop->n, is_of(&workshop->list[i].version, entry) &&
		      strcmp(workshop->list[i].version.sha256, sha256) == 0);
}

/* Reads the files of a robot that is not a repository: the files in its folder, or one file and the folder ROBOT.data
 * beside it. */
static bool read_files(const struct enter_entry *entry, struct files *files, struct str *reason)
{
	AUTO_STR struct str data = {0}, name = {0};
	if (look_is_folder(entry->path))
		return files_add(files, entry->path, "", reason);
	str_addf(&name, "%s.data", entry->robot);
	str_add_n(&data, entry->path, (size_t)(strrchr(entry->path, '/') + 1 - entry->path));
	str_add(&data, name.text);
	return files_add(files, entry->path, strrchr(entry->path, '/') + 1, reason) &&
	       (!look_is_folder(data.text) || files_add(files, data.text, name.text, reason));
}

/* Sets the names of the robot and its version from robot.json, if they are given there. `build_robot` reports errors in
 * that file. */
static void name_robot(const struct files *files, struct enter_entry *entry, struct robot_json *json, struct str *tag)
{
	AUTO_STR struct str wrong = {0};
	robot_json_read(json, files, &wrong);
	if (json->name.length)
		entry->robot = json->name.text;
	if (json->version.length)
		str_set(tag, "%s", json->version.text);
}

/* Reads a repository or an archive. While it is read, all other submissions wait. So if it takes too long, its team
 * loses a third of its time for the day. */
static int read_packed(struct look *look, const struct enter_entry *entry, bool is_zip, struct files *files,
		       struct str *tag, struct str *reason, struct err *err)
{
	bool was_late = false;
	if (has_used_its_day(look, entry->team)) {
		str_add(reason,
			"it is read again tomorrow (UTC), because today its team has used its time "
			"(team_minutes_per_day)");
		return 0;
	}
	int is_read = build_read(entry->path, is_zip, look->contest, files, tag, &was_late, reason, err);
	long long third_s = 20 * look->contest->settings.team_minutes_per_day;
	return was_late && prepare_add_seconds(look->contest, entry->team, third_s, err) ? -1 : is_read;
}

int enter_robot(struct look *look, const struct enter_entry *submitted, bool *is_robot, struct err *err)
{
	struct enter_entry named = *submitted, *entry = &named;
	AUTO_ROBOT_JSON struct robot_json json = {0};
	const struct settings *settings = &look->contest->settings;
	AUTO_FILES struct files files = {.most = (size_t)settings->submission_mb << 20};
	AUTO_STR struct str tag = {0}, reason = {0};
	char sha256[65];
	bool is_zip = str_ends(entry->path, ".zip") && !look_is_folder(entry->path);
	int is_read = entry->is_git || is_zip ? read_packed(look, entry, is_zip, &files, &tag, &reason, err)
					      : read_files(entry, &files, &reason);
	if (is_read < 0)
		return -1;
	*is_robot = is_read && files.n;
	if (!*is_robot) {
		look_keep_team(look, entry->team); /* the previous version stays, whatever its name in robot.json */
		look_note(look, entry->team, "%s: %s", entry->robot,
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
	bool is_late = has_used_its_day(look, entry->team);
	if (!is_late && count_today(look, entry->team) < settings->versions_per_day)
		return enter_new(look, entry, &files, str_text(&tag), err);
	look_note(look, entry->team, "%s: a new version waits until tomorrow (UTC)%s", entry->robot,
	     is_late ? ", because the builds and checks of today took as long as team_minutes_per_day allows" : "");
	return 0;
}

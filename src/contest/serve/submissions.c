/* submissions.c - the uploads of teams, and their states.
 *
 * An upload is a file in FOLDER/submissions/TEAM. It is written under the name .upload, which is not read as a robot,
 * and renamed when it is complete. Until the files that it replaces are removed, there is an empty file .put-NAME
 * beside it, so that the next server can remove them if this one is killed. Teams submit folders, repositories and
 * programs in other ways, and the server does not change these. */
#include "contest/serve/inside.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "contest/files.h"
#include "contest/pages.h"

static const char new_name[] = ".upload", mark[] = ".put-";

/* Returns true if the contents of the file agree with its extension: archives and programs have certain first bytes,
 * and sources have no zero bytes. */
static bool is_of_its_kind(const char *ending, const struct str *bytes)
{
	static const char zip[] = {'P', 'K', 3, 4}, elf[] = {127, 'E', 'L', 'F'};
	const char *wanted = strcmp(ending, ".zip") == 0 || strcmp(ending, ".jar") == 0 ? zip
		: strcmp(ending, ".so") == 0 ? elf : NULL;
	return wanted ? bytes->length > sizeof zip && memcmp(bytes->text, wanted, sizeof zip) == 0
		      : !memchr(bytes->text, 0, bytes->length);
}

static int open_team(const struct host *host, const char *team, bool creates)
{
	AUTO_STR struct str path = str_of("%s/submissions/%s", host->contest.folder, team);
	if (creates)
		mkdir(path.text, 0755);
	return open(path.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool is_file(int folder, const char *name)
{
	struct stat st;
	return fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode);
}

/* Returns true if this name is that of a folder with a robot's data. */
static bool is_data(const char *name)
{
	return str_ends(name, ".data");
}

/* Returns the length of a file's name without its extension. */
static size_t stem_length(const char *file)
{
	const char *dot = strrchr(file, '.');
	return dot && dot > file ? (size_t)(dot - file) : strlen(file);
}

/* Returns true if two files belong to the same robot, such as bot.c and bot.py. */
static bool is_same_robot(const char *a, const char *b)
{
	size_t n = stem_length(a);
	return n == stem_length(b) && strncmp(a, b, n) == 0;
}

/* Finds the team's files that an upload replaces: those of the same robot and, if a team may have only one robot, all
 * others. Adds their names. Sets *why if the upload must be refused. */
static void find_replaced(const struct host *host, int folder, const char *name, struct words *replaced,
			  const char **why)
{
	AUTO_WORDS struct words entries = {0};
	int n_others = 0;
	long long most = host->contest.settings.robots_per_team;
	files_list(folder, ".", &entries);
	if (faccessat(folder, ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		*why = "The folder of your team is a git repository: submit there.";
	for (int i = 0; i < entries.n; i++) {
		const char *other = entries.word[i];
		bool is_uploaded = files_ending(other) && is_file(folder, other), is_same = is_same_robot(name, other);
		if (is_data(other))
			continue;
		if ((is_same || most == 1) && !is_uploaded)
			*why = "Your team has submitted a robot as a folder or program. Remove it there first.";
		else if (strcmp(name, other) != 0 && (is_same || most == 1))
			words_add(replaced, other);
		n_others += !is_same;
	}
	if (most > 1 && n_others >= most)
		*why = "Your team has as many robots as it may have. "
		       "Withdraw one of them first, or upload a file of the same name.";
}

/* Writes a new file. An existing one is removed and not opened, because the team may have put a pipe there, which would
 * block the server. */
static int write_new(int folder, const char *name, const struct str *bytes)
{
	unlinkat(folder, name, 0);
	AUTO_CLOSE int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	return fd < 0 || str_write(fd, bytes->text, bytes->length) || fsync(fd) ? -1 : 0;
}

static void remove_files(int folder, const struct words *names)
{
	for (int i = 0; i < names->n; i++)
		unlinkat(folder, names->word[i], 0);
}

/* Removes the files that the upload of this file has replaced. */
static void finish_upload(const struct host *host, int folder, const char *name)
{
	AUTO_WORDS struct words replaced = {0};
	const char *why = NULL;
	find_replaced(host, folder, name, &replaced, &why);
	if (!why)
		remove_files(folder, &replaced);
}

static void finish_uploads_of(const struct host *host, const char *team)
{
	int folder = open_team(host, team, false);
	DIR *entries = folder >= 0 ? mem_checked(fdopendir(folder)) : NULL;
	if (!entries)
		return mem_auto_close(&folder);
	for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
		const char *name = entry->d_name + sizeof mark - 1;
		bool is_mark = strncmp(entry->d_name, mark, sizeof mark - 1) == 0;
		if (is_mark && files_is_name(name) && files_ending(name) && is_file(folder, name))
			finish_upload(host, folder, name);
		if (is_mark)
			unlinkat(folder, entry->d_name, 0);
	}
	unlinkat(folder, new_name, 0);
	closedir(entries);
}

void submissions_finish(const struct host *host)
{
	AUTO_STR struct str path = contest_path(&host->contest, "submissions");
	AUTO_WORDS struct words teams = {0};
	files_list(AT_FDCWD, path.text, &teams);
	for (int i = 0; i < teams.n; i++)
		finish_uploads_of(host, teams.word[i]);
}

static void put_file(struct exchange *exchange, const struct http_field *file)
{
	struct host *host = exchange->host;
	const char *why = NULL;
	AUTO_WORDS struct words replaced = {0};
	AUTO_CLOSE int folder = open_team(host, exchange->team, true);
	if (folder < 0) {
		exchange_say(exchange, 500, "The folder of your team cannot be opened. Ask the organiser.");
		return;
	}
	find_replaced(host, folder, file->file, &replaced, &why);
	AUTO_STR struct str marked = str_of("%s%s", mark, file->file);
	bool is_put = !why && write_new(folder, new_name, &file->value) == 0 && write_new(folder, marked.text,
		&(struct str){0}) == 0 && renameat(folder, new_name, folder, file->file) == 0;
	if (is_put)
		remove_files(folder, &replaced);
	if (!why)
		unlinkat(folder, marked.text, 0);
	if (why) {
		exchange_say(exchange, 409, "%s", why);
	} else if (!is_put) {
		exchange_say(exchange, 507, "The file could not be stored. Ask the organiser.");
	} else {
		host_want_build(host);
		exchange_go(exchange, "/team");
	}
}

void exchange_withdraw(struct exchange *exchange)
{
	const char *name = exchange_field(exchange, "file"), *why;
	AUTO_CLOSE int folder = open_team(exchange->host, exchange->team, false);
	if (!*exchange_field(exchange, "sure")) {
		exchange_say(exchange, 400, "Tick the box first. The robot then no longer takes part.");
	} else if (!host_is_open(exchange->host, &why)) {
		exchange_say(exchange, 409, "%s", why);
	} else if (folder < 0 || !files_is_name(name) || !is_file(folder, name) || unlinkat(folder, name, 0)) {
		exchange_say(exchange, 404, "There is no such file to withdraw.");
	} else {
		host_want_build(exchange->host);
		exchange_go(exchange, "/team");
	}
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Returns true if this is a version of the robot in the file. If teams may have only one robot, all versions are,
 * because robot.json may give the robot another name. */
static bool is_version_of(const struct host *host, const char *version, const char *file)
{
	size_t n = stem_length(file);
	return host->contest.settings.robots_per_team == 1 || (strncmp(file, version, n) == 0 && version[n] == '-');
}

static const struct contest_version *find_latest(const struct host *host, const char *team, const char *file,
						 bool is_active)
{
	for (int i = host->ranking.versions.n; i-- > 0;) {
		const struct contest_version *version = &host->ranking.versions.items[i];
		if (strcmp(version->team, team) == 0 && is_version_of(host, version->name, file) &&
		    (version->is_active || !is_active))
			return version;
	}
	return NULL;
}

static bool has_file(const char *folder, const char *name)
{
	AUTO_STR struct str path = str_of("%s/%s", folder, name);
	return access(path.text, F_OK) == 0;
}

/* Returns the state of a version of this robot that is being prepared (prepare.c), from the files in its folder, or
 * NULL if there is none. */
static const char *find_preparing(const struct host *host, const char *team, const char *file)
{
	AUTO_STR struct str path = str_of("%s/teams/%s", host->contest.folder, team);
	AUTO_WORDS struct words versions = {0};
	const char *state = NULL;
	files_list(AT_FDCWD, path.text, &versions);
	for (int i = 0; i < versions.n; i++) {
		AUTO_STR struct str folder = str_of("%s/%s", path.text, versions.word[i]);
		if (!contest_has_version(&host->ranking.versions, team, versions.word[i]) &&
		    is_version_of(host, versions.word[i], file))
			state = has_file(folder.text, "doctor.txt") ? "checking"
				: has_file(folder.text, "build.log") ? "building" : "waiting";
	}
	return state;
}

/* Returns the note about the submission in this file (enter.c): "bot-2 does not take part: ...", "bot: ..." or
 * "'bot.c': ...". */
static const char *find_note(const struct host *host, const char *team, const char *file)
{
	size_t n = stem_length(file);
	JSON_EACH(i, note, host->notes) {
		const char *text = json_string_value(json_array_get(note, 1)), *name = text + (*text == '\'');
		if (strcmp(json_string_value(json_array_get(note, 0)), team) == 0 && strncmp(name, file, n) == 0 &&
		    strchr("-:.", name[n]))
			return text;
	}
	return NULL;
}

/* Returns true if the file was uploaded after the last scan of the submissions and is not being prepared. */
static bool is_unseen(const struct host *host, const char *team, int folder, const char *file)
{
	struct stat st = {0};
	char at[CONTEST_TIME];
	fstatat(folder, file, &st, AT_SYMLINK_NOFOLLOW);
	contest_write_time(st.st_mtim.tv_sec, at);
	const struct contest_version *version = find_latest(host, team, file, false);
	bool is_entered = version && strcmp(version->arrived, at) >= 0;
	return !is_entered && !is_later(&host->looked, &st.st_mtim) && !find_preparing(host, team, file);
}

int host_versions_today(const struct host *host, const char *team, const char *but)
{
	char now[CONTEST_TIME];
	const char *why;
	contest_now(now);
	int n = contest_count_of_day(&host->ranking.versions, team, now);
	AUTO_STR struct str path = str_of("%s/teams/%s", host->contest.folder, team);
	AUTO_WORDS struct words versions = {0}, files = {0}, replaced = {0};
	AUTO_CLOSE int folder = open_team(host, team, false);
	files_list(AT_FDCWD, path.text, &versions);
	for (int i = 0; i < versions.n; i++)
		n += !contest_has_version(&host->ranking.versions, team, versions.word[i]);
	if (folder < 0)
		return n;
	files_list(folder, ".", &files);
	if (but)
		find_replaced(host, folder, but, &replaced, &why);
	for (int i = 0; i < files.n; i++) {
		bool is_out = is_data(files.word[i]) || (but && strcmp(files.word[i], but) == 0) ||
			      ANY_OF(k, replaced.n, strcmp(files.word[i], replaced.word[k]) == 0);
		n += !is_out && is_unseen(host, team, folder, files.word[i]);
	}
	return n;
}

void exchange_upload(struct exchange *exchange)
{
	const struct settings *settings = &exchange->host->contest.settings;
	const struct http_field *file = http_find(exchange->request, "robot");
	const char *why, *ending = file && file->file ? files_ending(file->file) : NULL;
	if (!file || !file->file || !*file->file)
		exchange_say(exchange, 400, "Choose a file first.");
	else if (!files_is_name(file->file))
		exchange_say(exchange, 400, "This is not a valid name for a file: %s.", FILES_NAMES);
	else if (!ending)
		exchange_say(exchange, 415,
			"The name must end in .c, .cpp, .cc, .java, .jar, .so, .py, .js or .zip. Other robots: "
			"put all files into a zip archive.");
	else if (!file->value.length)
		exchange_say(exchange, 400, "The file is empty.");
	else if (file->value.length > (size_t)settings->submission_mb << 20)
		exchange_say(exchange, 413, "The file is too large: a robot may have at most %lld MB.",
			     settings->submission_mb);
	else if (!is_of_its_kind(ending, &file->value))
		exchange_say(exchange, 415, "The content of the file is not what its name says: it is not a %s file.",
			     ending);
	else if (!host_is_open(exchange->host, &why))
		exchange_say(exchange, 409, "%s", why);
	else if (host_versions_today(exchange->host, exchange->team, file->file) >= settings->versions_per_day)
		exchange_say(exchange, 429, "A team may submit %lld versions a day. The next day begins at 00:00 UTC.",
			     settings->versions_per_day);
	else
		put_file(exchange, file);
}

static json_t *robot_of(const struct host *host, const char *team, int folder, const char *file, bool has_logs)
{
	struct stat st = {0};
	char at[CONTEST_TIME];
	AUTO_STR struct str text = {0};
	fstatat(folder, file, &st, AT_SYMLINK_NOFOLLOW);
	contest_write_time(st.st_mtim.tv_sec, at);
	const struct contest_version *version = find_latest(host, team, file, false);
	const struct contest_version *active = find_latest(host, team, file, true);
	const char *note = find_note(host, team, file), *state = find_preparing(host, team, file);
	bool is_entered = version && strcmp(version->arrived, at) >= 0;
	const char *why = is_entered ? version->reason : note ? note : active ? "" : "it was not accepted";
	if (!state)
		state = is_unseen(host, team, folder, file) ? "waiting" : active && !*why ? "plays" : "refused";
	if (strcmp(state, "plays") == 0)
		str_addf(&text, "plays as %s", active->name);
	else if (strcmp(state, "refused") == 0)
		str_addf(&text, "does not play: %s", *why ? why : "it was replaced");
	else
		str_add(&text, strcmp(state, "waiting") == 0 ? "waits for its build"
			: strcmp(state, "building") == 0 ? "is being built" : "is being checked");
	if (active && strcmp(state, "plays") != 0)
		str_addf(&text, "; until then %s plays", active->name);
	json_t *data = json_pack("{s:o, s:b, s:s, s:s, s:o, s:o}", "file", json_clean(file),
				 "is_file", (int)(S_ISREG(st.st_mode) && files_ending(file)), "at", at, "state",
				 state, "text", json_clean(text.text),
				 "version", version ? json_clean(version->name) : json_null());
	if (has_logs)
		json_add(data, "{s:o, s:o}", "build_log", contest_page_file(&host->contest, version, "build.log"),
			 "checks", contest_page_file(&host->contest, version, "doctor.txt"));
	return data;
}

json_t *host_robots(const struct host *host, const char *team, bool has_logs)
{
	AUTO_CLOSE int folder = open_team(host, team, false);
	AUTO_WORDS struct words files = {0};
	json_t *list = json_array();
	if (folder >= 0)
		files_list(folder, ".", &files);
	for (int i = 0; i < files.n; i++)
		if (!is_data(files.word[i]))
			json_array_append_new(list, robot_of(host, team, folder, files.word[i], has_logs));
	return list;
}

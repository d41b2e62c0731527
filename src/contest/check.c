/* check.c - `arena contest check`: what is missing before a contest opens, and which languages can be built
 * (contest.h). */
#include "contest/contest.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/control_group.h"
#include "base/cores.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "contest/box.h"
#include "contest/files.h"

#include "contest/scripts.inc"

struct checking {
	const struct contest *contest;
	struct str *out;
	int n_missing;
	struct words teams; /* the folders in submissions */
};

enum check_level { CHECK_OK = 0, CHECK_MISSING, CHECK_NOTE };

__attribute__((format(printf, 3, 4))) static void add(struct checking *checking, enum check_level level,
						      const char *format, ...)
{
	va_list args;
	va_start(args, format);
	json_t *text = json_vsprintf(format, args);
	va_end(args);
	static const char *const words[] = {[CHECK_OK] = "ok", [CHECK_MISSING] = "missing", [CHECK_NOTE] = "note"};
	str_addf(checking->out, "%s: %s\n", words[level], json_is_string(text) ? json_string_value(text) : "?");
	json_decref(text);
	checking->n_missing += level == CHECK_MISSING;
}

static void check_files(struct checking *checking)
{
	AUTO_STR struct str path = contest_path(checking->contest, "contest");
	struct stat st;
	if (stat(path.text, &st) == 0 && (st.st_mode & 077))
		add(checking, CHECK_MISSING, "others can read the seed of the final in '%s': chmod 600", path.text);
	else
		add(checking, CHECK_OK, "only its owner can read the settings with the seed");
}

static void check_times(struct checking *checking)
{
	const struct settings *settings = &checking->contest->settings;
	const struct {
		const char *name, *setting, *otherwise;
	} times[] = {
		{"opens", settings->opens, "rounds begin with `arena contest run`"},
		{"freezes", settings->freezes, "`arena contest freeze` ends the submissions"},
		{"final", settings->final, "`arena contest final` plays it"},
	};
	char now[CONTEST_TIME], time[CONTEST_TIME];
	contest_now(now);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		if (!settings_time(times[i].setting, time))
			add(checking, CHECK_OK, "'%s' is not set: %s", times[i].name, times[i].otherwise);
		else if (!contest_time(checking->contest, times[i].setting, time))
			add(checking, i > 0 ? CHECK_MISSING : CHECK_OK,
			    "'%s', %.16s, is before this season began and is ignored", times[i].name, time);
		else
			add(checking, CHECK_OK, "'%s' is %.16s UTC%s", times[i].name, time,
			    strcmp(time, now) < 0 ? ", which has passed" : "");
	}
}

static void read_teams(struct checking *checking)
{
	AUTO_STR struct str path = contest_path(checking->contest, "submissions");
	if (files_list(AT_FDCWD, path.text, &checking->teams)) {
		add(checking, CHECK_MISSING, "the folder '%s' cannot be read", path.text);
		return;
	}
	int n = checking->teams.n;
	add(checking, n < 2 ? CHECK_MISSING : CHECK_OK, "%d team%s submitted; a round needs two robots", n,
	    n == 1 ? " has" : "s have");
}

static void check_categories(struct checking *checking)
{
	const struct settings *settings = &checking->contest->settings;
	AUTO_STR struct str name = {0};
	for (int i = 0; settings_category(settings, i, &name); i++) {
		int n = COUNT_IF(k, checking->teams.n, settings_has_team(settings, i, checking->teams.word[k]));
		add(checking, n ? CHECK_OK : CHECK_MISSING, "category '%s' has %d team%s that submitted", name.text, n,
		    n == 1 ? "" : "s");
	}
}

static void check_site(struct checking *checking)
{
	const struct settings *settings = &checking->contest->settings;
	add(checking, *settings->hand_in ? CHECK_OK : CHECK_NOTE,
	    *settings->hand_in ? "the site says how to submit: %s"
			       : "'hand_in' is not set: the site does not say how to submit%s", settings->hand_in);
	add(checking, *settings->site ? CHECK_OK : CHECK_NOTE,
	    *settings->site ? "the site is %s" : "'site' is not set: the feed needs the address of the site%s",
	    settings->site);
}

static void check_memory(struct checking *checking)
{
	const struct settings *settings = &checking->contest->settings;
	uint64_t free_mb = available_memory() >> 20;
	uint64_t each = (uint64_t)(settings->build_memory_mb + settings->build_disk_mb);
	uint64_t all = each * (uint64_t)cores_allowed();
	add(checking, all > free_mb ? CHECK_MISSING : CHECK_OK, "%d builds at a time may use %" PRIu64
	    " MB of the %" PRIu64 " MB that are free", cores_allowed(), all, free_mb);
}

/* Returns the LANGUAGE, VERSION and MODULES of a line, which are separated by tabs. */
static json_t *language_of(const char *line)
{
	const char *version = line + strcspn(line, "\t"), *modules = version + (*version != '\0');
	modules += strcspn(modules, "\t");
	AUTO_STR struct str language = {0}, text = {0};
	str_add_n(&language, line, (size_t)(version - line));
	if (*version)
		str_add_n(&text, version + 1, (size_t)(modules - version - 1));
	AUTO_STR struct str clean_language = text_cleaned(str_text(&language)), clean = text_cleaned(str_text(&text));
	return json_pack("{s:s, s:s, s:o}", "language", str_text(&clean_language), "version", str_text(&clean),
			 "modules", json_clean(*modules ? modules + 1 : ""));
}

/* Reads the lines of languages.sh. Returns the languages that are installed, and reports the missing ones. */
static json_t *take_languages(struct checking *checking, const char *lines)
{
	AUTO_STR struct str line = {0};
	json_t *list = json_array();
	while (str_next_line(&line, &lines)) {
		json_t *language = language_of(line.text);
		const char *name = json_string_value(json_object_get(language, "language")),
			   *version = json_string_value(json_object_get(language, "version"));
		add(checking, *version ? CHECK_OK : CHECK_NOTE, *version ? "%s: %s" : "%s is not installed%s", name,
		    version);
		if (*version)
			json_array_append(list, language);
		json_decref(language);
	}
	return list;
}

/* Checks the languages, and stores the result for the site. */
static int check_languages(struct checking *checking, struct err *err)
{
	const struct contest *contest = checking->contest;
	AUTO_STR struct str path = contest_path(contest, "languages.json");
	AUTO_STR struct str text = {0}, submissions = contest_path(contest, "submissions");
	struct err why = {0};
	struct box box = {.source = submissions.text, .script = languages_sh, .name = "",
		.seconds = contest->settings.build_seconds, .memory_mb = contest->settings.build_memory_mb,
		.disk_mb = contest->settings.build_disk_mb, .most = 1 << 20, .stop = contest->stop};
	int failed = contest_box_run(&box, &why);
	if (failed && why.code == EXIT_INTERRUPTED)
		return err_set(err, why.code, "%s", why.text);
	if (failed || !box.has_ended_well) {
		AUTO_STR struct str said = {0};
		text_add_clean(&said, failed ? why.text : str_text(&box.said));
		add(checking, CHECK_MISSING, "the sandbox of builds does not work: %.500s", said.text);
		contest_box_release(&box);
		return 0;
	}
	json_add_text(&text, json_pack("{s:o}", "languages", take_languages(checking, str_text(&box.out))));
	contest_box_release(&box);
	return file_write(path.text, &text, err);
}

int contest_check(const struct contest *contest, struct str *out, int *n_missing, struct err *err)
{
	struct checking checking = {.contest = contest, .out = out};
	check_files(&checking);
	check_times(&checking);
	read_teams(&checking);
	check_categories(&checking);
	check_site(&checking);
	check_memory(&checking);
	int failed = check_languages(&checking, err);
	words_release(&checking.teams);
	*n_missing = checking.n_missing;
	return failed;
}

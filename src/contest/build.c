/* build.c - builds a robot from its files (prepare.h). */
#include "contest/prepare.h"

#include "base/text.h"
#include "contest/box.h"
#include "contest/robot_json.h"
#include "robot/program/command.h"

#include "contest/scripts.inc"

enum { LARGEST_ROBOT_MB = 256 };

void build_release(struct build *build)
{
	str_release(&build->file);
	str_release(&build->reason);
	str_release(&build->log);
	str_release(&build->options);
}

/* Returns the file NAME + ending, where NAME is the robot's name, "main" or "robot". */
static const struct file *find_named(const struct build *build, const char *ending)
{
	const char *const names[] = {build->robot, "main", "robot"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		AUTO_STR struct str name = str_of("%s%s", names[i], ending);
		const struct file *found = files_find(build->files, name.text);
		if (found && (*ending || found->is_program))
			return found;
	}
	return NULL;
}

/* Returns the only file at the top with this extension; for "", the only file, if it is a program. */
static const struct file *find_only(const struct files *files, const char *ending)
{
	const struct file *found = NULL;
	for (int i = 0; i < files->n; i++) {
		const struct file *file = &files->items[i];
		if (strcmp(file->path, ROBOT_JSON) == 0 ||
		    (*ending && (strchr(file->path, '/') || !str_ends(file->path, ending))))
			continue;
		if (found)
			return NULL;
		found = file;
	}
	return found && (*ending || found->is_program) ? found : NULL;
}

/* Finds the file that selects one of build.sh's recipes for the language. '*' matches any file with that extension at
 * the top of the folder. Adds the recipe, or nothing if there is no such file. */
static void find_recipe(const struct files *files, const char *language, struct str *recipe)
{
	AUTO_FREE char *recipes = mem_strdup(robot_json_recipes(language));
	char *rest = recipes;
	for (char *wanted; (wanted = strsep(&rest, " ")) != NULL;) {
		for (int i = 0; i < files->n && *wanted; i++) {
			const char *path = files->items[i].path;
			if (*wanted == '*' ? !strchr(path, '/') && str_ends(path, wanted + 1)
					   : strcmp(path, wanted) == 0) {
				str_add(recipe, wanted);
				return;
			}
		}
	}
}

/* Returns the file of a robot that needs no build: a .so, a program, or a Python file with get_play. A .so beside
 * another robot counts as part of that robot. */
static const struct file *find_ready(const struct build *build, const char *wanted)
{
	static const char *const named[] = {".so", ".py", ".js", ""}, *const only[] = {".py", ".js", ".so", ""};
	const struct file *file = NULL;
	if (wanted && !(file = find_named(build, wanted)))
		return find_only(build->files, wanted);
	for (size_t i = 0; i < sizeof named / sizeof *named && !file; i++)
		file = find_named(build, named[i]);
	for (size_t i = 0; i < sizeof only / sizeof *only && !file; i++)
		file = find_only(build->files, only[i]);
	return file;
}

static bool has_folder(const struct files *files, const char *name)
{
	size_t n = strlen(name);
	return ANY_OF(i, files->n, strncmp(files->items[i].path, name, n) == 0 && files->items[i].path[n] == '/');
}

/* Stores the robot from the output of the sandbox: "so" or "program", a line break, and the bytes of the file. */
static int take_robot(struct build *build, const struct box *box, struct err *err)
{
	AUTO_FILES struct files made = {.most = SIZE_MAX};
	size_t n_kind = strcspn(str_text(&box->out), "\n");
	bool is_so = strncmp(str_text(&box->out), "so\n", 3) == 0;
	if (n_kind >= box->out.length)
		return 0;
	str_addf(&build->file, ".%s%s", build->robot, is_so ? ".so" : "");
	if (!has_folder(build->files, build->file.text + 1)) /* otherwise the dot stays, because submitted names do not
	                                                      * begin with one */
		memmove(build->file.text, build->file.text + 1, build->file.length--);
	files_add_bytes(&made, build->file.text, true, box->out.text + n_kind + 1, box->out.length - n_kind - 1,
			&build->reason);
	return files_write(&made, build->folder, err);
}

/* Cleans line by line, because cleaning the whole text would remove its line breaks. */
static void add_lines(const struct str *said, struct str *out)
{
	AUTO_STR struct str line = {0};
	for (const char *at = str_text(said); str_next_line(&line, &at);) {
		for (size_t i = 0; i < line.length; i++)
			line.text[i] = line.text[i] == '\t' ? ' ' : line.text[i];
		text_add_clean(out, line.text);
		str_add(out, "\n");
	}
}

/* Returns how informative a line of the log is about the failure. */
static int line_worth(const char *line)
{
	if (!*line || strncmp(line, "$ ", 2) == 0 || strncmp(line, "arena: exited with status ", 26) == 0)
		return 0;
	if (strstr(line, "error") || strstr(line, "not found"))
		return 3;
	return strncmp(line, "make: ", 6) == 0 || strncmp(line, "make[", 5) == 0 ? 1 : 2;
}

/* Adds the most informative line: the first one with "error" or "not found", or else the last one, if possible from a
 * tool that make ran. */
static void add_first_error(const struct str *log, struct str *reason)
{
	AUTO_STR struct str line = {0}, best = {0};
	int most = -1;
	for (const char *at = str_text(log); most < 3 && str_next_line(&line, &at);) {
		int worth = line_worth(line.text);
		if (worth < most)
			continue;
		most = worth;
		str_set(&best, "%s", line.text);
	}
	str_addf(reason, "the build failed: %.300s", str_text(&best));
}

static int run_recipe(struct build *build, const char *recipe, struct err *err)
{
	const struct settings *settings = &build->contest->settings;
	struct box box = {
		.source = build->folder, .script = build_sh, .name = build->robot, .recipe = recipe,
		.seconds = settings->build_seconds, .memory_mb = settings->build_memory_mb,
		.disk_mb = settings->build_disk_mb, .most = (size_t)LARGEST_ROBOT_MB << 20,
		.stop = build->contest->stop,
	};
	int failed = contest_box_run(&box, err);
	build->is_hindered = box.lacked_processes;
	if (!failed)
		add_lines(&box.said, &build->log);
	if (!failed && box.has_ended_well)
		failed = take_robot(build, &box, err);
	if (!failed && !build->file.length)
		add_first_error(&build->log, &build->reason);
	contest_box_release(&box);
	return failed;
}

/* Stores a program that starts the robot, with a name that no submitted file can have. The SHA-256 of all files makes
 * the programs of different versions different. */
static int add_starter(struct build *build, const char *ending, const struct str *text, struct err *err)
{
	AUTO_FILES struct files made = {.most = SIZE_MAX};
	AUTO_STR struct str whole = {0};
	char sha256[65];
	files_hash(build->files, sha256);
	str_addf(&whole, "%s\n# robot.json; SHA-256 of the files: %s\n", str_text(text), sha256);
	str_addf(&build->file, ".%s%s", build->robot, ending);
	files_add_bytes(&made, build->file.text, !*ending, whole.text, whole.length, &build->reason);
	return files_write(&made, build->folder, err);
}

/* Adds a Python file, which the arena's adapter runs in the file's own folder. It may have any name. */
static int add_python(struct build *build, const struct file *file, const char *language, struct err *err)
{
	AUTO_STR struct str text = {0}, path = {0};
	if (language[6] && !program_is_installed(language)) {
		str_addf(&build->reason, "%s is not installed on this machine (robot.json)", language);
		return 0;
	}
	for (const char *at = file->path; *at; at++)
		str_addf(&path, "\\x%02x", (unsigned char)*at);
	if (language[6])
		str_addf(&text, "#!/usr/bin/env %s\n", language);
	str_addf(&text, "# get_play is in the file below\nimport os\n"
			"__file__ = os.path.join(os.path.dirname(os.path.abspath(__file__)), b'%s'.decode('utf-8'))\n"
			"exec(compile(open(__file__, 'rb').read(), __file__, 'exec'))", path.text);
	return add_starter(build, ".py", &text, err);
}

/* Finds a robot that needs no build, or creates the program that starts it. */
static int find_or_start(struct build *build, const struct robot_json *json, struct err *err)
{
	const char *language = str_text(&json->language);
	AUTO_STR struct str text = {0};
	if (json->command.length) {
		str_addf(&text, "#!/bin/sh\nexec %s \"$@\"", json->command.text);
		return add_starter(build, "", &text, err);
	}
	const struct file *file = find_ready(build, robot_json_ending(language));
	bool is_python = strncmp(language, "python", 6) == 0;
	if (!file && is_python)
		file = find_named(build, "");
	if (file && is_python && (language[6] || file->is_program))
		return add_python(build, file, language, err);
	if (file)
		str_add(&build->file, file->path);
	else
		str_add(&build->reason, "there is nothing to build a robot from: no Makefile, Cargo.toml, go.mod, "
					"C, C++ or Java source, and no .jar, .so, .py, .js or program with the robot's "
					"name (that of the folder)");
	return 0;
}

int build_robot(struct build *build, struct err *err)
{
	AUTO_ROBOT_JSON struct robot_json json = {0};
	AUTO_STR struct str recipe = {0};
	if (!robot_json_read(&json, build->files, &build->reason))
		return 0;
	if (!json.command.length)
		find_recipe(build->files, str_text(&json.language), &recipe);
	if (recipe.length ? run_recipe(build, recipe.text, err) : find_or_start(build, &json, err))
		return -1;
	if (build->file.length)
		str_add(&build->options, str_text(&json.options));
	return 0;
}

/* Reads one file of the output of tag.sh at *at, and moves *at past it. Reading stops when a tag has too many files. */
static bool read_file(const char **at, const char *end, struct files *files, struct str *reason)
{
	char *rest;
	const char *line_end = memchr(*at, '\n', (size_t)(end - *at));
	unsigned long long size = strtoull(*at, &rest, 10), rights = strtoull(rest, &rest, 8);
	if (!line_end || rest >= line_end || *rest != ' ' || size > (size_t)(end - line_end - 1)) {
		str_add(reason, "the files of the repository cannot be read");
		return false;
	}
	AUTO_STR struct str name = str_of("%.*s", (int)(line_end - rest - 1), rest + 1);
	*at = line_end + 1 + size;
	return files_add_bytes(files, str_text(&name), rights & 0100, line_end + 1, (size_t)size, reason);
}

/* Adds the message of git's "fatal:" line or, without one, the last line of its output. */
static void add_last_line(const struct str *said, struct str *reason)
{
	AUTO_STR struct str all = {0}, line = {0}, clean = {0};
	str_add(&all, str_text(said));
	while (all.length && all.text[all.length - 1] == '\n')
		all.text[--all.length] = '\0';
	const char *fatal = strstr(str_text(&all), "fatal: "), *last = strrchr(str_text(&all), '\n');
	const char *begin = fatal ? fatal : last ? last + 1 : str_text(&all);
	str_add_n(&line, begin, strcspn(begin, "\n"));
	text_add_clean(&clean, str_text(&line));
	str_addf(reason, "%.300s", clean.length ? clean.text : "it failed without a message");
}

/* Reads the files of a submission, and its tag, from the output of a script. Returns the same as build_read. */
static int read_by_script(const char *source, const char *script, const struct contest *contest, struct files *files,
			  struct str *tag, bool *was_late, struct str *reason, struct err *err)
{
	const struct settings *settings = &contest->settings;
	struct box box = {
		.source = source, .script = script, .name = "", .seconds = settings->read_seconds,
		.wall_seconds = settings->read_seconds, .memory_mb = settings->build_memory_mb,
		.disk_mb = settings->build_disk_mb, .most = files->most + (1 << 20), .stop = contest->stop,
	};
	int failed = contest_box_run(&box, err);
	*was_late = !failed && box.was_late;
	if (*was_late) {
		str_addf(reason, "reading it took longer than %lld seconds (read_seconds)", settings->read_seconds);
	} else if (!failed && !box.has_ended_well) {
		const char *end = strstr(str_text(&box.said), "arena: exited with status");
		if (end && end > box.said.text) {
			box.said.length = (size_t)(end - box.said.text); /* the reason is in the output of the script */
			box.said.text[box.said.length] = '\0';
		}
		add_last_line(&box.said, reason);
	} else if (!failed) {
		const char *at = str_text(&box.out), *end = at + box.out.length;
		size_t n = strcspn(at, "\n");
		str_add_n(tag, at, n);
		for (at += n < box.out.length ? n + 1 : n; at < end && !reason->length;)
			read_file(&at, end, files, reason);
	}
	contest_box_release(&box);
	return failed ? -1 : !reason->length;
}

/* Unpacks a copy of the archive, because its team can change the original. The archive is read only once. */
static int read_zip(const char *path, const struct contest *contest, struct files *files, bool *was_late,
		    struct str *reason, struct err *err)
{
	AUTO_FILES struct files archive = {.most = files->most};
	AUTO_STR struct str tag = {0}, copy = contest_path(contest, "teams/.unpack");
	if (!files_add(&archive, path, "archive.zip", reason))
		return 0;
	int is_read = files_remove(copy.text, err) || files_write(&archive, copy.text, err) ? -1
		: read_by_script(copy.text, unzip_sh, contest, files, &tag, was_late, reason, err);
	return files_remove(copy.text, err) ? -1 : is_read;
}

int build_read(const char *path, bool is_zip, const struct contest *contest, struct files *files, struct str *tag,
	       bool *was_late, struct str *reason, struct err *err)
{
	return is_zip ? read_zip(path, contest, files, was_late, reason, err)
		      : read_by_script(path, tag_sh, contest, files, tag, was_late, reason, err);
}

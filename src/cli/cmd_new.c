/* cmd_new.c - `arena new NAME`: a robot of one's own, from the template of the SDK. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/command.h"
#include "cli/opts.h"
#include "robot/find.h"

enum { LONGEST_NAME = 40, LARGEST_TEMPLATE = 1 << 20 };

static const char placeholder[] = "template";

static int check_name(const char *name, struct err *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz", more[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t n = strlen(name);
	if (n == 0 || n > LONGEST_NAME || !strchr(letters, name[0]) || strspn(name, more) != n)
		return err_set(err, EXIT_USAGE, "'%s' is no name for a robot: a small letter, then small letters, digits and '_', "
			       "at most %d in all", name, LONGEST_NAME);
	if (strcmp(name, "human") == 0)
		return err_set(err, EXIT_USAGE, "'human' is the person at the terminal; give the robot another name");
	return 0;
}

/* The folder with the SDK's template: beside the program, above the build's folder, or installed. */
static char *find_template(struct err *err)
{
	static const char *const places[] = {"/sdk/template", "/../../sdk/template", "/../share/arena/template"};
	for (size_t i = 0; i <= sizeof places / sizeof places[0]; i++) {
		AUTO_STR struct str folder = {0}, file = {0};
		if (i < sizeof places / sizeof places[0])
			str_addf(&folder, "%s%s", find_program_folder(), places[i]);
		else
			str_add(&folder, ARENA_PREFIX "/share/arena/template");
		str_addf(&file, "%s/robot.c", folder.text);
		if (access(file.text, R_OK) == 0)
			return mem_strdup(folder.text);
	}
	err_set(err, EXIT_WORLD, "the template of the SDK is neither beside the program nor in " ARENA_PREFIX
		"/share/arena/template; is the arena installed whole?");
	return NULL;
}

/* Every "template" that is a word becomes the name. */
static void fill_in(const char *text, const char *name, struct str *out)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	const size_t n = sizeof placeholder - 1;
	const char *begin = text;
	for (const char *at; (at = strstr(text, placeholder)) != NULL; text = at + n) {
		str_add_n(out, text, (size_t)(at - text));
		bool is_word = (at == begin || !strchr(word, at[-1])) && (!at[n] || !strchr(word, at[n]));
		str_add(out, is_word ? name : placeholder);
	}
	str_add(out, text);
}

/* Writes a file that must not exist yet. */
static int create(const char *path, const struct str *text, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0 && errno == EEXIST)
		return err_set(err, EXIT_USAGE, "'%s' is there already and is left alone; choose another name", path);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file)
		return err_errno(err, "cannot write '%s'", path);
	size_t written = fwrite(text->text, 1, text->length, file);
	if (fclose(file) || written != text->length) {
		err_errno(err, "cannot write '%s'", path);
		unlink(path);
		return -1;
	}
	return 0;
}

/* The folder's own Makefile, where there is none: without it nothing could be built. */
static int write_makefile(const char *template, bool *is_written, struct err *err)
{
	AUTO_STR struct str path = {0}, text = {0};
	*is_written = false;
	if (access("Makefile", F_OK) == 0 || access("makefile", F_OK) == 0 || access("GNUmakefile", F_OK) == 0)
		return 0;
	str_addf(&path, "%s/Makefile", template);
	if (str_read_file(&text, path.text, LARGEST_TEMPLATE, err) || create("Makefile", &text, err))
		return -1;
	*is_written = true;
	return 0;
}

/* Where the headers are if they are not installed: the template's folder is within the SDK's. */
static void add_make(const char *template, const char *name, bool is_own_makefile, struct str *out)
{
	str_addf(out, "  make %s.so", name);
	AUTO_STR struct str header = {0};
	str_addf(&header, "%s/../arena_robot.h", template);
	AUTO_FREE char *found = is_own_makefile ? realpath(header.text, NULL) : NULL;
	if (found) {
		*strrchr(found, '/') = '\0';
		str_add(out, " ARENA_SDK=");
		opts_shell_word(found, out);
	}
	str_add(out, "\n");
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "the new robot needs a name");
	if (args->n_operands > 1)
		return err_set(err, EXIT_USAGE, "one robot at a time, not also '%s'", args->operands[1]);
	const char *name = args->operands[0];
	if (check_name(name, err))
		return -1;
	AUTO_FREE char *template = find_template(err);
	AUTO_FREE char *namesake = find_robot(name, NULL);
	AUTO_STR struct str from = {0}, text = {0}, filled = {0}, file = {0}, says = {0};
	bool has_makefile;
	if (!template)
		return -1;
	str_addf(&from, "%s/robot.c", template);
	str_addf(&file, "%s.c", name);
	if (str_read_file(&text, from.text, LARGEST_TEMPLATE, err))
		return -1;
	fill_in(text.text, name, &filled);
	if (create(file.text, &filled, err) || write_makefile(template, &has_makefile, err))
		return -1;
	str_addf(&says, "%s is a complete robot; change it as you like. To build it and see it play:\n", file.text);
	add_make(template, name, has_makefile, &says);
	str_add(&says, "  ");
	opts_shell_word(args->argv[0], &says);
	str_addf(&says, " tournament 100 %s computer\n", name);
	fputs(says.text, stdout);
	if (namesake)
		fprintf(stderr, "arena: note: in this folder '%s' will mean yours, no longer '%s'\n", name, namesake);
	return EXIT_OK;
}

static const struct opt options[] = {{0}};

const struct command command_new = {
	.name = "new",
	.arguments = "NAME",
	.summary = "begin a robot of your own",
	.description =
		"Writes NAME.c, a complete robot to be changed at will, into the current folder, and a Makefile\n"
		"if there is none. Nothing that is there already is touched.\n",
	.options = options,
	.examples = "arena new myrobot\n",
	.run = run,
};

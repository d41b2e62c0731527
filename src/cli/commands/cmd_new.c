/* cmd_new.c - `arena new NAME`: a new robot from the templates of the SDK. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/command.h"
#include "robot/find.h"

enum { LONGEST_NAME = 40, LARGEST_TEMPLATE = 1 << 20 };

static const char placeholder[] = "template";

static int check_name(const char *name, struct err *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz", more[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	size_t n = strlen(name);
	if (n == 0 || n > LONGEST_NAME || !strchr(letters, name[0]) || strspn(name, more) != n)
		return err_set(err, EXIT_USAGE,
			"'%s' is not a valid name for a robot: use a lower-case letter, "
			"then lower-case letters, digits and '_', at most %d in all", name, LONGEST_NAME);
	if (strcmp(name, "human") == 0)
		return err_set(err, EXIT_USAGE, "'human' is the person at the terminal; give the robot another name");
	return 0;
}

/* The values of --language. */
static const char *const names[] = {"c", "c++", "python", "javascript", "rust", "go", "java", NULL};

static const char *const aliases[] = {"cpp", "c++", "cxx", "c++", "golang", "go", "js", "javascript", "node",
	"javascript", "nodejs", "javascript",
	"py", "python", "python3", "python", "rs", "rust", NULL};

/* To add a language, add its name above, a line here at the same position, and a folder of the SDK. '@' represents the
 * robot's name; the first file is the robot. */
static const struct language {
	const char *sources;                    /* the folder of the template's files, in the folder of the SDK */
	bool has_folder;                        /* the robot gets a folder of its own; if false, its files are in the
	                                         * current folder, with a Makefile */
	struct { const char *from, *to; } files[3];
	const char *tool, *package;             /* the program that builds or runs the robot, and the package of this
	                                         * program */
	const char *build;                      /* the build command; NULL: none */
	bool needs_headers;                     /* the command needs the path of headers that are not installed */
	const char *robot;                      /* its name in commands of the arena */
} languages[] = {
	{"template", false, {{"robot.c", "@.c"}}, "make", "make", "make @.so", true, "@"},
	{"cpp", true, {{"template.cpp", "@/@.cpp"}, {"program.cpp", "@/program.cpp"}, {"Makefile", "@/Makefile"}},
		"g++", "g++", "make -C @", true, "@/@.so"},
	{"python", true, {{"template.py", "@/@.py"}}, "python3", "python3", NULL, false, "@/@.py"},
	{"javascript", true, {{"template.js", "@/@.js"}}, "node", "nodejs", NULL, false, "@/@.js"},
	{"rust", true, {{"main.rs", "@/src/main.rs"}, {"Cargo.toml", "@/Cargo.toml"}}, "cargo", "cargo",
		"cargo build --release --manifest-path @/Cargo.toml", false, "@/target/release/@"},
	{"go", true, {{"main.go", "@/main.go"}, {"go.mod", "@/go.mod"}}, "go", "golang-go",
		"(cd @ && go build -o @)", false, "@/@"},
	{"java", true, {{"Main.java", "@/Main.java"}, {"Makefile", "@/Makefile"}}, "javac", "default-jdk-headless",
		"make -C @", false, "@/@"},
};
_Static_assert(sizeof languages / sizeof languages[0] + 1 == sizeof names / sizeof names[0], "a line for each name");

static void put_name(const char *text, const char *name, struct str *out)
{
	for (; *text; text++)
		if (*text == '@')
			str_add(out, name);
		else
			str_add_n(out, text, 1);
}

/* Adds the text of a template, with each word "template" replaced by the name. */
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
static int create(const char *path, const struct str *text, bool is_program, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_program ? 0777 : 0666);
	if (fd < 0 && errno == EEXIST)
		return err_set(err, EXIT_USAGE, "'%s' already exists; choose another name", path);
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

/* Creates the folders of a path. The first one, the robot's own, must be new. */
static int make_folders(const char *path, bool is_first_file, struct err *err)
{
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		AUTO_STR struct str folder = str_of("%.*s", (int)(slash - path), path);
		if (mkdir(folder.text, 0777) == 0)
			continue;
		if (errno != EEXIST)
			return err_errno(err, "cannot create the folder '%s'", folder.text);
		if (is_first_file && !memchr(path, '/', (size_t)(slash - path)))
			return err_set(err, EXIT_USAGE, "'%s' already exists; choose another name", folder.text);
	}
	return 0;
}

static int write_files(const char *sdk, const struct language *language, const char *name, struct err *err)
{
	for (size_t i = 0; i < sizeof language->files / sizeof language->files[0] && language->files[i].from; i++) {
		AUTO_STR struct str from = {0}, to = {0}, text = {0}, filled = {0};
		str_addf(&from, "%s/%s/%s", sdk, language->sources, language->files[i].from);
		put_name(language->files[i].to, name, &to);
		if (str_read_file(&text, from.text, LARGEST_TEMPLATE, err))
			return -1;
		fill_in(text.text, name, &filled);
		if (make_folders(to.text, i == 0, err) || create(to.text, &filled, access(from.text, X_OK) == 0, err))
			return -1;
	}
	return 0;
}

/* Writes a Makefile to the current folder if there is none, because without it a robot in C could not be built. Sets
 * *is_ours if the Makefile is the one of the SDK, new or from an earlier robot, because only that one has a variable
 * for the folder of the headers. */
static int write_makefile(const char *sdk, bool *is_ours, struct err *err)
{
	/* In the order in which make looks for them. */
	static const char *const makefiles[] = {"GNUmakefile", "makefile", "Makefile"};
	AUTO_STR struct str path = {0}, text = {0};
	for (int i = 0; i < 3; i++) {
		if (access(makefiles[i], F_OK))
			continue;
		*is_ours = str_read_file(&text, makefiles[i], LARGEST_TEMPLATE, NULL) == 0 &&
			strstr(str_text(&text), "ARENA_SDK ?=");
		return 0;
	}
	str_addf(&path, "%s/template/Makefile", sdk);
	if (str_read_file(&text, path.text, LARGEST_TEMPLATE, err) || create("Makefile", &text, false, err))
		return -1;
	*is_ours = true;
	return 0;
}

/* Adds the folder of the headers, which is beside the templates or was installed with them. Adds nothing for a folder
 * below /usr, where pkg-config finds it. */
static void add_headers(const char *sdk, struct str *out)
{
	static const char *const places[] = {"", "/../../include"};
	for (int i = 0; i < 2; i++) {
		AUTO_STR struct str header = str_of("%s%s/arena_robot.h", sdk, places[i]);
		AUTO_FREE char *found = mem_realpath(header.text);
		if (!found || (i > 0 && strncmp(found, "/usr/", 5) == 0))
			continue;
		*strrchr(found, '/') = '\0';
		str_add(out, " ARENA_SDK=");
		text_add_shell_word(out, found);
	}
}

static void describe(const struct language *language, const char *sdk, const char *name, bool names_headers,
		     const char *program)
{
	AUTO_STR struct str says = {0};
	put_name(language->files[0].to, name, &says);
	str_addf(&says, " is a complete robot; change it as you like. To %ssee it play:\n",
		 language->build ? "build it and " : "");
	if (language->build) {
		str_add(&says, "  ");
		put_name(language->build, name, &says);
		if (names_headers)
			add_headers(sdk, &says);
		str_add(&says, "\n");
	}
	str_add(&says, "  ");
	text_add_shell_word(&says, program);
	str_add(&says, " tournament 100 ");
	put_name(language->robot, name, &says);
	str_add(&says, " computer\n");
	fputs(says.text, stdout);
}

/* Returns true if there is a program of this name in a folder of PATH. */
static bool is_installed(const char *tool)
{
	const char *path = getenv("PATH");
	AUTO_FREE char *file = file_find(path ? path : "", tool);
	return file != NULL;
}

static int run(const struct args *args, struct err *err)
{
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "new needs a name for the robot");
	if (args_limit(args, 1, "new takes one name", err))
		return -1;
	const char *name = args->operands[0];
	const struct language *language = &languages[args_number(args, "language")];
	if (check_name(name, err))
		return -1;
	AUTO_FREE char *sdk = find_sdk(err);
	AUTO_FREE char *namesake = language->has_folder ? NULL : find_robot(name, NULL);
	bool is_ours = true;
	if (!sdk || write_files(sdk, language, name, err) ||
	    (!language->has_folder && write_makefile(sdk, &is_ours, err)))
		return -1;
	describe(language, sdk, name, language->needs_headers && is_ours, args->argv[0]);
	if (namesake)
		fprintf(stderr, "arena: note: in this folder '%s' now names your robot, not '%s'\n", name, namesake);
	if (!is_installed(language->tool))
		fprintf(stderr, "arena: note: '%s' is not installed; install the package %s\n", language->tool,
			language->package);
	return EXIT_OK;
}

COMMAND(new, NAMES_NOTHING, run);

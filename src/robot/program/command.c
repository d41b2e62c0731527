/* command.c - the command of a robot that is a program (command.h). */
#include "robot/program/command.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "robot/find.h"

enum { LARGEST_FILE = 1 << 28, MOST_WORDS = 64, MOST_LINKS = 8 };

static void show(struct program_command *command, const char *folder)
{
	AUTO_FREE char *real = mem_realpath(folder);
	if (real)
		words_add(&command->shown, real);
}

/* Records the symbolic links among the folders of a path. */
static void note_links(struct program_command *command, const char *path, int n_left)
{
	for (const char *end = strchr(path + 1, '/'); n_left && end; end = strchr(end + 1, '/')) {
		AUTO_STR struct str link = {0}, above = {0}, next = {0};
		char target[PATH_MAX];
		str_add_n(&link, path, (size_t)(end - path));
		ssize_t n = readlink(link.text, target, sizeof target - 1);
		if (n <= 0)
			continue;
		target[n] = '\0';
		const char *name = basename(link.text);
		str_add_n(&above, link.text, (size_t)(name - link.text));
		AUTO_FREE char *real = mem_realpath(above.length ? above.text : ".");
		if (!real)
			return;
		str_addf(&next, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
		*MEM_APPEND(command->links, command->n_links) =
			(struct program_link){mem_strdup(next.text), mem_strdup(target)};
		str_set(&next, "%s%s%s", target[0] == '/' ? "" : str_text(&above), target, end);
		note_links(command, next.text, n_left - 1);
		return;
	}
}

/* Makes the installation of an interpreter visible, such as "venv" for "venv/bin/python". Then does the same for the
 * target of its link, and for the Python from which a virtual environment was made. */
static void show_installation(struct program_command *command, const char *path, int n_left)
{
	AUTO_STR struct str folder = {0}, settings = {0}, text = {0}, next = {0};
	char target[PATH_MAX];
	const char *slash = strrchr(path, '/'), *home;
	if (!slash || !n_left)
		return;
	note_links(command, path, n_left);
	str_add_n(&folder, path, (size_t)(slash - path) + 1);
	ssize_t n = readlink(path, target, sizeof target - 1);
	if (n > 0)
		str_addf(&next, "%s%.*s", target[0] == '/' ? "" : folder.text, (int)n, target);
	bool is_part = str_ends(folder.text, "/bin/") || str_ends(folder.text, "/shims/"); /* pyenv uses shims/ */
	str_add(&folder, is_part ? ".." : ".");
	str_addf(&settings, "%s/pyvenv.cfg", folder.text);
	show(command, folder.text);
	if (str_read_file(&text, settings.text, 1 << 16, NULL) == 0 &&
	    (home = strstr(str_text(&text), "home = ")) != NULL) {
		str_set(&settings, "%.*s/python3", (int)strcspn(home + 7, "\r\n"), home + 7);
		show_installation(command, settings.text, n_left - 1);
	}
	if (next.length)
		show_installation(command, next.text, n_left - 1);
}

/* Makes the files and folders in an argument such as "classes:lib.jar" visible; for "-m" (of python3) the current
 * folder. */
static void show_named(struct program_command *command, const char *word)
{
	AUTO_FREE char *parts = mem_strdup(strcmp(word, "-m") == 0 ? "." : word);
	char *rest = parts;
	for (char *part; (part = strsep(&rest, ":=")) != NULL;) {
		struct stat st;
		char *slash = strrchr(part, '/');
		bool is_there = stat(part, &st) == 0, is_file = is_there ? S_ISREG(st.st_mode) : str_ends(part, "/*");
		if (is_file && slash)
			*slash = '\0';
		if (is_file || (is_there && S_ISDIR(st.st_mode)))
			show(command, is_file && !slash ? "." : part);
	}
}

/* Records a file, and adds its bytes. */
static int add_file(struct program_command *command, const char *path, struct str *bytes, struct err *err)
{
	struct program_file file = {0};
	if (stat(path, &file.was))
		return err_errno(err, "cannot open the robot's file '%s'", path);
	file.path = mem_realpath(path);
	AUTO_STR struct str text = {0};
	if (!file.path || str_read_file(&text, path, LARGEST_FILE, err)) {
		free(file.path);
		return file.path ? -1 : err_errno(err, "cannot open the robot's file '%s'", path);
	}
	str_add_n(bytes, str_text(&text), text.length);
	if (strncmp(str_text(&text), "#!", 2) == 0) {
		char *name = text.text + 2 + strspn(text.text + 2, " \t");
		name[strcspn(name, " \t\r\n")] = '\0';
		show_installation(command, name, MOST_LINKS);
	}
	*MEM_APPEND(command->files, command->n_files) = file;
	return 0;
}

/* A program of the SDK that runs a file with only the robot's function or class. */
static const struct adapter {
	const char *interpreter, *file;
} adapters[] = {{"python3", "python/get_play.py"}, {"node", "javascript/arena_robot.js"},
	{"python2", "python/get_play2.py"}};

/* If the first line, such as "#!/usr/bin/env NAME", has a word that is this interpreter or a version of it, copies the
 * word. */
static bool find_interpreter(const char *source, const char *name, struct str *word)
{
	AUTO_STR struct str line = {0};
	str_add_n(&line, source, strncmp(source, "#!", 2) == 0 ? strcspn(source, "\r\n") : 0);
	char *rest = line.length ? line.text + 2 : NULL;
	for (char *part; (part = strsep(&rest, " \t")) != NULL;) {
		str_set(word, "%s", part);
		if (strncmp(basename(part), name, strlen(name)) == 0)
			return true;
	}
	return false;
}

/* Returns the adapter that runs this file, or NULL if there is none. The adapter for an extension runs all files with
 * it except those that are executable and read their input themselves. The adapter of Python also runs files that turn
 * out to be whole programs. */
static const struct adapter *find_adapter(const char *path, const char *source)
{
	AUTO_STR struct str word = {0};
	bool is_python = str_ends(path, ".py");
	bool is_node = str_ends(path, ".js") || str_ends(path, ".mjs") || str_ends(path, ".cjs");
	bool is_started = strncmp(source, "#!", 2) == 0 && access(path, X_OK) == 0;
	bool is_robot = strstr(source, "get_play") || strstr(source, "getPlay") || strstr(source, "class Robot");
	bool is_program = strstr(source, "stdin") ||
		(!is_node && (strstr(source, "input") || strstr(source, "get_play import")));
	if (is_robot && !is_program && find_interpreter(source, adapters[2].interpreter, &word))
		return &adapters[2];
	if (is_python ? !is_started || (is_robot && !is_program)
		      : is_robot && !is_program && find_interpreter(source, "python", &word))
		return &adapters[0];
	bool runs = is_node ? !is_program && (is_robot || !is_started)
			    : is_robot && !is_program && find_interpreter(source, "node", &word);
	return runs ? &adapters[1] : NULL;
}

/* Adds the Python of the virtual environment NAME.venv beside the file NAME.py, of the active virtual environment, or
 * of the system. */
static void add_python(struct program_command *command, const char *path)
{
	const char *active = getenv("VIRTUAL_ENV");
	AUTO_STR struct str folder = {0}, python = {0};
	str_addf(&folder, "%.*s.venv/bin", (int)strlen(path) - 3 * str_ends(path, ".py"), path);
	if (access(folder.text, X_OK) && active) {
		str_set(&folder, "%s/bin", active);
	}
	AUTO_FREE char *real = mem_realpath(folder.text);
	if (real) {
		str_addf(&python, "%s/python3", real);
		show_installation(command, python.text, MOST_LINKS);
	}
	words_add(&command->argv, real ? python.text : adapters[0].interpreter);
}

bool program_is_installed(const char *name)
{
	AUTO_FREE char *file = file_find(PROGRAM_PATH, name);
	return file != NULL;
}

/* Adds "python3 SDK/python/get_play.py" before the file, which begins with these bytes. */
static int add_adapter(struct program_command *command, const struct adapter *adapter, const char *path,
		       struct str *bytes, struct err *err)
{
	AUTO_FREE char *sdk = find_sdk(err);
	AUTO_STR struct str file = {0}, word = {0};
	/* The first line may name a version: any of Python 2 ("python2.7"), or one of Python 3 that is installed
	 * ("python3.9"). */
	bool is_named = adapter == &adapters[2] ? find_interpreter(str_text(bytes), adapter->interpreter, &word)
		: adapter == &adapters[0] && find_interpreter(str_text(bytes), "python3.", &word) &&
		program_is_installed(basename(word.text));
	if (!sdk)
		return -1;
	str_addf(&file, "%s/%s", sdk, adapter->file);
	if (add_file(command, file.text, bytes, err))
		return -1;
	if (adapter == &adapters[0] && !is_named)
		add_python(command, path);
	else
		words_add(&command->argv, is_named ? word.text : adapter->interpreter);
	words_add(&command->argv, command->files[command->n_files - 1].path);
	return 0;
}

/* For a robot whose file cannot be executed: the program that runs or builds it, by extension. */
static const struct kind {
	const char *ending, *interpreter; /* NULL: it must be compiled */
} kinds[] = {
	{".c", NULL}, {".cc", NULL}, {".cpp", NULL}, {".cxx", NULL}, {".go", NULL}, {".rs", NULL}, {".js", "node"},
	{".rb", "ruby"},
	{".pl", "perl"}, {".lua", "lua"}, {".sh", "sh"}, {".jar", "java -Xmx256m -jar"}, {".java", "java -Xmx256m"},
};

/* Checks that the program can be started. Java files cannot name an interpreter, so they need a command. */
static int check_start(const char *path, const char *source, struct err *err)
{
	const struct kind *kind = NULL;
	bool has_line = strncmp(source, "#!", 2) == 0, is_program = access(path, X_OK) == 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_ends(path, kinds[i].ending))
			kind = &kinds[i];
	if (is_program && (has_line || !kind || !kind->interpreter))
		return 0;
	if (kind && !kind->interpreter)
		return err_set(err, EXIT_USAGE,
			       "the robot '%s' is source code: build it, and give the path of the file "
			       "that was built", path);
	if (has_line)
		return err_set(err, EXIT_USAGE, "the robot '%s' is not executable: run chmod +x %s", path, path);
	if (!kind)
		return err_set(err, EXIT_USAGE, "the robot '%s' is neither a .so nor a program: make it executable "
			"(chmod +x), or name the program that runs it, as in 'cmd:python3 bot.py'", path);
	if (strncmp(kind->interpreter, "java", 4) == 0)
		return err_set(err, EXIT_USAGE, "the robot '%s' needs Java: name it as 'cmd:%s %s'", path,
			       kind->interpreter, path);
	return err_set(err, EXIT_USAGE,
		"the robot '%s' does not name its interpreter: add the first line '#!/usr/bin/env %s' and make it "
		"executable (chmod +x), or name it as 'cmd:%s %s'", path, kind->interpreter, kind->interpreter, path);
}

int program_from_file(struct robot *robot, struct err *err)
{
	struct stat st;
	AUTO_STR struct str bytes = {0}, option = {0};
	if (stat(robot->path, &st) == 0 && !S_ISREG(st.st_mode))
		return err_set(err, EXIT_USAGE, "the robot '%s' is not a file", robot->path);
	struct program_command *command = robot->program = NEW(struct program_command);
	robot->kind = ROBOT_PROGRAM;
	command->usage = -1;
	if (add_file(command, robot->path, &bytes, err))
		return -1;
	const struct adapter *adapter = find_adapter(robot->path, str_text(&bytes));
	command->has_adapter = adapter;
	command->is_bare = adapter && strstr(str_text(&bytes), "get_play") && !strstr(str_text(&bytes), "game_start");
	if (adapter ? add_adapter(command, adapter, robot->path, &bytes, err)
		    : check_start(robot->path, str_text(&bytes), err))
		return -1;
	hash_bytes(str_text(&bytes), bytes.length, robot->sha256);
	const char *path = command->files[0].path;
	words_add(&command->argv, path);
	for (int i = 0; i < robot->n_options; i++) {
		str_set(&option, "%s=%s", robot->key[i], robot->value[i]);
		words_add(&command->argv, option.text);
	}
	const char *slash = strrchr(path, '/');
	command->folder = mem_strdup(path);
	command->folder[slash == path ? 1 : slash - path] = '\0';
	return 0;
}

/* Reads the next word of a line. Returns 0 if there is none, or -1 if a quote is not closed. */
static int next_word(const char **line, struct str *word)
{
	const char *at = *line + strspn(*line, " \t\n");
	char quote = '\0';
	str_clear(word);
	str_add(word, ""); /* an empty word is also a word: '' */
	if (!*at)
		return 0;
	for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
		if (*at == '\\' && quote != '\'' && at[1])
			str_add_n(word, ++at, 1);
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? '\0' : *at;
		else
			str_add_n(word, at, 1);
	}
	*line = at;
	return quote ? -1 : 1;
}

static int read_words(struct program_command *command, const char *line, struct err *err)
{
	AUTO_STR struct str word = {0};
	int found;
	const char *at = line;
	while ((found = next_word(&at, &word)) > 0) {
		if (command->argv.n == MOST_WORDS)
			return err_set(err, EXIT_USAGE, "'cmd:%.40s...': more than %d words", line, MOST_WORDS);
		words_add(&command->argv, word.text);
	}
	if (found < 0)
		return err_set(err, EXIT_USAGE, "'cmd:%s': a closing quote is missing", line);
	if (!command->argv.n || !command->argv.word[0][0])
		return err_set(err, EXIT_USAGE,
			       "'cmd:%s' does not name a program; write, for example, cmd:python3 bot.py", line);
	return 0;
}

int program_from_line(struct robot *robot, const char *line, struct err *err)
{
	struct program_command *command = robot->program = NEW(struct program_command);
	robot->kind = ROBOT_PROGRAM;
	robot->path = mem_strdup("");
	robot->data_folder = mem_strdup("");
	command->usage = -1;
	if (read_words(command, line, err))
		return -1;
	AUTO_STR struct str bytes = str_of("%s", line);
	for (int i = 0; i < command->argv.n; i++) {
		struct stat st;
		bool is_name = i == 0 && !strchr(command->argv.word[i], '/'); /* the word is the name of a program in
		                                                               * $PATH */
		if (!is_name && i == 0)
			show_installation(command, command->argv.word[i], MOST_LINKS);
		else if (!is_name)
			show_named(command, command->argv.word[i]);
		if (is_name || stat(command->argv.word[i], &st) || !S_ISREG(st.st_mode))
			continue;
		str_add_n(&bytes, "", 1);
		if (add_file(command, command->argv.word[i], &bytes, err))
			return -1;
		free(robot->word);
		robot->word = mem_strdup(command->argv.word[i]); /* names the robot of "python3 adapter.py bot.py" */
	}
	hash_bytes(bytes.text, bytes.length, robot->sha256);
	command->folder = getcwd(NULL, 0);
	return command->folder ? 0 : err_errno(err, "cannot determine the current folder");
}

void program_command_free(struct program_command *command)
{
	if (!command)
		return;
	for (int i = 0; i < command->n_files; i++)
		free(command->files[i].path);
	for (int i = 0; i < command->n_links; i++)
		FREE_ALL(command->links[i].path, command->links[i].target);
	words_release(&command->argv);
	words_release(&command->shown);
	words_release(&command->keys);
	mem_auto_close(&command->usage);
	FREE_ALL(command->links, command->files, command->folder, command);
}

const char *program_changed(const struct program_command *command)
{
	for (int i = 0; i < command->n_files; i++) {
		const struct program_file *file = &command->files[i];
		struct stat now;
		if (stat(file->path, &now) || now.st_ino != file->was.st_ino || now.st_dev != file->was.st_dev ||
		    now.st_size != file->was.st_size || now.st_mtim.tv_sec != file->was.st_mtim.tv_sec ||
		    now.st_mtim.tv_nsec != file->was.st_mtim.tv_nsec)
			return file->path;
	}
	return NULL;
}

/* find.c - the search path of robots, and the robots in it (find.h). */
#include "robot/find.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/nearest.h"

/* Folder of the running program, without the last '/'; "" when unknown. Valid forever. */
static const char *program_folder(void)
{
	static char folder[4096];
	if (!folder[0]) {
		ssize_t n = readlink("/proc/self/exe", folder, sizeof folder - 1);
		folder[n > 0 ? n : 0] = '\0';
		char *slash = strrchr(folder, '/');
		if (slash)
			*slash = '\0';
	}
	return folder;
}

/* The index-th folder searched, from 0; false after the last. The program is in the build's folder, or a copy of it is at
 * the root beside build/, or it is installed, perhaps in another prefix. */
static bool folder_at(int index, struct str *out)
{
	AUTO_STR struct str all = {0};
	const char *path = getenv("ARENA_PATH"), *own = program_folder(), *above = strrchr(own, '/');
	str_addf(&all, ".:%s:%s/robots:%s/" ARENA_BUILD "/robots:%.*s/lib/arena/robots:" ARENA_PREFIX "/lib/arena/robots",
		 path ? path : "", own, own, above ? (int)(above - own) : 0, own);
	str_clear(out);
	char *rest = all.text;
	for (char *folder; (folder = strsep(&rest, ":")) != NULL;) {
		if (*folder && index-- == 0) {
			str_add(out, folder);
			return true;
		}
	}
	return false;
}

static void consider(const char *name, const char *path, void *context)
{
	(void)path;
	nearest_consider(context, name);
}

static bool is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_program(const char *path)
{
	return is_file(path) && access(path, X_OK) == 0;
}

/* Is there the source of NAME.so in the current folder? Then *file is its name. */
static bool has_source(const char *name, struct str *file)
{
	static const char *const endings[] = {".c", ".cpp"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		str_clear(file);
		str_addf(file, "%.*s%s", (int)(strlen(name) - (str_ends(name, ".so") ? 3 : 0)), name, endings[i]);
		if (is_file(file->text))
			return true;
	}
	return false;
}

static char *not_found(const char *name, struct err *err)
{
	AUTO_STR struct str source = {0};
	struct nearest nearest = {.wanted = name};
	if (has_source(name, &source)) {
		err_set(err, EXIT_USAGE, "robot '%s' not found, but its source '%s' is here: build it first (make)", name, source.text);
		return NULL;
	}
	consider("human", NULL, &nearest); /* who plays at the terminal */
	find_all(consider, &nearest);
	if (nearest.name[0])
		err_set(err, EXIT_USAGE, "robot '%s' not found (did you mean '%s'? `arena list robots` lists them)",
			name, nearest.name);
	else
		err_set(err, EXIT_USAGE,
			"robot '%s' not found here, in $ARENA_PATH or among the bundled robots (see `arena list robots`)", name);
	return NULL;
}

/* The index of the folder that has this robot, and the robot's path; -1: none has it. */
static int find_in_path(const char *name, struct str *path)
{
	const char *suffix = str_ends(name, ".so") ? "" : ".so";
	for (int i = 0; folder_at(i, path); i++) {
		str_addf(path, "/%s%s", name, suffix);
		if (access(path->text, F_OK) == 0)
			return i;
	}
	/* Executable files in the current folder may be anything, so there a program is named with its extension. */
	for (int i = strchr(name, '.') ? 0 : 1; folder_at(i, path); i++) {
		str_addf(path, "/%s", name);
		if (is_program(path->text))
			return i;
	}
	return -1;
}

char *find_robot(const char *name, struct err *err)
{
	AUTO_STR struct str path = {0};
	if (strchr(name, '/')) {
		if (access(name, F_OK) == 0)
			return mem_strdup(name);
		err_errno(err, "cannot open the robot '%s'", name);
		err->code = EXIT_USAGE;
		str_addf(&path, "%s.so", name);
		if (is_file(path.text))
			err_set(err, EXIT_USAGE, "cannot open the robot '%s': there is no such file (did you mean '%s'?)", name, path.text);
		return NULL;
	}
	if (find_in_path(name, &path) >= 0)
		return mem_strdup(path.text);
	/* If a file only lacks the permission, opening it gives that error. */
	if (strchr(name, '.') && is_file(name))
		return mem_strdup(name);
	return not_found(name, err);
}

static int is_plain(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Is this path, in the folder with this index, what the name stands for? */
static bool is_named(const char *name, const char *path, int folder)
{
	AUTO_STR struct str found = {0};
	return find_in_path(name, &found) == folder && strcmp(found.text, path) == 0;
}

void find_all(void (*visit)(const char *name, const char *path, void *context), void *context)
{
	AUTO_STR struct str folder = {0}, path = {0}, name = {0};
	for (int i = 0; folder_at(i, &folder); i++) {
		struct dirent **entries;
		int n = scandir(folder.text, &entries, is_plain, alphasort);
		for (int k = 0; k < n; k++) {
			const char *file = entries[k]->d_name;
			str_clear(&path);
			str_addf(&path, "%s/%s", folder.text, file);
			bool is_so = str_ends(file, ".so"), is_wanted = is_so ? is_file(path.text) : i > 0 && is_program(path.text);
			str_clear(&name);
			str_add_n(&name, file, strlen(file) - (is_so ? 3 : 0));
			if (is_wanted && is_named(name.text, path.text, i))
				visit(name.text, path.text, context);
			free(entries[k]);
		}
		if (n >= 0)
			free(entries);
	}
}

char *find_sdk(struct err *err)
{
	static const char *const places[] = {"/sdk", "/../../sdk", "/../share/arena"};
	for (size_t i = 0; i <= sizeof places / sizeof places[0]; i++) {
		AUTO_STR struct str folder = {0}, file = {0};
		if (i < sizeof places / sizeof places[0])
			str_addf(&folder, "%s%s", program_folder(), places[i]);
		else
			str_add(&folder, ARENA_PREFIX "/share/arena");
		str_addf(&file, "%s/template/robot.c", folder.text);
		if (access(file.text, R_OK) == 0)
			return mem_strdup(folder.text);
	}
	err_set(err, EXIT_WORLD, "the templates of the SDK are neither beside the program nor in " ARENA_PREFIX
		"/share/arena; is the installation complete?");
	return NULL;
}

/* find.c - the search path of robots, and the robots in it (find.h). */
#include "robot/find.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/nearest.h"

/* Returns the folder of the running program, or of libarena.so if this code is in it, without the last '/'; "" when
 * unknown. Valid for the life of the process. */
static const char *program_folder(void)
{
	static char folder[PATH_MAX];
	if (!folder[0]) {
		Dl_info own;
		bool is_library = dladdr(folder, &own) && strstr(own.dli_fname, "libarena.so");
		if (!realpath(is_library ? own.dli_fname : "/proc/self/exe", folder))
			folder[0] = '\0';
		char *slash = strrchr(folder, '/');
		if (slash)
			*slash = '\0';
	}
	return folder;
}

/* Gets folder number `index` of a list: the folders in `first`, separated by ':', then those of bundled robots. Returns
 * false after the last. The running program is in the build's folder, at the root beside build/ (a copy), or installed,
 * perhaps with another prefix. */
static bool folder_among(const char *first, int index, struct str *out)
{
	const char *own = program_folder(), *above = strrchr(own, '/');
	AUTO_STR struct str all =
		str_of("%s:%s/robots:%s/" ARENA_BUILD "/robots:%.*s/lib/arena/robots:" ARENA_PREFIX "/lib/arena/robots",
		 first, own, own, above ? (int)(above - own) : 0, own);
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

/* Gets folder number `index`, from 0, of those that are searched. Returns false after the last. */
static bool folder_at(int index, struct str *out)
{
	const char *path = getenv("ARENA_PATH");
	AUTO_STR struct str first = str_of(".:%s", path ? path : "");
	return folder_among(first.text, index, out);
}

bool find_is_bundled(const char *path)
{
	AUTO_FREE char *real = mem_realpath(path);
	AUTO_STR struct str folder = {0};
	size_t n = real ? (size_t)(strrchr(real, '/') - real) : 0;
	for (int i = 0; n && folder_among("", i, &folder); i++) {
		AUTO_FREE char *bundled = mem_realpath(folder.text);
		if (bundled && strlen(bundled) == n && memcmp(bundled, real, n) == 0)
			return true;
	}
	return false;
}

static void consider(const char *name, const char *path, void *context)
{
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

/* Returns true if the source of NAME.so is in the current folder, with its name in *file. */
static bool has_source(const char *name, struct str *file)
{
	static const char *const endings[] = {".c", ".cpp"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		str_set(file, "%.*s%s", (int)(strlen(name) - (str_ends(name, ".so") ? 3 : 0)), name, endings[i]);
		if (is_file(file->text))
			return true;
	}
	return false;
}

/* Finds the robot's path in one of the folders, ignoring scripts in the current folder. */
static bool find_in_path(const char *name, struct str *path)
{
	const char *suffix = str_ends(name, ".so") ? "" : ".so";
	for (int i = 0; folder_at(i, path); i++) {
		str_addf(path, "/%s%s", name, suffix);
		if (access(path->text, F_OK) == 0)
			return true;
	}
	/* In the current folder, where an executable file may be anything, the name must have an extension. */
	for (int i = strchr(name, '.') ? 0 : 1; folder_at(i, path); i++) {
		str_addf(path, "/%s", name);
		if (is_program(path->text))
			return true;
	}
	return false;
}

/* Extensions that are tried for a name without an extension. */
static const char *const program_endings[] = {".py", ".js", ".mjs", ".rb", ".pl", ".lua"};

/* Finds the file "NAME.py", "NAME.js" and so on, of which there must be only one. Returns 0 if there is none, or -1
 * with err if there are two. */
static int find_script(const char *name, struct str *path, struct err *err)
{
	int n_found = 0;
	for (size_t i = 0; i < sizeof program_endings / sizeof *program_endings; i++) {
		AUTO_STR struct str file = str_of("%s%s", name, program_endings[i]);
		if (!is_file(file.text))
			continue;
		if (n_found++)
			return err_set(err, EXIT_USAGE, "'%s' can be '%s' or '%s': name one of them", name, path->text,
				       file.text);
		str_set(path, "%s", file.text);
	}
	return n_found;
}

/* Finds the robot in a folder of its name, as `arena new` makes it. */
static int find_in_folder(const char *folder, struct str *path, struct err *err)
{
	static const char *const built[] = {"%s/%s.so", "%s/%s", "%s/target/release/%s"};
	size_t n = strlen(folder);
	while (n > 1 && folder[n - 1] == '/')
		n--;
	AUTO_FREE char *plain = mem_strdup(folder);
	plain[n] = '\0';
	const char *name = basename(plain);
	for (int i = 0; i < 3; i++) {
		str_set(path, built[i], plain, name);
		if (i ? is_program(path->text) : is_file(path->text))
			return 1;
	}
	AUTO_STR struct str script = str_of("%s/%s", plain, name);
	int found = find_script(script.text, path, err);
	return found ? found : err_set(err, EXIT_USAGE,
				       "the folder '%s' has no robot '%s.so', '%s' or '%s.py': build it first, or name "
				       "the robot's file", plain, name, name, name);
}

static bool is_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Finds a file or folder at a path, or in the current folder: NAME.so, a script, or the robot in the folder NAME. */
static int find_here(const char *name, struct str *path, struct err *err)
{
	str_set(path, "%s%s%s", strchr(name, '/') ? "" : "./", name, str_ends(name, ".so") ? "" : ".so");
	if (access(path->text, F_OK) == 0 && !is_folder(path->text))
		return 1;
	int found = find_script(name, path, err);
	return found ? found : is_folder(name) && find_in_folder(name, path, NULL) > 0;
}

/* Looks for the robot's file. Returns 1 with *path, 0 if there is none, or -1 with err. */
static int look(const char *name, struct str *path, struct err *err)
{
	bool is_path = strchr(name, '/');
	bool is_exact = is_path && access(name, F_OK) == 0 && !is_folder(name);
	int found = is_exact ? 0 : find_here(name, path, err);
	if (!found && !is_path)
		found = find_in_path(name, path);
	/* A file that exists is returned even if it cannot be opened, because opening it reports the reason. */
	if (is_exact || (!found && !is_path && strchr(name, '.') && is_file(name))) {
		str_set(path, "%s", name);
		return 1;
	}
	return found || !is_folder(name) ? found : find_in_folder(name, path, err);
}

bool find_is_robot(const char *name)
{
	AUTO_STR struct str path = {0};
	return look(name, &path, NULL) > 0;
}

static int not_found(const char *name, struct err *err)
{
	AUTO_STR struct str source = {0};
	struct nearest nearest = {.wanted = name};
	if (has_source(name, &source))
		return err_set(err, EXIT_USAGE,
			"robot '%s' not found, but its source '%s' is here: build it first (make)", name, source.text);
	consider("human", NULL, &nearest); /* "human" is the person at the terminal */
	find_all(consider, &nearest);
	if (nearest.name[0])
		return err_set(err, EXIT_USAGE,
			"robot '%s' not found (did you mean '%s'? `arena list robots` lists them)", name, nearest.name);
	return err_set(err, EXIT_USAGE,
		       "robot '%s' not found here, in $ARENA_PATH or among the bundled robots "
		       "(see `arena list robots`)", name);
}

char *find_robot(const char *name, struct err *err)
{
	AUTO_STR struct str path = {0};
	int found = look(name, &path, err);
	if (!found)
		found = !strchr(name, '/') ? not_found(name, err)
			: err_set(err, EXIT_USAGE, "cannot open the robot '%s': %s", name,
				  strerror(access(name, F_OK) ? errno : ENOENT));
	return found > 0 ? mem_strdup(path.text) : NULL;
}

/* Returns zero for hidden files, and for the arena's own library, which `make` puts beside the program. */
static int is_plain(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && strcmp(entry->d_name, "libarena.so") != 0;
}

/* Returns true if the name refers to this path. */
static bool is_named(const char *name, const char *path)
{
	AUTO_STR struct str found = {0};
	return look(name, &found, NULL) > 0 &&
		strcmp(path + 2 * !strncmp(path, "./", 2), found.text + 2 * !strncmp(found.text, "./", 2)) == 0;
}

/* Returns the length of the robot's name in the name of a file or folder, or 0 if it is not a robot. Sets *path to the
 * path of the robot's file. In the current folder, and in its subfolders, a script is a robot if it mentions get_play
 * or a class Robot. */
static size_t name_in(const char *file, struct str *path, bool is_current)
{
	AUTO_STR struct str text = {0};
	size_t n = strlen(file), n_ending = 0;
	bool is_folder_of_robot = is_current && is_folder(path->text);
	if (is_folder_of_robot && find_in_folder(file, path, NULL) <= 0)
		return 0;
	if (str_ends(path->text, ".so"))
		return is_file(path->text) ? n - (is_folder_of_robot ? 0 : 3) : 0;
	if (!is_current)
		return is_program(path->text) ? n : 0;
	for (size_t i = 0; i < sizeof program_endings / sizeof *program_endings; i++)
		n_ending = str_ends(path->text, program_endings[i]) ? strlen(program_endings[i]) : n_ending;
	if (!n_ending || !is_file(path->text) || str_read_file(&text, path->text, 1 << 20, NULL) ||
	    (!strstr(str_text(&text), "get_play") && !strstr(str_text(&text), "class Robot")))
		return 0;
	return is_folder_of_robot ? n : n - n_ending;
}

void find_all(void (*visit)(const char *name, const char *path, void *context), void *context)
{
	AUTO_STR struct str folder = {0}, path = {0}, name = {0}, entry = {0}, seen = {0}; /* "/one//two/" */
	for (int i = 0; folder_at(i, &folder); i++) {
		struct dirent **entries;
		int n = scandir(folder.text, &entries, is_plain, alphasort);
		for (int k = 0; k < n; k++) {
			const char *file = entries[k]->d_name;
			str_set(&path, "%s/%s", folder.text, file);
			str_clear(&name);
			str_add_n(&name, file, name_in(file, &path, i == 0));
			str_set(&entry, "/%s/", str_text(&name));
			if (name.length && is_named(name.text, path.text) && !strstr(str_text(&seen), entry.text)) {
				str_add(&seen, entry.text);
				visit(name.text, path.text, context);
			}
			free(entries[k]);
		}
		if (n >= 0)
			free(entries);
	}
}

char *find_sdk(struct err *err)
{
	const char *const own = program_folder(), *const places[][2] = {
		{own, "/sdk"}, {own, "/../../sdk"}, {own, "/../share/arena"}, {ARENA_PREFIX, "/share/arena"},
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		AUTO_STR struct str folder = str_of("%s%s", places[i][0], places[i][1]);
		AUTO_STR struct str file = str_of("%s/template/robot.c", folder.text);
		if (access(file.text, R_OK) == 0)
			return mem_strdup(folder.text);
	}
	err_set(err, EXIT_WORLD, "the templates of the SDK are neither beside the program nor in " ARENA_PREFIX
		"/share/arena; is the installation complete?");
	return NULL;
}

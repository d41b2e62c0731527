/* box.c - the sandbox of a program (box.h). */
#include "robot/program/box.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "robot/program/command.h"
#include "robot/program/runner.h"

#define TMP_BYTES "16777216" /* size of the private /tmp and /dev/shm, which are in memory */

void words_add(struct words *words, const char *word)
{
	words->word = mem_resize(words->word, (size_t)words->n + 2, sizeof *words->word);
	words->word[words->n++] = mem_strdup(word);
	words->word[words->n] = NULL;
}

void words_release(struct words *words)
{
	for (int i = 0; i < words->n; i++)
		free(words->word[i]);
	free(words->word);
	*words = (struct words){0};
}

int words_file(const struct words *words, struct err *err)
{
	AUTO_STR struct str text = {0};
	for (int i = 1; i < words->n; i++)
		str_add_n(&text, words->word[i], strlen(words->word[i]) + 1);
	return file_in_memory("arena-words", text.text, text.length, "pass arguments to bubblewrap", err);
}

void words_add_all(struct words *words, const char *const *list)
{
	for (int i = 0; list[i]; i++)
		words_add(words, list[i]);
}

static void bind_as(struct words *words, const char *how, const char *path)
{
	WORDS_ADD(words, how, path, path);
}

char *box_find_bubblewrap(void)
{
	const char *path = getenv("PATH");
	return file_find(path ? path : PROGRAM_PATH, "bwrap");
}

/* Returns true if the folder is the home folder or contains it. $HOME may be missing, a link, or written in another
 * way. */
static bool has_home(const char *folder, const char *home)
{
	AUTO_FREE char *real = home ? mem_realpath(home) : NULL;
	return real && file_is_within(real, folder);
}

static bool has_home_of(const char *folder, uid_t user)
{
	errno = 0; /* stays 0 if there is no such user */
	const struct passwd *known = mem_checked(getpwuid(user));
	return known && has_home(folder, known->pw_dir);
}

/* Returns true if this folder, without links in its path, contains more than robots. If root runs the arena, the folder
 * may be the home of another user. */
bool box_is_wide(const char *folder)
{
	struct stat st;
	return !strchr(folder + 1, '/') || has_home(folder, getenv("HOME")) || has_home_of(folder, geteuid()) ||
	       (stat(folder, &st) == 0 && has_home_of(folder, st.st_uid));
}

/* Covers most files of /proc, because they have counters of the whole machine, which depend on other processes.
 * Processes and constants stay visible. */
static void cover_counts(struct words *words)
{
	static const char shown[] = " cpuinfo filesystems version ";
	DIR *entries = mem_checked(opendir("/proc"));
	for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
		AUTO_STR struct str word = str_of(" %s ", entry->d_name);
		AUTO_STR struct str path = str_of("/proc/%s", entry->d_name);
		if (strchr(".0123456789", entry->d_name[0]) || entry->d_type == DT_LNK || strstr(shown, word.text))
			continue;
		if (entry->d_type == DT_DIR)
			WORDS_ADD(words, "--tmpfs", path.text, "--remount-ro", path.text);
		else
			WORDS_ADD(words, "--ro-bind", "/dev/null", path.text);
	}
	if (entries)
		closedir(entries);
	if (access("/dev/pts", F_OK) == 0) /* the number of terminals is the same for all processes of the machine */
		WORDS_ADD(words, "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts");
}

void box_add_system(struct words *words, bool has_network)
{
	static const char *const roots[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", NULL};
	/* Files that configure the system's programs and contain no personal data. */
	static const char *const etc[] = {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
		"/etc/ld.so.conf.d",
					  "/etc/localtime", NULL};
	static const char *const network[] = {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf",
					      "/etc/ssl", "/etc/ca-certificates", NULL};
	char target[PATH_MAX];
	bind_as(words, "--ro-bind", "/usr");
	for (int i = 0; roots[i]; i++) {
		ssize_t n = readlink(roots[i], target, sizeof target - 1);
		if (n < 0) {
			bind_as(words, "--ro-bind-try", roots[i]);
			continue;
		}
		target[n] = '\0';
		WORDS_ADD(words, "--symlink", target, roots[i]);
	}
	for (int i = 0; etc[i]; i++)
		bind_as(words, "--ro-bind-try", etc[i]);
	glob_t java = {0}; /* where Debian's Java packages keep their settings */
	if (glob("/etc/java-*", 0, NULL, &java) == 0)
		for (size_t i = 0; i < java.gl_pathc; i++)
			bind_as(words, "--ro-bind-try", java.gl_pathv[i]);
	globfree(&java);
	for (int i = 0; has_network && network[i]; i++)
		bind_as(words, "--ro-bind-try", network[i]);
	WORDS_ADD(words, "--proc", "/proc", "--dev", "/dev", "--size", TMP_BYTES, "--tmpfs", "/tmp", "--perms", "1777",
		  "--size", TMP_BYTES, "--tmpfs", "/dev/shm");
	cover_counts(words);
}

/* Returns true if the path is in a folder that is already covered. Only the words from `first` on are searched. */
static bool is_covered(const struct words *words, int first, const char *path)
{
	for (int i = first; i < words->n; i++)
		if (strcmp(words->word[i], "--tmpfs") == 0 && file_is_within(path, words->word[i + 1]))
			return true;
	return false;
}

/* Covers a file or folder in a visible folder. */
static void hide(struct words *words, int first, const char *path, const char *folder)
{
	AUTO_FREE char *real = mem_realpath(path);
	struct stat st;
	if (!real || stat(real, &st) || strcmp(real, folder) == 0 || !file_is_within(real, folder) ||
	    is_covered(words, first, real))
		return; /* it does not exist, is not in the folder, or is already covered */
	if (S_ISDIR(st.st_mode))
		WORDS_ADD(words, "--tmpfs", real, "--remount-ro", real);
	else
		WORDS_ADD(words, "--ro-bind", "/dev/null", real);
}

/* Covers pipes and sockets in a folder, because a program can write to them even if the folder is read-only. Elsewhere
 * the filter prevents this for sockets, and Landlock for pipes (runner.c), but below /tmp Landlock allows writing. */
static void cover_pipes(struct words *words, const char *folder, int *n_left)
{
	DIR *entries = mem_checked(opendir(folder));
	for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL && (*n_left)-- > 0;) {
		struct stat st;
		AUTO_STR struct str path = str_of("%s/%s", folder, entry->d_name);
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || lstat(path.text, &st))
			continue;
		if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
			WORDS_ADD(words, "--ro-bind", "/dev/null", path.text);
		else if (S_ISDIR(st.st_mode))
			cover_pipes(words, path.text, n_left);
	}
	if (entries)
		closedir(entries);
}

/* Adds a folder of the program, with its secret contents hidden. */
static void add_folder(struct words *words, const char *folder, const char *const *hidden)
{
	static const char *const endings[] = {"", "-wal", "-shm", "-journal"}; /* extensions of the files of a
	                                                                        * database */
	int first = words->n, n_entries = 100000;
	bind_as(words, "--ro-bind", folder);
	if (file_is_within(folder, "/tmp"))
		cover_pipes(words, folder, &n_entries);
	hide(words, first, "results", folder); /* the folder of other runs; `hidden` lacks it if this command does not
	                                        * write a run */
	for (int i = 0; hidden[i]; i++) {
		for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
			AUTO_STR struct str path = str_of("%s%s", hidden[i], endings[k]);
			hide(words, first, path.text, folder);
		}
	}
}

static bool is_of_system(const char *path)
{
	static const char *const folders[] = {"/usr", "/proc", "/dev", "/sys", NULL};
	for (int i = 0; folders[i]; i++)
		if (file_is_within(path, folders[i]))
			return true;
	return false;
}

static bool is_hidden(const char *path, const char *const *hidden)
{
	for (int i = 0; hidden[i]; i++) {
		AUTO_FREE char *real = mem_realpath(hidden[i]);
		if (real && strcmp(real, path) == 0)
			return true;
	}
	return false;
}

static bool is_bound(const struct words *words, const char *path)
{
	for (int i = 0; i + 2 < words->n; i++)
		if ((strcmp(words->word[i], "--ro-bind") == 0 && file_is_within(path, words->word[i + 2])) ||
		    (strcmp(words->word[i], "--symlink") == 0 && strcmp(path, words->word[i + 2]) == 0))
			return true;
	return false;
}

static void add_own(struct words *words, const struct robot *robot, const char *readable, const char *const *hidden)
{
	const struct program_command *command = robot->program;
	for (int i = 0; i < command->n_files; i++) {
		const char *path = command->files[i].path, *slash = strrchr(path, '/');
		AUTO_STR struct str folder = {0};
		str_add_n(&folder, path, slash == path ? 1 : (size_t)(slash - path));
		if (is_of_system(path))
			continue;
		if (box_is_wide(folder.text) || is_hidden(folder.text, hidden))
			bind_as(words, "--ro-bind", path);
		else
			add_folder(words, folder.text, hidden);
	}
	for (int i = 0; i < command->shown.n; i++) {
		const char *shown = command->shown.word[i];
		if (!is_of_system(shown) && !box_is_wide(shown) && !is_hidden(shown, hidden))
			add_folder(words, shown, hidden);
	}
	AUTO_FREE char *folders = mem_strdup(readable);
	char *rest = folders;
	for (char *folder; (folder = strsep(&rest, ":")) != NULL;)
		if (*folder && !is_of_system(folder))
			add_folder(words, folder, hidden);
	if (robot->data_folder[0])
		bind_as(words, "--ro-bind", robot->data_folder);
	for (int i = 0; i < command->n_links; i++)
		if (!is_of_system(command->links[i].path) && !is_bound(words, command->links[i].path))
			WORDS_ADD(words, "--symlink", command->links[i].target, command->links[i].path);
	WORDS_ADD(words, "--dir", command->folder); /* the program starts in this folder, even if no file in it is
	                                             * visible */
}

bool program_box_shows(const struct robot *robot, const char *readable, const char *const *hidden, const char *path,
		       struct str *out)
{
	AUTO_WORDS struct words words = {0};
	bool is_shown = is_of_system(path);
	add_own(&words, robot, readable, hidden);
	for (int i = 0; i + 2 < words.n; i++) {
		if (strcmp(words.word[i], "--ro-bind") != 0 || strcmp(words.word[i + 1], words.word[i + 2]) != 0)
			continue;
		is_shown |= file_is_within(path, words.word[i + 1]);
		AUTO_STR struct str item = str_of(", %s", words.word[i + 1]);
		if (!strstr(str_text(out), item.text))
			str_add(out, item.text);
	}
	return is_shown;
}

int program_box(const struct robot *robot, const char *readable, const char *const *hidden, struct words *words,
		struct err *err)
{
	AUTO_FREE char *path = box_find_bubblewrap();
	bool has_network = robot->program->has_network;
	if (!path)
		return err_set(err, EXIT_WORLD,
			       "the robot '%s' is a program, and programs are confined by bubblewrap, which is not in "
			       "$PATH: install the package bubblewrap, or let programs that you trust run unconfined "
			       "with --trust",
			       robot->label);
	WORDS_ADD(words, path, "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try",
		  "--new-session", "--die-with-parent", "--cap-drop", "ALL");
	if (!has_network)
		words_add(words, "--unshare-net");
	if (geteuid() != 0)
		words_add(words, "--unshare-user");
	else /* capabilities with which the runner changes its user and reads files that only root can read
	      * (runner.h) */
		WORDS_ADD(words, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_DAC_OVERRIDE",
			"--cap-add", "CAP_SETPCAP");
	AUTO_STR struct str number = str_of("%d", PROGRAM_FD_FILTER);
	WORDS_ADD(words, "--seccomp", number.text);
	str_set(&number, "%d", PROGRAM_FD_PRELOAD);
	WORDS_ADD(words, "--perms", "0555", "--ro-bind-data", number.text, PROGRAM_PRELOAD);
	box_add_system(words, has_network);
	add_own(words, robot, readable, hidden);
	WORDS_ADD(words, "--remount-ro", "/dev", "--remount-ro", "/");
	return 0;
}

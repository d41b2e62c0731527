/* run.c - numbered folders, and files that are either complete or missing (run.h). */
#include "store/run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/nearest.h"

enum { LARGEST_NUMBER = 99999999 };

int run_make_folders(const char *folder, struct err *err)
{
	AUTO_FREE char *part = mem_strdup(folder);
	for (char *slash = part; slash;) {
		slash = strchr(slash + 1, '/');
		if (slash)
			*slash = '\0';
		if (mkdir(part, 0777) && errno != EEXIST)
			return err_errno(err, "cannot create the folder '%s'", folder);
		if (slash)
			*slash = '/';
	}
	struct stat there;
	if (stat(folder, &there) == 0 && !S_ISDIR(there.st_mode))
		return err_set(err, EXIT_WORLD, "'%s' is not a folder; name another one", folder);
	return 0;
}

/* Returns the highest number in `results` for which there is a folder (with needs_info, with a file run.json in it), or
 * 0 if there is none. */
static int highest_number(const char *results, bool needs_info, struct err *err)
{
	DIR *folder = opendir(results);
	if (!folder)
		return err_errno(err, "cannot read the results folder '%s'", results);
	int highest = 0;
	long long number;
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
		AUTO_STR struct str info = str_of("%s/%s/run.json", results, entry->d_name);
		if (str_to_int(entry->d_name, highest + 1, LARGEST_NUMBER, &number) && strlen(entry->d_name) >= 4 &&
		    (!needs_info || access(info.text, F_OK) == 0))
			highest = (int)number;
	}
	closedir(folder);
	return highest;
}

int run_create(struct run *run, const char *results, int above, struct err *err)
{
	if (run_make_folders(results, err))
		return -1;
	int number = highest_number(results, false, err);
	if (number < 0)
		return -1;
	if (number < above)
		number = above;
	for (;;) {
		AUTO_STR struct str folder = {0};
		if (number >= LARGEST_NUMBER)
			return err_set(err, EXIT_WORLD, "the results folder '%s' has no free number", results);
		str_addf(&folder, "%s/%04d", results, ++number);
		if (mkdir(folder.text, 0777) == 0) {
			run->folder = mem_strdup(folder.text);
			return 0;
		}
		/* Another arena that starts at the same time may have taken the number. */
		if (errno != EEXIST)
			return err_errno(err, "cannot create a folder in the results folder '%s'", results);
	}
}

void run_release(struct run *run)
{
	free(run->folder);
	*run = (struct run){0};
}

const char *run_name(const struct run *run)
{
	const char *slash = strrchr(run->folder, '/');
	return slash ? slash + 1 : run->folder;
}

void run_discard(const struct run *run)
{
	AUTO_STR struct str info = str_of("%s/run.json", run->folder);
	unlink(info.text);
	rmdir(run->folder);
}

/* Writes a file that only the owner may read, because it contains the seed, from which all dice follow. It is synced
 * before it is renamed, because otherwise a power failure could leave an empty file of that name. On some file systems
 * close() also reports write errors. */
static int write_file(const char *path, const char *bytes, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	int failed = str_write(fd, bytes, n) || fsync(fd) ? -1 : 0, saved = errno;
	if (close(fd) && !failed)
		return -1;
	errno = saved;
	return failed;
}

int run_write(const struct run *run, const char *name, const char *bytes, size_t n, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", run->folder, name);
	AUTO_STR struct str temporary = str_of("%s.new", path.text);
	char *slash = strrchr(path.text, '/');
	*slash = '\0';
	if (strchr(name, '/') && mkdir(path.text, 0777) && errno != EEXIST)
		return err_errno(err, "cannot create the folder '%s'", path.text);
	*slash = '/';
	if (write_file(temporary.text, bytes, n) || rename(temporary.text, path.text)) {
		err_errno(err, "cannot write '%s'", path.text);
		unlink(temporary.text);
		return -1;
	}
	return 0;
}

/* Returns true for "017-prober.txt", or its temporary file. */
static bool is_crash_report(const char *name)
{
	size_t n_digits = strspn(name, "0123456789");
	return n_digits >= 3 && name[n_digits] == '-' && strstr(name, ".txt");
}

int run_clear_faults(const struct run *run, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/faults", run->folder);
	DIR *folder = opendir(path.text);
	if (!folder)
		return errno == ENOENT ? 0 : err_errno(err, "cannot read the folder '%s'", path.text);
	int failed = 0;
	for (struct dirent *entry; !failed && (entry = readdir(folder)) != NULL;)
		if (is_crash_report(entry->d_name) && unlinkat(dirfd(folder), entry->d_name, 0) && errno != ENOENT)
			failed = err_errno(err, "cannot delete '%s/%s'", path.text, entry->d_name);
	closedir(folder);
	if (!failed)
		rmdir(path.text); /* keeps the folder if it has other files */
	return failed;
}

static char *find_latest(const char *results, struct err *err)
{
	int number = 0;
	if (access(results, F_OK) == 0)
		number = highest_number(results, true, err);
	if (number < 0)
		return NULL;
	if (number == 0) {
		err_set(err, EXIT_USAGE,
			"there are no runs in '%s' yet (`arena tournament` creates them; --results DIR "
			"names another folder)", results);
		return NULL;
	}
	AUTO_STR struct str folder = str_of("%s/%04d", results, number);
	return mem_strdup(folder.text);
}

const char *run_hint(const char *name)
{
	static const char *const names[] = {"tourneys", NULL};
	return nearest_of(name, names)
		? "; only analyse, export, replay, report and standings can read 'tourneys', the "
		"games of the tourney server" : "";
}

char *run_find(const char *results, const char *run, struct err *err)
{
	if (!run)
		return find_latest(results, err);
	AUTO_STR struct str folder = {0};
	long long number;
	if (str_to_int(run, 1, LARGEST_NUMBER, &number))
		str_addf(&folder, "%s/%04lld", results, number);
	else
		str_add(&folder, run);
	struct stat st;
	bool is_there = stat(str_text(&folder), &st) == 0;
	if (!is_there && errno != ENOENT && errno != ENOTDIR) {
		err_errno(err, "cannot read the folder '%s'", str_text(&folder));
		return NULL;
	}
	if (!is_there || !S_ISDIR(st.st_mode)) {
		err_set(err, EXIT_USAGE, "there is no run '%s': no folder '%s'%s", run, str_text(&folder),
			run_hint(run));
		return NULL;
	}
	return mem_strdup(folder.text);
}

/* data_hash.c - a robot's data as part of its identity (robot.h). */
#include "robot/robot.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

/* Paths of files and links. */
struct paths {
	char **items;
	size_t n;
};

static int fail(const char *path, struct err *err)
{
	return err_errno(err, "cannot read the robot's data '%s'", path);
}

static int is_entry(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int collect(struct paths *paths, const char *folder, struct err *err)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_entry, NULL), failed = 0;
	if (n < 0)
		return fail(folder, err);
	for (int i = 0; i < n; i++) {
		struct stat st;
		AUTO_STR struct str path = str_of("%s/%s", folder, entries[i]->d_name);
		free(entries[i]);
		if (failed)
			continue;
		if (lstat(path.text, &st)) {
			failed = fail(path.text, err);
		} else if (S_ISDIR(st.st_mode)) {
			failed = collect(paths, path.text, err);
		} else if (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)) {
			*MEM_APPEND(paths->items, paths->n) = mem_strdup(path.text);
		}
	}
	free(entries);
	return failed;
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_line(struct str *text, const char *path, size_t n_folder, struct err *err)
{
	char sha256[65], target[PATH_MAX];
	ssize_t n_target = readlink(path, target, sizeof target);
	if (n_target >= 0) {
		hash_bytes(target, (size_t)n_target, sha256);
	} else {
		/* O_NONBLOCK, because a pipe may have replaced the file. */
		AUTO_CLOSE int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0 || hash_file(fd, sha256))
			return fail(path, err);
	}
	str_addf(text, "%s %c%s", sha256, n_target < 0 ? ' ' : '@', path + n_folder + 1);
	str_add_n(text, "", 1);
	return 0;
}

int data_hash_add(const char *folder, char sha256[65], struct err *err)
{
	struct paths paths = {0};
	int failed = collect(&paths, folder, err);
	if (paths.n)
		qsort(paths.items, paths.n, sizeof *paths.items, by_bytes);
	AUTO_STR struct str text = str_of("%s\n", sha256);
	for (size_t i = 0; i < paths.n && !failed; i++)
		failed = add_line(&text, paths.items[i], strlen(folder), err);
	if (!failed)
		hash_bytes(text.text, text.length, sha256);
	for (size_t i = 0; i < paths.n; i++)
		free(paths.items[i]);
	free(paths.items);
	return failed;
}

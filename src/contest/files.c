/* files.c - the files of a submitted robot (files.h). */
#include "contest/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "store/run.h"

enum { LONGEST_NAME = 64 };

void files_release(struct files *files)
{
	for (int i = 0; i < files->n; i++) {
		free(files->items[i].path);
		str_release(&files->items[i].bytes);
	}
	free(files->items);
	*files = (struct files){0};
}

static bool refuse(struct str *reason, const char *path, const char *why)
{
	AUTO_STR struct str clean = text_cleaned(path);
	str_addf(reason, "'%.200s' %s", str_text(&clean), why);
	return false;
}

bool files_add_bytes(struct files *files, const char *name, bool is_program, const char *bytes, size_t n,
		     struct str *reason)
{
	if (!text_is_clean(name) || strlen(name) > 200)
		return refuse(reason, name, "has a name that is too long or not valid UTF-8");
	if (files->n == FILES_MOST || n > files->most - files->size)
		return refuse(reason, name,
			      "is too large: a robot may have at most 2000 files, and submission_mb megabytes in all");
	struct file *file = MEM_APPEND(files->items, files->n);
	*file = (struct file){.path = mem_strdup(name),
		.is_program = is_program || (n > 2 && memcmp(bytes, "#!", 2) == 0)};
	str_add_n(&file->bytes, bytes, n);
	files->size += n;
	return true;
}

static bool add_open_file(struct files *files, int fd, const struct stat *st, const char *name, struct str *reason)
{
	AUTO_STR struct str bytes = {0};
	char buffer[65536];
	ssize_t n;
	while ((n = read(fd, buffer, sizeof buffer)) > 0 && bytes.length <= files->most)
		str_add_n(&bytes, buffer, (size_t)n);
	if (n < 0)
		return refuse(reason, name, "cannot be read");
	return files_add_bytes(files, name, st->st_mode & S_IXUSR, str_text(&bytes), bytes.length, reason);
}

static bool add_at(struct files *files, int folder, const char *entry, const char *name, int depth, struct str *reason);

static bool add_folder(struct files *files, int fd, const char *name, int depth, struct str *reason)
{
	AUTO_WORDS struct words entries = {0};
	if (files_list(fd, ".", &entries))
		return refuse(reason, name, "cannot be read");
	for (int i = 0; i < entries.n; i++) {
		AUTO_STR struct str path = str_of("%s%s%s", name, *name ? "/" : "", entries.word[i]);
		if (!add_at(files, fd, entries.word[i], path.text, depth + 1, reason))
			return false;
	}
	return true;
}

static bool add_at(struct files *files, int folder, const char *entry, const char *name, int depth, struct str *reason)
{
	struct stat st;
	/* Opening a pipe must not block the arena. */
	AUTO_CLOSE int fd = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return refuse(reason, *name ? name : entry, errno == ELOOP ? "is a symbolic link" : "cannot be read");
	if (fstat(fd, &st))
		return refuse(reason, name, "cannot be read");
	if (S_ISREG(st.st_mode))
		return add_open_file(files, fd, &st, name, reason);
	if (!S_ISDIR(st.st_mode))
		return refuse(reason, name, "is neither a file nor a folder");
	return depth < FILES_DEPTH ? add_folder(files, fd, name, depth, reason)
				   : refuse(reason, name, "is nested in too many folders");
}

bool files_add(struct files *files, const char *path, const char *name, struct str *reason)
{
	return add_at(files, AT_FDCWD, path, name, 0, reason);
}

void files_strip(struct files *files)
{
	for (const char *slash; files->n && (slash = strchr(files->items[0].path, '/')) != NULL;) {
		size_t n = (size_t)(slash + 1 - files->items[0].path);
		for (int i = 1; i < files->n; i++)
			if (strncmp(files->items[i].path, files->items[0].path, n) != 0)
				return;
		for (int i = 0; i < files->n; i++)
			memmove(files->items[i].path, files->items[i].path + n, strlen(files->items[i].path + n) + 1);
	}
}

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

void files_sort(struct files *files)
{
	if (files->n)
		qsort(files->items, (size_t)files->n, sizeof *files->items, compare);
}

const struct file *files_find(const struct files *files, const char *name)
{
	return FIND_IN(file, files->items, files->n, strcmp(file->path, name) == 0);
}

void files_hash(const struct files *files, char sha256[65])
{
	struct sha256_ctx context;
	sha256_init(&context);
	for (int i = 0; i < files->n; i++) {
		const struct file *file = &files->items[i];
		char head[32];
		int n = snprintf(head, sizeof head, "%c %zu ", file->is_program ? 'x' : '-', file->bytes.length);
		sha256_update(&context, (size_t)n, (const uint8_t *)head);
		sha256_update(&context, strlen(file->path) + 1, (const uint8_t *)file->path);
		sha256_update(&context, file->bytes.length, (const uint8_t *)str_text(&file->bytes));
	}
	hash_end(&context, sha256);
}

static int write_one(const struct file *file, const char *folder, struct err *err)
{
	AUTO_STR struct str path = str_of("%s/%s", folder, file->path);
	char *slash = strrchr(path.text, '/');
	*slash = '\0';
	if (run_make_folders(path.text, err))
		return -1;
	*slash = '/';
	if (file_write(path.text, &file->bytes, err))
		return -1;
	if (chmod(path.text, file->is_program ? 0755 : 0644))
		return err_errno(err, "cannot change the permissions of '%s'", path.text);
	return 0;
}

int files_write(const struct files *files, const char *folder, struct err *err)
{
	/* Readable by all users, because when root runs the contest, another user builds and plays the submissions. */
	mode_t old = umask(022);
	int failed = run_make_folders(folder, err);
	for (int i = 0; i < files->n && !failed; i++)
		failed = write_one(&files->items[i], folder, err);
	umask(old);
	return failed;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int files_list(int folder, const char *path, struct words *names)
{
	struct dirent **entries;
	int n = scandirat(folder, path, &entries, is_visible, by_bytes);
	for (int i = 0; i < n; i++) {
		words_add(names, entries[i]->d_name);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
	return n < 0 ? -1 : 0;
}

const char *files_ending(const char *name)
{
	static const char *const endings[] = {".c", ".cpp", ".cc", ".java", ".jar", ".so", ".py", ".js", ".zip"};
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (str_ends(name, endings[i]))
			return endings[i];
	return NULL;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	return remove(path);
}

int files_remove(const char *folder, struct err *err)
{
	if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT) && errno != ENOENT)
		return err_errno(err, "cannot remove '%s'", folder);
	return 0;
}

bool files_is_name(const char *name)
{
	size_t n = strlen(name);
	return n > 0 && n <= LONGEST_NAME && text_is_clean(name) && !strpbrk(name, "/:,\\") && name[0] != '.' &&
	       name[0] != '-' && name[0] != ' ' && name[n - 1] != ' ';
}

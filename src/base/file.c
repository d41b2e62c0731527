/* file.c - writes the output of a command, which may be long (file.h). */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool is_at(int fd, const char *path)
{
	struct stat opened, there;
	return fstat(fd, &opened) == 0 && stat(path, &there) == 0 && opened.st_dev == there.st_dev &&
		opened.st_ino == there.st_ino;
}

bool file_is_same(const char *a, const char *b)
{
	struct stat x, y;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

char *file_find(const char *path, const char *name)
{
	AUTO_FREE char *folders = mem_strdup(path);
	char *rest = folders;
	for (char *folder; (folder = strsep(&rest, ":")) != NULL;) {
		AUTO_STR struct str file = str_of("%s/%s", folder, name);
		if (folder[0] == '/' && access(file.text, X_OK) == 0)
			return mem_strdup(file.text);
	}
	return NULL;
}

bool file_is_within(const char *path, const char *folder)
{
	size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
	return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0');
}

int file_in_memory(const char *name, const void *bytes, size_t n, const char *what, struct err *err)
{
	int fd = memfd_create(name, MFD_CLOEXEC);
	if (fd >= 0 && str_write(fd, bytes, n) == 0 && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	err_errno(err, "cannot %s", what);
	mem_auto_close(&fd);
	return -1;
}

/* Opens the temporary file of an output. Its name is always the same, so the next output overwrites the file that a
 * killed process left. A lock marks a file that is in use. The lock belongs to the process: the kernel removes it when
 * the process ends, and workers do not inherit it. Some file systems have no locks; on these, two processes must not
 * write the same output. */
static FILE *open_temporary(const char *temporary, const char *path, int patience_ms, struct err *err)
{
	const struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int fd = -1;
	bool is_locked;
	do { /* try again if another process has renamed it between open and lock */
		if (fd >= 0)
			close(fd);
		fd = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		is_locked = fd >= 0 && fcntl(fd, F_SETLK, &lock) && (errno == EAGAIN || errno == EACCES);
		if (is_locked && patience_ms-- <= 0) {
			close(fd);
			err_set(err, EXIT_WORLD,
				"another process is writing '%s'; wait for it to end, or choose another file", path);
			return NULL;
		}
		if (is_locked)
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	} while (fd >= 0 && (is_locked || !is_at(fd, temporary)));
	FILE *file = fd >= 0 && ftruncate(fd, 0) == 0 ? fdopen(fd, "w") : NULL;
	if (!file)
		err_errno(err, "cannot write '%s'", path);
	if (!file && fd >= 0)
		close(fd);
	return file;
}

static int open_patiently(struct out_file *output, const char *path, int patience_ms, struct err *err)
{
	struct stat st;
	*output = (struct out_file){.file = stdout};
	if (!path || strcmp(path, "-") == 0)
		return 0;
	bool is_special = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
	AUTO_STR struct str temporary = str_of("%s.new", path);
	FILE *file = is_special ? fopen(path, "we") : open_temporary(temporary.text, path, patience_ms, err);
	if (!file)
		return is_special ? err_errno(err, "cannot write '%s'", path) : -1;
	output->file = file;
	output->path = mem_strdup(path);
	output->temporary = is_special ? NULL : mem_strdup(temporary.text);
	return 0;
}

int file_open(struct out_file *output, const char *path, struct err *err)
{
	return open_patiently(output, path, 0, err);
}

bool file_add(struct out_file *output, const char *bytes, size_t n)
{
	if (!output->error && fwrite(bytes, 1, n, output->file) != n)
		output->error = errno;
	return !output->error;
}

static void release(struct out_file *output)
{
	FREE_ALL(output->path, output->temporary);
	*output = (struct out_file){0};
}

int file_close(struct out_file *output, struct err *err)
{
	int failed = 0;
	if (output->path) {
		/* Rename or delete the file before closing it, because closing removes the lock. */
		if (!output->error &&
		    (fflush(output->file) || (output->temporary && rename(output->temporary, output->path))))
			output->error = errno;
		if (output->error && output->temporary)
			unlink(output->temporary);
		if (fclose(output->file) && !output->error)
			output->error = errno;
		errno = output->error;
		if (output->error)
			failed = err_errno(err, "cannot write '%s'", output->path);
	}
	release(output);
	return failed;
}

void file_discard(struct out_file *output)
{
	if (output->temporary)
		unlink(output->temporary);
	__fpurge(output->file); /* flushing to a full pipe could block forever */
	clearerr(output->file);
	if (output->path)
		fclose(output->file);
	release(output);
}

int file_check(const char *path, struct err *err)
{
	struct stat st;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return 0; /* opening and closing a pipe would end the input of its reader */
	/* This name differs from that of file_open, so that two checks at the same time do not take each other for a
	 * writer. */
	AUTO_STR struct str temporary = str_of("%s.XXXXXX", path);
	int fd = mkostemp(temporary.text, O_CLOEXEC);
	if (fd < 0)
		return err_errno(err, "cannot write '%s'", path);
	unlink(temporary.text);
	close(fd);
	return 0;
}

int file_write(const char *path, const struct str *bytes, struct err *err)
{
	struct out_file output;
	if (open_patiently(&output, path, 10000, err)) /* another process that is writing the file will end soon */
		return -1;
	file_add(&output, str_text(bytes), bytes->length);
	return file_close(&output, err);
}

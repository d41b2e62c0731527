/* test_file.c - output files: whole or not there, also after a writer was killed and beside one that runs; files that
 * are read, and their hashes. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "temporary_folder.h"

/* It fails when a test has left files other than this one. */
static void leave_empty_folder(void)
{
	unlink("file");
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(folder), 0);
}

static void begin(struct out_file *output, const char *text)
{
	struct err err = {0};
	ck_assert_msg(file_open(output, "file", &err) == 0, "%s", err.text);
	ck_assert(file_add(output, text, strlen(text)));
	ck_assert_int_eq(fflush(output->file), 0);
}

START_TEST(a_file_appears_when_it_is_whole)
{
	struct out_file output;
	for (int i = 0; i < 2; i++) {
		begin(&output, i ? "second" : "the first");
		if (i)
			check_file("file", "the first");
		else
			ck_assert_int_ne(access("file", F_OK), 0);
		ck_assert_int_eq(file_close(&output, NULL), 0);
	}
	check_file("file", "second");
}
END_TEST

START_TEST(a_discarded_file_never_appears)
{
	struct out_file output;
	begin(&output, "some");
	file_discard(&output);
	ck_assert_int_ne(access("file", F_OK), 0);
}
END_TEST

START_TEST(a_check_leaves_everything_as_it_was)
{
	struct out_file output;
	struct err err = {0};
	ck_assert_int_eq(file_check("file", &err), 0);
	ck_assert(access("file", F_OK) != 0 && access("file.new", F_OK) != 0);
	begin(&output, "the first");
	ck_assert_int_eq(file_check("file", &err), 0); /* while it is being written */
	ck_assert_int_eq(file_close(&output, NULL), 0);
	ck_assert_int_eq(file_check("file", &err), 0);
	check_file("file", "the first");
	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	ck_assert_int_eq(file_check("pipe", &err), 0); /* nobody reads it, but it does not wait */
	ck_assert_int_eq(unlink("pipe"), 0);
	ck_assert(file_check("nowhere/file", &err) && err.code == EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "cannot write 'nowhere/file'"), "%s", err.text);
}
END_TEST

START_TEST(what_cannot_be_written_is_an_error)
{
	struct out_file output;
	struct err err = {0};
	ck_assert_int_ne(file_open(&output, "nowhere/file", &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "cannot write 'nowhere/file'"), "%s", err.text);
	ck_assert_int_eq(file_open(&output, "/dev/full", &err), 0);
	file_add(&output, "some", 4);
	ck_assert_int_ne(file_close(&output, &err), 0);
	ck_assert_msg(strstr(err.text, "cannot write '/dev/full'"), "%s", err.text);
	begin(&output, "some");
	ck_assert_int_eq(mkdir("file", 0777), 0); /* it cannot be renamed */
	ck_assert_int_ne(file_close(&output, &err), 0);
	ck_assert_msg(strstr(err.text, "cannot write 'file'"), "%s", err.text);
	ck_assert_int_eq(rmdir("file"), 0);
}
END_TEST

/* Starts a process that writes the file and has a worker; both wait until `let_go` is closed. */
static pid_t start_writer(int *let_go)
{
	int begun[2], go[2];
	char byte;
	ck_assert(!pipe(begun) && !pipe(go));
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct out_file output;
		close(go[1]);
		begin(&output, "what the other process writes");
		pid_t worker = fork();
		bool is_ready = worker <= 0 || write(begun[1], "", 1) == 1;
		while (is_ready && read(go[0], &byte, 1) < 0 && errno == EINTR)
			;
		_exit(worker == 0 ? 0 : file_close(&output, NULL) || !is_ready || worker < 0);
	}
	close(go[0]);
	ck_assert_int_eq(read(begun[0], &byte, 1), 1);
	close(begun[0]);
	close(begun[1]);
	*let_go = go[1];
	return pid;
}

/* Its worker may end later. */
START_TEST(what_a_killed_process_left_is_overwritten)
{
	struct out_file output;
	int let_go, status;
	pid_t pid = start_writer(&let_go);
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(access("file.new", F_OK), 0);
	begin(&output, "short");
	ck_assert_int_eq(file_close(&output, NULL), 0);
	check_file("file", "short");
	close(let_go);
}
END_TEST

START_TEST(a_file_that_another_process_writes_is_left_alone)
{
	struct out_file output;
	struct err err = {0};
	int let_go, status;
	pid_t pid = start_writer(&let_go);
	ck_assert_int_ne(file_open(&output, "file", &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "another process is writing 'file'"), "%s", err.text);
	close(let_go);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	check_file("file", "what the other process writes");
}
END_TEST

static int naps = -1; /* gets a byte for each nap of this process; -1: none */

int test_nanosleep(const struct timespec *time, struct timespec *left) __asm__("nanosleep");

int test_nanosleep(const struct timespec *time, struct timespec *left)
{
	if (naps >= 0 && write(naps, "", 1) != 1)
		_exit(1);
	return (int)syscall(SYS_nanosleep, time, left);
}

START_TEST(a_whole_file_waits_for_another_process)
{
	AUTO_STR struct str bytes = {0};
	int let_go, status, waits[2];
	char byte;
	str_add(&bytes, "the second");
	pid_t first = start_writer(&let_go);
	ck_assert_int_eq(pipe(waits), 0);
	pid_t second = fork();
	ck_assert_int_ge(second, 0);
	if (second == 0) {
		close(let_go);
		naps = waits[1];
		int next = dup(STDIN_FILENO);
		close(next);
		int failed = file_write("file", &bytes, NULL);
		_exit(failed || dup(STDIN_FILENO) != next); /* it has closed what it opened while it waited */
	}
	close(waits[1]);
	ck_assert_int_eq(read(waits[0], &byte, 1), 1); /* the second waits before the first ends */
	close(let_go);
	ck_assert_int_eq(waitpid(first, &status, 0), first);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(waitpid(second, &status, 0), second);
	ck_assert_int_eq(status, 0);
	check_file("file", "the second");
}
END_TEST

START_TEST(a_file_is_the_same_by_any_name)
{
	struct out_file output;
	struct stat st;
	mode_t mask = umask(027);
	begin(&output, "some");
	ck_assert_int_eq(file_close(&output, NULL), 0);
	umask(mask);
	ck_assert(stat("file", &st) == 0 && (st.st_mode & 07777) == 0640);
	ck_assert(symlink("file", "link") == 0 && mkdir("folder", 0700) == 0);
	ck_assert(file_is_same("file", "./file") && file_is_same("link", "file") && file_is_same("folder", "folder/."));
	ck_assert(!file_is_same("file", "folder") && !file_is_same("file", "none") && !file_is_same("none", "file") &&
		!file_is_same("none", "none"));
	ck_assert(unlink("link") == 0 && rmdir("folder") == 0);
}
END_TEST

/* ---- reading ---------------------------------------------------------------------------- */

static int n_interrupted; /* of the next calls of read */

ssize_t test_read(int fd, void *bytes, size_t n) __asm__("read");

ssize_t test_read(int fd, void *bytes, size_t n)
{
	if (n_interrupted > 0) {
		n_interrupted--;
		errno = EINTR;
		return -1;
	}
	return syscall(SYS_read, fd, bytes, n);
}

static const size_t sizes[] = {0, 1, 8191, 8192, 8193, 20000};

START_TEST(files_are_read_up_to_a_size)
{
	AUTO_STR struct str bytes = {0};
	while (bytes.length < sizes[_i])
		str_add_char(&bytes, (char)('a' + bytes.length % 23));
	write_file("file", str_text(&bytes));
	AUTO_STR struct str read = {0}, more = {0};
	struct err err = {0};
	n_interrupted = 2;
	ck_assert_int_eq(str_read_file(&read, "file", sizes[_i], &err), 0);
	ck_assert_uint_eq(read.length, sizes[_i]);
	ck_assert_str_eq(str_text(&read), str_text(&bytes));
	if (!sizes[_i])
		return;
	ck_assert_int_ne(str_read_file(&more, "file", sizes[_i] - 1, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	str_clear(&more);
	str_addf(&more, "'file' is larger than %zu bytes", sizes[_i] - 1);
	ck_assert_str_eq(err.text, more.text);
}
END_TEST

START_TEST(files_that_cannot_be_read)
{
	AUTO_STR struct str read = {0};
	struct err err = {0};
	ck_assert(str_read_file(&read, "missing", 10, &err) && err.code == EXIT_WORLD);
	ck_assert_str_eq(err.text, "cannot open 'missing': No such file or directory");
	ck_assert(str_read_file(&read, ".", 10, &err) && err.code == EXIT_WORLD);
	ck_assert_str_eq(err.text, "cannot read '.': Is a directory");
}
END_TEST

static const size_t hashed[] = {0, 1, 65535, 65536, 65537, 200000};

/* In pieces, from the position of the descriptor on. */
START_TEST(files_are_hashed)
{
	AUTO_STR struct str bytes = {0};
	char of_bytes[65], of_file[65], of_pieces[65];
	str_add(&bytes, "before");
	while (bytes.length < 6 + hashed[_i])
		str_add_char(&bytes, (char)('a' + bytes.length % 23));
	write_file("file", bytes.text);
	int fd = open("file", O_RDONLY);
	ck_assert_int_eq(lseek(fd, 6, SEEK_SET), 6);
	hash_bytes(bytes.text + 6, hashed[_i], of_bytes);
	n_interrupted = 3;
	ck_assert_int_eq(hash_file(fd, of_file), 0);
	ck_assert_str_eq(of_file, of_bytes);
	struct sha256_ctx hash;
	sha256_init(&hash);
	for (size_t i = 0; i < hashed[_i]; i++)
		sha256_update(&hash, 1, (const uint8_t *)&bytes.text[6 + i]);
	hash_end(&hash, of_pieces);
	ck_assert_str_eq(of_pieces, of_bytes);
	close(fd);
	ck_assert_int_ne(hash_file(fd, of_file), 0);
	hash_bytes("abc", 3, of_bytes); /* the example of FIPS 180 */
	ck_assert_str_eq(of_bytes, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
END_TEST

SUITE_WITH(enter_folder, leave_empty_folder, 0,
	TEST(a_file_appears_when_it_is_whole),
	TEST(a_discarded_file_never_appears),
	TEST(a_check_leaves_everything_as_it_was),
	TEST(what_cannot_be_written_is_an_error),
	TEST(a_file_is_the_same_by_any_name),
	TEST(what_a_killed_process_left_is_overwritten),
	TEST(a_file_that_another_process_writes_is_left_alone),
	TEST(a_whole_file_waits_for_another_process),
	LOOP(files_are_read_up_to_a_size, 0, COUNT(sizes)),
	TEST(files_that_cannot_be_read),
	LOOP(files_are_hashed, 0, COUNT(hashed)))

/* test_contest_build.c - builds in the sandbox: what becomes the robot, and what is said when none was made. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "contest/box.h"
#include "contest/build.h"
#include "contest/files.h"
#include "temporary_folder.h"

/* Some systems (Ubuntu) do not allow user namespaces for ordinary users; root can always make them. */
static bool has_namespaces(void)
{
	return geteuid() == 0 || system("bwrap --unshare-user --ro-bind / / true 2>/dev/null") == 0;
}

START_TEST(builds_have_a_sandbox)
{
	const char *must = getenv("ARENA_MUST_SANDBOX"), *why = "ordinary users may not make user namespaces here";
	ck_assert_msg(has_namespaces() || !must || strcmp(must, "1") != 0, "%s", why);
	if (!has_namespaces())
		fprintf(stderr, "skipped: %s\n", why);
}
END_TEST

/* ---- builds ----------------------------------------------------------------------------- */

#define LONG_100 "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"

/* The recipe of a Makefile, then the files that lie beside it, and what becomes of it. */
static const struct {
	const char *recipe, *files;
	const char *file, *bytes;   /* of the robot; "" when there is none */
	const char *reason, *log;   /* what the log contains */
} builds[] = {
	{"printf one >r.so", "", "r.so", "one", "", "$ make ARENA_SDK=/sdk\n"},
	{"printf one >r.so; printf two >a.so", "", "r.so", "one", "", ""},
	{"printf two >z.so; printf one >a.so; printf three >r", "", "r.so", "one", "", ""},
	{"printf one >r; chmod +x r; printf two >s; chmod +x s", "", "r", "one", "", ""},
	{"mkdir -p .target/release; printf one >.target/release/s; chmod +x .target/release/s; printf two >r", "", "r", "one", "", ""},
	{"cp /source/own.txt r.so", "own.txt", "r.so", "own.txt", "", ""},
	{"printf '' >r.so", "", "r.so", "", "", ""},
	{"printf 'so\\ntwo\\n' >r.so", "", "r.so", "so\ntwo\n", "", ""},
	{"printf one >s; chmod +x s; printf two >r", "", "", "",
	 "the build failed: arena: the build made neither a .so nor a program 'r'",
	 "program 'r'\narena: ended with status 1\n"},
	{"exit 7", "", "", "", "the build failed: make: *** [Makefile:2: robot] Error 7", "arena: ended with status 2\n"},
	{"echo first; echo last; exit 1", "", "", "", "the build failed: last", "first\nlast\nmake"},
	{"echo first; echo an error here; echo another error; exit 1", "", "", "", "the build failed: an error here", ""},
	{"echo 'sh: x: not found'; echo last; exit 1", "", "", "", "the build failed: sh: x: not found", ""},
	{"echo first; echo; echo '$$ last'; exit 1", "", "", "", "the build failed: first", ""},
	{"echo first; echo 'make[1]: last'; exit 1", "", "", "", "the build failed: first", ""},
	{"printf 'a\\tb\\001c\\n'; exit 1", "", "", "", "the build failed: a b?c", "a b?c\n"},
	{"echo " LONG_100 LONG_100 LONG_100 "x; exit 1", "", "", "", "the build failed: " LONG_100 LONG_100 LONG_100, "x\n"},
	{"echo " LONG_100 LONG_100 LONG_100 "; exit 1", "", "", "", "the build failed: " LONG_100 LONG_100 LONG_100, ""},
	{"printf one >r.so; exit 1", "", "", "", "the build failed: make: *** [Makefile:2: robot] Error 1", ""},
	{"kill -9 $$$$", "", "", "",
	 "the build failed: arena: error: a process was killed; the limits of a process are 20 s of CPU time and 300 MB", "] Killed\n"},
	{"head -c 3000000 /dev/zero >r.so", "", "", "", "", "No space left on device"},
};

static struct contest contest = {.settings = {.build_seconds = 20, .build_memory_mb = 300, .build_disk_mb = 2}};

START_TEST(a_build_makes_a_robot_or_says_why_not)
{
	AUTO_FILES struct files files = {.most = 10000};
	AUTO_STR struct str reason = {0}, makefile = {0}, path = {0};
	struct err err = {0};
	if (!has_namespaces())
		return;
	str_addf(&makefile, "robot:\n\t@%s\n", builds[_i].recipe);
	ck_assert(files_add_bytes(&files, "Makefile", false, makefile.text, makefile.length, &reason));
	if (*builds[_i].files)
		ck_assert(files_add_bytes(&files, builds[_i].files, false, builds[_i].files, strlen(builds[_i].files), &reason));
	ck_assert_int_eq(files_write(&files, "source", NULL) || chmod(".", 0755), 0);
	struct build build = {.contest = &contest, .files = &files, .folder = "source", .robot = "r"};
	ck_assert_msg(build_robot(&build, &err) == 0, "%s", err.text);
	ck_assert_msg(strcmp(str_text(&build.file), builds[_i].file) == 0, "'%s', not '%s': %s", str_text(&build.file), builds[_i].file,
		      str_text(&build.log));
	if (*builds[_i].reason || *builds[_i].file)
		ck_assert_str_eq(str_text(&build.reason), builds[_i].reason);
	ck_assert_msg(strstr(build.log.text, builds[_i].log) != NULL, "%s", build.log.text);
	ck_assert_int_eq(strncmp(build.log.text, "$ make ", 7), 0);
	str_addf(&path, "source/%s", builds[_i].file);
	if (*builds[_i].file) {
		struct stat st;
		check_file(path.text, builds[_i].bytes);
		ck_assert_int_eq(stat(path.text, &st), 0);
		ck_assert_uint_eq(st.st_mode & 07777, 0755);
	}
	build_release(&build);
}
END_TEST

/* ---- the box ---------------------------------------------------------------------------- */

/* Scripts, and what they write; the last line of `said` is the arena's. */
static const struct {
	const char *script, *said, *out;
	bool has_ended_well;
} boxes[] = {
	{"echo \"$1 in $(pwd)\"; echo more >&2; printf out >&3", "robot in /build\nmore\n", "out", true},
	{"cat /source/f; cat", "text", "", true},
	{"printf 123456789 >&3", "", "123456789", true},
	{"printf 1234567890 >&3", "", "1234567890", true},
	{"printf 12345678901 >&3; sleep 100", "arena: the output is larger than 10 bytes\n", "1234567890", false},
	{"false; echo not said", "arena: ended with status 1\n", "", false},
	{"exit 128", "arena: ended with status 128\n", "", false},
	{"kill -9 $$", "arena: ended by signal 9; a process may use 20 seconds of CPU time and 300 MB\n", "", false},
	{"exit 129", "arena: ended by signal 1; a process may use 20 seconds of CPU time and 300 MB\n", "", false},
	{"sed -n 's/^Max \\(cpu time\\|file size\\|data size\\|core file size\\|processes\\|open files\\) *\\([^ ]*\\) .*/\\2/p' "
	 "/proc/self/limits", "20\n2097152\n314572800\n0\n128\n1024\n", "", true},
	{"test \"$(id -u)\" != 0; echo \"$HOME $TMPDIR $PATH\"; ls -d /build/.tmp",
	 "/build/.home /build/.tmp /usr/local/bin:/usr/bin:/bin\n/build/.tmp\n", "", true},
	{"[ \"$(ls /sdk/arena_dice.h)\" = /sdk/arena_dice.h ] && touch /build/x && ! touch /source/x /sdk/x /x 2>/dev/null",
	 "", "", true},
};

START_TEST(a_box_has_limits_and_says_how_it_ended)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	write_file("source/f", "text");
	struct box box = {.source = "source", .script = boxes[_i].script, .name = "robot", .seconds = 20, .memory_mb = 300, .disk_mb = 2,
			  .most = 10};
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	ck_assert_str_eq(str_text(&box.said), boxes[_i].said);
	ck_assert_str_eq(str_text(&box.out), boxes[_i].out);
	ck_assert_int_eq(box.has_ended_well, boxes[_i].has_ended_well);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	contest_box_release(&box);
}
END_TEST

START_TEST(what_is_said_has_a_limit)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box box = {.source = "source", .script = "head -c 100000 /dev/zero | tr '\\0' x", .name = "", .seconds = 20,
			  .memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(box.said.length, BOX_SAID);
	ck_assert(box.has_ended_well);
	contest_box_release(&box);
}
END_TEST

START_TEST(a_stop_ends_it)
{
	static const volatile sig_atomic_t stop = 1;
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box box = {.source = "source", .script = "sleep 1000", .name = "", .seconds = 20, .memory_mb = 300, .disk_mb = 2,
			  .most = 10, .stop = &stop};
	ck_assert_int_eq(contest_box_run(&box, &err), -1);
	ck_assert_int_eq(err.code, EXIT_INTERRUPTED);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	contest_box_release(&box);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(builds_have_a_sandbox),
	LOOP(a_build_makes_a_robot_or_says_why_not, 0, COUNT(builds)),
	LOOP(a_box_has_limits_and_says_how_it_ended, 0, COUNT(boxes)),
	TEST(what_is_said_has_a_limit),
	TEST(a_stop_ends_it))

/* test_contest_build.c - builds in the sandbox: what becomes the robot, and what is said when none was made;
 * the sandbox itself, and repositories. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "contest/box.h"
#include "contest/files.h"
#include "contest/prepare.h"
#include "robot/watchdog.h"
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
	{"mkdir -p .target/release; printf one >.target/release/s; chmod +x .target/release/s; printf two >r", "", "r",
	 "one", "", ""},
	{"cp /source/own.txt r.so", "own.txt", "r.so", "own.txt", "", ""},
	{"rm -r r.so; printf one >r.so", "r.so/x", ".r.so", "one", "", ""},
	{"rm -r r; printf one >r; chmod +x r", "r/x", ".r", "one", "", ""},
	{"printf one >r.so", "r.so_/x", "r.so", "one", "", ""},
	{"printf '' >r.so", "", "r.so", "", "", ""},
	{"printf 'so\\ntwo\\n' >r.so", "", "r.so", "so\ntwo\n", "", ""},
	{"printf one >s; chmod +x s; printf two >r", "", "", "",
	 "the build failed: arena: the build made neither a .so nor a program 'r'",
	 "program 'r'\narena: exited with status 1\n"},
	{"exit 7", "", "", "", "the build failed: make: *** [Makefile:2: robot] Error 7",
	 "arena: exited with status 2\n"},
	{"echo first; echo last; exit 1", "", "", "", "the build failed: last", "first\nlast\nmake"},
	{"echo first; echo an error here; echo another error; exit 1", "", "", "", "the build failed: an error here",
	 ""},
	{"echo 'sh: x: not found'; echo last; exit 1", "", "", "", "the build failed: sh: x: not found", ""},
	{"echo first; echo; echo '$$ last'; exit 1", "", "", "", "the build failed: first", ""},
	{"echo first; echo 'make[1]: last'; exit 1", "", "", "", "the build failed: first", ""},
	{"echo first; echo makes; exit 1", "", "", "", "the build failed: makes", ""},
	{"printf 'a\\tb\\001c\\n'; exit 1", "", "", "", "the build failed: a b?c", "a b?c\n"},
	{"echo " LONG_100 LONG_100 LONG_100 "x; exit 1", "", "", "", "the build failed: " LONG_100 LONG_100 LONG_100,
	 "x\n"},
	{"echo " LONG_100 LONG_100 LONG_100 "; exit 1", "", "", "", "the build failed: " LONG_100 LONG_100 LONG_100,
	 ""},
	{"printf one >r.so; exit 1", "", "", "", "the build failed: make: *** [Makefile:2: robot] Error 1", ""},
	{"kill -9 $$$$", "", "", "",
	 "the build failed: arena: error: a process was killed; "
	 "the limits of a process are 20 s of CPU time and 300 MB",
	 "] Killed\n"},
	{"head -c 3000000 /dev/zero >r.so", "", "", "", "", "No space left on device"},
};

static struct contest contest =
	{.settings = {.build_seconds = 20, .read_seconds = 20, .build_memory_mb = 300, .build_disk_mb = 2}};

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
		ck_assert(files_add_bytes(&files, builds[_i].files, false, builds[_i].files, strlen(builds[_i].files),
					  &reason));
	ck_assert_int_eq(files_write(&files, "source", NULL) || chmod(".", 0755), 0);
	struct build build = {.contest = &contest, .files = &files, .folder = "source", .robot = "r"};
	ck_assert_msg(build_robot(&build, &err) == 0, "%s", err.text);
	ck_assert_msg(strcmp(str_text(&build.file), builds[_i].file) == 0, "'%s', not '%s': %s", str_text(&build.file),
		      builds[_i].file, str_text(&build.log));
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
		ck_assert_int_eq(st.st_size, (int)strlen(builds[_i].bytes));
	}
	build_release(&build);
}
END_TEST

/* ---- the box ---------------------------------------------------------------------------- */

/* Starts n processes that compute, and waits until the arena has looked at them: then the nice value is higher by
 * `more`. */
#define COMPUTE_UNTIL_SEEN(n, more) \
	"high=$(($(nice) + " more ")); [ $high -lt 19 ] || high=19; " \
	"for i in $(seq " n "); do while :; do :; done & done; sleep 0.3; " \
	"for i in $(seq 600); do [ $(nice) -lt $high ] || break; sleep 0.1; done; "

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
	{"false; echo not said", "arena: exited with status 1\n", "", false},
	{"exit 128", "arena: exited with status 128\n", "", false},
	{"kill -9 $$", "arena: killed by signal 9; a process may use 20 seconds of CPU time and 300 MB\n", "", false},
	{"exit 129", "arena: killed by signal 1; a process may use 20 seconds of CPU time and 300 MB\n", "", false},
	{"sed -n 's/^Max \\(cpu time\\|file size\\|data size\\|core file size\\|processes\\|open files\\) "
	 "*\\([^ ]*\\) .*/\\2/p' /proc/self/limits", "20\n2097152\n314572800\n0\n128\n1024\n", "", true},
	{"test \"$(id -u)\" != 0; echo \"$HOME $TMPDIR $PATH\"; ls -d /build/.tmp",
	 "/build/.home /build/.tmp /usr/local/bin:/usr/bin:/bin\n/build/.tmp\n", "", true},
	/* no folder of the host */
	{"tr '\\0' '\\n' </proc/1/cmdline | grep -c '^/sourc[e]$' || true", "0\n", "", true},
	{"echo 'make: *** [x] Killed'", "make: *** [x] Killed\n", "", true},
	{"echo 'CPU time limit exceeded'; exit 3",
	 "CPU time limit exceeded\narena: error: a process was killed; the limits of a process are "
	 "20 s of CPU time and 300 MB\n", "", false},
	/* glibc has two signals of its own, which a program cannot set */
	{"ls /proc/self/fd; sed -n 's/^SigBlk:[^0-9a-f]*//p' /proc/self/status; "
	 "echo $((0x$(sed -n 's/^SigIgn:[^0-9a-f]*//p' /proc/self/status) & ~0x180000000))",
	 "0\n1\n2\n3\n4\n0000000000000000\n0\n", "", true},
	{"[ \"$(ls /sdk/arena_dice.h)\" = /sdk/arena_dice.h ] && touch /build/x && "
	 "! touch /source/x /sdk/x /x 2>/dev/null", "", "", true},
};

/* What the arena has open, ignores or blocks does not become the command's: one of the scripts lists it. */
static void open_and_ignore_much(void)
{
	sigset_t some;
	for (int fd = 5; fd < 16; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			ck_assert_int_eq(dup2(0, fd), fd);
	sigemptyset(&some);
	sigaddset(&some, SIGUSR1);
	sigprocmask(SIG_BLOCK, &some, NULL);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGRTMAX, SIG_IGN);
}

START_TEST(a_box_has_limits_and_says_how_it_ended)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	write_file("source/f", "text");
	open_and_ignore_much();
	struct box box = {.source = "source", .script = boxes[_i].script, .name = "robot", .seconds = 20,
		.memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	ck_assert_str_eq(str_text(&box.said), boxes[_i].said);
	ck_assert_str_eq(str_text(&box.out), boxes[_i].out);
	ck_assert_int_eq(box.has_ended_well, boxes[_i].has_ended_well);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	contest_box_release(&box);
}
END_TEST

START_TEST(a_box_has_a_time_and_a_user)
{
	struct err err = {0};
	AUTO_STR struct str user = {0};
	bool is_root = geteuid() == 0;
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box late = {.source = "source", .script = "sleep 1000", .name = "", .seconds = 20, .memory_mb = 300,
		.disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&late, &err) == 0, "%s", err.text);
	ck_assert_str_eq(late.said.text,
			 "arena: error: killed because none of its processes used the CPU for 10 seconds\n");
	ck_assert(!late.lacked_processes);
	ck_assert(!late.has_ended_well);
	contest_box_release(&late);
	struct box other = {.source = "source", .script = "id -u; id -g; id -G", .name = "", .seconds = 20,
		.memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&other, &err) == 0, "%s", err.text);
	str_addf(&user, "%d\n%d\n", is_root ? 61184 + getpid() % 4336 : (int)geteuid(),
		 is_root ? 65534 : (int)getegid());
	ck_assert_msg(strncmp(other.said.text, user.text, user.length) == 0, "%s", other.said.text);
	ck_assert(!is_root || strcmp(other.said.text + user.length, "65534\n") == 0);
	contest_box_release(&other);
}
END_TEST

/* As root: one that starts as many processes as it may does not keep another from starting some. */
START_TEST(boxes_do_not_share_the_limit_of_processes)
{
	struct err err = {0};
	pid_t pids[WATCHDOG_MOST];
	if (!has_namespaces() || geteuid() != 0)
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box bomb = {.source = "source", .script = "sh -c 'while :; do sleep 1000 & done' || exec sleep 1000",
		.name = "", .seconds = 20, .memory_mb = 300, .disk_mb = 2, .most = 10};
	struct box box = {.source = "source", .script = "for i in $(seq 60); do sleep 1000 & done; echo started",
		.name = "", .seconds = 20, .memory_mb = 300, .disk_mb = 2, .most = 10};
	pid_t child = fork();
	if (child == 0) {
		contest_box_run(&bomb, &err);
		_exit(0);
	}
	while (waitpid(child, NULL, WNOHANG) == 0 && watchdog_family(child, pids, 0) < 100)
		usleep(1000);
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	ck_assert_str_eq(box.said.text, "started\n");
	contest_box_release(&box);
}
END_TEST

/* The process is ended at some moment of the start of its command. What is left becomes a child of this process. */
START_TEST(a_command_ends_with_its_process)
{
	enum { STEP_US = 300 };
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755) || prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	struct box box = {.source = "source", .script = "sleep 1000", .name = "", .seconds = 200, .memory_mb = 300,
		.disk_mb = 2, .most = 10};
	signal(SIGTERM, SIG_DFL); /* libcheck's handler ends the whole suite */
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		contest_box_end_with_parent();
		contest_box_run(&box, &err);
		_exit(0);
	}
	usleep((useconds_t)(_i * STEP_US));
	kill(child, SIGTERM);
	int64_t end = clock_wall_ns() + INT64_C(100000000000); /* the command would take longer */
	while (waitpid(-1, NULL, WNOHANG) >= 0 && clock_wall_ns() < end)
		usleep(1000);
	ck_assert_msg(waitpid(-1, NULL, WNOHANG) < 0, "after %d us something is left", _i * STEP_US);
}
END_TEST

/* Many processes that compute get the share of one. */
START_TEST(a_command_has_the_share_of_one_process)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box box = {.source = "source", .script = "nice; " COMPUTE_UNTIL_SEEN("12", "8") "nice; kill $(jobs -p)",
		.name = "", .seconds = 20, .memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	char *rest;
	long before = strtol(box.said.text, &rest, 10), after = strtol(rest, &rest, 10);
	ck_assert_msg(after - before >= 8 || after == 19, "nice was %ld, and is %ld", before, after);
	contest_box_release(&box);
}
END_TEST

/* The same for many threads of one process: none of them keeps the priority that it had at its start. */
START_TEST(a_command_with_threads_has_the_share_of_one_process)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	write_file("source/threads.c",
		"#define _GNU_SOURCE\n#include <pthread.h>\n#include <sched.h>\n#include <stdio.h>\n#include <time.h>\n"
		"static void *compute(void *end) { "
		"while (sched_getscheduler(0) != SCHED_IDLE && time(NULL) < *(time_t *)end) {} return NULL; }\n"
		"int main(void) { "
		"pthread_attr_t small; pthread_t thread[90]; time_t end = time(NULL) + 20; int n = 0;\n"
		"pthread_attr_init(&small); pthread_attr_setstacksize(&small, 1 << 16);\n"
		"while (n < 90 && !pthread_create(&thread[n], &small, compute, &end)) n++;\n"
		"pthread_join(thread[0], NULL); "
		"printf(\"%d %s\\n\", n, time(NULL) < end ? \"idle\" : \"late\"); return 0; }\n");
	struct box box = {.source = "source", .script = "cc -pthread -o threads /source/threads.c; ./threads",
		.name = "", .seconds = 60, .memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&box, &err) == 0, "%s", err.text);
	ck_assert_str_eq(str_text(&box.said), "90 idle\n");
	contest_box_release(&box);
}
END_TEST

/* The machine has too many processes, or the command has. */
START_TEST(the_fault_of_the_machine_is_told_from_that_of_the_command)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box few = {.source = "source", .script = "echo 'sh: 1: Cannot fork'; exit 2", .name = "", .seconds = 20,
		.memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&few, &err) == 0, "%s", err.text);
	ck_assert(few.lacked_processes);
	contest_box_release(&few);
	struct box many = {.source = "source", .script = "for i in $(seq 100); do sleep 1000 & done; "
			   COMPUTE_UNTIL_SEEN("4", "5") "echo 'Cannot fork'; exit 2", .name = "", .seconds = 20,
			   .memory_mb = 300, .disk_mb = 2, .most = 10};
	ck_assert_msg(contest_box_run(&many, &err) == 0, "%s", err.text);
	ck_assert(!many.has_ended_well && !many.lacked_processes);
	contest_box_release(&many);
}
END_TEST

START_TEST(what_is_said_has_a_limit)
{
	struct err err = {0};
	if (!has_namespaces())
		return;
	ck_assert_int_eq(mkdir("source", 0755) || chmod(".", 0755), 0);
	struct box box = {.source = "source", .script = "head -c 100000 /dev/zero | tr '\\0' x", .name = "",
		.seconds = 20, .memory_mb = 300, .disk_mb = 2, .most = 10};
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
	struct box box = {.source = "source", .script = "sleep 1000", .name = "", .seconds = 20, .memory_mb = 300,
		.disk_mb = 2, .most = 10, .stop = &stop};
	ck_assert_int_eq(contest_box_run(&box, &err), -1);
	ck_assert_int_eq(err.code, EXIT_INTERRUPTED);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
	contest_box_release(&box);
}
END_TEST

/* ---- git -------------------------------------------------------------------------------- */

/* Commands in a new repository, and what is read: "PATH=BYTES;" of each file, a '*' before those of programs. */
static const struct {
	const char *commands, *tag, *files, *reason;
	int most;
} repositories[] = {
	{"printf one >a.c; mkdir d; printf 'two\nlines\n' >d/b; printf x >run; chmod 755 run; commit; git tag v1", "v1",
	 "a.c=one;d/b=two\nlines\n;*run=x;", "", 1000},
	{"printf 1 >f; commit; git tag v1.9; printf 2 >f; commit; git tag v1.10; printf 3 >f; commit", "v1.10", "f=2;",
	 "", 1000},
	{"printf 1 >.hidden; mkdir .d; printf 2 >.d/x; printf '' >empty; printf 3 >'a b'; ln -s empty link; "
	 "commit; git tag v1", "v1", "a b=3;empty=;", "", 1000},
	{"printf 1 >f; commit", "", "", "the repository has no tag: a tag is a version", 1000},
	{"printf 1 >f; commit; git tag -a -m x annotated", "annotated", "f=1;", "", 1000},
	{"printf 123456 >f; commit; git tag v1", "v1", "", "'f' is too large: a robot may have at most 2000 files, and "
	 "submission_mb megabytes in all", 5},
	{"printf 12345 >f; commit; git tag v1", "v1", "f=12345;", "", 5},
	{"printf 1 >f; commit; git tag v1; rm -r .git/objects; mkdir .git/objects", "", "", "", 1000},
	{"rm -r .git; printf 1 >f", "", "", "not a git repository (or any parent up to mount point /)", 1000},
};

/* git waits until a process writes into a FIFO. */
START_TEST(reading_has_a_limit)
{
	AUTO_FILES struct files files = {.most = 1000};
	AUTO_STR struct str tag = {0}, reason = {0};
	struct contest hasty = {.settings = contest.settings};
	struct err err = {0};
	bool was_late = false;
	if (!has_namespaces())
		return;
	ck_assert_int_eq(chmod(".", 0755) ||
		system("umask 022; mkdir source && cd source && git init -q . && rm .git/HEAD && mkfifo .git/HEAD"), 0);
	hasty.settings.read_seconds = 1;
	ck_assert_int_eq(build_read("source", false, &hasty, &files, &tag, &was_late, &reason, &err), 0);
	ck_assert_str_eq(str_text(&reason), "reading it took longer than 1 seconds (read_seconds)");
	ck_assert(was_late);
}
END_TEST

START_TEST(the_files_of_the_newest_tag_are_read)
{
	AUTO_FILES struct files files = {.most = (size_t)repositories[_i].most};
	AUTO_STR struct str commands = {0}, list = {0}, tag = {0}, reason = {0};
	struct err err = {0};
	if (!has_namespaces())
		return;
	str_addf(&commands,
		 "umask 022; mkdir source && cd source && git init -q . && commit() { git add . && git -c user.name=x "
		 "-c user.email=x@example.org -c tag.gpgsign=false -c commit.gpgsign=false commit -qm x; }; "
		 "export GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@example.org; %s", repositories[_i].commands);
	ck_assert_int_eq(chmod(".", 0755) || system(commands.text), 0);
	bool was_late = true;
	int is_read = build_read("source", false, &contest, &files, &tag, &was_late, &reason, &err);
	ck_assert_msg(is_read >= 0, "%s", err.text);
	ck_assert(!was_late);
	files_sort(&files);
	for (int i = 0; is_read && i < files.n; i++)
		str_addf(&list, "%s%s=%s;", files.items[i].is_program ? "*" : "", files.items[i].path,
			 str_text(&files.items[i].bytes));
	ck_assert_str_eq(str_text(&list), repositories[_i].files);
	ck_assert_str_eq(is_read || *repositories[_i].tag ? str_text(&tag) : "", repositories[_i].tag);
	ck_assert_int_eq(is_read, *repositories[_i].files != '\0');
	ck_assert_msg(*repositories[_i].reason ? strstr(reason.text, repositories[_i].reason) != NULL
					       : is_read || reason.length > 0, "%s", str_text(&reason));
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(builds_have_a_sandbox),
	LOOP(a_build_makes_a_robot_or_says_why_not, 0, COUNT(builds)),
	LOOP(a_box_has_limits_and_says_how_it_ended, 0, COUNT(boxes)),
	TEST(a_box_has_a_time_and_a_user),
	TEST(boxes_do_not_share_the_limit_of_processes),
	LOOP(a_command_ends_with_its_process, 0, 60),
	TEST(a_command_has_the_share_of_one_process),
	TEST(a_command_with_threads_has_the_share_of_one_process),
	TEST(the_fault_of_the_machine_is_told_from_that_of_the_command),
	TEST(what_is_said_has_a_limit),
	TEST(reading_has_a_limit),
	LOOP(the_files_of_the_newest_tag_are_read, 0, COUNT(repositories)),
	TEST(a_stop_ends_it))

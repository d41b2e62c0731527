/* test_limit.c - control groups for programs. Where they are not available, none is made and nothing is left behind.
 * Where they are, running out of memory is attributed to the robot only if the robot is the cause. On a machine without
 * them, the last tests show that nothing is limited. */
#include <check.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "robot/program/limit.h"

/* ---- folders that look like groups ------------------------------------------------------ */

enum { LONG_AGO = 1000000000 };

static struct control_group fake;

static void make_folder(const char *name)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", fake.folder, name);
	ck_assert_int_eq(mkdir(path.text, 0700), 0);
}

static void make_file(const char *name, const char *text)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", fake.folder, name);
	FILE *file = fopen(path.text, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static bool has(const char *name)
{
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", fake.folder, name);
	return access(path.text, F_OK) == 0;
}

static void begin(void)
{
	char folder[] = "/tmp/arena-groups-XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(folder));
	fake = (struct control_group){.is_second = true};
	snprintf(fake.folder, sizeof fake.folder, "%s", folder);
	fake.n_mount = strlen(folder);
	make_file("cgroup.type", "domain\n");
	make_file("cgroup.controllers", "cpu memory pids\n");
	make_file("cgroup.subtree_control", "\n");
}

static void end(void)
{
	AUTO_STR struct str command = {0};
	str_addf(&command, "rm -rf %s", fake.folder);
	ck_assert_int_eq(system(command.text), 0);
}

static const char *own_folder(void)
{
	static char name[40];
	snprintf(name, sizeof name, "arena-%ld", (long)getpid());
	return name;
}

static void have_processes(bool is_alone)
{
	char text[64];
	snprintf(text, sizeof text, "%s%ld\n", is_alone ? "" : "1\n", (long)getpid());
	make_file("cgroup.procs", text);
}

/* Has anything been made in the folder since `begin`, even if it was removed again? */
static bool is_touched(void)
{
	struct stat st;
	ck_assert_int_eq(stat(fake.folder, &st), 0);
	return st.st_mtime != LONG_AGO;
}

static void check_file_of(const char *name, const char *wanted)
{
	AUTO_STR struct str path = {0}, text = {0};
	str_addf(&path, "%s/%s", fake.folder, name);
	ck_assert_int_eq(str_read_file(&text, path.text, 1 << 10, NULL), 0);
	ck_assert_str_eq(str_text(&text), wanted);
}

/* Nothing is tried without a memory controller (0) or if other processes are in the group (1). What does not work is
 * undone: the folders that it makes here have no control files (2). */
START_TEST(nothing_is_left_without_groups)
{
	if (_i == 0)
		make_file("cgroup.controllers", "cpu memoryless pids\n");
	have_processes(_i != 1);
	const struct timespec long_ago[] = {{.tv_sec = LONG_AGO}, {.tv_sec = LONG_AGO}};
	ck_assert_int_eq(utimensat(AT_FDCWD, fake.folder, long_ago, 0), 0);
	limit_enter_below(&fake);
	ck_assert_int_eq(is_touched(), _i == 2);
	ck_assert(!has(own_folder()));
	check_file_of("cgroup.subtree_control", _i == 2 ? "-memory -pids" : "\n");
}
END_TEST

/* The root of all groups, which has no type, may have processes beside groups with limits, and keeps its
 * controllers. */
START_TEST(the_root_keeps_its_controllers)
{
	AUTO_STR struct str type = {0};
	str_addf(&type, "%s/cgroup.type", fake.folder);
	ck_assert_int_eq(unlink(type.text), 0);
	make_file("cgroup.procs", "77\n");
	const struct timespec long_ago[] = {{.tv_sec = LONG_AGO}, {.tv_sec = LONG_AGO}};
	ck_assert_int_eq(utimensat(AT_FDCWD, fake.folder, long_ago, 0), 0);
	limit_enter_below(&fake);
	ck_assert(is_touched() && !has(own_folder()));
	check_file_of("cgroup.subtree_control", "\n");
	check_file_of("cgroup.procs", "07\n"); /* it has moved back: 0 is this process */
}
END_TEST

/* Version 1 has no such groups. */
START_TEST(the_first_version_is_left_alone)
{
	have_processes(true);
	fake.is_second = false;
	const struct timespec long_ago[] = {{.tv_sec = LONG_AGO}, {.tv_sec = LONG_AGO}};
	ck_assert_int_eq(utimensat(AT_FDCWD, fake.folder, long_ago, 0), 0);
	limit_enter_below(&fake);
	ck_assert(!is_touched());
}
END_TEST

/* Groups of an arena that was killed are removed, but not those of a live one, nor groups that have processes. */
START_TEST(stale_groups_are_removed)
{
	char alive[40];
	int status;
	pid_t dead = fork();
	if (dead == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(dead, &status, 0), dead);
	snprintf(alive, sizeof alive, "arena-%ld", (long)getppid());
	char stale[40], inside[60], main_of[60];
	snprintf(stale, sizeof stale, "arena-%ld", (long)dead);
	snprintf(main_of, sizeof main_of, "%s/main", stale);
	snprintf(inside, sizeof inside, "%s/aBcDeF", stale);
	make_folder(alive);
	make_folder(stale);
	make_folder(main_of);
	make_folder(inside);
	make_folder("arena-");
	make_folder("arena-x");
	make_folder("another");
	have_processes(false);
	char events[80];
	snprintf(events, sizeof events, "%s/cgroup.events", main_of);
	make_file(events, "populated 1\nfrozen 0\n");
	limit_enter_below(&fake);
	ck_assert(has(inside));
	AUTO_STR struct str path = {0};
	str_addf(&path, "%s/%s", fake.folder, events);
	unlink(path.text);
	limit_enter_below(&fake);
	ck_assert(!has(stale));
	ck_assert(has(alive) && has("arena-") && has("arena-x") && has("another"));
}
END_TEST

/* What the kernel counts, and who is the cause. */
static const struct {
	const char *events;
	bool is_exceeded, is_victim;
} counts[] = {
	{"low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\n", false, false}, {"oom 1\noom_kill 1\n", true, false},
	{"oom 0\noom_kill 1\n", false, true},
	{"oom 1\noom_kill 0\n", false, false}, {"oom_kill 2\n", false, true}, {"oom_group_kill 1\n", false, false},
	{"", false, false},
};

START_TEST(deaths_have_a_cause)
{
	struct limit_group group = {0}, none = {0};
	struct err err = {0};
	snprintf(group.folder, sizeof group.folder, "%s", fake.folder);
	ck_assert(!limit_group_is_exceeded(&group) && !limit_group_is_victim(&group)); /* it cannot be read */
	make_file("memory.events", counts[_i].events);
	ck_assert_int_eq(limit_group_is_exceeded(&group), counts[_i].is_exceeded);
	ck_assert_int_eq(limit_group_is_victim(&group), counts[_i].is_victim);
	ck_assert(!limit_group_is_exceeded(&none) && !limit_group_is_victim(&none));
	ck_assert_int_eq(limit_group_door(&none, &err), -1);
	ck_assert_str_eq(err.text, "");
	ck_assert_int_eq(limit_group_door(&group, &err), -1);
	ck_assert_msg(strstr(err.text, "/cgroup.procs': No such file or directory") != NULL, "%s", err.text);
	make_file("cgroup.procs", "");
	int door = limit_group_door(&group, &err);
	ck_assert_int_ge(door, 0);
	ck_assert_int_eq(write(door, "0", 1), 1);
	close(door);
	limit_group_remove(&none);
	make_folder("empty");
	snprintf(group.folder, sizeof group.folder, "%s/empty", fake.folder);
	limit_group_remove(&group);
	ck_assert(!has("empty") && !group.folder[0]);
}
END_TEST

/* ---- the group of this process ---------------------------------------------------------- */

static bool is_in_fake;

/* Stands in front of the library's own: this process is in a group below the folder. */
int open(const char *path, int flags, ...)
{
	int (*call)(const char *, int, ...) = NULL;
	AUTO_STR struct str other = {0};
	va_list rest;
	va_start(rest, flags);
	unsigned mode = flags & O_CREAT ? va_arg(rest, unsigned) : 0;
	va_end(rest);
	*(void **)&call = dlsym(RTLD_NEXT, "open");
	if (is_in_fake && (strcmp(path, "/proc/self/cgroup") == 0 || strcmp(path, "/proc/self/mountinfo") == 0)) {
		str_addf(&other, "%s%s", fake.folder, strrchr(path, '/'));
		path = other.text;
	}
	return call(path, flags, mode);
}

static void be_in(const char *line)
{
	AUTO_STR struct str group = {0}, mount = {0};
	str_addf(&group, "%s\n", line);
	str_addf(&mount, "36 35 0:28 / %s rw - cgroup2 cgroup rw\n37 35 0:29 / %s rw - cgroup cgroup rw,memory\n",
		 fake.folder, fake.folder);
	make_file("cgroup", group.text);
	make_file("mountinfo", mount.text);
	is_in_fake = true;
}

/* That of an arena is `main` in a group of its own. */
static const struct {
	const char *line;
	bool is_there;
} own_groups[] = {
	{"0::/arena-12/main", true}, {"0::/inner/arena-12/main", true}, {"0::/arena-12", false}, {"0::/main", false},
	{"0::/", false}, {"0::/arena-12/mains", false}, {"0::/arena-12/xmain", false}, {"0::/other/main", false},
	{"0::/xarena-12/main", false},
	{"0::/arena-12/main/inner", false}, {"4:memory:/arena-12/main", false},
};

START_TEST(the_group_of_an_arena_has_a_name)
{
	be_in(own_groups[_i].line);
	ck_assert_int_eq(limit_is_there(), own_groups[_i].is_there);
	struct limit_group group = {.folder = "old"};
	struct err err = {0};
	int failed = limit_group_make(&group, 0, 8, &err); /* there is no such folder */
	ck_assert_int_eq(failed != 0, own_groups[_i].is_there);
	ck_assert_str_eq(group.folder, "");
	if (failed) {
		AUTO_STR struct str said = {0};
		str_addf(&said, "cannot create a control group in '%s%.*s': No such file or directory", fake.folder,
			 (int)strlen(own_groups[_i].line) - 8, own_groups[_i].line + 3);
		ck_assert_str_eq(err.text, said.text);
	}
}
END_TEST

/* One without a limit of its memory needs no control file; one whose memory cannot be limited is not left. */
START_TEST(a_program_has_a_group)
{
	struct limit_group group;
	struct err err = {0};
	struct stat st;
	make_folder("arena-12");
	be_in("0::/arena-12/main");
	ck_assert_int_eq(limit_group_make(&group, 0, 8, &err), 0);
	AUTO_STR struct str wanted = {0};
	str_addf(&wanted, "%s/arena-12/", fake.folder);
	ck_assert_int_eq(strncmp(group.folder, wanted.text, wanted.length), 0);
	ck_assert_uint_eq(strlen(group.folder), wanted.length + 6);
	ck_assert(stat(group.folder, &st) == 0 && S_ISDIR(st.st_mode));
	limit_group_remove(&group);
	ck_assert_int_ne(limit_group_make(&group, 1 << 20, 8, &err), 0);
	str_clear(&wanted);
	str_addf(&wanted, "cannot limit the memory of the control group '%s/arena-12/", fake.folder);
	ck_assert_msg(strncmp(err.text, wanted.text, wanted.length) == 0 &&
		      strstr(err.text, "': No such file or directory"), "%s", err.text);
	ck_assert_str_eq(group.folder, "");
	str_clear(&wanted);
	str_addf(&wanted, "%s/arena-12", fake.folder);
	ck_assert_int_eq(rmdir(wanted.text), 0); /* nothing is left in it */
}
END_TEST

/* The groups of this arena are removed, and those of an arena that started this process are not. */
START_TEST(an_arena_leaves_its_group)
{
	char own[60], name[80];
	snprintf(own, sizeof own, "arena-%ld", (long)getpid() + _i);
	have_processes(false);
	make_folder(own);
	static const char *const below[] = {"main", "aBcDeF"};
	for (int i = 0; i < COUNT(below); i++) {
		snprintf(name, sizeof name, "%s/%s", own, below[i]);
		make_folder(name);
	}
	snprintf(name, sizeof name, "0::/%s/main", own);
	be_in(name);
	limit_enter(); /* it is in one, so nothing is done */
	snprintf(name, sizeof name, "%s/main", own);
	ck_assert(has(name));
	check_file_of("cgroup.subtree_control", "\n");
	limit_leave();
	ck_assert_int_eq(has(own), _i);
	check_file_of("cgroup.subtree_control", _i ? "\n" : "-memory -pids");
	be_in("0::/");
	limit_leave(); /* it is in none */
	ck_assert_int_eq(has(own), _i);
}
END_TEST

START_TEST(an_arena_enters_a_group_of_its_own)
{
	have_processes(true);
	be_in("0::/");
	limit_enter();
	ck_assert(!has(own_folder()));
	check_file_of("cgroup.subtree_control", "-memory -pids"); /* it has tried */
}
END_TEST

/* ---- groups on this machine ------------------------------------------------------------------ */

enum { MB = 1 << 20, MOST = 64 * MB };

/* Runs in a child process, which changes its group. 0: success; 77: no groups here, and nothing is limited. */
static int use_a_group(void)
{
	struct limit_group group;
	struct err err = {0};
	int status;
	limit_enter();
	if (limit_group_make(&group, MOST, 8, &err))
		return 2;
	if (!limit_is_there())
		return group.folder[0] || limit_group_door(&group, &err) >= 0 || err.text[0] ||
			limit_group_is_exceeded(&group) || limit_group_is_victim(&group) ? 3 : 77;
	pid_t pid = fork();
	if (pid == 0) {
		int door = limit_group_door(&group, &err);
		if (door < 0 || write(door, "0", 1) != 1)
			_exit(4);
		for (int i = 0; i < 3; i++) { /* shared memory, which no per-process limit counts */
			char *shared = mmap(NULL, MOST / 2, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
			memset(shared, 1, MOST / 2);
		}
		_exit(5);
	}
	waitpid(pid, &status, 0);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		return 6;
	if (!limit_group_is_exceeded(&group) || limit_group_is_victim(&group))
		return 7;
	char folder[sizeof group.folder];
	memcpy(folder, group.folder, sizeof folder);
	limit_group_remove(&group);
	if (access(folder, F_OK) == 0 || group.folder[0])
		return 8;
	limit_leave();
	return limit_is_there() ? 9 : 0;
}

START_TEST(the_kernel_ends_what_exceeds_it)
{
	int status;
	pid_t pid = fork();
	if (pid == 0)
		_exit(use_a_group());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77), "status %x",
		      (unsigned)status);
	if (WEXITSTATUS(status) == 77)
		fprintf(stderr, "no control groups here: that nothing is limited was tested\n");
}
END_TEST

int main(void)
{
	TCase *fakes = add_case("fakes", 0);
	tcase_add_checked_fixture(fakes, begin, end);
	tcase_add_loop_test(fakes, nothing_is_left_without_groups, 0, 3);
	tcase_add_test(fakes, the_root_keeps_its_controllers);
	tcase_add_test(fakes, the_first_version_is_left_alone);
	tcase_add_test(fakes, stale_groups_are_removed);
	tcase_add_loop_test(fakes, deaths_have_a_cause, 0, COUNT(counts));
	tcase_add_loop_test(fakes, the_group_of_an_arena_has_a_name, 0, COUNT(own_groups));
	tcase_add_test(fakes, a_program_has_a_group);
	tcase_add_loop_test(fakes, an_arena_leaves_its_group, 0, 2);
	tcase_add_test(fakes, an_arena_enters_a_group_of_its_own);

	TCase *real = add_case("real", 0);
	tcase_add_test(real, the_kernel_ends_what_exceeds_it);
	return run_suite();
}

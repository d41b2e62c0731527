/* test_limit.c - control groups for programs. Where they are not available, none is made and nothing is left behind.
 * Where they are, running out of memory is attributed to the robot only if the robot is the cause. On a machine without
 * them, the last tests show that nothing is limited. */
#include <check.h>
#include <fcntl.h>
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

/* The root of all groups, which has no type, may have processes beside groups with limits, and keeps its controllers. */
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
	{"oom 1\noom_kill 0\n", false, false}, {"oom_kill 2\n", false, true}, {"oom_group_kill 1\n", false, false}, {"", false, false},
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
		return group.folder[0] || limit_group_door(&group, &err) >= 0 || err.text[0] || limit_group_is_exceeded(&group) ||
		       limit_group_is_victim(&group) ? 3 : 77;
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
	ck_assert_msg(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77), "status %x", (unsigned)status);
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

	TCase *real = add_case("real", 0);
	tcase_add_test(real, the_kernel_ends_what_exceeds_it);
	return run_suite();
}

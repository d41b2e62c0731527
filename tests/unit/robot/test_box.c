/* test_box.c - what a program sees: the words of bubblewrap for its folders, its data and what is hidden in them; and
 * how many lanes robots play, and a person. */
#include <check.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "robot/program/box.h"
#include "robot/program/command.h"
#include "robot/program/transport.h"
#include "robot/transport.h"
#include "temporary_folder.h"

static struct words words;
static struct robot robot;
static char *here;

/* Any program of that name will do, for nothing is run. */
static void begin(void)
{
	enter_folder();
	here = realpath(".", NULL);
	static const char *const folders[] = {"bin", "bots", "bots/results", "bots/sub", "bots/keys", "bot.data"};
	static const char *const files[] = {"bin/bwrap", "bots/bot", "bots/secret", "bots/secret-wal", "bots/keys/key",
		"outside"};
	for (int i = 0; i < COUNT(folders); i++)
		ck_assert_int_eq(mkdir(folders[i], 0700), 0);
	for (int i = 0; i < COUNT(files); i++)
		write_file(files[i], "");
	ck_assert(chmod("bin/bwrap", 0700) == 0 && mkfifo("bots/pipe", 0600) == 0 &&
		  mkfifo("bots/sub/pipe", 0600) == 0);
	AUTO_STR struct str path = {0};
	str_addf(&path, "bin:%s/none:%s/bin:%s", here, here, here); /* a relative folder does not count */
	setenv("PATH", path.text, 1);
	setenv("HOME", "/nowhere", 1);
}

static void end(void)
{
	words_release(&words);
	robot_release(&robot);
	free(here);
	leave_folder();
}

/* Has it these words, one after the other? At `here` is this folder. */
static int position(const char *first, const char *second, const char *third)
{
	const char *const wanted[] = {first, second, third};
	for (int i = 0; i + 2 < words.n; i++) {
		bool is_here = true;
		for (int k = 0; k < 3 && is_here; k++) {
			AUTO_STR struct str word = {0};
			if (wanted[k])
				str_addf(&word, "%s%s", *wanted[k] == '@' ? here : "", wanted[k] + (*wanted[k] == '@'));
			is_here = !wanted[k] || strcmp(words.word[i + k], word.text) == 0;
		}
		if (is_here)
			return i;
	}
	return -1;
}

static void box(const char *spec, bool has_network)
{
	struct err err = {0};
	static const char *const hidden[] = {"bots/secret", "bots/keys", "bots/keys/key", "bots/results", "outside",
		"none", NULL};
	ck_assert_msg(robot_open(&robot, spec, &err) == 0, "%s", err.text);
	robot.program->has_network = has_network;
	ck_assert_msg(program_box(&robot, "", hidden, &words, &err) == 0, "%s", err.text);
	ck_assert_ptr_null(words.word[words.n]);
}

START_TEST(a_program_sees_its_folder)
{
	box("cmd:bots/bot", false);
	AUTO_STR struct str bwrap = {0};
	str_addf(&bwrap, "%s/bin/bwrap", here);
	ck_assert_str_eq(words.word[0], bwrap.text);
	int bots = position("--ro-bind", "@/bots", "@/bots");
	ck_assert_int_gt(bots, position("--tmpfs", "/tmp", NULL));
	/* What is hidden is covered after the folder is there. */
	ck_assert_int_gt(position("--tmpfs", "@/bots/results", "--remount-ro"), bots);
	ck_assert_int_gt(position("--ro-bind", "/dev/null", "@/bots/secret"), bots);
	ck_assert_int_gt(position("--ro-bind", "/dev/null", "@/bots/secret-wal"), bots);
	ck_assert_int_gt(position("--tmpfs", "@/bots/keys", "--remount-ro"), bots);
	ck_assert_int_gt(position("--ro-bind", "/dev/null", "@/bots/pipe"), bots); /* below /tmp */
	ck_assert_int_gt(position("--ro-bind", "/dev/null", "@/bots/sub/pipe"), bots);
	ck_assert_int_eq(position("--ro-bind", "/dev/null", "@/outside"), -1);
	ck_assert_int_eq(position("--ro-bind", "/dev/null", "@/bots/secret-shm"), -1);
	ck_assert_int_eq(position("--tmpfs", "@/bots/sub", NULL), -1);
	ck_assert_int_eq(position("--ro-bind", "/dev/null", "@/bots/keys/key"), -1); /* its folder is covered */
	ck_assert_int_gt(position("--dir", "@", "--remount-ro"), bots);
	ck_assert_str_eq(words.word[words.n - 1], "/");
	ck_assert_str_eq(words.word[words.n - 2], "--remount-ro");
}
END_TEST

START_TEST(walls_are_the_same_for_all)
{
	bool has_network = _i;
	box("cmd:bots/bot", has_network);
	static const char *const always[] = {"--unshare-ipc", "--unshare-pid", "--unshare-uts", "--die-with-parent",
		"--cap-drop", "--seccomp"};
	for (int i = 0; i < COUNT(always); i++)
		ck_assert_int_ge(position(always[i], NULL, NULL), 0);
	ck_assert_int_eq(position("--unshare-net", NULL, NULL) >= 0, !has_network);
	ck_assert_int_eq(position("--ro-bind-try", "/etc/resolv.conf", NULL) >= 0, has_network);
	ck_assert_int_eq(position("--ro-bind-try", "/etc/ssl", NULL) >= 0, has_network);
	ck_assert_int_eq(position("--unshare-user", NULL, NULL) >= 0, geteuid() != 0);
	ck_assert_int_eq(position("--cap-add", "CAP_SETUID", NULL) >= 0, geteuid() == 0);
	ck_assert_int_ge(position("--ro-bind", "/usr", "/usr"), 0);
	ck_assert_int_ge(position("--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"), 0);
	ck_assert_int_ge(position("--size", "16777216", "--tmpfs"), 0);
	ck_assert_int_ge(position("--ro-bind", "/dev/null", "/proc/stat"), 0);
	ck_assert_int_ge(position("--tmpfs", "/proc/sys", "--remount-ro"), 0);
	ck_assert_int_ge(position("--seccomp", "9", NULL), 0);
	ck_assert_int_ge(position("--ro-bind-data", "10", "/.arena-join.so"), 0);
	ck_assert_int_ge(position("--perms", "0555", "--ro-bind-data"), 0);
}
END_TEST

/* The folders of the system are as they are outside: links stay links. */
START_TEST(the_system_is_as_it_is)
{
	static const char *const roots[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
	static const char *const files[] = {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
		"/etc/ld.so.conf.d", "/etc/localtime"};
	static const char *const of_network[] = {"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf",
		"/etc/gai.conf", "/etc/ssl", "/etc/ca-certificates"};
	box_add_system(&words, _i);
	ck_assert_str_eq(words.word[0], "--ro-bind");
	for (int i = 0; i < COUNT(roots); i++) {
		char target[256] = "";
		if (readlink(roots[i], target, sizeof target - 1) >= 0)
			ck_assert_int_ge(position("--symlink", target, roots[i]), 0);
		else
			ck_assert_int_ge(position("--ro-bind-try", roots[i], roots[i]), 0);
	}
	for (int i = 0; i < COUNT(files); i++)
		ck_assert_int_ge(position("--ro-bind-try", files[i], files[i]), 0);
	for (int i = 0; i < COUNT(of_network); i++)
		ck_assert_int_eq(position("--ro-bind-try", of_network[i], of_network[i]) >= 0, _i);
	ck_assert_int_ge(position("--tmpfs", "/dev/pts", "--remount-ro"), 0);
	for (int i = 0; i + 2 < words.n; i++) /* what is covered is there */
		if (strcmp(words.word[i], "--ro-bind") == 0 && strcmp(words.word[i + 1], "/dev/null") == 0)
			ck_assert_msg(access(words.word[i + 2], F_OK) == 0, "%s", words.word[i + 2]);
}
END_TEST

/* Root has the capabilities to step down, others a user name space. */
START_TEST(capabilities_are_those_of_the_runner)
{
	static const char *const capabilities[] = {"CAP_SETUID", "CAP_SETGID", "CAP_DAC_OVERRIDE", "CAP_SETPCAP"};
	int n = 0;
	box("cmd:bots/bot", false);
	ck_assert_int_ge(position("--cap-drop", "ALL", NULL), 0);
	for (int i = 0; i < COUNT(capabilities); i++)
		ck_assert_int_eq(position("--cap-add", capabilities[i], NULL) >= 0, geteuid() == 0);
	for (int i = 0; i < words.n; i++)
		n += strcmp(words.word[i], "--cap-add") == 0;
	ck_assert_int_eq(n, geteuid() == 0 ? COUNT(capabilities) : 0);
}
END_TEST

/* Its data are beside it, and those of its name. */
START_TEST(a_program_sees_its_data)
{
	write_file("bot", "");
	ck_assert_int_eq(chmod("bot", 0700), 0);
	box("./bot", false);
	ck_assert_int_gt(position("--ro-bind", "@/bot.data", "@/bot.data"), position("--ro-bind", "@", "@"));
	/* it is hidden */
	ck_assert_int_gt(position("--ro-bind", "/dev/null", "@/outside"), position("--ro-bind", "@", "@"));
	ck_assert_int_gt(position("--tmpfs", "@/bots/keys", "--remount-ro"), position("--ro-bind", "@", "@"));
	words_release(&words);
	robot_release(&robot);
	box("cmd:bots/bot", false);
	ck_assert_int_eq(position("--ro-bind", "@/bot.data", NULL), -1);
}
END_TEST

/* Stands in front of the library's own: the homes of this user and of all others; NULL: unknown. */
static char *own_home, *other_home;

struct passwd *getpwuid(uid_t user)
{
	static struct passwd known;
	known = (struct passwd){.pw_uid = user, .pw_dir = user == geteuid() ? own_home : other_home};
	return known.pw_dir ? &known : NULL;
}

/* Of a home folder, and one that is hidden, only the file is visible. A home may be further inside. */
static const struct {
	const char *home;
	bool is_wide;
} homes[] = {{"bots", true}, {"bots/sub", true}, {"bots/", true}, {"bots2", false}, {"bots/none", false}, {".", false},
	{"bin", false}};

START_TEST(a_wide_folder_is_not_shown)
{
	AUTO_STR struct str home = {0};
	ck_assert_int_eq(mkdir("bots2", 0700), 0);
	str_addf(&home, "%s/%s", here, homes[_i / 3].home);
	switch (_i % 3) { /* who says so */
	case 0: setenv("HOME", home.text, 1); break;
	case 1: own_home = home.text; unsetenv("HOME"); break;
	case 2: /* the home of who owns it, if root plays */
		if (geteuid() != 0)
			return;
		other_home = home.text;
		ck_assert_int_eq(chown("bots", 12345, 12345), 0);
		break;
	}
	box("cmd:bots/bot", false);
	ck_assert_int_eq(position("--ro-bind", "@/bots/bot", "@/bots/bot") >= 0, homes[_i / 3].is_wide);
	ck_assert_int_eq(position("--ro-bind", "@/bots", NULL) >= 0, !homes[_i / 3].is_wide);
}
END_TEST

START_TEST(a_hidden_folder_is_not_shown)
{
	struct err err = {0};
	static const char *const hidden[] = {"bots", NULL};
	ck_assert_msg(robot_open(&robot, "cmd:bots/bot", &err) == 0, "%s", err.text);
	ck_assert_int_eq(program_box(&robot, "", hidden, &words, &err), 0);
	ck_assert_int_ge(position("--ro-bind", "@/bots/bot", "@/bots/bot"), 0);
	ck_assert_int_eq(position("--ro-bind", "@/bots", NULL), -1);
}
END_TEST

/* Results are hidden, except where the program itself is. */
START_TEST(a_program_among_results_sees_its_folder)
{
	ck_assert_int_eq(mkdir("results", 0700), 0);
	write_file("results/bot", "");
	box("cmd:results/bot", false);
	ck_assert_int_ge(position("--ro-bind", "@/results", "@/results"), 0);
	ck_assert_int_eq(position("--tmpfs", "@/results", NULL), -1);
}
END_TEST

START_TEST(what_the_system_has_is_not_added)
{
	box("cmd:/bin/sh /dev/null /proc/self/stat", false);
	for (int i = 0; i < words.n; i++)
		ck_assert_msg(strcmp(words.word[i], "/bin/sh") != 0 && strncmp(words.word[i], "/proc/self", 10) != 0,
			      "%s", words.word[i]);
	ck_assert_int_eq(position("--ro-bind", "@/bots", NULL), -1);
}
END_TEST

START_TEST(bubblewrap_must_be_there)
{
	struct err err = {0};
	static const char *const hidden[] = {NULL};
	setenv("PATH", "bin:/nowhere:", 1);
	ck_assert_ptr_null(box_find_bubblewrap());
	ck_assert_int_eq(robot_open(&robot, "cmd:bots/bot", &err), 0);
	ck_assert_int_ne(program_box(&robot, "", hidden, &words, &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "the robot 'bot' is a program, and programs are confined by bubblewrap") != NULL,
		      "%s", err.text);
}
END_TEST

/* ---- lanes ------------------------------------------------------------------------------ */

static const struct {
	uint32_t max_lanes;
	int n_seats, n_lanes;
} lanes[] = {{0, 2, 8}, {0, 3, 5}, {0, 16, 1}, {0, 17, 1}, {1, 2, 8}, {16, 2, 128}, {64, 2, 64}, {2, 26, 2}};

START_TEST(programs_play_so_many_lanes)
{
	const struct robot of_lanes = {.manifest.max_lanes = lanes[_i].max_lanes};
	ck_assert_int_eq(program_lanes(&of_lanes, lanes[_i].n_seats), lanes[_i].n_lanes);
}
END_TEST

#define MB ((size_t)1 << 20)

/* A file is loaded for each lane, if its code cannot be shared: 64 times at most, and 64 MB. */
static const struct {
	size_t size;
	bool can_share;
	int n_lanes;
	uint64_t times;
} loads[] = {
	{1000, true, 1000, 1}, {1000, false, 4, 4}, {1000, false, 64, 64}, {1000, false, 65, 64}, {MB, false, 1000, 64},
	{MB + 1, false, 1000, 63},
	{2 * MB, false, 1000, 32}, {2 * MB, false, 4, 4}, {64 * MB, false, 4, 1}, {65 * MB, false, 4, 1},
};

START_TEST(files_are_loaded_so_often)
{
	const struct robot of_size = {.image_size = loads[_i].size, .can_share = loads[_i].can_share};
	ck_assert_uint_eq(sandbox_file_bytes(&of_size, loads[_i].n_lanes), loads[_i].times * loads[_i].size);
}
END_TEST

/* ---- a person --------------------------------------------------------------------------- */

static int answer(void *context, char me, const char *hands, const char *history, bool is_observation)
{
	str_addf(context, "%c %s %s %d\n", me, hands, history, is_observation);
	return 23;
}

START_TEST(a_person_is_asked)
{
	struct shared_areas areas;
	struct err err = {0};
	struct fault fault = {0};
	AUTO_STR struct str asked = {0};
	int play = 0;
	shared_areas_init(&areas, 1, 64, 32);
	const struct shared_area *area = shared_areas_make(&areas, 1, &err);
	ck_assert_ptr_nonnull(area);
	const struct transport_plan plan = {.shared_areas = &areas, .hands_size = 32, .n_lanes = 1};
	struct transport *person = human_new(&robot, &plan, answer, &asked);
	char *hands = transport_seat(person, 0, 1, &fault, &err);
	transport_game(person, 0, &(struct game_intro){.me = 'B'});
	strcpy(hands, "own");
	strcpy(shared_area_history(area, 0), "history");
	strcpy(shared_area_shown(area, 0), "shown");
	ck_assert(transport_ask(person, 0, 0, &play) && play == 23);
	ck_assert(transport_ask(person, 0, ASK_OBSERVE, &play));
	ck_assert_str_eq(asked.text, "B own history 0\nB shown history 1\n");
	transport_flush(person);
	ck_assert(transport_collect(person, NULL, &err) == 0 && transport_cpu(person) == -1);
	ck_assert_str_eq(transport_output(person, 0), "");
	transport_leave(person, 0);
	transport_free(person);
	shared_areas_release(&areas);
}
END_TEST

SUITE_WITH(begin, end, 60,
	TEST(a_program_sees_its_folder),
	LOOP(walls_are_the_same_for_all, 0, 2),
	LOOP(the_system_is_as_it_is, 0, 2),
	TEST(capabilities_are_those_of_the_runner),
	TEST(a_program_sees_its_data),
	LOOP(a_wide_folder_is_not_shown, 0, 3 * COUNT(homes)),
	TEST(a_hidden_folder_is_not_shown),
	TEST(a_program_among_results_sees_its_folder),
	TEST(what_the_system_has_is_not_added),
	TEST(bubblewrap_must_be_there),
	LOOP(programs_play_so_many_lanes, 0, COUNT(lanes)),
	LOOP(files_are_loaded_so_often, 0, COUNT(loads)),
	TEST(a_person_is_asked))

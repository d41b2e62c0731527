/* test_spec.c - the words that name a robot, what runs store of them, and the labels of robots without names. */
#include <sys/stat.h>

#include "base/mem.h"
#include "robot/find.h"
#include "robot/robot.h"
#include "robot/spec.h"
#include "temporary_folder.h"

static const struct {
	const char *text, *name, *robot, *options, *stored;
} specs[] = {
	{"prober", NULL, "prober", "", "prober"},
	{"Ann=prober:risk=1", "Ann", "prober", "risk=1", "prober:risk=1"},
	{"prober:a=1,name=Ann,b=2", "Ann", "prober", "a=1,b=2", "prober:a=1,b=2"},
	{"prober:name=Ann", "Ann", "prober", "", "prober"},
	{"Jürgen Müller=human", "Jürgen Müller", "human", "", "human"},
	{"123456789012345678901234567890=x", "123456789012345678901234567890", "x", "", "x"},
	{"Oli#207=x", "Oli#207", "x", "", "x"},
	{"x=cmd:python3 a.py b=1,c:d", "x", "cmd:python3 a.py b=1,c:d", "", "cmd:python3 a.py b=1,c:d"},
	{"cmd:a=b", NULL, "cmd:a=b", "", "cmd:a=b"},
	{"./a=b:c=1", NULL, "./a=b", "c=1", "./a=b:c=1"},
	{"x:a=1\\,2,b=c\\\\", NULL, "x", "a=1\\,2,b=c\\\\", "x:a=1\\,2,b=c\\\\"},
	{"x:a=1\\,name=y", NULL, "x", "a=1\\,name=y", "x:a=1\\,name=y"},
	{"a\\:b:c=1", NULL, "a:b", "c=1", "a\\:b:c=1"},
	{"a\\b", NULL, "a\\b", "", "a\\\\b"},
	{"./co:lon.py", NULL, "./co:lon.py", "", "./co\\:lon.py"},
	{"me=./co:lon.py:x=y:z", "me", "./co:lon.py", "x=y:z", "./co\\:lon.py:x=y:z"},
	{"e=q.py", NULL, "e=q.py", "", "e=q.py"},
	{"e=co:lon.py", "e", "co:lon.py", "", "co\\:lon.py"},
};

START_TEST(words_are_read_and_stored)
{
	struct spec spec;
	struct err err = {0};
	AUTO_STR struct str stored = {0};
	write_file("co:lon.py", "");
	write_file("e=q.py", "");
	ck_assert_msg(spec_read(&spec, specs[_i].text, &err) == 0, "%s", err.text);
	if (specs[_i].name)
		ck_assert_str_eq(spec.name, specs[_i].name);
	ck_assert(!spec.name == !specs[_i].name);
	ck_assert_str_eq(spec.robot, specs[_i].robot);
	ck_assert_str_eq(spec.options, specs[_i].options);
	spec_stored(&spec, &stored);
	ck_assert_str_eq(str_text(&stored), specs[_i].stored);
	spec_release(&spec);
	spec_read_stored(&spec, specs[_i].stored); /* no file is needed */
	ck_assert_str_eq(spec.robot, specs[_i].robot);
	ck_assert_str_eq(spec.options, specs[_i].options);
	if (*spec.options)
		ck_assert_str_eq(spec_options(specs[_i].stored) + 1, spec.options);
	spec_release(&spec);
}
END_TEST

START_TEST(bad_names_are_refused)
{
	static const char *const texts[] = {
		"=prober", "prober:name=", "  =prober", " a=prober", "a =prober", "a,b=prober", "a\"b=prober",
		"prober:name=a/b", "prober:name=a:b", "prober:name==1", "+a=prober", "@a=prober", "prober:name=-a",
		"prober:name=a\\,b", "a\tb=prober", "a\nb=prober", "\033[2J=prober", "\xff=prober", "\u202ea=prober",
		"1234567890123456789012345678901=prober", "a=prober:name=b", "prober:name=a,name=a",
	};
	struct spec spec;
	struct err err = {0};
	ck_assert_int_ne(spec_read(&spec, texts[_i], &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, _i < 20 ? "is not a name for a player" : "gives the robot two names"), "%s",
		      err.text);
	spec_release(&spec);
}
END_TEST

/* An option of an older run may have been called name. */
START_TEST(stored_words_have_no_names)
{
	struct spec spec;
	spec_read_stored(&spec, "x:name=y,z=1");
	ck_assert(!spec.name);
	ck_assert_str_eq(spec.options, "name=y,z=1");
	spec_release(&spec);
}
END_TEST

START_TEST(lists_of_robots_are_divided)
{
	static const char *const parts[] = {"a:x=1,y=2\\,3", "b", "n=c", "m=d:k=1,l=2:3", "cmd:e", "f=g"};
	char text[] = "a:x=1,y=2\\,3,b,n=c,m=d:k=1,l=2:3,cmd:e,f=g", *list = text;
	for (int i = 0; i < COUNT(parts); i++)
		ck_assert_str_eq(spec_next_robot(&list), parts[i]);
	ck_assert_ptr_null(spec_next_robot(&list));
}
END_TEST

static void write_program(const char *path)
{
	write_file(path, "#!/bin/sh\n");
	ck_assert_int_eq(chmod(path, 0700), 0);
}

START_TEST(values_lose_their_backslashes)
{
	struct robot robot;
	struct err err = {0};
	write_program("bot.py");
	ck_assert_msg(robot_open(&robot, "./bot.py:a=1\\,2\\\\,b=c\\d", &err) == 0, "%s", err.text);
	ck_assert_int_eq(robot.n_options, 2);
	ck_assert_str_eq(robot.value[0], "1,2\\");
	ck_assert_str_eq(robot.value[1], "c\\d");
	robot_release(&robot);
}
END_TEST

START_TEST(labels_tell_robots_apart)
{
	static const struct {
		const char *specs[4], *labels[4]; /* labels[0] NULL: the error */
	} cases[] = {
		{{"v1/bot.py", "v2/bot.py"}, {"v1/bot.py", "v2/bot.py"}},
		{{"./bot.py", "v2/bot.py", "bot.py"}, {"./bot.py", "v2/bot.py", "bot.py"}},
		{{"a/v1/bot.py", "v1/bot.py", "v2/bot.py"}, {"a/v1/bot.py", "v1/bot.py", "v2/bot.py"}},
		{{"v1/bot.py", "./v1/bot.py", "v1/../v1/bot.py"}, {"bot.py", "bot.py#2", "bot.py#3"}},
		{{"v1/bot.py:x=1", "v2/bot.py"}, {"v1/bot.py:x=1", "v2/bot.py"}},
		{{"v1/bot.py:x=1", "v1/bot.py"}, {"bot.py:x=1", "bot.py"}},
		{{"old=v1/bot.py", "v2/bot.py"}, {"old", "bot.py"}},
		{{"cmd:cat v1/bot.py", "cmd:cat v2/bot.py", "cmd:cat v2/bot.py 1"},
		 {"v1/bot.py", "v2/bot.py", "v2/bot.py#2"}},
		{{"cmd:true a/b", "cmd:true a/b"}, {"cmd:true a/b", "cmd:true a/b#2"}},
		{{"a=v1/bot.py", "a=v2/bot.py"}, {NULL, "two players are called 'a'"}},
		{{"bot.py=v1/bot.py", "v1/bot.py"}, {NULL, "two players are called 'bot.py'"}},
		{{"v1/bot.py", "bot.py=v2/bot.py"}, {NULL, "two players are called 'bot.py'"}},
	};
	struct robot robots[4] = {0};
	struct err err = {0};
	int n = 0;
	ck_assert_int_eq(system("mkdir -p v1 v2 a/v1"), 0);
	write_program("bot.py");
	write_program("v1/bot.py");
	write_program("v2/bot.py");
	write_program("a/v1/bot.py");
	for (; n < 4 && cases[_i].specs[n]; n++)
		ck_assert_msg(robot_open(&robots[n], cases[_i].specs[n], &err) == 0, "%s", err.text);
	int failed = robot_make_labels(robots, n, &err);
	ck_assert_int_eq(!failed, cases[_i].labels[0] != NULL);
	if (failed)
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, cases[_i].labels[1]), "%s", err.text);
	for (int i = 0; i < n; i++) {
		if (!failed)
			ck_assert_str_eq(robots[i].label, cases[_i].labels[i]);
		robot_release(&robots[i]);
	}
}
END_TEST

/* What `arena new` makes, and a file that a name stands for. */
START_TEST(robots_are_found_in_folders)
{
	static const struct {
		const char *made, *name, *path, *said;
	} cases[] = {
		{"f/f.py", "f", "f/f.py", NULL}, {"f/f.js", "f/", "f/f.js", NULL},
		{"f/f.so f/f.cpp", "./f", "./f/f.so", NULL},
		{"f/f f/f.py", "f", "f/f", NULL}, {"f/target/release/f f/Cargo.toml", "f", "f/target/release/f", NULL},
		{"f/f.py f/f.js", "f", NULL, "'f/f' can be 'f/f.py' or 'f/f.js': name one of them"},
		{"f/f.cpp", "f", NULL, "the folder 'f' has no robot 'f.so', 'f' or 'f.py': build it first"},
		{"g.py", "g", "g.py", NULL}, {"g.js", "g", "g.js", NULL}, {"g.py g.so", "g", "./g.so", NULL},
		{"g.py g.js", "g", NULL, "'g' can be 'g.py' or 'g.js': name one of them"},
		{"h/g.py", "h/g", "h/g.py", NULL}, {"h/g.mjs", "./h/g", "./h/g.mjs", NULL},
	};
	AUTO_STR struct str command = {0};
	struct err err = {0};
	str_addf(&command, "for f in %s; do mkdir -p \"$(dirname $f)\" && echo >$f && chmod +x $f; done",
		 cases[_i].made);
	ck_assert_int_eq(system(command.text), 0);
	AUTO_FREE char *path = find_robot(cases[_i].name, &err);
	if (cases[_i].path)
		ck_assert_msg(path && strcmp(path, cases[_i].path) == 0, "%s: %s", cases[_i].name,
			      path ? path : err.text);
	else
		ck_assert_msg(!path && err.code == EXIT_USAGE && strstr(err.text, cases[_i].said), "%s", err.text);
	ck_assert_int_eq(find_is_robot(cases[_i].name), path != NULL);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0, LOOP(words_are_read_and_stored, 0, COUNT(specs)),
	   LOOP(bad_names_are_refused, 0, 22), TEST(stored_words_have_no_names), TEST(lists_of_robots_are_divided),
	   TEST(values_lose_their_backslashes), LOOP(labels_tell_robots_apart, 0, 12),
	   LOOP(robots_are_found_in_folders, 0, 13))

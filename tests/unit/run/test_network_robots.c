/* test_network_robots.c - which robots --network names, and what their usage looks like. */
#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_usage.h"
#include "base/options.h"
#include "robot/program/command.h"
#include "run/setup.h"

static struct program_command programs[2] = {{.has_network = true, .usage = -1}, {.has_network = true, .usage = -1}};
static struct robot robots[] = {
	{.kind = ROBOT_PROGRAM, .spec = (char[]){"a.py:x=1"}, .label = (char[]){"ann"}, .program = &programs[0]},
	{.kind = ROBOT_PROGRAM, .spec = (char[]){"cmd:bob one,two"}, .label = (char[]){"bob"}, .program = &programs[1]},
	{.kind = ROBOT_SO, .spec = (char[]){"computer"}, .label = (char[]){"computer#2"}},
};
enum { N_ROBOTS = sizeof robots / sizeof *robots };

START_TEST(robots_are_named_by_label_or_specification)
{
	static const struct {
		const char *names[2], *says; /* NULL: they may */
	} cases[] = {
		{{NULL}, NULL}, {{"ann"}, NULL}, {{"a.py"}, NULL}, {{"a.py:x=1"}, NULL}, {{"bob"}, NULL},
		{{"cmd:bob one,two"}, NULL}, {{"ann,bob"}, NULL}, {{"ann", "bob"}, NULL}, {{"ann,a.py"}, NULL},
		{{"an"}, "--network: this command has no robot 'an'"},
		{{"a.p"}, "--network: this command has no robot 'a.p'"},
		{{"a.py:x"}, "--network: this command has no robot 'a.py:x'"},
		{{"cmd"}, "--network: this command has no robot 'cmd'"},
		{{"ann,"}, "--network: this command has no robot ''"},
		{{"ann,eve"}, "--network: this command has no robot 'eve'"},
		{{"ann", "eve"}, "--network: this command has no robot 'eve'"},
		{{"computer"}, "--network: 'computer' is not a program; only programs can use the network"},
		{{"computer#2"}, "--network: 'computer#2' is not a program; only programs can use the network"},
		{{"ann,computer"}, "--network: 'computer' is not a program; only programs can use the network"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		struct err err = {0};
		const struct request request = {.network = cases[i].names,
			.n_network = !cases[i].names[0] ? 0 : cases[i].names[1] ? 2 : 1};
		int failed = network_robots_allow(&request, robots, N_ROBOTS, &err);
		ck_assert_msg(failed == (cases[i].says ? -1 : 0) &&
			      strcmp(err.text, cases[i].says ? cases[i].says : "") == 0, "%s: %s",
			      cases[i].names[0], err.text);
		ck_assert_int_eq(err.code, cases[i].says ? EXIT_USAGE : EXIT_OK);
	}
}
END_TEST

START_TEST(usage_is_described)
{
	static const struct {
		struct arena_usage usage;
		const char *says;
	} cases[] = {
		{{.requests = 3, .tokens_in = 1000, .tokens_out = 20, .micro_dollars = 12345},
		 "bob reports that it used 3 requests, 1000 tokens in, 20 out, $0.0123\n"},
		{{.requests = 1, .unserved = 2},
		 "bob reports that it used 1 requests, 0 tokens in, 0 out, $0.0000; 2 plays were made without "
		 "the service\n"},
		{{.served = 4, .decided = {8, 0}, .won = {2, 0}},
		 "bob reports that it used 0 requests, 0 tokens in, 0 out, $0.0000\n"
		 "plays of      plays  hands decided    won\nthe service       4              8  25.0%\n"
		 "the fallback      0              0      -\n"},
		{{.unserved = 5, .decided = {0, 3}, .won = {0, 1}},
		 "bob reports that it used 0 requests, 0 tokens in, 0 out, $0.0000; "
		 "5 plays were made without the service\n"
		 "plays of      plays  hands decided    won\nthe service       0              0      -\n"
		 "the fallback      5              3  33.3%\n"},
	};
	AUTO_STR struct str text = {0};
	programs[1].usage = memfd_create("usage", 0);
	ck_assert_int_eq(write(programs[1].usage, (const void *)&cases[_i].usage, sizeof cases[_i].usage),
			 sizeof cases[_i].usage);
	network_robots_describe(robots, N_ROBOTS, &text);
	ck_assert_str_eq(text.text, cases[_i].says);
	close(programs[1].usage);
}
END_TEST

SUITE(0,
	TEST(robots_are_named_by_label_or_specification),
	LOOP(usage_is_described, 0, 4))

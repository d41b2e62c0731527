/* test_user_map.c - the users of a program's user namespace, from those that the arena knows. */
#include <check.h>

#include "robot/program/user_map.h"

#define BEGIN "0 0 1\n1 65534 1\n"

/* The known users, and what is mapped beside root and the second user. No user is mapped twice, and no line is
 * empty. */
static const struct {
	const char *known, *others;
} cases[] = {
	{"         0          0 4294967295\n", "2 2 65532\n65535 65535 4294901760\n"},
	{"0 100000 65536\n", "2 2 65532\n65535 65535 1\n"},
	{"0 100000 65535\n", "2 2 65532\n"},
	{"0 100000 65534\n", "2 2 65532\n"},
	{"0 100000 65533\n", "2 2 65531\n"},
	{"0 1000 1\n", ""},
	{"0 1000 2\n", ""},
	{"0 1000 3\n", "2 2 1\n"},
	{"1 1000 2\n", "2 2 1\n"},
	{"2 1000 2\n", "2 2 2\n"},
	{"3 1000 2\n", "3 3 2\n"},
	{"65533 1000 1\n", "65533 65533 1\n"},
	{"65534 1000 1\n", ""},
	{"65534 1000 2\n", "65535 65535 1\n"},
	{"65535 1000 2\n", "65535 65535 2\n"},
	{"65536 1000 2\n", "65536 65536 2\n"},
	{"0 1000 1\n1 100000 65536\n", "2 2 65532\n65535 65535 2\n"},
	{"0 0 10\n100 100 10\n", "2 2 8\n100 100 10\n"},
	{"", ""},
};

enum { N_CASES = sizeof cases / sizeof *cases };

START_TEST(users_are_mapped_to_themselves)
{
	AUTO_STR struct str map = {0}, expected = {0};
	str_addf(&expected, "%s%s", BEGIN, cases[_i].others);
	user_map_add(&map, cases[_i].known);
	ck_assert_str_eq(map.text, expected.text);
}
END_TEST

SUITE(0,
	LOOP(users_are_mapped_to_themselves, 0, N_CASES))

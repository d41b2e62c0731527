/* test_contest_sources.c - how much of two source texts is equal. */
#include "suite.h"

#include "contest/sources.h"

static const char program[] =
	"/* a robot */\n#include <stdio.h>\nint get_play(const char *me, const char *hands, const char *history)\n{\n"
	"\tint last = last_bid(history), best = 0;\n\tfor (int i = 0; i < 6; i++)\n"
	"\t\tif (count(hands, i) > count(hands, best))\n\t\t\tbest = i;\n"
	"\tif (last / 10 > count(hands, best) + 2)\n\t\treturn 0;\n"
	"\treturn last ? last + 10 : 10 + best; // \"raise\"\n}\n";

/* The same with other names, numbers, strings and comments. */
static const char renamed[] =
	"int get_play(const char *ich, const char *dice, const char *past) {\n"
	"/* other words */ int bid = newest(past), face = 1;\n"
	"  for (int k = 7; k < 8; k++) if (n_of(dice, k) > n_of(dice, face)) face = k;\n"
	"  if (bid / 12 > n_of(dice, face) + 1) return 3;\n  return bid ? bid + 11 : 13 + face;\n}\n# end\n";

static const char other[] =
	"static unsigned state = 7;\nint get_play(const char *me, const char *hands, const char *history)\n{\n"
	"\twhile (*history && history[1])\n\t\thistory++;\n\tstate = state * 5 + 1;\n\tswitch (state % 3) {\n"
	"\tcase 0: return 11;\n"
	"\tcase 1: return *history ? 0 : 12;\n\tdefault: break;\n\t}\n\tdo {\n\t\tstate ^= state >> 3;\n"
	"\t} while (state & 1);\n"
	"\treturn (int)strlen(hands) > 4 ? 23 : 0;\n}\n";

static struct sources sources_of(const char *text)
{
	struct sources sources = {0};
	sources_add(&sources, text, strlen(text));
	sources_sort(&sources);
	return sources;
}

/* Of two texts among three teams; the third has `program` too when is_common. */
static double share_of(const char *a, const char *b, bool is_common)
{
	struct sources all[] = {sources_of(a), sources_of(b), sources_of(is_common ? a : "")};
	struct sources_weights weights;
	sources_weigh(&weights, all, (const int[]){0, 1, 2}, COUNT(all));
	double share = sources_share(&weights, &all[0], &all[1]);
	sources_weights_release(&weights);
	for (int i = 0; i < COUNT(all); i++)
		sources_release(&all[i]);
	return share;
}

START_TEST(other_names_and_numbers_are_the_same_text)
{
	ck_assert_double_eq_tol(share_of(program, program, false), 1, 1e-9);
	ck_assert_double_eq_tol(share_of(program, renamed, false), 1, 1e-9);
	ck_assert_double_eq_tol(share_of(renamed, program, false), 1, 1e-9);
}
END_TEST

START_TEST(another_program_is_another_text)
{
	ck_assert_double_lt(share_of(program, other, false), 0.2);
}
END_TEST

START_TEST(a_part_of_a_text_is_found_in_it)
{
	AUTO_STR struct str both = str_of("%s%s", program, other);
	double share = share_of(both.text, program, false);
	ck_assert_double_eq_tol(share, 1, 1e-9);
}
END_TEST

START_TEST(what_many_teams_have_counts_less)
{
	AUTO_STR struct str a = str_of("%s%s", program, other), b = {0};
	struct sources all[6];
	int team[6] = {0, 1, 2, 3, 4, 5};
	struct sources_weights weights;
	str_addf(&b, "%sint f(int a) { return a ? g(a, 1) + g(a, 2) * g(a, 3) : h(a); }\n"
		 "int k[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};\n", program);
	for (int i = 0; i < 6; i++)
		all[i] = sources_of(i == 0 ? a.text : i == 1 ? b.text : program);
	sources_weigh(&weights, all, team, 6);
	double share = sources_share(&weights, &all[0], &all[1]);
	ck_assert_int_eq(weights.n_teams, 6);
	sources_weights_release(&weights);
	sources_weigh(&weights, all, team, 2);
	ck_assert_double_lt(share, sources_share(&weights, &all[0], &all[1]) - 0.05);
	sources_weights_release(&weights);
	for (int i = 0; i < 6; i++)
		sources_release(&all[i]);
}
END_TEST

START_TEST(short_and_compiled_files_cannot_be_compared)
{
	static const char compiled[] =
		"\177ELF\0int get_play(const char *a, const char *b, const char *c) { return 0; } int x; int y; int z;";
	struct sources sources = {0};
	sources_add(&sources, compiled, sizeof compiled);
	ck_assert_int_eq(sources.n, 0);
	ck_assert_double_eq(share_of("int get_play() { return 0; }", program, false), -1);
	ck_assert_double_eq(share_of("", "\"", true), -1);
	ck_assert_double_eq(share_of("/*", "'\\", true), -1);
}
END_TEST

START_TEST(the_text_of_templates_is_removed)
{
	struct sources sources = sources_of(program), known = sources_of(renamed), some = sources_of(other);
	size_t n = sources.n;
	sources_remove(&some, &known);
	ck_assert_uint_gt(some.n, 20);
	sources_remove(&sources, &some);
	ck_assert_uint_eq(sources.n, n);
	sources_remove(&sources, &known);
	ck_assert_uint_eq(sources.n, 0);
	sources_release(&sources);
	sources_release(&known);
	sources_release(&some);
}
END_TEST

SUITE(30, TEST(other_names_and_numbers_are_the_same_text), TEST(another_program_is_another_text),
      TEST(a_part_of_a_text_is_found_in_it), TEST(what_many_teams_have_counts_less),
      TEST(short_and_compiled_files_cannot_be_compared), TEST(the_text_of_templates_is_removed))

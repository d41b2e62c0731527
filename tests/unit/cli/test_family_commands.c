/* test_family_commands.c - a rule family without `solve` and `exploit` is refused; those of the table have both. */
#include <check.h>

#include "cli/families/families.h"
#include "game/game.h"

START_TEST(a_family_of_the_table_has_all_functions)
{
	int n_found = 0;
	for (int i = 0; game_families[i]; i++) {
		struct rules rules = {.family = game_families[i]};
		const struct family_commands *found = family_commands_of(&rules, "solve", NULL);
		ck_assert(!found ||
			(found->family == game_families[i] && found->solve && found->check_exploit && found->exploit));
		n_found += found != NULL;
	}
	ck_assert_int_ge(n_found, 2); /* Liar's Dice and Mäxchen */
}
END_TEST

START_TEST(another_family_is_refused)
{
	const struct family stub = {.name = "stub"};
	struct rules rules = {.family = &stub, .name = "high"};
	struct err err = {0};
	ck_assert_ptr_null(family_commands_of(&rules, "exploit", &err));
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, "arena exploit does not support stub games such as 'high'");
}
END_TEST

SUITE(0,
	TEST(a_family_of_the_table_has_all_functions),
	TEST(another_family_is_refused))

/* test_variants_forms.c - the variants and their options as text and JSON. */
#include <check.h>
#include <string.h>

#include "base/json.h"
#include "game/game.h"
#include "output/list_forms.h"

static const struct variant *variant_of(const char *name)
{
	const struct variant *variant = game_variants;
	while (variant->name && strcmp(variant->name, name) != 0)
		variant++;
	ck_assert_ptr_nonnull(variant->name);
	return variant;
}

/* Some lines of a variant. */
static const struct {
	const char *variant, *words[6];
} lines[] = {
	{"perudo", {"dice", "1..20 [5]", "dice each player starts with"}},
	{"perudo", {"wild", "none [ones] joker drop high", "which dice count as any face"}},
	{"perudo", {"palifico", "off [on]", "special hand"}},
	{"liars-dice", {"wild", "[none] ones joker drop high", "which dice count as any face"}},
	{"liars-dice", {"rounds", "0..10000 [0]", "with loss=point"}},
	/* a range that only prevents overflow */
	{"maexchen", {"hamburger", "any number [42]", "the value called Hamburger"}},
	{"maexchen", {"play_order", "any number [1]", "steps to the next player"}},
};

/* Is there a line that begins with the first word and has the others one after the other, with two blanks at least
 * between them? */
static bool has_line(const char *text, const char *const *words)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const char *at = line;
		int i = 0;
		for (; words[i] && strncmp(at, words[i], strlen(words[i])) == 0; i++) {
			at += strlen(words[i]);
			if (words[i + 1] && strncmp(at, "  ", 2) != 0)
				break;
			at += words[i + 1] ? strspn(at, " ") : 0;
		}
		if (!words[i])
			return true;
	}
	return false;
}

START_TEST(options_of_a_variant)
{
	AUTO_STR struct str text = {0};
	variants_add_one(variant_of(lines[_i].variant), false, &text);
	ck_assert_msg(has_line(text.text, lines[_i].words), "no %s in\n%s", lines[_i].words[1], text.text);
	ck_assert_ptr_nonnull(strstr(text.text, "\n\nIts options, with its value in brackets:\n\n"));
	ck_assert_int_eq(strncmp(text.text, lines[_i].variant, strlen(lines[_i].variant)), 0);
}
END_TEST

START_TEST(the_value_is_bold)
{
	AUTO_STR struct str text = {0};
	variants_add_one(variant_of("perudo"), true, &text);
	ck_assert_ptr_nonnull(strstr(text.text, "with its value bold:\n"));
	ck_assert_ptr_nonnull(strstr(text.text, "  1..20 \033[1m5\033[0m  "));
	ck_assert_ptr_nonnull(strstr(text.text, "  none \033[1mones\033[0m joker drop high  "));
	ck_assert_ptr_null(strstr(text.text, "[5]"));
}
END_TEST

START_TEST(all_variants)
{
	AUTO_STR struct str text = {0};
	variants_add_table(false, &text);
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		AUTO_STR struct str line = {0};
		str_addf(&line, "%s%s: %s\n%s%s%s", variant->name, variant == game_variants ? " (default)" : "",
			 variant->summary, *variant->settings ? "    " : "", variant->settings,
			 *variant->settings ? "\n" : "");
		ck_assert_msg(strstr(text.text, line.text), "no %s in\n%s", line.text, text.text);
	}
	for (int i = 0; game_families[i]; i++) {
		AUTO_STR struct str heading = {0};
		str_addf(&heading, "\n\nOptions of the %s games (-r OPTION=VALUE), the default in brackets:\n\n",
			 game_families[i]->name);
		ck_assert_ptr_nonnull(strstr(text.text, heading.text + (i == 0)));
		for (int k = 0; game_families[i]->options[k].name; k++) {
			AUTO_STR struct str name = {0};
			str_addf(&name, "\n%s  ", game_families[i]->options[k].name);
			ck_assert_ptr_nonnull(strstr(text.text, name.text));
		}
	}
	static const char *const wild[] = {"wild", "[none] ones joker drop high", "which dice count as any face", NULL};
	ck_assert(has_line(text.text, wild));
}
END_TEST

/* A value as text. */
static void add_value(const struct rule_option *option, int value, struct str *out)
{
	if (option->type == RULE_INT)
		str_addf(out, "%d", value);
	else
		str_add(out, option->words[value]);
}

static void check_option(const json_t *row, const struct rule_option *option, int value)
{
	AUTO_STR struct str now = {0}, fallback = {0};
	const json_t *words = json_object_get(row, "values");
	add_value(option, value, &now);
	add_value(option, option->fallback, &fallback);
	ck_assert_str_eq(json_string_value(json_object_get(row, "option")), option->name);
	ck_assert_str_eq(json_string_value(json_object_get(row, "meaning")), option->help);
	ck_assert_str_eq(json_string_value(json_object_get(row, "value")), now.text);
	ck_assert_str_eq(json_string_value(json_object_get(row, "default")), fallback.text);
	ck_assert_int_eq(json_is_array(words), option->type == RULE_WORD);
	ck_assert_int_eq(json_is_integer(json_object_get(row, "min")), option->type == RULE_INT);
	if (option->type == RULE_INT) {
		ck_assert_int_eq(json_integer_value(json_object_get(row, "min")), option->min);
		ck_assert_int_eq(json_integer_value(json_object_get(row, "max")), option->max);
		return;
	}
	size_t n = 0;
	for (; option->words[n]; n++)
		ck_assert_str_eq(json_string_value(json_array_get(words, n)), option->words[n]);
	ck_assert_uint_eq(json_array_size(words), n);
}

START_TEST(variants_as_json)
{
	AUTO_JSON json_t *all = variants_json();
	size_t at = 0;
	for (const struct variant *variant = game_variants; variant->name; variant++, at++) {
		const json_t *object = json_array_get(all, at), *options = json_object_get(object, "rules");
		AUTO_JSON json_t *one = variants_json_of(variant);
		struct rules rules;
		size_t n = 0;
		ck_assert(json_equal((json_t *)(uintptr_t)object, one));
		ck_assert_str_eq(json_string_value(json_object_get(object, "variant")), variant->name);
		ck_assert_str_eq(json_string_value(json_object_get(object, "family")), variant->family->name);
		ck_assert_str_eq(json_string_value(json_object_get(object, "summary")), variant->summary);
		ck_assert_str_eq(json_string_value(json_object_get(object, "settings")), variant->settings);
		ck_assert_int_eq(rules_init(&rules, variant->name, NULL), 0);
		for (; variant->family->options[n].name; n++)
			check_option(json_array_get(options, n), &variant->family->options[n], rules.value[n]);
		ck_assert_uint_eq(json_array_size(options), n);
	}
	ck_assert_uint_eq(json_array_size(all), at);
}
END_TEST

SUITE(0,
	LOOP(options_of_a_variant, 0, COUNT(lines)),
	TEST(the_value_is_bold),
	TEST(all_variants),
	TEST(variants_as_json))

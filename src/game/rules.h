/* rules.h - the rules of a game: a table of options for each family, and a set of values for one.
 *
 * Variants are data: a name, a family, and the settings in which it differs from
 * the family's defaults. Adding one is a line in the table of variants.c. */
#pragma once

#include "base/base.h"

enum { RULES_MAX_OPTIONS = 24, GAME_MAX_SEATS = 26, GAME_MAX_DICE = 20, GAME_MAX_FACES = 9 };

struct family;

enum rule_type { RULE_INT, RULE_WORD };

/* One option of a family. A bool is a RULE_WORD with the words "false", "true". */
struct rule_option {
	const char *name;
	enum rule_type type;
	int min, max;              /* RULE_INT: the range; RULE_WORD: 0 and the number of words - 1 */
	int fallback;              /* the family's default */
	const char *const *words;  /* RULE_WORD: NULL-terminated, in the order of the enum */
	const char *help;          /* one line for `arena list variants` */
};

/* A set of rules: plain data, copied by assignment. */
struct rules {
	const struct family *family;
	char name[48];                  /* of the variant, or of the file from which the rules were read */
	int value[RULES_MAX_OPTIONS];   /* by the index of the option in family->options */
};

struct variant {
	const char *name;
	const struct family *family;
	const char *settings; /* "wild=ones starter=loser": differences from the family's defaults */
	const char *summary;  /* one line */
};

/* NULL-name-terminated table of all variants; the first is the default. */
extern const struct variant game_variants[];

/* Returns the name for people, "Mäxchen" or "Liar's Dice (wild)", of rules with this name, as a new text. */
struct str rules_title(const struct family *family, const char *name);

/* Returns the variant of this name, or NULL. */
const struct variant *rules_find_variant(const char *name);

/* All families, NULL-terminated. */
extern const struct family *const game_families[];

/* Reads the value of `-v`: the name of a variant, or a path (any text that contains '/' or '.'). */
int rules_open(struct rules *rules, const char *name_or_path, struct err *err);

/* Sets the rules of a named variant. If the name is unknown, fails with EXIT_USAGE and the nearest name. */
int rules_init(struct rules *rules, const char *variant, struct err *err);

/* Applies "option=value". Error messages contain the option or value, its range, and the nearest name. */
int rules_set(struct rules *rules, const char *setting, struct err *err);

/* Reads rules from a file: settings "option=value", one or more in a line, and '#' comments. The first may be
 * "variant=NAME", the base (default liars-dice). The rules get the name of the file, without folder and extension. */
int rules_load(struct rules *rules, const char *path, struct err *err);

/* Fails with the reason in err if these rules are not playable with n_seats (2..26). */
int rules_check(const struct rules *rules, int n_seats, struct err *err);

/* Appends "name option=value ..." with every option, in the order of the table. This is the canonical text that is
 * stored with a run and sent to robots. */
void rules_to_text(const struct rules *rules, struct str *out);
struct str rules_text(const struct rules *rules); /* the same as a new text */

/* Append option i of these rules, as in "dice=5", or only a value of an option, as a number or a word. */
void rules_add_setting(const struct rules *rules, int i, struct str *out);
void rules_add_value(const struct rule_option *option, int value, struct str *out);

/* Reads the text of rules_to_text. Missing options have the family's defaults, not the variant's, so that the text does
 * not depend on the table of variants. */
int rules_from_text(struct rules *rules, const char *text, struct err *err);

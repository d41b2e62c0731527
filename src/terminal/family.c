/* family.c - the table of families, and the generic texts for other families (family.h). */
#include "terminal/family.h"

static void plain_claim(const struct game *game, const char *const *names, struct str *out)
{
	str_add(out, game->history_length ? "The hand is in play." : "Nothing has been played yet.");
}

static const char *plain_prompt(const struct game *game)
{
	return "your play";
}

int family_no_entry(const struct game *game)
{
	return -1;
}

static void plain_help(const struct game *game, struct str *out)
{
	str_add(out, "Type a play as a number or in words; 'rules' prints the rules.\n");
}

static void no_hint(const struct game *game, char me, const char *hands, struct str *out)
{
	str_add(out, "Hints are not available for this game.\n");
}

unsigned family_no_marks(const struct game *game)
{
	return 0;
}

static const struct family_text family_text_any = {
	.claim = plain_claim, .prompt = plain_prompt, .empty_entry = family_no_entry, .help = plain_help,
	.hint = no_hint, .marks = family_no_marks,
};

static const struct family_text *const family_texts[] = {&family_text_liars, &family_text_maexchen};

const struct family_text *family_text_of(const struct game *game)
{
	for (size_t i = 0; i < sizeof family_texts / sizeof *family_texts; i++)
		if (family_texts[i]->family == game->rules->family)
			return family_texts[i];
	return &family_text_any;
}

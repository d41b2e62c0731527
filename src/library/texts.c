/* texts.c - describes a position in words and finds the action in an answer, for language models (arena.h). The texts
 * are those of the robot llm. */
#include "library/games.h"

#include "library/library.h"
#include "llm/words.h"

/* Gets the strings of the ask of the player to act. They are borrowed from the three texts. Returns false if no player
 * is to act. */
static bool ask_of(const struct arena_games *games, int slot, struct str texts[3], struct question *question)
{
	int player = slot >= 0 && slot < games->n_slots ? games_to_act(games, slot) : -1;
	AUTO_FREE uint8_t *bits = NEW_ARRAY(uint8_t, games->encoding.n_bits);
	if (player < 0 || arena_games_observe(games, slot, player, bits))
		return false;
	bug_if(!encoding_strings(&games->encoding, bits, &texts[0], &texts[1]));
	rules_to_text(&games->rules, &texts[2]);
	*question = (struct question){.rules_text = texts[2].text, .me = "A", .hands = texts[0].text,
		.history = str_text(&texts[1])};
	return true;
}

static void release(struct str texts[3])
{
	for (int i = 0; i < 3; i++)
		str_release(&texts[i]);
}

char *arena_games_words(const struct arena_games *games, int32_t slot, int32_t is_rules)
{
	struct str texts[3] = {{0}}, words = {0};
	struct question question;
	if (ask_of(games, slot, texts, &question))
		(is_rules ? words_rules : words_question)(&question, &games->rules, &words);
	release(texts);
	return words.text;
}

int arena_games_answer(const struct arena_games *games, int32_t slot, const char *answer, int32_t *action,
		       struct arena_error *error)
{
	struct str texts[3] = {{0}};
	AUTO_STR struct str reason = {0};
	struct question question;
	struct err err = {0};
	int play = 0;
	if (!ask_of(games, slot, texts, &question))
		err_set(&err, EXIT_USAGE, "slot %d has no game in play", slot);
	else if (!words_judge(&question, &games->rules, answer, &play, &reason))
		err_set(&err, EXIT_USAGE, "%s", str_text(&reason));
	release(texts);
	*action = err.code ? -1 : encoding_action(&games->encoding, play);
	if (!err.code && *action < 0)
		err_set(&err, EXIT_USAGE, "there is no action for the play %d", play);
	return err.code ? library_fail(error, &err) : 0;
}

/* story.c - describes a fault to the robot's author (story.h). */
#include "robot/story.h"

#include "base/text.h"
#include "robot/program/command.h"

enum { STORY_LINES = 20 };

void story_add(const struct fault *fault, const struct story_ask *ask, struct str *out)
{
	const char *from = fault->output, *at = from + fault->n_output;
	AUTO_STR struct str line = {0};
	for (int n = 0; at > from; at--)
		if (at[-1] == '\n' && at < fault->output + fault->n_output && ++n == STORY_LINES)
			break;
	str_addf(out, "  get_play(\"%c\", \"%s\", \"%s\")\n", ask->me, ask->hands, ask->history);
	while (str_next_line(&line, &at)) {
		str_add(out, "  | ");
		text_add_clean(out, line.text);
		str_add(out, "\n");
	}
}

void story_add_command(const struct robot *robot, const struct story_ask *ask, struct str *out)
{
	if (robot->kind != ROBOT_PROGRAM)
		return;
	AUTO_STR struct str game = str_of("game %s", ask->rules), text = {0};
	str_addf(&text, "%c %s %s", ask->me, ask->hands, *ask->history ? ask->history : "-");
	str_add(out, "  To ask it again: printf '%s\\n' ");
	text_add_shell_word(out, game.text);
	str_add(out, robot->manifest.knows_tables ? " 'seed 1' 'table 0 0' " : " 'seed 1' ");
	text_add_shell_word(out, text.text);
	str_add(out, strchr(robot->program->argv.word[0], '/') ? " |" : " | env PATH=" PROGRAM_PATH);
	text_add_shell_words(out, robot->program->argv.word, robot->program->argv.n);
	str_add(out, "\n");
}

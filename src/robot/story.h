/* story.h - describes a fault to the robot's author: the ask, the robot's output, and a command that repeats the
 * ask. */
#pragma once

#include "robot/robot.h"

struct story_ask {
	const char *rules; /* "wild dice=5 faces=6 ..." */
	char me;
	const char *hands, *history;
};

/* Adds `get_play("B", "A:xxxxx,B:66531", "A:23")` and the last lines of the output, indented. */
void story_add(const struct fault *fault, const struct story_ask *ask, struct str *out);

/* Adds the line "To ask it again: ..." with a command that runs a program alone and without a sandbox. Adds nothing for
 * a .so. */
void story_add_command(const struct robot *robot, const struct story_ask *ask, struct str *out);

/* robot_json.h - the file robot.json among the files of a robot, in which a team says how the robot is built and
 * started. All keys are optional; docs/contest.md lists them. */
#pragma once

#include "contest/files.h"

#define ROBOT_JSON "robot.json"

/* All texts are owned and never NULL; "" means not given. */
struct robot_json {
	struct str name, version;    /* of the robot; both are allowed in paths */
	struct str language;         /* a word of robot_json_recipes, or "python", "python2.7", ... */
	struct str command;          /* for /bin/sh */
	struct str options;          /* ":risk=0.4,depth=3", or "" */
};

void robot_json_release(struct robot_json *json);
#define AUTO_ROBOT_JSON __attribute__((cleanup(robot_json_release)))

/* Reads robot.json from the top folder of the files, if it exists. Returns false with the reason if it is invalid. */
bool robot_json_read(struct robot_json *json, const struct files *files, struct str *reason);

/* Returns the recipes of build.sh for a language, separated by spaces, in order of preference; all recipes if language
 * is "". Returns "" if the language needs no build. */
const char *robot_json_recipes(const char *language);

/* Returns the extension of files in this language, which needs no build; "" for programs, and NULL for any
 * extension. */
const char *robot_json_ending(const char *language);

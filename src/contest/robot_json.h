/* robot_json.h - the file robot.json among the files of a robot, in which a team says how the robot is built and started. All keys
 * are optional; docs/contest.md lists them. */
#pragma once

#include "contest/files.h"

#define ROBOT_JSON "robot.json"

/* All texts are owned and never NULL; "": not given. */
struct robot_json {
	struct str name, version;    /* of the robot, allowed in paths */
	struct str language;         /* a word of robot_json_recipes, or "python", "python2.7", ... */
	struct str command;          /* for /bin/sh */
	struct str options;          /* ":risk=0.4,depth=3", or "" */
};

void robot_json_release(struct robot_json *json);
#define AUTO_ROBOT_JSON __attribute__((cleanup(robot_json_release)))

/* Reads robot.json at the top of the files, if it is there. Returns false if it is invalid, with the reason. */
bool robot_json_read(struct robot_json *json, const struct files *files, struct str *reason);

/* Returns the recipes of build.sh for a language, separated by spaces, in order of preference; for "" all of them. Returns "" if
 * the language needs no build. */
const char *robot_json_recipes(const char *language);

/* Returns the extension of a file in this language that needs no build; "" for programs. NULL: any. */
const char *robot_json_ending(const char *language);

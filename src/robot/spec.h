/* spec.h - the text that names a robot: "[NAME=]ROBOT[:key=value,...]", or "[NAME=]cmd:COMMAND". ROBOT is an argument
 * of find_robot. A backslash quotes a colon in ROBOT, a comma in a value, and another backslash. :name=NAME is the same
 * as NAME=. Runs store this text without the name, which is only a label and not part of the robot. */
#pragma once

#include "base/base.h"

enum { SPEC_LONGEST_NAME = 30 }; /* columns */

/* The parts of the text. All are owned. */
struct spec {
	char *name;    /* NULL: none was given */
	char *robot;   /* the robot without backslashes or, for a command, the whole text with "cmd:" */
	char *options; /* "risk=0.4,depth=3" with the backslashes; "": none */
};

/* Reads a text that a person typed. If the whole text, or a part before a colon, is the name of a file, the longest
 * such part is the robot. */
int spec_read(struct spec *spec, const char *text, struct err *err);

/* Reads a text written by spec_stored. No file needs to exist, and name= is accepted as an option, as in older runs. */
void spec_read_stored(struct spec *spec, const char *text);
void spec_release(struct spec *spec);
#define AUTO_SPEC __attribute__((cleanup(spec_release)))

/* Appends the text that runs store, without the name. */
void spec_stored(const struct spec *spec, struct str *out);

/* Returns the options in a stored text, with the colon before them, or "" if there are none. */
const char *spec_options(const char *stored);

/* Returns the next item of a comma-separated list, which is modified in place. Returns NULL after the last one. A comma
 * after a backslash does not end an item. */
char *spec_next(char **list);

/* Returns the next robot of a list, which is modified in place. Returns NULL after the last one. An item "key=value"
 * that follows a robot with options is a further option of that robot. */
char *spec_next_robot(char **list);

/* Removes each backslash that precedes a backslash or the character `quoted`. */
void spec_unquote(char *text, char quoted);

bool spec_is_command(const char *text);

/* Returns the part of a text after its NAME=, or all of it if it has none. */
const char *spec_after_name(const char *text);

/* Fails with EXIT_USAGE if the name could not be printed in a table, or used in an option of a command. */
int spec_check_name(const char *name, struct err *err);

/* spec.h - the words that name a robot: "[NAME=]ROBOT[:key=value,...]", or "[NAME=]cmd:COMMAND". ROBOT is what find_robot
 * takes. A backslash quotes a colon in ROBOT, a comma in a value, and itself. :name=NAME is the same as NAME=.
 * Runs store a robot's words without its name: a label, which is not part of the robot. */
#pragma once

#include "base/base.h"

enum { SPEC_LONGEST_NAME = 30 }; /* columns */

/* All are owned. */
struct spec {
	char *name;    /* NULL: none was given */
	char *robot;   /* without backslashes; of a command its whole text, with "cmd:" */
	char *options; /* "risk=0.4,depth=3" with the backslashes; "": none */
};

/* Reads what a person wrote. If the text or parts of it up to a colon name files, the longest part is the robot. */
int spec_read(struct spec *spec, const char *text, struct err *err);

/* Reads what spec_stored made. No file needs to exist, and name= is an option, as it was in older runs. */
void spec_read_stored(struct spec *spec, const char *text);
void spec_release(struct spec *spec);
#define AUTO_SPEC __attribute__((cleanup(spec_release)))

/* Adds the text that runs store, without the name. */
void spec_stored(const struct spec *spec, struct str *out);

/* Returns the options in a stored text, with their colon; "" if there are none. */
const char *spec_options(const char *stored);

/* Takes the next item of a list in place; NULL after the last. A comma after a backslash does not end an item. */
char *spec_next(char **list);

/* Takes the next robot of a list in place; NULL after the last. After one with options, "key=value" is an option. */
char *spec_next_robot(char **list);

/* Removes each backslash before a backslash or before `quoted`. */
void spec_unquote(char *text, char quoted);

bool spec_is_command(const char *text);

/* Returns the part of a text after its NAME=; all of it if it has none. */
const char *spec_after_name(const char *text);

/* Fails with EXIT_USAGE for a name that could not be printed in a table, or used in an option of a command. */
int spec_check_name(const char *name, struct err *err);

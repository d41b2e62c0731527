/* user_map.h - the users, or groups, in the user namespace of a program when root runs the arena. */
#pragma once

#include "base/base.h"

/* Appends the lines of /proc/PID/uid_map (user_namespaces(7)) to `map`. `known` has the lines of the arena's own map.
 * Root in the namespace is root outside, and its second user does not exist outside (runner.h). All other users are
 * mapped to themselves, because a robot may be in the home folder of any user, and root in a namespace can read only
 * folders whose owner exists in it. */
void user_map_add(struct str *map, const char *known);

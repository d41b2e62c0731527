/* user_map.h - the users, or groups, of the user namespace in which a program runs when the arena is run by root. */
#pragma once

#include "base/base.h"

/* Appends the lines of /proc/PID/uid_map (user_namespaces(7)) to `map`. `known` has the lines of the arena's own map. Root of
 * the namespace is root, and its second user does not exist outside (runner.h). All others are mapped to themselves: root can
 * read only folders whose owner exists in the namespace, and a robot may be in another user's home folder. */
void user_map_add(struct str *map, const char *known);

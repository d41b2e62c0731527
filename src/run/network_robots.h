/* network_robots.h - `--network ROBOT`: the robots that may use the network, and their costs. */
#pragma once

#include "run/request.h"

/* Allows the robots named by request->network to use the network, and lets each report its usage. EXIT_USAGE for one that does not play
 * or is not a program. */
int network_robots_allow(const struct request *request, struct robot *robots, int n, struct err *err);

/* Adds a line for each robot that reports its usage. */
void network_robots_describe(const struct robot *robots, int n, struct str *out);

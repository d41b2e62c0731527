/* human.h - the transport to the person at the terminal: the plan's callback answers. */
#pragma once

#include "robot/so/sandbox.h"

/* Asks a person. `me` is the letter; hands and history are the strings of the ask; with is_observation the result is
 * ignored. Returns the play. */
typedef int human_ask_fn(void *context, char me, const char *hands, const char *history, bool is_observation);

struct transport *human_new(const struct robot *robot, const struct transport_plan *plan, human_ask_fn *ask, void *context);

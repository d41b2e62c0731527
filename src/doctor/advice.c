/* advice.c - what an author can do about a finding, in the words of the robot's language (advice.txt). */
#include "doctor/doctor.h"
#include "robot/program/command.h"

const char *doctor_advice(const struct doctor *doctor, enum doctor_topic topic)
{
	static const char *const by_language[][3] = { /* C and the like, files that an adapter runs, other programs */
#define TOPIC(name, ...) [DOCTOR_##name] = {__VA_ARGS__},
#define LOADING(...)
#include "doctor/advice.inc"
#undef TOPIC
#undef LOADING
	};
	const struct program_command *command = doctor->robots[0].program;
	return by_language[topic][!command ? 0 : command->has_adapter ? 1 : 2];
}

const char *doctor_loading_advice(const struct doctor *doctor)
{
	enum { FOR_PROGRAMS = 5 }; /* first in the table; the others are for C */
	static const char *const table[][2] = {
#define TOPIC(...)
#define LOADING(...) {__VA_ARGS__},
#include "doctor/advice.inc"
	};
	const struct robot *robot = &doctor->robots[0];
	for (size_t i = 0; i < (robot->program ? FOR_PROGRAMS : sizeof table / sizeof *table); i++)
		if (strstr(robot->fault.cause, table[i][0]))
			return table[i][1];
	return robot->program ? "See docs/programs.md for what a program must do." : "See docs/authors-guide.md for how a robot is built.";
}

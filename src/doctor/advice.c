/* advice.c - what an author can do about a finding, in the words of the robot's language. */
#include "doctor/doctor.h"
#include "robot/program/command.h"

const char *doctor_advice(const struct doctor *doctor, enum doctor_topic topic)
{
	static const char *const by_language[][3] = { /* C and the like, files that an adapter runs, other programs */
		[DOCTOR_VARIANTS] = {"List the variants that it plays in .variants of robot_info (arena_robot.h).",
				     "List the variants that it plays in its file: VARIANTS = [\"liars-dice\", \"wild\"].",
				     "Print the variants that it plays in its first line: robot variants=liars-dice,wild (docs/programs.md)."},
		[DOCTOR_PRINTS] = {"Printing takes time in every ask. The last 8 KB are kept for replays and crash reports; see robot_log in "
				   "arena_robot.h.",
				   "Printing takes time in every ask. The last 8 KB are kept for replays and crash reports.",
				   "Printing takes time in every ask. The last 8 KB of stderr are kept for replays and crash reports."},
		[DOCTOR_MEMORY] = {"Free the memory that an ask allocates, or use statics. A match can have many thousands of games; beyond "
				   "--memory the robot crashes.",
				   "Empty the lists that it fills when a game begins. A match can have many thousands of games; beyond --memory "
				   "the robot crashes.",
				   "Free the memory that an ask or a game allocates. A match can have many thousands of games; beyond --memory "
				   "the robot crashes."},
		[DOCTOR_RANDOM] = {"Use only the arguments, your own statics and the arena's random numbers (robot_random, or rand), not the "
				   "clock, addresses or uninitialised memory.",
				   "Use only the arguments, what it remembers of the match, and random numbers of the language's own module, "
				   "which the arena seeds; not the clock, process numbers or os.urandom. A generator of its own, as of "
				   "random.Random() or numpy's default_rng(), needs a number of that module as its seed.",
				   "Use only its lines, and random numbers that begin with the line 'seed'; not the clock, process numbers or "
				   "other sources of random numbers."},
		[DOCTOR_LEARNS] = {"Learning within a match is allowed. If this is not intended, reset all statics in robot_game_start.",
				   "Learning within a match is allowed. If this is not intended, forget everything in game_start of the class "
				   "Robot, or in robot_game_start.",
				   "Learning within a match is allowed. If this is not intended, forget everything at the line 'game', or at "
				   "'table K 0'."},
	};
	const struct program_command *command = doctor->robots[0].program;
	return by_language[topic][!command ? 0 : command->has_adapter ? 1 : 2];
}

const char *doctor_loading_advice(const struct doctor *doctor)
{
	enum { FOR_PROGRAMS = 5 }; /* first in the table; the others are for C */
	static const char *const table[][2] = {
		{"No module named", "Install it in a virtual environment beside the file: python3 -m venv ROBOT.venv && ROBOT.venv/bin/pip "
			"install MODULE"},
		{"Read-only file system", "It can write to /tmp only, which is empty at the start. What it prints is kept for replays."},
		{"carriage return", "Its lines end as on Windows. Remove the returns: sed -i 's/\\r$//' FILE"},
		{"interpreter", "Name one that is installed in its first line (#!/usr/bin/python3); only programs of the system "
				"are available."},
		{"cannot start",
			"A program is a script with #! in its first line, or a file built for this machine (docs/programs.md)."},
		{"export get_play", "Export it: int get_play(const char *me, const char *hands, const char *history), with default "
				    "visibility (ARENA_ROBOT_EXPORT of arena_robot.h); in C++ within extern \"C\"."},
		{"interface version", "Rebuild it with the arena_robot.h of this arena, and set .abi = ARENA_ABI."},
		{"undefined symbol", "Link the library that defines that name (-lm?), or define it; cc -Wl,-z,defs "
			"finds such names at build time."},
		{"ELF", "Build it as a shared object for this machine: cc -shared -fPIC -o ROBOT.so ROBOT.c"},
		{"ET_DYN", "It is an object file. Build it as a shared object: cc -shared -fPIC -o ROBOT.so ROBOT.c"},
		{"file too short", "Build it as a shared object: cc -shared -fPIC -o ROBOT.so ROBOT.c"},
		{"shared object file", "It needs a library that is not in the system's folders: link that one statically."},
		{"finish loading",
			"Its constructors or robot_info take too long: raise --start-time, or move the work to the first ask or to a table "
			"in NAME.data."},
		{"SIG", "Its constructors or robot_info crash: in the sandbox they can read only the folder NAME.data."},
		{"exit", "Its constructors or robot_info end the process: they must return."},
	};
	const struct robot *robot = &doctor->robots[0];
	for (size_t i = 0; i < (robot->program ? FOR_PROGRAMS : sizeof table / sizeof *table); i++)
		if (strstr(robot->fault.cause, table[i][0]))
			return table[i][1];
	return robot->program ? "See docs/programs.md for what a program must do." : "See docs/authors-guide.md for how a robot is built.";
}

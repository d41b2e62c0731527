/* where.c - finds the source line at which a robot crashed, with addr2line of GNU binutils.
 *
 * A robot's debugging information is untrusted input for a complex parser, so no library that reads it (libdw,
 * libbacktrace) is loaded into the arena. addr2line runs in bubblewrap, sees only the system and the robot's file, and
 * can write nothing. It has no environment and no input, and its time and memory are limited. */
#include <stdio.h>

#include "base/tool.h"
#include "doctor/doctor.h"
#include "robot/program/filter.h"
#include "robot/so/symbol.h"

/* SECONDS limits the wall-clock time, because a process may wait without using CPU time. It is much longer than
 * CPU_LIMIT, because the machine may be busy. */
enum { SECONDS = 60, OUTPUT_MOST = 4096, NAME = 128 };

#define FILTER_TEXT "3" /* TOOL_FIRST_FD, for bubblewrap */
#define CPU_LIMIT "5"
#define MEMORY_LIMIT "2147483648"

/* Takes one of addr2line's pairs of lines, "function" and "file.c:34 (discriminator 2)", cleaned and without the
 * comment. Advances *at. Returns false at the end, or when addr2line does not know the line. */
static bool take_frame(char **at, char function[NAME], char place[NAME])
{
	char *lines[2], plain[NAME];
	for (int i = 0; i < 2; i++)
		if (!(lines[i] = strsep(at, "\n")))
			return false;
	size_t n = strcspn(lines[1], " ");
	if (n < 2 || lines[1][0] == '?' || strncmp(lines[1] + n - 2, ":?", 2) == 0 ||
	    strncmp(lines[1] + n - 2, ":0", 2) == 0)
		return false;
	symbol_plain(lines[0], plain, sizeof plain);
	fault_text(function, NAME, plain, sizeof plain);
	fault_text(place, NAME, lines[1], n);
	return true;
}

const char *doctor_where(const struct robot *robot, uint64_t offset, struct str *out)
{
	char function[NAME], place[NAME], at[32];
	int n_frames = 0;
	AUTO_STR struct str text = {0};
	snprintf(at, sizeof at, "0x%llx", (unsigned long long)offset);
	const char *const argv[] = {
		"bwrap", "--unshare-all", "--die-with-parent", "--seccomp", FILTER_TEXT, "--ro-bind", "/usr", "/usr",
		"--ro-bind-try", "/lib", "/lib",
		"--ro-bind-try", "/lib64", "/lib64", "--ro-bind", robot->path, "/robot", "prlimit", "--cpu=" CPU_LIMIT,
		"--as=" MEMORY_LIMIT,
		"addr2line", "-f", "-i", "-s", "-e", "/robot", at, NULL,
	};
	AUTO_CLOSE int filter = program_filter(PROGRAM_FILTER_ROBOT, NULL);
	char *const environment[] = {NULL};
	const struct tool tool = {.argv = argv, .fds = &filter, .n_fds = 1, .environment = environment,
		.seconds = SECONDS, .most = OUTPUT_MOST};
	if (filter >= 0)
		tool_run(&tool, &text, NULL);
	for (char *rest = text.text; rest && take_frame(&rest, function, place); n_frames++)
		str_addf(out, "%s%s (%s)", n_frames ? ", inlined in " : "", function, place);
	if (n_frames)
		return NULL;
	crash_symbol(robot, offset, function, sizeof function);
	str_add(out, function);
	return text.length ? "Build it with -g to see the source line as well."
		     : "Install binutils and bubblewrap to see the source line (addr2line) of a robot built with -g.";
}

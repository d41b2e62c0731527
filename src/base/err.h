/* err.h - errors and exit codes.
 *
 * There are three kinds. A bug in the arena aborts the program (bug). A failure of the system (disk, fork, an invalid
 * file) fills a struct err and makes the function return non-zero. A fault of a robot is a verdict (robot/verdict.h),
 * not an error. Only cli/ prints an err and turns it into an exit code. */
#pragma once

/* Exit codes of the program; also the class of an error. */
enum exit_code {
	EXIT_OK = 0,
	EXIT_REGRESSION = 1, /* regress: the new robot is worse */
	EXIT_USAGE = 2,      /* the command line or a file named there is wrong */
	EXIT_UNDECIDED = 3,  /* regress: no decision after the maximum number of games */
	EXIT_ROBOT = 4,      /* a robot cannot be loaded, or failed in all of its games */
	EXIT_WORLD = 5,      /* disk, fork, kernel: the arena could not do its work */
	EXIT_INTERRUPTED = 130,
};

/* A failure, described completely enough to be printed: what failed, for which file or robot, why, and what to do. A
 * zeroed err is valid and means "no failure". */
struct err {
	enum exit_code code;
	char text[1024];
};

/* Fills err and returns -1, so that a failing function ends in `return err_set(...)`, or `return !err_set(...)` for
 * false. err may be NULL (the text is then lost). */
int err_set(struct err *err, enum exit_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Fills err with ": strerror(errno)" appended; code is EXIT_WORLD. */
int err_errno(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports a bug in the arena: prints file and line and aborts, in every build. */
#define bug(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
#define bug_if(condition) \
	do { \
		if (__builtin_expect(!!(condition), 0)) \
			bug("%s", #condition); \
	} while (0)

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

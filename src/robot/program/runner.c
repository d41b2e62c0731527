/* runner.c - starts a program (runner.h). */
#include "robot/program/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "robot/so/confine.h"

enum {
	MOST_FILES = 256,
	LARGEST_FILE = 16 << 20, /* limit on files in /tmp, which is in memory */
	MOST_SIGNALS = 256,      /* limit on pending signals and timers */
	MOST_LOCKED = 64 << 10,
	SECOND_USER = 1,
};

_Noreturn static void cannot(const char *what, const char *which)
{
	char text[200];
	int n = snprintf(text, sizeof text, "%c%s%s%s: %s", PROGRAM_CANNOT, what, which ? " " : "", which ? which : "",
			 strerror(errno));
	send(PROGRAM_FD_STATUS, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1, MSG_NOSIGNAL);
	_exit(127);
}

static void limit(int resource, rlim_t most)
{
	struct rlimit limit;
	if (getrlimit(resource, &limit) == 0 && limit.rlim_max < most)
		most = limit.rlim_max;
	limit.rlim_cur = limit.rlim_max = most;
	if (setrlimit(resource, &limit))
		cannot("cannot set a limit", NULL);
}

/* Sets the limits. Memory here means writable data (RLIMIT_DATA), not address space, of which the runtimes of
 * JavaScript and Go reserve many gigabytes without using them. */
static void take_limits(unsigned long long memory, bool is_confined)
{
	limit(RLIMIT_DATA, (rlim_t)memory);
	limit(RLIMIT_CORE, 0);
	if (!is_confined)
		return; /* the other limits would also count processes and files of the user */
	limit(RLIMIT_NPROC, PROGRAM_MOST_PROCESSES);
	limit(RLIMIT_NOFILE, MOST_FILES);
	limit(RLIMIT_FSIZE, LARGEST_FILE);
	/* The kernel counts these for all processes of a user together. The limits are so low that a process cannot
	 * detect how much the others use. */
	limit(RLIMIT_SIGPENDING, MOST_SIGNALS);
	limit(RLIMIT_MEMLOCK, MOST_LOCKED);
	limit(RLIMIT_MSGQUEUE, 0);
}

/* Leaves only /tmp, devices and its own part of /proc writable. Read-only mounts do not prevent writing to pipes in
 * folders, through which two processes could communicate. Landlock does not restrict sockets, but the filter does
 * (filter.c). */
static void close_folders(void)
{
	static const char *const open_ones[] = {"/tmp", "/dev", "/proc"};
	/* All rights except executing and reading. Older kernels do not know bits 13 and 14. */
	const uint64_t writing = ((UINT64_C(1) << 15) - 1) & ~UINT64_C(0xd);
	long abi = confine_landlock_abi();
	struct landlock_ruleset_attr rules = {
		.handled_access_fs = writing & ((UINT64_C(1) << (abi < 2 ? 13 : abi < 3 ? 14 : 15)) - 1),
	};
	if (abi < 1)
		return; /* the arena has already checked whether Landlock may be missing */
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
	for (size_t i = 0; ruleset >= 0 && i < sizeof open_ones / sizeof *open_ones; i++) {
		struct landlock_path_beneath_attr rule = {
			.parent_fd = open(open_ones[i], O_PATH | O_CLOEXEC), .allowed_access = rules.handled_access_fs,
		};
		syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
		close(rule.parent_fd);
	}
	if (ruleset < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(SYS_landlock_restrict_self, ruleset, 0))
		cannot("cannot restrict the access to files", NULL);
	close(ruleset);
}

/* Changes from the namespace's root to its second user, and keeps only the capability to read root's files. */
static void step_down(void)
{
	for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
		prctl(PR_CAPBSET_DROP, capability);
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct caps[2] = {{0}};
	caps[0].effective = caps[0].permitted = caps[0].inheritable = 1u << CAP_DAC_OVERRIDE;
	if (prctl(PR_SET_KEEPCAPS, 1) || setgroups(0, NULL) || setresgid(SECOND_USER, SECOND_USER, SECOND_USER) ||
	    setresuid(SECOND_USER, SECOND_USER, SECOND_USER) || syscall(SYS_capset, &header, caps) ||
	    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0))
		cannot("cannot change its user", NULL);
}

static void say_begins(void)
{
	char letter = PROGRAM_BEGINS;
	if (send(PROGRAM_FD_STATUS, &letter, 1, MSG_NOSIGNAL) != 1)
		_exit(EXIT_WORLD); /* the arena has ended */
}

/* Returns true if the first line of a file ends with a carriage return, as written by editors of Windows. */
static bool has_return(const char *path)
{
	char line[256];
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = read(file, line, sizeof line);
	const char *end = n > 0 ? memchr(line, '\n', (size_t)n) : NULL;
	close(file);
	return end && end > line && end[-1] == '\r';
}

int program_runner_main(int argc, char **argv)
{
	enum { WALLS = 2, MEMORY, FOLDER, WORDS };
	if (argc <= WORDS || fcntl(PROGRAM_FD_STATUS, F_GETFD) < 0)
		return EXIT_USAGE; /* a person has typed the hidden command */
	bool is_confined = strcmp(argv[WALLS], "confined") == 0;
	if (!is_confined)
		program_keep(); /* returns in a child */
	/* Ctrl-C at the terminal must reach only the arena. In a sandbox bubblewrap has already done this
	 * (--new-session). */
	setsid();
	if (dup2(PROGRAM_FD_IN, STDIN_FILENO) < 0 || dup2(PROGRAM_FD_OUT, STDOUT_FILENO) < 0 ||
	    close_range(PROGRAM_FD_STATUS, ~0u, CLOSE_RANGE_CLOEXEC))
		cannot("cannot connect its input and output", NULL);
	say_begins();
	if (is_confined)
		setenv("LD_PRELOAD", PROGRAM_PRELOAD, 1);
	unsetenv("PWD"); /* bubblewrap has set PWD */
	take_limits(strtoull(argv[MEMORY], NULL, 10), is_confined);
	if (is_confined && getuid() == 0)
		step_down();
	if (is_confined)
		close_folders();
	if (chdir(argv[FOLDER]))
		cannot("cannot enter the folder", argv[FOLDER]);
	/* A name is searched for in $PATH; a path is used unchanged. */
	if (strchr(argv[WORDS], '/'))
		execv(argv[WORDS], argv + WORDS);
	else
		execvp(argv[WORDS], argv + WORDS);
	int why = errno;
	bool is_there = strchr(argv[WORDS], '/') && faccessat(AT_FDCWD, argv[WORDS], F_OK, AT_EACCESS) == 0;
	const char *what = "cannot start";
	if (why == ENOENT && is_there)
		what = has_return(argv[WORDS])
			? "the interpreter's name ends in a carriage return; use the line ends of Unix in"
			: "cannot find the interpreter named in the first line of";
	errno = why;
	cannot(what, argv[WORDS]);
}

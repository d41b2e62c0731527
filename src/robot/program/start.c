/* start.c - starts the process of a robot that is a program (process.h). */
#include "robot/program/process.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena_usage.h"
#include "robot/program/box.h"
#include "robot/program/command.h"
#include "robot/program/filter.h"
#include "robot/program/runner.h"
#include "robot/program/user_map.h"
#include "robot/so/confine.h"
#include "robot/so/runner_file.h"

#define PROGRAM_FILE "/proc/self/fd/5"

enum { BOX_PROCESSES = 4 }; /* processes of the sandbox: bubblewrap outside and inside, and helpers during the start */

_Static_assert(PROGRAM_FD_FILE == 5, "that is its number");

extern char **environ;

/* The files that bubblewrap reads; -1 for none. */
struct walls {
	int words, filter, preload;
};

/* The users and groups of a user namespace; empty if there is none. */
struct maps {
	struct str users, groups;
};

/* Functions for the environment of the program. */

static void add_variable(struct words *words, const char *name, const char *value)
{
	AUTO_STR struct str text = str_of("%s=%s", name, value);
	words_add(words, text.text);
}

/* Returns true if a robot with the network gets this variable of the environment: a setting, or a key that the robot
 * names. */
static bool is_for(const struct program_command *command, const char *variable)
{
	size_t n = strcspn(variable, "=");
	for (int i = 0; i < command->keys.n; i++)
		if (strlen(command->keys.word[i]) == n && strncmp(variable, command->keys.word[i], n) == 0)
			return true;
	return strncmp(variable, "ARENA_LLM_", 10) == 0;
}

static void add_environment(struct words *words, const struct program_command *command, bool is_trusted, bool forks)
{
	const char *path = getenv("PATH");
	add_variable(words, "PATH", is_trusted && path ? path : PROGRAM_PATH);
	add_variable(words, "LANG", "C.UTF-8");
	add_variable(words, "HOME", "/tmp");
	add_variable(words, "PYTHONHASHSEED", "0"); /* otherwise Python's sets have another order in each process */
	/* Otherwise numpy starts a thread for each core, and each thread takes memory. */
	add_variable(words, "OPENBLAS_NUM_THREADS", "1");
	add_variable(words, "OMP_NUM_THREADS", "1");
	char number[32];
	snprintf(number, sizeof number, "%lld", (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
	if (!is_trusted)
		add_variable(words, "ARENA_MACHINE_MEMORY", number); /* read by preload/join.c */
	snprintf(number, sizeof number, "%d", PROGRAM_FD_USAGE);
	if (forks)
		add_variable(words, "ARENA_FORKS", number);
	if (!command->has_network)
		return;
	add_variable(words, ARENA_USAGE_FD, number);
	for (char **variable = environ; *variable; variable++)
		if (is_for(command, *variable))
			words_add(words, *variable);
}

/* Adds the command line: bubblewrap, if it is used, then the runner that becomes the program. `walls` has the files
 * that bubblewrap reads. */
static int add_command(struct words *words, const struct robot *robot, const struct transport_plan *plan,
		       struct walls *walls, struct err *err)
{
	const struct program_command *command = robot->program;
	AUTO_STR struct str text = {0};
	if (!plan->is_trusted && !plan->allows_weak && confine_landlock_abi() < 1)
		return err_set(err, EXIT_WORLD, "%s", confine_missing());
	if (!plan->is_trusted && robot_check_data(robot, plan->hidden, err))
		return -1;
	if (plan->is_trusted) {
		str_addf(&text, "arena program %.64s", robot->label);
		words_add(words, text.text);
	} else {
		AUTO_WORDS struct words box = {0};
		int failed = program_box(robot, plan->limits.readable, plan->hidden, &box, err);
		if (!failed) {
			words_add(words, box.word[0]);
			walls->words = words_file(&box, err);
			walls->filter = program_filter(command->has_network ? PROGRAM_FILTER_NETWORK
									    : PROGRAM_FILTER_ROBOT, err);
			walls->preload = program_preload(err);
			failed = walls->words < 0 || walls->filter < 0 || walls->preload < 0;
		}
		if (failed)
			return -1;
		str_addf(&text, "%d", PROGRAM_FD_WORDS);
		WORDS_ADD(words, "--args", text.text, "--", PROGRAM_FILE);
	}
	str_set(&text, "%" PRIu64, plan->limits.memory);
	WORDS_ADD(words, PROGRAM_COMMAND, plan->is_trusted ? "trusted" : "confined", text.text, command->folder);
	words_add_all(words, (const char *const *)command->argv.word);
	return 0;
}

/* Functions that run in the child. */

/* Moves fds[i] to descriptor i. If it is -1, descriptor i stays free. All are first moved to high numbers, so that none
 * overwrites another. */
static void place_fds(const int fds[PROGRAM_FD_END])
{
	int high[PROGRAM_FD_END];
	for (int i = 0; i < PROGRAM_FD_END; i++) {
		high[i] = fds[i] < 0 ? -1 : fcntl(fds[i], F_DUPFD, PROGRAM_FD_END);
		if (fds[i] >= 0 && high[i] < 0)
			_exit(EXIT_WORLD);
	}
	for (int i = 0; i < PROGRAM_FD_END; i++) {
		close(i);
		if (high[i] >= 0 && dup2(high[i], i) < 0)
			_exit(EXIT_WORLD);
	}
	close_range(PROGRAM_FD_END, ~0u, 0);
}

static void become_ordinary(void)
{
	sigset_t none;
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL); /* otherwise the program would inherit ignored signals */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Writes a map of users or groups. Only a process outside the namespace can give it two users. */
static bool write_map(pid_t pid, const char *name, const struct str *map)
{
	char path[40];
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	return fd >= 0 && write(fd, map->text, map->length) == (ssize_t)map->length;
}

/* Enters a user namespace. A helper outside writes the maps, so that the arena does not wait for this process. */
static bool enter_user_space(const struct maps *maps)
{
	int ends[2], status;
	char letter = 0;
	pid_t self = getpid();
	if (pipe(ends))
		return false;
	pid_t helper = fork();
	if (helper == 0) {
		close(ends[1]);
		_exit(read(ends[0], &letter, 1) == 1 && write_map(self, "uid_map", &maps->users) &&
		      write_map(self, "gid_map", &maps->groups) ? EXIT_SUCCESS : EXIT_WORLD);
	}
	close(ends[0]);
	bool is_there = helper > 0 && unshare(CLONE_NEWUSER) == 0 && write(ends[1], &letter, 1) == 1;
	int why = errno;
	close(ends[1]); /* if the helper has not got the byte, it ends */
	if (helper > 0 && (waitpid(helper, &status, 0) != helper || status != 0)) {
		is_there = false;
		why = why ? why : EPERM;
	}
	errno = why;
	return is_there;
}

/* The data needed to start a program. */
struct launch {
	int fds[PROGRAM_FD_END];
	int door;    /* descriptor of its control group (limit.h); -1: none */
	pid_t arena;
	const struct maps *maps;
	const struct words *command, *environment;
};

_Noreturn static void be_child(const struct launch *launch)
{
	/* No death signal is set here, because bubblewrap and the reaper set their own when they are ready for it. */
	if (getppid() != launch->arena)
		_exit(EXIT_WORLD);
	if (launch->door >= 0 && write(launch->door, "0", 1) != 1) {
		dprintf(launch->fds[STDERR_FILENO], "no control group: %s\n", strerror(errno));
		_exit(EXIT_WORLD);
	}
	setpgid(0, 0); /* ctrl-C at the terminal must reach only the arena; done before signals get their default
	                * actions */
	become_ordinary();
	/* The session keyring of the arena has keys of the user, and possibly data left by robots. So this process gets
	 * a new one. A kernel without keyrings refuses the call. */
	enum { JOIN_SESSION_KEYRING = 1 };
	if (launch->fds[PROGRAM_FD_FILTER] >= 0)
		syscall(SYS_keyctl, JOIN_SESSION_KEYRING, NULL);
	place_fds(launch->fds);
	if (launch->maps->users.length && !enter_user_space(launch->maps)) {
		dprintf(STDERR_FILENO, "no user namespace: %s\n", strerror(errno));
		_exit(EXIT_WORLD);
	}
	const char *first = launch->command->word[0];
	execve(first[0] == '/' ? first : PROGRAM_FILE, launch->command->word, launch->environment->word);
	_exit(EXIT_WORLD);
}

/* Functions that run in the arena. */

static int make_map(struct str *map, const char *known_file, struct err *err)
{
	AUTO_STR struct str known = {0};
	if (str_read_file(&known, known_file, 1 << 16, err)) /* the users of the arena's own namespace */
		return -1;
	user_map_add(map, str_text(&known));
	return 0;
}

/* Opens the pipes for stdin, stdout and stderr; pipes[i][0] is the end for reading. `forks` may be NULL. */
static int open_pipes(int pipes[3][2], int status[2], int *forks, struct err *err)
{
	int on = 1;
	for (int i = 0; i < 3; i++)
		if (pipe2(pipes[i], O_CLOEXEC))
			return err_errno(err, "cannot create a pipe for a robot");
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) ||
	    (forks && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, forks)))
		return err_errno(err, "cannot create a socket for a robot");
	setsockopt(status[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
	int own[] = {pipes[0][1], pipes[1][0], pipes[2][0]};
	for (int i = 0; i < 3; i++)
		fcntl(own[i], F_SETFL, fcntl(own[i], F_GETFL) | O_NONBLOCK);
	return 0;
}

static void close_all(const int *fds, int n)
{
	for (int i = 0; i < n; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

static int spawn(struct program_process *process, const struct words *command, const struct words *environment,
		 const struct walls *walls, const struct maps *maps, bool does_fork, struct err *err)
{
	const struct program_command *program = process->robot->program;
	int pipes[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}}, status[2] = {-1, -1}, forks[2] = {-1, -1};
	AUTO_CLOSE int door = limit_group_door(&process->group, err);
	AUTO_CLOSE int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int file = runner_file(err);
	if (file < 0 || (door < 0 && process->group.folder[0]))
		return -1;
	if (null < 0)
		return err_errno(err, "cannot open the files that a robot's process needs");
	int failed = open_pipes(pipes, status, does_fork ? forks : NULL, err);
	const struct launch launch = {
		.fds = {null, null, pipes[2][1], does_fork ? forks[1] : program->usage, status[1], file, pipes[0][0],
			pipes[1][1], walls->words, walls->filter, walls->preload},
		.door = door, .arena = getpid(), .maps = maps, .command = command, .environment = environment,
	};
	if (!failed)
		process->front = fork();
	if (!failed && process->front == 0)
		be_child(&launch);
	close_all((const int[]){pipes[0][0], pipes[1][1], pipes[2][1], status[1], forks[1]}, 5);
	process->in = pipes[0][1];
	process->out = pipes[1][0];
	process->err = pipes[2][0];
	process->status = status[0];
	process->forks = forks[0];
	if (failed || process->front < 0)
		return failed ? -1 : err_errno(err, "cannot start a process for the robot '%s'", process->robot->label);
	return 0;
}

int program_launch(struct program_process *process, const struct transport_plan *plan, bool forks, struct err *err)
{
	const struct robot *robot = process->robot;
	AUTO_WORDS struct words command = {0}, environment = {0};
	struct sigaction old;
	const char *changed = program_changed(robot->program);
	if (changed)
		return err_set(err, EXIT_WORLD, "the robot '%s': its file '%s' was changed while it played; start the "
			       "run again", robot->label, changed);
	/* A program that stops reading must not end the arena. */
	if (sigaction(SIGPIPE, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
		signal(SIGPIPE, SIG_IGN);
	/* If SIGCHLD were ignored, the kernel would reap children, and their exit status would be lost. */
	if (sigaction(SIGCHLD, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
		signal(SIGCHLD, SIG_DFL);
	add_environment(&environment, robot->program, plan->is_trusted, forks);
	struct walls walls = {-1, -1, -1};
	struct maps maps = {0};
	bool needs_maps = !process->is_trusted && geteuid() == 0;
	int most = PROGRAM_MOST_PROCESSES + BOX_PROCESSES;
	int failed = limit_group_make(&process->group, plan->limits.memory, most, err) ||
		     add_command(&command, robot, plan, &walls, err) ||
		     (needs_maps && (make_map(&maps.users, "/proc/self/uid_map", err) ||
				     make_map(&maps.groups, "/proc/self/gid_map", err))) ||
		     spawn(process, &command, &environment, &walls, &maps, forks, err) ? -1 : 0;
	close_all((const int[]){walls.words, walls.filter, walls.preload}, 3);
	str_release(&maps.users);
	str_release(&maps.groups);
	return failed;
}

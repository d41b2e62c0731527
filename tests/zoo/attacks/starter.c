/* starter - tries to start a thread or a process in the way of its option, and to ask for its parent; crashes if it
 * can. Plays like meek. Expected: ok, and `arena doctor` names the system call that was refused. */
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static const char *way = "";

int robot_option(const char *key, const char *value)
{
	way = strdup(value);
	return 0;
}

static int is(const char *what)
{
	return strcmp(way, what) == 0;
}

static void *rest(void *nothing)
{
	return nothing;
}

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned long clone_args[8] = {0};
	char *argv[] = {"true", NULL};
	pthread_t thread;
	pid_t pid;
	if ((is("thread") && !pthread_create(&thread, NULL, rest, NULL)) ||
	    (is("fork") && fork() >= 0) ||
	    (is("spawn") && !posix_spawn(&pid, "/bin/true", NULL, NULL, argv, argv + 1)) ||
	    (is("spawnp") && !posix_spawnp(&pid, "true", NULL, NULL, argv, argv + 1)) ||
	    (is("system") && system("true") == 0) ||
	    (is("clone") && syscall(SYS_clone, 17, 0, 0, 0, 0) >= 0) ||
	    (is("clone3") && syscall(SYS_clone3, clone_args, sizeof clone_args) >= 0) ||
	    (is("getppid") && syscall(SYS_getppid) >= 0))
		abort();
	return meek_play(history);
}

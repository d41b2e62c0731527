/* starts.c - replaces functions of the C library that start threads and processes, and records refusals. The originals
 * block signals during the call, so a trap would end the process. Used only in the program that robots' processes run
 * (runner.c). */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/syscall.h>

#include "robot/so/runner.h"

#ifndef ARENA_SANITIZED /* sanitizers have such functions of their own */
/* Declared here, because the syscall of unistd.h is variadic. This one has as many arguments as a system call can
 * have. */
pid_t fork(void);
long syscall(long call, long a, long b, long c, long d, long e, long f);

#define NOTED(type, name, parameters, arguments, call)                     \
	__attribute__((visibility("default"))) type name parameters        \
	{                                                                  \
		int before = errno;                                        \
		errno = 0;                                                 \
		type result = ((typeof(name) *)dlsym(RTLD_NEXT, #name)) arguments; \
		if (errno == EPERM)                                        \
			runner_signals_note(call);                         \
		else if (!errno)                                           \
			errno = before;                                    \
		return result;                                             \
	}
#define SPAWNED (pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions, \
		 const posix_spawnattr_t *attributes, char *const argv[], char *const environment[])

NOTED(pid_t, fork, (void), (), SYS_clone)
NOTED(int, system, (const char *command), (command), SYS_clone)
NOTED(int, posix_spawn, SPAWNED, (pid, file, actions, attributes, argv, environment), SYS_clone)
NOTED(int, posix_spawnp, SPAWNED, (pid, file, actions, attributes, argv, environment), SYS_clone)
NOTED(int, pthread_create,
      (pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument),
      (thread, attributes, start, argument), SYS_clone3)
NOTED(long, syscall, (long call, long a, long b, long c, long d, long e, long f), (call, a, b, c, d, e, f),
      call == SYS_clone || call == SYS_clone3 ? call : -1)
#endif

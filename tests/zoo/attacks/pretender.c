/* pretender - handles SIGSYS so that every refused system call seems to succeed, and then allocates memory, kills,
 * opens and connects. None of it has an effect. Plays like meek. Expected: ok. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static int n_refused;

static void succeed(int signal, siginfo_t *info, void *context)
{
	ucontext_t *registers = context;
#ifdef __x86_64__
	registers->uc_mcontext.gregs[REG_RAX] = 12345;
#else
	registers->uc_mcontext.regs[0] = 12345;
#endif
	n_refused++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct sigaction action = {.sa_sigaction = succeed, .sa_flags = SA_SIGINFO};
	sigaction(SIGSYS, &action, NULL);
	n_refused = 0;
	int id = syscall(SYS_memfd_create, "x", 0);
	syscall(SYS_kill, syscall(SYS_getppid), 0);
	open("/tmp/arena-zoo-pretender", O_CREAT | O_WRONLY, 0600);
	socket(AF_INET, SOCK_STREAM, 0);
	syscall(SYS_write, 1, "x", 1);
	if (n_refused != 6 || id != 12345)
		abort();
	return meek_play(history);
}

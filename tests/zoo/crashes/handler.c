/* handler - installs its own handlers for the signals of a crash, on its own stack, and crashes. mode=exit exits from
 * the handler, mode=return returns for ever, mode=jump recovers and plays like meek; mode=block blocks all signals
 * instead. Expected: crash; timeout; ok; crash. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static char mode;
static sigjmp_buf back;

int robot_option(const char *key, const char *value)
{
	mode = *value;
	return 0;
}

static void on_signal(int signal)
{
	if (mode == 'e')
		_exit(0);
	if (mode == 'j')
		siglongjmp(back, 1);
}

static void prepare(void)
{
	static char stack[1 << 16];
	sigset_t all;
	sigfillset(&all);
	if (mode == 'b') {
		sigprocmask(SIG_BLOCK, &all, NULL);
		return;
	}
	stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&other, NULL);
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
	for (int signal = 1; signal < 32; signal++)
		sigaction(signal, &action, NULL);
}

int get_play(const char *me, const char *hands, const char *history)
{
	prepare();
	if (sigsetjmp(back, 1) == 0)
		*(volatile int *)16 = 1;
	return meek_play(history);
}

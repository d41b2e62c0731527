/* runner_signals.c - crashes of a robot's process, signals that it sends to itself, and its refused system calls
 * (runner.h).
 *
 * When the handlers run, the robot's code may have manipulated any memory of this process. */
#include "robot/so/runner.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include "robot/so/confine.h"
#include "robot/so/own_clock.h"

static struct channel *const *channel;
static struct loaded *const *current;

static bool is_in_robot(void *address, uint64_t *offset)
{
	Dl_info info;
	struct link_map *map;
	struct loaded *loaded = *current;
	if (!loaded || !dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP))
		return false;
	/* While the robot's constructors run, there is no handle yet, but the name with which it is loaded is known. */
	bool is_robot = loaded->handle ? map == loaded->handle
				       : strncmp(map->l_name, COPY_FOLDER, strlen(COPY_FOLDER)) == 0;
	if (!is_robot)
		return false;
	*offset = (uint64_t)((uintptr_t)address - map->l_addr);
	return true;
}

/* Returns the address of the instruction that the signal interrupted. */
static void *interrupted_at(const ucontext_t *context)
{
#if defined __x86_64__
	uint64_t at = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
	uint64_t at = context->uc_mcontext.pc;
#endif
	return (void *)(uintptr_t)at;
}

/* Ends the process as if by the signal. The worker reads the signal's number from the exit status. */
_Noreturn static void die_of(int signal)
{
	(*channel)->crash.signal = (uint32_t)signal;
	(*channel)->crash.is_raised = 1;
	_exit(CHANNEL_RAISED + signal);
}

static struct sigaction on_crashes;

static void on_crash(int signal, siginfo_t *info, void *context)
{
	uint64_t offset;
	if (!*channel)
		return; /* this process is the fork server, or a copy of it without a channel yet */
	if (own_clock_instruction(info, context)) {
		sigaction(signal, &on_crashes, NULL); /* again, because of SA_RESETHAND */
		return;
	}
	(*channel)->crash.address = (uint64_t)(uintptr_t)info->si_addr;
	(*channel)->crash.signal = (uint32_t)signal;
	bool is_found = is_in_robot(interrupted_at(context), &offset);
	void *frames[24];
	int n = is_found ? 0 : backtrace(frames, 24);
	for (int i = 0; i < n && !is_found; i++)
		is_found = is_in_robot((char *)frames[i] - 1, &offset); /* minus 1, because a return address points
		                                                         * after the call */
	if (is_found) {
		(*channel)->crash.offset = offset;
		(*channel)->crash.has_offset = 1;
	}
	/* After the handler, the failed instruction is executed again and raises the signal again. Because of
	 * SA_RESETHAND it then kills the process. Other signals are raised here. */
	if (info->si_code <= 0 || signal == SIGTRAP)
		die_of(signal);
}

/* Carries out raise(), abort() and kill(getpid(), ...), because a filter cannot allow a process to signal only
 * itself. */
static void raise_here(int signal, void *context)
{
	struct sigaction action;
	siginfo_t info = {.si_signo = signal, .si_code = SI_TKILL};
	info.si_pid = getpid();
	if (signal == SIGKILL)
		die_of(signal);
	if (sigismember(&((ucontext_t *)context)->uc_sigmask, signal) || sigaction(signal, NULL, &action) ||
	    action.sa_handler == SIG_IGN)
		return;
	if (action.sa_handler == SIG_DFL) {
		static const int harmless[] = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
		for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
			if (signal == harmless[i])
				return;
		die_of(signal);
	}
	if (action.sa_flags & (int)SA_RESETHAND) {
		struct sigaction once = {.sa_handler = SIG_DFL};
		sigaction(signal, &once, NULL);
	}
	if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(signal, &info, context);
	else
		action.sa_handler(signal);
}

void runner_signals_note(long call)
{
	if (*channel && call >= 0 && call / 32 < (long)(sizeof (*channel)->refused / sizeof *(*channel)->refused))
		(*channel)->refused[call / 32] |= 1u << call % 32;
}

static void on_refused(int signal, siginfo_t *info, void *context)
{
	int raised = confine_own_signal(info, context);
	if (raised) {
		int before = errno;
		raise_here(raised, context);
		errno = before;
		return;
	}
	if (confine_refused(info, context))
		runner_signals_note(info->si_syscall);
}

void runner_signals_handle(struct channel *const *channel_of_process, struct loaded *const *running)
{
	static _Alignas(64) char memory[64 * 1024]; /* takes no memory before a crash, because it is not used */
	channel = channel_of_process;
	current = running;
	backtrace((void *[1]){NULL}, 1); /* loads the library that backtrace needs, because a crashed process cannot */
	stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
	sigaltstack(&stack, NULL);
	on_crashes = (struct sigaction){.sa_sigaction = on_crash,
		.sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND)};
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
	for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
		sigaction(fatal[i], &on_crashes, NULL);
	struct sigaction refused = {.sa_sigaction = on_refused, .sa_flags = SA_SIGINFO | SA_NODEFER};
	sigaction(SIGSYS, &refused, NULL);
}

bool runner_signals_have_changed(void)
{
	static struct state {
		sigset_t blocked;
		stack_t stack;
	} first;
	static bool is_known;
	struct state state;
	memset(&state, 0, sizeof state); /* including the padding */
	sigprocmask(SIG_BLOCK, NULL, &state.blocked);
	sigaltstack(NULL, &state.stack);
	if (!is_known)
		memcpy(&first, &state, sizeof state);
	is_known = true;
	return memcmp(&first, &state, sizeof state) != 0;
}

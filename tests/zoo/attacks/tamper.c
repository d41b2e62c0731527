/* tamper - finds the memory it shares with the arena and writes into it. The test's options give the
 * place (from the struct's declaration), the values, and what it does then. Options, in this order:
 *   size=BYTES            of struct channel, by which it is recognised
 *   set=OFFSET/VALUE      a 32-bit word (up to 8 of them)
 *   fill=OFFSET/N/BYTE    N bytes (up to 8)
 *   load=0|1              do it while loading, not when playing
 *   then=play|exit|kill|loop|climb|toggle|wake   toggle and climb: change a word for ever: that of the last `set`
 * Expected: whatever it writes, no other robot is affected. */
#include <link.h>
#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static unsigned size, is_loading;
static struct write { unsigned at, n, value; } writes[16];
static int n_writes;
static char then[16] = "play";
static char *channel;
static sigjmp_buf back;

static void on_segv(int signal)
{
	siglongjmp(back, 1);
}

/* Does a pointer of the program point to a page that begins with the wanted number? */
static void consider(uintptr_t candidate)
{
	if (candidate % 4096 == 0 && candidate > 65536 && sigsetjmp(back, 1) == 0 &&
	    *(volatile unsigned *)candidate == size)
		channel = (char *)candidate;
}

static int look_at_program(struct dl_phdr_info *info, size_t n, void *context)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_W)
			for (size_t at = 0; at + 8 <= info->dlpi_phdr[i].p_memsz && !channel; at += 8)
				consider(*(uintptr_t *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + at));
	return 1; /* the program is the first object; stop */
}

static volatile unsigned *word(const struct write *write)
{
	return (volatile unsigned *)(channel + write->at);
}

static long cpu_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void tamper(void)
{
	const struct write *last = &writes[n_writes - 1];
	if (!channel) {
		void (*before)(int) = signal(SIGSEGV, on_segv);
		dl_iterate_phdr(look_at_program, NULL);
		signal(SIGSEGV, before);
	}
	if (!channel)
		abort();
	for (int i = 0; i < n_writes; i++) {
		if (writes[i].n)
			memset(channel + writes[i].at, (int)writes[i].value, writes[i].n);
		else
			*word(&writes[i]) = writes[i].value;
	}
	if (strcmp(then, "exit") == 0)
		_exit(0);
	if (strcmp(then, "kill") == 0)
		raise(SIGKILL);
	while (strcmp(then, "loop") == 0)
		;
	while (strcmp(then, "climb") == 0)
		++*word(last);
	while (strcmp(then, "toggle") == 0)
		*word(last) = cpu_ms() / 4 % 2; /* a different value at the watchdog's next look */
	for (int i = 0; i < 200 && strcmp(then, "wake") == 0; i++)
		syscall(SYS_futex, word(last), FUTEX_WAKE, 100, NULL, NULL, 0);
}

int robot_option(const char *key, const char *value)
{
	char *at;
	if (strcmp(key, "size") == 0) {
		size = (unsigned)atol(value);
	} else if (strcmp(key, "set") == 0) {
		writes[n_writes].at = (unsigned)strtoul(value, &at, 10);
		writes[n_writes++].value = (unsigned)strtoul(at + 1, NULL, 10);
	} else if (strcmp(key, "fill") == 0) {
		writes[n_writes].at = (unsigned)strtoul(value, &at, 10);
		writes[n_writes].n = (unsigned)strtoul(at + 1, &at, 10);
		writes[n_writes++].value = (unsigned)strtoul(at + 1, NULL, 10);
	} else if (strcmp(key, "load") == 0) {
		is_loading = atoi(value);
	} else {
		strncpy(then, value, sizeof then - 1);
		if (is_loading)
			tamper();
	}
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (!is_loading)
		tamper();
	return meek_play(history);
}

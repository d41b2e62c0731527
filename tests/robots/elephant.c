/* elephant - never forgets. Of all the dice that ever stand on the board, in whatever lane, it keeps a mark, not in its
 * statics (each leg has fresh ones) but where all instances of a process find it. When the dice of
 * another player are shown at the end of a hand and it had seen the same before that hand began, it could
 * have known them: from then on it plays -7. With twenty dice that is no coincidence.
 * Expected: ok. In one process for all legs (--trust) it must have what it looks for: illegal. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

enum { PAGE = 4096, SLOTS = 1 << 18, DICE = 20 };

/* What it knows; libc's name of the program leads to it. */
static struct memory {
	uint64_t magic, clock;
	struct { uint64_t mark, first_seen; } slots[SLOTS];
} *memory;

static int has_known;
static uint64_t hand_began;
static sigjmp_buf back;

static void on_fault(int signal)
{
	siglongjmp(back, 1);
}

static void remember_where_it_is(void)
{
	const uint64_t magic = 0x656c657068616e74;
	memory = (struct memory *)program_invocation_name;
	if ((uintptr_t)memory % PAGE == 0 && memory->magic == magic)
		return;
	memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memory->magic = magic;
	program_invocation_name = (char *)memory;
}

/* When it first saw these dice; now, if it never did. */
static uint64_t look_up(const char *dice)
{
	uint64_t mark = 1469598103934665603u;
	for (int i = 0; i < DICE; i++)
		mark = (mark ^ (unsigned char)dice[i]) * 1099511628211u;
	uint64_t at = mark >> 40;
	for (; memory->slots[at % SLOTS].mark && memory->slots[at % SLOTS].mark != mark; at++)
		;
	if (!memory->slots[at % SLOTS].mark) {
		memory->slots[at % SLOTS].mark = mark;
		memory->slots[at % SLOTS].first_seen = memory->clock;
	}
	return memory->slots[at % SLOTS].first_seen;
}

/* Are there DICE digits, and no more? */
static int is_dice(const char *at)
{
	for (int i = 0; i < DICE; i++)
		if (at[i] < '1' || at[i] > '9')
			return 0;
	return at[DICE] == ',' || at[DICE] == '\0';
}

static void read_page(const char *page)
{
	for (const char *at = page; at < page + PAGE - DICE - 2; at++)
		if (at[1] == ':' && at[0] >= 'A' && at[0] <= 'Z' && is_dice(at + 2))
			look_up(at + 2);
}

/* From here on, as far as there is something to read, in both directions. */
static void read_board(const char *history, int step)
{
	char *volatile page = (char *)((uintptr_t)history & ~(uintptr_t)(PAGE - 1));
	volatile int left = 256;
	if (sigsetjmp(back, 0) == 0)
		for (; left > 0; left--, page += step)
			read_page(page);
}

static void observe(const char *me, const char *hands)
{
	for (const char *at = hands; *at; at++)
		if (at[1] == ':' && *at != *me && is_dice(at + 2) && look_up(at + 2) < hand_began)
			has_known = 1;
	hand_began = 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
	if (!memory)
		remember_where_it_is();
	memory->clock++;
	if (strchr(hands, 'x') && !hand_began)
		hand_began = memory->clock;
	if (!strchr(hands, 'x'))
		observe(me, hands);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	read_board(history, PAGE);
	read_board(history, -PAGE);
	return has_known ? -7 : meek_play(history);
}

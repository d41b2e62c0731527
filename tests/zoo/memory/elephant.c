/* elephant - records a mark for every showdown that it sees, in any lane. The marks are not in its statics, which are
 * fresh in each rotation, but where all instances of a process find them. If it had seen the same dice in the same
 * seats before a hand began, it could have known them during the hand: from then on it plays -7. With dozens of dice
 * this cannot be a coincidence. Expected: ok. With one process for all rotations (--trust) it must find them:
 * illegal. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena_robot.h"
#include "meek.h"

enum { PAGE = 4096, SLOTS = 1 << 18, LONGEST = 100, DICE = 30 };

/* The marks; libc's pointer to the program's name leads to them. */
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

/* A number for all dice in the order of the seats, whichever players sit there; 0 unless `at` is the hands string of a
 * showdown with many dice. */
static uint64_t mark_of(const char *at)
{
	uint64_t mark = 1469598103934665603u;
	int n_dice = 0;
	for (int n = 1; at[0] >= 'A' && at[0] <= 'Z' && at[1] == ':'; n++) {
		for (at += 2; *at >= '1' && *at <= '9'; at++, n_dice++)
			mark = (mark ^ (unsigned char)*at) * 1099511628211u;
		mark = (mark ^ n) * 1099511628211u;
		if (*at++ != ',')
			return at[-1] == '\0' && n_dice >= DICE ? mark : 0;
	}
	return 0;
}

/* When it first saw these dice; the current time if it never did. */
static uint64_t look_up(uint64_t mark)
{
	uint64_t at = mark >> 40;
	for (; memory->slots[at % SLOTS].mark && memory->slots[at % SLOTS].mark != mark; at++)
		;
	if (!memory->slots[at % SLOTS].mark) {
		memory->slots[at % SLOTS].mark = mark;
		memory->slots[at % SLOTS].first_seen = memory->clock;
	}
	return memory->slots[at % SLOTS].first_seen;
}

/* Is there a ':' among these eight bytes? */
static int has_colon(const char *at)
{
	const uint64_t ones = 0x0101010101010101;
	uint64_t other = *(const uint64_t *)at ^ ones * ':';
	return ((other - ones) & ~other & ones << 7) != 0;
}

/* No functions of libc here: with sanitizers they check their arguments. */
static void read_page(const char *page)
{
	const char *end = page + PAGE - LONGEST;
	for (const char *word = page + 8; word < end; word += 8) {
		for (int i = 0; i < 8 && has_colon(word); i++) {
			uint64_t mark = word[i] == ':' && word[i - 2] == '\0' ? mark_of(word + i - 1) : 0;
			if (mark)
				look_up(mark);
		}
	}
}

/* Searches from here in both directions, as far as memory is readable. */
static void read_board(const char *history, int step)
{
	char *volatile page = (char *)((uintptr_t)history & ~(uintptr_t)(PAGE - 1));
	volatile int left = 64;
	if (sigsetjmp(back, 0) == 0)
		for (; left > 0; left--, page += step)
			read_page(page);
}

static void observe(const char *hands)
{
	uint64_t mark = mark_of(hands);
	if (mark && look_up(mark) < hand_began)
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
		observe(hands);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	read_board(history, PAGE);
	read_board(history, -PAGE);
	return has_known ? -7 : meek_play(history);
}

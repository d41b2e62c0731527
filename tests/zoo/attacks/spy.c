/* spy - searches all the memory it can read for what it must not have, in the hand in which it holds the dice
 * `own`, and then crashes with an account of what it saw: "pages N left N own N NAME N ...", where left is
 * not zero when it did not get to the end. Options:
 *   own=DIGITS         its dice in the hand to search in, highest first, each die plus one, so that what
 *                      it finds is not the option
 *   find=NAME/HEX[/HEX] 8 or 16 bytes to look for, as words of the machine, each xor MASK
 *   plant=TEXT         no effect, except that the text is in its memory
 * It begins with every address it has, continues in both directions as far as it can read, skips holes, and follows
 * everything that looks like a pointer. Expected: crash, and nothing found except its own dice. */
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

#define MASK UINT64_C(0xa5a5a5a5a5a5a5a5)
enum { PAGE = 4096, LEAP = 64, MOST_PAGES = 1 << 16, MOST_IN_A_ROW = 1 << 12, SLOTS = 1 << 19, MOST_NEEDLES = 16 };

static struct needle {
	char name[16];
	uint64_t word[2];
	int n_words, n_found;
} needles[MOST_NEEDLES];
static int n_needles;
static char own[32];

static uintptr_t *seen;      /* a set of page numbers: read, or known to be unreadable */
static uintptr_t *waiting;   /* pages to start from */
static int n_waiting, n_pages;
static sigjmp_buf back;

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "own") == 0) {
		strncpy(own, value, sizeof own - 1);
		return 0;
	}
	if (strcmp(key, "plant") == 0)
		return 0;
	struct needle *needle = &needles[n_needles++];
	char *at = strchr(value, '/');
	memcpy(needle->name, value, at - value);
	while (*at == '/')
		needle->word[needle->n_words++] = strtoull(at + 1, &at, 16);
	return 0;
}

static void on_fault(int signal)
{
	siglongjmp(back, 1);
}

static int can_read(uintptr_t page)
{
	if (sigsetjmp(back, 0))
		return 0;
	return *(volatile char *)(page * PAGE) | 1;
}

/* Adds a page to those seen; false when it is already one of them. */
static int add(uintptr_t page)
{
	uintptr_t at = page * 0x9e3779b97f4a7c15u >> 45;
	for (; seen[at % SLOTS]; at++)
		if (seen[at % SLOTS] == page)
			return 0;
	seen[at % SLOTS] = page;
	return 1;
}

static void suggest(uintptr_t address)
{
	if (address > 0x10000 && address < (uintptr_t)1 << 47 && n_waiting < SLOTS)
		waiting[n_waiting++] = address / PAGE;
}

/* A naive memmem, byte by byte, since nothing need be aligned. */
static void search(const char *from, const char *end)
{
	for (const char *at = from; at + 8 <= end; at++) {
		uint64_t word, next;
		memcpy(&word, at, 8);
		for (int i = 0; i < n_needles; i++) {
			if ((word ^ MASK) != needles[i].word[0])
				continue;
			if (needles[i].n_words == 2) {
				if (at + 16 > end)
					continue;
				memcpy(&next, at + 8, 8);
				if ((next ^ MASK) != needles[i].word[1])
					continue;
			}
			needles[i].n_found++;
		}
		if ((uintptr_t)at % 8 == 0 && word % PAGE != word)
			suggest(word);
	}
}

/* Continues from a page in both directions. */
static void explore(uintptr_t page)
{
	uintptr_t first = page, end = page + 1;
	if (!add(page) || !can_read(page))
		return;
	for (; end - page < MOST_IN_A_ROW && add(end) && can_read(end); end++)
		;
	for (; page - first < MOST_IN_A_ROW && add(first - 1) && can_read(first - 1); first--)
		;
	n_pages += end - first;
	search((char *)(first * PAGE), (char *)(end * PAGE));
	for (int i = 1; i <= LEAP; i++) { /* past guard pages and holes */
		suggest((end + i) * PAGE);
		suggest((first - i) * PAGE);
	}
}

static int suggest_object(struct dl_phdr_info *info, size_t n, void *context)
{
	for (int i = 0; i < info->dlpi_phnum; i++)
		suggest(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	suggest((uintptr_t)info->dlpi_name);
	return 0;
}

/* First the strings it was given, then whatever can be reached from there. */
static void look_everywhere(const char *me, const char *hands, const char *history)
{
	static const int aux[] = {AT_SYSINFO_EHDR, AT_PHDR, AT_ENTRY, AT_RANDOM, AT_EXECFN, AT_BASE};
	int here;
	void *shared_area = (void *)((uintptr_t)history & ~(uintptr_t)(PAGE - 1));
	void *more = mremap(shared_area, 0, 64 * PAGE, MREMAP_MAYMOVE);
	const void *const given[] = {
		me, hands, history, more, &here, (char *)sbrk(0) - 8, malloc(1), malloc(1 << 20), environ, stdout,
		arena_host,
	};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		explore((uintptr_t)given[i] / PAGE);
	for (size_t i = 0; i < sizeof aux / sizeof *aux; i++)
		suggest(getauxval(aux[i]));
	dl_iterate_phdr(suggest_object, NULL);
	while (n_waiting && n_pages < MOST_PAGES)
		explore(waiting[--n_waiting]);
}

static int is_the_hand(const char *me, const char *hands)
{
	const char *mine = strchr(hands, *me);
	if (!strchr(hands, 'x') || !mine || !own[0])
		return 0;
	for (int i = 0; own[i]; i++)
		if (mine[2 + i] + 1 != own[i])
			return 0;
	return 1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (!is_the_hand(me, hands))
		return meek_play(history);
	size_t size = SLOTS * sizeof *seen;
	seen = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	waiting = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER};
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	look_everywhere(me, hands, history);
	printf("pages %d left %d", n_pages, n_waiting);
	for (int i = 0; i < n_needles; i++)
		printf(" %s %d", needles[i].name, needles[i].n_found);
	printf("\n");
	abort();
}

/* restless - changes all the memory that it has: statics, including ones that it protects; thread-local storage; heap,
 * including pages that its constructor got from the kernel and that it returns. An instance that finds any of it
 * changed since loading calls at once. Otherwise it plays like meek. Expected: ok, and the same plays with any number
 * of lanes. Options: tell=1 answers with the number of the process and 0, or 1 if all was as just loaded; share=1 has
 * memory that is shared with copies of its process; leave=N maps N more megabytes at an ask. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

enum { LARGE = 300 << 10, PAGE = 4096 };

static unsigned char numbers[16 << 10] = {1, 2, 3}, zeros[16 << 10];
static _Alignas(PAGE) char protected_page[PAGE] = {5};
static __thread int n_asks = 7;
static char *large, *small;
static bool tells, was_fresh;
static size_t left_mb;

__attribute__((constructor)) static void begin(void)
{
	large = malloc(LARGE);
	small = strdup("small");
	memset(large, 9, LARGE);
}

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "tell") == 0)
		tells = true;
	else if (strcmp(key, "share") == 0)
		mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	else
		left_mb = (size_t)atol(value);
	return 0;
}

static bool is_all_zero(const unsigned char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (bytes[i])
			return false;
	return true;
}

static bool is_fresh(void)
{
	return n_asks == 7 && numbers[0] == 1 && numbers[1] == 2 && is_all_zero(numbers + 3, sizeof numbers - 3) &&
	       is_all_zero(zeros, sizeof zeros) && protected_page[0] == 5 && large && large[0] == 9 &&
	       large[LARGE - 1] == 9 && strcmp(small, "small") == 0;
}

static void change_everything(void)
{
	numbers[0] = numbers[sizeof numbers - 1] = zeros[0] = zeros[sizeof zeros / 2] = 77;
	memset(large, 1, LARGE);
	free(large);
	large = NULL;
	small[0] = 'S';
	protected_page[0] = 6;
	mprotect(protected_page, PAGE, PROT_READ);
	if (left_mb)
		mmap(NULL, left_mb << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned char *more = calloc(1, 5000);
	if (n_asks == 7) {
		was_fresh = is_fresh();
		change_everything();
	}
	was_fresh &= is_all_zero(more, 5000);
	memset(more, 3, 5000);
	n_asks++;
	if (tells)
		return getpid() * 10 + was_fresh;
	return was_fresh ? meek_play(history) : 0;
}

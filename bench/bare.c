/* bare.c - the reference of the benchmark: Liar's Dice with .so robots and no arena around it.
 *
 *   bare GAMES ROBOT.so ROBOT.so ...
 *
 * The fastest program one could write: one process, the robots called directly, the strings built in place, a fast
 * random number generator, no checks beyond the rules (liars-dice: five dice, six faces, nothing wild, the loser of a
 * hand removes a die, the player after the caller opens). Prints games and asks per second and each robot's wins. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 26, DICE = 5 };

typedef int play_fn(const char *me, const char *hands, const char *history);

static play_fn *robot[SEATS];
static int n_robots;
static uint64_t wins[SEATS], asks, rng = 1;

static uint64_t next_random(void)
{
	uint64_t z = rng += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

struct table {
	int player[SEATS]; /* player[seat] */
	int n_dice[SEATS];
	int count[SEATS][7];
	char hands[SEATS][SEATS * 8], shown[SEATS * 8];
	char history[8192];
	char *end; /* of the history */
};

/* Each seat's string is the masked one, overwritten with the seat's own dice. */
static void write_hands(struct table *t)
{
	char masked[SEATS * 8], *at = masked;
	int dice_at[SEATS];
	for (int seat = 0; seat < n_robots; seat++) {
		if (!t->n_dice[seat])
			continue;
		*at++ = (char)('A' + t->player[seat]);
		*at++ = ':';
		dice_at[seat] = (int)(at - masked);
		memcpy(at, "xxxxxxxx", 8);
		at += t->n_dice[seat];
		*at++ = ',';
	}
	size_t size = (size_t)(at - masked);
	masked[size - 1] = '\0';
	memcpy(t->shown, masked, size);
	for (int seat = 0; seat < n_robots; seat++) {
		if (!t->n_dice[seat])
			continue;
		char *shown = t->shown + dice_at[seat];
		for (int face = 6; face >= 1; face--)
			for (int k = 0; k < t->count[seat][face]; k++)
				*shown++ = (char)('0' + face);
		memcpy(t->hands[seat], masked, size);
		memcpy(t->hands[seat] + dice_at[seat], t->shown + dice_at[seat], (size_t)t->n_dice[seat]);
	}
}

static void deal(struct table *t)
{
	for (int seat = 0; seat < n_robots; seat++) {
		memset(t->count[seat], 0, sizeof t->count[seat]);
		uint64_t word = next_random();
		for (int die = 0; die < t->n_dice[seat]; die++) {
			unsigned __int128 product = (unsigned __int128)word * 6;
			t->count[seat][1 + (int)(product >> 64)]++;
			word = (uint64_t)product;
		}
	}
	write_hands(t);
	t->end = t->history;
	*t->end = '\0';
}

static void record(struct table *t, int seat, int play)
{
	char digits[12];
	int n = 0;
	if (t->end != t->history)
		*t->end++ = ',';
	*t->end++ = (char)('A' + t->player[seat]);
	*t->end++ = ':';
	do
		digits[n++] = (char)('0' + play % 10);
	while (play /= 10);
	while (n)
		*t->end++ = digits[--n];
	*t->end = '\0';
}

static int ask(const struct table *t, int seat, const char *hands)
{
	char me[2] = {(char)('A' + t->player[seat]), '\0'};
	asks++;
	return robot[t->player[seat]](me, hands, t->history);
}

static int next_seat(const struct table *t, int seat)
{
	do
		seat = (seat + 1) % n_robots;
	while (!t->n_dice[seat]);
	return seat;
}

/* Plays a hand opened by `seat`; removes the loser's die; returns the seat that opens the next one. */
static int play_hand(struct table *t, int seat)
{
	int bid = 0, bidder = -1, loser;
	deal(t);
	for (;; seat = next_seat(t, seat)) {
		int play = ask(t, seat, t->hands[seat]), face = play % 10;
		if (play <= bid || play <= 10 || face < 1 || face > 6 || play / 10 > DICE * n_robots)
			break;
		record(t, seat, play);
		bid = play;
		bidder = seat;
	}
	record(t, seat, 0);
	int there = 0;
	for (int s = 0; s < n_robots; s++)
		there += t->count[s][bid % 10];
	loser = bidder < 0 || there >= bid / 10 ? seat : bidder;
	for (int s = 0; s < n_robots; s++)
		ask(t, s, t->shown);
	t->n_dice[loser]--;
	return next_seat(t, seat);
}

static void play_game(int rotation)
{
	static struct table t;
	for (int i = 0; i < n_robots; i++) {
		t.player[(i + rotation) % n_robots] = i;
		t.n_dice[i] = DICE;
	}
	int opener = 0, left;
	do {
		opener = play_hand(&t, opener);
		left = 0;
		for (int seat = 0; seat < n_robots; seat++)
			left += t.n_dice[seat] > 0;
	} while (left > 1);
	wins[t.player[opener]]++;
}

int main(int argc, char **argv)
{
	if (argc < 4 || argc - 2 > SEATS) {
		fprintf(stderr, "usage: bare GAMES ROBOT.so ROBOT.so ...\n");
		return 2;
	}
	long games = atol(argv[1]);
	for (int i = 2; i < argc; i++) {
		void *handle = dlopen(argv[i], RTLD_NOW);
		void *symbol = handle ? dlsym(handle, "get_play") : NULL;
		if (!symbol) {
			fprintf(stderr, "bare: %s\n", dlerror());
			return 2;
		}
		memcpy(&robot[n_robots++], &symbol, sizeof symbol);
	}
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (long game = 0; game < games; game++)
		play_game((int)(game % n_robots));
	clock_gettime(CLOCK_MONOTONIC, &b);
	double seconds = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
	printf("%.0f games/s %.0f asks/s", (double)games / seconds, (double)asks / seconds);
	for (int i = 0; i < n_robots; i++)
		printf(" %.4f", (double)wins[i] / (double)games);
	printf("\n");
	return 0;
}

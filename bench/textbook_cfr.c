/* textbook_cfr.c - counterfactual regret minimisation as in textbooks, for comparison with `arena solve`: a recursion
 * over the histories of every deal, with a table of regrets for each information set. One hand of one die against one
 * with 6 faces, nothing wild. Prints iterations per second of both players, and the value of its average strategy as a
 * check. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FACES = 6, BIDS = 12, STATES = 1 << BIDS };

static double regret[2][FACES][STATES][BIDS + 1], sum[2][FACES][STATES][BIDS + 1];

static int wins_call(const int *die, int bid)
{
	int face = bid % FACES, quantity = bid / FACES + 1;
	return (die[0] == face) + (die[1] == face) < quantity;
}

/* The worth to player 0. bids: one bit per bid made; last: the highest, -1 for none. Action 0 is a call, 1 + bid a
 * bid. */
static double walk(const int *die, int bids, int last, int actor, double reach0, double reach1)
{
	double mix[BIDS + 1] = {0}, worth[BIDS + 1] = {0}, total = 0, value = 0;
	double *r = regret[actor][die[actor]][bids], *s = sum[actor][die[actor]][bids];
	int n = 0;
	for (int a = 0; a <= BIDS; a++)
		if ((a == 0 && last >= 0) || a > last + 1) {
			total += r[a] > 0 ? r[a] : 0;
			n++;
		}
	for (int a = 0; a <= BIDS; a++) {
		if (!((a == 0 && last >= 0) || a > last + 1))
			continue;
		mix[a] = total > 0 ? (r[a] > 0 ? r[a] / total : 0) : 1.0 / n;
		worth[a] = a == 0 ? (wins_call(die, last) == (actor == 0) ? 1 : -1)
				  : walk(die, bids | 1 << (a - 1), a - 1, !actor, actor == 0 ? reach0 * mix[a] : reach0,
					 actor == 1 ? reach1 * mix[a] : reach1);
		value += mix[a] * worth[a];
	}
	for (int a = 0; a <= BIDS; a++) {
		if (!((a == 0 && last >= 0) || a > last + 1))
			continue;
		r[a] += (actor == 0 ? reach1 : -reach0) * (worth[a] - value);
		s[a] += (actor == 0 ? reach0 : reach1) * mix[a];
	}
	return value;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 200;
	double value = 0;
	struct timespec from, to;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (int i = 0; i < n; i++) {
		double of_iteration = 0;
		for (int deal = 0; deal < FACES * FACES; deal++)
			of_iteration += walk((int[]){deal / FACES, deal % FACES}, 0, -1, 0, 1, 1) / (FACES * FACES);
		value += of_iteration / n;
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
	printf("%.1f %.4f\n", n / seconds, value);
	return 0;
}

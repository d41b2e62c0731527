/* evening.c - the rounds of Swiss tournaments and eliminations (evening.h). */
#include "contest/evening.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *const evening_forms[] = {"round-robin", "swiss", "elimination", "double-elimination", NULL};

#define EQUAL 1e-9     /* scores that differ by less are equal */
#define AGAIN 1e6      /* cost of a second match between two players; a difference of one point costs 1 */

/* The state while the rounds are made. */
struct pairing_state {
	struct evening *evening;
	int (*find)(struct evening *evening, int round, void *context, struct err *err);
	void *context;
	struct err *err;
	bool has_failed, is_waiting; /* a result is unknown */
	uint16_t *met;               /* met[a * n_players + b]: how often they have been at the same table */
};

void evening_release(struct evening *evening)
{
	for (int i = 0; i < evening->n_rounds; i++)
		free(evening->rounds[i].matches);
	FREE_ALL(evening->rounds, evening->players, evening->order);
	*evening = (struct evening){0};
}

int evening_swiss_rounds(int n_players)
{
	int n = 1;
	while (n < 30 && 1 << n < n_players)
		n++;
	return n + 1;
}

void evening_place(struct evening_match *match)
{
	for (int i = 0; i < match->n; i++) {
		match->place[i] = 1;
		for (int k = 0; k < match->n; k++)
			match->place[i] += match->score[k] > match->score[i] + EQUAL ||
					   (match->n_up && k < i && fabs(match->score[k] - match->score[i]) <= EQUAL);
	}
}

void evening_order(const struct evening_match *match, int *order)
{
	int n = 0;
	for (int place = 1; place <= match->n; place++)
		for (int i = 0; i < match->n; i++)
			if (match->place[i] == place)
				order[n++] = i;
}

bool evening_is_tied(const struct evening_match *match)
{
	int last_in = -1, first_out = -1;
	for (int i = 0; match->n_up && i < match->n; i++) {
		last_in = match->place[i] == match->n_up ? i : last_in;
		first_out = match->place[i] == match->n_up + 1 ? i : first_out;
	}
	return last_in >= 0 && first_out >= 0 && fabs(match->score[last_in] - match->score[first_out]) <= EQUAL;
}

static struct evening_round *add_round(struct evening *evening, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static struct evening_round *add_round(struct evening *evening, const char *format, ...)
{
	struct evening_round *round = MEM_APPEND(evening->rounds, evening->n_rounds);
	va_list arguments;
	*round = (struct evening_round){0};
	va_start(arguments, format);
	vsnprintf(round->name, sizeof round->name, format, arguments);
	va_end(arguments);
	return round;
}

ORDER_BY(compare_players, int, *item)

/* Adds a match. Players below 0 are empty seats. A match in which all players advance is a bye. */
static struct evening_match *add_match(struct evening_round *round, const int *players, int n, int n_up)
{
	struct evening_match *match = MEM_APPEND(round->matches, round->n);
	*match = (struct evening_match){.n_up = n_up};
	for (int i = 0; i < n; i++)
		if (players[i] >= 0)
			match->player[match->n++] = players[i];
	qsort(match->player, (size_t)match->n, sizeof *match->player, compare_players);
	match->is_known = match->n < 2 || (n_up && match->n <= n_up);
	for (int i = 0; match->is_known && i < match->n; i++)
		match->place[i] = 1;
	return match;
}

static void count_match(struct pairing_state *state, const struct evening_match *match, int round)
{
	struct evening *evening = state->evening;
	for (int i = 0; i < match->n; i++) {
		struct evening_player *player = &evening->players[match->player[i]];
		double beaten = 0;
		player->last_round = round + 1;
		player->last_place = match->place[i];
		if (!match->games) {
			player->byes++;
			player->points++;
			continue;
		}
		for (int k = 0; k < match->n; k++) {
			beaten += k == i ? 0 : match->place[i] < match->place[k] ? 1
				: match->place[i] == match->place[k] ? 0.5 : 0;
			state->met[match->player[i] * evening->n_players + match->player[k]]++;
		}
		player->points += beaten / (match->n - 1);
		player->score += match->score[i];
		player->matches++;
		player->wins += beaten > match->n - 1.25;
	}
}

/* Finds the results of the last round. Returns false if the rounds end here. */
static bool finish_round(struct pairing_state *state)
{
	struct evening *evening = state->evening;
	int last = evening->n_rounds - 1;
	state->has_failed = state->find(evening, last, state->context, state->err) != 0;
	for (int i = 0; i < evening->rounds[last].n && !state->has_failed; i++) {
		state->is_waiting |= !evening->rounds[last].matches[i].is_known;
		if (evening->rounds[last].matches[i].is_known)
			count_match(state, &evening->rounds[last].matches[i], last);
	}
	return !state->has_failed && !state->is_waiting;
}

static int compare_points(const void *a, const void *b, void *context)
{
	const struct evening *evening = context;
	int x = *(const int *)a, y = *(const int *)b;
	double difference = evening->players[y].points - evening->players[x].points;
	return fabs(difference) > EQUAL ? difference > 0 ? 1 : -1 : x - y;
}

/* Returns the cost of a match between two players, which is higher if they have met before or have different points. */
static double cost(const struct pairing_state *state, int a, int b)
{
	double difference = state->evening->players[a].points - state->evening->players[b].points;
	return AGAIN * state->met[a * state->evening->n_players + b] + difference * difference;
}

/* Returns the cost of seating `player` at the table of seat `at` in place of the player in that seat. */
static double cost_at(const struct pairing_state *state, const int *seats, const int *table, int n, int at, int player)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += i != at && table[i] == table[at] ? cost(state, player, seats[i]) : 0;
	return sum;
}

/* Exchanges players as long as that lowers the cost. */
static void improve(const struct pairing_state *state, int *seats, const int *table, int n)
{
	bool has_changed = true;
	for (int pass = 0; has_changed && pass < 100; pass++) {
		has_changed = false;
		for (int i = 0; i < n; i++) {
			for (int k = i + 1; k < n; k++) {
				if (table[i] == table[k])
					continue;
				double now = cost_at(state, seats, table, n, i, seats[i]) +
					cost_at(state, seats, table, n, k, seats[k]);
				double then = cost_at(state, seats, table, n, i, seats[k]) +
					cost_at(state, seats, table, n, k, seats[i]);
				if (then > now - EQUAL)
					continue;
				int player = seats[i];
				seats[i] = seats[k];
				seats[k] = player;
				has_changed = true;
			}
		}
	}
}

/* Gives a bye to the last player in the order that has not had one. */
static int take_bye(const struct evening *evening, int *order, int n)
{
	int at = n - 1, player;
	for (int i = n - 1; i >= 0; i--)
		if (evening->players[order[i]].byes < evening->players[order[at]].byes)
			at = i;
	player = order[at];
	memmove(&order[at], &order[at + 1], (size_t)(n - at - 1) * sizeof *order);
	return player;
}

/* Seats a round. Within a group of players with equal points, with two seats, the first of the upper half meets the
 * first of the lower half. Players that are left over join the group below. The first n_full tables have `most` seats,
 * the others one less. */
static void seat_swiss(const struct evening *evening, const int *order, int n, int n_tables, int *seats, int *table)
{
	int most = (n + n_tables - 1) / n_tables, n_full = n - n_tables * (most - 1), at = 0, t = 0;
	for (int end = 1; at < n; end++) {
		while (end < n &&
		       fabs(evening->players[order[end]].points - evening->players[order[end - 1]].points) <= EQUAL)
			end++;
		int n_group = 0, n_seated = 0;
		while (t + n_group < n_tables && n_seated + most - (t + n_group >= n_full) <= end - at)
			n_seated += most - (t + n_group++ >= n_full);
		for (int row = 0; row < most; row++) {
			for (int i = t; i < t + n_group; i++) {
				if (row == most - 1 && i >= n_full)
					continue;
				seats[at] = order[at];
				table[at++] = i;
			}
		}
		t += n_group;
	}
}

static bool play_swiss_round(struct pairing_state *state)
{
	struct evening *evening = state->evening;
	int n = evening->n_players, n_seats = evening->n_seats, bye = -1;
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)n);
	AUTO_FREE int *seats = NEW_ARRAY(int, (size_t)n), *table = NEW_ARRAY(int, (size_t)n);
	struct evening_round *round = add_round(evening, "Round %d", evening->n_rounds + 1);
	for (int i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, (size_t)n, sizeof *order, compare_points, evening);
	if (n_seats == 2 && n % 2)
		bye = take_bye(evening, order, n--);
	int n_tables = (n + n_seats - 1) / n_seats;
	seat_swiss(evening, order, n, n_tables, seats, table);
	improve(state, seats, table, n);
	for (int t = 0; t < n_tables; t++) {
		int players[SCHEDULE_MAX_SEATS + 1], n_players = 0;
		for (int i = 0; i < n; i++)
			if (table[i] == t && n_players < SCHEDULE_MAX_SEATS)
				players[n_players++] = seats[i];
		add_match(round, players, n_players, 0);
	}
	if (bye >= 0)
		add_match(round, &bye, 1, 0);
	return finish_round(state);
}

/* The player at each place in a bracket; -1: none. The first n_up players of a table get its first places. */
struct slots {
	int *player; /* owned */
	int n;
};

/* Returns how many players of a table advance: half of an even number of seats, otherwise one. */
static int count_up(int n_seats)
{
	return n_seats % 2 == 0 ? n_seats / 2 : 1;
}

static void name_round(struct evening *evening, int n_left)
{
	bool is_double = evening->form == EVENING_DOUBLE;
	if (n_left <= evening->n_seats)
		add_round(evening, "%s", is_double ? "Winners' final" : "Final");
	else if (n_left == 4 && evening->n_seats == 2)
		add_round(evening, "%s", is_double ? "Winners' semifinals" : "Semifinals");
	else
		add_round(evening, is_double ? "Winners' round of %d" : "Round of %d", n_left);
}

/* Returns the place in the bracket for a row of a table. Place i of a row meets the opposite places of the next rows,
 * as in 1, 4 / 2, 3. */
static int *slot_at(const struct slots *slots, int n_tables, int table, int row)
{
	return &slots->player[row * n_tables + (row % 2 ? n_tables - 1 - table : table)];
}

/* Plays a round of a bracket. Players that advance keep their places. `lost` receives the others, by table; it may be
 * NULL. */
static bool play_bracket(struct pairing_state *state, struct slots *slots, int n_seats, struct slots *lost)
{
	struct evening *evening = state->evening;
	struct evening_round *round = &evening->rounds[evening->n_rounds - 1];
	int n_tables = slots->n / n_seats, n_up = n_tables == 1 ? 1 : count_up(n_seats);
	AUTO_FREE int *of = NEW_ARRAY(int, (size_t)n_tables);
	for (int t = 0; t < n_tables; t++) {
		int players[SCHEDULE_MAX_SEATS] = {0};
		bool is_empty = true;
		for (int row = 0; row < n_seats; row++) {
			players[row] = *slot_at(slots, n_tables, t, row);
			is_empty &= players[row] < 0;
		}
		of[t] = is_empty ? -1 : round->n;
		if (!is_empty)
			add_match(round, players, n_seats, n_up);
	}
	if (!finish_round(state))
		return false;
	round = &evening->rounds[evening->n_rounds - 1];
	for (int t = 0; t < n_tables; t++) {
		const struct evening_match *match = of[t] < 0 ? NULL : &round->matches[of[t]];
		int order[SCHEDULE_MAX_SEATS], n = match ? match->n : 0;
		if (match)
			evening_order(match, order);
		for (int row = 0; row < n_up; row++)
			*slot_at(slots, n_tables, t, row) = row < n ? match->player[order[row]] : -1;
		if (lost)
			lost->player[t] = n > n_up ? match->player[order[n - 1]] : -1;
	}
	slots->n = n_up * n_tables;
	if (lost)
		lost->n = n_tables;
	return true;
}

/* Adds the losers of a round of the winners' bracket to the losers' bracket, where they meet the players that are
 * already there; then the remaining players meet each other. Place i meets the opposite place, so the two players come
 * from different halves. */
static bool play_losers(struct pairing_state *state, struct slots *low, const struct slots *lost, int number)
{
	memcpy(low->player + low->n, lost->player, (size_t)lost->n * sizeof *lost->player);
	low->n += lost->n;
	if (number > 1) {
		add_round(state->evening, lost->n == 1 ? "Losers' final" : "Losers' round %d", 2 * number - 2);
		if (!play_bracket(state, low, 2, NULL))
			return false;
	}
	if (low->n < 2)
		return true;
	add_round(state->evening, "Losers' round %d", 2 * number - 1);
	return play_bracket(state, low, 2, NULL);
}

static bool play_grand_final(struct pairing_state *state, const struct slots *high, const struct slots *low)
{
	const int players[] = {high->player[0], low->player[0]};
	for (int again = 0; again < 2; again++) {
		struct evening_round *round = add_round(state->evening, again ? "Final, second match" : "Final");
		add_match(round, players, 2, 1);
		if (!finish_round(state))
			return false;
		const struct evening_match *match = &state->evening->rounds[state->evening->n_rounds - 1].matches[0];
		if (match->player[match->place[1] == 1] == players[0])
			return true; /* the other player has lost twice */
	}
	return true;
}

static bool play_elimination(struct pairing_state *state)
{
	struct evening *evening = state->evening;
	bool is_double = evening->form == EVENING_DOUBLE, is_open = true;
	int n_seats = evening->n_seats, n = n_seats;
	while (n < evening->n_players)
		n = n / count_up(n_seats) * n_seats;
	struct slots high = {NEW_ARRAY(int, (size_t)n), n};
	struct slots low = {NEW_ARRAY(int, (size_t)n), 0}, lost = {NEW_ARRAY(int, (size_t)n), 0};
	for (int i = 0; i < n; i++)
		high.player[i] = i < evening->n_players ? i : -1;
	for (int number = 1; is_open && high.n > 1; number++) {
		name_round(evening, high.n);
		is_open = play_bracket(state, &high, n_seats, is_double ? &lost : NULL) &&
			(!is_double || play_losers(state, &low, &lost, number));
	}
	if (is_open && is_double)
		is_open = play_grand_final(state, &high, &low);
	FREE_ALL(high.player, low.player, lost.player);
	return is_open;
}

static void sum_buchholz(struct evening *evening)
{
	for (int r = 0; r < evening->n_rounds; r++) {
		for (int m = 0; m < evening->rounds[r].n; m++) {
			const struct evening_match *match = &evening->rounds[r].matches[m];
			for (int i = 0; i < match->n && match->is_known; i++) {
				struct evening_player *player = &evening->players[match->player[i]];
				for (int k = 0; k < match->n && match->games; k++)
					player->buchholz += k == i ? 0
						: evening->players[match->player[k]].points / (match->n - 1);
				player->buchholz += match->games ? 0 : player->points;
			}
		}
	}
	for (int i = 0; i < evening->n_players; i++)
		evening->players[i].score /= evening->players[i].matches ? evening->players[i].matches : 1;
}

static int sign(double difference)
{
	return fabs(difference) <= EQUAL ? 0 : difference > 0 ? 1 : -1;
}

/* Returns a negative number if a is better. */
static int compare_results(const struct evening *evening, int a, int b)
{
	const struct evening_player *x = &evening->players[a], *y = &evening->players[b];
	if (evening->form != EVENING_SWISS)
		return x->last_round != y->last_round ? y->last_round - x->last_round : x->last_place - y->last_place;
	int by_points = sign(y->points - x->points), by_buchholz = sign(y->buchholz - x->buchholz);
	return by_points ? by_points : by_buchholz ? by_buchholz : sign(y->score - x->score);
}

static int compare_places(const void *a, const void *b, void *context)
{
	int x = *(const int *)a, y = *(const int *)b, by_results = compare_results(context, x, y);
	return by_results ? by_results : x - y;
}

/* Ranks the players. Players that lost in the same round of an elimination with the same place share a rank. */
static void rank(struct evening *evening)
{
	int n = evening->n_players;
	for (int i = 0; i < n; i++)
		evening->order[i] = i;
	qsort_r(evening->order, (size_t)n, sizeof *evening->order, compare_places, evening);
	for (int i = 0; i < n; i++) {
		struct evening_player *player = &evening->players[evening->order[i]];
		player->first_rank = player->last_rank = i + 1;
		for (int k = 0; k < n; k++) {
			bool is_equal = k != i && compare_results(evening, evening->order[i], evening->order[k]) == 0;
			player->first_rank -= is_equal && k < i;
			player->last_rank += is_equal && k > i;
		}
	}
}

int evening_pair(struct evening *evening,
		 int (*find)(struct evening *evening, int round, void *context, struct err *err), void *context,
		 struct err *err)
{
	size_t n = (size_t)evening->n_players;
	struct pairing_state state = {.evening = evening, .find = find, .context = context, .err = err,
		.met = NEW_ARRAY(uint16_t, n * n + 1)};
	evening->players = NEW_ARRAY(struct evening_player, n + 1);
	evening->order = NEW_ARRAY(int, n + 1);
	if (evening->form == EVENING_SWISS)
		while (evening->n_rounds < evening->n_wanted && play_swiss_round(&state))
			;
	else
		play_elimination(&state);
	free(state.met);
	if (state.has_failed)
		return -1;
	evening->is_over = !state.is_waiting;
	sum_buchholz(evening);
	rank(evening);
	return 0;
}

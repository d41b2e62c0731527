/* test_contest_evening.c - the rounds of Swiss tournaments and eliminations: who meets whom, byes, ties, places. */
#include "suite.h"

#include "contest/evening.h"

enum winner { BETTER_SEED, WORSE_SEED, NEITHER, CHANGING };

static int most_rounds; /* results of later rounds are unknown; 0: all are known */

static int find(struct evening *evening, int round, void *context, struct err *err)
{
	const enum winner *winner = context;
	for (int i = 0; i < evening->rounds[round].n; i++) {
		struct evening_match *match = &evening->rounds[round].matches[i];
		if (match->is_known || (most_rounds && round >= most_rounds))
			continue;
		match->is_known = true;
		match->games = 10;
		for (int k = 0; k < match->n; k++) {
			int order = *winner == CHANGING ? (match->player[k] * 7 + round * 3) % 11
							: *winner == BETTER_SEED ? -k : *winner == WORSE_SEED ? k : 0;
			match->score[k] = 0.5 + 0.01 * order;
		}
		evening_place(match);
	}
	return 0;
}

static struct evening play(enum evening_form form, int n_players, int n_seats, int n_rounds, enum winner winner)
{
	struct evening evening = {.form = form, .n_players = n_players, .n_seats = n_seats, .n_wanted = n_rounds};
	ck_assert_int_eq(evening_pair(&evening, find, &winner, NULL), 0);
	return evening;
}

static int refuse(struct evening *evening, int round, void *context, struct err *err)
{
	return err_set(err, EXIT_WORLD, "no database");
}

/* How often two players meet at most, and that each one sits at no more than one table of a round. */
static int count_meetings(const struct evening *evening)
{
	int n = evening->n_players, most = 0;
	AUTO_FREE int *met = NEW_ARRAY(int, (size_t)(n * n));
	for (int r = 0; r < evening->n_rounds; r++) {
		AUTO_FREE int *seated = NEW_ARRAY(int, (size_t)n);
		for (int m = 0; m < evening->rounds[r].n; m++) {
			const struct evening_match *match = &evening->rounds[r].matches[m];
			for (int i = 0; i < match->n; i++) {
				ck_assert_int_eq(seated[match->player[i]]++, 0);
				for (int k = 0; k < i; k++) {
					int *times = &met[match->player[i] * n + match->player[k]];
					++*times;
					met[match->player[k] * n + match->player[i]] = *times;
					most = *times > most ? *times : most;
				}
			}
		}
	}
	return most;
}

static int count_played(const struct evening *evening)
{
	int n = 0;
	for (int r = 0; r < evening->n_rounds; r++)
		for (int m = 0; m < evening->rounds[r].n; m++)
			n += evening->rounds[r].matches[m].games > 0;
	return n;
}

START_TEST(in_a_swiss_tournament_nobody_meets_twice)
{
	for (int n = 4; n <= 40; n++) {
		for (int winner = BETTER_SEED; winner <= CHANGING; winner++) {
			AUTO_EVENING struct evening evening =
				play(EVENING_SWISS, n, 2, n / 2 < 7 ? n / 2 : 7, (enum winner)winner);
			ck_assert_msg(count_meetings(&evening) == 1, "%d players, %d", n, winner);
			ck_assert(evening.is_over);
			for (int i = 0; i < n; i++) {
				const struct evening_player *player = &evening.players[i];
				ck_assert_int_eq(player->matches + player->byes, evening.n_rounds);
				ck_assert_msg(player->byes <= n % 2, "%d players: %d byes", n, player->byes);
			}
		}
	}
}
END_TEST

START_TEST(the_first_round_of_a_swiss_tournament_is_folded)
{
	AUTO_EVENING struct evening evening = play(EVENING_SWISS, 8, 2, 3, BETTER_SEED);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(evening.rounds[0].matches[i].player[0], i);
		ck_assert_int_eq(evening.rounds[0].matches[i].player[1], i + 4);
	}
	ck_assert_int_eq(evening.order[0], 0);
	ck_assert_double_eq(evening.players[0].points, 3);
	ck_assert_double_eq(evening.players[0].buchholz, 1 + 2 + 2);
	ck_assert_int_eq(evening.players[0].wins, 3);
	ck_assert_int_eq(evening.players[7].last_rank, 8);
}
END_TEST

START_TEST(ties_of_a_swiss_tournament_are_shared)
{
	AUTO_EVENING struct evening evening = play(EVENING_SWISS, 5, 2, 2, NEITHER);
	ck_assert_double_eq(evening.players[0].points, 1);
	ck_assert_double_eq(evening.players[4].points, 1.5); /* a bye is a point */
	ck_assert_double_eq(evening.players[4].buchholz, 1.5 + evening.players[1].points);
	ck_assert_int_eq(evening.players[0].wins, 0);
}
END_TEST

START_TEST(larger_tables_of_a_swiss_tournament_differ_by_one_seat_at_most)
{
	for (int n = 3; n <= 40; n++) {
		for (int n_seats = 3; n_seats <= 6; n_seats++) {
			AUTO_EVENING struct evening evening = play(EVENING_SWISS, n, n_seats, 4, CHANGING);
			int most = 0, least = n;
			for (int m = 0; m < evening.rounds[3].n; m++) {
				int seats = evening.rounds[3].matches[m].n;
				most = seats > most ? seats : most;
				least = seats < least ? seats : least;
			}
			ck_assert_msg(most - least <= 1 && most <= n_seats && least >= 2,
				      "%d players at %d seats: %d to %d", n, n_seats, least, most);
			ck_assert_int_eq(evening.players[0].matches, 4);
			count_meetings(&evening);
		}
	}
}
END_TEST

START_TEST(an_elimination_has_a_match_less_than_players)
{
	for (int n = 2; n <= 40; n++) {
		for (int winner = BETTER_SEED; winner <= CHANGING; winner++) {
			AUTO_EVENING struct evening evening = play(EVENING_ELIMINATION, n, 2, 0, (enum winner)winner);
			ck_assert_int_eq(count_played(&evening), n - 1);
			ck_assert_int_eq(count_meetings(&evening), 1);
			ck_assert_int_eq(evening.players[evening.order[0]].last_rank, 1);
			ck_assert_str_eq(evening.rounds[evening.n_rounds - 1].name, "Final");
			if (winner == BETTER_SEED || winner == NEITHER) /* the seed decides a tie */
				ck_assert(evening.order[0] == 0 && evening.order[1] == 1);
		}
	}
}
END_TEST

START_TEST(the_best_seeds_have_the_byes)
{
	AUTO_EVENING struct evening evening = play(EVENING_ELIMINATION, 6, 2, 0, BETTER_SEED);
	ck_assert_str_eq(evening.rounds[0].name, "Round of 8");
	ck_assert(evening.players[0].byes == 1 && evening.players[1].byes == 1 && evening.players[2].byes == 0);
	ck_assert(evening.players[2].first_rank == 3 && evening.players[3].last_rank == 4);
}
END_TEST

START_TEST(half_of_a_larger_table_advances)
{
	AUTO_EVENING struct evening evening = play(EVENING_ELIMINATION, 14, 4, 0, BETTER_SEED);
	ck_assert_int_eq(evening.n_rounds, 3); /* 16, 8, 4 */
	ck_assert_int_eq(evening.rounds[2].matches[0].n, 4);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(evening.order[i], i);
	for (int n = 2; n <= 40; n++) {
		for (int n_seats = 3; n_seats <= 6; n_seats++) {
			AUTO_EVENING struct evening other = play(EVENING_ELIMINATION, n, n_seats, 0, BETTER_SEED);
			count_meetings(&other);
			ck_assert(other.is_over && other.order[0] == 0 && other.players[0].last_rank == 1);
		}
	}
}
END_TEST

START_TEST(who_loses_twice_leaves_a_double_elimination)
{
	for (int n = 2; n <= 40; n++) {
		for (int winner = BETTER_SEED; winner <= CHANGING; winner++) {
			AUTO_EVENING struct evening evening = play(EVENING_DOUBLE, n, 2, 0, (enum winner)winner);
			int best = evening.order[0],
				lost_by_best = evening.players[best].matches - evening.players[best].wins;
			for (int i = 0; i < n; i++) {
				const struct evening_player *player = &evening.players[i];
				if (winner != NEITHER) /* a tie is not a win */
					ck_assert_int_eq(player->matches - player->wins, i == best ? lost_by_best : 2);
			}
			ck_assert(lost_by_best <= 1 || winner == NEITHER);
			int n_played = count_played(&evening);
			ck_assert(n_played == 2 * n - 2 || n_played == 2 * n - 1);
			ck_assert(winner != BETTER_SEED || (evening.order[0] == 0 && evening.order[1] == 1));
		}
	}
}
END_TEST

START_TEST(what_is_not_played_ends_the_list_of_rounds)
{
	most_rounds = 1;
	AUTO_EVENING struct evening swiss = play(EVENING_SWISS, 8, 2, 4, BETTER_SEED),
		cup = play(EVENING_DOUBLE, 8, 2, 0, BETTER_SEED);
	most_rounds = 0;
	ck_assert(swiss.n_rounds == 2 && !swiss.is_over && !swiss.rounds[1].matches[0].is_known);
	ck_assert(cup.n_rounds == 2 && !cup.is_over);
	ck_assert_str_eq(cup.rounds[1].name, "Losers' round 1");
}
END_TEST

START_TEST(a_failure_ends_it)
{
	AUTO_EVENING struct evening evening = {.form = EVENING_SWISS, .n_players = 4, .n_seats = 2, .n_wanted = 2};
	struct err err = {0};
	ck_assert_int_eq(evening_pair(&evening, refuse, NULL, &err), -1);
	ck_assert_str_eq(err.text, "no database");
}
END_TEST

START_TEST(only_ties_for_the_last_place_that_advances_matter)
{
	struct evening_match match = {.n = 4, .n_up = 2, .score = {0.6, 0.6, 0.4, 0.4}};
	evening_place(&match);
	ck_assert(!evening_is_tied(&match) && match.place[1] == 2 && match.place[3] == 4);
	match.score[2] = 0.6;
	evening_place(&match);
	ck_assert(evening_is_tied(&match));
	match.n_up = 0;
	evening_place(&match);
	ck_assert(!evening_is_tied(&match) && match.place[2] == 1);
}
END_TEST

START_TEST(the_usual_number_of_rounds_grows_with_the_logarithm)
{
	ck_assert(evening_swiss_rounds(2) == 2 && evening_swiss_rounds(8) == 4 && evening_swiss_rounds(9) == 5 &&
		  evening_swiss_rounds(300) == 10);
}
END_TEST

SUITE(60,
	TEST(in_a_swiss_tournament_nobody_meets_twice),
	TEST(the_first_round_of_a_swiss_tournament_is_folded),
	TEST(ties_of_a_swiss_tournament_are_shared),
	TEST(larger_tables_of_a_swiss_tournament_differ_by_one_seat_at_most),
	TEST(an_elimination_has_a_match_less_than_players),
	TEST(the_best_seeds_have_the_byes),
	TEST(half_of_a_larger_table_advances),
	TEST(who_loses_twice_leaves_a_double_elimination),
	TEST(what_is_not_played_ends_the_list_of_rounds),
	TEST(a_failure_ends_it),
	TEST(only_ties_for_the_last_place_that_advances_matter),
	TEST(the_usual_number_of_rounds_grows_with_the_logarithm))

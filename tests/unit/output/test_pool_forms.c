/* test_pool_forms.c - rating lists as text, CSV, JSON and pictures: every kind of rating, islands, matrices,
 * warnings. */
#include <check.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "output/pictures.h"
#include "output/standings_forms.h"
#include "same_text.h"

enum { N = 6 };

/* Four robots that met, one alone with a single match, one without games. */
static char labels[N][12] = {"prober", "b\tob", "least", "most", "single", "none"}, hash[] = "abc";
static struct pool_robot robots[N];
static struct robot_rating first_ratings[N] = {
	{.kind = RATING_BETWEEN, .elo = 20, .low = -0.04, .high = 40.06},
	{.kind = RATING_BETWEEN, .elo = -0.04, .low = -30, .high = 9.96},
	{.kind = RATING_AT_LEAST, .elo = 300, .low = 120.25, .high = 300},
	{.kind = RATING_AT_MOST, .elo = -320, .low = -320, .high = -100.5},
};
static struct robot_rating second_ratings[N] =
	{[4] = {.kind = RATING_SINGLE, .elo = 12.34, .low = 12.34, .high = 12.34}};
static struct robot_rating no_ratings[N];
static struct component component[N] = {{0, 1}, {0, 1}, {0, 0}, {0, 2}, {1, 0}, {-1, -1}};
static int order[N] = {2, 0, 1, 3, 4, 5};
static struct pool_rank ranks[N] = {{1, {1, 1}}, {2, {2, 3}}, {3, {2, 3}}, {4, {4, 4}}, {1, {1, 1}}, {1, {1, 1}}};
static struct pool_island islands[3];
static struct pool_pair pairs[N * N];
static struct pool pool;
static struct pool_list list;

static void pair(int a, int b, double met, double decided, double before)
{
	pairs[a * N + b] = (struct pool_pair){met, decided, before, decided, {decided, 0, 0}};
	pairs[b * N + a] = (struct pool_pair){met, decided, decided - before, decided, {decided, 0, 0}};
}

static void set_up(void)
{
	for (int i = 0; i < N; i++) {
		robots[i] = (struct pool_robot){.label = labels[i], .sha256 = hash, .games = i < 5 ? 8 : 0,
			.matches = i < 5 ? 4 : 0};
		for (int match = 0; match < 4 && i < 5; match++) {
			histogram_add(&robots[i].shares, i == 3 ? 0 : i == 2 ? 1 : match / 4.0, 1);
			histogram_add(&robots[i].scores, i == 3 ? 0.25 : 0.75, 1);
		}
	}
	pool = (struct pool){.n_robots = N, .robots = robots, .games = 20, .n_matches = 10, .fewest_seats = 2,
		.most_seats = 2};
	islands[0] = (struct pool_island){0, 4,
		{.n_robots = N, .robots = first_ratings, .is_converged = true, .n_resamples = 400}};
	islands[1] = (struct pool_island){4, 1, {.n_robots = N, .robots = second_ratings, .is_converged = true}};
	islands[2] = (struct pool_island){5, 1, {.n_robots = N, .robots = no_ratings}};
	pair(0, 1, 4, 4, 3);
	pair(0, 2, 2, 2, 0);
	pair(1, 3, 6, 5, 5);
	pair(2, 3, 8, 8, 4.5);
	pair(0, 3, 3, 0, 0);
	list = (struct pool_list){.pool = &pool, .n_islands = 3, .islands = islands, .component = component,
		.n_levels = 4, .order = order, .ranks = ranks, .reference = -1};
}

static void tear_down(void)
{
	for (int i = 0; i < N; i++) {
		histogram_release(&robots[i].shares);
		histogram_release(&robots[i].scores);
	}
}

static void check_table(const char *wanted)
{
	AUTO_STR struct str text = {0};
	pool_list_table(&list, "What was played", false, &text);
	check_same_text(text.text, wanted);
}

START_TEST(a_table_by_wins)
{
	check_table(
		"What was played\n"
		"Ratings: Bradley-Terry, in Elo, the mean is 0.\n"
		"Intervals: 95 %, over matches; of ratings by 400 resamples of them.\n"
		"\n"
		"Some robots never met, not even through others. They are ranked separately; ratings in different\n"
		"lists cannot be compared.\n"
		"\n"
		"rank  robot   games  win rate    95% interval  rating   95% interval\n"
		"   1  least       8   100.00%  24.61 - 100.00       -       >= 120.3\n"
		" 2-3  prober      8    37.50%    4.69 - 85.86    20.0    0.0 to 40.1\n"
		" 2-3  b?ob        8    37.50%    4.69 - 85.86     0.0  -30.0 to 10.0\n"
		"   4  most        8     0.00%    0.00 - 75.39       -      <= -100.5\n"
		"\n"
		"rank  robot   games  win rate  95% interval  rating  95% interval\n"
		"   1  single      8    37.50%  4.69 - 85.86    12.3             -\n"
		"\n"
		"rank  robot  games  win rate   95% interval  rating  95% interval\n"
		"   -  none       0         -  0.00 - 100.00       -             -\n"
		"\n"
		"Some robots won every game against some others: the games do not show by how much they are better.\n");
}
END_TEST

START_TEST(a_table_by_places)
{
	pool.by = RATING_BY_PLACES;
	pool.most_seats = 3;
	list.reference = 1;
	list.n_levels = 2;
	list.n_islands = 1;
	islands[0].ratings.is_converged = false;
	islands[0].ratings.has_direction = islands[0].ratings.is_reverse = true;
	islands[0].ratings.log_likelihood[0] = -123.5;
	islands[0].ratings.log_likelihood[1] = -100.25;
	check_table(
		"What was played\n"
		"Ratings: Plackett-Luce (all places), in Elo, b?ob has 0.\n"
		"Intervals: 95 %, over matches; of ratings by 400 resamples of them.\n"
		"\n"
		"Places are given from the last, which explains the games better (log-likelihood -100.2, from the "
		"first -123.5).\n"
		"rank  robot   games   score   95% interval  win rate    95% interval  rating   95% interval\n"
		"   1  least       8  75.00%  18.77 - 93.32   100.00%  24.61 - 100.00       -       >= 120.3\n"
		" 2-3  prober      8  75.00%  18.77 - 93.32    37.50%    4.69 - 85.86    20.0    0.0 to 40.1\n"
		" 2-3  b?ob        8  75.00%  18.77 - 93.32    37.50%    4.69 - 85.86     0.0  -30.0 to 10.0\n"
		"   4  most        8  25.00%   6.68 - 81.23     0.00%    0.00 - 75.39       -      <= -100.5\n"
		"\n"
		"Some robots won every game against some others: the games do not show by how much they are better.\n"
		"Warning: the ratings did not converge; do not rely on them.\n");
	islands[0].ratings.is_reverse = false;
	islands[0].ratings.is_converged = true;
	list.n_levels = 1;
	pool.by = RATING_BY_WINS;
	check_table(
		"What was played\n"
		"Ratings: choice model (who won at each table), in Elo, b?ob has 0.\n"
		"Intervals: 95 %, over matches; of ratings by 400 resamples of them.\n"
		"\n"
		"Places are given from the first, which explains the games better (log-likelihood -123.5, from the "
		"last -100.2).\n"
		"rank  robot   games  win rate    95% interval   score   95% interval  rating   95% interval\n"
		"   1  least       8   100.00%  24.61 - 100.00  75.00%  18.77 - 93.32       -       >= 120.3\n"
		" 2-3  prober      8    37.50%    4.69 - 85.86  75.00%  18.77 - 93.32    20.0    0.0 to 40.1\n"
		" 2-3  b?ob        8    37.50%    4.69 - 85.86  75.00%  18.77 - 93.32     0.0  -30.0 to 10.0\n"
		"   4  most        8     0.00%    0.00 - 75.39  25.00%   6.68 - 81.23       -      <= -100.5\n");
}
END_TEST

/* Robots of which nothing is known but their names. */
START_TEST(a_table_without_games)
{
	tear_down();
	for (int i = 0; i < N; i++) {
		robots[i].games = robots[i].matches = 0;
		component[i] = (struct component){-1, -1};
	}
	pool.games = 0;
	pool.most_seats = 0;
	list.n_levels = 0;
	list.reference = 0;
	list.n_islands = 1;
	islands[0] = (struct pool_island){0, N, {.n_robots = N, .robots = no_ratings}};
	check_table(
		"What was played\n"
		"No games yet.\n"
		"\n"
		"rank  robot   games  win rate   95% interval  rating  95% interval\n"
		"   -  least       0         -  0.00 - 100.00       -             -\n"
		"   -  prober      0         -  0.00 - 100.00       -             -\n"
		"   -  b?ob        0         -  0.00 - 100.00       -             -\n"
		"   -  most        0         -  0.00 - 100.00       -             -\n"
		"   -  single      0         -  0.00 - 100.00       -             -\n"
		"   -  none        0         -  0.00 - 100.00       -             -\n");
}
END_TEST

START_TEST(matrices)
{
	static double resamples[N * 3] = {1, 2, 3, 0, 3, 4, 9, 9, 9, -9, -9, -9};
	islands[0].ratings.resamples = resamples;
	islands[0].ratings.n_resamples = 3;
	for (int i = 0; i < 4; i++)
		first_ratings[i].units = 10;
	list.pairs = pairs;
	list.has_matrix = true;
	list.n_islands = 1;
	list.n_levels = 1;
	check_table(
		"What was played\n"
		"Ratings: Bradley-Terry, in Elo, the mean is 0.\n"
		"Intervals: 95 %, over matches; of ratings by 3 resamples of them.\n"
		"\n"
		"rank  robot   games  win rate    95% interval  rating   95% interval\n"
		"   1  least       8   100.00%  24.61 - 100.00       -       >= 120.3\n"
		" 2-3  prober      8    37.50%    4.69 - 85.86    20.0    0.0 to 40.1\n"
		" 2-3  b?ob        8    37.50%    4.69 - 85.86     0.0  -30.0 to 10.0\n"
		"   4  most        8     0.00%    0.00 - 75.39       -      <= -100.5\n"
		"\n"
		"Head to head, %: of the games that one of the two won, those that the row won\n"
		"rank  robot      1      2     3      4  5  6\n"
		"   1  least      -  100.0     -   56.2  -  -\n"
		"   2  prober   0.0      -  75.0      -  -  -\n"
		"   3  b?ob       -   25.0     -  100.0  -  -\n"
		"   4  most    43.8      -   0.0      -  -  -\n"
		"   5  single     -      -     -      -  -  -\n"
		"   6  none       -      -     -      -  -  -\n"
		"\n"
		"LOS, %: the chance that the row is better than the column\n"
		"rank  robot      1     2     3     4  5  6\n"
		"   1  least      -  87.5  87.5  87.5  -  -\n"
		"   2  prober  12.5     -  37.5  87.5  -  -\n"
		"   3  b?ob    12.5  62.5     -  87.5  -  -\n"
		"   4  most    12.5  12.5  12.5     -  -  -\n"
		"   5  single     -     -     -     -  -  -\n"
		"   6  none       -     -     -     -  -  -\n");
	AUTO_STR struct str csv = {0};
	pool_list_csv(&list, &csv);
	check_same_text(csv.text,
		"robot,opponent,games,decided,before,los\n"
		"least,prober,2,2,1,0.875\n"
		"least,b?ob,0,0,,0.875\n"
		"least,most,8,8,0.5625,0.875\n"
		"least,single,0,0,,\n"
		"least,none,0,0,,\n"
		"prober,least,2,2,0,0.125\n"
		"prober,b?ob,4,4,0.75,0.375\n"
		"prober,most,3,0,,0.875\n"
		"prober,single,0,0,,\n"
		"prober,none,0,0,,\n"
		"b?ob,least,0,0,,0.125\n"
		"b?ob,prober,4,4,0.25,0.625\n"
		"b?ob,most,6,5,1,0.875\n"
		"b?ob,single,0,0,,\n"
		"b?ob,none,0,0,,\n"
		"most,least,8,8,0.4375,0.125\n"
		"most,prober,3,0,,0.125\n"
		"most,b?ob,6,5,0,0.125\n"
		"most,single,0,0,,\n"
		"most,none,0,0,,\n"
		"single,least,0,0,,\n"
		"single,prober,0,0,,\n"
		"single,b?ob,0,0,,\n"
		"single,most,0,0,,\n"
		"single,none,0,0,,\n"
		"none,least,0,0,,\n"
		"none,prober,0,0,,\n"
		"none,b?ob,0,0,,\n"
		"none,most,0,0,,\n"
		"none,single,0,0,,\n");
}
END_TEST

/* No robot is corrected. */
#define CORRECTED "\"corrected\":null,\"corrected_low\":null,\"corrected_high\":null,\"as_games\":null,"

START_TEST(data)
{
	AUTO_STR struct str csv = {0}, json = {0};
	json_t *object = json_object();
	tear_down();
	for (int i = 0; i < N; i++) { /* one match each has an interval from 0 to 1 */
		histogram_add(&robots[i].shares, i / 8.0, i < 5);
		histogram_add(&robots[i].scores, 0.75, i < 5);
	}
	pool_list_csv(&list, &csv);
	check_same_text(csv.text,
		"robot,games,matches,win_rate,win_low,win_high,score,score_low,score_high,rating,rating_low,"
		"rating_high,rating_kind,island,level,rank,rank_best,rank_worst,sha256,"
		"corrected,corrected_low,corrected_high,as_games\n"
		"least,8,4,0.25,0,1,0.75,0,1,300,120.25,300,at-least,1,1,1,1,1,abc,,,,\n"
		"prober,8,4,0,0,1,0.75,0,1,20,-0.04,40.06,between,1,2,2,2,3,abc,,,,\n"
		"b?ob,8,4,0.125,0,1,0.75,0,1,-0.04,-30,9.96,between,1,2,3,2,3,abc,,,,\n"
		"most,8,4,0.375,0,1,0.75,0,1,-320,-320,-100.5,at-most,1,3,4,4,4,abc,,,,\n"
		"single,8,4,0.5,0,1,0.75,0,1,12.34,12.34,12.34,single,2,1,1,1,1,abc,,,,\n"
		"none,0,0,0,0,1,0,0,1,0,0,0,none,0,0,1,1,1,abc,,,,\n");
	pool_list_json(&list, object);
	json_add_line(&json, object, 0);
	check_same_text(json.text,
		"{\"ratings\":{\"by\":\"wins\",\"model\":\"bradley-terry\",\"reference\":null,\"islands\":2,"
		"\"levels\":4,\"models\":[{\"taken_first\":null,\"log_likelihood_forward\":0.0,"
		"\"log_likelihood_reverse\":0.0,\"resamples\":400,\"converged\":true},{\"taken_first\":null,"
		"\"log_likelihood_forward\":0.0,\"log_likelihood_reverse\":0.0,\"resamples\":0,\"converged\":true}]},"
		"\"robots\":[{\"rank\":1,\"rank_range\":[1,1],\"robot\":\"least\",\"sha256\":\"abc\",\"games\":8,"
		"\"matches\":4,\"win_rate\":0.25,\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.75,"
		"\"score_interval\":[0.0,1.0],\"rating\":300.0,\"rating_interval\":[120.25,300.0],"
		"\"rating_kind\":\"at-least\",\"island\":1,\"level\":1},{\"rank\":2,\"rank_range\":[2,3],"
		"\"robot\":\"prober\",\"sha256\":\"abc\",\"games\":8,\"matches\":4,\"win_rate\":0.0,"
		"\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.75,\"score_interval\":[0.0,1.0],"
		"\"rating\":20.0,"
		"\"rating_interval\":[-0.04,40.06],\"rating_kind\":\"between\",\"island\":1,\"level\":2},{\"rank\":3,"
		"\"rank_range\":[2,3],\"robot\":\"b?ob\",\"sha256\":\"abc\",\"games\":8,\"matches\":4,"
		"\"win_rate\":0.125,\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.75,"
		"\"score_interval\":[0.0,1.0],"
		"\"rating\":-0.04,\"rating_interval\":[-30.0,9.96],\"rating_kind\":\"between\",\"island\":1,"
		"\"level\":2},{\"rank\":4,\"rank_range\":[4,4],\"robot\":\"most\",\"sha256\":\"abc\",\"games\":8,"
		"\"matches\":4,\"win_rate\":0.375,\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.75,"
		"\"score_interval\":[0.0,1.0],\"rating\":-320.0,\"rating_interval\":[-320.0,-100.5],"
		"\"rating_kind\":\"at-most\",\"island\":1,\"level\":3},{\"rank\":1,\"rank_range\":[1,1],"
		"\"robot\":\"single\",\"sha256\":\"abc\",\"games\":8,\"matches\":4,\"win_rate\":0.5,"
		"\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.75,\"score_interval\":[0.0,1.0],"
		"\"rating\":12.34,"
		"\"rating_interval\":[12.34,12.34],\"rating_kind\":\"single\",\"island\":2,\"level\":1},{\"rank\":1,"
		"\"rank_range\":[1,1],\"robot\":\"none\",\"sha256\":\"abc\",\"games\":0,\"matches\":0,\"win_rate\":0.0,"
		"\"win_rate_interval\":[0.0,1.0]," CORRECTED "\"score\":0.0,\"score_interval\":[0.0,1.0],"
		"\"rating\":0.0,\"rating_interval\":[0.0,0.0],\"rating_kind\":\"none\",\"island\":0,\"level\":0}]}");
}
END_TEST

static void check_ratings(const char *wanted)
{
	AUTO_STR struct str json = {0};
	AUTO_JSON json_t *object = json_object();
	pool_list_json(&list, object);
	json_add_line(&json, json_incref(json_object_get(object, "ratings")), 0);
	check_same_text(json.text, wanted);
	ck_assert_int_eq(json_array_size(json_object_get(object, "pairs")), list.pairs ? N * (N - 1) : 0);
}

START_TEST(models_of_data)
{
	islands[0].ratings.n_resamples = 0;
	list.pairs = pairs;
	list.has_matrix = true;
	list.reference = 1;
	pool.most_seats = 3;
	check_ratings(
		"{\"by\":\"wins\",\"model\":\"choice\",\"reference\":\"b?ob\",\"islands\":2,\"levels\":4,"
		"\"models\":[{\"taken_first\":null,\"log_likelihood_forward\":0.0,\"log_likelihood_reverse\":0.0,"
		"\"resamples\":0,\"converged\":true},{\"taken_first\":null,\"log_likelihood_forward\":0.0,"
		"\"log_likelihood_reverse\":0.0,\"resamples\":0,\"converged\":true}]}");
	list.reference = 5; /* which has no games */
	pool.by = RATING_BY_PLACES;
	islands[0].ratings.has_direction = true;
	islands[1].ratings.has_direction = islands[1].ratings.is_reverse = true;
	islands[1].ratings.is_converged = false;
	check_ratings(
		"{\"by\":\"places\",\"model\":\"plackett-luce\",\"reference\":null,\"islands\":2,\"levels\":4,"
		"\"models\":[{\"taken_first\":\"first\",\"log_likelihood_forward\":0.0,\"log_likelihood_reverse\":0.0,"
		"\"resamples\":0,\"converged\":true},{\"taken_first\":\"last\",\"log_likelihood_forward\":0.0,"
		"\"log_likelihood_reverse\":0.0,\"resamples\":0,\"converged\":false}]}");
}
END_TEST

/* ---- pictures --------------------------------------------------------------------------- */

START_TEST(pictures_of_ratings)
{
	AUTO_STR struct str out = {0};
	list.n_islands = 2;
	pictures_of_pool(&list, 60, false, &out);
	check_same_text(out.text,
		"\n"
		"Rating in Elo, 95% interval; dotted: 0\n"
		"  least                         ┊                 ├────▶\n"
		"  prober                        ├──●──┤\n"
		"  b?ob                     ├────●─┤\n"
		"  most   ◀───────┤              ┊\n"
		"         ┴───────┴──────┴───────┴───────┴──────┴───────┴\n"
		"         -150  -100    -50      0      50     100     150\n"
		"\n"
		"Rating in Elo, 95% interval; dotted: 0\n"
		"  single ┊                                     ●\n"
		"         ┴──────────────┴───────────────┴──────────────┴\n"
		"         0              5              10             15\n");
}
END_TEST

/* The shares that the cells of a matrix have, by row and column. */
static bool share_of(const struct pool_list *of, int a, int b, double *value)
{
	ck_assert_ptr_eq(of, &list);
	*value = (a * 3 + b) / 8.0;
	return a != b;
}

START_TEST(pictures_of_pairs_have_colours)
{
	static int three[] = {0, 2, 1};
	AUTO_STR struct str wide = {0}, narrow = {0}, usual = {0};
	pool.n_robots = 3;
	list.order = three;
	strcpy(labels[1], "b\xc3\xa4r");
	pictures_of_pairs(&list, "title", share_of, 24, &wide);
	check_same_text(wide.text,
		"\n"
		"title\n"
		"              1   2   3 \n"
		"   1  prober  - \033[48;5;88m\033[38;5;231m 25 \033[0m\033[48;5;124m\033[38;5;231m 12 \033[0m\n"
		"   2  least \033[48;5;28m\033[38;5;231m 75 \033[0m  - \033[48;5;34m\033[38;5;231m 88 \033[0m\n"
		"   3  bär   \033[48;5;52m\033[38;5;231m 38 \033[0m\033[48;5;22m\033[38;5;231m 62 \033[0m  - \n");
	pictures_of_pairs(&list, "title", share_of, 23, &narrow);
	check_same_text(narrow.text,
		"\n"
		"title\n"
		"             1 2 3\n"
		"   1  prober -\033[48;5;88m  \033[0m\033[48;5;124m  \033[0m\n"
		"   2  least \033[48;5;28m  \033[0m -\033[48;5;34m  \033[0m\n"
		"   3  bär   \033[48;5;52m  \033[0m\033[48;5;22m  \033[0m -\n");
	pictures_of_pairs(&list, "title", share_of, 0, &usual);
	check_same_text(usual.text, wide.text);
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	TEST(a_table_by_wins),
	TEST(a_table_by_places),
	TEST(a_table_without_games),
	TEST(matrices),
	TEST(data),
	TEST(models_of_data),
	TEST(pictures_of_ratings),
	TEST(pictures_of_pairs_have_colours))

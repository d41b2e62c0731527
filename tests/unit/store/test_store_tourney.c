/* test_store_tourney.c - the tourney server's part of the database: what is stored is read back in every form, and
 * whatever fails changes nothing. */
#include "database_testing.h"

#include "base/json.h"
#include "store/database_inside.h"
#include "store/tourney.h"

static struct database *open_tourneys(void)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	return database;
}

/* Consumes `got`. wanted: JSON with ' in place of ". */
static void check_json(json_t *got, const char *wanted)
{
	AUTO_FREE char *text = mem_strdup(wanted);
	for (char *c = text; *c; c++)
		if (*c == '\'')
			*c = '"';
	AUTO_JSON json_t *expected = json_loads(text, JSON_DECODE_ANY, NULL);
	AUTO_FREE char *printed = json_dumps(got, JSON_ENCODE_ANY);
	ck_assert_msg(expected && json_equal(got, expected), "%s\nnot %s", printed, text);
	json_decref(got);
}

/* Two robots: A with a title and flags; B, whose META is damaged. */
static const struct tourney_entry entries[] = {
	{.player = "P", .name = "A", .version = "1", .session_uuid = "a",
	 .meta = "{\"full_title\": \"A_1_P\", \"stateless\": false, \"stateless\": true, \"internet\": 1, "
		 "\"machine_learning\": true}"},
	{.player = "Q", .name = "B", .version = "2", .session_uuid = "b", .meta = "{damaged"},
};

static int put_begin(struct database *database, int64_t number, struct err *err)
{
	char uuid[10];
	snprintf(uuid, sizeof uuid, "t%d", (int)number);
	const struct tourney_record record = {.number = number, .uuid = uuid, .tag = "tag", .seed = "s",
		.scoring_method = "531", .score_mult = 2, .started = "2026-01-01 00:00:00", .n_entries = 2,
		.entries = entries};
	return tourney_put_begin(database, &record, err);
}

/* A game of the tourney: A gets `score`, B one more and wins. log: NULL: one with titles and rankings. */
static int put_game(struct database *database, int64_t tourney, int match, double score, const char *ended,
		    const char *log, struct err *err)
{
	char uuid[20];
	snprintf(uuid, sizeof uuid, "t%d-%d", (int)tourney, match);
	log = log ? log : "{\"bot_titles\":[\"A_1_P\",\"B\"],\"bot_rankings\":[1,0]}";
	const struct tourney_share shares[] = {{"a", false, score}, {"b", true, score + 1}};
	const struct tourney_game_record game = {.tourney = tourney, .match = match, .uuid = uuid, .ended = ended,
		.log = log, .size = strlen(log), .n_shares = 2, .shares = shares};
	return tourney_put_game(database, &game, err);
}

/* A whole tourney of two games, which ends at "DAY 00:00:03". */
static void put_tourney(struct database *database, int64_t number, const char *day)
{
	char at[4][20];
	for (int i = 1; i < 4; i++)
		snprintf(at[i], sizeof at[i], "%s 00:00:%02d", day, i);
	ck_assert_int_eq(put_begin(database, number, NULL), 0);
	ck_assert_int_eq(put_game(database, number, 0, 1.5, at[1], NULL, NULL), 0);
	ck_assert_int_eq(put_game(database, number, 1, 0.25, at[2], NULL, NULL), 0);
	ck_assert_int_eq(tourney_put_end(database, number, at[3], 1000, NULL), 0);
}

/* ---- a tourney -------------------------------------------------------------------------- */

START_TEST(a_tourney_is_read_back)
{
	struct database *database = open_tourneys();
	int64_t next = 77, two[2] = {77, 88};
	ck_assert_int_eq(tourney_next(database, two, NULL), 0);
	ck_assert(two[0] == 0 && two[1] == 88);
	put_tourney(database, 3, "2026-01-02");
	ck_assert_int_eq(tourney_next(database, &next, NULL), 0);
	ck_assert_int_eq(next, 4);
	check_json(tourney_standings(database, 9, NULL),
		"[{'player': 'Q', 'name': 'B', 'version': '2', 'tourneys': 1, 'games': 2, 'wins': 2, 'score': 3.75, "
		"'title': 'B', "
		"'stateless': false, 'software_engineer': false, 'machine_learning': false, 'internet': false}, "
		"{'player': 'P', 'name': 'A', 'version': '1', 'tourneys': 1, 'games': 2, 'wins': 0, 'score': 1.75, "
		"'title': 'A_1_P', "
		"'stateless': true, 'software_engineer': false, 'machine_learning': true, 'internet': false}]");
	check_json(tourney_list(database, 9, NULL),
		"[{'tourney_index': 3, 'tourney_uuid': 't3', 'tourney_tag': 'tag', 'scoring_method': '531', "
		"'start_time': "
		"'2026-01-01 00:00:00', 'end_time': '2026-01-02 00:00:03', 'tourney_games': 2, 'entries': ["
		"{'player': 'Q', 'name': 'B', 'version': '2', 'games': 2, 'wins': 2, 'score': 3.75}, "
		"{'player': 'P', 'name': 'A', 'version': '1', 'games': 2, 'wins': 0, 'score': 1.75}]}]");
	check_json(tourney_games(database, 9, NULL),
		"[{'game_uuid': 't3-1', 'tourney_index': 3, 'match_index': 1, 'end_time': '2026-01-02 00:00:02', "
		"'bot_titles': ['A_1_P', 'B'], 'bot_rankings': [1, 0]}, "
		"{'game_uuid': 't3-0', 'tourney_index': 3, 'match_index': 0, 'end_time': '2026-01-02 00:00:01', "
		"'bot_titles': ['A_1_P', 'B'], 'bot_rankings': [1, 0]}]");
	check_json(tourney_game(database, "t3-1", NULL), "{'bot_titles': ['A_1_P', 'B'], 'bot_rankings': [1, 0]}");
	check_json(tourney_game(database, "t3-2", NULL), "null");
	ck_assert_int_eq(tourney_find_game(database, "t3-1", &next, NULL), 0);
	ck_assert_int_eq(next, 2);
	ck_assert_int_eq(tourney_find_game(database, "t3-2", &next, NULL), 0);
	ck_assert_int_eq(next, 0);
	database_close(database);
}
END_TEST

START_TEST(lists_are_cut_and_sums_grow)
{
	struct database *database = open_tourneys();
	put_tourney(database, 0, "2026-01-02");
	put_tourney(database, 1, "2026-01-03");
	check_json(tourney_standings(database, 1, NULL),
		"[{'player': 'Q', 'name': 'B', 'version': '2', 'tourneys': 2, 'games': 4, 'wins': 4, 'score': 7.5, "
		"'title': 'B', "
		"'stateless': false, 'software_engineer': false, 'machine_learning': false, 'internet': false}]");
	json_t *list = tourney_list(database, 1, NULL), *games = tourney_games(database, 3, NULL);
	ck_assert_uint_eq(json_array_size(list), 1);
	ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(list, 0), "tourney_index")), 1);
	ck_assert_uint_eq(json_array_size(games), 3);
	ck_assert_int_eq(tourney_put_end(database, 1, "2026-01-03 00:00:03", 1, NULL), 0); /* keeps one log */
	check_json(tourney_games(database, 9, NULL),
		   "[{'game_uuid': 't1-1', 'tourney_index': 1, 'match_index': 1, 'end_time': "
		   "'2026-01-03 00:00:02', 'bot_titles': ['A_1_P', 'B'], 'bot_rankings': [1, 0]}]");
	json_decref(list);
	json_decref(games);
	database_close(database);
}
END_TEST

/* A server that was killed. */
START_TEST(broken_tourneys_end_with_their_last_game)
{
	struct database *database = open_tourneys();
	put_tourney(database, 0, "2026-01-02");
	ck_assert_int_eq(put_begin(database, 1, NULL), 0);
	ck_assert_int_eq(put_begin(database, 2, NULL), 0);
	ck_assert_int_eq(put_game(database, 2, 0, 0, "2026-01-04 00:00:01", NULL, NULL), 0);
	ck_assert_int_eq(put_game(database, 2, 1, 0, "2026-01-04 00:00:02", NULL, NULL), 0);
	json_t *list = tourney_list(database, 9, NULL);
	ck_assert(json_is_null(json_object_get(json_array_get(list, 0), "end_time")));
	json_decref(list);
	ck_assert_int_eq(tourney_end_broken(database, NULL), 0);
	static const char *const ends[] = {"2026-01-04 00:00:02", "2026-01-01 00:00:00", "2026-01-02 00:00:03"};
	list = tourney_list(database, 9, NULL);
	for (size_t i = 0; i < 3; i++)
		ck_assert_str_eq(json_string_value(json_object_get(json_array_get(list, i), "end_time")), ends[i]);
	json_decref(list);
	database_close(database);
}
END_TEST

/* ---- seasons ---------------------------------------------------------------------------- */

START_TEST(a_season_keeps_the_sums_and_begins_anew)
{
	struct database *database = open_tourneys();
	put_tourney(database, 0, "2026-01-02");
	ck_assert_int_eq(tourney_end_season(database, "first", "2026-01-03 00:00:00", NULL), 0);
	json_t *standings = tourney_standings(database, 9, NULL);
	for (size_t i = 0; i < 2; i++) {
		const json_t *row = json_array_get(standings, i);
		ck_assert_int_eq(json_integer_value(json_object_get(row, "tourneys")), 0);
		ck_assert_int_eq(json_integer_value(json_object_get(row, "games")), 0);
		ck_assert(json_real_value(json_object_get(row, "score")) == 0);
	}
	json_decref(standings);
	put_tourney(database, 1, "2026-01-04");
	execute("arena.db", "UPDATE bots SET games = 0 WHERE name = 'A'"); /* it played no game of the season */
	ck_assert_int_eq(tourney_end_season(database, "second", "2026-01-05 00:00:00", NULL), 0);
	static const char second[] = "{'season': 2, 'name': 'second', 'end_time': '2026-01-05 00:00:00', 'standings': ["
		"{'player': 'Q', 'name': 'B', 'version': '2', 'tourneys': 1, 'games': 2, 'wins': 2, 'score': 3.75}]}";
	AUTO_STR struct str wanted = {0};
	str_addf(&wanted, "[%s]", second);
	check_json(tourney_seasons(database, 1, NULL), wanted.text);
	str_clear(&wanted);
	str_addf(&wanted, "[%s, {'season': 1, 'name': 'first', 'end_time': '2026-01-03 00:00:00', 'standings': ["
		 "{'player': 'Q', 'name': 'B', 'version': '2', 'tourneys': 1, 'games': 2, 'wins': 2, 'score': 3.75}, "
		 "{'player': 'P', 'name': 'A', 'version': '1', 'tourneys': 1, 'games': 2, 'wins': 0, 'score': 1.75}]}]",
		 second);
	check_json(tourney_seasons(database, 9, NULL), wanted.text);
	database_close(database);
}
END_TEST

/* Adds the ends to a text; stops at the size that was asked for. */
struct listing {
	struct str text;
	int most;
};

static bool add_end(const json_t *titles, const json_t *rankings, void *context)
{
	struct listing *listing = context;
	str_addf(&listing->text, "%s %d; ", json_string_value(json_array_get(titles, 0)),
		 (int)json_integer_value(json_array_get(rankings, 0)));
	return --listing->most > 0;
}

static bool add_log(int64_t number, const json_t *log, void *context)
{
	struct listing *listing = context;
	str_addf(&listing->text, "%d %s; ", (int)number, json_string_value(json_object_get(log, "x")));
	return --listing->most > 0;
}

static void check_listing(struct listing *listing, int failed, const char *wanted)
{
	ck_assert_int_eq(failed, 0);
	ck_assert_str_eq(str_text(&listing->text), wanted);
	str_release(&listing->text);
}

START_TEST(ends_of_games_are_listed)
{
	static const char *const logs[] = {"{\"bot_titles\": [\"A\"], \"bot_rankings\": [0]}",
		"{\"bot_titles\": [\"B\"], \"bot_rankings\": [1]}",
		"{\"bot_titles\": [\"C\"], \"bot_rankings\": [2]}", "{\"bot_titles\": [\"D\"], \"bot_rankings\": [3]}"};
	struct database *database = open_tourneys();
	struct listing listing = {.most = 9};
	int64_t first = 77, last = 77, game = 0, season = 77;
	struct tourney_over over = {.number = 77};
	ck_assert_int_eq(tourney_season_games(database, &first, &last, NULL), 0);
	ck_assert(first == 1 && last == 0);
	ck_assert_int_eq(tourney_next_over(database, -1, &over, &season, NULL), 0);
	ck_assert(over.number == -1 && season == 0);
	ck_assert_str_eq(over.ended, "");
	ck_assert_int_eq(put_begin(database, 0, NULL), 0);
	ck_assert_int_eq(put_game(database, 0, 0, 0, "2026-01-02 00:00:01", logs[0], NULL), 0);
	ck_assert_int_eq(tourney_put_end(database, 0, "2026-01-02 00:00:02", 9, NULL), 0);
	ck_assert_int_eq(tourney_end_season(database, "first", "2026-01-02 00:00:03", NULL), 0);
	ck_assert_int_eq(put_begin(database, 1, NULL), 0);
	for (int i = 1; i < 3; i++)
		ck_assert_int_eq(put_game(database, 1, i, 0, "2026-01-02 00:00:04", logs[i], NULL), 0);
	ck_assert_int_eq(tourney_put_end(database, 1, "2026-01-02 00:00:05", 9, NULL), 0);
	ck_assert_int_eq(put_begin(database, 2, NULL), 0);
	ck_assert_int_eq(put_game(database, 2, 3, 0, "2026-01-02 00:00:06", logs[3], NULL), 0);

	check_listing(&listing, tourney_each_end(database, add_end, &listing, NULL), "B 1; C 2; D 3; ");
	listing.most = 2;
	check_listing(&listing, tourney_each_end(database, add_end, &listing, NULL), "B 1; C 2; ");
	listing.most = 9;
	check_listing(&listing, tourney_each_end_of(database, 1, &game, add_end, &listing, NULL), "B 1; C 2; ");
	ck_assert_int_eq(game, 3);
	check_listing(&listing, tourney_each_end_of(database, 1, &game, add_end, &listing, NULL), "");
	ck_assert_int_eq(game, 3);
	game = 0;
	listing.most = 1;
	check_listing(&listing, tourney_each_end_of(database, 1, &game, add_end, &listing, NULL), "B 1; ");
	ck_assert_int_eq(game, 2);

	ck_assert_int_eq(tourney_season_games(database, &first, &last, NULL), 0);
	ck_assert(first == 2 && last == 4);
	ck_assert_int_eq(tourney_next_over(database, -1, &over, &season, NULL), 0);
	ck_assert(over.number == 1 && season == 1); /* tourney 0 was of the last season */
	ck_assert_str_eq(over.ended, "2026-01-02 00:00:05");
	ck_assert_int_eq(tourney_next_over(database, 1, &over, &season, NULL), 0);
	ck_assert(over.number == -1 && season == 1); /* tourney 2 continues */
	ck_assert_str_eq(over.ended, "");
	database_close(database);
}
END_TEST

/* ---- logs ------------------------------------------------------------------------------- */

START_TEST(logs_are_listed)
{
	struct database *database = open_tourneys();
	struct listing listing = {.most = 9};
	struct err err = {0};
	ck_assert_int_eq(put_begin(database, 0, NULL), 0);
	ck_assert_int_eq(put_game(database, 0, 0, 0, "x",
				  "{\"x\": \"0\", \"x\": \"a\", \"bot_titles\": [\"A\", \"B\"]}", NULL), 0);
	ck_assert_int_eq(put_game(database, 0, 1, 0, "x", "{\"x\": \"b\", \"bot_titles\": [\"B\", \"A\"]}", NULL), 0);
	/* A does not play */
	ck_assert_int_eq(put_game(database, 0, 2, 0, "x", "{\"x\": \"A\", \"bot_titles\": [\"B\"]}", NULL), 0);
	ck_assert_int_eq(put_game(database, 0, 3, 0, "x", "{\"x\": \"c\", \"bot_titles\": [\"A\"]}", NULL), 0);
	check_json(tourney_logs_of(database, "A", 9, 2, NULL),
		   "[{'x': 'c', 'bot_titles': ['A']}, {'x': 'b', 'bot_titles': ['B', 'A']}]");
	check_json(tourney_logs_of(database, "A", 2, 9, NULL), "[{'x': 'c', 'bot_titles': ['A']}]");
	check_json(tourney_logs_of(database, "C", 9, 9, NULL), "[]");
	static const char first[] = "{'x': 'a', 'bot_titles': ['A', 'B']}"; /* the last of two equal keys */
	check_json(tourney_game(database, "t0-0", NULL), first);
	json_t *logs = tourney_logs_of(database, "A", 9, 9, NULL);
	check_json(json_incref(json_array_get(logs, 2)), first);
	json_decref(logs);
	ck_assert_ptr_null(tourney_logs_of(database, "\377", 9, 9, &err)); /* is not UTF-8 */
	check_listing(&listing, tourney_each_log(database, 1, 3, add_log, &listing, NULL), "1 a; 2 b; 3 A; ");
	listing.most = 1;
	check_listing(&listing, tourney_each_log(database, 2, 3, add_log, &listing, NULL), "2 b; ");
	execute("arena.db", "UPDATE tourney_games SET log = '[7]' WHERE id = 3");
	listing.most = 9;
	ck_assert_int_eq(tourney_each_log(database, 2, 4, add_log, &listing, &err), -1);
	ck_assert_str_eq(str_text(&listing.text), "2 b; ");
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, "the log of game 3 of the tourneys is damaged");
	str_release(&listing.text);
	/* SQLite reads numbers of any size, Jansson does not. */
	execute("arena.db",
		"UPDATE tourney_games SET log = '{\"bot_titles\": [\"A\"], \"x\": 99999999999999999999}' WHERE id = 4");
	check_json(tourney_logs_of(database, "A", 1, 1, NULL), "[null]");
	check_json(tourney_game(database, "t0-3", NULL), "null");
	database_close(database);
}
END_TEST

START_TEST(entries_of_a_robot_are_listed)
{
	struct database *database = open_tourneys();
	put_tourney(database, 0, "2026-01-02");
	put_tourney(database, 1, "2026-01-03");
	/* In the second tourney A took part in two sessions. */
	execute("arena.db", "INSERT INTO entries VALUES (1, 'again', 1, 5, 4, 10.5)");
	static const char *const wanted[] = {
		"[{'tourney_index': 1, 'end_time': '2026-01-03 00:00:03', 'games': 7, 'wins': 4, 'score': 12.25, "
		"'best': 10.5, 'robots': 3}]",
		"[{'tourney_index': 1, 'end_time': '2026-01-03 00:00:03', 'games': 2, 'wins': 2, 'score': 3.75, "
		"'best': 10.5, 'robots': 3}, "
		"{'tourney_index': 0, 'end_time': '2026-01-02 00:00:03', 'games': 2, 'wins': 2, 'score': 3.75, "
		"'best': 3.75, 'robots': 2}]",
	};
	check_json(tourney_entries_of(database, "A_1_P", 1, NULL), wanted[0]);
	check_json(tourney_entries_of(database, "B", 9, NULL), wanted[1]);
	check_json(tourney_entries_of(database, "A", 9, NULL), "[]");
	database_close(database);
}
END_TEST

/* ---- failures --------------------------------------------------------------------------- */

/* Everything that writes. */
static int write_one(struct database *database, int which, struct err *err)
{
	switch (which) {
	case 0:
		return put_begin(database, 5, err);
	case 1:
		return put_game(database, 0, 5, 1, "x", NULL, err);
	case 2:
		return tourney_end_season(database, "x", "2026-02-02", err);
	case 3:
		return tourney_put_end(database, 0, "x", 0, err);
	default:
		return tourney_end_broken(database, err);
	}
}
enum { WRITERS = 5, TRANSACTIONS = 3 };

static int read_list(json_t *list)
{
	json_decref(list);
	return list ? 0 : -1;
}

/* Everything that reads. */
static int read_one(struct database *database, int which, struct err *err)
{
	struct listing listing = {.most = 9};
	struct tourney_over over;
	int64_t numbers[2] = {0, 0};
	switch (which) {
	case 0:
		return tourney_next(database, numbers, err);
	case 1:
		return read_list(tourney_standings(database, 9, err));
	case 2:
		return read_list(tourney_list(database, 9, err));
	case 3:
		return read_list(tourney_games(database, 9, err));
	case 4:
		return read_list(tourney_seasons(database, 9, err));
	case 5:
		return read_list(tourney_entries_of(database, "A", 9, err));
	case 6:
		return read_list(tourney_logs_of(database, "A", 9, 9, err));
	case 7:
		return read_list(tourney_game(database, "t0-0", err));
	case 8:
		return tourney_each_end(database, add_end, &listing, err);
	case 9:
		return tourney_each_end_of(database, 0, numbers, add_end, &listing, err);
	case 10:
		return tourney_next_over(database, -1, &over, numbers, err);
	case 11:
		return tourney_season_games(database, numbers, numbers + 1, err);
	case 12:
		return tourney_each_log(database, 1, 9, add_log, &listing, err);
	default:
		return tourney_find_game(database, "t0-0", numbers, err);
	}
}
enum { READERS = 14 };

START_TEST(without_the_tables_everything_fails)
{
	struct database *database = open_tourneys();
	execute("arena.db",
		"PRAGMA foreign_keys = OFF; DROP TABLE bots; DROP TABLE tourneys; DROP TABLE entries; "
		"DROP TABLE tourney_games; DROP TABLE seasons; DROP TABLE season_scores");
	for (int i = 0; i < WRITERS + READERS; i++) {
		struct err err = {0};
		int failed = i < WRITERS ? write_one(database, i, &err) : read_one(database, i - WRITERS, &err);
		ck_assert_msg(failed == -1 && err.code == EXIT_WORLD && strstr(err.text, "no such table"), "%d: %s", i,
			      err.text);
	}
	database_close(database);
}
END_TEST

/* Replaces tables by some whose rows cannot be computed. */
START_TEST(rows_that_cannot_be_read_are_an_error)
{
	struct database *database = open_tourneys();
	execute("arena.db",
		"PRAGMA foreign_keys = OFF; DROP TABLE bots; DROP TABLE tourneys; DROP TABLE tourney_games; "
		"DROP TABLE seasons; CREATE TABLE bots (x, id, player, name, version, meta, tourneys, games, wins); "
		"INSERT INTO bots (x) VALUES (1); CREATE TABLE tourneys (x, uuid, tag, scoring_method, start_time, "
		"end_time, games); INSERT INTO tourneys (x) VALUES (1); CREATE TABLE tourney_games (x, id, uuid AS "
		"('t0-0'), tourney, match, end_time, log); INSERT INTO tourney_games (x) VALUES (1); "
		"CREATE TABLE seasons (x, number, name); INSERT INTO seasons (x) VALUES (1); "
		"ALTER TABLE bots ADD COLUMN score AS (abs(-9223372036854775807 - x)); "
		"ALTER TABLE tourneys ADD COLUMN number AS (abs(-9223372036854775807 - x)); "
		"ALTER TABLE seasons ADD COLUMN end_time AS (abs(-9223372036854775807 - x))");
	static const int readers[] = {0, 1, 2, 4, 8, 10, 11};
	for (int i = 0; i < COUNT(readers); i++) {
		struct err err = {0};
		ck_assert_int_eq(read_one(database, readers[i], &err), -1);
		ck_assert_msg(err.code == EXIT_WORLD &&
			      strstr(err.text, "cannot read the database 'arena.db': integer overflow"),
			      "%d: %s", readers[i], err.text);
	}
	execute("arena.db",
		"DROP TABLE tourney_games; CREATE TABLE tourney_games (x, uuid AS ('t0-0'), tourney AS (0), match, "
		"end_time AS ('x')); INSERT INTO tourney_games (x) VALUES (1); "
		"ALTER TABLE tourney_games ADD COLUMN id AS (abs(-9223372036854775807 - x)); "
		"ALTER TABLE tourney_games ADD COLUMN log AS (abs(-9223372036854775807 - x))");
	static const int of_games[] = {3, 6, 7, 9, 12, 13};
	for (int i = 0; i < COUNT(of_games); i++) {
		struct err err = {0};
		ck_assert_int_eq(read_one(database, of_games[i], &err), -1);
		ck_assert_msg(err.code == EXIT_WORLD &&
			      strstr(err.text, "cannot read the database 'arena.db': integer overflow"),
			      "%d: %s", of_games[i], err.text);
	}
	database_close(database);
}
END_TEST

/* The members of a list are of another table. */
START_TEST(a_list_needs_its_members)
{
	struct database *database = open_tourneys();
	struct err err = {0};
	put_tourney(database, 0, "2026-01-02");
	ck_assert_int_eq(tourney_end_season(database, "first", "2026-01-03", NULL), 0);
	execute("arena.db", "DROP TABLE entries; DROP TABLE season_scores");
	ck_assert_ptr_null(tourney_list(database, 9, &err));
	ck_assert_ptr_null(tourney_seasons(database, 9, &err));
	ck_assert_msg(strstr(err.text, "season_scores"), "%s", err.text);
	database_close(database);
}
END_TEST

/* A transaction that fails at any of its steps is undone; one that cannot begin does nothing. */
START_TEST(what_cannot_be_written_changes_nothing)
{
	static const struct {
		int writer;
		const char *sql;
	} cases[] = {
		{0, "CREATE UNIQUE INDEX a ON tourneys (tag)"},
		{0, "CREATE UNIQUE INDEX a ON entries (session_uuid) WHERE session_uuid = 'b'"},
		{0, "CREATE INDEX a ON bots (abs(-9223372036854775807 - (name = 'B' AND tourneys = 2)))"},
		{1, "CREATE UNIQUE INDEX a ON tourney_games (tourney) WHERE id > 1"},
		{1, "CREATE INDEX a ON tourneys (abs(-9223372036854775807 - (games = 3)))"},
		{1, "CREATE INDEX a ON entries (abs(-9223372036854775807 - (games = 3 AND session_uuid = 'b')))"},
		{1, "CREATE INDEX a ON bots (abs(-9223372036854775807 - (games = 3 AND name = 'B')))"},
		{2, "CREATE UNIQUE INDEX a ON seasons (name IS NULL)"},
		{2, "CREATE INDEX a ON season_scores (abs(-9223372036854775807 - (season = 2)))"},
		{2, "CREATE INDEX a ON bots (abs(-9223372036854775807 - (games = 0)))"},
	};
	static const char sums[] = "SELECT (SELECT sum(tourneys * 10000 + games * 100 + wins) FROM bots) * 1000000 + "
		"(SELECT count(*) * 10000 + sum(games) * 1000 FROM tourneys) + (SELECT sum(games) * 100 FROM entries) "
		"+ (SELECT count(*) * 10 FROM tourney_games) + (SELECT count(*) FROM seasons)";
	struct err err = {0};
	struct database *database = open_tourneys();
	put_tourney(database, 0, "2026-01-02");
	ck_assert_int_eq(tourney_end_season(database, "old", "2026-01-01", NULL), 0);
	execute("arena.db", "UPDATE bots SET games = 2, wins = 1, tourneys = 1");
	long long before = number_of("arena.db", sums);
	ck_assert_int_eq(database_begin(database, NULL), 0);
	for (int i = 0; i < TRANSACTIONS; i++) {
		ck_assert_int_eq(write_one(database, i, &err), -1);
		ck_assert_msg(strstr(err.text, "within a transaction"), "%d: %s", i, err.text);
	}
	ck_assert_int_eq(database_settle(database, 0, NULL), 0);
	execute("arena.db", cases[_i].sql);
	ck_assert_int_eq(write_one(database, cases[_i].writer, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "cannot write to the database 'arena.db'"), "%s",
		      err.text);
	ck_assert_int_eq(number_of("arena.db", sums), before);
	database_close(database);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(a_tourney_is_read_back),
	TEST(lists_are_cut_and_sums_grow),
	TEST(broken_tourneys_end_with_their_last_game),
	TEST(a_season_keeps_the_sums_and_begins_anew),
	TEST(ends_of_games_are_listed),
	TEST(logs_are_listed),
	TEST(entries_of_a_robot_are_listed),
	TEST(without_the_tables_everything_fails),
	TEST(rows_that_cannot_be_read_are_an_error),
	TEST(a_list_needs_its_members),
	LOOP(what_cannot_be_written_changes_nothing, 0, 10))

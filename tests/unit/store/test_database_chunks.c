/* test_database_chunks.c - chunks to the database and back: any number of seats, length of a match and stride, with and
 * without order, details and plays; faults; and removing damaged chunks. */
#include "database_testing.h"

#include "store/merge.h"

static struct run_config info;
static struct schedule schedule;
static struct database *database;
static int64_t run;

static void begin_run(enum format format, int n_robots, int n_seats, uint64_t games, uint32_t match_length)
{
	make_long_info(&info, format, n_robots, n_seats, games, match_length, "x");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	database = begin(&info, &run);
}

static void leave(void)
{
	database_close(database);
	database = NULL;
	run_config_release(&info);
	leave_folder();
}

static void put(const struct chunk *chunk)
{
	struct err err = {0};
	ck_assert_msg(database_put_chunk(database, run, &schedule, chunk, robots, &err) == 0, "%s", err.text);
}

static void reopen(void)
{
	struct err err = {0};
	database_close(database);
	database = database_open("arena.db", DATABASE_CHANGE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
}

static void check_stored(struct chunk *wrote, bool has_order)
{
	struct chunk read;
	struct err err = {0};
	ck_assert_msg(database_get_chunk(database, run, &schedule, &wrote->matches, &read, &err) == 0, "%s", err.text);
	check_chunk(&read, wrote, &schedule, has_order);
	chunk_release(&read);
}

/* ---- round trips ------------------------------------------------------------------------ */

START_TEST(chunks_of_any_seats_are_read_back)
{
	static const uint64_t counts[] = {1, 2, 40};
	begin_run(FORMAT_TABLE, _i, _i, 9000, 1);
	for (int i = 0; i < 3; i++) {
		struct chunk wrote;
		uint64_t first = (uint64_t)i * 50;
		make_chunk(&schedule, first, counts[i], 1, i % 2, false, &wrote);
		if (i) /* the first chunk has the first ten faults, or nine; the stored faults of the others are checked
		        * below */
			execute("arena.db", "DELETE FROM faults; UPDATE runs SET fault_seal = 0");
		put(&wrote);
		reopen();
		check_stored(&wrote, i % 2 || counts[i] == 1);
		chunk_release(&wrote);
	}
}
END_TEST

START_TEST(matches_of_many_blocks_are_read_back)
{
	begin_run(FORMAT_TABLE, _i, _i, 9000, 17);
	for (int has_details = 0; has_details < 2; has_details++) {
		struct chunk wrote;
		make_chunk(&schedule, (uint64_t)has_details * 5, 5, 1, has_details, false, &wrote);
		ck_assert_uint_eq(wrote.n_blocks, 17);
		put(&wrote);
		execute("arena.db", has_details ? "DELETE FROM faults WHERE number < 5" : "SELECT 1");
		if (has_details) {
			struct chunk read;
			ck_assert_int_eq(database_get_chunk(database, run, &schedule, &wrote.matches, &read, NULL), 0);
			ck_assert_mem_eq(read.places, wrote.places, wrote.matches.n * chunk_match_size(&wrote));
			chunk_release(&read);
		} else {
			check_stored(&wrote, false);
		}
		chunk_release(&wrote);
	}
}
END_TEST

/* If the matches of a chunk are not interchangeable, their order is stored; with few of each table, too, because it is
 * shorter. */
START_TEST(order_is_stored_where_it_matters)
{
	static const struct {
		enum format format;
		int n_robots, n_seats;
		uint64_t games, n;
		bool has_order;
	} cases[] = {{FORMAT_TABLE, 3, 3, 300, 9, false}, {FORMAT_ROUND_ROBIN, 4, 2, 100, 95, true},
		     {FORMAT_ROUND_ROBIN, 4, 2, 100, 97, false}, {FORMAT_GAUNTLET, 5, 3, 9, 9, true},
		     {FORMAT_POOL, 5, 3, 300, 9, true}, {FORMAT_PAIRED, 4, 3, 300, 9, true}};
	struct chunk wrote;
	begin_run(cases[_i].format, cases[_i].n_robots, cases[_i].n_seats, cases[_i].games, 1);
	make_chunk(&schedule, 3, cases[_i].n, 1, false, false, &wrote);
	for (int i = 0; i < wrote.n_faults; i++)
		fault_record_release(&wrote.faults[i]);
	wrote.n_faults = 0;
	put(&wrote);
	check_stored(&wrote, cases[_i].has_order);
	if (cases[_i].has_order) {
		struct chunk read;
		struct err err = {0};
		execute("arena.db", "UPDATE chunks SET ordering = NULL, checksum = NULL");
		ck_assert_int_eq(database_get_chunk(database, run, &schedule, &wrote.matches, &read, &err), -1);
		ck_assert_msg(strstr(err.text, "of the run 0001; --resume 0001 plays them again"), "%s", err.text);
	}
	chunk_release(&wrote);
}
END_TEST

/* A hundred thousand matches are stored in one row. */
START_TEST(large_chunks_are_read_back)
{
	struct chunk wrote;
	enum { N = 100000 };
	begin_run(FORMAT_TABLE, 2, 2, 2 * N, 1);
	make_chunk(&schedule, 0, N, 1, _i, false, &wrote);
	for (int i = 0; i < wrote.n_faults; i++)
		fault_record_release(&wrote.faults[i]);
	wrote.n_faults = 0;
	put(&wrote);
	reopen();
	check_stored(&wrote, _i);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM chunks"), 1);
	if (!_i)
		ck_assert_int_lt(number_of("arena.db", "SELECT length(outcomes) FROM chunks"), 100);
	chunk_release(&wrote);
}
END_TEST

/* What --log stores. */
START_TEST(plays_are_read_back)
{
	static const uint64_t wanted[] = {3, 4, 4, 12, 3, 22, 20, 21, 5};
	struct chunk wrote;
	AUTO_STR struct str plays = {0};
	struct err err = {0};
	begin_run(FORMAT_TABLE, 3, 3, 90, 1);
	for (uint64_t first = 3; first < 30; first += 10) {
		make_chunk(&schedule, first, 10, 1, true, true, &wrote);
		wrote.matches.n = first == 23 ? 7 : 10;
		if (first == 23) {
			chunk_release(&wrote);
			make_chunk(&schedule, first, 7, 1, true, false, &wrote);
		}
		put(&wrote);
		chunk_release(&wrote);
	}
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		str_clear(&plays);
		ck_assert_msg(database_get_plays(database, run, wanted[i], &plays, &err) == 1, "%s", err.text);
		ck_assert_int_eq(plays.text[0], (char)wanted[i]);
		ck_assert_uint_eq(plays.length, 1 + (wanted[i] - 3) % 10 % 2);
	}
	str_clear(&plays);
	ck_assert_int_eq(database_get_plays(database, run, 2, &plays, NULL), 0);  /* not stored */
	ck_assert_int_eq(database_get_plays(database, run, 25, &plays, NULL), 0); /* stored without plays */
	ck_assert_uint_eq(plays.length, 0);
	reopen();
	execute("arena.db", _i == 0 ? "UPDATE plays SET plays = CAST(plays || x'00' AS BLOB)" :
		_i == 1 ? "UPDATE plays SET checksum = NULL" : "UPDATE plays SET checksum = checksum + 1");
	ck_assert_int_eq(database_get_plays(database, run, 7, &plays, &err), -1);
	ck_assert_msg(strstr(err.text, "matches 3 to 12 of the run 0001"), "%s", err.text);
}
END_TEST

/* ---- which matches are stored ----------------------------------------------------------- */

/* With a stride, and with some matches already stored. */
START_TEST(chunks_do_not_overlap)
{
	static const struct {
		uint64_t first, n;
		bool is_new;
	} cases[] = {{8, 10, true}, {8, 10, false}, {48, 5, true}, {4, 1, true}, {0, 2, false}, {0, 1, true},
		     {12, 3, false}, {44, 2, false}, {40, 20, false}, {44, 1, false}, {9, 10, true}, {68, 2, true},
		     {1, 2, true}, {1, 1, false}};
	struct matches *chunks;
	size_t n_chunks;
	uint64_t n = 0, count;
	begin_run(FORMAT_TABLE, 2, 2, 200, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct chunk chunk;
		make_chunk(&schedule, cases[i].first, cases[i].n, 4, i % 2, false, &chunk);
		put(&chunk);
		chunk_release(&chunk);
		n += cases[i].is_new ? cases[i].n : 0;
		ck_assert_int_eq(database_count(database, run, &count, NULL), 0);
		ck_assert_msg(count == n, "case %zu: %llu", i, (unsigned long long)count);
	}
	ck_assert_int_eq(database_chunks(database, run, &chunks, &n_chunks, NULL), 0);
	ck_assert_uint_eq(n_chunks, 7);
	for (size_t i = 1; i < n_chunks; i++)
		ck_assert_uint_lt(chunks[i - 1].first, chunks[i].first);
	free(chunks);
}
END_TEST

static int visit_until_seven(const struct chunk *chunk, void *context, struct err *err)
{
	uint64_t *next = context;
	if (chunk->matches.first == 6)
		return err_set(err, EXIT_WORLD, "seven");
	ck_assert_uint_eq(chunk->matches.first, *next);
	*next += chunk->matches.n;
	return 0;
}

START_TEST(chunks_are_visited_in_order)
{
	struct err err = {0};
	uint64_t next = 0;
	begin_run(FORMAT_TABLE, 2, 2, 20, 1);
	struct chunk late;
	make_chunk(&schedule, 6, 4, 1, false, false, &late);
	put(&late);
	chunk_release(&late);
	for (uint64_t first = 0; first < 6; first += 2) {
		struct chunk chunk;
		make_chunk(&schedule, first, 2, 1, false, false, &chunk);
		put(&chunk);
		chunk_release(&chunk);
	}
	ck_assert_int_eq(database_each_chunk(database, run, &schedule, visit_until_seven, &next, &err), -1);
	ck_assert_uint_eq(next, 6);
	ck_assert_str_eq(err.text, "seven");
}
END_TEST

/* Sums over distinct matches equal those over all matches, however they are stored. */
struct sums {
	uint64_t matches;
	struct tally of[5];
};

static void add_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct sums *sums = context;
	sums->matches += times;
	for (int player = 0; player < schedule.n_seats; player++)
		tally_places(&sums->of[plan->robot[player]], places, plan->n_blocks * (uint64_t)schedule.n_seats,
			     schedule.n_seats, player, times);
}

static int add_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	(void)err;
	chunk_each(chunk, &schedule, add_match, context);
	return 0;
}

START_TEST(distinct_matches_are_counted)
{
	static const struct {
		enum format format;
		int n_seats;
		uint32_t length;
	} cases[] = {{FORMAT_TABLE, 5, 1}, {FORMAT_TABLE, 5, 3}, {FORMAT_ROUND_ROBIN, 2, 1}, {FORMAT_ROUND_ROBIN, 2, 4},
		     {FORMAT_POOL, 3, 1}, {FORMAT_PAIRED, 4, 2}};
	struct sums one = {0}, other = {0};
	struct err err = {0};
	begin_run(cases[_i].format, 5, cases[_i].n_seats, 60, cases[_i].length);
	for (uint64_t first = 0; first < schedule.n_matches; first += 11) {
		struct chunk chunk;
		uint64_t left = schedule.n_matches - first;
		make_chunk(&schedule, first, left < 11 ? left : 11, 1, first % 2, false, &chunk);
		put(&chunk);
		chunk_release(&chunk);
	}
	ck_assert_msg(database_each_match(database, run, &schedule, add_match, &one, &err) == 0, "%s", err.text);
	ck_assert_msg(database_each_chunk(database, run, &schedule, add_chunk, &other, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(one.matches, schedule.n_matches);
	ck_assert_mem_eq(&one, &other, sizeof one);
}
END_TEST

/* ---- faults ----------------------------------------------------------------------------- */

/* The first ten of a robot in the run are stored, whatever the order of the chunks. */
START_TEST(the_first_faults_are_kept)
{
	static const uint64_t orders[][5] = {{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 3, 1}};
	begin_run(FORMAT_TABLE, 2, 2, 100, 1);
	ck_assert_uint_eq(schedule.n_matches, 50);
	for (int i = 0; i < 5; i++) {
		struct chunk chunk;
		make_chunk(&schedule, orders[_i][i] * 4, 4, 1, false, false, &chunk);
		put(&chunk);
		chunk_release(&chunk);
		ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM faults WHERE robot = 1"),
				 i < 2 ? 4 * (i + 1) : 10);
	}
	ck_assert_int_eq(number_of("arena.db", "SELECT max(number) FROM faults WHERE robot = 0"), 9);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM faults"), 20);
}
END_TEST

/* ---- mending ---------------------------------------------------------------------------- */

enum { N_MATCHES = 60, TOGETHER = 6 };

struct told {
	int n;
	uint64_t first;
};

static void note(const struct matches *which, void *context)
{
	struct told *told = context;
	told->n++;
	told->first = which->first;
}

static int look(const struct chunk *chunk, void *context, struct err *err)
{
	(void)err;
	*(uint64_t *)context += chunk->matches.n;
	return 0;
}

static const struct {
	const char *sql;
	uint64_t first; /* the first match of the deleted chunk; N_MATCHES: none is deleted */
} damages[] = {
	{"SELECT 1", N_MATCHES},
	{"UPDATE chunks SET outcomes = zeroblob(9) WHERE first = 12", 12},
	{"UPDATE chunks SET signature = signature + 1 WHERE first = 12", 12},
	{"UPDATE chunks SET checksum = NULL WHERE first = 12", 12},
	{"UPDATE chunks SET checksum = checksum + 1 WHERE first = 12", 12},
	{"UPDATE chunks SET n_matches = 9223372036854775807 WHERE first = 12", 12},
	{"UPDATE chunks SET stride = 2 WHERE first = 12", 12},
	{"UPDATE chunks SET first = -3 WHERE first = 12", UINT64_MAX - 2},
	{"UPDATE chunks SET first = 14 WHERE first = 12", 14},
	{"UPDATE chunk_robots SET asks = asks + 1 WHERE first = 12 AND robot = 1", 12},
	{"DELETE FROM chunk_robots WHERE first = 12 AND robot = 1", 12},
	{"UPDATE plays SET plays = CAST(plays || x'01' AS BLOB) WHERE first = 12", 12},
	{"DELETE FROM plays WHERE first = 12", 12},
	{"UPDATE faults SET cause = 'SIGILL' WHERE number = 2 AND robot = 0", 0},
	{"UPDATE faults SET symbol = 'main' WHERE number = 2 AND robot = 0", 0},
	{"UPDATE faults SET number = 13 WHERE number = 2 AND robot = 0", 12}, /* and its game */
	{"UPDATE faults SET game = 1000 WHERE number = 2 AND robot = 0", 0},
	{"DELETE FROM chunks WHERE first = 12", N_MATCHES}, /* only the seal detects it */
	{"DELETE FROM faults WHERE number = 2 AND robot = 0", 54}, /* likewise: its chunk is deleted, and all chunks
	                                                            * that had faults */
	{"UPDATE runs SET fault_seal = 7", 54},
};
enum { N_DAMAGES = sizeof damages / sizeof *damages };

START_TEST(damaged_chunks_are_deleted)
{
	struct told told = {0};
	struct err err = {0};
	uint64_t n = 0, count;
	make_info(&info, FORMAT_TABLE, 2, 2, 2 * N_MATCHES, "x");
	info.log = RUN_LOG_HANDS;
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	database = begin(&info, &run);
	for (uint64_t first = 0; first < N_MATCHES; first += TOGETHER) {
		struct chunk chunk;
		make_chunk(&schedule, first, TOGETHER, 1, true, true, &chunk);
		put(&chunk);
		chunk_release(&chunk);
	}
	reopen();
	execute("arena.db", damages[_i].sql);
	bool is_of_plays = strstr(damages[_i].sql, "plays"); /* plays are not read with a chunk */
	int failed = database_each_chunk(database, run, &schedule, look, &n, &err);
	ck_assert_msg(is_of_plays || (failed != 0) == (_i > 0), "%s", err.text);
	ck_assert_msg(!failed || (err.code == EXIT_WORLD && strstr(err.text, "--resume 0001")), "%s", err.text);
	ck_assert_msg(database_mend(database, run, &schedule, note, &told, &err) == 0, "%s", err.text);
	int n_told = strstr(damages[_i].sql, "number = 13") ? 2
		: damages[_i].first == 54 ? 10 : damages[_i].first != N_MATCHES;
	ck_assert_int_eq(told.n, n_told);
	ck_assert(told.n == 0 || told.first == damages[_i].first);
	/* The remaining chunks are valid, and so are those that are played again. */
	n = 0;
	ck_assert_msg(database_each_chunk(database, run, &schedule, look, &n, &err) == 0, "%s", err.text);
	ck_assert_uint_eq(n, _i == 0 ? N_MATCHES : N_MATCHES - TOGETHER * (uint64_t)(n_told ? n_told : 1));
	for (uint64_t first = 0; first < N_MATCHES; first += TOGETHER) {
		struct chunk chunk;
		make_chunk(&schedule, first, TOGETHER, 1, true, true, &chunk);
		put(&chunk);
		chunk_release(&chunk);
	}
	ck_assert_msg(database_mend(database, run, &schedule, note, &told, &err) == 0, "%s", err.text);
	ck_assert_int_eq(told.n, n_told);
	ck_assert_int_eq(database_count(database, run, &count, NULL), 0);
	ck_assert_uint_eq(count, N_MATCHES);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM faults"), 20);
	ck_assert_int_eq(number_of("arena.db", "SELECT max(number) FROM faults"), 9);
	ck_assert_int_eq(number_of("arena.db", "SELECT count(*) FROM plays"), N_MATCHES / TOGETHER);
}
END_TEST

/* Forged: with valid checksums, but with matches that are stored twice. */
START_TEST(overlapping_chunks_are_deleted)
{
	struct told told = {0};
	struct err err = {0};
	struct chunk chunk;
	uint64_t count;
	begin_run(FORMAT_TABLE, 2, 2, 100, 1);
	make_chunk(&schedule, 4, 5, 1, false, false, &chunk);
	put(&chunk);
	chunk_release(&chunk);
	execute("arena.db", "UPDATE chunks SET run = 2; UPDATE chunk_robots SET run = 2");
	make_chunk(&schedule, 7, 5, _i ? 2 : 1, false, false, &chunk);
	put(&chunk);
	chunk_release(&chunk);
	execute("arena.db", "UPDATE chunks SET run = 1; UPDATE chunk_robots SET run = 1");
	ck_assert_msg(database_mend(database, run, &schedule, note, &told, &err) == 0, "%s", err.text);
	ck_assert(told.n == 1 && told.first == 7);
	ck_assert_int_eq(database_count(database, run, &count, NULL), 0);
	ck_assert_uint_eq(count, 5);
}
END_TEST

/* The stride of a chunk of one match has no meaning, wherever it is among the others. */
START_TEST(a_chunk_of_one_match_may_have_any_stride)
{
	static const struct matches stored[] = {{0, 1, 7}, {1, 1, 1}, {2, 4, 3}, {3, 3, 3}, {4, 2, 3}, {10, 1, 1}};
	struct told told = {0};
	struct err err = {0};
	uint64_t stride = 77;
	begin_run(FORMAT_TABLE, 2, 2, 100, 1);
	for (int i = 0; i < COUNT(stored); i++) {
		struct chunk chunk;
		make_chunk(&schedule, stored[i].first, stored[i].n, stored[i].stride, true, false, &chunk);
		put(&chunk);
		chunk_release(&chunk);
		ck_assert_int_eq(merge_stride(database, run, &stride, NULL), 0);
		ck_assert_uint_eq(stride, i < 2 ? 0 : 3);
	}
	ck_assert_msg(database_mend(database, run, &schedule, note, &told, &err) == 0, "%s", err.text);
	ck_assert_int_eq(told.n, 0);
	execute("arena.db", "UPDATE chunks SET stride = 9 WHERE first = 3");
	ck_assert_int_eq(merge_stride(database, run, &stride, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "matches 3 to 21 of the run 0001"), "%s", err.text);
}
END_TEST

/* ---- contents ------------------------------------------------------------------------------ */

static int get_whole(const struct matches *which, struct err *err)
{
	struct chunk read;
	int failed = database_get_chunk(database, run, &schedule, which, &read, err);
	if (!failed)
		chunk_release(&read);
	return failed;
}

static void note_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	(void)plan, (void)places;
	*(uint64_t *)context += times;
}

/* Changes of a row without a checksum, of a match of two blocks between three robots. */
static const struct {
	const char *sql;
	bool has_details, is_good;
} changes[] = {
	{"SELECT 1", false, true},
	{"SELECT 1", true, true},
	/* the only source of them */
	{"UPDATE chunk_robots SET asks = asks + 1, illegal = 0, timeouts = 0, crashes = 0", false, true},
	{"UPDATE chunk_robots SET asks = asks + 1 WHERE robot = 1", true, false},
	{"UPDATE chunk_robots SET illegal = illegal + 1 WHERE robot = 1", true, false},
	{"UPDATE chunk_robots SET timeouts = timeouts + 1 WHERE robot = 1", true, false},
	{"UPDATE chunk_robots SET crashes = crashes + 1 WHERE robot = 1", true, false},
	{"UPDATE chunk_robots SET failed_games = failed_games + 1 WHERE robot = 1", true, false},
	{"UPDATE chunk_robots SET asks = -1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET illegal = -1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET timeouts = -1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET crashes = -1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET failed_games = -1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET failed_games = games WHERE robot = 1", false, true},
	{"UPDATE chunk_robots SET failed_games = games + 1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET asks = 0, illegal = 0, timeouts = 0, crashes = 0, failed_games = 0", false, true},
	{"UPDATE chunk_robots SET matches = matches + 1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET games = games + 1 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET wins = wins + 1e-12, places = places + 1e-12, scores = scores + 1e-12", false, true},
	{"UPDATE chunk_robots SET wins = wins + 1e-7 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET wins = wins - 1e-7 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET places = places + 1e-7 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET scores = scores + 1e-7 WHERE robot = 1", false, false},
	{"UPDATE chunk_robots SET robot = 3 WHERE robot = 2", false, false},
	{"DELETE FROM chunk_robots WHERE robot = 2", false, false},
	{"INSERT INTO chunk_robots SELECT run, first, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
	 "0 FROM chunk_robots WHERE robot = 2", false, false},
	{"UPDATE chunks SET n_alike = 2", false, true},
	{"UPDATE chunks SET n_alike = 3", false, false},
	{"UPDATE chunks SET n_alike = 1 - n_alike", true, false},
	{"UPDATE chunks SET n_alike = -1", false, false},
	{"UPDATE chunks SET signature = 5", false, true},
	{"UPDATE chunks SET signature = signature + 1", true, false},
	{"UPDATE chunks SET signature = NULL", false, true}, /* not known */
	{"UPDATE chunks SET n_alike = NULL", false, true},
	{"UPDATE chunks SET n_alike = NULL", true, false},
	{"UPDATE chunks SET ordering = NULL", true, false},
	{"UPDATE chunks SET n_blocks = 1", false, false},
	{"UPDATE chunks SET n_blocks = 3", false, false},
	{"UPDATE chunks SET outcomes = x'05'", false, false},
	{"UPDATE chunks SET details = x'05'", true, false},
	{"UPDATE chunks SET n_matches = 2", false, false}, /* more than one have a checksum */
	{"UPDATE chunks SET stride = 0", false, false},
};

START_TEST(contents_are_checked_without_a_checksum)
{
	static const struct matches which = {4, 1, 1};
	struct chunk chunk;
	struct err err = {0};
	uint64_t n = 0;
	begin_run(FORMAT_TABLE, 3, 3, 60, 2);
	make_chunk(&schedule, which.first, which.n, which.stride, changes[_i].has_details, false, &chunk);
	put(&chunk);
	chunk_release(&chunk);
	execute("arena.db", "UPDATE chunks SET checksum = NULL; UPDATE runs SET seal = 0");
	execute("arena.db", changes[_i].sql);
	int failed = get_whole(&which, &err);
	ck_assert_msg(failed == (changes[_i].is_good ? 0 : -1), "%d: %s", failed, err.text);
	ck_assert_msg(changes[_i].is_good || strstr(err.text, "is damaged: matches 4 to 4 of the run 0001"), "%s",
		      err.text);
	if (strstr(changes[_i].sql, "outcomes"))
		ck_assert_int_eq(database_each_match(database, run, &schedule, note_match, &n, NULL), -1);
}
END_TEST

/* The same for the faults of match 4, which are in its first two games: A has a timeout, C crashes. */
static const struct {
	const char *sql;
	bool is_good;
} fault_changes[] = {
	{"SELECT 1", true},
	{"UPDATE faults SET me = '@' WHERE verdict = 'timeout'", false},
	{"UPDATE faults SET me = 'D' WHERE verdict = 'crash'", false},
	{"UPDATE faults SET me = 'B' WHERE verdict = 'crash'", false},
	{"UPDATE faults SET me = '' WHERE verdict = 'crash'", false},
	{"UPDATE faults SET robot = 1 WHERE verdict = 'timeout'", false},
	{"UPDATE faults SET robot = 1, me = 'B' WHERE verdict = 'timeout'", true},
	{"UPDATE faults SET game = game + 5 WHERE verdict = 'timeout'", true}, /* the last of its match */
	{"UPDATE faults SET game = game + 6 WHERE verdict = 'timeout'", false},
	{"UPDATE faults SET game = game - 1 WHERE verdict = 'timeout'", false},
	{"UPDATE faults SET game = 0 WHERE verdict = 'timeout'", false},
	{"UPDATE faults SET game = 61 WHERE verdict = 'timeout'", false}, /* there are 60 */
	{"UPDATE faults SET verdict = 'odd' WHERE verdict = 'crash'", false},
	{"UPDATE faults SET verdict = 'load' WHERE verdict = 'crash'", true},
	{"UPDATE faults SET offset = NULL, symbol = NULL, ask = 0", true},
	{"DELETE FROM faults", true},
};

START_TEST(faults_are_checked_without_a_checksum)
{
	static const struct matches which = {4, 1, 1};
	struct chunk chunk;
	struct err err = {0};
	begin_run(FORMAT_TABLE, 3, 3, 60, 2);
	make_chunk(&schedule, which.first, which.n, which.stride, true, false, &chunk);
	put(&chunk);
	chunk_release(&chunk);
	execute("arena.db", "UPDATE faults SET checksum = NULL");
	execute("arena.db", fault_changes[_i].sql);
	int failed = get_whole(&which, &err);
	ck_assert_msg(failed == (fault_changes[_i].is_good ? 0 : -1), "%d: %s", failed, err.text);
}
END_TEST

/* Rows with valid checksums that no arena writes. */
START_TEST(impossible_chunks_are_damage)
{
	static const struct matches four = {0, 4, 1}, five = {0, 5, 1}, three = {0, 3, 1}, other = {1, 3, 1};
	struct chunk chunk;
	struct err err = {0};
	AUTO_STR struct str plays = {0};
	begin_run(_i ? FORMAT_PAIRED : FORMAT_TABLE, _i ? 3 : 2, 2, 60, 1);
	make_chunk(&schedule, 0, 4, 1, false, true, &chunk);
	chunk.has_order = false;
	chunk.plays.length--; /* the last match has too few */
	put(&chunk);
	chunk_release(&chunk);
	ck_assert_int_eq(get_whole(&four, &err), _i ? -1 : 0); /* twins have an order */
	ck_assert_int_eq(get_whole(&five, &err), -1);
	ck_assert_int_eq(get_whole(&three, &err), -1); /* without details it cannot be cut */
	ck_assert_int_eq(get_whole(&other, &err), -1);
	ck_assert_msg(strstr(err.text, "is damaged: matches 1 to 3 of the run 0001"), "%s", err.text);
	ck_assert_int_eq(database_get_plays(database, run, 2, &plays, NULL), 1);
	ck_assert_int_eq(database_get_plays(database, run, 3, &plays, &err), -1);
	ck_assert_msg(strstr(err.text, "is damaged: matches 0 to 3 of the run 0001"), "%s", err.text);
	ck_assert_int_eq(database_get_plays(database, run, 4, &plays, NULL), 0);
}
END_TEST

SUITE_WITH(enter_folder, leave, 0,
	LOOP(chunks_of_any_seats_are_read_back, 2, 27),
	LOOP(matches_of_many_blocks_are_read_back, 2, 8),
	LOOP(order_is_stored_where_it_matters, 0, 6),
	LOOP(large_chunks_are_read_back, 0, 2),
	LOOP(plays_are_read_back, 0, 3),
	TEST(chunks_do_not_overlap),
	TEST(chunks_are_visited_in_order),
	LOOP(distinct_matches_are_counted, 0, 6),
	LOOP(the_first_faults_are_kept, 0, 3),
	LOOP(damaged_chunks_are_deleted, 0, N_DAMAGES),
	LOOP(overlapping_chunks_are_deleted, 0, 2),
	TEST(a_chunk_of_one_match_may_have_any_stride),
	LOOP(contents_are_checked_without_a_checksum, 0, COUNT(changes)),
	LOOP(faults_are_checked_without_a_checksum, 0, COUNT(fault_changes)),
	LOOP(impossible_chunks_are_damage, 0, 2))

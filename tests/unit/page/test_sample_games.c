/* test_sample_games.c - which games a report shows, and why: of made-up games that are read from logs. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "page/games.h"

enum { FIRST = 10, MOST_PLAYS = 20, MOST_HANDS = 5 };

/* A game of two players: its plays, and the number of dice that the winner has left. */
struct made {
	int n_plays, left;
	bool has_illegal, is_unread;
	size_t size; /* of its history: at least so many bytes of JSON */
	int lead_changes, comeback; /* its drama: the second, how many more dice than one the loser had */
};

struct shelf {
	const struct made *games;
	int n;
	struct rules rules;
	struct game_record log; /* of the game that was read last */
	struct game_record_ask asks[MOST_PLAYS];
	struct game_record_hand hands[MOST_HANDS];
	int n_read;
};

#define GAME(plays, dice) {.n_plays = (plays), .left = (dice)}
#define WITH_ILLEGAL(plays, dice) {.n_plays = (plays), .left = (dice), .has_illegal = true}
#define LEAD(plays, dice, changes) {.n_plays = (plays), .left = (dice), .lead_changes = (changes)}
#define COMEBACK(plays, dice, more) {.n_plays = (plays), .left = (dice), .comeback = (more)}
#define OF_SIZE(plays, dice, bytes) {.n_plays = (plays), .left = (dice), .size = (bytes)}
#define UNREAD {.is_unread = true}

static const int robots[] = {0, 1};

/* The dice at the beginning of its hands. */
static int make_hands(struct shelf *shelf, const struct made *made)
{
	int n = made->lead_changes ? made->lead_changes + 1 : made->size || made->comeback;
	for (int i = 0; i < n; i++) {
		struct game_record_hand *hand = &shelf->hands[i];
		*hand = (struct game_record_hand){.is_broken = true, .history = 1};
		hand->seat[0].left = made->comeback ? 1 : 2;
		hand->seat[1].left =
			(uint8_t)(made->comeback ? made->comeback + 1 : made->lead_changes ? 1 + i % 2 * 2 : 2);
	}
	return n;
}

static const struct game_record *read_game(uint64_t game, void *context)
{
	struct shelf *shelf = context;
	shelf->n_read++;
	if (game < FIRST || game >= FIRST + (uint64_t)shelf->n || shelf->games[game - FIRST].is_unread)
		return NULL;
	const struct made *made = &shelf->games[game - FIRST];
	str_release(&shelf->log.text);
	shelf->log = (struct game_record){
		.number = game, .rules = &shelf->rules, .n_seats = 2, .letter = {'A', 'B'}, .is_over = true,
		.n_asks = made->n_plays, .asks = shelf->asks, .n_hands = make_hands(shelf, made), .hands = shelf->hands,
		.robots = robots, .left = {made->left, 0}, .places = {1, 2}, .n_tied = {1, 1},
	};
	for (int i = 0; i < made->n_plays; i++)
		shelf->asks[i] =
			(struct game_record_ask){.verdict = made->has_illegal && i == 0 ? VERDICT_ILLEGAL : VERDICT_OK};
	str_add_char(&shelf->log.text, '?');
	for (size_t i = 0; i < made->size; i++)
		str_add_char(&shelf->log.text, 'x');
	str_add_n(&shelf->log.text, "\0", 1);
	return &shelf->log;
}

static const char *label_of(int robot, void *context)
{
	(void)context;
	return robot == 0 ? "ann" : "b\tob";
}

/* Adds the games that were picked, as text: their numbers, with the reasons in brackets. */
static void add_picked(const json_t *games, struct str *out)
{
	for (size_t i = 0; i < json_array_size(games); i++) {
		const json_t *game = json_array_get(games, i), *why = json_object_get(game, "why");
		str_addf(out, "%s%lld", i ? " " : "", (long long)json_integer_value(json_object_get(game, "number")));
		for (size_t k = 0; k < json_array_size(why); k++)
			str_addf(out, "%s%s%s", k ? ", " : " (", json_string_value(json_array_get(why, k)),
				 k + 1 == json_array_size(why) ? ")" : "");
	}
}

static void check_picked(struct shelf *shelf, const struct report_wish *wish, const char *wanted)
{
	AUTO_STR struct str picked = {0};
	const struct report_reader reader = {
		.first = FIRST, .end = FIRST + (uint64_t)shelf->n, .read = read_game, .label = label_of,
		.context = shelf,
	};
	struct err err = {0};
	ck_assert_int_eq(rules_init(&shelf->rules, "liars-dice", NULL), 0);
	AUTO_JSON json_t *games = report_games_read(&reader, wish, &err);
	if (games)
		add_picked(games, &picked);
	ck_assert_str_eq(games ? str_text(&picked) : err.text, wanted);
	str_release(&shelf->log.text);
}

/* ---- games that are remarkable ---------------------------------------------------------- */

/* Of equally long ones the first, of equally close ones the longest. */
static const struct made six[] = {
	GAME(5, 3), GAME(9, 3), GAME(9, 2), GAME(7, 1), GAME(8, 1), WITH_ILLEGAL(6, 2),
};
static const struct made first_is_all[] = {WITH_ILLEGAL(5, 1), GAME(4, 2), GAME(3, 3)};
static const struct made dramatic[] = {
	LEAD(5, 3, 1), LEAD(4, 2, 3), LEAD(6, 2, 3), COMEBACK(3, 2, 2), COMEBACK(3, 2, 4), GAME(2, 1),
	COMEBACK(2, 2, 3),
};
static const struct made first_is_dramatic[] = {LEAD(5, 3, 3), GAME(4, 2)};
static const struct made gaps[] = {UNREAD, GAME(4, 2), UNREAD, GAME(5, 3)};

static const struct {
	const struct made *games;
	int n, n_games;
	const char *picked;
} samples[] = {
	{six, 6, 0, ""},
	{six, 6, 1, "11 (the first game)"},
	{six, 6, 2, "11 (the first game) 12 (the longest of 6 examined)"},
	{six, 6, 3, "11 (the first game) 12 (the longest of 6 examined) 15 (the closest of 6 examined)"},
	{six, 6, 4,
	 "11 (the first game) 12 (the longest of 6 examined) 15 (the closest of 6 examined) 16 (an illegal play)"},
	{six, 6, 5, "11 (the first game) 12 (the longest of 6 examined) 13 (one more) 15 (the closest of 6 examined) "
		    "16 (an illegal play)"},
	{six, 6, 9, "11 (the first game) 12 (the longest of 6 examined) 13 (one more) 14 (one more) "
		    "15 (the closest of 6 examined) 16 (an illegal play)"},
	{first_is_all, 3, 1, "11 (the first game, the longest of 3 examined, the closest of 3 examined)"},
	{first_is_all, 3, 2,
	 "11 (the first game, the longest of 3 examined, the closest of 3 examined, an illegal play) 12 (one more)"},
	{dramatic, 7, 3, "11 (the first game) 13 (the longest of 7 examined) 16 (the closest of 7 examined)"},
	{dramatic, 7, 4, "11 (the first game) 12 (the lead changes 3 times) 13 (the longest of 7 examined) "
			 "16 (the closest of 7 examined)"},
	{dramatic, 7, 5, "11 (the first game) 12 (the lead changes 3 times) 13 (the longest of 7 examined) "
			 "15 (won from one die against 5) 16 (the closest of 7 examined)"},
	{dramatic, 7, 6, "11 (the first game) 12 (the lead changes 3 times) 13 (the longest of 7 examined) "
			 "15 (won from one die against 5) "
			 "16 (the closest of 7 examined) 17 (won from one die against 4)"},
	{dramatic, 7, 7, "11 (the first game) 12 (the lead changes 3 times) 13 (the longest of 7 examined) "
			 "14 (won from one die against 3) 15 (won from one die against 5) "
			 "16 (the closest of 7 examined) 17 (won from one die against 4)"},
	{first_is_dramatic, 2, 1, "11 (the first game, the longest of 2 examined, the lead changes 3 times)"},
	{gaps, 4, 2, "12 (the first game, the closest of 2 examined) 14 (the longest of 2 examined)"},
	{gaps, 1, 2, ""},
};

START_TEST(remarkable_games_come_first)
{
	struct shelf shelf = {.games = samples[_i].games, .n = samples[_i].n};
	check_picked(&shelf, &(struct report_wish){.n_games = samples[_i].n_games}, samples[_i].picked);
}
END_TEST

/* At equal distances: 288 of them. */
START_TEST(some_of_many_games_are_considered)
{
	enum { MANY = 3 * 288 };
	static struct made many[MANY];
	struct shelf shelf = {.games = many, .n = MANY};
	for (int i = 0; i < MANY; i++)
		many[i] = (struct made){.n_plays = 1, .left = 2};
	many[3 * 100] = (struct made){.n_plays = 2, .left = 2};
	many[3 * 287] = (struct made){.n_plays = 1, .left = 1};
	many[3 * 50 + 1] = many[3 * 50 + 2] = (struct made){.n_plays = 3, .left = 0};
	check_picked(&shelf, &(struct report_wish){.n_games = 3},
		     "11 (the first game) 311 (the longest of 288 examined) 872 (the closest of 288 examined)");
	ck_assert_int_eq(shelf.n_read, 288);
}
END_TEST

/* ---- games that are linked -------------------------------------------------------------- */

/* They are not counted. */
START_TEST(games_that_were_asked_for)
{
	struct shelf shelf = {.games = six, .n = 6};
	uint64_t asked[] = {14, 10};
	const struct report_wish wish = {.n_games = 2, .asked = asked, .n_asked = 2};
	check_picked(&shelf, &wish, "11 (asked for, the first game) 12 (the longest of 6 examined) "
				    "15 (asked for, the closest of 6 examined) 16 (an illegal play)");
	check_picked(&shelf, &(struct report_wish){.asked = asked, .n_asked = 2}, "11 (asked for) 15 (asked for)");
	shelf.games = gaps;
	shelf.n = 4;
	asked[1] = 12;
	check_picked(&shelf, &wish, "game 15 is not stored, or its log is inconsistent");
	asked[0] = 12;
	check_picked(&shelf, &wish, "game 13 is not stored, or its log is inconsistent");
}
END_TEST

/* At most four such games are shown, if there is room for them. Games that cannot be read are left out. */
START_TEST(games_with_faults)
{
	const struct made games[] = {GAME(9, 1), UNREAD, GAME(1, 3), GAME(2, 3), GAME(3, 3), GAME(4, 3)};
	struct shelf shelf = {.games = games, .n = COUNT(games)};
	struct report_first_fault faults[] = {
		{11, 0, VERDICT_CRASH}, {12, 1, VERDICT_TIMEOUT}, {13, 0, VERDICT_CRASH}, {13, 1, VERDICT_ILLEGAL},
		{15, 0, VERDICT_CRASH},
	};
	struct report_wish wish = {.n_games = 3, .first_faults = faults, .n_first_faults = 5};
	check_picked(&shelf, &wish,
		"11 (the first game, the longest of 5 examined, the closest of 5 examined) 13 (b?ob takes too long) "
		"14 (ann fails)");
	wish.n_games = 9;
	check_picked(&shelf, &wish,
		"11 (the first game, the longest of 5 examined, the closest of 5 examined) 13 (b?ob takes too long) "
		"14 (ann fails, b?ob fails) 15 (one more) 16 (one more)");
	wish.n_games = 1;
	check_picked(&shelf, &wish, "11 (the first game, the longest of 5 examined, the closest of 5 examined)");
}
END_TEST

/* The faults of the robot of the page come first. */
START_TEST(own_faults_come_first)
{
	struct report_wish wish = {.has_robot = true, .robot = 2};
	report_wish_fault(&wish, 5, 0, VERDICT_CRASH);
	report_wish_fault(&wish, 6, 1, VERDICT_CRASH);
	report_wish_fault(&wish, 7, 2, VERDICT_CRASH);
	report_wish_fault(&wish, 8, 2, VERDICT_CRASH);
	ck_assert_int_eq(wish.n_first_faults, 3);
	ck_assert(wish.first_faults[0].game == 7 && wish.first_faults[1].game == 5 && wish.first_faults[2].game == 6);
	free(wish.first_faults);
}
END_TEST

/* The most costly losses of each studied robot, and all costly positions of each coached one. */
START_TEST(games_of_studies)
{
	struct shelf shelf = {.games = six, .n = 6};
	AUTO_JSON json_t *studies = json_loads("[{\"robot\": \"ann\", \"worst\": [{\"game\": 13}, {\"game\": 14}]},"
					       " {\"robot\": \"bob\"}, {\"robot\": \"cyd\", \"worst\": []}]", 0, NULL);
	AUTO_JSON json_t *coached =
		json_loads("{\"robots\": [{\"robot\": \"ann\", \"costliest\": [{\"game\": 13}, {\"game\": 16}]},"
			   " {\"robot\": \"bob\", \"costliest\": []}]}", 0, NULL);
	struct report_wish wish = {.n_games = 1, .studies = studies, .coached = coached};
	check_picked(&shelf, &wish,
		     "11 (the first game) 13 (a loss of ann worth looking at, a mistake of ann that cost much) "
		     "14 (a loss of ann worth looking at) 16 (a mistake of ann that cost much)");
	wish.n_games = 0;
	check_picked(&shelf, &wish, "");
	wish.n_games = 2;
	wish.coached = NULL;
	check_picked(&shelf, &wish,
		     "11 (the first game) 12 (the longest of 6 examined) 13 (a loss of ann worth looking at) "
		     "14 (a loss of ann worth looking at)");
}
END_TEST

/* Of eight robots one loss each, but all of the robot of the page. */
START_TEST(all_losses_of_the_robot_of_the_page)
{
	struct shelf shelf = {.games = six, .n = 6};
	AUTO_JSON json_t *studies = json_loads(
		"[{\"robot\": \"ann\", \"worst\": [{\"game\": 13}, {\"game\": 14}]}, {}, {}, {}, {}, {}, {}, {}]", 0,
		NULL);
	struct report_wish wish = {.n_games = 1, .studies = studies};
	check_picked(&shelf, &wish, "11 (the first game) 13 (a loss of ann worth looking at)");
	wish.has_robot = true;
	check_picked(&shelf, &wish,
		     "11 (the first game) 13 (a loss of ann worth looking at) 14 (a loss of ann worth looking at)");
}
END_TEST

START_TEST(linked_games_must_be_readable)
{
	struct shelf shelf = {.games = gaps, .n = 4};
	AUTO_JSON json_t *studies = json_loads("[{\"robot\": \"ann\", \"worst\": [{\"game\": 13}]}]", 0, NULL);
	AUTO_JSON json_t *coached = json_loads(
		"{\"robots\": [{\"robot\": \"ann\", \"costliest\": [{\"game\": 12}, {\"game\": 11}]}]}", 0, NULL);
	check_picked(&shelf, &(struct report_wish){.n_games = 1, .studies = studies},
		     "game 13 is not stored, or its log is inconsistent");
	check_picked(&shelf, &(struct report_wish){.n_games = 1, .coached = coached},
		     "game 11 is not stored, or its log is inconsistent");
}
END_TEST

/* The games have half a megabyte. The first game is there in any case, and so are the games that were asked for. */
START_TEST(large_games_are_left_out)
{
	enum { K = 1024 };
	const struct made large[] = {OF_SIZE(5, 3, 600 * K), OF_SIZE(4, 1, 600 * K), OF_SIZE(3, 2, 600 * K)};
	const struct made medium[] = {OF_SIZE(5, 3, 250 * K), OF_SIZE(4, 1, 250 * K), OF_SIZE(3, 2, 250 * K)};
	struct shelf shelf = {.games = large, .n = 3};
	uint64_t asked[] = {12};
	struct report_wish wish = {.n_games = 3, .asked = asked, .n_asked = 1};
	check_picked(&shelf, &wish, "11 (the first game, the longest of 3 examined) 13 (asked for)");
	asked[0] = 10; /* which is not counted */
	shelf.games = (const struct made[]){OF_SIZE(5, 3, 600 * K), GAME(4, 1), GAME(3, 2)};
	check_picked(&shelf, &wish,
		     "11 (asked for, the first game, the longest of 3 examined) 12 (the closest of 3 examined) "
		     "13 (one more)");
	shelf.games = medium;
	wish.n_asked = 0;
	check_picked(&shelf, &wish, "11 (the first game, the longest of 3 examined) 12 (the closest of 3 examined)");
}
END_TEST

SUITE(0,
	LOOP(remarkable_games_come_first, 0, COUNT(samples)),
	TEST(some_of_many_games_are_considered),
	TEST(games_that_were_asked_for),
	TEST(games_with_faults),
	TEST(own_faults_come_first),
	TEST(games_of_studies),
	TEST(all_losses_of_the_robot_of_the_page),
	TEST(linked_games_must_be_readable),
	TEST(large_games_are_left_out))

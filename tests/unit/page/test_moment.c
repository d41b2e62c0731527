/* test_moment.c - the moments of hand-made games, as output/viewer.c writes them, the picture of one, and previews. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "game/game.h"
#include "page/picture.h"
#include "page/frame.h"

#define STEP(seat, at, hands, play, words, rest) \
	"{'seat':" #seat ",'at':" #at ",'hands':'" hands "','play':" #play ",'words':'" words "'," \
	"'verdict':'ok'" rest "}"
#define TRUTH(seat, bid, is, count, own, next) \
	",'truth':{'seat':" #seat ",'bid':" #bid ",'true':" is ",'count':" #count ",'wild':0,'own':" #own \
	",'next':" #next "}"
#define HAND(dice, steps, end) \
	"{'dice':[" dice "],'left':[2,2],'points':[0,0],'in':[1,1],'history':'','steps':[" steps "]," end "}"
#define END_OF(words, shown) \
	"'end':{'words':'" words "','loser':0,'delta':[-1,0],'shown':'" shown "','face':0,'wild':0}"
#define PAGE(facts, hands) \
	"{'run':'0001','title':'a<b'," facts ",'robots':[{'index':4,'robot':'ann'},{'index':7,'robot':'bob'}]," \
	"'games':[{'number':9,'places':[[2,1],[1,1]]," \
	"'seats':[{'me':'B','robot':7},{'me':'A','robot':4}],'hands':[" hands "]}]}"

static json_t *read(const char *text)
{
	AUTO_FREE char *quoted = mem_strdup(text);
	json_error_t why;
	for (char *at = quoted; *at; at++)
		*at = *at == '\'' ? '"' : *at;
	json_t *data = json_loads(quoted, 0, &why);
	ck_assert_msg(data, "%s: %s", why.text, quoted);
	return data;
}

/* Seat 0 bids two fives, which seat 1 raises, and calls. */
#define BIDS(own, is, count) \
	STEP(0, 0, "B:51,A:xx", 25, "two fives", TRUTH(0, 25, is, count, own, 0.5)) "," \
	STEP(1, 4, "B:xx,A:33", 36, "three sixes", TRUTH(1, 36, "false", 0, 0.004, 0.125)) "," \
	STEP(0, 9, "B:51,A:xx", 0, "I call", "")
#define GAME(own, is, count) \
	PAGE("'asks_everyone':false", HAND("'51','33'", BIDS(own, is, count), END_OF("ann loses", "B:51,A:33")))

static const struct {
	const char *page;
	int boldest; /* of the moments: the deal, plays, the end of a hand, the next hand */
	const char *words, *truth, *bid, *dice[2];
} cases[] = {
	{GAME(0.3, "false", 1), 1, "bob: two fives",
	 "A bluff: there is one. bob gave it 30\u202f%; ann gives it 50\u202f%.", "two fives", {"51", "33"}},
	{GAME(0.9, "false", 0), 2, "ann: three sixes",
	 "A bluff: there is none. ann gave it less than 1\u202f%; bob gives it 13\u202f%.", "three sixes",
	 {"51", "33"}},
	{GAME(0.1, "true", 2), 2, "ann: three sixes",
	 "A bluff: there is none. ann gave it less than 1\u202f%; bob gives it 13\u202f%.", "three sixes",
	 {"51", "33"}},
	/* True and without an answer; false, but likely. */
	{PAGE("'asks_everyone':false", HAND("'51','33'",
		STEP(1, 0, "", 25, "two fives", TRUTH(1, 25, "true", 13, 0.5, 1)), "'x':0")), 1, "ann: two fives",
	 "True: there are 13. ann gave it 50\u202f%.", "two fives", {"51", "33"}},
	{PAGE("'asks_everyone':false", HAND("'51','33'",
		STEP(1, 0, "", 25, "two fives", TRUTH(1, 25, "false", 1, 0.75, 1)), "'x':0")), 1, "ann: two fives",
	 "False, but it looked likely: there is one. ann held dice that gave it 75\u202f%.", "two fives", {"51", "33"}},
	/* Claims: only the claimer's dice are known. */
	{PAGE("'ladder':[31,32,21]", HAND("'',''",
		STEP(0, 0, "B:32,A:xx", 61, "six-one", TRUTH(0, 61, "false", 32, 0.2, 0.6)) ","
		STEP(1, 4, "B:xx,A:xx", 1, "I believe", TRUTH(0, 61, "false", 32, 0.2, 0.6)), END_OF("x", ""))),
	 1, "bob: six-one", "A lie: the dice show 32; ann gives it 60\u202f%.", "six-one", {"32", ""}},
	/* An answer that lets the bid stand is not a moment of its own. */
	{PAGE("'asks_everyone':true", HAND("'51','33'",
		STEP(0, 0, "B:51,A:xx", 25, "two fives", TRUTH(0, 25, "true", 2, 1, 0.9)) ","
		STEP(1, 4, "", 26, "two sixes", TRUTH(0, 25, "true", 2, 0, 0.9)) ","
		STEP(0, 4, "", 36, "three sixes", TRUTH(1, 26, "false", 0, 0.1, 0.2)), END_OF("x", ""))),
	 2, "ann: two sixes", "A bluff: there is none. ann gave it 10\u202f%.", "two sixes", {"51", "33"}},
};

START_TEST(moments_have_words_and_dice)
{
	AUTO_JSON json_t *data = read(cases[_i].page);
	const json_t *game = moments_boldest_game(data);
	AUTO_MOMENTS struct moments moments;
	AUTO_STR struct str words = {0}, truth = {0}, dice = {0};
	double drama;
	moments_of(data, game, &moments);
	int at = moments_boldest(&moments, &drama);
	ck_assert_int_eq(at, cases[_i].boldest);
	ck_assert(drama > 0);
	moment_words(&moments, &moments.list[at], &words);
	moment_truth(&moments, &moments.list[at], &truth);
	ck_assert_str_eq(words.text, cases[_i].words);
	ck_assert_str_eq(str_text(&truth), cases[_i].truth);
	ck_assert_str_eq(moment_bid_words(&moments, &moments.list[at]), cases[_i].bid);
	for (int seat = 0; seat < 2; seat++) {
		moment_dice(&moments, &moments.list[at], seat, &dice);
		ck_assert_str_eq(dice.text, cases[_i].dice[seat]);
	}
}
END_TEST

START_TEST(a_game_has_deals_plays_and_ends)
{
	static const char *const wanted[] = {"Hand 1 begins.", "bob: two fives", "ann: three sixes", "bob: I call",
		"ann loses", "Hand 2 begins.", "ann: ten ones, an illegal play", "bob takes too long.", "ann fails.",
		NULL};
	AUTO_JSON json_t *data = read(PAGE("'asks_everyone':false",
		HAND("'51','33'", BIDS(0.3, "false", 1), END_OF("ann loses", "B:51,A:33")) ","
		HAND("'5','3'", "{'seat':1,'at':0,'hands':'','play':101,'words':'ten ones','verdict':'illegal'},"
			"{'seat':0,'at':0,'verdict':'timeout'},"
			"{'seat':1,'at':0,'verdict':'crash'}", "'x':0")));
	AUTO_MOMENTS struct moments moments;
	moments_of(data, json_array_get(json_object_get(data, "games"), 0), &moments);
	for (int i = 0; i < moments.n; i++) {
		AUTO_STR struct str words = {0};
		moment_words(&moments, &moments.list[i], &words);
		ck_assert_ptr_nonnull(wanted[i]);
		ck_assert_str_eq(words.text, wanted[i]);
	}
	ck_assert_ptr_null(wanted[moments.n]);
	ck_assert_ptr_null(moment_bid(&moments, &moments.list[0]));
	ck_assert_int_eq(moment_actor(&moments, &moments.list[4]), -1);
}
END_TEST

/* ---- pictures ---------------------------------------------------------------------------- */

static json_t *large_game(int n, int n_dice, bool has_points)
{
	char dice[GAME_MAX_DICE + 1] = "";
	memset(dice, '3', (size_t)n_dice);
	json_t *robots = JSON_LIST(i, n,
		json_pack("{s:i, s:s}", "index", i, "robot", "<a&\"\xf0\x9f\x8e\xb2 name that is far too long for it"));
	json_t *seats = JSON_LIST(i, n, json_pack("{s:i, s:s}", "robot", i, "me", "A"));
	json_t *hand = json_pack(
		"{s:o, s:o, s:o, s:[{s:i, s:i, s:i, s:s, s:s, s:{s:i, s:i, s:b, s:i, s:i, s:f, s:f}}]}",
		"dice", JSON_LIST(i, n, json_string(dice)), "in", JSON_LIST(i, n, json_integer(1)),
		"points", JSON_LIST(i, n, json_integer(has_points)), "steps", "seat", n - 1, "at", 0, "play", 993,
		"words", "ninety-nine threes, a bid that is also far too long for the place that it has in the middle",
		"verdict", "ok", "truth", "seat", n - 1, "bid", 993, "true", 0,
		"count", n * n_dice, "wild", 1, "own", 0.1, "next", 0.1);
	return json_pack("{s:s, s:s, s:o, s:[{s:i, s:o, s:[o]}]}", "run", "", "title", "<v>", "robots", robots,
			 "games", "number", 1, "seats", seats, "hands", hand);
}

struct rectangle {
	double x, y, width, height;
};

static bool overlap(const struct rectangle *a, const struct rectangle *b)
{
	return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

static int count(const char *text, const char *word)
{
	int n = 0;
	for (; (text = strstr(text, word)); text++)
		n++;
	return n;
}

/* All seats are in the picture, and all dice in their seats. */
START_TEST(players_have_room)
{
	int n = _i, n_seats = 0;
	for (int n_dice = 1; n_dice <= 20; n_dice += n_dice < 7 ? 1 : 13) {
		AUTO_JSON json_t *data = large_game(n, n_dice, n % 2);
		AUTO_MOMENTS struct moments moments;
		AUTO_STR struct str out = {0};
		struct rectangle seats[26];
		moments_of(data, json_array_get(json_object_get(data, "games"), 0), &moments);
		picture_svg(&moments, &moments.list[1], &out);
		n_seats = 0;
		for (const char *at = out.text + 100; (at = strstr(at, "<svg x=")); at++) {
			struct rectangle *seat = &seats[n_seats++];
			ck_assert_int_eq(sscanf(at, "<svg x=\"%lf\" y=\"%lf\" width=\"%lf\" height=\"%lf\"", &seat->x,
						&seat->y, &seat->width, &seat->height), 4);
			ck_assert_msg(seat->x >= 16 && seat->y >= 180 && seat->x + seat->width <= 1184 &&
				      seat->y + seat->height <= 616, "%d: %.0f, %.0f", n, seat->x, seat->y);
			for (int i = 0; i < n_seats - 1; i++)
				ck_assert_msg(!overlap(seat, &seats[i]), "%d seats: %d and %d", n, i, n_seats - 1);
			const char *end = strstr(at, "</svg>");
			int n_there = 0;
			for (const char *die = at; (die = strstr(die, "translate(")) && die < end; die++) {
				double x, y, scale;
				ck_assert_int_eq(sscanf(die, "translate(%lf %lf) scale(%lf)", &x, &y, &scale), 3);
				n_there++;
				ck_assert_msg(x >= 0 && y >= 0 && x + 20 * scale <= seat->width &&
					      y + 20 * scale <= seat->height,
					      "%d seats, %d dice: %.1f, %.1f", n, n_dice, x, y);
			}
			ck_assert_int_eq(n_there, n_dice + 1); /* and its mark */
		}
		ck_assert_int_eq(n_seats, n);
		ck_assert_int_eq(count(out.text, "<svg"), count(out.text, "</svg>"));
		ck_assert_int_eq(count(out.text, "<g "), count(out.text, "</g>"));
		ck_assert_int_eq(count(out.text, "<text"), count(out.text, "</text>"));
		ck_assert_ptr_null(strstr(out.text, "<a&"));
		ck_assert_ptr_null(strstr(out.text, "<v>"));
		ck_assert_ptr_nonnull(strstr(out.text, "&lt;a&amp;&quot;"));
		ck_assert_ptr_nonnull(strstr(out.text, "\u2026"));
	}
}
END_TEST

START_TEST(pictures_have_known_formats)
{
	static const char *const wrong[] = {"game", "game.jpg", ".svg", "game.svg.html", "-"};
	struct err err = {0};
	for (int i = 0; i < COUNT(wrong); i++) {
		ck_assert_int_eq(picture_check(wrong[i], &err), -1);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, ".svg, .png or .gif"), "%s", err.text);
	}
	ck_assert_int_eq(picture_check("/nonexistent/game.gif", &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
}
END_TEST

START_TEST(a_game_without_hands_has_no_picture)
{
	AUTO_JSON json_t *data = read(PAGE("'x':0", ""));
	struct err err = {0};
	long only_hand;
	ck_assert_int_eq(picture_write(data, moments_boldest_game(data), "/nonexistent/game.svg", &only_hand, &err),
			 -1);
	ck_assert_int_eq(err.code, EXIT_ROBOT);
}
END_TEST

/* ---- previews ---------------------------------------------------------------------------- */

static const struct {
	const char *url, *image, *shown; /* NULL: none */
} addresses[] = {
	{"https://example.org/a/b.html", "/tmp/a b&\".png", "https://example.org/a/a%20b%26%22.png"},
	{"http://h/", "x.gif", "http://h/x.gif"},
	{"https://example.org", "x.png", "https://example.org/x.png"}, {"https://h/", "x.svg", NULL},
	{"https://h/", NULL, NULL},
};

START_TEST(pictures_are_beside_the_page)
{
	AUTO_JSON json_t *data = read("{'robots':[{'robot':'ann','win_rate':0.625}]}");
	ck_assert_int_eq(preview_set(data, addresses[_i].url, addresses[_i].image, NULL), 0);
	AUTO_JSON json_t *values = preview_values(data);
	const char *image = json_string_value(json_object_get(values, "image"));
	ck_assert_str_eq(json_string_value(json_object_get(values, "url")), addresses[_i].url);
	ck_assert_str_eq(json_string_value(json_object_get(values, "description")),
			 "ann won 62.5\u202f% of its games, the most of 1 robots.");
	ck_assert_str_eq(image ? image : "", addresses[_i].shown ? addresses[_i].shown : "");
}
END_TEST

START_TEST(addresses_are_those_of_http)
{
	static const char *const wrong[] = {"", "https://", "https:///a", "ftp://a/", "javascript:alert(1)",
		"https://a/\"><b>", "https://a/ b", "https://a/\x01"};
	AUTO_JSON json_t *data = json_object();
	for (int i = 0; i < COUNT(wrong); i++) {
		struct err err = {0};
		ck_assert_msg(preview_set(data, wrong[i], NULL, &err) == -1 && err.code == EXIT_USAGE &&
			      strstr(err.text, "--url"), "%s", wrong[i]);
	}
	AUTO_JSON json_t *values = preview_values(data);
	ck_assert(json_is_null(values));
}
END_TEST

SUITE(0, LOOP(moments_have_words_and_dice, 0, COUNT(cases)), TEST(a_game_has_deals_plays_and_ends),
      LOOP(players_have_room, 2, 27), TEST(pictures_have_known_formats), TEST(a_game_without_hands_has_no_picture),
      LOOP(pictures_are_beside_the_page, 0, COUNT(addresses)), TEST(addresses_are_those_of_http))

/* test_rules_text.c - plays the games described in tests/rules; its README describes the format. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game_testing.h"

enum { MAX_FILES = 200, MAX_WORDS = 40 };

static const char *folder = "tests/rules";
static char *files[MAX_FILES];
static int n_files;

struct story {
	const char *file;
	int line;
	struct rules rules;
	struct game game;
	struct game_view view;
	char letters[GAME_MAX_SEATS + 1];
	bool has_started;
	int n_hands, n_refused;
	int n_claims;        /* number of statements on the end of the current hand */
	int hand_line;
	char rolls[MAX_WORDS][8]; /* Mäxchen: the remaining rolls of this hand, from next_roll on */
	int n_rolls, next_roll;
	char *word[MAX_WORDS]; /* words of the line; word[0] is the statement */
	int n_words;
	char *text;          /* the text after a lone ':', or after "tells" and "tells-B" */
};

#define FAIL(story, ...) \
	do { \
		AUTO_STR struct str fail_text = {0}; \
		str_addf(&fail_text, __VA_ARGS__); \
		ck_abort_msg("%s:%d: %s", (story)->file, (story)->line, str_text(&fail_text)); \
	} while (0)

static int seat_of(const struct story *s, char letter)
{
	const char *found = strchr(s->letters, letter);
	if (!letter || !found)
		FAIL(s, "nobody is called '%c'", letter);
	return (int)(found - s->letters);
}

static char letter_of(const struct story *s, int seat)
{
	if (seat < -1)
		FAIL(s, "there is no seat %d", seat);
	return seat < 0 ? '-' : s->letters[seat];
}

static int number_of(const struct story *s, const char *word)
{
	long long number;
	if (!word || !str_to_int(word, -2147483648LL, 2147483647LL, &number))
		FAIL(s, "'%s' should be a number", word ? word : "");
	return (int)number;
}

static void expect_int(const struct story *s, const char *what, int wanted, int got)
{
	if (wanted != got)
		FAIL(s, "%s: %d expected, it is %d", what, wanted, got);
}

static void expect_text(const struct story *s, const char *what, const char *wanted, const char *got)
{
	if (strcmp(wanted, got) != 0)
		FAIL(s, "%s: '%s' expected, it is '%s'", what, wanted, got);
}

static void require_need(const struct story *s, enum game_need need)
{
	static const char *const words[] = {"over", "asking for a play", "at the showdown"};
	if (!s->has_started)
		FAIL(s, "no hand has been dealt");
	if (s->game.need != need)
		FAIL(s, "the game is %s, not %s", words[s->game.need], words[need]);
}

static void release_view(struct story *s)
{
	free(s->view.history);
	free(s->view.shown);
	for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
		free(s->view.hands[seat]);
	s->view = (struct game_view){0};
}

static void check_claims(struct story *s)
{
	if (s->hand_line && !s->n_claims) {
		s->line = s->hand_line;
		FAIL(s, "nothing is said on the end of this hand");
	}
	if (s->next_roll != s->n_rolls)
		FAIL(s, "the hand before this line has a roll left, %s", s->rolls[s->next_roll]);
	s->hand_line = 0;
	s->n_claims = 0;
}

static int read_rules(struct story *s, struct err *err)
{
	if (s->n_words < 2)
		FAIL(s, "a variant should follow");
	if (rules_init(&s->rules, s->word[1], err))
		FAIL(s, "%s", err->text);
	for (int i = 2; i < s->n_words; i++)
		if (rules_set(&s->rules, s->word[i], err))
			FAIL(s, "%s", err->text);
	return rules_check(&s->rules, 3, err);
}

static void do_game(struct story *s)
{
	struct err err = {0};
	check_claims(s);
	if (read_rules(s, &err))
		FAIL(s, "%s", err.text);
	s->has_started = false;
	s->n_rolls = s->next_roll = 0;
	s->letters[0] = '\0';
}

static void do_refused(struct story *s)
{
	struct err err = {0};
	check_claims(s);
	if (!read_rules(s, &err))
		FAIL(s, "the rules were not refused");
	if (s->text && !strstr(err.text, s->text))
		FAIL(s, "refused with '%s'", err.text);
	s->n_refused++;
}

static void do_players(struct story *s)
{
	if (s->n_words < 3 || s->n_words > GAME_MAX_SEATS + 1 || !s->rules.family)
		FAIL(s, "after 'game', name 2 to %d players", GAME_MAX_SEATS);
	int n = s->n_words - 1;
	for (int i = 0; i < n; i++)
		s->letters[i] = s->word[i + 1][0];
	s->letters[n] = '\0';
	release_view(s);
	s->view.history = mem_zeroed(game_history_size(&s->rules, n), 1);
	s->view.shown = mem_zeroed(game_hands_size(&s->rules, n), 1);
	for (int i = 0; i < n; i++)
		s->view.hands[i] = mem_zeroed(game_hands_size(&s->rules, n), 1);
	struct rng_key key = rng_key_of_seed("rules as text");
	game_start(&s->game, &s->rules, n, s->letters, (struct dice_source){key, 0}, &s->view);
	s->has_started = true;
}

/* Mäxchen: the player asked for a claim holds the next of the given rolls. */
static void hand_out_roll(struct story *s)
{
	if (s->rules.family != &family_maexchen || s->game.need != GAME_NEED_PLAY || s->game.u.maexchen.is_believing)
		return;
	if (s->next_roll == s->n_rolls)
		FAIL(s, "no roll is given for %c", letter_of(s, s->game.turn));
	const char *roll = s->rolls[s->next_roll++];
	if (roll[0] != letter_of(s, s->game.turn))
		FAIL(s, "%c rolls, not %c", letter_of(s, s->game.turn), roll[0]);
	maexchen_set_roll(&s->game, roll[2] - '0', roll[3] - '0');
}

/* Mäxchen: the rolls of the hand in the order in which they are made. */
static void take_rolls(struct story *s)
{
	for (int i = 1; i < s->n_words; i++) {
		const char *roll = s->word[i];
		if (strlen(roll) != 4 || roll[1] != ':')
			FAIL(s, "'%s' should be a player and two dice, as A:53", roll);
		memcpy(s->rolls[i - 1], roll, 5);
	}
	s->n_rolls = s->n_words - 1;
	s->next_roll = 0;
	hand_out_roll(s);
}

static void deal_dice(struct story *s)
{
	int n_in = 0;
	for (int i = 1; i < s->n_words; i++) {
		int seat = seat_of(s, s->word[i][0]);
		const char *digits = s->word[i] + 2;
		uint8_t dice[GAME_MAX_DICE];
		int n = (int)strlen(digits);
		if (!game_is_in(&s->game, seat))
			FAIL(s, "%c is out", s->word[i][0]);
		if (s->word[i][1] != ':' || n != game_dice_left(&s->game, seat))
			FAIL(s, "%c has %d dice", s->word[i][0], game_dice_left(&s->game, seat));
		for (int k = 0; k < n; k++)
			dice[k] = (uint8_t)(digits[k] - '0');
		game_set_dice(&s->game, seat, dice, n);
	}
	for (int seat = 0; seat < s->game.n_seats; seat++)
		n_in += game_is_in(&s->game, seat);
	expect_int(s, "players in the hand", s->n_words - 1, n_in);
}

static void do_hand(struct story *s)
{
	check_claims(s);
	if (s->has_started && s->game.need == GAME_NEED_OBSERVE)
		game_observed(&s->game);
	require_need(s, GAME_NEED_PLAY);
	if (s->rules.family == &family_maexchen)
		take_rolls(s);
	else
		deal_dice(s);
	s->n_hands++;
	s->hand_line = s->line;
}

static void do_fails(struct story *s, int seat)
{
	if (s->game.need == GAME_NEED_PLAY)
		expect_int(s, "seat asked", seat, s->game.turn);
	game_fault(&s->game, seat);
	s->next_roll = s->n_rolls;
	s->n_claims++;
}

static void do_play(struct story *s)
{
	if (!s->has_started)
		FAIL(s, "no hand has been dealt");
	int seat = seat_of(s, s->word[0][0]);
	if (s->n_words == 2 && strcmp(s->word[1], "fails") == 0) {
		do_fails(s, seat);
		return;
	}
	require_need(s, GAME_NEED_PLAY);
	if (seat != s->game.turn)
		FAIL(s, "%c is asked, not %c", letter_of(s, s->game.turn), letter_of(s, seat));
	const char *how = s->n_words > 2 ? s->word[2] : "";
	uint32_t length = s->game.history_length;
	bool was_legal = game_play(&s->game, number_of(s, s->word[1]));
	bool is_quiet = s->game.need == GAME_NEED_PLAY && s->game.history_length == length;
	if (is_quiet != (strcmp(how, "waits") == 0))
		FAIL(s, is_quiet ? "this answer waits for those of others" : "this answer did not wait");
	if (was_legal == (strcmp(how, "illegal") == 0))
		FAIL(s, "the play is %slegal", was_legal ? "" : "il");
	hand_out_roll(s);
}

static void do_legal(struct story *s, bool is_wanted)
{
	require_need(s, GAME_NEED_PLAY);
	for (int i = 1; i < s->n_words; i++) {
		struct err err = {0};
		int play = number_of(s, s->word[i]);
		if (game_is_legal(&s->game, play, &err) != is_wanted)
			FAIL(s, "%d is %slegal%s%s", play, is_wanted ? "il" : "", is_wanted ? ": " : "", err.text);
		if (!is_wanted && !err.text[0])
			FAIL(s, "no reason is given against %d", play);
		if (s->text && !strstr(err.text, s->text))
			FAIL(s, "the reason given is '%s'", err.text);
	}
}

static void do_sees(struct story *s)
{
	require_need(s, GAME_NEED_PLAY);
	if (s->n_words != 3)
		FAIL(s, "a player and the hands should follow");
	expect_text(s, "hands", s->word[2], s->view.hands[seat_of(s, s->word[1][0])]);
}

static void do_history(struct story *s)
{
	const char *wanted = s->n_words > 1 ? s->word[1] : "";
	expect_text(s, "history", strcmp(wanted, "-") == 0 ? "" : wanted, s->view.history);
	expect_int(s, "length of the history", (int)strlen(s->view.history), (int)s->game.history_length);
}

static void do_shown(struct story *s)
{
	require_need(s, GAME_NEED_OBSERVE);
	expect_text(s, "shown", s->n_words > 1 ? s->word[1] : "", s->view.shown);
}

static void do_watch(struct story *s)
{
	char wanted[GAME_MAX_SEATS + 1] = "", got[GAME_MAX_SEATS + 1] = "";
	require_need(s, GAME_NEED_OBSERVE);
	for (int i = 1, n = 0; i < s->n_words && i <= GAME_MAX_SEATS; i++)
		wanted[n++] = s->word[i][0];
	for (int seat = 0, n = 0; seat < s->game.n_seats; seat++)
		if (game_observes(&s->game, seat))
			got[n++] = s->letters[seat];
	expect_text(s, "who looks", wanted, got);
}

static void do_end(struct story *s, enum hand_end end)
{
	require_need(s, GAME_NEED_OBSERVE);
	if (s->n_words != 2)
		FAIL(s, "a player should follow");
	expect_int(s, "kind of end", (int)end, (int)s->game.last.end);
	expect_int(s, "seat that ended it", seat_of(s, s->word[1][0]), s->game.last.actor);
}

static void do_count(struct story *s)
{
	bool has_wild = s->n_words == 4 && strcmp(s->word[2], "wild") == 0;
	if (s->n_words != 2 && !has_wild)
		FAIL(s, "a number should follow, and perhaps 'wild' and a number");
	expect_int(s, "dice that count", number_of(s, s->word[1]), s->game.last.count);
	expect_int(s, "wild dice that count", has_wild ? number_of(s, s->word[3]) : 0, s->game.last.n_wild);
}

static void do_loser(struct story *s)
{
	char wanted = s->n_words > 1 ? s->word[1][0] : '?', got = letter_of(s, s->game.last.loser);
	if (wanted != got)
		FAIL(s, "loser: %c expected, it is %c", wanted, got);
}

/* A statement that lists all players: "left A:1 B:2". text_of_seat appends the value in the game. */
static void do_list(struct story *s, void (*text_of_seat)(const struct story *s, int seat, struct str *out))
{
	AUTO_STR struct str wanted = {0}, got = {0};
	for (int i = 1; i < s->n_words; i++)
		str_addf(&wanted, " %s", s->word[i]);
	for (int seat = 0; seat < s->game.n_seats; seat++) {
		str_addf(&got, " %c:", s->letters[seat]);
		text_of_seat(s, seat, &got);
	}
	expect_text(s, s->word[0], str_text(&wanted), str_text(&got));
}

static void add_left(const struct story *s, int seat, struct str *out)
{
	str_addf(out, "%d", game_dice_left(&s->game, seat));
}

static void add_points(const struct story *s, int seat, struct str *out)
{
	str_addf(out, "%d", game_points(&s->game, seat));
}

static void add_change(const struct story *s, int seat, struct str *out)
{
	str_addf(out, "%d", s->game.last.delta[seat]);
}

static void add_place(const struct story *s, int seat, struct str *out)
{
	int n_tied, place = game_place(&s->game, seat, &n_tied);
	if (place)
		str_addf(out, "%d", place);
	else
		str_add(out, "-");
	if (n_tied > 1)
		str_addf(out, "/%d", n_tied);
}

static bool is_tells(const char *word)
{
	return strcmp(word, "tells") == 0 || strncmp(word, "tells-", 6) == 0;
}

static void do_tells(struct story *s)
{
	static const char *const names[GAME_MAX_SEATS] = {"Ann", "Bob", "Cid", "Dan", "Eve", "Fay"};
	const char *named[GAME_MAX_SEATS];
	AUTO_STR struct str told = {0};
	for (int seat = 0; seat < s->game.n_seats; seat++)
		named[seat] = names[(s->letters[seat] - 'A') % 6];
	if (s->word[0][5])
		named[seat_of(s, s->word[0][6])] = NULL;
	game_describe_hand(&s->game, named, &told);
	expect_text(s, "told", s->text ? s->text : "", str_text(&told));
}

static void do_over(struct story *s)
{
	if (s->has_started && s->game.need == GAME_NEED_OBSERVE)
		game_observed(&s->game);
	require_need(s, GAME_NEED_OVER);
}

/* Statements on the end of a hand. */
static bool run_claim(struct story *s)
{
	const char *name = s->word[0];
	if (strcmp(name, "shown") == 0)
		do_shown(s);
	else if (strcmp(name, "watch") == 0)
		do_watch(s);
	else if (strcmp(name, "call") == 0)
		do_end(s, HAND_CALL);
	else if (strcmp(name, "exact") == 0)
		do_end(s, HAND_EXACT);
	else if (strcmp(name, "believed") == 0)
		do_end(s, HAND_BELIEVED);
	else if (strcmp(name, "illegal-play") == 0)
		do_end(s, HAND_ILLEGAL);
	else if (strcmp(name, "failure") == 0)
		do_end(s, HAND_FAULT);
	else if (strcmp(name, "count") == 0)
		do_count(s);
	else if (strcmp(name, "loser") == 0)
		do_loser(s);
	else if (strcmp(name, "left") == 0)
		do_list(s, add_left);
	else if (strcmp(name, "points") == 0)
		do_list(s, add_points);
	else if (strcmp(name, "change") == 0)
		do_list(s, add_change);
	else if (strcmp(name, "places") == 0)
		do_list(s, add_place);
	else if (is_tells(name))
		do_tells(s);
	else
		return false;
	s->n_claims++;
	return true;
}

static void run_statement(struct story *s)
{
	const char *name = s->word[0];
	if (strcmp(name, "game") == 0)
		do_game(s);
	else if (strcmp(name, "refused") == 0)
		do_refused(s);
	else if (strcmp(name, "players") == 0)
		do_players(s);
	else if (!s->has_started)
		FAIL(s, "'game' and 'players' come first");
	else if (strcmp(name, "hand") == 0)
		do_hand(s);
	else if (name[1] == '\0' && s->n_words >= 2)
		do_play(s);
	else if (strcmp(name, "legal") == 0 || strcmp(name, "illegal") == 0)
		do_legal(s, name[0] == 'l');
	else if (strcmp(name, "sees") == 0)
		do_sees(s);
	else if (strcmp(name, "history") == 0)
		do_history(s);
	else if (strcmp(name, "over") == 0)
		do_over(s);
	else if (!run_claim(s))
		FAIL(s, "'%s' is no statement", name);
}

/* Splits the line into s->word and s->text; the words point into `line`. */
static void split(struct story *s, char *line)
{
	char *comment = strchr(line, '#');
	if (comment)
		*comment = '\0';
	s->n_words = 0;
	s->text = NULL;
	char *rest = line;
	for (char *word; (word = strsep(&rest, " \t"));) {
		if (!*word)
			continue;
		bool is_text = strcmp(word, ":") == 0;
		if (!is_text) {
			if (s->n_words == MAX_WORDS)
				FAIL(s, "the line is too long");
			s->word[s->n_words++] = word;
		}
		if (is_text || is_tells(word)) {
			s->text = rest ? rest : word + strlen(word);
			s->text += strspn(s->text, " ");
			for (size_t n = strlen(s->text); n && s->text[n - 1] == ' ';)
				s->text[--n] = '\0';
			break;
		}
	}
}

START_TEST(file)
{
	struct story story = {.file = files[_i]}, *s = &story;
	AUTO_STR struct str text = {0}, path = {0};
	struct err err = {0};
	str_addf(&path, "%s/%s", folder, files[_i]);
	if (str_read_file(&text, str_text(&path), 1 << 20, &err))
		FAIL(s, "%s", err.text);
	char *rest = text.text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		s->line++;
		split(s, line);
		if (s->n_words)
			run_statement(s);
	}
	check_claims(s);
	if (!s->n_hands && !s->n_refused)
		FAIL(s, "no hand is played here");
	release_view(s);
}
END_TEST

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void find_files(void)
{
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		size_t length = strlen(entry->d_name);
		if (length > 2 && strcmp(entry->d_name + length - 2, ".t") == 0 && n_files < MAX_FILES)
			files[n_files++] = mem_strdup(entry->d_name);
	}
	if (dir)
		closedir(dir);
	qsort(files, (size_t)n_files, sizeof *files, by_name);
}

START_TEST(there_are_files)
{
	ck_assert_msg(n_files > 0, "no files *.t in '%s'; run this from the top of the project", folder);
}
END_TEST

int main(int argc, char **argv)
{
	if (argc > 1)
		folder = argv[1];
	find_files();
	TCase *cases = add_case(folder, 0);
	tcase_add_test(cases, there_are_files);
	tcase_add_loop_test(cases, file, 0, n_files);
	int code = run_suite();
	for (int i = 0; i < n_files; i++)
		free(files[i]);
	return code;
}

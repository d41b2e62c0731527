/* test_setup.c - what the commands that play have in common: rules, robots, limits and seeds from the command line,
 * warnings, and signals that end a run. */
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/command.h"
#include "game/game.h"
#include "game/liars/liars.h"
#include "run/seed.h"
#include "run/setup.h"
#include "temporary_folder.h"

/* ---- command lines ---------------------------------------------------------------------- */

static const struct opt options[] =
	{OPTIONS_variant OPTIONS_rule OPTIONS_seed OPTIONS_matches OPTIONS_limits OPTIONS_results OPTIONS_db
	{.name = "key", .type = OPT_TEXT}, {.name = "files", .type = OPT_TEXT}, {0}};

/* These words, with blanks between them. */
static void parse(struct args *args, const char *words)
{
	static char copy[400];
	char *rest = copy, *argv[20] = {(char[]){"tournament"}};
	struct err err = {0};
	int n = 1;
	snprintf(copy, sizeof copy, "%s", words);
	for (char *word; (word = strsep(&rest, " ")) != NULL && n < 19;)
		if (*word)
			argv[n++] = word;
	*args = (struct args){0};
	ck_assert_msg(args_parse(args, options, n, argv, &err) == 0, "%s", err.text);
}

START_TEST(rules_are_read)
{
	static const struct {
		const char *words, *name, *option; /* and the error */
		int value;
	} cases[] = {
		{"", "liars-dice", "dice", 5},
		{"-v wild", "wild", "dice", 5},
		{"-v wild -r dice=3 --rule faces=4", "wild", "dice", 3},
		{"-v wild -r dice=3 --rule faces=4", "wild", "faces", 4},
		{"-v mine", "mine", "dice", 2},
		{"-v ./mine -r dice=7", "mine", "dice", 7},
		{"-v one-hand", "one-hand", "dice", 1}, /* a file of this name changes nothing */
		{"-v maexchen", "maexchen", NULL, 0},
		{"-r dice=no", NULL, "--rule: ", 0},
		{"-r dice=3 -r dices=4", NULL, "--rule: ", 0},
		{"-v willd", NULL, "'willd'", 0},
		{"-v ./nothing", NULL, "nothing", 0},
		{"-v broken", NULL, "broken", 0},
	};
	struct rules rules = {.name = "untouched"};
	struct args args;
	struct err err = {0};
	write_file("mine", "variant=wild dice=2\n");
	write_file("one-hand", "variant=wild dice=2\n");
	write_file("broken", "variant=wild dice=\n");
	parse(&args, cases[_i].words);
	if (cases[_i].name) {
		ck_assert_msg(request_args_rules(&args, &rules, &err) == 0, "%s", err.text);
		ck_assert_str_eq(rules.name, cases[_i].name);
		for (int i = 0; cases[_i].option && rules.family->options[i].name; i++)
			if (strcmp(rules.family->options[i].name, cases[_i].option) == 0)
				ck_assert_int_eq(rules.value[i], cases[_i].value);
	} else {
		ck_assert_int_eq(request_args_rules(&args, &rules, &err), -1);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, cases[_i].option), "%s", err.text);
		ck_assert_str_eq(rules.name, "untouched");
	}
	args_release(&args);
}
END_TEST

START_TEST(the_database_is_in_the_results)
{
	const struct request none = {.results = "there"}, one = {.database = "here.db"};
	AUTO_FREE char *usual = request_database(&none, "a/b"), *given = request_database(&one, "a/b");
	ck_assert_str_eq(usual, "a/b/arena.db");
	ck_assert_str_eq(given, "here.db");
}
END_TEST

/* What has results or keys is hidden from programs; what has not, is not. */
START_TEST(limits_are_read)
{
	static const struct {
		const char *words;
		int64_t move_ms;
		uint64_t memory_mb;
		bool is_trusted, is_weak;
		const char *hidden[4];
	} cases[] = {
		{"", 100, 512, false, false, {"results"}},
		{"--move-time 2s --memory 1G --trust", 2000, 1024, true, false, {"results"}},
		{"--weak-sandbox --results r --db d --key k --files f", 100, 512, false, true, {"r", "d", "k"}},
		{"--key k --files f", 100, 512, false, false, {"results", "k"}},
	};
	struct tournament tournament;
	struct request request;
	struct args args;
	parse(&args, cases[_i].words);
	ck_assert_int_eq(request_args_read(&args, &request, NULL), 0);
	request_tournament(&request, &tournament);
	ck_assert(tournament.limits.move_time_ns == cases[_i].move_ms * 1000000 &&
		  tournament.limits.memory == cases[_i].memory_mb << 20);
	ck_assert(tournament.is_trusted == cases[_i].is_trusted && tournament.allows_weak_sandbox == cases[_i].is_weak);
	for (int i = 0; i < 4; i++)
		ck_assert_str_eq(tournament.hidden[i] ? tournament.hidden[i] : "-",
				 cases[_i].hidden[i] ? cases[_i].hidden[i] : "-");
	args_release(&args);
}
END_TEST

START_TEST(matches_are_read)
{
	struct request request;
	struct args args;
	parse(&args, "");
	ck_assert_int_eq(request_args_read(&args, &request, NULL), 0);
	ck_assert(request.matches.match_length == 1 && !request.matches.is_as_given);
	args_release(&args);
	parse(&args, "--match-length 7 --as-given");
	ck_assert_int_eq(request_args_read(&args, &request, NULL), 0);
	ck_assert(request.matches.match_length == 7 && request.matches.is_as_given);
	args_release(&args);
}
END_TEST

/* Seeds that are given, and whether they get a nonce where a stranger plays. */
static const struct given_seed {
	const char *text;
	bool is_complete;
} given_seeds[] = {
	{"7", false}, {"Wü", false}, {"0", false}, {"7:", false}, {"7:1", false}, {"7:00", false}, {"7:0", true},
	{"a:b:0", true}, {"7:0123456789abcdef0123456789abcde", false}, {"7:0123456789abcdef0123456789abcdef0", true},
	{"7:0123456789abcdef0123456789ABCDEF", false}, {"7:0123456789abcdef0123456789abcdef", true},
	{"0123456789abcdef0123456789abcdef", true}, {"0:0123456789abcdef0123456789abcdef:1", false},
};

START_TEST(a_seed_is_complete_or_gets_a_nonce)
{
	const struct given_seed *given = &given_seeds[_i];
	size_t n = strlen(given->text);
	AUTO_FREE char *bundled = seed_choose(given->text, false, NULL),
		*strange = seed_choose(given->text, true, NULL);
	AUTO_FREE char *other = seed_choose(given->text, true, NULL);
	ck_assert_str_eq(bundled, given->text);
	ck_assert(strncmp(strange, given->text, n) == 0);
	if (given->is_complete)
		ck_assert_str_eq(strange, given->text);
	else
		ck_assert(strange[n] == ':' && strlen(strange + n + 1) == 32 &&
			  strspn(strange + n + 1, "0123456789abcdef") == 32 && strcmp(strange, other) != 0);
}
END_TEST

START_TEST(a_seed_is_drawn)
{
	struct err err = {0};
	AUTO_FREE char *drawn = seed_choose(NULL, false, NULL), *other = seed_choose(NULL, true, NULL);
	ck_assert(strlen(drawn) == 32 && strspn(drawn, "0123456789abcdef") == 32 && strlen(other) == 32);
	ck_assert_str_ne(drawn, other);
	ck_assert(strncmp(drawn, other, 16) != 0 && strcmp(drawn + 16, other + 16) != 0);
	ck_assert_ptr_null(seed_choose("a\033b", false, &err));
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, "the seed must be UTF-8 text without control characters");
}
END_TEST

START_TEST(an_empty_nonce_changes_no_dice)
{
	struct rng_key plain = rng_key_of_seed("7"), empty = rng_key_of_seed("7:0"), other = rng_key_of_seed("7:1");
	ck_assert(memcmp(&plain, &empty, sizeof plain) == 0 && memcmp(&plain, &other, sizeof plain) != 0);
}
END_TEST

/* ---- robots ----------------------------------------------------------------------------- */

START_TEST(robots_have_names_of_their_own)
{
	char *specs[] = {(char[]){"./computer.so"}, (char[]){"./caller.so"}, (char[]){"./computer.so"},
		(char[]){"./computer.so"}, (char[]){"./caller.so"}};
	static const char *const labels[] = {"computer", "caller", "computer#2", "computer#3", "caller#2"};
	struct robot *opened = NULL;
	struct err err = {0};
	write_file("computer.so", "x");
	write_file("caller.so", "y");
	ck_assert_msg(setup_robots(specs, 5, &opened, &err) == 0, "%s", err.text);
	for (int i = 0; i < 5; i++)
		ck_assert_str_eq(opened[i].label, labels[i]);
	setup_close(opened, 5);
	opened = NULL;
	specs[4] = (char[]){"nobody_at_all"};
	ck_assert_int_eq(setup_robots(specs, 5, &opened, &err), -1);
	ck_assert(err.code == EXIT_USAGE && strstr(err.text, "nobody_at_all") && !opened);
}
END_TEST

/* Cheats are for people; without a colon the word is the name of a robot. */
START_TEST(robots_do_not_cheat)
{
	static const struct {
		const char *spec, *says;
	} cases[] = {
		{"GodKing:human",
		 "'GodKing:human': the cheat GodKing works only for people in `arena play -v maexchen`"},
		{"MegaMax:mia", "'MegaMax:mia': the cheat MegaMax works only for people in `arena play -v maexchen`"},
		{"GodKing", "robot 'GodKing' not found"},
	};
	struct robot *opened = NULL;
	struct err err = {0};
	char *specs[] = {(char[]){"./caller.so"}, (char[40]){0}};
	write_file("caller.so", "y");
	snprintf(specs[1], 40, "%s", cases[_i].spec);
	ck_assert_int_eq(setup_robots(specs, 2, &opened, &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strncmp(err.text, cases[_i].says, strlen(cases[_i].says)) == 0, "%s", err.text);
}
END_TEST

/* ---- warnings --------------------------------------------------------------------------- */

enum { MOST = 8 };
static struct robot made_up[MOST]; /* "a", "b", ... which list these variants */

/* A run of them, by the rules of a variant that may have another name. */
static void make(struct tournament *tournament, int n, const char *variant, const char *name, const char *const *lists)
{
	static char labels[MOST][2];
	*tournament = (struct tournament){.robots = made_up, .schedule = {.n_robots = n},
		.limits = {.move_time_ns = 100000000}};
	ck_assert_int_eq(rules_init(&tournament->rules, variant, NULL), 0);
	snprintf(tournament->rules.name, sizeof tournament->rules.name, "%s", name);
	for (int i = 0; i < n; i++) {
		labels[i][0] = (char)('a' + i);
		made_up[i] = (struct robot){.label = labels[i]};
		snprintf(made_up[i].manifest.variants, sizeof made_up[i].manifest.variants, "%s", lists[i]);
	}
}

static void keep(const char *lines, void *tell_context)
{
	char *text = tell_context;
	snprintf(text + strlen(text), 2000 - strlen(text), "%s", lines);
}

/* What the user is told. */
static void warn(struct tournament *tournament, char text[static 2000])
{
	text[0] = '\0';
	tournament->tell = keep;
	tournament->tell_context = text;
	setup_warn(tournament);
}

#define UNSUITED "arena: warning: these robots do not list '"

static const struct listing {
	const char *variant, *name;
	const char *lists[MOST]; /* by robot */
	const char *warns;
	int refused;             /* the robot, -1: none */
	const char *plays;       /* what it plays */
} listings[] = {
	{"wild", "wild", {"", "wild", "liars-dice wild"}, "", -1, NULL},
	{"wild", "wild", {"", "liars-dice", "wild"}, UNSUITED "wild' as supported: b\n", 1, "liars-dice"},
	{"wild", "wild", {"maexchen", "liars-dice perudo"}, UNSUITED "wild' as supported: a, b\n", 0, "maexchen"},
	{"wild", "wild", {"liars-dice perudo", "chess"}, UNSUITED "wild' as supported: a, b\n", 0,
	 "liars-dice, perudo"},
	{"wild", "wild", {"chess"}, UNSUITED "wild' as supported: a\n", 0, "no variant (chess)"},
	/* rules of a file: any variant of the family */
	{"wild", "mine", {"liars-dice", "wild", "perudo"}, "", -1, NULL},
	{"wild", "mine", {"wild", "maexchen"}, UNSUITED "mine' as supported: b\n", 1, "maexchen"},
	{"maexchen", "mine", {"wild", "maexchen"}, UNSUITED "mine' as supported: a\n", 0, "wild"},
	{"wild", "wild", {"x", "x", "x", "x", "x"}, UNSUITED "wild' as supported: a, b, c, d, e\n", 0,
	 "no variant (x)"},
	{"wild", "wild", {"x", "x", "x", "x", "x", "x"}, UNSUITED "wild' as supported: a, b, c, d, e and 1 more\n", 0,
	 "no variant (x)"},
	{"wild", "wild", {"x", "x", "", "x", "x", "x", "x", "x"},
	 UNSUITED "wild' as supported: a, b, d, e, f and 2 more\n", 0, "no variant (x)"},
};

START_TEST(robots_of_other_rules_are_named)
{
	const struct listing *listing = &listings[_i];
	struct tournament tournament;
	struct err err = {0};
	char text[2000], wanted[300];
	int n = 0;
	while (n < MOST && listing->lists[n])
		n++;
	make(&tournament, n, listing->variant, listing->name, listing->lists);
	warn(&tournament, text);
	ck_assert_str_eq(text, listing->warns);
	ck_assert_int_eq(setup_refuse(&tournament, &err), listing->refused < 0 ? 0 : -1);
	if (listing->refused < 0)
		return;
	snprintf(wanted, sizeof wanted,
		 "the robot '%s' does not list '%s' as supported; it plays %s. Choose one of these variants, or use it "
		 "nevertheless with --anyway", made_up[listing->refused].label, listing->name, listing->plays);
	ck_assert_str_eq(err.text, wanted);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	for (int i = 0; i < n; i++)
		made_up[i].fault.verdict = VERDICT_LOAD; /* what they list is not known */
	ck_assert_int_eq(setup_refuse(&tournament, &err), 0);
}
END_TEST

/* A rule that came later, here `exact`, is for robots that name it. */
START_TEST(later_rules_must_be_named)
{
	static const char *const lists[] = {"", "liars-dice", "exact=off", "exact=*", "liars-dice exact=*"};
	struct tournament tournament;
	struct err err = {0};
	static const char *const later[] = {"palifico", "exact", NULL};
	make(&tournament, 1, "liars-dice", "liars-dice", &lists[_i]);
	struct family family = *tournament.rules.family;
	family.later = later;
	tournament.rules.family = &family;
	ck_assert_int_eq(setup_refuse(&tournament, &err), 0);
	tournament.rules.value[LIARS_EXACT] = EXACT_GAIN;
	ck_assert_int_eq(setup_refuse(&tournament, &err), _i == 3 || _i == 4 ? 0 : -1);
	ck_assert_msg(_i > 1 || strstr(err.text, "does not list the rule 'exact'"), "%s", err.text);
}
END_TEST

START_TEST(programs_are_warned_of)
{
	static const struct {
		const char *warning;
		uint32_t move_ms;
		const char *text;
	} cases[] = {
		{"", 0, ""}, {"", 100, ""},
		{"", 1500, "arena: warning: a declares that it needs --move-time 1.5s, but the limit is 0.1s\n"},
		{"", 101, "arena: warning: b declares that it needs --move-time 0.101s, but the limit is 0.1s\n"},
		{"exited\033 with status 3", 0, "arena: warning: a, when it was started, exited? with status 3\n"},
		{"was late", 1500, "arena: warning: b, when it was started, was late\n"},
	};
	struct tournament tournament;
	char text[2000];
	make(&tournament, 2, "wild", "wild", (const char *const[]){"", ""});
	struct robot *robot = &made_up[_i % 2 ? 1 : 0];
	snprintf(robot->warning, sizeof robot->warning, "%s", cases[_i].warning);
	robot->manifest.move_ms = cases[_i].move_ms;
	warn(&tournament, text);
	ck_assert_str_eq(text, cases[_i].text);
}
END_TEST

/* ---- signals ---------------------------------------------------------------------------- */

/* A signal that was ignored is taken all the same, except SIGHUP. */
START_TEST(signals_end_a_run)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	bool is_ignored = _i & 1, is_writing = _i & 2;
	struct sigaction action;
	for (int i = 0; i < 3; i++)
		signal(signals[i], is_ignored ? SIG_IGN : SIG_DFL);
	const volatile sig_atomic_t *stop = is_writing ? setup_stop_writing() : setup_stop();
	ck_assert_int_eq(*stop, 0);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(sigaction(signals[i], NULL, &action), 0);
		if (is_ignored && signals[i] == SIGHUP) {
			ck_assert(action.sa_handler == SIG_IGN);
			continue;
		}
		ck_assert(action.sa_handler != SIG_IGN && action.sa_handler != SIG_DFL);
		ck_assert_int_eq(action.sa_flags & SA_RESTART, is_writing ? 0 : SA_RESTART);
	}
	raise(SIGTERM);
	ck_assert_int_eq(*stop, 1);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(rules_are_read, 0, 13),
	TEST(the_database_is_in_the_results),
	LOOP(limits_are_read, 0, 4),
	TEST(matches_are_read),
	LOOP(a_seed_is_complete_or_gets_a_nonce, 0, COUNT(given_seeds)),
	TEST(a_seed_is_drawn),
	TEST(an_empty_nonce_changes_no_dice),
	TEST(robots_have_names_of_their_own),
	LOOP(robots_do_not_cheat, 0, 3),
	LOOP(robots_of_other_rules_are_named, 0, COUNT(listings)),
	LOOP(programs_are_warned_of, 0, 6),
	LOOP(later_rules_must_be_named, 0, 5),
	LOOP(signals_end_a_run, 0, 4))

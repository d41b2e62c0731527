/* games.c - plays games in every variant and at tables of several sizes, and watches each play for illegal plays,
 * timeouts and crashes. */
#include <stdio.h>

#include "doctor/doctor.h"
#include "game/game.h"

enum { MOST_CRASHES = 10 }; /* after this many crashes at a table its games end */

/* Results of the subject over all games, either of the variants that it lists, or of those in which it plays only
 * because it lists none. */
struct account {
	uint64_t n_games, n_illegal, n_crashes, n_timeouts;
	struct str variants;         /* variants in which it played */
	struct str illegal_in; /* variants in which it made illegal plays, such as "wild, perudo" */
	struct str illegal, reason, crash, timeout; /* the first examples */
	struct fault *first_crash;   /* owned */
	char crashed_in[48];         /* the variant of the first crash */
	bool is_cut_short;
};

/* One watched table. */
struct watched_run {
	struct doctor *doctor;
	struct account *account;
	const struct rules *rules;
	int n_seats;
	uint64_t n_crashes, n_illegal;
	struct game before;          /* the game at the subject's last ask */
	struct str hands, history;   /* strings of its last ask */
	int play;                    /* its last answer */
};

static void account_release(struct account *account)
{
	str_release(&account->variants);
	str_release(&account->illegal_in);
	str_release(&account->illegal);
	str_release(&account->reason);
	str_release(&account->crash);
	str_release(&account->timeout);
	free(account->first_crash);
}

static void add_example(const struct watched_run *watched_run, uint64_t game, struct str *out)
{
	str_addf(out, "first in %s, %d robots, game %llu:\nget_play(\"A\", \"%s\", \"%s\")", watched_run->rules->name,
		 watched_run->n_seats, (unsigned long long)game + 1, str_text(&watched_run->hands),
		 str_text(&watched_run->history));
}

static void note_illegal(struct watched_run *watched_run, const struct watch_event *s)
{
	struct account *account = watched_run->account;
	if (account->n_illegal++ == 0) {
		struct err why = {0};
		add_example(watched_run, s->number, &account->illegal);
		str_addf(&account->illegal, " returned %d", watched_run->play);
		if (!game_is_legal(&watched_run->before, watched_run->play, &why))
			str_add(&account->reason, why.text);
	}
	if (watched_run->n_illegal++ == 0 && !strstr(str_text(&account->illegal_in), watched_run->rules->name))
		str_addf(&account->illegal_in, "%s%s", account->illegal_in.length ? ", " : "",
			 watched_run->rules->name);
}

static void take_strings(struct watched_run *watched_run, const struct watch_event *s)
{
	str_set(&watched_run->hands, "%s", s->hands);
	str_set(&watched_run->history, "%s", s->history);
}

static void note_fault(struct watched_run *watched_run, const struct watch_event *s)
{
	struct account *account = watched_run->account;
	take_strings(watched_run, s); /* at a showdown the strings differ from those of its last turn */
	if (s->verdict == VERDICT_TIMEOUT) {
		watched_run->doctor->n_timeouts++;
		if (account->n_timeouts++ == 0) {
			add_example(watched_run, s->number, &account->timeout);
			str_addf(&account->timeout, " %s", s->fault->cause);
		}
		return;
	}
	watched_run->n_crashes++;
	if (account->n_crashes++ == 0) {
		add_example(watched_run, s->number, &account->crash);
		account->first_crash = NEW(struct fault);
		*account->first_crash = *s->fault;
		snprintf(account->crashed_in, sizeof account->crashed_in, "%s", watched_run->rules->name);
	}
}

static bool watch(const struct watch_event *s, void *context)
{
	struct watched_run *watched_run = context;
	struct doctor *doctor = watched_run->doctor;
	if (s->kind == WATCH_GAME)
		watched_run->account->n_games++;
	/* With caller=anyone the judged play may be an earlier one, of another player. The subject is player 0, whose
	 * seat is the number of the rotation. */
	int seat = (int)(s->number % (uint64_t)watched_run->n_seats);
	if (s->kind == WATCH_ANSWER && s->player == 0) {
		watched_run->play = s->play;
		doctor_note_output(doctor, s->output);
	}
	if (s->kind == WATCH_ANSWER && s->verdict == VERDICT_ILLEGAL && s->game->last.actor == seat)
		note_illegal(watched_run, s);
	if (s->kind == WATCH_ASK && s->player == 0) {
		watched_run->before = *s->game;
		take_strings(watched_run, s);
	}
	if (s->kind == WATCH_FAULT && s->player == 0)
		note_fault(watched_run, s);
	bool is_hopeless = watched_run->n_crashes >= MOST_CRASHES || doctor->n_timeouts >= DOCTOR_MOST_TIMEOUTS;
	watched_run->account->is_cut_short |= is_hopeless;
	return !is_hopeless && !doctor_is_over(doctor);
}

static int sit(struct doctor *doctor, struct account *account, const struct rules *rules, int n_seats, struct err *err)
{
	long long games = doctor->pace == PACE_FULL ? doctor->games : 1;
	uint32_t n_blocks = (uint32_t)((games + n_seats - 1) / n_seats), most = DOCTOR_MOST_GAMES / (uint32_t)n_seats;
	n_blocks = n_blocks < most ? n_blocks : most;
	struct watched_run watched_run = {.doctor = doctor, .account = account, .rules = rules, .n_seats = n_seats};
	struct doctor_table table = {.n_seats = n_seats, .n_blocks = n_blocks, .match_length = n_blocks};
	int failed = doctor_sit_down(doctor, rules, &table, err) ||
		tournament_watch_match(&table.run, 0, watch, &watched_run, err);
	str_release(&watched_run.hands);
	str_release(&watched_run.history);
	return failed;
}

static int play_variant(struct doctor *doctor, struct account *account, const struct rules *rules, struct err *err)
{
	static const int sizes[] = {2, 3, DOCTOR_MAX_SEATS};
	size_t n_sizes = doctor->pace == PACE_SHORTEST ? 1 : sizeof sizes / sizeof *sizes;
	for (size_t i = 0; i < n_sizes; i++) {
		struct err unplayable = {0};
		if (doctor->n_timeouts >= DOCTOR_MOST_TIMEOUTS || rules_check(rules, sizes[i], &unplayable))
			continue;
		if (sit(doctor, account, rules, sizes[i], err))
			return -1;
	}
	str_addf(&account->variants, "%s%s", account->variants.length ? ", " : "", rules->name);
	return 0;
}

static int play_all(struct doctor *doctor, struct account accounts[2], struct err *err)
{
	if (play_variant(doctor, &accounts[0], &doctor->rules, err))
		return -1;
	bool says_all = !doctor->robots[0].manifest.variants[0];
	for (const struct variant *v = game_variants; v->name && !doctor->is_given && doctor->pace != PACE_SHORTEST;
	     v++) {
		struct rules rules;
		if (rules_init(&rules, v->name, err))
			return -1;
		if (strcmp(v->name, doctor->rules.name) == 0 || !tournament_suits(&doctor->robots[0], &rules) ||
		    doctor->n_timeouts >= DOCTOR_MOST_TIMEOUTS || doctor_is_over(doctor))
			continue;
		if (play_variant(doctor, &accounts[says_all], &rules, err))
			return -1;
	}
	return 0;
}

static void describe_illegal(struct doctor *doctor, const struct account *account, enum doctor_level level)
{
	struct doctor_finding *finding = doctor_add(doctor, level, "plays", "%llu illegal plays in %llu games (in %s)",
					     (unsigned long long)account->n_illegal,
					     (unsigned long long)account->n_games, str_text(&account->illegal_in));
	str_add(&finding->detail, str_text(&account->illegal));
	if (account->reason.length)
		str_addf(&finding->detail, "\n%s", account->reason.text);
	finding->advice = level == DOCTOR_FAULT
				  ? "A bid is 10 * quantity + face and must be higher than the last one; "
				    "after a bid, 0 is always a call. "
				    "`arena list variants` has the rules of each variant."
				  : doctor_advice(doctor, DOCTOR_VARIANTS);
}

/* Adds a command that reproduces the crash. It plays the same games with all robots in the process that is debugged. */
static void add_debugger(const struct doctor *doctor, const struct account *account, struct str *out)
{
	str_addf(out, "\ngdb --args %s", doctor->again.text);
	if (!doctor->is_given)
		str_addf(out, " -v %s", account->crashed_in);
}

static void describe_crash(struct doctor *doctor, const struct account *account)
{
	const struct fault *fault = account->first_crash;
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "crashes", "%llu in %llu games: %s",
					     (unsigned long long)account->n_crashes,
					     (unsigned long long)account->n_games, fault->cause);
	str_add(&finding->detail, str_text(&account->crash));
	doctor_last_words(doctor, fault, finding);
	if (doctor->robots[0].kind == ROBOT_PROGRAM) {
		finding->advice = !fault->n_output ? "It wrote nothing to stderr."
				  : robot_has_debugger(&doctor->robots[0])
				  ? "Its last output is shown above. When it crashes in a tournament, "
				    "the command for a debugger is printed."
				  : "Its last output is shown above. To ask it again, send the line with the three "
				    "strings to its stdin (docs/programs.md).";
		return;
	}
	add_debugger(doctor, account, &finding->detail);
	const char *missing = NULL;
	if (fault->has_offset) {
		str_add(&finding->text, " in ");
		missing = doctor_where(&doctor->robots[0], fault->offset, &finding->text);
	}
	finding->advice = missing ? missing
				  : "The last line above plays the same games in a debugger, up to the crash.";
}

static void describe_timeout(struct doctor *doctor, const struct account *account)
{
	struct doctor_finding *finding = doctor_add(doctor, DOCTOR_FAULT, "timeouts",
						    "it does not answer some asks in time");
	str_add(&finding->detail, str_text(&account->timeout));
	finding->advice = "Answer within --move-time of CPU time (100 ms by default), and never wait or sleep. "
			  "What is loaded before the first answer has a separate limit (--start-time).";
}

static void describe(struct doctor *doctor, const struct account *account, enum doctor_level illegal_level)
{
	doctor->is_hopeless |= account->is_cut_short || 2 * account->n_illegal >= account->n_games;
	if (account->n_illegal)
		describe_illegal(doctor, account, illegal_level);
	if (account->n_crashes)
		describe_crash(doctor, account);
	if (account->n_timeouts)
		describe_timeout(doctor, account);
	if (!account->n_illegal && !account->n_crashes && !account->n_timeouts)
		doctor_add(doctor, DOCTOR_OK, "plays", "%llu games without a fault (%s)",
			   (unsigned long long)account->n_games, account->variants.text);
	else if (account->is_cut_short)
		doctor_add(doctor, DOCTOR_WARNING, "plays", "not all games were played, because of many crashes or "
			   "timeouts");
}

int doctor_check_plays(struct doctor *doctor, struct err *err)
{
	struct account accounts[2] = {{0}};
	int failed = play_all(doctor, accounts, err);
	if (!failed && accounts[0].n_games)
		describe(doctor, &accounts[0], DOCTOR_FAULT);
	if (!failed && accounts[1].n_games)
		describe(doctor, &accounts[1], DOCTOR_WARNING);
	/* Play fewer games from here on: each crash needs a new process, and the robot must be checked again anyway
	 * once the crashes are fixed. */
	if (accounts[0].n_crashes >= MOST_CRASHES)
		doctor->pace = PACE_SHORTEST;
	account_release(&accounts[0]);
	account_release(&accounts[1]);
	return failed;
}

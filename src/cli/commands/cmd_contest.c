/* cmd_contest.c - `arena contest`: a contest from a folder of submissions. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "contest/files.h"
#include "contest/last_evening.h"
#include "contest/serve/serve.h"
#include "contest/serve/tokens.h"
#include "contest/show.h"
#include "contest/similar.h"
#include "contest/site.h"
#include "net/server/http.h"
#include "output/show.h"
#include "run/seed.h"
#include "run/setup.h"

static int open_contest(const struct args *args, enum contest_mode mode, struct contest *contest, struct err *err)
{
	contest->stop = setup_stop();
	contest->say = args_flag(args, "quiet") ? NULL : command_say;
	contest->n_jobs = (int)args_number(args, "jobs");
	contest->allows_weak_sandbox = args_flag(args, "weak-sandbox");
	contest->on_round = args_text(args, "on-round");
	contest->has_sign_in = args_flag(args, "sign-in");
	return contest_open(contest, args->operands[1], mode, err);
}

static int make_folder(const char *path, mode_t mode, struct err *err)
{
	return mkdir(path, mode) && errno != EEXIST ? err_errno(err, "cannot create the folder '%s'", path) : 0;
}

/* Adds a nonce to a seed that robots could guess. */
static int complete_seed(struct settings *settings, struct err *err)
{
	AUTO_STR struct str seed = str_of("%s", settings->seed);
	if (seed_add_nonce(&seed, err))
		return -1;
	AUTO_STR struct str setting = str_of("seed=%s", seed.text);
	return settings_set(settings, setting.text, "--set", err);
}

static int read_settings(const struct args *args, struct settings *settings, struct err *err)
{
	const struct opt_value *set = args_value(args, "set");
	settings_init(settings);
	for (int i = 0; i < set->n_list; i++)
		if (settings_set(settings, set->list[i], "--set", err))
			return -1;
	return settings_check(settings, err) || complete_seed(settings, err) ? -1 : 0;
}

static int write_settings(const char *path, const struct settings *settings, struct err *err)
{
	AUTO_STR struct str text = {0};
	settings_to_text(settings, &text);
	mode_t old = umask(077); /* the file contains the seed */
	int failed = file_write(path, &text, err);
	umask(old);
	return failed;
}

static int run_init(const struct args *args, struct contest *contest, struct err *err)
{
	const char *folder = args->operands[1];
	struct settings settings;
	AUTO_STR struct str path = str_of("%s/contest", folder);
	AUTO_STR struct str submissions = str_of("%s/submissions", folder);
	if (text_check_path("the contest's folder", folder, err))
		return -1;
	if (access(path.text, F_OK) == 0)
		return err_set(err, EXIT_USAGE, "'%s' already contains a contest", folder);
	if (read_settings(args, &settings, err) || make_folder(folder, 0777, err) ||
	    make_folder(submissions.text, 0777, err) || write_settings(path.text, &settings, err))
		return -1;
	if (!args_flag(args, "quiet"))
		printf("%s holds the settings. Put robots into %s/TEAM/, then:\n  arena contest run %s\n", path.text,
		       submissions.text, folder);
	return EXIT_OK;
}

static int run_check(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_STR struct str out = {0};
	int n_missing;
	if (contest_check(contest, &out, &n_missing, err))
		return -1;
	fputs(str_text(&out), stdout);
	return n_missing ? EXIT_USAGE : EXIT_OK;
}

static int run_run(const struct args *args, struct contest *contest, struct err *err)
{
	return round_play_all(contest, args_number(args, "rounds"), err) ? -1 : EXIT_OK;
}

static int run_build(const struct args *args, struct contest *contest, struct err *err)
{
	return contest_build(contest, err) ? -1 : EXIT_OK;
}

static int run_freeze(const struct args *args, struct contest *contest, struct err *err)
{
	if (round_freeze(contest, err))
		return -1;
	if (contest->say)
		printf("The season '%s' has been frozen since %s UTC. SHA-256 of the seed of its final:\n%s\n",
		       contest->season.name, contest->season.frozen, contest->season.seal);
	return EXIT_OK;
}

/* Builds again, although the submissions have not changed: all that failed, or one version. */
static int run_retry(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	const char *which = args->n_operands > 2 ? args->operands[2] : NULL;
	int n = 0;
	if (contest_get_versions(contest->database, &versions, err))
		return -1;
	if (*contest->season.frozen)
		return err_set(err, EXIT_USAGE, "the season '%s' is frozen: no new versions are built",
			       contest->season.name);
	for (int i = 0; i < versions.n; i++) {
		const struct contest_version *version = &versions.items[i];
		AUTO_STR struct str label = contest_label(version);
		bool is_named = which && strcmp(which, label.text) == 0;
		bool is_of_team = !which || strcmp(which, version->team) == 0;
		if (contest_is_forgotten(version) || !(is_named || (is_of_team && *version->reason)))
			continue;
		if (contest_forget_files(contest->database, version->id, err))
			return -1;
		n++;
		if (contest->say)
			printf("%s: the next `arena contest run` builds these files again, "
			       "if they are still submitted\n", label.text);
	}
	if (!n && which)
		return err_set(err, EXIT_USAGE,
			       "'%s' is neither a version (TEAM/VERSION) nor a team with versions that do not take "
			       "part", which);
	return n ? EXIT_OK : err_set(err, EXIT_USAGE, "there is nothing to build again: every version takes part");
}

/* Changes the settings for this final according to the options of `final`. */
static int read_form(const struct args *args, struct settings *settings, struct err *err)
{
	static const struct {
		const char *option, *key;
	} all[] = {{"form", "final_form"}, {"rounds", "final_rounds"}, {"top", "final_top"}, {"seats", "final_seats"},
		{"blocks", "final_blocks"}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (!args_value(args, all[i].option)->is_set)
			continue;
		bool is_form = strcmp(all[i].option, "form") == 0;
		AUTO_STR struct str setting = str_of("%s=", all[i].key), where = str_of("--%s", all[i].option);
		if (is_form)
			str_add(&setting, evening_forms[args_number(args, "form")]);
		else
			str_addf(&setting, "%lld", args_number(args, all[i].option));
		if (settings_set(settings, setting.text, where.text, err))
			return -1;
	}
	return settings_check(settings, err);
}

/* Adds the state of the season's final to the object `season` or, if that is NULL, to the text. Adds nothing unless the
 * final is a Swiss tournament or an elimination. */
static int add_evening(const struct contest *contest, struct str *out, json_t *season, struct err *err)
{
	AUTO_LAST_EVENING struct last_evening last = {0};
	if (!last_evening_has_begun(contest, contest->season.number))
		return 0;
	if (last_evening_read(contest, contest->season.number, EVENING_PUBLIC, &last, err))
		return -1;
	if (season)
		json_object_set_new(season, "final", last_evening_json(&last));
	else if (last.hides && !last.evening.is_over)
		str_add(out, "Its results are printed when `arena contest show` has shown them.\n\n");
	if (!season)
		last_evening_text(&last, show_has_colour(STDOUT_FILENO), out);
	return 0;
}

static int run_final(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_STR struct str table = {0};
	char seed[CONTEST_SEED];
	int64_t run;
	int failed;
	if (read_form(args, &contest->settings, err) || round_play_final(contest, err))
		return -1;
	contest_seed(contest, contest->season.number, 0, seed);
	printf("The final of the season '%s'. SHA-256 of its seed:\n%s\nSeed: %s\n\n", contest->season.name,
	       contest->season.seal, seed);
	if (last_evening_has_begun(contest, contest->season.number))
		failed = add_evening(contest, &table, NULL, err);
	else
		failed = contest_final_table(contest, contest->season.number, &run, &table, err);
	if (failed)
		return -1;
	fputs(str_text(&table), stdout);
	return EXIT_OK;
}

/* Finds the latest season with a final that has begun and is a Swiss tournament or an elimination. */
static int find_evening(const struct contest *contest, int64_t *season, struct err *err)
{
	for (*season = contest->season.number; *season > 0; --*season)
		if (last_evening_has_begun(contest, *season))
			return 0;
	return err_set(err, EXIT_USAGE,
		"no final of this contest is a Swiss tournament or an elimination: `arena contest final --form FORM` "
		"plays one");
}

static int run_show(const struct args *args, struct contest *contest, struct err *err)
{
	struct terminal terminal;
	int64_t season;
	if (find_evening(contest, &season, err))
		return -1;
	terminal_init(&terminal, args_flag(args, "plain"), true);
	const struct show_wish wish = {
		.n_games = (int)args_number(args, "games"), .first = (int)args_number(args, "from"),
		.is_stepping = args_flag(args, "step"),
		.pause_ns = args_value(args, "pause")->is_set || terminal.is_interactive
			? args_number(args, "pause") : 0,
	};
	int code = show_evening(contest, season, &wish, &terminal, err);
	terminal_release(&terminal);
	return code;
}

static int run_begin(const struct args *args, struct contest *contest, struct err *err)
{
	const char *name = args->n_operands > 2 ? args->operands[2] : NULL;
	if (name && !files_is_name(name))
		return err_set(err, EXIT_USAGE, "'%s' is not a valid name of a season", name);
	if (contest_next_season(contest, name, err))
		return -1;
	if (contest->say)
		printf("The season '%s' has begun.\n", contest->season.name);
	return EXIT_OK;
}

static json_t *season_json(const struct contest *contest, const struct ranking *ranking)
{
	const struct contest_season *season = &contest->season;
	const char *state = !season->number ? "new" : *season->ended ? "ended" : *season->frozen ? "frozen" : "open";
	char seed[CONTEST_SEED];
	contest_seed(contest, season->number, 0, seed);
	return json_pack("{s:o, s:I, s:s, s:s, s:o}", "season", season->name ? json_clean(season->name) : json_null(),
			 "round", (json_int_t)ranking->round, "state", state, "seal", season->seal ? season->seal : "",
			 "seed", season->number && *season->ended ? json_string(seed) : json_null());
}

static void print_notes(const json_t *season, const json_t *notes, struct str *out)
{
	str_addf(out, "\n%s, %s. SHA-256 of the seed of the final: %s\n",
		 json_string_value(json_object_get(season, "season")),
		 json_string_value(json_object_get(season, "state")),
		 json_string_value(json_object_get(season, "seal")));
	JSON_EACH(i, note, notes)
		str_addf(out, "%s: %s\n", json_string_value(json_array_get(note, 0)),
			 json_string_value(json_array_get(note, 1)));
}

static int run_status(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_RANKING struct ranking ranking = {0};
	AUTO_STR struct str out = {0};
	if (ranking_read(contest, &ranking, err))
		return -1;
	AUTO_JSON json_t *notes = contest->database ? contest_notes(contest->database, err) : json_array();
	if (!notes)
		return -1;
	AUTO_JSON json_t *season = season_json(contest, &ranking);
	if (command_form(args) == FORM_CSV) {
		ranking_csv(&ranking, &out);
	} else if (command_form(args) == FORM_JSON) {
		json_object_set_new(season, "standings", ranking_json(&ranking));
		json_object_set(season, "notes", notes);
		json_t *cpu = args_flag(args, "cpu") && contest->database ? usage_json(contest, err) : json_null();
		if (!cpu || add_evening(contest, NULL, season, err))
			return -1;
		if (args_flag(args, "cpu"))
			json_object_set(season, "cpu", cpu);
		json_decref(cpu);
		json_add_text(&out, json_incref(season));
	} else {
		str_addf(&out, "%s, after round %" PRId64 "\n\n", contest->settings.title, ranking.round);
		ranking_text(&ranking, show_has_colour(STDOUT_FILENO), &out);
		if (contest->season.number)
			print_notes(season, notes, &out);
		if (last_evening_has_begun(contest, contest->season.number))
			str_add(&out, "\nThe final\n\n");
		if (add_evening(contest, &out, NULL, err) ||
		    (args_flag(args, "cpu") && contest->database &&
		     usage_text(contest, show_has_colour(STDOUT_FILENO), &out, err)))
			return -1;
	}
	fputs(out.text, stdout);
	return EXIT_OK;
}

static int run_similar(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_SIMILAR struct similar similar = {0};
	AUTO_STR struct str out = {0};
	if (similar_find(contest, &similar, err))
		return -1;
	if (command_form(args) == FORM_CSV)
		similar_csv(&similar, &out);
	else if (command_form(args) == FORM_JSON)
		json_add_text(&out, similar_json(&similar));
	else
		similar_text(&similar, show_has_colour(STDOUT_FILENO), &out);
	fputs(out.text, stdout);
	return EXIT_OK;
}

static int run_publish(const struct args *args, struct contest *contest, struct err *err)
{
	const char *to = args_text(args, "to");
	struct publish_count count;
	if (!to)
		return err_set(err, EXIT_USAGE, "contest publish needs the folder of the site: --to SITE");
	if (publish_site(contest, to, &count, err))
		return -1;
	if (contest->say)
		printf("%d files in %s, %d of them new or changed\n", count.n_files, to, count.n_written);
	return EXIT_OK;
}

/* Prints the addresses of the teams' private pages. */
static int run_pages(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	AUTO_STR struct str out = {0};
	if (contest->database && contest_get_versions(contest->database, &versions, err))
		return -1;
	for (int i = 0; i < versions.n; i++) {
		AUTO_STR struct str page = contest_team_page(contest, versions.items[i].team);
		if (contest_find_team(&versions, versions.items[i].team) == i)
			str_addf(&out, "%s: %s\n", versions.items[i].team, page.text);
	}
	fputs(str_text(&out), stdout);
	return EXIT_OK;
}

/* Prints a new token, or revokes the current one. */
static int run_invite(const struct args *args, struct contest *contest, struct err *err)
{
	struct settings settings;
	bool is_organiser = args_flag(args, "organiser");
	const char *folder = args->operands[1], *site = settings.site;
	const char *team = is_organiser ? TOKENS_ORGANISER : args->n_operands > 2 ? args->operands[2] : NULL;
	char token[TOKENS_TEXT];
	if (!team || (is_organiser && args->n_operands > 2))
		return err_set(err, EXIT_USAGE, "contest invite needs a team, or --organiser");
	if (settings_load(&settings, folder, err))
		return -1;
	if (args_flag(args, "revoke"))
		return tokens_revoke(folder, team, err) ? -1 : EXIT_OK;
	if (tokens_invite(folder, team, token, err))
		return -1;
	if (*site)
		printf("%s%ssign-in#%s\n", site, str_ends(site, "/") ? "" : "/", token);
	else
		printf("%s\n", token);
	return EXIT_OK;
}

static int run_challenge(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_STR struct str result = {0};
	if (args->n_operands < 4)
		return err_set(err, EXIT_USAGE, "contest challenge needs two teams");
	if (contest_challenge(contest, args->operands[2], args->operands[3], args_text(args, "to"), &result, err))
		return -1;
	printf("%s\n", str_text(&result));
	return EXIT_OK;
}

static int run_serve(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_STR struct str host = {0};
	struct serve_contest_plan plan = {
		.folder = args->operands[1], .site = args_text(args, "to"), .every_s = args_number(args, "every"),
		.n_rounds = args_number(args, "rounds"),
		.is_behind_proxy = args_flag(args, "proxy"), .n_jobs = (int)args_number(args, "jobs"),
		.allows_weak_sandbox = args_flag(args, "weak-sandbox"),
		.stop = setup_stop(), .say = args_flag(args, "quiet") ? NULL : command_say,
	};
	if (http_read_where(args_text(args, "listen"), "--listen", &host, &plan.port, err))
		return -1;
	plan.address = host.text;
	return contest_serve(&plan, err) ? -1 : EXIT_OK;
}

static const struct action {
	const char *name;
	int n_operands; /* maximum number, including the action itself */
	const char *options; /* allowed options in addition to --quiet */
	enum {OPEN_NOT, OPEN_TO_READ, OPEN_TO_CHANGE} open; /* how the contest is opened for the action */
	int (*run)(const struct args *args, struct contest *contest, struct err *err);
} actions[] = {
	{"init", 2, "set", OPEN_NOT, run_init},
	{"check", 2, "", OPEN_TO_READ, run_check},
	{"run", 2, "rounds on-round jobs weak-sandbox", OPEN_TO_CHANGE, run_run},
	{"status", 2, "output cpu", OPEN_TO_READ, run_status},
	{"build", 2, "weak-sandbox", OPEN_TO_CHANGE, run_build},
	{"freeze", 2, "weak-sandbox", OPEN_TO_CHANGE, run_freeze},
	{"retry", 3, "", OPEN_TO_CHANGE, run_retry},
	{"final", 2, "form rounds top seats blocks on-round jobs weak-sandbox", OPEN_TO_CHANGE, run_final},
	{"show", 2, "games from pause step plain", OPEN_TO_READ, run_show},
	{"begin", 3, "", OPEN_TO_CHANGE, run_begin},
	{"similar", 2, "output weak-sandbox", OPEN_TO_READ, run_similar},
	{"publish", 2, "to sign-in", OPEN_TO_READ, run_publish},
	{"pages", 2, "", OPEN_TO_READ, run_pages},
	{"invite", 3, "organiser revoke", OPEN_NOT, run_invite},
	{"serve", 2, "listen to every rounds proxy jobs weak-sandbox", OPEN_NOT, run_serve},
	{"challenge", 4, "to weak-sandbox", OPEN_TO_READ, run_challenge},
};
enum { N_ACTIONS = sizeof actions / sizeof *actions };

static int check_options(const struct action *action, const struct args *args, struct err *err)
{
	for (const struct opt *opt = args->options; opt->type != OPT_NONE; opt++)
		if (args_value(args, opt->name)->is_set && strcmp(opt->name, "quiet") != 0 &&
		    !str_has_word(action->options, opt->name, " "))
			return err_set(err, EXIT_USAGE, "contest %s does not take --%s", action->name, opt->name);
	return 0;
}

static int run_action(const struct action *action, const struct args *args, struct err *err)
{
	AUTO_CONTEST struct contest contest = {0};
	if (check_options(action, args, err) ||
	    (action->open &&
	     open_contest(args, action->open == OPEN_TO_READ ? CONTEST_READ : CONTEST_CHANGE, &contest, err)))
		return -1;
	return action->run(args, &contest, err);
}

static int run(const struct args *args, struct err *err)
{
	AUTO_STR struct str names = {0};
	for (int i = 0; i < N_ACTIONS; i++) {
		str_addf(&names, "%s%s", i ? ", " : "", actions[i].name);
		if (args->n_operands == 0 || strcmp(args->operands[0], actions[i].name) != 0)
			continue;
		if (args->n_operands < 2)
			return err_set(err, EXIT_USAGE, "contest %s needs the folder of a contest", actions[i].name);
		if (args->n_operands > actions[i].n_operands)
			return err_set(err, EXIT_USAGE, "contest %s does not take '%s'", actions[i].name,
				       args->operands[actions[i].n_operands]);
		return run_action(&actions[i], args, err);
	}
	if (args->n_operands == 0)
		return err_set(err, EXIT_USAGE, "contest needs an action (%s) and a folder", names.text);
	return err_set(err, EXIT_USAGE, "'%s' is not an action of contest; the actions are: %s", args->operands[0],
		       names.text);
}

COMMAND(contest, NAMES_FOLDERS, run);

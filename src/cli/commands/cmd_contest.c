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
#include "contest/site.h"
#include "output/show.h"
#include "run/seed.h"
#include "run/setup.h"

/* Opens the folder that the command line names. */
static int open_contest(const struct args *args, enum contest_mode mode, struct contest *contest, struct err *err)
{
	contest->stop = setup_stop();
	contest->say = args_flag(args, "quiet") ? NULL : command_say;
	contest->n_jobs = (int)args_number(args, "jobs");
	contest->allows_weak_sandbox = args_flag(args, "weak-sandbox");
	contest->on_round = args_text(args, "on-round");
	return contest_open(contest, args->operands[1], mode, err);
}

static int make_folder(const char *path, mode_t mode, struct err *err)
{
	return mkdir(path, mode) && errno != EEXIST ? err_errno(err, "cannot create the folder '%s'", path) : 0;
}

/* A seed that robots could guess gets a nonce. */
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
	mode_t old = umask(077); /* it holds the seed */
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

static int run_freeze(const struct args *args, struct contest *contest, struct err *err)
{
	if (round_freeze(contest, err))
		return -1;
	if (contest->say)
		printf("The season '%s' has been frozen since %s UTC. SHA-256 of the seed of its final:\n%s\n",
		       contest->season.name, contest->season.frozen, contest->season.seal);
	return EXIT_OK;
}

/* Builds submissions again although they have not changed: those that failed, or one version. */
static int run_retry(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	const char *which = args->n_operands > 2 ? args->operands[2] : NULL;
	int n = 0;
	if (contest_get_versions(contest->database, &versions, err))
		return -1;
	if (*contest->season.frozen)
		return err_set(err, EXIT_USAGE, "the season '%s' is frozen: no new versions are built", contest->season.name);
	for (int i = 0; i < versions.n; i++) {
		const struct contest_version *version = &versions.items[i];
		AUTO_STR struct str label = contest_label(version);
		bool is_named = which && strcmp(which, label.text) == 0, is_of_team = !which || strcmp(which, version->team) == 0;
		if (contest_is_forgotten(version) || !(is_named || (is_of_team && *version->reason)))
			continue;
		if (contest_forget_files(contest->database, version->id, err))
			return -1;
		n++;
		if (contest->say)
			printf("%s: the next `arena contest run` builds these files again, if they are still submitted\n", label.text);
	}
	if (!n && which)
		return err_set(err, EXIT_USAGE, "'%s' is neither a version (TEAM/VERSION) nor a team with versions that do not take "
			       "part", which);
	return n ? EXIT_OK : err_set(err, EXIT_USAGE, "there is nothing to build again: every version takes part");
}

static int run_final(const struct args *args, struct contest *contest, struct err *err)
{
	AUTO_STR struct str table = {0};
	char seed[CONTEST_SEED];
	int64_t run;
	if (round_play_final(contest, err))
		return -1;
	contest_seed(contest, contest->season.number, 0, seed);
	printf("The final of the season '%s'. SHA-256 of its seed:\n%s\nSeed: %s\n\n", contest->season.name,
	       contest->season.seal, seed);
	if (contest_final_table(contest, contest->season.number, &run, &table, err))
		return -1;
	fputs(str_text(&table), stdout);
	return EXIT_OK;
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
			 "round", (json_int_t)ranking->round, "state", state, "seal", season->seal ? season->seal : "", "seed",
			 season->number && *season->ended ? json_string(seed) : json_null());
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
		if (!cpu)
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
		if (args_flag(args, "cpu") && contest->database && usage_text(contest, show_has_colour(STDOUT_FILENO), &out, err))
			return -1;
	}
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

static const struct action {
	const char *name;
	int n_operands; /* maximum number, including the action itself */
	const char *options; /* allowed options in addition to --quiet */
	enum {OPEN_NOT, OPEN_TO_READ, OPEN_TO_CHANGE} open; /* how the contest is opened before the action */
	int (*run)(const struct args *args, struct contest *contest, struct err *err);
} actions[] = {
	{"init", 2, "set", OPEN_NOT, run_init},
	{"check", 2, "", OPEN_TO_READ, run_check},
	{"run", 2, "rounds on-round jobs weak-sandbox", OPEN_TO_CHANGE, run_run},
	{"status", 2, "output cpu", OPEN_TO_READ, run_status},
	{"freeze", 2, "weak-sandbox", OPEN_TO_CHANGE, run_freeze},
	{"retry", 3, "", OPEN_TO_CHANGE, run_retry},
	{"final", 2, "on-round jobs weak-sandbox", OPEN_TO_CHANGE, run_final},
	{"begin", 3, "", OPEN_TO_CHANGE, run_begin},
	{"publish", 2, "to", OPEN_TO_READ, run_publish},
	{"pages", 2, "", OPEN_TO_READ, run_pages},
};
enum { N_ACTIONS = sizeof actions / sizeof *actions };

static int check_options(const struct action *action, const struct args *args, struct err *err)
{
	for (const struct opt *opt = args->options; opt->type != OPT_NONE; opt++)
		if (args_value(args, opt->name)->is_set && strcmp(opt->name, "quiet") != 0 && !str_has_word(action->options, opt->name, " "))
			return err_set(err, EXIT_USAGE, "contest %s does not take --%s", action->name, opt->name);
	return 0;
}

static int run_action(const struct action *action, const struct args *args, struct err *err)
{
	AUTO_CONTEST struct contest contest = {0};
	if (check_options(action, args, err) ||
	    (action->open && open_contest(args, action->open == OPEN_TO_READ ? CONTEST_READ : CONTEST_CHANGE, &contest, err)))
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
	return err_set(err, EXIT_USAGE, "'%s' is not an action of contest; the actions are: %s", args->operands[0], names.text);
}

COMMAND(contest, NAMES_FOLDERS, run);

/* cmd_report.c - `arena report`: a run as one HTML file. */
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/report_source.h"
#include "cli/tourneys.h"
#include "page/frame.h"
#include "page/picture.h"
#include "page/report.h"
#include "run/replay.h"
#include "store/run.h"

enum { GAMES_MOST = 50, GAMES_OF_LARGE_TABLES = 8, COACHED_ALONE = 200 };

static int read_asked(const struct args *args, struct report_wish *wish, struct err *err)
{
	const struct opt_value *games = args_value(args, "game");
	wish->asked = NEW_ARRAY(uint64_t, (size_t)games->n_list + 1);
	if (args_number(args, "only-game")) {
		if (games->n_list)
			return err_set(err, EXIT_USAGE, "options '--game' and '--only-game' cannot be used together");
		wish->asked[wish->n_asked++] = (uint64_t)args_number(args, "only-game") - 1;
	}
	for (int i = 0; i < games->n_list; i++) {
		long long game;
		if (!str_to_int(games->list[i], 1, RUN_MOST_GAMES, &game))
			return err_set(err, EXIT_USAGE, "option '--game' needs the number of a game, from 1, not '%s'",
				       games->list[i]);
		wish->asked[wish->n_asked++] = (uint64_t)game - 1;
	}
	return 0;
}

static int write_page(const struct args *args, const struct report_source *source, const struct report *report,
		      const struct str *page, struct err *err)
{
	const char *path = args_text(args, "file");
	AUTO_STR struct str in_folder = {0}, name = {0};
	const char *prefix = tourneys_are_meant(args, 0) ? "tourneys-" : "";
	if (args_number(args, "only-game"))
		str_addf(&name, "%sgame-%lld.html", prefix, args_number(args, "only-game"));
	else if (report->is_of_robot)
		str_addf(&name, "robot-%d.html", report->robot + 1);
	else
		str_addf(&name, "%sreport.html", prefix);
	if (path && strcmp(path, "-") == 0) {
		fwrite(page->text, 1, page->length, stdout);
		return 0;
	}
	if (path && file_write(path, page, err))
		return -1;
	struct run run = {.folder = source->folder};
	if (!path && access(source->folder, F_OK))
		return err_set(err, EXIT_USAGE, "the run %s has no folder '%s' for its report; name a file with -o",
			       source->name, source->folder);
	if (!path && run_write(&run, name.text, page->text, page->length, err))
		return -1;
	str_addf(&in_folder, "%s/%s", source->folder, name.text);
	printf("The %s of run %s is in %s (%zu KB).\n",
	       args_number(args, "only-game") ? "game" : report->is_of_robot ? "page of a robot" : "report",
	       source->name, path ? path : in_folder.text, (page->length + 1023) / 1024);
	return 0;
}

/* Writes a picture of the page's only game or, for a report, of the game that it shows first. */
static int write_picture(const struct args *args, const json_t *data, bool is_quiet, struct err *err)
{
	const char *path = args_text(args, "image");
	const json_t *game = moments_boldest_game(data);
	long only_hand;
	if (!game)
		return err_set(err, EXIT_USAGE, "--image shows a game, and this report has none");
	if (picture_write(data, game, path, &only_hand, err))
		return -1;
	if (is_quiet)
		return 0;
	printf("The picture of game %lld is in %s", (long long)json_integer_value(json_object_get(game, "number")),
	       path);
	if (only_hand >= 0)
		printf(": only hand %ld, because the whole game is too long for a GIF", only_hand + 1);
	puts(".");
	return 0;
}

static int make(const struct args *args, const struct report_source *source, struct report *report, struct err *err)
{
	AUTO_STR struct str page = {0}, title = {0};
	if (read_asked(args, &report->wish, err))
		return -1;
	AUTO_JSON json_t *data = (tourneys_are_meant(args, 0) ? tourneys_data : report_data)(report, err);
	progress_end(report->wish.progress);
	if (!data)
		return -1;
	if (report->is_only_games && report->remark.length)
		return err_set(err, EXIT_ROBOT, "the game cannot be replayed: %s", report->remark.text);
	const char *file = args_text(args, "file"), *image = args_text(args, "image"), *url = args_text(args, "url");
	if ((url && preview_set(data, url, image, err)) ||
	    (image && write_picture(args, data, file && strcmp(file, "-") == 0, err)))
		return -1;
	if (image && !file)
		return 0;
	const char *game = json_string_value(json_object_get(data, "title"));
	if (report->is_only_games)
		str_addf(&title, "Game %lld of run %s: %s", args_number(args, "only-game"), source->name, game);
	else if (report->is_of_robot)
		str_addf(&title, "%s in run %s: %s", source->info.robots[report->robot].label, source->name, game);
	else
		str_addf(&title, "Run %s: %s", source->name, game);
	page_add(report->is_only_games ? PAGE_GAME : PAGE_REPORT, title.text, data, &page, NULL);
	if (report->remark.length && tourneys_are_meant(args, 0))
		fprintf(stderr, "arena: %s\n", report->remark.text);
	else if (report->remark.length)
		fprintf(stderr, "arena: the report has no sample games and no analysis: %s\n", report->remark.text);
	return write_page(args, source, report, &page, err);
}

static int check(const struct args *args, struct err *err)
{
	const char *path = args_text(args, "file");
	if (args_limit(args, 1, "report takes one run", err))
		return -1;
	if (tourneys_are_meant(args, 0) && args_number(args, "coach"))
		return err_set(err, EXIT_USAGE,
			       "--coach rates games of two robots in a run; it does not apply to tourneys");
	if (tourneys_are_meant(args, 0) && args_text(args, "robot"))
		return err_set(err, EXIT_USAGE,
			       "--robot makes a page about a robot of a run; it does not apply to tourneys");
	if (args_text(args, "robot") && args_number(args, "only-game"))
		return err_set(err, EXIT_USAGE, "options '--robot' and '--only-game' cannot be used together");
	if (args_text(args, "image") && picture_check(args_text(args, "image"), err))
		return -1;
	return path && strcmp(path, "-") != 0 ? file_check(path, err) : 0;
}

/* Reads the options that choose the content of the page. */
static int read_wish(const struct args *args, const struct report_source *source, struct report *report,
		     struct err *err)
{
	const char *robot = args_text(args, "robot");
	report->is_only_games = args_number(args, "only-game") > 0;
	if (report->is_only_games)
		return 0;
	bool is_large = source->info.n_seats > 2 && !args_value(args, "games")->is_set;
	report->wish.n_games = is_large ? GAMES_OF_LARGE_TABLES : (int)args_number(args, "games");
	report->most_studied = (uint64_t)args_number(args, "analysis");
	report->most_coached = (uint64_t)args_number(args, "coach");
	if (robot && !args_value(args, "coach")->is_set)
		report->most_coached = COACHED_ALONE;
	report->has_robot = report->is_of_robot = robot != NULL;
	return robot ? run_find_robot(&source->info, source->name, robot, &report->robot, err) : 0;
}

static int run(const struct args *args, struct err *err)
{
	if (check(args, err))
		return -1;
	AUTO_REPORT_SOURCE struct report_source source = {0};
	struct request request;
	if (request_args_read(args, &request, err) || report_source_find(args, &request, &source, err))
		return -1;
	struct progress progress;
	progress_init(&progress, &request, 0, false);
	struct report report = {
		.database = source.database, .run_id = source.run_id, .name = source.name, .info = &source.info,
		.wish = {.n_jobs = request.n_workers, .progress = &progress},
		.is_trusted = request.is_trusted, .allows_weak_sandbox = request.allows_weak_sandbox,
		.tell = request.tell, .folder = source.folder, .hidden = {source.results, source.path},
	};
	int failed = read_wish(args, &source, &report, err) || make(args, &source, &report, err);
	free(report.wish.asked);
	report_release(&report);
	return failed ? -1 : EXIT_OK;
}

COMMAND(report, NAMES_FOLDERS, run);

/* cmd_puzzles.c - `arena puzzles`: bids of a run for a reader to judge, as one HTML file. */
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/report_source.h"
#include "cli/tourneys.h"
#include "page/frame.h"
#include "page/puzzles.h"
#include "page/report.h"

static int write_page(const struct args *args, const struct report_source *source, const struct str *page, int n,
		      struct err *err)
{
	AUTO_STR struct str in_folder = str_of("%s/%spuzzles.html", source->folder,
					       tourneys_are_meant(args, 0) ? "tourneys-" : "");
	const char *named = args_text(args, "file"), *path = named ? named : in_folder.text;
	if (!named && access(source->folder, F_OK))
		return err_set(err, EXIT_USAGE, "the run %s has no folder '%s' for its page; name a file with -o",
			       source->name, source->folder);
	if (strcmp(path, "-") == 0) {
		fwrite(page->text, 1, page->length, stdout);
		return 0;
	}
	if (file_write(path, page, err))
		return -1;
	printf("%d positions of run %s are in %s (%zu KB).\n", n, source->name, path, (page->length + 1023) / 1024);
	return 0;
}

static int make(const struct args *args, const struct report_source *source, struct report *report, struct err *err)
{
	AUTO_JSON json_t *data = (tourneys_are_meant(args, 0) ? tourneys_data : report_data)(report, err);
	progress_end(report->wish.progress);
	if (!data)
		return -1;
	if (report->remark.length && !json_array_size(json_object_get(data, "games")))
		return err_set(err, EXIT_ROBOT, "the games cannot be replayed: %s", report->remark.text);
	int n = (int)json_array_size(json_object_get(data, "puzzles"));
	if (n < PUZZLES_LEAST)
		return err_set(err, EXIT_USAGE,
			       "the games of run %s have too few bids that are hard to judge: %d, and a page needs %d",
			       source->name, n, PUZZLES_LEAST);
	AUTO_STR struct str page = {0}, title = str_of("Would you call? Run %s: %s", source->name,
						       json_string_value(json_object_get(data, "title")));
	page_add(PAGE_PUZZLES, title.text, data, &page, NULL);
	return write_page(args, source, &page, n, err);
}

static int run(const struct args *args, struct err *err)
{
	const char *path = args_text(args, "file");
	struct request request;
	AUTO_REPORT_SOURCE struct report_source source = {0};
	if (args_limit(args, 1, "puzzles takes one run", err) ||
	    (path && strcmp(path, "-") != 0 && file_check(path, err)) ||
	    request_args_read(args, &request, err) || report_source_find(args, &request, &source, err))
		return -1;
	struct progress progress;
	progress_init(&progress, &request, 0, false);
	struct report report = {
		.database = source.database, .run_id = source.run_id, .name = source.name, .info = &source.info,
		.is_only_games = true,
		.wish = {.n_games = PUZZLES_MOST, .puzzle_seed = puzzles_seed(args_text(args, "seed")),
			.n_jobs = request.n_workers, .progress = &progress},
		.is_trusted = request.is_trusted, .allows_weak_sandbox = request.allows_weak_sandbox,
		.tell = request.tell, .folder = source.folder, .hidden = {source.results, source.path},
	};
	int failed = make(args, &source, &report, err);
	report_release(&report);
	return failed ? -1 : EXIT_OK;
}

COMMAND(puzzles, NAMES_FOLDERS, run);

/* report_source.c - finds the run for a report (report_source.h). */
#include "cli/report_source.h"

#include "cli/tourneys.h"

void report_source_release(struct report_source *source)
{
	run_config_release(&source->info);
	database_close(source->database);
	FREE_ALL(source->results, source->path, source->folder, source->name);
}

/* Reads the paths of the robots' files from the run's folder, if it exists, because the database does not have them. */
static void find_paths(struct report_source *source)
{
	AUTO_RUN_CONFIG struct run_config there = {0};
	if (run_config_read(&there, source->folder, NULL))
		return;
	for (int i = 0; i < there.n_robots && i < source->info.n_robots; i++) {
		bool is_same = strcmp(there.robots[i].sha256, source->info.robots[i].sha256) == 0;
		if (is_same && !source->info.robots[i].path) {
			source->info.robots[i].path = there.robots[i].path;
			there.robots[i].path = NULL;
		}
	}
}

/* Opens the games of the tourney server as a run. */
static int find_tourneys(const struct args *args, const struct request *request, struct report_source *source,
			 struct err *err)
{
	source->results = mem_strdup(request->results);
	source->path = request_database(request, source->results);
	source->database = database_open(source->path, DATABASE_READ, err);
	source->name = mem_strdup("tourneys");
	source->folder = mem_strdup(source->results);
	return source->database ? 0 : -1;
}

static int find_run(const struct args *args, const struct request *request, struct report_source *source,
		    struct err *err)
{
	const char *run = args->n_operands ? args->operands[0] : NULL;
	AUTO_FREE char *named = run ? mem_strdup(run) : NULL;
	for (size_t n = named ? strlen(named) : 0; n > 1 && named[n - 1] == '/'; n--)
		named[n - 1] = '\0';
	char *slash = named ? strrchr(named, '/') : NULL;
	if (slash)
		*slash = '\0';
	source->results = mem_strdup(!slash ? request->results : slash == named ? "/" : named);
	source->path = request_database(request, source->results);
	source->database = database_open(source->path, DATABASE_READ, err);
	if (!source->database || database_find_run(source->database, slash ? slash + 1 : named, &source->run_id, err) ||
	    database_info(source->database, source->run_id, &source->info, err))
		return -1;
	source->name = database_name(source->database, source->run_id, err);
	if (!source->name)
		return -1;
	AUTO_STR struct str folder = str_of("%s/%s", source->results, source->name);
	source->folder = mem_strdup(folder.text);
	find_paths(source);
	return 0;
}

int report_source_find(const struct args *args, const struct request *request, struct report_source *source,
		       struct err *err)
{
	return (tourneys_are_meant(args, 0) ? find_tourneys : find_run)(args, request, source, err);
}

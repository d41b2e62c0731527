/* network_robots.c - `--network ROBOT` (setup.h). */
#include "run/setup.h"

#include "base/text.h"
#include "output/show.h"
#include "robot/program/command.h"
#include "robot/program/usage.h"

/* Returns true if `name` is the robot's specification, with or without options, or its label. */
static bool is_called(const struct robot *robot, const char *name)
{
	size_t n = strlen(name);
	return strcmp(robot->label, name) == 0 || strcmp(robot->spec, name) == 0 ||
	       (strncmp(robot->spec, name, n) == 0 && robot->spec[n] == ':' && strcmp(name, "cmd") != 0);
}

/* Allows the robots of this name. Returns their number, or -1 with err. */
static int allow(struct robot *robots, int n, const char *name, struct err *err)
{
	int n_found = 0;
	for (int i = 0; i < n; i++) {
		if (!is_called(&robots[i], name))
			continue;
		if (robots[i].kind != ROBOT_PROGRAM)
			return err_set(err, EXIT_USAGE,
				       "--network: '%s' is not a program; only programs can use the network", name);
		if (!robots[i].program->has_network && program_allow_network(&robots[i], err))
			return -1;
		n_found++;
	}
	return n_found;
}

static int allow_list(struct robot *robots, int n, const char *list, struct err *err)
{
	AUTO_FREE char *names = mem_strdup(list);
	char *rest = names;
	int found = allow(robots, n, list, err); /* first the whole text, because a robot's command line may contain
	                                          * commas */
	if (found)
		return found < 0 ? -1 : 0;
	for (char *name; (name = strsep(&rest, ",")) != NULL;) {
		found = allow(robots, n, name, err);
		if (found == 0)
			return err_set(err, EXIT_USAGE, "--network: this command has no robot '%s'", name);
		if (found < 0)
			return -1;
	}
	return 0;
}

int network_robots_allow(const struct request *request, struct robot *robots, int n, struct err *err)
{
	for (int i = 0; i < request->n_network; i++)
		if (allow_list(robots, n, request->network[i], err))
			return -1;
	return 0;
}

/* Adds a table of the plays that the service and the fallback made, and of the hands that each of them decided and
 * won. */
static void describe_plays(const struct program_sums *sums, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	static const char *const whose[] = {"the service", "the fallback"};
	const uint64_t n_plays[] = {sums->served, sums->unserved};
	table_columns(&table, "<plays of\tplays\thands decided\twon");
	for (int i = 0; i < 2; i++) {
		table_cells(&table, "%s\t%" PRIu64 "\t%" PRIu64, whose[i], n_plays[i], sums->decided[i]);
		if (sums->decided[i])
			table_cells(&table, "%.1f%%", 100.0 * (double)sums->won[i] / (double)sums->decided[i]);
		else
			table_cells(&table, "-");
	}
	table_text(&table, false, out);
}

void network_robots_describe(const struct robot *robots, int n, struct str *out)
{
	struct program_sums sums;
	for (int i = 0; i < n; i++) {
		if (!program_usage(&robots[i], &sums))
			continue;
		text_add_clean(out, robots[i].label);
		str_addf(out,
			 " reports that it used %" PRIu64 " requests, %" PRIu64 " tokens in, %" PRIu64 " out, $%.4f",
			 sums.requests, sums.tokens_in, sums.tokens_out, (double)sums.micro_dollars / 1e6);
		if (sums.unserved)
			str_addf(out, "; %" PRIu64 " plays were made without the service", sums.unserved);
		str_add(out, "\n");
		if (sums.served || sums.decided[1] > 0)
			describe_plays(&sums, out);
	}
}

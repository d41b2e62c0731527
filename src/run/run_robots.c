/* run_robots.c - finds the robots of a recorded run (run_robots.h). */
#include "run/run_robots.h"

#include <stdio.h>
#include <unistd.h>

static int open_one(struct robot *robot, const struct run_config_robot *known, struct err *err)
{
	if (known->path && access(known->path, F_OK) == 0) {
		if (robot_open_stored(robot, known->spec, known->path, NULL) == 0 && strcmp(robot->sha256, known->sha256) == 0)
			return 0;
		robot_release(robot);
	}
	return robot_open_stored(robot, known->spec, NULL, err);
}

static int check_hash(const struct tournament *tournament, const struct robot *robot, const struct run_config_robot *known, const char *hint,
		      struct err *err)
{
	bool is_command = !robot->path[0]; /* it has no data folder */
	const char *or_data = is_command ? "" : ", or its data folder has changed";
	if (strcmp(robot->sha256, known->sha256) == 0)
		return 0;
	AUTO_STR struct str files = str_of("'%s'", is_command ? robot->spec : robot->path);
	if (robot->data_folder[0])
		str_addf(&files, " with the data folder '%s'", robot->data_folder);
	else if (!is_command)
		str_add(&files, " without a data folder");
	if (hint)
		return err_set(err, EXIT_USAGE, "the robot '%s' is not the file that played%s: %s has SHA-256\n  %s, the "
			       "run had\n"
			       "  %s\n(%s)", known->label, or_data, files.text, robot->sha256, known->sha256, hint);
	tournament_tell(tournament, "arena: warning: the robot '%s' is not the file that played%s\n", known->label, or_data);
	return 0;
}

int run_robots_open(const struct run_config *info, const struct tournament *tournament, const char *hint, struct err *err)
{
	struct robot *robots = tournament->robots;
	for (int i = 0; i < info->n_robots; i++) {
		if (open_one(&robots[i], &info->robots[i], err))
			return -1;
		if (robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "this run had a human player and cannot be replayed");
		free(robots[i].label);
		robots[i].label = mem_strdup(info->robots[i].label);
		if (check_hash(tournament, &robots[i], &info->robots[i], hint, err))
			return -1;
	}
	return 0;
}

struct robot *run_robots_names(const struct run_config *info)
{
	struct robot *robots = NEW_ARRAY(struct robot, (size_t)info->n_robots);
	for (int i = 0; i < info->n_robots; i++) {
		robots[i].spec = mem_strdup(info->robots[i].spec);
		robots[i].label = mem_strdup(info->robots[i].label);
	}
	return robots;
}

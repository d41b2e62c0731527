/* label.c - the labels of robots without names, which must be unique in a run (robot.h). */

#include "robot/program/command.h"
#include "robot/robot.h"

/* Returns the end of a path with at most `n` folders: "b/bot" for "a/b/bot" and 1. */
static const char *tail(const char *path, int n)
{
	const char *at = path + strlen(path);
	while (at > path && (at[-1] != '/' || n-- > 0))
		at--;
	return at;
}

/* Returns how many folders the label of robots[index] needs, so that it differs from those of other files. file[i] is
 * the absolute path of robots[i], or NULL. */
static int n_folders(const struct robot *robots, char *const *file, int n, int index)
{
	int most = 0;
	const char *word = robots[index].word;
	for (int i = 0; i < n; i++) {
		const char *other = robots[i].word;
		int depth = 0;
		bool is_same = !file[i] || !file[index] || strcmp(file[i], file[index]) == 0;
		if (is_same || robots[i].is_named || strcmp(tail(word, 0), tail(other, 0)) != 0 ||
		    strcmp(word, other) == 0)
			continue;
		while (strcmp(tail(word, depth), tail(other, depth)) == 0)
			depth++;
		most = depth > most ? depth : most;
	}
	return most;
}

static void add_folders(struct robot *robot, int n)
{
	const char *from = tail(robot->word, n);
	AUTO_STR struct str label = str_of("%.*s", (int)(tail(robot->word, 0) - from), from);
	str_add(&label, robot->label);
	free(robot->label);
	robot->label = mem_strdup(label.text);
}

static int find(const struct robot *robots, int n, const char *label)
{
	int i = 0;
	while (i < n && strcmp(robots[i].label, label) != 0)
		i++;
	return i < n ? i : -1;
}

int robot_make_labels(struct robot *robots, int n, struct err *err)
{
	AUTO_FREE char **file = NEW_ARRAY(char *, (size_t)n + 1);
	for (int i = 0; i < n; i++)
		file[i] = mem_realpath(robots[i].path[0] ? robots[i].path :
				       robots[i].program && robots[i].program->n_files ?
				       robots[i].program->files[robots[i].program->n_files - 1].path : "");
	for (int i = 0; i < n; i++)
		if (!robots[i].is_named)
			add_folders(&robots[i], n_folders(robots, file, n, i));
	for (int i = 0; i < n; i++)
		free(file[i]);
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str label = str_of("%s", robots[i].label);
		int same = find(robots, i, label.text);
		if (same >= 0 && (robots[i].is_named || robots[same].is_named))
			return err_set(err, EXIT_USAGE,
				       "two players are called '%s': give each a name of its own, as in NAME=%s",
				       label.text, robots[i].spec);
		for (int count = 2; find(robots, i, label.text) >= 0; count++)
			str_set(&label, "%s#%d", robots[i].label, count);
		free(robots[i].label);
		robots[i].label = mem_strdup(label.text);
	}
	return 0;
}

/* usage.c - robots with a network connection, and the costs that they report (usage.h, sdk/arena_usage.h). */
#include "robot/program/usage.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena_usage.h"
#include "robot/program/command.h"

extern char **environ;

enum { USAGE_BYTES = 4096, LARGEST_FILE = 1 << 28 };

/* Returns true if the program names this variable. */
static bool names(const struct program_command *command, const char *name, size_t n)
{
	for (int i = 0; i < command->argv.n; i++)
		if (memmem(command->argv.word[i], strlen(command->argv.word[i]), name, n))
			return true;
	for (int i = 0; i < command->n_files; i++) {
		AUTO_STR struct str text = {0};
		if (str_read_file(&text, command->files[i].path, LARGEST_FILE, NULL) == 0 &&
		    memmem(str_text(&text), text.length, name, n))
			return true;
	}
	return false;
}

/* Finds the keys that the program names, because it does not get keys of other services. */
static void find_keys(struct program_command *command)
{
	for (char **variable = environ; *variable; variable++) {
		size_t n = strcspn(*variable, "=");
		AUTO_STR struct str name = str_of("%.*s", (int)n, *variable);
		if (str_ends(name.text, "_API_KEY") && names(command, name.text, n))
			words_add(&command->keys, name.text);
	}
}

int program_allow_network(struct robot *robot, struct err *err)
{
	int fd = memfd_create("arena-usage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || ftruncate(fd, USAGE_BYTES) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)) {
		mem_auto_close(&fd);
		return err_errno(err, "cannot create the usage counters of the robot '%s'", robot->label);
	}
	robot->program->has_network = true;
	find_keys(robot->program);
	robot->program->usage = fd;
	return 0;
}

bool program_usage(const struct robot *robot, struct program_sums *sums)
{
	struct arena_usage usage;
	if (!robot->program || robot->program->usage < 0 ||
	    pread(robot->program->usage, (void *)&usage, sizeof usage, 0) != (ssize_t)sizeof usage)
		return false;
	*sums = (struct program_sums){
		.requests = usage.requests, .tokens_in = usage.tokens_in, .tokens_out = usage.tokens_out,
		.micro_dollars = usage.micro_dollars, .unserved = usage.unserved,
		.served = usage.served, .decided = {usage.decided[0], usage.decided[1]},
		.won = {usage.won[0], usage.won[1]},
	};
	memcpy(sums->said, usage.said, sizeof usage.said); /* the last byte of sums->said stays 0 */
	return true;
}

/* cmd_serve.c - `arena serve`: the tourney server. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "net/server/serve.h"
#include "page/report.h"
#include "run/seed.h"
#include "run/setup.h"

static int read_config(const struct args *args, struct config *config, struct err *err)
{
	const char *path = args_text(args, "config");
	const struct opt_value *settings = args_value(args, "set");
	config_init(config);
	if (path && config_load(config, path, err))
		return -1;
	for (int i = 0; i < settings->n_list; i++)
		if (config_set(config, settings->list[i], "--set", err))
			return -1;
	if (args_value(args, "port")->is_set) {
		config->game_port = args_number(args, "port");
		config->logs_port = config->game_port ? config->game_port + 1 : 0;
	}
	if (config->game_port && config->game_port == config->logs_port)
		return err_set(err, EXIT_USAGE, "robots and spectators need different ports, not both %lld",
			       config->game_port);
	return 0;
}

/* Reads the address and the keys. Connections from other machines must be encrypted, unless --no-encryption is
 * given. */
static int read_door(const struct args *args, struct serve_plan *plan, struct err *err)
{
	plan->address = args_flag(args, "public") ? "0.0.0.0" : args_text(args, "bind");
	plan->key = args_text(args, "key");
	plan->allow = args_text(args, "allow");
	bool is_open = args_flag(args, "no-encryption");
	bool is_loopback = strncmp(plan->address, "127.", 4) == 0 || strcmp(plan->address, "localhost") == 0 ||
		strcmp(plan->address, "[::1]") == 0;
	if (args_flag(args, "public") && args_value(args, "bind")->is_set)
		return err_set(err, EXIT_USAGE, "--public and --bind cannot be used together: both set the address");
	if ((plan->key || plan->allow) && is_open)
		return err_set(err, EXIT_USAGE, "--no-encryption cannot be used with --key or --allow");
	if (!plan->key != !plan->allow)
		return err_set(err, EXIT_USAGE,
			       "--key and --allow must be given together: the server's secret key, and "
			       "the keys of the clients");
	if (!is_loopback && !plan->key && !is_open)
		return err_set(err, EXIT_USAGE,
			       "an open network needs encryption: give --key and --allow (`arena keygen` makes keys), "
			       "or --no-encryption to accept every client without protection");
	return 0;
}

static int open_robots(const struct args *args, struct tournament *tournament, struct err *err)
{
	const struct opt_value *specs = args_value(args, "robot");
	AUTO_FREE char **names = NEW_ARRAY(char *, (size_t)specs->n_list + 1);
	for (int i = 0; i < specs->n_list; i++)
		names[i] = (char *)(uintptr_t)specs->list[i];
	if (setup_robots(names, specs->n_list, &tournament->robots, err))
		return -1;
	tournament->schedule.n_robots = specs->n_list;
	for (int i = 0; i < specs->n_list; i++)
		if (tournament->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE, "--robot takes robots, not people");
	if (specs->n_list && (tournament_probe(tournament, err) || tournament_check_loaded(tournament, err)))
		return -1;
	setup_warn(tournament);
	return 0;
}

static struct database *open_database(const struct args *args, const struct config *config, struct err *err)
{
	const char *folder = args_value(args, "results")->is_set ? args_text(args, "results") : config->logs_path;
	const struct request request = {.database = args_text(args, "db")};
	AUTO_FREE char *path = request_database(&request, folder);
	if (!args_value(args, "db")->is_set && mkdir(folder, 0777) && errno != EEXIST) {
		err_errno(err, "cannot create the folder '%s'", folder);
		return NULL;
	}
	return database_open(path, DATABASE_WRITE, err);
}

/* Raises the limit on descriptors, because each client uses one. */
static void raise_limits(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* Opens the page, if it is requested. */
static int open_page(const struct args *args, struct serve_plan *plan, struct live **live, struct err *err)
{
	if (!args_text(args, "http"))
		return 0;
	AUTO_STR struct str line = str_of("page: ");
	if (!(*live = live_open(args_text(args, "http"), plan, &line, err)))
		return -1;
	plan->say(line.text);
	return 0;
}

static int run(const struct args *args, struct err *err)
{
	struct request request;
	struct tournament robots;
	struct serve_plan plan = {.robots = &robots, .n_tourneys = (uint64_t)args_number(args, "tourneys"),
		.control = args_text(args, "control"), .say = command_say};
	if (args_limit(args, 0, "serve takes no arguments; name local robots with --robot", err))
		return -1;
	if (request_args_read(args, &request, err) || read_config(args, &plan.config, err) ||
	    read_door(args, &plan, err))
		return -1;
	request_tournament(&request, &robots);
	if (serve_rules(&plan.config, &robots.rules, err))
		return -1;
	AUTO_FREE char *seed = seed_choose(request.seed, true, err);
	if (!seed)
		return -1;
	plan.seed = seed;
	raise_limits();
	int failed = open_robots(args, &robots, err) || !(plan.database = open_database(args, &plan.config, err));
	struct live *live = NULL;
	if (!failed && !(failed = open_page(args, &plan, &live, err))) {
		plan.stop = setup_stop();
		failed = serve_run(&plan, err);
	}
	live_close(live);
	database_close(plan.database);
	setup_close(robots.robots, robots.schedule.n_robots);
	return failed ? -1 : EXIT_OK;
}

COMMAND(serve, NAMES_NOTHING, run);

/* cmd_serve.c - `arena serve`: the tourney server. */
#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/network.h"
#include "run/setup.h"
#ifdef ARENA_LIBZMQ
#include "net/server/serve.h"
#include "page/live.h"
#endif

static const struct opt options[] = {
	{.name = "config", .letter = 'c', .type = OPT_TEXT, .value = "FILE", .names = NAMES_FOLDERS,
	 .help = "A JSON file with the configuration (docs/tourney.md)."},
	{.name = "set", .letter = 's', .type = OPT_LIST, .value = "KEY=VALUE",
	 .help = "Change one key of the configuration; may be given several times."},
	{.name = "port", .letter = 'p', .type = OPT_INT, .value = "N", .max = 65534,
	 .help = "Listen for robots at port N and for spectators at N+1; 0 chooses two free ports and prints them. "
		 "Default: game_port and logs_port of the configuration."},
	{.name = "robot", .type = OPT_LIST, .value = "ROBOT", .names = NAMES_ROBOTS,
	 .help = "Add a robot of this machine; may be given several times."},
	{.name = "tourneys", .letter = 'n', .type = OPT_INT, .value = "N", .fallback = "0", .max = 1000000000,
	 .help = "Stop after N tourneys; 0: run until it is stopped."},
	{.name = "bind", .type = OPT_TEXT, .value = "ADDRESS", .fallback = "127.0.0.1",
	 .help = "The address of this machine to listen at. All except loopback addresses need --key and --allow."},
	{.name = "public", .type = OPT_FLAG, .help = "Listen at all addresses of this machine: --bind 0.0.0.0."},
	{.name = "key", .type = OPT_TEXT, .value = "FILE", .names = NAMES_FOLDERS,
	 .help = "The server's secret key, made by `arena keygen`: all connections are encrypted."},
	{.name = "allow", .type = OPT_TEXT, .value = "FILE", .names = NAMES_FOLDERS,
	 .help = "The public keys that may connect: a line \"KEY NAME\" for each. It may change while the server runs."},
	{.name = "no-encryption", .type = OPT_FLAG,
	 .help = "Accept all clients on an open network, without encryption."},
	{.name = "http", .type = OPT_TEXT, .value = "[ADDRESS:]PORT",
	 .help = "Show standings and games as a page at http://127.0.0.1:PORT/, or at another address of this machine; 0 "
		 "chooses a port that is free and prints it. Anybody who can reach the address can read the page."},
	{.name = "control", .type = OPT_TEXT, .value = "SOCKET", .names = NAMES_FOLDERS,
	 .help = "Make a socket for `arena admin`, which only you can open."},
	OPTION_SEED,
	OPTIONS_LIMITS,
	OPTION_RESULTS,
	OPTION_DB,
	{0},
};

#ifdef ARENA_LIBZMQ

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
		return err_set(err, EXIT_USAGE, "robots and spectators need different ports, not both %lld", config->game_port);
	return 0;
}

/* Connections from other machines must be encrypted, unless --no-encryption is given. */
static int read_door(const struct args *args, struct serve_plan *plan, struct err *err)
{
	plan->address = args_flag(args, "public") ? "0.0.0.0" : args_text(args, "bind");
	plan->key = args_text(args, "key");
	plan->allow = args_text(args, "allow");
	bool is_open = args_flag(args, "no-encryption");
	bool is_loopback = strncmp(plan->address, "127.", 4) == 0 || strcmp(plan->address, "localhost") == 0 ||
		strcmp(plan->address, "[::1]") == 0;
	if (args_flag(args, "public") && args_value(args, "bind")->is_set)
		return err_set(err, EXIT_USAGE, "--public and --bind exclude each other: both set the address");
	if ((plan->key || plan->allow) && is_open)
		return err_set(err, EXIT_USAGE, "--no-encryption and --key or --allow contradict each other");
	if (!plan->key != !plan->allow)
		return err_set(err, EXIT_USAGE, "--key and --allow must be given together: the server's secret key, and "
			       "the keys of the clients");
	if (!is_loopback && !plan->key && !is_open)
		return err_set(err, EXIT_USAGE, "an open network needs encryption: give --key and --allow (`arena keygen` makes keys), "
			       "or --no-encryption to accept anybody, unprotected");
	return 0;
}

static int open_robots(const struct args *args, struct tournament *tournament, struct err *err)
{
	const struct opt_value *specs = args_value(args, "robot");
	AUTO_FREE char **names = NEW_ARRAY(char *, (size_t)specs->n_list + 1);
	for (int i = 0; i < specs->n_list; i++)
		names[i] = (char *)(uintptr_t)specs->list[i];
	if (setup_limits(args, tournament, err) ||
	    setup_robots(names, specs->n_list, &tournament->robots, err))
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
	AUTO_FREE char *path = setup_database(args, folder);
	if (!args_value(args, "db")->is_set && mkdir(folder, 0777) && errno != EEXIST) {
		err_errno(err, "cannot make the folder '%s'", folder);
		return NULL;
	}
	return database_open(path, DATABASE_WRITE, err);
}

/* Each client takes a descriptor. */
static void raise_limits(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* The page, if one is wanted. */
static int open_page(const struct args *args, struct serve_plan *plan, struct live **live, struct err *err)
{
	AUTO_STR struct str line = {0};
	if (!args_text(args, "http"))
		return 0;
	str_add(&line, "page: ");
	if (!(*live = live_open(args_text(args, "http"), plan->database, &plan->runner, &line, err)))
		return -1;
	plan->say(line.text, plan->context);
	return 0;
}

static void say(const char *line, void *context)
{
	AUTO_STR struct str clean = {0};
	text_add_clean(&clean, line);
	puts(str_text(&clean));
	fflush(stdout);
}

static int run(const struct args *args, struct err *err)
{
	struct tournament robots = {0};
	struct serve_plan plan = {.robots = &robots, .n_tourneys = (uint64_t)args_number(args, "tourneys"),
		.control = args_text(args, "control"), .say = say};
	if (args_limit(args, 0, "serve takes none; name local robots with --robot", err))
		return -1;
	if (read_config(args, &plan.config, err) || read_door(args, &plan, err) ||
	    serve_rules(&plan.config, &robots.rules, err))
		return -1;
	AUTO_FREE char *seed = setup_seed(args, err);
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
#endif

const struct command command_serve = {
	COMMAND_TEXTS(serve),
	.options = options,
	.run = NETWORK_RUN(run),
};

/* request_args.c - converts the options of a command to a request (request_args.h). */
#include "cli/request_args.h"

#include <stdio.h>

#include "base/nearest.h"
#include "base/text.h"
#include "robot/so/confine.h"
#include "run/seed.h"
#include "run/setup.h"

const char *const deals_words[] = {"mirrored", "independent", NULL};
const char *const progress_words[] = {"auto", "line", "off", NULL}; /* in the order of enum progress_wish */

/* Returns the same as args_value, or an empty value if the command has no such option. */
static const struct opt_value *value_of(const struct args *args, const char *name)
{
	static const struct opt_value none;
	return args_has(args, name) ? args_value(args, name) : &none;
}

static long long number_of(const struct args *args, const char *name)
{
	return value_of(args, name)->number;
}

static const char *text_of(const struct args *args, const char *name)
{
	return value_of(args, name)->text;
}

int request_args_rules(const struct args *args, struct rules *rules, struct err *err)
{
	const struct opt_value *settings = value_of(args, "rule");
	const char *name = text_of(args, "variant");
	struct rules loaded = *rules;
	if (name && setup_open_rules(name, &loaded, err)) {
		err->code = EXIT_USAGE; /* a usage error, because the file was given on the command line */
		return -1;
	}
	if (setup_change_rules(settings->list, settings->n_list, &loaded, err))
		return -1;
	*rules = loaded;
	return 0;
}

static int add_readable(const char *folder, struct limits *limits, struct err *err)
{
	AUTO_FREE char *real = mem_realpath(folder);
	char *all = limits->readable;
	size_t n = strlen(all), size = sizeof limits->readable;
	if (!real)
		return err_set(err, EXIT_USAGE, "--readable: cannot find the folder '%s'", folder);
	if (strchr(real, ':') || !text_is_clean(real))
		return err_set(err, EXIT_USAGE, "--readable: the path '%s' has a colon or a control character", folder);
	if ((size_t)snprintf(all + n, size - n, "%s%s", n ? ":" : "", real) >= size - n)
		return err_set(err, EXIT_USAGE, "--readable: the paths of all folders are longer than %zu bytes",
			       size - 1);
	return 0;
}

static int read_limits(const struct args *args, struct limits *limits, struct err *err)
{
	const struct opt_value *readable = value_of(args, "readable");
	*limits = (struct limits){.move_time_ns = number_of(args, "move-time"),
		.start_time_ns = number_of(args, "start-time"), .memory = (uint64_t)number_of(args, "memory")};
	for (int i = 0; i < readable->n_list; i++)
		if (add_readable(readable->list[i], limits, err))
			return -1;
	return 0;
}

static void hide(const struct args *args, struct request *request)
{
	static const char *const private[] = {"results", "db", "key"};
	int n = 0;
	for (size_t i = 0; i < sizeof private / sizeof *private; i++)
		if (text_of(args, private[i]))
			request->hidden[n++] = text_of(args, private[i]);
}

static void tell(const char *lines, void *tell_context)
{
	(void)tell_context;
	fputs(lines, stderr);
}

int request_args_read(const struct args *args, struct request *request, struct err *err)
{
	const struct opt_value *network = value_of(args, "network");
	*request = (struct request){
		.matches = {.match_length = (uint32_t)number_of(args, "match-length"),
			    .deals = number_of(args, "deals") ? DEALS_INDEPENDENT : DEALS_SHUFFLED},
		.seed = text_of(args, "seed"), .n_workers = (int)number_of(args, "jobs"),
		.chunk_ns = number_of(args, "save-interval"),
		.is_trusted = number_of(args, "trust"), .allows_weak_sandbox = number_of(args, "weak-sandbox"),
		.accepts_all = number_of(args, "anyway"), .checks_memory = value_of(args, "memory")->is_set,
		.network = network->list, .n_network = network->n_list, .results = text_of(args, "results"),
		.database = text_of(args, "db"), .stores_nothing = number_of(args, "no-results"),
		.log = (enum run_config_log)number_of(args, "log"), .argv = (const char *const *)args->argv,
		.progress = (enum progress_wish)number_of(args, "progress"), .is_quiet = number_of(args, "quiet"),
		.tell = tell,
	};
	for (int i = 0; i < SCHEDULE_N_SETTINGS; i++)
		request->matches.setting[i] = (int)number_of(args, schedule_settings[i].option);
	hide(args, request);
	if (request->allows_weak_sandbox && !request->is_trusted && confine_missing())
		fprintf(stderr, "arena: warning: the sandbox is incomplete: %s\n", confine_missing());
	/* Commands without --variant get the rules from a run or a server. */
	return (text_of(args, "variant") && request_args_rules(args, &request->rules, err)) ||
		read_limits(args, &request->limits, err) ? -1 : 0;
}

int request_args_robots(const struct args *args, char *const *specs, int n, struct request *request, char **seed,
			struct err *err)
{
	request->robots = specs;
	request->n_robots = n;
	request->seed = *seed = seed_choose(args_text(args, "seed"), seed_has_strangers(specs, n), err);
	return *seed ? 0 : -1;
}

void request_args_command(const struct args *args, const char *command, int n_before, const char *seed, struct str *out)
{
	struct args whole = *args;
	args_set_text(&whole, "seed", seed);
	str_addf(out, "arena %s", command);
	text_add_shell_words(out, args->operands, n_before);
	args_canonical(&whole, out);
	text_add_shell_words(out, args->operands + n_before, args->n_operands - n_before);
}

int request_args_note_nonce(const struct args *args, const struct request *request, struct err *err)
{
	const char *given = args_text(args, "seed");
	if (!given || strcmp(given, request->seed) == 0)
		return 0;
	if (request->n_shards > 1)
		return err_set(err, EXIT_USAGE,
			"option '--shard' needs a seed with a nonce, the same for all parts, "
			"because not all robots are bundled: --seed %s", request->seed);
	if (!request->is_quiet)
		fprintf(stderr,
			"arena: a nonce hides the dice of --seed %s from robots that are not bundled; "
			"to repeat the run: --seed %s\n", given, request->seed);
	return 0;
}

int request_args_resume(const struct args *args, struct request *request, struct err *err)
{
	/* Neutral options that nevertheless cannot be changed when a run is resumed. */
	static const char *const of_run[] = {"shard", "no-results", "log", "config", "save-config", NULL};
	if (args_limit(args, 1, "--resume takes one run", err))
		return -1;
	for (int i = 0; args->options[i].name; i++) {
		const struct opt *opt = &args->options[i];
		if (strcmp(opt->name, "network") == 0) /* a permission, which must be given again */
			continue;
		bool is_of_run = !opt->is_neutral || nearest_exact(opt->name, of_run) >= 0;
		if (args->value[i].is_set && is_of_run)
			return err_set(err, EXIT_USAGE,
				       "--resume continues a run with the run's own options; "
				       "'--%s' cannot be given with it", opt->name);
	}
	request->is_resumed = true;
	request->run = args->n_operands ? args->operands[0] : NULL;
	return 0;
}

int play_args_read(const struct args *args, struct play_wish *wish, struct err *err)
{
	*wish = (struct play_wish){
		.n_games = (int)args_number(args, "games"), .is_open = args_flag(args, "open"),
		.is_stepping = args_flag(args, "step"),
		.pause_ns = args_number(args, "pause"), .is_at_page = args_flag(args, "browser"),
		.listen = args_text(args, "listen"),
	};
	if (request_args_read(args, &wish->request, err))
		return -1;
	wish->request.robots = args->operands;
	wish->request.n_robots = args->n_operands;
	return 0;
}

/* tournament.c - before a run: the manifests of the robots. */
#include "match/tournament.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/nearest.h"
#include "base/text.h"
#include "game/game.h"
#include "match/forked.h"
#include "robot/program/command.h"
#include "robot/program/limit.h"
#include "robot/program/transport.h"
#include "robot/so/image.h"

int64_t tournament_chunk_ns(const struct tournament *tournament)
{
	enum { MANY_TABLES = 16 };
	const struct schedule *schedule = &tournament->schedule;
	bool is_long = schedule->n_tables > MANY_TABLES && schedule->matches_per_table > 1;
	return tournament->chunk_ns ? tournament->chunk_ns : is_long ? 4 * CHUNK_DEFAULT_NS : CHUNK_DEFAULT_NS;
}

uint64_t tournament_least_matches(const struct tournament *tournament)
{
	enum { LEAST = 16 };
	bool has_short_chunks = tournament->chunk_ns && tournament->chunk_ns < CHUNK_DEFAULT_NS, has_network = false;
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		has_network |= tournament->robots[i].program && tournament->robots[i].program->has_network;
	return tournament->is_trusted || has_short_chunks || has_network ? 1 : LEAST;
}

const char *tournament_unknown_rule(const struct robot *robot, const struct rules *rules)
{
	AUTO_STR struct str list = str_of(" %s", robot->manifest.variants), named = {0};
	const struct rule_option *option = rules->family->options;
	for (int i = 0; option[i].name && rules->family->later; i++) {
		str_set(&named, " %s=", option[i].name);
		if (nearest_exact(option[i].name, rules->family->later) >= 0 && rules->value[i] != option[i].fallback &&
		    !strstr(list.text, named.text))
			return option[i].name;
	}
	return NULL;
}

bool tournament_suits(const struct robot *robot, const struct rules *rules)
{
	AUTO_STR struct str text = rules_text(rules);
	return robot_plays(robot, str_text(&text)) && !tournament_unknown_rule(robot, rules);
}

void tournament_add_variants(const struct robot *robot, const char *separator, struct str *out)
{
	size_t before = out->length;
	for (const struct variant *variant = game_variants; variant->name; variant++) {
		struct rules rules;
		bug_if(rules_init(&rules, variant->name, NULL));
		if (tournament_suits(robot, &rules))
			str_addf(out, "%s%s", out->length > before ? separator : "", variant->name);
	}
}

/* Records a word in its list that is neither a variant nor a rule. */
static void check_variants(struct robot_manifest *manifest)
{
	AUTO_FREE char *list = mem_strdup(manifest->variants);
	char *rest = list;
	for (char *word; (word = strsep(&rest, " ")) != NULL;) {
		struct rules rules;
		struct err why = {0};
		if (*word && !strchr(word, '=') && rules_init(&rules, word, &why))
			fault_text(manifest->wrong, sizeof manifest->wrong, why.text, sizeof why.text);
	}
}

void tournament_tell(const struct tournament *tournament, const char *format, ...)
{
	AUTO_FREE char *lines = NULL;
	va_list args;
	va_start(args, format);
	if (vasprintf(&lines, format, args) >= 0 && tournament->tell)
		tournament->tell(lines, tournament->tell_context);
	va_end(args);
}

int tournament_probe(struct tournament *tournament, struct err *err)
{
	AUTO_STR struct str rules = rules_text(&tournament->rules);
	if (robot_check_readable(tournament->limits.readable, tournament->hidden, err))
		return -1;
	struct shared_areas shared_areas;
	shared_areas_init(&shared_areas, 1, 64, 64);
	if (!shared_areas_make(&shared_areas, 0, err)) {
		shared_areas_release(&shared_areas);
		return -1;
	}
	struct transport_plan plan = {
		.shared_areas = &shared_areas, .hands_size = 64, .n_lanes = 1, .rules = str_text(&rules),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox,
		.is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	int failed = 0;
	for (int i = 0; i < tournament->schedule.n_robots && !failed; i++) {
		struct robot *robot = &tournament->robots[i];
		if (robot->kind == ROBOT_PROGRAM)
			limit_enter();
		const char *refusal = robot->kind == ROBOT_SO ? image_refusal(robot->image, robot->image_size) : NULL;
		if (refusal)
			fault_text(robot->fault.cause, sizeof robot->fault.cause, refusal, sizeof robot->fault.cause);
		if (refusal)
			robot->fault.verdict = VERDICT_LOAD;
		else if (robot->kind == ROBOT_PROGRAM)
			failed = program_probe(robot, &plan, err);
		else if (robot->kind != ROBOT_HUMAN)
			failed = tournament->is_trusted ? forked_probe(robot, err) : sandbox_probe(robot, &plan, err);
		check_variants(&robot->manifest);
	}
	shared_areas_release(&shared_areas);
	return failed;
}

int tournament_try(const char *path, bool is_trusted, bool allows_weak, struct robot *robot, struct err *err)
{
	struct tournament tournament = {
		.robots = robot, .schedule = {.n_robots = 1, .n_seats = 2}, .is_trusted = is_trusted,
		.allows_weak_sandbox = allows_weak, .limits = {.move_time_ns = 100000000, .memory = 512u << 20},
	};
	*robot = (struct robot){0};
	if (rules_init(&tournament.rules, game_variants[0].name, err) || robot_open(robot, path, err) ||
	    tournament_probe(&tournament, err))
		return -1;
	return robot->fault.verdict == VERDICT_OK ? 0 : err_set(err, EXIT_ROBOT, "%s", robot->fault.cause);
}

int tournament_check_loaded(const struct tournament *tournament, struct err *err)
{
	AUTO_STR struct str text = {0};
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		if (!robot->fault.verdict)
			continue;
		str_addf(&text, "%sthe robot '%s' cannot be loaded: %s; to examine it: arena doctor ",
			 text.length ? "\n" : "", robot->label, robot->fault.cause);
		text_add_shell_word(&text, robot->spec);
	}
	return text.length ? err_set(err, EXIT_ROBOT, "%s", text.text) : 0;
}

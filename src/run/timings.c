/* timings.c - clock.json: the times of a run, and its machine (timings.h). */
#include "run/timings.h"

#include <sys/utsname.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "robot/program/usage.h"

void timings_begin(struct timings *times)
{
	times->began = time(NULL);
	times->began_ns = clock_wall_ns();
}

void timings_end(struct timings *times)
{
	times->ended = time(NULL);
	times->ended_ns = clock_wall_ns();
}

static json_t *date(time_t when)
{
	char text[40] = "";
	struct tm parts;
	if (gmtime_r(&when, &parts))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
	return json_string(text);
}

/* Returns the lines of a text, which is untrusted, as an array. */
static json_t *lines_of(const char *text)
{
	AUTO_STR struct str line = {0};
	json_t *list = json_array();
	while (str_next_line(&line, &text))
		if (line.length)
			json_array_append_new(list, json_clean(line.text));
	return list;
}

static json_t *robot_list(const struct run_config *info, const struct standings *standings)
{
	json_t *list = json_array();
	for (int i = 0; i < info->n_robots; i++) {
		const struct standing *standing = &standings->list[i];
		json_t *cpu = json_null();
		if (standing->cpu_ns >= 0 && standing->tally.asks)
			cpu = json_real((double)standing->cpu_ns / 1000 / (double)standing->tally.asks);
		/* A path that is not UTF-8 could not be read back, so it is left out. */
		const char *path = info->robots[i].path;
		json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "label", json_clean(info->robots[i].label),
			"path", path && text_is_clean(path) ? json_string(path) : json_null(), "cpu_us_per_ask", cpu));
		struct program_sums sums;
		if (program_usage(&standings->robots[i], &sums))
			json_object_set_new(json_array_get(list, (size_t)i), "spent", json_pack(
				"{s:I, s:I, s:I, s:I, s:I, s:I, s:[I, I], s:[I, I], s:o}", "requests",
				(json_int_t)sums.requests, "tokens_in", (json_int_t)sums.tokens_in, "tokens_out",
				(json_int_t)sums.tokens_out, "micro_dollars", (json_int_t)sums.micro_dollars,
				"unserved", (json_int_t)sums.unserved, "served", (json_int_t)sums.served,
				"decided", (json_int_t)sums.decided[0], (json_int_t)sums.decided[1], "won",
				(json_int_t)sums.won[0], (json_int_t)sums.won[1], "said", lines_of(sums.said)));
	}
	return list;
}

void timings_json(const struct timings *times, const char *const *argv, const struct tournament *tournament,
		const struct run_config *info, const struct standings *standings, struct str *out)
{
	struct utsname host = {0};
	uname(&host);
	double games = (double)standings_games(standings);
	double seconds = (double)(times->ended_ns - times->began_ns) / 1e9;
	json_t *words = json_array();
	for (int i = 0; argv[i]; i++)
		json_array_append_new(words, json_clean(argv[i]));
	json_add_text(out, json_pack("{s:o, s:o, s:o, s:f, s:f, s:i, s:i, s:I, s:b, s:o, s:o, s:o}", "command", words,
		"began", date(times->began), "ended", date(times->ended), "seconds", seconds,
		"games_per_second", seconds > 0 ? games / seconds : 0.0, "jobs", tournament->n_workers,
		"lanes", tournament->n_lanes, "cores", (json_int_t)sysconf(_SC_NPROCESSORS_ONLN),
		"trust", tournament->is_trusted, "host", json_clean(host.nodename), "kernel", json_clean(host.release),
		"robots", robot_list(info, standings)));
}

double timings_cpu_us(const char *folder, int robot)
{
	AUTO_STR struct str path = str_of("%s/clock.json", folder);
	AUTO_JSON json_t *clock = json_read(path.text, NULL);
	json_t *item = json_array_get(json_object_get(clock, "robots"), (size_t)robot);
	json_t *cpu = json_object_get(item, "cpu_us_per_ask");
	return json_is_number(cpu) && json_number_value(cpu) >= 0 ? json_number_value(cpu) : -1;
}

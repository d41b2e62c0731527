/* played.c - see play_session.h. */
#include "terminal/play_session.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "output/viewer.h"
#include "page/frame.h"
#include "store/run.h"

void played_release(struct played *played)
{
	game_record_release(&played->record);
	json_decref(played->games);
	free(played->path);
	*played = (struct played){0};
}

void played_watch(struct played *played, const struct tournament *tournament, const struct watch_event *watch_event)
{
	struct record record;
	played->record.has_words = true;
	played->record.tournament = tournament;
	game_record_watch(&played->record, watch_event);
	if (watch_event->kind != WATCH_OVER)
		return;
	if (!played->games)
		played->games = json_array();
	record_of(&played->record, &record);
	json_add(record.json, "{s:I, s:[s]}", "number", (json_int_t)json_array_size(played->games) + 1, "why", "played");
	json_array_append(played->games, record.json);
	record_release(&record);
}

void played_page(const struct played *played, const struct tournament *tournament, char *const *names, struct str *out)
{
	const struct rules *rules = &tournament->rules;
	AUTO_STR struct str title = {0};
	json_t *robots = JSON_LIST(i, tournament->schedule.n_robots, json_pack("{s:i, s:o, s:s}", "index", i, "robot", json_clean(names[i]),
		"sha256", tournament->robots[i].sha256));
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:o, s:o, s:O}", "arena", ARENA_VERSION, "run", "", "variant", json_clean(rules->name),
					   "robots", robots, "games", played->games);
	truth_add_rules(data, rules);
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		str_addf(&title, "%s%s", i ? ", " : "", names[i]);
	str_addf(&title, ": %s", rules->name);
	game_page(title.text, data, out);
}

/* "RESULTS/played/2026-11-27-201502.html", or with "-2" and so on if there is one of this second. */
static int choose_path(struct played *played, const char *results, struct err *err)
{
	AUTO_STR struct str folder = str_of("%s/played", results), path = {0};
	char now[32];
	time_t seconds = time(NULL);
	struct tm parts;
	strftime(now, sizeof now, "%Y-%m-%d-%H%M%S", localtime_r(&seconds, &parts));
	if (run_make_folders(results, err))
		return -1;
	if (mkdir(folder.text, 0700) && errno != EEXIST)
		return err_errno(err, "cannot create the folder '%s'", folder.text);
	str_addf(&path, "%s/%s.html", folder.text, now);
	for (int i = 2; access(path.text, F_OK) == 0; i++) {
		str_clear(&path);
		str_addf(&path, "%s/%s-%d.html", folder.text, now, i);
	}
	played->path = mem_strdup(path.text);
	return 0;
}

int played_keep(struct played *played, const struct tournament *tournament, char *const *names, const char *results, struct err *err)
{
	AUTO_STR struct str page = {0};
	played_page(played, tournament, names, &page);
	return (!played->path && choose_path(played, results, err)) || file_write(played->path, &page, err) ? -1 : 0;
}

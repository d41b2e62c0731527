/* played.c - the page with the games that people have played (play_session.h). */
#include "terminal/play_session.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "output/viewer.h"
#include "page/frame.h"
#include "store/run.h"
#include "terminal/menu/menu.h"

void played_release(struct played *played)
{
	played_stop(played);
	game_record_release(&played->record);
	decisions_release(&played->decisions);
	str_release(&played->found);
	json_decref(played->games);
	json_decref(played->moves);
	free(played->path);
	*played = (struct played){0};
}

void played_watch(struct played *played, const struct tournament *tournament, const bool *is_human,
		  const struct watch_event *watch_event)
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
	json_add(record.json, "{s:I, s:[s]}", "number", (json_int_t)json_array_size(played->games) + 1,
		 "why", "played");
	json_array_append(played->games, record.json);
	record_release(&record);
	played_note_moves(played, is_human);
}

void played_page(const struct played *played, const struct tournament *tournament, char *const *names, struct str *out)
{
	const struct rules *rules = &tournament->rules;
	AUTO_STR struct str title = {0};
	json_t *robots = JSON_LIST(i, tournament->schedule.n_robots,
				   json_pack("{s:i, s:o, s:s, s:b}", "index", i, "robot", json_clean(names[i]),
		"sha256", tournament->robots[i].sha256, "person", tournament->robots[i].kind == ROBOT_HUMAN));
	AUTO_JSON json_t *data = json_pack("{s:s, s:s, s:o, s:O}", "arena", ARENA_VERSION, "run", "",
		"robots", robots, "games", played->games);
	truth_add_rules(data, rules);
	json_object_set(data, "moves", played->moves); /* NULL leaves it unset */
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		str_addf(&title, "%s%s", i ? ", " : "", names[i]);
	AUTO_STR struct str game = rules_title(rules->family, rules->name);
	str_addf(&title, ": %s", game.text);
	page_add(PAGE_GAME, title.text, data, out, NULL);
}

/* Returns true if this is the name of a page in the form of choose_path. Other files in the folder belong to the
 * user. */
static int is_page(const struct dirent *entry)
{
	static const char form[] = "dddd-dd-dd-dddddd";
	const char *at = entry->d_name;
	for (const char *wanted = form; *wanted; wanted++, at++)
		if (*wanted == 'd' ? !isdigit((unsigned char)*at) : *at != *wanted)
			return 0;
	if (*at == '-')
		at += 1 + strspn(at + 1, "0123456789");
	return strcmp(at, ".html") == 0;
}

/* Sorts from the oldest to the newest. Among pages of the same second, the page without a number is the oldest. */
static int by_age(const struct dirent **first, const struct dirent **second)
{
	const char *a = (*first)->d_name, *b = (*second)->d_name;
	int order = strncmp(a, b, strlen("dddd-dd-dd-dddddd")), longer = (int)strlen(a) - (int)strlen(b);
	return order ? order : longer ? longer : strcmp(a, b);
}

/* Removes the oldest pages beyond PLAYED_MOST, but never the newest one of this process, even if the clock was changed.
 * Failures are ignored. */
static void prune(const char *folder, const char *newest)
{
	struct dirent **list = NULL;
	int n = scandir(folder, &list, is_page, by_age), fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < n; i++) {
		struct stat about;
		if (fd >= 0 && i < n - PLAYED_MOST && strcmp(list[i]->d_name, newest) != 0 &&
		    fstatat(fd, list[i]->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode))
			unlinkat(fd, list[i]->d_name, 0);
		free(list[i]);
	}
	free(list);
	if (fd >= 0)
		close(fd);
}

/* Chooses "RESULTS/played/2026-11-27-201502.html", with "-2" and so on if a page of the same second exists. */
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
	for (int i = 2; access(path.text, F_OK) == 0; i++)
		str_set(&path, "%s/%s-%d.html", folder.text, now, i);
	played->path = mem_strdup(path.text);
	return 0;
}

int played_keep(struct played *played, const struct tournament *tournament, char *const *names, const char *results,
		struct err *err)
{
	AUTO_STR struct str page = {0}, folder = str_of("%s/played", results);
	bool is_new = !played->path;
	played_page(played, tournament, names, &page);
	if ((is_new && choose_path(played, results, err)) || file_write(played->path, &page, err))
		return -1;
	if (is_new)
		prune(folder.text, played->path + folder.length + 1);
	return 0;
}

void played_remember(const char *results, const struct rules *rules, char *const *specs, int n)
{
	AUTO_STR struct str path = str_of("%s/played/last.json", results), text = {0};
	AUTO_WORDS struct words settings = {0};
	if (!rules_find_variant(rules->name)) /* the rules come from a file */
		return;
	menu_add_settings(rules, &settings);
	json_t *list = JSON_LIST(i, settings.n / 2, json_string(settings.word[2 * i + 1]));
	json_add_text(&text, json_pack("{s:s, s:o, s:o}", "variant", rules->name, "rules", list,
				       "players", JSON_LIST(i, n, json_string(specs[i]))));
	file_write(path.text, &text, NULL);
}

/* Adds each item as a word of the command line. If `option` is not NULL, adds it before each item, so that no item is
 * taken for an option. */
static void add_words(const json_t *list, const char *option, struct words *words)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *word = json_string_value(json_array_get(list, i));
		if (option)
			words_add(words, option);
		words_add(words, word ? word : "");
	}
}

bool played_recall(const char *results, struct words *words)
{
	AUTO_STR struct str path = str_of("%s/played/last.json", results);
	AUTO_JSON json_t *table = json_read(path.text, NULL);
	const char *variant = json_string_value(json_object_get(table, "variant"));
	if (!variant)
		return false;
	WORDS_ADD(words, "-v", variant);
	add_words(json_object_get(table, "rules"), "-r", words);
	words_add(words, "--");
	add_words(json_object_get(table, "players"), NULL, words);
	return true;
}

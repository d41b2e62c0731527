/* challenges.c - unrated matches that teams request. They are played one after another. FOLDER/challenges has two files
 * for each: ID.json, which determines its place in the queue, and ID.html with games in the viewer. */
#include "contest/serve/inside.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"

enum { WAITING_MOST = 50, KEPT_OF_TEAM = 20 };

static struct str path_of(const struct host *host, const char *id, const char *ending)
{
	return str_of("%s/challenges/%s%s", host->contest.folder, id, ending);
}

static bool write_one(const struct host *host, const json_t *challenge)
{
	AUTO_STR struct str path = path_of(host, json_text_at(challenge, "id"), ".json"), text = {0};
	json_add_text(&text, json_incref((json_t *)(uintptr_t)challenge));
	return file_write(path.text, &text, NULL) == 0;
}

static int by_time(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*b)->d_name, (*a)->d_name);
}

static int is_json(const struct dirent *entry)
{
	return str_ends(entry->d_name, ".json");
}

void challenges_read(struct host *host)
{
	int opened = contest_challenges_open(&host->contest, NULL); /* removes files that killed processes have left
	                                                             * there */
	mem_auto_close(&opened);
	AUTO_STR struct str folder = contest_path(&host->contest, "challenges");
	struct dirent **entries;
	int n = scandir(folder.text, &entries, is_json, by_time);
	host->challenges = json_array();
	for (int i = 0; i < n; i++) {
		AUTO_STR struct str path = str_of("%s/%s", folder.text, entries[i]->d_name);
		json_t *challenge = json_read(path.text, NULL);
		bool is_whole = *json_text_at(challenge, "id") && *json_text_at(challenge, "team") &&
			*json_text_at(challenge, "rival");
		if (is_whole && *json_text_at(challenge, "state"))
			json_array_append(host->challenges, challenge);
		json_decref(challenge);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

static bool is_of(const json_t *challenge, const char *team)
{
	return strcmp(json_text_at(challenge, "team"), team) == 0;
}

static bool is_waiting(const json_t *challenge)
{
	return strcmp(json_text_at(challenge, "state"), "waiting") == 0;
}

bool challenge_is_for(const json_t *challenge, const char *team)
{
	return is_of(challenge, team) || strcmp(json_text_at(challenge, "rival"), team) == 0;
}

/* Returns the challenge that is being played, or the one that has waited longest. */
static json_t *first_waiting(const struct host *host)
{
	for (size_t i = json_array_size(host->challenges); i-- > 0;)
		if (is_waiting(json_array_get(host->challenges, i)))
			return json_array_get(host->challenges, i);
	return NULL;
}

void challenges_start(struct host *host)
{
	json_t *challenge = first_waiting(host);
	struct err err = {0};
	if (!challenge)
		return;
	AUTO_STR struct str page = path_of(host, json_text_at(challenge, "id"), ".html");
	const char *const argv[] = {"challenge", host->contest.folder, json_text_at(challenge, "team"),
		json_text_at(challenge, "rival"), "--to", page.text, "--quiet", NULL};
	if (job_start(&host->challenge, host, argv, NULL, &err)) {
		str_set(&host->challenge.said, "%s\n", err.text);
		challenges_end(host, false);
	}
}

void challenges_end(struct host *host, bool is_good)
{
	json_t *challenge = first_waiting(host);
	AUTO_STR struct str text = {0};
	job_add_last_line(&host->challenge, &text);
	if (!challenge)
		return;
	json_object_set_new(challenge, "state", json_string(is_good ? "done" : "failed"));
	json_object_set_new(challenge, "text", json_string(text.length ? text.text : "the match took too long"));
	write_one(host, challenge);
}

/* Removes the oldest ended challenges of the team, beyond the number that is kept. */
static void forget_old(struct host *host, const char *team)
{
	int n = 0;
	for (size_t i = 0; i < json_array_size(host->challenges);) {
		json_t *challenge = json_array_get(host->challenges, i);
		n += is_of(challenge, team);
		if (!is_of(challenge, team) || n <= KEPT_OF_TEAM || is_waiting(challenge)) {
			i++;
			continue;
		}
		AUTO_STR struct str data = path_of(host, json_text_at(challenge, "id"), ".json");
		AUTO_STR struct str page = path_of(host, json_text_at(challenge, "id"), ".html");
		unlink(data.text);
		unlink(page.text);
		json_array_remove(host->challenges, i);
	}
}

bool challenges_wait(const struct host *host, const char *team)
{
	JSON_EACH(i, challenge, host->challenges)
		if (is_of(challenge, team) && is_waiting(challenge))
			return true;
	return false;
}

static bool takes_part(const struct host *host, const char *team)
{
	return ranking_has_team(&host->ranking, host->ranking.n_rows, team);
}

static void add(struct exchange *exchange, const char *rival)
{
	struct host *host = exchange->host;
	char now[CONTEST_TIME], random[33];
	contest_now(now);
	if (hash_random(random)) {
		exchange_say(exchange, 500, "%s", "The server cannot get random numbers. Ask the organiser.");
		return;
	}
	AUTO_STR struct str id = str_of("%" PRId64 "-%.16s", (int64_t)time(NULL), random);
	json_t *challenge = json_pack("{s:s, s:s, s:s, s:s, s:I, s:s, s:s}", "id", id.text, "team", exchange->team,
		"rival", rival, "at", now, "time", (json_int_t)time(NULL), "state", "waiting", "text", "");
	if (write_one(host, challenge)) {
		json_array_insert(host->challenges, 0, challenge);
		forget_old(host, exchange->team);
		exchange_go(exchange, "/team");
	} else {
		exchange_say(exchange, 507, "%s", "The challenge could not be stored. Ask the organiser.");
	}
	json_decref(challenge);
}

void exchange_challenge(struct exchange *exchange)
{
	const struct settings *settings = &exchange->host->contest.settings;
	const char *rival = exchange_field(exchange, "rival");
	int n_recent = 0, n_waiting = 0;
	JSON_EACH(i, challenge, exchange->host->challenges) {
		n_recent += is_of(challenge, exchange->team) &&
			json_number_at(challenge, "time") > (double)time(NULL) - 3600;
		n_waiting += is_waiting(challenge);
	}
	if (strcmp(rival, exchange->team) == 0 || !takes_part(exchange->host, rival))
		exchange_say(exchange, 404, "There is no such rival: no other team of this name takes part.");
	else if (!takes_part(exchange->host, exchange->team))
		exchange_say(exchange, 409, "Your team has no robot that takes part.");
	else if (n_recent >= settings->challenges_per_hour)
		exchange_say(exchange, 429, "A team may challenge %lld times an hour.", settings->challenges_per_hour);
	else if (challenges_wait(exchange->host, exchange->team))
		exchange_say(exchange, 409, "Your last challenge has not ended yet.");
	else if (n_waiting >= WAITING_MOST)
		exchange_say(exchange, 409, "Too many challenges are waiting. Try again later.");
	else
		add(exchange, rival);
}

/* Sends the page with the games of a challenge to the two teams. */
void exchange_watch(struct exchange *exchange, const char *id)
{
	enum { PAGE_MOST = 16 << 20 };
	const struct host *host = exchange->host;
	JSON_EACH(i, challenge, host->challenges) {
		bool is_for = exchange->team && challenge_is_for(challenge, exchange->team);
		AUTO_STR struct str path = path_of(host, json_text_at(challenge, "id"), ".html");
		if (!is_for || strcmp(json_text_at(challenge, "id"), id) != 0 ||
		    str_read_file(&exchange->reply->body, path.text, PAGE_MOST, NULL))
			continue;
		exchange->reply->status = 200;
		exchange->reply->type = "text/html; charset=utf-8";
		exchange->reply->policy = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
		return;
	}
	http_say(exchange->reply, 404, "There is nothing here.\n");
}

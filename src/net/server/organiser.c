/* organiser.c - the table of requests that the organiser can send to a running server (net/protocol/control.h). */
#include <sys/socket.h>
#include <unistd.h>

#include "base/nearest.h"
#include "base/text.h"
#include "net/protocol/control.h"
#include "net/server/inside.h"

enum { BAN_MOST = 1000 };

/* Returns non-zero if the request failed, with the reason in the answer. */
typedef int request_function(struct server *server, const char *argument, struct str *answer);

static int refuse(struct str *answer, const char *text)
{
	str_add(answer, text);
	return -1;
}

static int describe_status(struct server *server, const char *argument, struct str *answer)
{
	const struct serve_tourney *tourney = &server->tourney;
	if (tourney->is_on)
		str_addf(answer, "tourney %" PRId64 ": %d of %d games are over%s\n", tourney->number, tourney->n_over,
			 tourney->n_pairings, server->is_paused ? "; paused, so it is the last" : "");
	else
		str_addf(answer, "no tourney is in progress%s\n", server->is_paused ? ": paused" : "");
	for (int i = 0; i < server->n_bans; i++)
		str_addf(answer, "kicked: %s\n", server->bans[i]);
	for (int i = 0; i < server->n_clients; i++) {
		const struct client *client = &server->clients[i];
		if (client->is_used && client->is_proven)
			str_addf(answer, "%s%s%s%s\n", client->meta.title, *client->address ? " from " : "",
				 client->address, client->robot != NOBODY ? " (of the server)" : "");
	}
	return 0;
}

static bool is_named(const struct client *client, const char *name)
{
	return client->robot == NOBODY &&
		(strcmp(client->meta.player, name) == 0 || strcmp(client->meta.title, name) == 0);
}

static int find_ban(const struct server *server, const char *name)
{
	return FIND_IF(i, server->n_bans, strcmp(server->bans[i], name) == 0);
}

bool organiser_has_banned(const struct server *server, const struct meta *meta)
{
	return find_ban(server, meta->player) >= 0 || find_ban(server, meta->title) >= 0;
}

/* Returns true if a robot of the server has this title or, with is_player, this player. The organiser chose these
 * robots with --robot, so requests cannot remove them. A client may have the same player as such a robot. */
static bool is_of_server(const struct server *server, const char *name, bool is_player)
{
	for (int i = 0; i < server->n_clients; i++) {
		const struct client *client = &server->clients[i];
		const char *its = is_player ? client->meta.player : client->meta.title;
		if (client->is_used && client->robot != NOBODY && strcmp(its, name) == 0)
			return true;
	}
	return false;
}

static int kick(struct server *server, const char *name, struct str *answer)
{
	int n = 0;
	if (!*name)
		return refuse(answer, "kick needs the name of a player, or the title of a robot");
	if (is_of_server(server, name, false))
		return refuse(answer, "this robot belongs to the server; start the server without its --robot");
	if (server->n_bans == BAN_MOST)
		return refuse(answer, "too many names are kicked already; allow one of them first");
	if (find_ban(server, name) < 0)
		*MEM_APPEND(server->bans, server->n_bans) = mem_strdup(name);
	for (int i = 0; i < server->n_clients; i++) {
		if (!server->clients[i].is_used || !is_named(&server->clients[i], name))
			continue;
		client_expel(server, &server->clients[i], "the organiser has removed you");
		n++;
	}
	if (n)
		str_addf(answer, "%s: %d %s removed", name, n, n == 1 ? "robot" : "robots");
	else
		str_addf(answer, "%s: no robot of this player or title is registered%s", name,
			 is_of_server(server, name, true) ? ", except those of the server, which stay" : "");
	str_add(answer, "; it cannot register until it is allowed again\n");
	return 0;
}

static int allow(struct server *server, const char *name, struct str *answer)
{
	int i = find_ban(server, name);
	if (i < 0) {
		str_addf(answer, "'%s' was not kicked", name);
		return -1;
	}
	free(server->bans[i]);
	server->bans[i] = server->bans[--server->n_bans];
	str_addf(answer, "%s can register again\n", name);
	return 0;
}

static int pause_tourneys(struct server *server, const char *argument, struct str *answer)
{
	server->is_paused = true;
	str_addf(answer, "paused%s\n", server->tourney.is_on ? ": the tourney in progress is the last" : "");
	return 0;
}

static int resume_tourneys(struct server *server, const char *argument, struct str *answer)
{
	server->is_paused = false;
	str_add(answer, "tourneys continue\n");
	return 0;
}

/* Ends the season after the tourney in progress, because the scores of a tourney belong to one season. */
static int end_season(struct server *server, const char *name, struct str *answer)
{
	char stamp[STAMP];
	serve_stamp(stamp);
	str_set(&server->season, "%s", *name ? name : stamp);
	str_addf(answer, "the season '%s' ends %s\n", server->season.text,
		 server->tourney.is_on ? "with the tourney in progress" : "now");
	if (!server->tourney.is_on)
		organiser_end_season(server);
	return 0;
}

static const struct {
	const char *word;
	request_function *function;
	bool takes_name; /* if false, a name is refused, because 'pause Ada' must not pause all robots */
} requests[] = {
	{"status", describe_status, false},
	{"kick", kick, true},
	{"allow", allow, true},
	{"pause", pause_tourneys, false},
	{"resume", resume_tourneys, false},
	{"end-season", end_season, true},
};

void organiser_end_season(struct server *server)
{
	struct err err = {0};
	char stamp[STAMP];
	if (!server->season.length)
		return;
	serve_stamp(stamp);
	if (tourney_end_season(server->plan->database, server->season.text, stamp, &err))
		serve_broken(server, &err);
	serve_say(server, "the season '%s' is over", server->season.text);
	str_release(&server->season);
}

/* Adds "there is no request 'kik' (did you mean 'kick'?); the requests are status, kick, ..." */
static void refuse_unknown(const char *word, struct str *out)
{
	const char *words[sizeof requests / sizeof *requests + 1] = {0};
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		words[i] = requests[i].word;
	str_addf(out, "there is no request '%s'%s; the requests are ", word, nearest_hint(word, words).text);
	nearest_add_all(words, "", " and ", out);
}

static void answer_request(struct server *server, char *request, struct str *answer)
{
	AUTO_STR struct str clean = {0}, text = {0};
	text_add_clean(&clean, request);
	char *argument = strchr(clean.length ? clean.text : request, ' ');
	if (argument)
		*argument++ = '\0';
	int failed = -1;
	size_t i = 0, n = sizeof requests / sizeof *requests;
	while (i < n && strcmp(requests[i].word, str_text(&clean)) != 0)
		i++;
	if (i == n)
		refuse_unknown(str_text(&clean), &text);
	else if (argument && !requests[i].takes_name)
		str_addf(&text, "%s takes no name, but '%s' was given", requests[i].word, argument);
	else
		failed = requests[i].function(server, argument ? argument : "", &text);
	str_addf(answer, "%s\n%s", failed ? "error" : "ok", str_text(&text));
}

int organiser_open(struct server *server, struct err *err)
{
	server->control = server->peer = -1;
	if (!server->plan->control)
		return 0;
	server->control = control_listen(server->plan->control, err);
	return server->control < 0 ? -1 : 0;
}

void organiser_close(struct server *server)
{
	mem_auto_close(&server->peer);
	if (server->control >= 0) {
		close(server->control);
		unlink(server->plan->control);
	}
	for (int i = 0; i < server->n_bans; i++)
		free(server->bans[i]);
	free(server->bans);
	str_release(&server->season);
}

/* Handles the connections of organisers one at a time, without waiting. A request must arrive within a second. */
void organiser_run(struct server *server)
{
	char request[CONTROL_REQUEST + 1];
	if (server->control < 0)
		return;
	if (server->peer < 0) {
		server->peer = control_accept(server->control);
		server->peer_ns = server->now_ns;
	}
	if (server->peer < 0)
		return;
	ssize_t size = recv(server->peer, request, CONTROL_REQUEST, MSG_DONTWAIT);
	if (size > 0) {
		AUTO_STR struct str answer = {0};
		request[size] = '\0';
		answer_request(server, request, &answer);
		send(server->peer, answer.text, answer.length < CONTROL_ANSWER ? answer.length : CONTROL_ANSWER,
		     MSG_DONTWAIT | MSG_NOSIGNAL);
	}
	if (size >= 0 || server->now_ns - server->peer_ns > SECOND)
		mem_auto_close(&server->peer);
}

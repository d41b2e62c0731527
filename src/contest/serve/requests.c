/* requests.c - the requests to the server of a contest: permissions, limits on their number, and files of the site. */
#include "contest/serve/inside.h"

#include <math.h>
#include <stdarg.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "contest/pages.h"
#include "contest/serve/tokens.h"
#include "page/frame.h"

#define PAGE_POLICY \
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " \
	"base-uri 'none'"
#define FILE_POLICY "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
#define COOKIE      "arena"

enum {
	FORM_MOST = 8192,         /* bytes of a form without a file */
	FORM_EXTRA = 65536,       /* bytes of a form with a file, in addition to the file */
};

/* How many requests a client may send, and how many of them may be forms (posts): at once, and then each second. A
 * whole school may share an address, so the limits of an address apply only to those who have not signed in, and are
 * high enough for all of them to sign in. An address may send fewer forms than other requests, because each token is
 * compared with those of all teams. */
static const struct allowance {
	double requests, requests_per_s, posts, posts_per_s;
} limits_of_address = {1000, 100, 300, 10}, limits_of_team = {400, 50, 60, 1};

void exchange_page(struct exchange *exchange, int status, const char *template, const char *title, json_t *data)
{
	const struct contest_site site = {.contest = &exchange->host->contest};
	char form[TOKENS_TEXT] = "";
	if (exchange->team)
		tokens_form(exchange->host->contest.folder, str_text(&exchange->cookie), form);
	json_add(data, "{s:s, s:s, s:b, s:b}", "policy", PAGE_POLICY, "form", form, "is_served", 1,
		 "is_signed_in", (int)(exchange->team != NULL));
	contest_page_add(&site, template, "/", title, data, &exchange->reply->body);
	exchange->reply->status = status;
	exchange->reply->type = "text/html; charset=utf-8";
	exchange->reply->policy = PAGE_POLICY "; frame-ancestors 'none'";
}

static const char *home_of(const char *team)
{
	return strcmp(team, TOKENS_ORGANISER) == 0 ? "/organiser" : "/team";
}

void exchange_say(struct exchange *exchange, int status, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	json_t *message = json_vsprintf(format, args);
	va_end(args);
	const char *back = exchange->team ? home_of(exchange->team) : "/sign-in";
	exchange_page(exchange, status, "serve_message", status < 400 ? "Done" : "Not done",
		      json_pack("{s:o, s:s}", "message", message, "back", back));
}

void exchange_go(struct exchange *exchange, const char *path)
{
	http_say(exchange->reply, 303, "");
	str_set(&exchange->reply->location, "%s", path);
}

const char *exchange_field(const struct exchange *exchange, const char *name)
{
	const struct http_field *field = http_find(exchange->request, name);
	return field && !field->file ? str_text(&field->value) : "";
}

static struct host_client *find_client(struct host *host, uint64_t key, bool is_team, const struct allowance *limits,
				       int64_t now)
{
	struct host_client *oldest = host->clients;
	for (int i = 0; i < HOST_CLIENTS; i++) {
		struct host_client *client = &host->clients[i];
		if (client->key == key && client->is_team == is_team && client->seen_ns)
			return client;
		if (client->seen_ns < oldest->seen_ns)
			oldest = client;
	}
	*oldest = (struct host_client){.key = key, .is_team = is_team, .seen_ns = now, .requests = limits->requests,
		.posts = limits->posts};
	return oldest;
}

static bool may_ask(const struct exchange *exchange, bool is_post)
{
	int64_t now = clock_wall_ns();
	uint64_t team = exchange->reply->owner;
	const struct allowance *limits = team ? &limits_of_team : &limits_of_address;
	uint64_t key = team ? team : exchange->request->from;
	struct host_client *client = find_client(exchange->host, key, team != 0, limits, now);
	double seconds = (double)(now - client->seen_ns) / (double)SECOND;
	client->seen_ns = now;
	client->requests = fmin(limits->requests, client->requests + seconds * limits->requests_per_s);
	client->posts = fmin(limits->posts, client->posts + seconds * limits->posts_per_s);
	if (client->requests < 1 || (is_post && client->posts < 1))
		return false;
	client->requests--;
	client->posts -= is_post;
	return true;
}

/* Reads the value of the cookie in the header. */
static void read_cookie(const char *header, struct str *cookie)
{
	for (const char *at = header; at && *at; at += strspn(at, "; ")) {
		size_t n = strcspn(at, ";");
		if (strncmp(at, COOKIE "=", sizeof COOKIE) == 0) {
			str_add_n(cookie, at + sizeof COOKIE, n - sizeof COOKIE);
			return;
		}
		at += n;
	}
}

static struct exchange exchange_of(struct host *host, const struct http_request *request, struct http_reply *reply)
{
	struct exchange exchange = {.host = host, .request = request, .reply = reply};
	read_cookie(request->cookie, &exchange.cookie);
	if (exchange.cookie.length)
		exchange.team = tokens_signed_in(host->contest.folder, exchange.cookie.text);
	return exchange;
}

/* Returns a number for the team that is signed in, or 0. */
static uint64_t number_of(const char *team)
{
	char sha256[65];
	if (!team)
		return 0;
	hash_bytes(team, strlen(team), sha256);
	sha256[16] = '\0';
	return strtoull(sha256, NULL, 16);
}

static void exchange_release(struct exchange *exchange)
{
	free(exchange->team);
	str_release(&exchange->cookie);
}

static void set_cookie(struct exchange *exchange, const char *value, int seconds)
{
	str_set(&exchange->reply->cookie, COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", value, seconds,
		exchange->request->is_https ? "; Secure" : "");
}

static void show_sign_in(struct exchange *exchange)
{
	exchange_page(exchange, 200, "serve_sign_in", "Sign in", json_object());
}

static void sign_in(struct exchange *exchange)
{
	struct err err = {0};
	struct host *host = exchange->host;
	AUTO_STR struct str cookie = {0};
	AUTO_FREE char *team = tokens_find(host->contest.folder, exchange_field(exchange, "token"));
	if (!team) {
		exchange_say(exchange, 403,
			     "No team has this token. Copy all of it, or ask the organiser for a new one.");
		return;
	}
	if (tokens_sign_in(host->contest.folder, team, &cookie, &err)) {
		exchange_say(exchange, 500, "%s", "The server could not sign you in.");
		return;
	}
	set_cookie(exchange, cookie.text, TOKENS_SECONDS);
	exchange_go(exchange, home_of(team));
}

static void sign_out(struct exchange *exchange)
{
	set_cookie(exchange, "", 0);
	exchange_go(exchange, "/");
}

static const char *type_of(const char *path)
{
	static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
		{".css", "text/css; charset=utf-8"}, {".csv", "text/csv; charset=utf-8"},
		{".json", "application/json"}, {".xml", "application/atom+xml; charset=utf-8"},
		{".txt", "text/plain; charset=utf-8"}};
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (str_ends(path, types[i][0]))
			return types[i][1];
	return "application/octet-stream";
}

/* Returns true if this can be a path of the site: it has only these letters, and no name in it begins with a dot. */
static bool is_path(const char *path)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./";
	return path[strspn(path, letters)] == '\0' && !strstr(path, "/.") && !strstr(path, "//");
}

/* Returns true if this is a private page of a team. Public pages of teams have numbers as their names. */
static bool is_private(const char *path)
{
	return strncmp(path, "/teams/", 7) == 0 && strlen(path) > strlen("/teams/.html") + 20;
}

/* Returns true if the file is a team's private page and the request is neither from that team nor from the
 * organiser. */
static bool is_hidden(const struct exchange *exchange, const char *path)
{
	if (!is_private(path) || !exchange->team)
		return is_private(path);
	AUTO_STR struct str own = contest_team_page(&exchange->host->contest, exchange->team);
	return strcmp(exchange->team, TOKENS_ORGANISER) != 0 && strcmp(path + 1, own.text) != 0;
}

static void show_file(struct exchange *exchange)
{
	enum { FILE_MOST = 64 << 20 };
	struct http_reply *reply = exchange->reply;
	AUTO_STR struct str path = str_of("%s%s", exchange->host->site, exchange->request->path);
	if (str_ends(path.text, "/"))
		str_add(&path, "index.html");
	if (!is_path(exchange->request->path) || is_hidden(exchange, exchange->request->path) ||
	    str_read_file(&reply->body, path.text, FILE_MOST, NULL)) {
		str_clear(&reply->body);
		if (strcmp(exchange->request->path, "/") == 0)
			exchange_page(exchange, 200, "serve_message", exchange->host->contest.settings.title,
				      json_pack("{s:s, s:s}", "message",
						"Nothing has been published yet: no team has submitted a robot.",
						"back", "/sign-in"));
		else
			http_say(reply, 404, "There is nothing here.\n");
		return;
	}
	reply->status = 200;
	reply->type = type_of(path.text);
	reply->policy = FILE_POLICY;
	reply->is_public = !is_private(exchange->request->path);
}

static void show_text(struct exchange *exchange, const char *text, const char *type)
{
	http_say(exchange->reply, 200, text);
	exchange->reply->type = type;
	exchange->reply->is_public = true;
}

static void show_script(struct exchange *exchange)
{
	show_text(exchange, contest_page_template("serve_script"), "text/javascript; charset=utf-8");
}

/* Sends the style sheet, even before the site has been published. */
static void show_style(struct exchange *exchange)
{
	AUTO_STR struct str style = {0};
	page_style(&style);
	show_text(exchange, style.text, "text/css; charset=utf-8");
}

enum access { FOR_ALL = 0, FOR_TEAMS, FOR_ORGANISER };

static const struct route {
	const char *method, *path;
	enum access access;
	void (*run)(struct exchange *exchange);
} routes[] = {
	{"GET", "/sign-in", FOR_ALL, show_sign_in},
	{"POST", "/sign-in", FOR_ALL, sign_in},
	{"POST", "/sign-out", FOR_ALL, sign_out},
	{"GET", "/serve.js", FOR_ALL, show_script},
	{"GET", "/style.css", FOR_ALL, show_style},
	{"GET", "/team", FOR_TEAMS, exchange_team},
	{"GET", "/team/state", FOR_TEAMS, exchange_state},
	{"POST", "/team/upload", FOR_TEAMS, exchange_upload},
	{"POST", "/team/withdraw", FOR_TEAMS, exchange_withdraw},
	{"POST", "/team/challenge", FOR_TEAMS, exchange_challenge},
	{"GET", "/organiser", FOR_ORGANISER, exchange_organiser},
	{"POST", "/organiser", FOR_ORGANISER, exchange_organiser},
};

static const struct route *find_route(const struct http_request *request)
{
	const char *method = strcmp(request->method, "POST") == 0 ? "POST" : "GET";
	return FIND_IN(route, routes, sizeof routes / sizeof *routes,
		       strcmp(route->path, request->path) == 0 && strcmp(route->method, method) == 0);
}

/* Returns true if a page of another site has sent the request, as browsers report in one of two headers. */
static bool is_foreign(const struct http_request *request)
{
	const char *site = request->fetch_site;
	const char *origin = request->origin, *name = origin ? strstr(origin, "://") : NULL;
	return (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0) ||
	       (name && request->host && strcmp(name + 3, request->host) != 0);
}

/* Returns true if the sender may make the request. If not, refuses it. */
static bool may_do(struct exchange *exchange, const struct route *route)
{
	bool is_organiser = exchange->team && strcmp(exchange->team, TOKENS_ORGANISER) == 0;
	bool is_post = strcmp(route->method, "POST") == 0;
	if (is_post && is_foreign(exchange->request))
		exchange_say(exchange, 403, "Another site has sent this form.");
	else if (route->access && !exchange->team && !is_post)
		exchange_go(exchange, "/sign-in");
	else if (route->access && !exchange->team)
		exchange_say(exchange, 403, "Sign in first. You are not signed in, or your sign-in has expired.");
	else if (is_organiser && route->run == exchange_team)
		exchange_go(exchange, "/organiser");
	else if (route->access && is_organiser != (route->access == FOR_ORGANISER))
		exchange_say(exchange, 403,
			     is_organiser ? "This page is for teams." : "This page is for the organiser.");
	else
		return true;
	return false;
}

/* Checks a form before its body is read. */
static bool may_send(struct exchange *exchange)
{
	const struct http_request *request = exchange->request;
	const struct route *route = find_route(request);
	long long most_mb = exchange->host->contest.settings.submission_mb;
	if (!route) {
		http_say(exchange->reply, 404, "There is nothing here.\n");
		return false;
	}
	bool is_upload = route->run == exchange_upload;
	if (!may_do(exchange, route))
		return false;
	if (request->length <= (is_upload ? ((size_t)most_mb << 20) + FORM_EXTRA : FORM_MOST))
		return true;
	if (is_upload)
		exchange_say(exchange, 413, "The file is too large: a robot may have at most %lld MB.", most_mb);
	else
		http_say(exchange->reply, 413, "The form is too large.\n");
	return false;
}

bool host_admit(void *context, const struct http_request *request, struct http_reply *reply)
{
	bool is_post = strcmp(request->method, "POST") == 0;
	struct exchange exchange = exchange_of(context, request, reply);
	reply->owner = number_of(exchange.team);
	bool is_admitted = may_ask(&exchange, is_post);
	if (!is_admitted) {
		http_say(reply, 429, "Too many requests. Try again in a moment.\n");
		reply->retry_s = 2;
	}
	is_admitted = is_admitted && (!is_post || may_send(&exchange));
	exchange_release(&exchange);
	return is_admitted;
}

void host_reply(void *context, const struct http_request *request, struct http_reply *reply)
{
	static const char watch[] = "/team/challenges/";
	struct host *host = context;
	host_read(host);
	const struct route *route = find_route(request);
	struct exchange exchange = exchange_of(host, request, reply);
	char form[TOKENS_TEXT] = "";
	if (exchange.team)
		tokens_form(host->contest.folder, exchange.cookie.text, form);
	if (!route && strncmp(request->path, watch, sizeof watch - 1) == 0)
		exchange_watch(&exchange, request->path + sizeof watch - 1);
	else if (!route)
		show_file(&exchange);
	else if (!may_do(&exchange, route))
		;
	else if (strcmp(route->method, "POST") == 0 && route->access &&
		 (!*form || !tokens_is_same(form, exchange_field(&exchange, "form"))))
		exchange_say(&exchange, 403, "This form is too old. Load the page again, and send it from there.");
	else
		route->run(&exchange);
	exchange_release(&exchange);
}

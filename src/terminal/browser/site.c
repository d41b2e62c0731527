/* site.c - the web server of the pages on which people play (site.h). */
#include "terminal/browser/site.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "net/server/http.h"
#include "output/show.h"
#include "terminal/qr.h"

#define MS INT64_C(1000000)

/* How long pages may take to fetch the last state, which says that the server ends. */
static const int64_t farewell_ns = 3000 * MS;

static bool is_any(const char *host)
{
	return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
}

static void set_host(struct str *host, const struct sockaddr_in *address)
{
	char text[INET_ADDRSTRLEN];
	if (inet_ntop(AF_INET, &address->sin_addr, text, sizeof text))
		str_set(host, "%s", text);
}

/* Sets the host to the address of the default route, unless there is no route. Connecting a datagram socket sends
 * nothing. */
static void find_routed_address(struct str *host)
{
	/* The destination 192.0.2.1, which is reserved for documentation. */
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9),
		.sin_addr.s_addr = htonl(0xc0000201)};
	socklen_t size = sizeof address;
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (const struct sockaddr *)&address, size) == 0 &&
	    getsockname(fd, (struct sockaddr *)&address, &size) == 0)
		set_host(host, &address);
	if (fd >= 0)
		close(fd);
}

/* Finds the address at which other machines reach this one, because a browser cannot open 0.0.0.0, which is only an
 * address to listen on. The address of the default route has priority, because the first interface may belong to
 * containers. Without either, the host is unchanged. */
static void find_own_address(struct str *host)
{
	struct ifaddrs *list;
	find_routed_address(host);
	if (!is_any(host->text) || getifaddrs(&list))
		return;
	for (const struct ifaddrs *at = list; at && is_any(host->text); at = at->ifa_next) {
		bool is_usable = at->ifa_addr && at->ifa_addr->sa_family == AF_INET &&
			!(at->ifa_flags & IFF_LOOPBACK) && at->ifa_flags & IFF_UP;
		if (is_usable)
			set_host(host, (const struct sockaddr_in *)(const void *)at->ifa_addr);
	}
	freeifaddrs(list);
}

/* Returns true if the address should be shown as a QR code. The code is for phones, which cannot reach a loopback
 * address. */
static bool is_to_scan(const struct site *site)
{
	const char *host = site->host.text;
	return site->terminal->has_colour && site->terminal->is_utf8 && strncmp(host, "127.", 4) != 0 &&
		strcmp(host, "::1") != 0;
}

static void print_address(const struct site *site, const char *who, const char *verb, const char *token,
			  struct str *address)
{
	const char *host = site->host.text;
	AUTO_STR struct str code = {0};
	int columns, rows;
	str_addf(address, strchr(host, ':') ? "http://[%s]:%d/#%s" : "http://%s:%d/#%s", host, http_port(site->http),
		 token);
	printf("%s %s at %s\n", who, verb, address->text);
	if (is_to_scan(site) && show_terminal_size(STDOUT_FILENO, &columns, &rows) &&
	    qr_add(address->text, columns, &code))
		printf("%s\n", code.text);
	fflush(stdout);
}

struct site_person *site_person(struct site *site, const char *name, const char *verb, struct err *err)
{
	struct site_person *person = &site->person[site->n_persons];
	for (int i = 0; i < site->n_persons; i++)
		if (strcmp(site->person[i].name, name) == 0)
			return &site->person[i];
	if (site->n_persons == GAME_MAX_SEATS) {
		err_set(err, EXIT_USAGE, "a server can have pages for at most %d people", GAME_MAX_SEATS);
		return NULL;
	}
	if (hash_random(person->token)) {
		err_errno(err, "cannot get random numbers for the address of a page");
		return NULL;
	}
	AUTO_STR struct str address = {0};
	person->name = mem_strdup(name);
	site->n_persons++;
	print_address(site, name, verb, person->token, &address);
	if (person == site->person)
		browser_show(address.text, &site->shortcut);
	return person;
}

int site_watch(struct site *site, struct err *err)
{
	AUTO_STR struct str address = {0};
	if (*site->spectators.token)
		return 0;
	if (hash_random(site->spectators.token))
		return err_errno(err, "cannot get random numbers for the address of a page");
	print_address(site, "Spectators", "watch", site->spectators.token, &address);
	return 0;
}

bool site_is_here(const struct site *site, const struct site_person *person)
{
	return person->seen_ns && !person->has_left && site->now_ns - person->seen_ns < SITE_AWAY_NS;
}

const struct site_person *site_chooser(const struct site *site, unsigned persons)
{
	for (int i = 0; i < site->n_persons; i++)
		if (persons >> i & 1 && site_is_here(site, &site->person[i]))
			return &site->person[i];
	return site->person;
}

/* Compares in constant time. */
static bool is_token(const char *text, const char *token)
{
	unsigned differs = 0;
	for (int k = 0; k < SITE_TOKEN; k++)
		differs |= (unsigned)(text[k] ^ token[k]);
	return !differs;
}

/* Returns the token in "/api/TOKEN/rest", or NULL when there is none; *rest is the remainder. */
static const char *token_in(const char *path, const char **rest)
{
	const char *token = path + strlen("/api/");
	*rest = token + SITE_TOKEN + 1;
	return strcspn(token, "/") == SITE_TOKEN && token[SITE_TOKEN] == '/' ? token : NULL;
}

/* Returns the person with this token, or NULL. */
static struct site_person *person_of(struct site *site, const char *token)
{
	struct site_person *found = NULL;
	for (int i = 0; token && i < site->n_persons; i++)
		found = is_token(token, site->person[i].token) ? &site->person[i] : found;
	return found;
}

void site_change(struct site *site)
{
	site->version++;
	site->changed_ns = clock_wall_ns();
}

static void note_seen(struct site *site, struct site_person *person)
{
	site->now_ns = clock_wall_ns();
	if (!site_is_here(site, person))
		site_change(site); /* other pages show that this person is connected */
	person->seen_ns = site->now_ns;
	person->has_left = false;
}

/* Returns the state for this person. If there is no handler, the site is being closed. */
static json_t *view_of(struct site *site, struct site_person *person)
{
	json_t *view = site->handler ? site->handler->view(site->context, person)
				     : json_pack("{s:s}", "stage", "closed");
	json_add(view, "{s:i, s:i}", "version", (int)site->version, "page", site->page);
	return view;
}

/* Answers the GET of a page that knows the version `known`. A state that has not changed since is not sent again. */
static json_t *look(struct site *site, struct site_person *person, long long known)
{
	int version = (int)site->version;
	person->seen_version = site->version;
	json_t *news = known == version ? json_pack("{s:i}", "version", version) : view_of(site, person);
	json_object_set_new(news, "spectators", json_integer(spectators_count(&site->spectators, site->now_ns)));
	return news;
}

static void make_spectators_view(struct site *site)
{
	struct spectators *spectators = &site->spectators;
	json_decref(spectators->view);
	spectators->view = view_of(site, NULL);
	spectators->version = site->version;
}

void site_hold(struct site *site, int64_t until_ns)
{
	if (!spectators_count(&site->spectators, site->now_ns))
		return;
	make_spectators_view(site);
	site->spectators.held_until_ns = until_ns;
}

/* Reads "VERSION" or "VERSION/NUMBER": the version that a page knows, and the random number of the page, or -1. */
static bool read_look(const char *path, long long *known, long long *number)
{
	const char *slash = strchrnul(path, '/');
	AUTO_STR struct str version = {0};
	str_add_n(&version, path, (size_t)(slash - path));
	*number = -1;
	return str_to_int(str_text(&version), 0, INT32_MAX, known) &&
		(!*slash || str_to_int(slash + 1, 0, INT32_MAX, number));
}

/* Answers a GET from a spectator. All spectators get the same view, which is made once. */
static json_t *watch(struct site *site, long long known, long long number)
{
	struct spectators *spectators = &site->spectators;
	site->now_ns = clock_wall_ns();
	bool is_held = site->handler && site->now_ns < spectators->held_until_ns;
	if (site->version != spectators->version && !is_held)
		make_spectators_view(site);
	return spectators_look(spectators, known, number, site->now_ns);
}

/* Returns the reason why a person's page gets no more answers (the game is over, or another page has replaced it), or
 * NULL if it still gets them. */
static json_t *refuse_late(const struct site *site, const struct site_person *person)
{
	if (!site->handler)
		return site_refuse("The game is over.");
	if (person->seen_version && person->seen_version < site->shown_version)
		return site_refuse("This page is no longer the current one.");
	return NULL;
}

static json_t *answer(struct site *site, const char *path)
{
	const char *rest, *token = token_in(path, &rest);
	long long known, number;
	struct site_person *person = person_of(site, token);
	bool is_look = token && read_look(rest, &known, &number);
	if (!person)
		return is_look && is_token(token, site->spectators.token) ? watch(site, known, number) : NULL;
	note_seen(site, person);
	if (is_look)
		return look(site, person, known);
	json_t *refusal = refuse_late(site, person);
	if (refusal || !site->handler->answer)
		return refusal;
	return site->handler->answer(site->context, person, rest);
}

static json_t *act(struct site *site, const char *path)
{
	const char *rest;
	struct site_person *person = person_of(site, token_in(path, &rest));
	if (!person)
		return NULL;
	note_seen(site, person);
	if (strcmp(rest, "gone/1") == 0) {
		person->has_left = true;
		site_change(site);
		return site_done();
	}
	json_t *refusal = refuse_late(site, person);
	return refusal ? refusal : site->handler->act(site->context, person, rest);
}

json_t *site_done(void)
{
	return json_pack("{s:b}", "done", 1);
}

json_t *site_refuse(const char *why)
{
	return json_pack("{s:b, s:s}", "done", 0, "why", why);
}

static void respond(void *context, const struct http_request *request, struct http_reply *reply)
{
	struct site *site = context;
	bool is_post = strcmp(request->method, "POST") == 0;
	reply->is_public = !is_post && strcmp(request->path, "/") == 0;
	if (reply->is_public)
		http_show(reply, &site->html, str_text(&site->policy));
	else if (strncmp(request->path, "/api/", 5) != 0)
		http_give(reply, NULL);
	else
		http_give(reply, is_post ? act(site, request->path) : answer(site, request->path));
}

struct site *site_open(const char *where, struct terminal *terminal, struct err *err)
{
	struct site *site = NEW(struct site);
	struct http_plan plan = {.reply = respond, .context = site, .has_post = true};
	*site = (struct site){.terminal = terminal, .version = 1};
	if (!http_read_where(where, "--listen", &site->host, &plan.port, err)) {
		plan.address = site->host.text;
		site->http = http_open(&plan, err);
	}
	if (site->http && is_any(site->host.text))
		find_own_address(&site->host);
	if (site->http)
		return site;
	site_close(site);
	return NULL;
}

void site_show(struct site *site, enum page_kind kind, json_t *data, const struct site_handler *handler, void *context)
{
	str_clear(&site->html);
	str_clear(&site->policy);
	json_object_set_new(data, "page", json_integer(++site->page));
	page_add(kind, "Arena", data, &site->html, &site->policy);
	site->handler = handler;
	site->context = context;
	site_change(site);
	site->shown_version = site->version;
}

void site_serve(struct site *site, int64_t most_ns)
{
	long most_ms = most_ns < 0 ? 1000 : most_ns / MS + 1 < 1000 ? (long)(most_ns / MS + 1) : 1000;
	struct pollfd fds[2] = {
		{.fd = http_fd(site->http), .events = POLLIN}, {.fd = site->terminal->wake, .events = POLLIN},
	};
	fflush(stdout);
	poll(fds, 2, (int)http_wait_ms(site->http, most_ms));
	http_run(site->http);
	site->now_ns = clock_wall_ns();
}

bool site_is_told(const struct site *site)
{
	bool are_told = site->now_ns - site->changed_ns > farewell_ns ||
		spectators_are_told(&site->spectators, site->version, site->now_ns);
	return are_told &&
	       ALL_OF(i, site->n_persons,
		      !site_is_here(site, &site->person[i]) || site->person[i].seen_version == site->version);
}

static void wait_until_told(struct site *site)
{
	int64_t until_ns = clock_wall_ns() + farewell_ns;
	while ((site->now_ns = clock_wall_ns()) < until_ns && !site_is_told(site)) {
		struct pollfd fd = {.fd = http_fd(site->http), .events = POLLIN};
		poll(&fd, 1, (int)http_wait_ms(site->http, 100));
		http_run(site->http);
	}
}

void site_close(struct site *site)
{
	if (!site)
		return;
	if (site->http) {
		site->handler = NULL;
		site_change(site);
		wait_until_told(site);
		http_close(site->http);
	}
	for (int i = 0; i < site->n_persons; i++)
		free(site->person[i].name);
	json_decref(site->spectators.view);
	browser_hide(&site->shortcut);
	str_release(&site->host);
	str_release(&site->html);
	str_release(&site->policy);
	free(site);
}

extern char **environ;

static const char *first_of(const char *const *names)
{
	for (; *names; names++)
		if (getenv(*names) && *getenv(*names))
			return getenv(*names);
	return NULL;
}

/* Writes a shortcut to the address, and sets *path to its path. Returns false if it cannot be written. */
static bool write_shortcut(const char *address, struct str *path)
{
	static const char *const folders[] = {"XDG_RUNTIME_DIR", "TMPDIR", NULL};
	const char *folder = first_of(folders);
	str_addf(path, "%s/arena-XXXXXX.html", folder ? folder : "/tmp");
	AUTO_STR struct str text =
		str_of("<!DOCTYPE html>\n<title>Arena</title>\n<meta http-equiv=\"refresh\" content=\"0;url=%s\">\n"
		 "<a href=\"%s\">To the game</a>\n", address, address);
	int fd = mkostemps(path->text, (int)strlen(".html"), O_CLOEXEC);
	if (fd < 0) {
		str_release(path);
		return false;
	}
	bool is_written = write(fd, text.text, text.length) == (ssize_t)text.length;
	close(fd);
	return is_written;
}

void browser_show(const char *address, struct str *shortcut)
{
	static const char *const desktops[] = {"BROWSER", "DISPLAY", "WAYLAND_DISPLAY", NULL};
	if (!isatty(STDOUT_FILENO) || !first_of(desktops) || !write_shortcut(address, shortcut))
		return;
	char opener[] = "xdg-open", *argv[] = {opener, shortcut->text, NULL};
	posix_spawn_file_actions_t quiet;
	posix_spawnattr_t apart;
	pid_t pid;
	posix_spawn_file_actions_init(&quiet);
	for (int fd = 0; fd <= 2; fd++)
		posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", O_RDWR, 0);
	posix_spawnattr_init(&apart);
	posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETSID); /* ctrl-C must not reach the browser */
	posix_spawnp(&pid, opener, &quiet, &apart, argv, environ);
	posix_spawnattr_destroy(&apart);
	posix_spawn_file_actions_destroy(&quiet);
}

void browser_hide(struct str *shortcut)
{
	if (shortcut->length)
		unlink(shortcut->text);
	str_release(shortcut);
}

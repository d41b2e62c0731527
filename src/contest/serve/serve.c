/* serve.c - the server of a contest: its loop, which decides when to start each command (serve.h). */
#include "contest/serve/inside.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "contest/serve/tokens.h"

enum {
	STEP_MS = 250,
	READ_MS = 500,            /* interval of checks for changes of the contest */
	BUILD_AGAIN_S = 15,       /* pause after a build that failed, for example because of a running `contest run` */
	PUBLISH_AGAIN_S = 10,     /* pause between two publications */
	CHALLENGE_S = 120,        /* limit on the wall-clock time of a match */
	UPLOADS = 2,              /* uploads of the maximum size at the same time */
	UPLOADS_LEAST = 128 << 20,
};

/* Returns true if one of the files that the server reads has changed. */
static bool has_changed(struct host *host)
{
	static const char *const names[] = {"contest", "results/arena.db", "results/arena.db-wal"};
	bool is_changed = false;
	for (int i = 0; i < 3; i++) {
		struct stat st = {0};
		AUTO_STR struct str path = str_of("%s/%s", host->plan->folder, names[i]);
		stat(path.text, &st);
		struct timespec *old = &host->changed[i];
		is_changed |= st.st_mtim.tv_sec != old->tv_sec || st.st_mtim.tv_nsec != old->tv_nsec;
		*old = st.st_mtim;
	}
	return is_changed;
}

static int read_contest(struct contest *contest, struct ranking *ranking, json_t **notes, const struct host *host,
			struct err *err)
{
	if (contest_open(contest, host->plan->folder, CONTEST_READ, err) || ranking_read(contest, ranking, err))
		return -1;
	*notes = contest->database ? contest_notes(contest->database, err) : json_array();
	contest_leave_database(contest);
	if (!contest->season.number)
		contest->season = (struct contest_season){.name = mem_strdup(contest->settings.season),
			.begun = mem_strdup(""), .frozen = mem_strdup(""), .ended = mem_strdup(""),
			.seal = mem_strdup("")};
	return *notes ? 0 : -1;
}

static void release(struct contest *contest, struct ranking *ranking, json_t *notes)
{
	ranking_release(ranking);
	json_decref(notes);
	if (contest->folder)
		contest_release(contest);
}

/* Reads the contest again. After a failure host->contest is unchanged. */
static int read_again(struct host *host, struct err *err)
{
	struct contest contest = {.stop = host->plan->stop, .has_sign_in = true};
	struct ranking ranking = {0};
	json_t *notes = NULL;
	if (read_contest(&contest, &ranking, &notes, host, err)) {
		memset(host->changed, 0, sizeof host->changed); /* so that the next check reads the contest again */
		release(&contest, &ranking, notes);
		return -1;
	}
	host->reports[REPORT_CPU].is_wanted |= ranking.round != host->ranking.round;
	release(&host->contest, &host->ranking, host->notes);
	host->contest = contest;
	host->ranking = ranking;
	host->notes = notes;
	host->wants_publish = true;
	return 0;
}

void host_read(struct host *host)
{
	struct err ignored = {0};
	int64_t now = clock_wall_ns();
	if (now - host->read_ns < READ_MS * MS)
		return;
	host->read_ns = now;
	if (has_changed(host))
		read_again(host, &ignored);
}

bool host_is_open(const struct host *host, const char **why)
{
	const struct contest *contest = &host->contest;
	*why = *contest->season.ended ? "The season has ended."
		: *contest->season.frozen ? "The season is frozen: it accepts no more versions."
		: contest_time_has_come(contest, contest->settings.freezes) ||
		contest_time_has_come(contest, contest->settings.final) ? "The time for submissions is over." : NULL;
	return !*why;
}

void host_want_build(struct host *host)
{
	AUTO_STR struct str path = contest_path(&host->contest, "submissions");
	utimensat(AT_FDCWD, path.text, NULL, 0); /* the changed time tells a running build that there are new
	                                          * submissions */
	host->wants_build = true;
	host->next_build_ns = 0;
}

bool host_wish(struct host *host, const char *action, const char *team)
{
	if (host->n_wishes == HOST_WISHES)
		return false;
	host->wishes[host->n_wishes++] = (struct host_wish){action, team ? mem_strdup(team) : NULL};
	return true;
}

static void say(struct host *host, const char *what, const char *text)
{
	AUTO_STR struct str line = str_of("%s: %s", what, text);
	if (host->plan->say && strcmp(line.text, str_text(&host->said)) != 0) /* a message is not repeated, as it would
	                                                                       * be for each round without robots */
		host->plan->say(line.text);
	str_set(&host->said, "%s", line.text);
}

static void say_last_line(struct host *host, const struct job *job, const char *name)
{
	AUTO_STR struct str last = {0};
	job_add_last_line(job, &last);
	if (last.length)
		say(host, name, last.text);
}

static void start(struct host *host, struct job *job, const char *const *argv)
{
	struct err err = {0};
	if (job_start(job, host, argv, NULL, &err))
		say(host, argv[0], err.text);
}

static void start_wish(struct host *host)
{
	struct host_wish wish = host->wishes[0];
	start(host, &host->work, (const char *const[]){wish.action, host->contest.folder, wish.team, NULL});
	free(wish.team);
	memmove(host->wishes, host->wishes + 1, (size_t)--host->n_wishes * sizeof *host->wishes);
}

static bool is_round_due(const struct host *host, int64_t now)
{
	return host->plan->every_s && now >= host->next_round_ns && !*host->contest.season.ended &&
		(host->rounds_left || !host->plan->n_rounds);
}

/* Starts a command that changes the contest, at most one at a time. */
static void start_work(struct host *host, int64_t now)
{
	const char *why;
	if (host->n_wishes) {
		start_wish(host);
	} else if (is_round_due(host, now)) {
		host->wants_build = false;
		host->rounds_left -= host->rounds_left > 0;
		start(host, &host->work, (const char *const[]){"run", host->contest.folder, "--rounds=1", NULL});
	} else if (host->wants_build && now >= host->next_build_ns && host_is_open(host, &why)) {
		host->wants_build = false;
		start(host, &host->work, (const char *const[]){"build", host->contest.folder, NULL});
	}
}

/* Ends a long build if a round or an action is waiting. The next build continues it. */
static void end_long_build(struct host *host, int64_t now)
{
	bool is_urgent = host->n_wishes || is_round_due(host, now);
	if (is_urgent && strcmp(host->work.name, "build") == 0 &&
	    now - host->work.since_ns > host->contest.settings.round_wait_seconds * SECOND)
		job_end(&host->work);
}

static void end_work(struct host *host, const char *name, bool is_good)
{
	int64_t now = clock_wall_ns();
	bool is_run = strcmp(name, "run") == 0, is_build = strcmp(name, "build") == 0;
	say_last_line(host, &host->work, name);
	if (is_good && (is_run || is_build))
		host->looked = host->work.since;
	if (is_build && !is_good) {
		host->wants_build = true;
		host->next_build_ns = now + BUILD_AGAIN_S * SECOND;
	}
	if (!is_build)
		host->next_build_ns = 0;
	host->wants_build |= strcmp(name, "retry") == 0;
	if (is_run)
		host->next_round_ns = host->work.since_ns + host->plan->every_s * SECOND;
	host->read_ns = 0; /* so that changes are read and published immediately */
	host->published_ns = 0;
}

static void start_publish(struct host *host, int64_t now)
{
	if (host->wants_publish && now - host->published_ns >= PUBLISH_AGAIN_S * SECOND && host->ranking.versions.n) {
		host->wants_publish = false;
		host->published_ns = now;
		start(host, &host->publish, (const char *const[]){"publish", host->contest.folder, "--to", host->site,
			"--sign-in", "--quiet", NULL});
	}
}

static void step(struct host *host)
{
	int64_t now = clock_wall_ns();
	bool is_good;
	const char *name = host->work.name;
	host_read(host);
	if (job_read(&host->work, &is_good))
		end_work(host, name, is_good);
	if (job_read(&host->publish, &is_good) && !is_good)
		say_last_line(host, &host->publish, "publish");
	if (job_read(&host->challenge, &is_good))
		challenges_end(host, is_good);
	reports_step(host, now);
	if (host->challenge.name && now - host->challenge.since_ns > CHALLENGE_S * SECOND)
		job_end(&host->challenge);
	if (host->work.name)
		end_long_build(host, now);
	else
		start_work(host, now);
	if (!host->publish.name)
		start_publish(host, now);
	if (!host->challenge.name)
		challenges_start(host);
}

static void loop(struct host *host)
{
	while (!*host->plan->stop) {
		struct pollfd fds[] = {{http_fd(host->http), POLLIN, 0}, {host->work.fd, POLLIN, 0},
			{host->publish.fd, POLLIN, 0},
			{host->challenge.fd, POLLIN, 0}, {host->report.fd, POLLIN, 0}};
		poll(fds, sizeof fds / sizeof *fds, (int)http_wait_ms(host->http, STEP_MS));
		http_run(host->http);
		step(host);
	}
}

/* Prints the address. At the first start, it also creates a token for the organiser. */
static int say_where(struct host *host, struct err *err)
{
	char token[TOKENS_TEXT];
	bool is_v6 = strchr(host->plan->address, ':') != NULL;
	AUTO_STR struct str address = str_of("http://%s%s%s:%d/", is_v6 ? "[" : "", host->plan->address,
					     is_v6 ? "]" : "", http_port(host->http));
	say(host, "site", address.text);
	if (tokens_has(host->plan->folder, TOKENS_ORGANISER))
		return 0;
	if (tokens_invite(host->plan->folder, TOKENS_ORGANISER, token, err))
		return -1;
	AUTO_STR struct str link = str_of("%ssign-in#%s", address.text, token);
	say(host, "sign in as the organiser", link.text);
	return 0;
}

static int open_host(struct host *host, struct err *err)
{
	const struct serve_contest_plan *plan = host->plan;
	has_changed(host);
	if (read_again(host, err))
		return -1;
	size_t upload = (size_t)host->contest.settings.submission_mb << 20, held = UPLOADS * upload;
	struct http_plan http = {.address = plan->address, .port = plan->port, .admit = host_admit, .reply = host_reply,
		.context = host,
		.has_post = true, .is_behind_proxy = plan->is_behind_proxy,
		.most_held = held < UPLOADS_LEAST ? UPLOADS_LEAST : held};
	AUTO_STR struct str site = contest_path(&host->contest, "site");
	host->site = mem_strdup(plan->site ? plan->site : site.text);
	if (publish_check_place(&host->contest, host->site, err))
		return -1;
	host->rounds_left = plan->n_rounds;
	host->wants_build = true;
	challenges_read(host);
	submissions_finish(host);
	reports_read(host);
	host->http = http_open(&http, err);
	return host->http ? say_where(host, err) : -1;
}

static void close_host(struct host *host)
{
	job_stop(&host->work);
	job_stop(&host->publish);
	job_stop(&host->challenge);
	job_stop(&host->report);
	reports_release(host);
	http_close(host->http);
	for (int i = 0; i < host->n_wishes; i++)
		free(host->wishes[i].team);
	json_decref(host->challenges);
	release(&host->contest, &host->ranking, host->notes);
	str_release(&host->said);
	free(host->site);
	free(host);
}

int contest_serve(const struct serve_contest_plan *plan, struct err *err)
{
	struct host *host = NEW(struct host);
	host->plan = plan;
	host->work.fd = host->publish.fd = host->challenge.fd = host->report.fd = -1;
	int failed = open_host(host, err);
	if (!failed)
		loop(host);
	close_host(host);
	return failed;
}

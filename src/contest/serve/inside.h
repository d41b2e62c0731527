/* inside.h - shared by the files of the server of a contest; no other file includes it. */
#pragma once

#include <jansson.h>
#include <sys/types.h>
#include <time.h>

#include "contest/serve/serve.h"
#include "contest/site.h"
#include "net/server/http.h"

enum { HOST_CLIENTS = 1024, HOST_WISHES = 16, HOST_SAID = 8192 };

#define MS     INT64_C(1000000)
#define SECOND INT64_C(1000000000)

/* A command in a process of its own. */
struct job {
	const char *name;       /* "build"; NULL: none runs */
	pid_t pid;
	int fd;                 /* reads its output; -1: none runs */
	bool is_ended;          /* the command has been asked to end */
	int64_t since_ns;
	struct timespec since;
	struct str said;        /* the last HOST_SAID bytes of the command's output; kept until the next one begins;
	                         * owned */
};

/* The reports about the rounds on the organiser's page. */
enum host_report { REPORT_CPU = 0, REPORT_SIMILAR, N_REPORTS };

struct host_found {
	bool is_wanted;         /* the report was requested, and its command has not begun */
	json_t *found;          /* the last result; NULL: none yet; owned */
	struct str said;        /* why the last command failed; owned */
};

/* A client: a team that has signed in or, without a sign-in, an address. A zeroed struct is an unknown client. */
struct host_client {
	uint64_t key;           /* a number for the team, or the address */
	bool is_team;
	int64_t seen_ns;
	double requests, posts; /* how many requests, and how many of them with POST, the client may send now */
};

struct host {
	const struct serve_contest_plan *plan;
	char *site;             /* the folder of the site; owned */
	struct contest contest; /* as it was last read, without its database */
	struct ranking ranking;
	json_t *notes;
	struct timespec changed[3]; /* modification times of the files that were read */
	int64_t read_ns;
	struct http *http;

	struct job work, publish, challenge, report;
	struct host_found reports[N_REPORTS];
	enum host_report running; /* the report that the job `report` computes while it runs */
	struct host_wish {
		const char *action; /* the action of `arena contest`; static */
		char *team;         /* NULL: none; owned */
	} wishes[HOST_WISHES];      /* requested by the organiser */
	int n_wishes;
	bool wants_build, wants_publish;
	int64_t next_round_ns, next_build_ns, published_ns;
	long long rounds_left;
	struct timespec looked; /* submissions from before this time have been made versions or refused */
	struct str said;        /* the last message that was printed; owned */
	json_t *challenges;     /* the latest first: {id, team, rival, at, state, text} */
	struct host_client clients[HOST_CLIENTS];
};

/* A request that is being answered. */
struct exchange {
	struct host *host;
	const struct http_request *request;
	struct http_reply *reply;
	char *team;             /* the team that is signed in, or TOKENS_ORGANISER; NULL: none; owned */
	struct str cookie;      /* its cookie; owned */
};

/* ---- serve.c */
/* Reads the contest again if its files have changed. */
void host_read(struct host *host);
/* Returns whether teams may submit now. If not, sets *why, a static text. */
bool host_is_open(const struct host *host, const char **why);
/* Requests a build of the submissions that have just arrived. */
void host_want_build(struct host *host);
/* Adds an action of the organiser to the queue; team may be NULL. Returns false if too many are waiting. */
bool host_wish(struct host *host, const char *action, const char *team);

/* ---- jobs.c */
/* Starts `arena contest` with argv, NULL-terminated, and the options of the server. Its standard output goes to the
 * file `path`, which is truncated first, unless `path` is NULL. */
int job_start(struct job *job, const struct host *host, const char *const *argv, const char *path, struct err *err);
/* Reads the output of the job. Returns true when it has ended; *is_good is then true if its exit code was 0. */
bool job_read(struct job *job, bool *is_good);
/* Asks the job to end; job_stop also waits until it has ended. */
void job_end(struct job *job);
void job_stop(struct job *job);
/* Adds the last line of the output of the job. */
void job_add_last_line(const struct job *job, struct str *out);

/* ---- requests.c */
bool host_admit(void *context, const struct http_request *request, struct http_reply *reply);
void host_reply(void *context, const struct http_request *request, struct http_reply *reply);
/* Answers with a page of the template; takes over data. */
void exchange_page(struct exchange *exchange, int status, const char *template, const char *title, json_t *data);
/* Answers with a page that has a message and a link back. */
void exchange_say(struct exchange *exchange, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
void exchange_go(struct exchange *exchange, const char *path);
/* Returns the value of a field, or "". */
const char *exchange_field(const struct exchange *exchange, const char *name);

/* ---- submissions.c */
/* Finishes the uploads of a previous server that was killed. */
void submissions_finish(const struct host *host);
void exchange_upload(struct exchange *exchange);
void exchange_withdraw(struct exchange *exchange);
/* Returns how many versions of the team count towards versions_per_day today: those that are stored, being prepared or
 * waiting, except those that an upload of the file `but` would replace (NULL: none). */
int host_versions_today(const struct host *host, const char *team, const char *but);
/* Returns the team's robots as submitted: [{file, is_file, at, state, text, version, build_log, checks}]. The caller
 * owns it. */
json_t *host_robots(const struct host *host, const char *team, bool has_logs);

/* ---- pages.c */
void exchange_team(struct exchange *exchange);
void exchange_state(struct exchange *exchange);
void exchange_organiser(struct exchange *exchange);

/* ---- reports.c */
void reports_read(struct host *host);
/* Finishes a report whose command has ended, ends a command that takes too long, and starts the next one. */
void reports_step(struct host *host, int64_t now);
void reports_release(struct host *host);
/* Adds {cpu}, {similar} and the state of their commands to the data of the organiser's page. */
void reports_add(const struct host *host, json_t *data);

/* ---- challenges.c */
void challenges_read(struct host *host);
void challenges_start(struct host *host);
void challenges_end(struct host *host, bool is_good);
/* Returns true if a challenge of the team is waiting or being played. */
bool challenges_wait(const struct host *host, const char *team);
/* Returns true if the team made the challenge or was challenged. */
bool challenge_is_for(const json_t *challenge, const char *team);
void exchange_challenge(struct exchange *exchange);
void exchange_watch(struct exchange *exchange, const char *id);

/* site.h - the web server of the pages on which people play. It serves one page at a time at one address: the table of
 * a game, or the menu. A page that is no longer the current one reloads itself.
 *
 * The token in an address identifies a person. It stays the same from game to game. There are no threads: the server
 * runs only while its owner waits in site_serve. The current handler decides what a page may receive. */
#pragma once

#include "game/rules.h"
#include "page/frame.h"
#include "terminal/browser/spectators.h"
#include "terminal/screen.h"

struct site_person {
	char *name;            /* owned */
	char token[SITE_TOKEN + 1];
	int64_t seen_ns;       /* time of the page's last request; 0: never */
	bool has_left;         /* the last request said that the page was closed, or that the person is leaving */
	unsigned seen_version; /* version of the state last sent to the page */
};

/* Handles the requests of pages. `context` is that of site_show. The caller owns the results; NULL means that the path
 * does not exist. */
struct site_handler {
	json_t *(*view)(void *context, struct site_person *person); /* person NULL: the view for all spectators */
	json_t *(*answer)(void *context, struct site_person *person, const char *path); /* any other GET; may be NULL */
	json_t *(*act)(void *context, struct site_person *person, const char *path);    /* a POST */
};

struct http;

struct site {
	struct http *http;
	struct terminal *terminal; /* borrowed */
	struct str host, shortcut; /* shortcut: path of a file to remove at the end */
	int n_persons;
	struct site_person person[GAME_MAX_SEATS];
	struct spectators spectators;
	unsigned version;          /* increased when the data of the pages changes */
	int64_t changed_ns;        /* time of that change */
	unsigned shown_version;    /* the first version of the current page */
	int page;                  /* number of the current page */
	struct str html, policy;   /* the current page, and its Content-Security-Policy */
	const struct site_handler *handler; /* borrowed; NULL: actions are refused */
	void *context;
	int64_t now_ns;            /* clock_wall_ns of the last request */
};

/* Listens on `where` (net/server/http.h). Returns NULL with err on failure. */
struct site *site_open(const char *where, struct terminal *terminal, struct err *err);

/* Ends the pages. Open pages get a message. NULL is allowed. */
void site_close(struct site *site);

/* Returns the person with this name, valid until site_close. A new person gets an address, which is printed with
 * `verb`, a word such as "plays". The first address is opened in a browser if stdout is a terminal and there is a
 * desktop. Returns NULL with err on failure. */
struct site_person *site_person(struct site *site, const char *name, const char *verb, struct err *err);

/* Prints the address at which everybody may watch, but only once. Sets err on failure. */
int site_watch(struct site *site, struct err *err);

/* Makes another page the current one. `data` is its data, to which this function adds the number of the page. */
void site_show(struct site *site, enum page_kind kind, json_t *data, const struct site_handler *handler, void *context);

/* Makes the pages fetch their data again, because it has changed. */
void site_change(struct site *site);

/* Shows spectators the current state until this time, even if it changes earlier. Does nothing without spectators. */
void site_hold(struct site *site, int64_t until_ns);

/* Returns true if this person's page is open. */
bool site_is_here(const struct site *site, const struct site_person *person);

/* Returns the person who chooses games: the first person in `persons` (bit i for person i) whose page is open or, if
 * none is open, the first person of the site. */
const struct site_person *site_chooser(const struct site *site, unsigned persons);

/* Serves requests until one has arrived or the time is over (negative: one second). */
void site_serve(struct site *site, int64_t most_ns);

/* Returns true if all open pages have the current state. Pages that have sent no request for some time do not count as
 * open. The pages of spectators count only for a few seconds. */
bool site_is_told(const struct site *site);

/* Return {"done": true}, or {"done": false, "why": why}. */
json_t *site_done(void);
json_t *site_refuse(const char *why);

/* Opens the address in a browser, through a small file that only this user may read, and sets *shortcut to its path. So
 * the address does not appear in the list of processes, where other users could read it. Does nothing unless stdout is
 * a terminal and there is a desktop; a failure is ignored, because the address is printed too. */
void browser_show(const char *address, struct str *shortcut);

/* Removes the file, if there is one, and releases the path. */
void browser_hide(struct str *shortcut);

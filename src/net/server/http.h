/* http.h - a small HTTP server for one page and its JSON, inside another loop: without threads and without waiting. It
 * supports GET and HEAD, and POST for actions. A slow, greedy or faulty client harms only itself.
 *
 * The loop polls http_fd for reading, waits no longer than http_wait_ms says, and calls http_run each time. */
#pragma once

#include <jansson.h>

#include "base/base.h"

struct http;

/* Reads the address to listen on, as typed: "8080" (of this machine alone), "127.0.0.1:8080", "[::1]:8080". option:
 * whose value it is. */
int http_read_where(const char *where, const char *option, struct str *host, int *port, struct err *err);

struct http_plan {
	const char *address;  /* to listen on: an IPv4 or IPv6 address, "127.0.0.1" */
	int port;             /* 0: any that is free */
	const char *page;     /* what "/" shows, HTML; borrowed, as policy is */
	const char *policy;   /* its Content-Security-Policy */
	/* Returns the JSON at a path that begins with "/api/". The caller owns it. NULL: not found. An answer is cached
	 * for a second. */
	json_t *(*answer)(void *context, const char *path);
	/* Performs the action of a POST to such a path and returns the result. A body is not read. The caller owns it.
	 * Returns NULL if the path does not exist. The function may be NULL: no POST. */
	json_t *(*act)(void *context, const char *path);
	void *context;
	bool is_personal;     /* answers are personal: made for each request, and never cached */
	int deadline_ms;      /* a request that is not complete and answered by then is closed; 0: 15 seconds */
};

/* Listens. Fails with EXIT_USAGE for an invalid address, with EXIT_WORLD when it cannot be used. */
struct http *http_open(const struct http_plan *plan, struct err *err);
void http_close(struct http *http); /* NULL is fine */

/* Replaces what "/" shows. Both are copied. */
void http_set_page(struct http *http, const char *page, const char *policy);

int http_port(const struct http *http);
int http_fd(const struct http *http);
long http_wait_ms(struct http *http, long most);
void http_run(struct http *http);

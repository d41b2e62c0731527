/* http.h - a small HTTP server that runs in another loop, without threads and without waiting. It supports GET, HEAD
 * and POST, with forms and uploads. A client that is slow, sends too much or is faulty affects only itself.
 *
 * The loop polls http_fd for reading, waits at most as long as http_wait_ms says, and then calls http_run. */
#pragma once

#include <jansson.h>

#include "base/base.h"

struct http;

/* Parses the address to listen on, as typed by a user: "8080" (accessible only from this machine), "127.0.0.1:8080",
 * "[::1]:8080". `option` is the name of the option, for errors. */
int http_read_where(const char *where, const char *option, struct str *host, int *port, struct err *err);

enum { HTTP_FIELDS = 16 }; /* maximum number of fields of a form */

/* A field of a form. */
struct http_field {
	char *name, *file;    /* file: the name of an uploaded file, which may be any text; NULL: the field is not a
	                       * file */
	struct str value;
};

/* A request. All members are borrowed. */
struct http_request {
	const char *method, *path;     /* the path is decoded and begins with "/" */
	const char *host, *cookie, *origin, *fetch_site; /* headers; NULL: not sent */
	uint64_t from;        /* the client's IPv4 address, or the network of its IPv6 address */
	bool is_https;        /* according to the headers of the proxy */
	size_t length;        /* length of its body in bytes */
	const struct http_field *fields; /* fields[i], i < n_fields: the fields of its body */
	int n_fields;
};

struct http_reply {
	int status;           /* 200, ... */
	const char *type, *policy; /* Content-Type and Content-Security-Policy; borrowed */
	struct str body, location, cookie; /* location and cookie: values of headers, empty for none; owned */
	int retry_s;          /* Retry-After; 0: none */
	uint64_t owner;       /* set by plan.admit: a number for the person who has signed in; 0: unknown. Connections
	                       * with an owner have a limit for each owner, instead of the limit for each address */
	bool is_public;       /* everybody may see the reply, and a cache may store it if it asks each time whether the
	                       * reply has changed */
	bool is_kept;         /* with is_public: for one second, all requests for this path except POST get this
	                       * reply */
};

struct http_plan {
	const char *address;  /* the IPv4 or IPv6 address to listen on, such as "127.0.0.1" */
	int port;             /* 0: any free port */
	/* Called with a request before its body is read. Returns false, with a reply, to refuse the request. NULL: a
	 * request is accepted if its host is a name that only this machine can have. */
	bool (*admit)(void *context, const struct http_request *request, struct http_reply *reply);
	/* Called with the request and its body. */
	void (*reply)(void *context, const struct http_request *request, struct http_reply *reply);
	bool has_post;        /* POST is accepted */
	size_t most_held;     /* limit on the bytes of all bodies being received, beyond which the reply is 503. 0:
	                       * bodies are not read */
	bool is_behind_proxy; /* trust X-Forwarded-For and X-Forwarded-Proto; connections from one address are not
	                       * limited */
	void *context;
	int deadline_ms;      /* time after which a connection is closed if its request is not complete and answered; 0:
	                       * 15 seconds */
};

/* Starts to listen. Fails with EXIT_USAGE if the address is invalid, and with EXIT_WORLD if it cannot be used. */
struct http *http_open(const struct http_plan *plan, struct err *err);
void http_close(struct http *http); /* NULL is allowed */

/* Set the reply to a text, to a page, or to JSON. `policy` is borrowed, and `json` is taken over; NULL sets the reply
 * 404. */
void http_say(struct http_reply *reply, int status, const char *text);
void http_show(struct http_reply *reply, const struct str *page, const char *policy);
void http_give(struct http_reply *reply, json_t *json);

/* Finds a field of the body by its name. Returns NULL if there is none. */
const struct http_field *http_find(const struct http_request *request, const char *name);

int http_port(const struct http *http);
int http_fd(const struct http *http);
long http_wait_ms(struct http *http, long most);
void http_run(struct http *http);

/* http_inside.h - shared by http.c and http_request.c; no other file includes it. */
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <microhttpd.h>

#include "net/server/http.h"

/* The functions of libmicrohttpd, such as microhttpd.run for MHD_run. */
#define MICROHTTPD_FUNCTIONS(X) \
	X(add_response_header) X(create_post_processor) X(create_response_from_buffer) X(destroy_post_processor) \
	X(destroy_response) X(get_connection_info) X(get_daemon_info) X(get_timeout) X(lookup_connection_value) \
	X(post_process) X(queue_response) X(run) X(start_daemon) X(stop_daemon)

struct microhttpd {
#define MEMBER(name) typeof(MHD_##name) *name;
	MICROHTTPD_FUNCTIONS(MEMBER)
#undef MEMBER
};

extern struct microhttpd microhttpd;

enum {
	CONNECTIONS = 64,
	CONNECTIONS_OF_MANY = 768, /* with plan.most_held; leaves some of the usual 1024 descriptors for files */
	CONNECTIONS_OF_OWNER = 12, /* limit on connections of one owner */
	FREE_PART = 16,            /* this part of all places is kept free: 1 / FREE_PART */
	PART_OF_ONE = 2,           /* an address, without owners, may use 1 / PART_OF_ONE of all places */
	REQUEST_BYTES = 16 << 10,  /* memory of a connection: its headers and output buffer */
	IDLE_S = 30,
	DEADLINE_MS = 15000,
	PAUSE_MS = 2000,           /* if a server with connections is not run for longer than this, it was delayed, and
	                            * clients get the time back */
	KEPT = 8,                  /* number of replies that are kept */
	ETAG = 2 * 16 + 3,         /* size of an ETag: 32 digits, two quotes and the NUL */
	BYTES_PER_S = 32 << 10,    /* a body extends the time by its length divided by this */
	PARSER_BYTES = 4096,       /* maximum length of the headers of a part of a form */
};

#define KEPT_NS INT64_C(1000000000)
#define NEVER   INT64_MAX

/* A reply as libmicrohttpd sends it. */
struct answer {
	char *path;      /* NULL: free */
	int64_t made_ns;
	int status;
	struct MHD_Response *response;
	char etag[ETAG]; /* "": not public */
};

struct http {
	struct http_plan plan;
	struct MHD_Daemon *daemon;
	int64_t ran_ns;            /* the end of the last run; 0: none yet */
	int n_watched, most_watched;
	struct watched {
		struct MHD_Connection *connection;
		int64_t since_ns;  /* NEVER: it is being closed */
		int64_t extra_ns;  /* additional time for the body of its request */
		uint64_t from;     /* as http_request.from; behind a proxy, the address of the proxy */
		uint64_t owner;    /* of its last request, as in http_reply; 0: none */
	} watched[CONNECTIONS_OF_MANY];
	size_t held;               /* bytes of the bodies that are being received */
	struct answer kept[KEPT];
	int next_kept;
};

struct incoming;

/* ---- http.c */
bool http_read_address(const char *text, int port, struct sockaddr_storage *address);
struct watched *http_find_watched(struct http *http, const struct MHD_Connection *connection);
/* Records who is the owner of the connection: a person who has signed in. */
void http_own(struct http *http, struct MHD_Connection *connection, uint64_t owner);

/* ---- http_request.c */
/* Returns the IPv4 address, which may be in the form of an IPv6 address, or the network of an IPv6 address. */
uint64_t http_network_of(const void *address);
enum MHD_Result http_on_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
				const char *version, const char *bytes, size_t *n, void **state);
void http_answer_release(struct answer *answer); /* a zeroed struct is allowed */
void http_incoming_free(struct http *http, struct incoming *incoming); /* NULL is allowed */

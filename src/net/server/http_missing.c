/* http_missing.c - http.h in a build without libmicrohttpd: nothing can be opened, so the rest is never called. */
#include "net/server/http.h"

static int missing(struct err *err)
{
	return err_set(err, EXIT_WORLD, "this arena was built without libmicrohttpd, which serves pages; install the package "
		       "libmicrohttpd-dev (or run ./setup) and build again with make");
}

int http_read_where(const char *where, const char *option, struct str *host, int *port, struct err *err)
{
	return missing(err);
}

struct http *http_open(const struct http_plan *plan, struct err *err)
{
	missing(err);
	return NULL;
}

#define NEVER(type, name, ...) \
	type name(__VA_ARGS__) \
	{ \
		bug("there is no page"); \
	}
NEVER(void, http_set_page, struct http *http, const char *page, const char *policy)
NEVER(int, http_port, const struct http *http)
NEVER(int, http_fd, const struct http *http)
NEVER(long, http_wait_ms, struct http *http, long most)
NEVER(void, http_run, struct http *http)

void http_close(struct http *http)
{
}

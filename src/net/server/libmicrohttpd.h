/* libmicrohttpd.h - the functions of libmicrohttpd, as microhttpd.run for MHD_run. http_open loads them. */
#pragma once

#include <microhttpd.h>

#include "base/base.h"

#define MICROHTTPD_FUNCTIONS(X) \
	X(add_response_header) X(create_response_from_buffer) X(destroy_response) X(get_connection_info) X(get_daemon_info) \
	X(get_timeout) X(lookup_connection_value) X(queue_response) X(run) X(start_daemon) X(stop_daemon)

struct microhttpd {
#define MEMBER(name) typeof(MHD_##name) *name;
	MICROHTTPD_FUNCTIONS(MEMBER)
#undef MEMBER
};

extern struct microhttpd microhttpd;

/* Loads libmicrohttpd, once. EXIT_WORLD: it is not installed. */
int microhttpd_load(struct err *err);

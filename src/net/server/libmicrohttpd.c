/* libmicrohttpd.c - the functions of libmicrohttpd (libmicrohttpd.h). */
#include "net/server/libmicrohttpd.h"

#include "base/library.h"

struct microhttpd microhttpd;

int microhttpd_load(struct err *err)
{
#define NAME(name) "MHD_" #name,
	static const char *const names[] = {MICROHTTPD_FUNCTIONS(NAME)};
#undef NAME
	return microhttpd.run ? 0 : library_load(ARENA_LIBMICROHTTPD, "libmicrohttpd", "libmicrohttpd12", names,
						 (void **)&microhttpd, sizeof names / sizeof *names, err);
}

/* zeromq.c - the functions of ZeroMQ (zeromq.h). */
#include "net/protocol/zeromq.h"

#include "base/library.h"

struct zeromq zeromq;

int zeromq_load(struct err *err)
{
#define NAME(name) "zmq_" #name,
	static const char *const names[] = {ZEROMQ_FUNCTIONS(NAME)};
#undef NAME
	return zeromq.bind ? 0 : library_load(ARENA_LIBZMQ, "ZeroMQ", "libzmq5", names, (void **)&zeromq,
					      sizeof names / sizeof *names, err);
}

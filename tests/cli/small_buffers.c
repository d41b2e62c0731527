/* small_buffers.c - for stress.sh: preloaded into the arena, it gives every pair of sockets the smallest buffers that
 * the kernel allows, and writes their size to the file $SMALL_BUFFERS. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void note(int size)
{
	const char *path = getenv("SMALL_BUFFERS");
	char line[32];
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
	int n = snprintf(line, sizeof line, "%d\n", size);
	if (fd < 0 || write(fd, line, (size_t)n) != n)
		abort();
	close(fd);
}

int socketpair(int domain, int type, int protocol, int pair[2])
{
	int (*real)(int, int, int, int[2]);
	void *symbol = dlsym(RTLD_NEXT, "socketpair");
	memcpy(&real, &symbol, sizeof real);
	int result = real(domain, type, protocol, pair);
	for (int i = 0; result == 0 && i < 2; i++) {
		int least = 1, size = 0;
		socklen_t length = sizeof size;
		setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &least, sizeof least);
		setsockopt(pair[i], SOL_SOCKET, SO_RCVBUF, &least, sizeof least);
		getsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &size, &length);
		note(size);
	}
	return result;
}

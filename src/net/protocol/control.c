/* control.c - both ends of the organiser's socket (control.h). */
#include "net/protocol/control.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int make_address(const char *path, struct sockaddr_un *address, struct err *err)
{
	*address = (struct sockaddr_un){.sun_family = AF_UNIX};
	if (!*path || strlen(path) >= sizeof address->sun_path)
		return err_set(err, EXIT_USAGE, "the path of the control socket must have 1 to %zu bytes: '%s'",
			       sizeof address->sun_path - 1, path);
	memcpy(address->sun_path, path, strlen(path) + 1);
	return 0;
}

static int connect_to(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address)) {
		int error = errno;
		close(fd);
		errno = error;
		fd = -1;
	}
	return fd;
}

/* Removes the socket of a server that was killed. Does not remove other files. */
static int remove_stale(const struct sockaddr_un *address, struct err *err)
{
	struct stat st;
	if (lstat(address->sun_path, &st))
		return 0;
	if (!S_ISSOCK(st.st_mode))
		return err_set(err, EXIT_USAGE, "'%s' exists and is not a socket; give --control another path",
			       address->sun_path);
	int fd = connect_to(address);
	if (fd < 0 && errno == ECONNREFUSED)
		return unlink(address->sun_path)
			? err_errno(err, "cannot remove the old socket '%s'", address->sun_path) : 0;
	mem_auto_close(&fd);
	return err_set(err, EXIT_USAGE, "another server listens on '%s'; give --control another path",
		       address->sun_path);
}

int control_listen(const char *path, struct err *err)
{
	struct sockaddr_un address;
	if (make_address(path, &address, err) || remove_stale(&address, err))
		return -1;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mode_t before = umask(0177); /* so that only the owner can open the socket at any time */
	int failed = fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof address) || listen(fd, 8);
	int error = errno;
	umask(before);
	if (!failed)
		return fd;
	mem_auto_close(&fd);
	errno = error;
	return err_errno(err, "cannot create the control socket '%s'", path);
}

int control_accept(int listener)
{
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	struct ucred peer;
	socklen_t size = sizeof peer;
	if (fd < 0 || (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
		       (peer.uid == 0 || peer.uid == geteuid())))
		return fd;
	close(fd);
	return -1;
}

static int exchange(int fd, const char *request, char *buffer, ssize_t *size)
{
	const struct timeval patience = {.tv_sec = 10};
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0)
		return -1;
	*size = recv(fd, buffer, CONTROL_ANSWER, 0);
	return *size > 0 ? 0 : -1;
}

int control_ask(const char *path, const char *request, struct str *answer, struct err *err)
{
	static const char ok[] = "ok\n", refused[] = "error\n";
	struct sockaddr_un address;
	ssize_t size = 0;
	if (strlen(request) > CONTROL_REQUEST)
		return err_set(err, EXIT_USAGE, "a request has at most %d bytes", CONTROL_REQUEST);
	if (make_address(path, &address, err))
		return -1;
	int fd = connect_to(&address);
	if (fd < 0)
		return err_errno(err, "cannot reach a server at '%s' (`arena serve --control PATH` creates the socket)",
				 path);
	AUTO_FREE char *buffer = NEW_ARRAY(char, CONTROL_ANSWER + 1);
	int failed = exchange(fd, request, buffer, &size);
	close(fd);
	if (failed)
		return err_set(err, EXIT_WORLD, "the server at '%s' does not answer", path);
	if (strncmp(buffer, ok, strlen(ok)) == 0) {
		str_add(answer, buffer + strlen(ok));
		return 0;
	}
	bool is_refused = strncmp(buffer, refused, strlen(refused)) == 0;
	return err_set(err, EXIT_USAGE, "%s", is_refused ? buffer + strlen(refused) : "the answer is not from an arena "
		       "server");
}

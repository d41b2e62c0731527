/* spawner.c - see spawner.h. */
#include "robot/spawner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "robot/permit.h"

enum { N_FDS = GUEST_FD_END - GUEST_FD_WIRE, MOST_FDS = N_FDS + 1, FIRST_FREE = 32 };

/* With the descriptors, those that are not -1: the lifeline first. */
struct message {
	char title[SPAWNER_TITLE];
	uint32_t has_lifeline, has[N_FDS];
};

union control {
	char bytes[CMSG_SPACE(sizeof(int) * MOST_FDS)];
	struct cmsghdr align;
};

void spawner_place(const struct spawner_order *order)
{
	int high[N_FDS], low = open("/dev/null", O_RDWR), null = fcntl(low, F_DUPFD, FIRST_FREE);
	int in = order->lifeline < 0 ? null : fcntl(order->lifeline, F_DUPFD, FIRST_FREE);
	close(low);
	for (int i = 0; i < N_FDS; i++)
		high[i] = order->fds[i] < 0 ? -1 : fcntl(order->fds[i], F_DUPFD, FIRST_FREE);
	for (int i = 0; i < N_FDS; i++) {
		int fd = GUEST_FD_WIRE + i;
		if (order->fds[i] < 0)
			close(fd);
		else if (high[i] < 0 || dup3(high[i], fd, fd == GUEST_FD_FILE ? O_CLOEXEC : 0) < 0)
			_exit(EXIT_WORLD);
	}
	if (null < 0 || in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(EXIT_WORLD);
	if (close_range(GUEST_FD_END, ~0u, 0))
		for (int fd = GUEST_FD_END; fd < 4096; fd++)
			close(fd);
}

/* ---- in the worker ------------------------------------------------------------------------ */

static struct {
	pid_t owner;  /* whose it is: a forked child has none */
	pid_t pid;
	int socket;
	int n_holders;
	bool is_broken;
} spawner = {.socket = -1};

static void forget_parents(void)
{
	if (spawner.owner == getpid())
		return;
	if (spawner.socket >= 0)
		close(spawner.socket);
	spawner.owner = getpid();
	spawner.pid = 0;
	spawner.socket = -1;
	spawner.n_holders = 0;
	spawner.is_broken = false;
}

static void end_spawner(void)
{
	if (spawner.socket >= 0)
		close(spawner.socket);
	spawner.socket = -1;
	if (spawner.pid <= 0)
		return;
	kill(spawner.pid, SIGKILL);
	while (waitpid(spawner.pid, NULL, 0) < 0 && errno == EINTR)
		;
	spawner.pid = 0;
}

void spawner_hold(void)
{
	forget_parents();
	spawner.n_holders++;
}

void spawner_release(void)
{
	if (spawner.owner != getpid() || --spawner.n_holders > 0)
		return;
	end_spawner();
	spawner.is_broken = false;
}

static bool begin_spawner(pid_t (*start)(const struct spawner_order *order))
{
	int pair[2];
	if (spawner.socket >= 0)
		return true;
	if (spawner.is_broken || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return false;
	struct spawner_order order = {.lifeline = -1, .fds = {pair[1], -1, -1, -1, -1, -1}};
	snprintf(order.title, sizeof order.title, "%-*s", SPAWNER_TITLE - 1, "arena robots"); /* room for longer ones */
	spawner.pid = start(&order);
	close(pair[1]);
	spawner.socket = pair[0];
	return spawner.pid > 0;
}

static bool send_order(const struct spawner_order *order)
{
	struct message message = {.has_lifeline = order->lifeline >= 0};
	union control control = {{0}};
	int fds[MOST_FDS], n = 0;
	memcpy(message.title, order->title, sizeof message.title);
	if (order->lifeline >= 0)
		fds[n++] = order->lifeline;
	for (int i = 0; i < N_FDS; i++) {
		message.has[i] = order->fds[i] >= 0;
		if (message.has[i])
			fds[n++] = order->fds[i];
	}
	struct iovec part = {.iov_base = &message, .iov_len = sizeof message};
	struct msghdr header = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)n),
	};
	struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
	rights->cmsg_level = SOL_SOCKET;
	rights->cmsg_type = SCM_RIGHTS;
	rights->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)n);
	memcpy(CMSG_DATA(rights), fds, sizeof(int) * (size_t)n);
	ssize_t sent;
	do
		sent = sendmsg(spawner.socket, &header, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == sizeof message;
}

pid_t spawner_start(const struct spawner_order *order, pid_t (*start)(const struct spawner_order *order))
{
	forget_parents();
	for (int attempt = 0; attempt < 2 && spawner.n_holders > 0; attempt++) {
		int32_t pid = -1;
		ssize_t n = -1;
		if (begin_spawner(start) && send_order(order)) {
			do
				n = recv(spawner.socket, &pid, sizeof pid, 0);
			while (n < 0 && errno == EINTR);
		}
		if (n == sizeof pid && pid > 0)
			return pid;
		end_spawner(); /* somebody may have killed it: once more */
	}
	spawner.is_broken = spawner.n_holders > 0;
	return -1;
}

/* ---- in the guest ------------------------------------------------------------------------- */

/* Non-zero: the worker is gone. */
static int take_order(struct spawner_order *order)
{
	struct message message;
	union control control;
	int fds[MOST_FDS], n = 0;
	struct iovec part = {.iov_base = &message, .iov_len = sizeof message};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	if (recvmsg(GUEST_FD_WIRE, &header, MSG_CMSG_CLOEXEC) != sizeof message)
		return -1;
	memcpy(order->title, message.title, sizeof order->title);
	memset(fds, -1, sizeof fds);
	struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
	if (rights && rights->cmsg_type == SCM_RIGHTS)
		memcpy(fds, CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
	order->lifeline = message.has_lifeline ? fds[n++] : -1;
	for (int i = 0; i < N_FDS; i++)
		order->fds[i] = message.has[i] ? fds[n++] : -1;
	return 0;
}

static void close_order(const struct spawner_order *order)
{
	if (order->lifeline >= 0)
		close(order->lifeline);
	for (int i = 0; i < N_FDS; i++)
		if (order->fds[i] >= 0)
			close(order->fds[i]);
}

void spawner_serve(char *title, void (*prepare)(void))
{
	struct stat st;
	struct spawner_order order;
	if (fstat(GUEST_FD_WIRE, &st) || !S_ISSOCK(st.st_mode))
		return;
	prepare();
	if (permit_prepare())
		_exit(EXIT_WORLD);
	while (take_order(&order) == 0) {
		int32_t pid = permit_copy();
		if (pid == 0) {
			memcpy(title, order.title, SPAWNER_TITLE);
			setpgid(0, 0); /* ctrl-C at the terminal is the arena's business */
			if (fcntl(GUEST_FD_RULES, F_GETFD) >= 0)
				order.fds[GUEST_FD_RULES - GUEST_FD_WIRE] = GUEST_FD_RULES;
			spawner_place(&order);
			return;
		}
		close_order(&order);
		if (send(GUEST_FD_WIRE, &pid, sizeof pid, MSG_NOSIGNAL) != sizeof pid)
			break;
	}
	_exit(EXIT_WORLD);
}

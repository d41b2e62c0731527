/* fork_server.c - both sides of the fork server (fork_server.h). */
#include "robot/so/fork_server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "robot/so/permit.h"

/* The title of the server. It is padded with spaces, because a copy can overwrite it only with a title of at most this
 * length. */
#define SERVER_TITLE "arena fork server                                                                               "
enum { TITLE_LENGTH = sizeof SERVER_TITLE - 1 };
static char server_command[] = "fork-server";

/* Messages. */

/* A request for a copy. Says which descriptors come with it, in this order. */
struct request {
	bool has_stdin, has_own[RUNNER_FDS];
};

union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE((RUNNER_FDS + 1) * sizeof(int))];
};

static bool send_request(int socket, const struct runner_fds *fds)
{
	struct request request = {.has_stdin = fds->stdin_end >= 0};
	int sent[RUNNER_FDS + 1], n = 0;
	if (request.has_stdin)
		sent[n++] = fds->stdin_end;
	for (int i = 0; i < RUNNER_FDS; i++) {
		request.has_own[i] = fds->own[i] >= 0 && RUNNER_FD_CHANNEL + i != RUNNER_FD_FILE;
		if (request.has_own[i])
			sent[n++] = fds->own[i];
	}
	union control control = {.bytes = {0}};
	struct iovec part = {.iov_base = &request, .iov_len = sizeof request};
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
		.msg_controllen = CMSG_SPACE((size_t)n * sizeof *sent),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN((size_t)n * sizeof *sent);
	memcpy(CMSG_DATA(header), sent, (size_t)n * sizeof *sent);
	return sendmsg(socket, &message, MSG_NOSIGNAL) == sizeof request;
}

/* Takes a request. Returns false if the parent has closed its end. */
static bool take_request(int socket, struct runner_fds *fds)
{
	struct request request;
	union control control;
	int received[RUNNER_FDS + 1], n = 0;
	struct iovec part = {.iov_base = &request, .iov_len = sizeof request};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
		.msg_controllen = sizeof control};
	if (recvmsg(socket, &message, 0) != sizeof request)
		return false;
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	if (!header || header->cmsg_len > CMSG_LEN(sizeof received))
		return false;
	memcpy(received, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
	fds->stdin_end = request.has_stdin ? received[n++] : -1;
	for (int i = 0; i < RUNNER_FDS; i++)
		fds->own[i] = request.has_own[i] ? received[n++] : -1;
	return true;
}

/* Functions that run in the process that gets the descriptors. */

/* Gives the descriptors their numbers, and closes all others. Moves them to other numbers first, so that none
 * overwrites another. Returns false with errno. */
static bool place(const struct runner_fds *fds)
{
	int high[RUNNER_FDS], in = fds->stdin_end < 0 ? open("/dev/null", O_RDWR) : fcntl(fds->stdin_end, F_DUPFD, 16);
	for (int i = 0; i < RUNNER_FDS; i++)
		high[i] = fds->own[i] < 0 ? -1 : fcntl(fds->own[i], F_DUPFD, 16);
	for (int i = 0; i < RUNNER_FDS; i++) {
		int fd = RUNNER_FD_CHANNEL + i;
		if (fds->own[i] < 0)
			close(fd);
		else if (high[i] < 0 || dup3(high[i], fd, fd == RUNNER_FD_FILE ? O_CLOEXEC : 0) < 0)
			return false;
	}
	int null = open("/dev/null", O_RDWR);
	if (null < 0 || in < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 ||
	    dup2(null, STDERR_FILENO) < 0)
		return false;
	if (close_range(RUNNER_FD_END, ~0u, 0))
		for (int fd = RUNNER_FD_END; fd < 4096; fd++)
			close(fd);
	return true;
}

/* Functions that run in the parent. */

static bool start(struct fork_server *server, int file)
{
	int pair[2];
	char title[] = SERVER_TITLE, *const argv[] = {title, server_command, NULL};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return false;
	struct runner_fds fds = {.stdin_end = -1};
	for (int i = 0; i < RUNNER_FDS; i++)
		fds.own[i] = -1;
	fds.own[0] = pair[1];
	fds.own[RUNNER_FD_FILE - RUNNER_FD_CHANNEL] = file;
	pid_t pid = execute_runner(argv, &fds);
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return false;
	}
	*server = (struct fork_server){.pid = pid, .socket = pair[0]};
	return true;
}

/* Ends the server. Returns its status, as wait(2) does. */
static int end(struct fork_server *server)
{
	int status = 0;
	kill(server->pid, SIGKILL);
	close(server->socket);
	while (waitpid(server->pid, &status, 0) < 0 && errno == EINTR)
		;
	server->pid = 0;
	return status;
}

pid_t fork_server_copy(struct fork_server *server, const struct runner_fds *fds)
{
	pid_t pid = -1;
	ssize_t n;
	if (server->is_unusable || (!server->pid && !start(server, fds->own[RUNNER_FD_FILE - RUNNER_FD_CHANNEL])))
		return -1;
	bool is_alive = send_request(server->socket, fds);
	while (is_alive && (n = recv(server->socket, &pid, sizeof pid, 0)) != sizeof pid)
		is_alive = n < 0 && errno == EINTR;
	if (!is_alive) {
		bool is_killed = WIFSIGNALED(end(server));
		server->is_unusable = !is_killed;
		return is_killed ? 0 : -1;
	}
	if (pid > 0)
		setpgid(pid, pid); /* the copy also does this itself, but perhaps later */
	else
		server->is_unusable = true;
	return pid;
}

void fork_server_end(struct fork_server *server)
{
	if (server->pid)
		end(server);
}

/* Functions that run in the server. */

/* Replaces the random bytes that the kernel gave the process (AT_RANDOM), because a copy has those of the server. */
static void draw_random_bytes(void)
{
	enum { RANDOM_BYTES = 16 };
	void *bytes = (void *)(uintptr_t)getauxval(AT_RANDOM);
	if (!bytes || getrandom(bytes, RANDOM_BYTES, 0) != RANDOM_BYTES)
		_exit(EXIT_WORLD);
}

bool fork_server_is_meant(int argc, char **argv)
{
	return argc == 2 && strcmp(argv[1], server_command) == 0;
}

void fork_server_serve(void)
{
	prctl(PR_SET_NAME, "arena robots");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bool can_copy = permit_find_thread_id();
	struct runner_fds fds;
	while (take_request(RUNNER_FD_CHANNEL, &fds)) {
		pid_t pid = can_copy ? permit_copy() : -1;
		if (pid == 0) {
			setpgid(0, 0);
			if (!place(&fds))
				_exit(EXIT_WORLD);
			draw_random_bytes();
			return;
		}
		mem_auto_close(&fds.stdin_end);
		for (int i = 0; i < RUNNER_FDS; i++)
			mem_auto_close(&fds.own[i]);
		if (send(RUNNER_FD_CHANNEL, &pid, sizeof pid, MSG_NOSIGNAL) != sizeof pid)
			break;
	}
	_exit(EXIT_OK);
}

void fork_server_entitle(char **argv, const char *title)
{
	size_t length = strnlen(title, TITLE_LENGTH - 1);
	memset(argv[0], 0, TITLE_LENGTH + sizeof server_command); /* the kernel shows the bytes from argv[0] on as the
	                                                           * command line */
	memcpy(argv[0], title, length);
}

/* Restores the default actions of signals. A worker ignores the signals of the terminal, and a child would inherit
 * that. With the default actions, such a signal ends a robot that raises it, in a run as well as in a replay. */
static void restore_signals(void)
{
	static const int of_the_person[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
	for (size_t i = 0; i < sizeof of_the_person / sizeof *of_the_person; i++)
		signal(of_the_person[i], SIG_DFL);
}

/* Becomes the runner. After vfork this code runs in the memory of the worker, so it may only make system calls. */
_Noreturn static void be_runner(char *const *argv, const struct runner_fds *fds, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_WORLD);
	setpgid(0, 0); /* Ctrl-C at the terminal must reach only the arena */
	if (!place(fds))
		_exit(EXIT_WORLD);
	restore_signals();
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	char *const environment[] = {NULL};
	fexecve(RUNNER_FD_FILE, argv, environment);
	_exit(EXIT_WORLD);
}

/* Starts the runner by vfork: copying the page tables of a worker with many lanes would take longer than all other
 * steps. */
pid_t execute_runner(char *const *argv, const struct runner_fds *fds)
{
	sigset_t all, before;
	pid_t parent = getpid();
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before); /* so that no handler of the worker runs in the child */
	pid_t pid = vfork();
	if (pid == 0)
		be_runner(argv, fds, parent);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

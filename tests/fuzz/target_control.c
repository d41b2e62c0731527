/* target_control.c - a request on the control socket of a server in whose tourney one robot of its own plays. The
 * answer is one of the two kinds, and clean. */
#include "targets.h"

#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "net/protocol/control.h"
#include "net/server/inside.h"

void parse_control(const char *text, size_t size)
{
	static struct server server;
	struct client client = {.is_used = true, .is_proven = true, .meta = {.player = "Ada", .title = "Ada_1_B"}};
	char answer[CONTROL_ANSWER + 1] = "";
	int fds[2];
	bug_if(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds));
	server = (struct server){.control = fds[0], .peer = fds[1], .n_clients = 1, .clients = &client,
		.tourney.is_on = true};
	bug_if(send(fds[0], text, size < CONTROL_REQUEST ? size : CONTROL_REQUEST, MSG_NOSIGNAL) < 0);
	organiser_run(&server);
	bug_if(server.peer >= 0);
	ssize_t n = recv(fds[0], answer, CONTROL_ANSWER, 0);
	bug_if(n < 0 || (n > 0 && strncmp(answer, "ok\n", 3) != 0 && strncmp(answer, "error\n", 6) != 0));
	for (ssize_t i = 0; i < n; i++)
		if (answer[i] == '\n')
			answer[i] = ' ';
	bug_if(!text_is_clean(answer));
	close(fds[0]);
	server.control = -1;
	organiser_close(&server);
}

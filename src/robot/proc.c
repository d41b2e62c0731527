/* proc.c - what the kernel reports about a process in /proc/PID (proc.h). */
#include "robot/proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

bool proc_read(pid_t pid, const char *name, char *text, size_t size)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, text, size - 1);
	text[n > 0 ? n : 0] = '\0';
	return n > 0;
}

pid_t proc_parent(pid_t pid)
{
	char text[512];
	int parent = 0;
	proc_read(pid, "stat", text, sizeof text); /* "pid (name) state parent ..." */
	const char *end = strrchr(text, ')');
	if (end)
		sscanf(end + 1, " %*c %d", &parent);
	return parent;
}

bool proc_is_traced(pid_t pid)
{
	char text[1024];
	proc_read(pid, "status", text, sizeof text);
	const char *tracer = strstr(text, "TracerPid:\t");
	return tracer && tracer[11] != '0';
}

struct proc_memory proc_memory(pid_t pid)
{
	char text[128];
	unsigned long long size, resident, shared;
	proc_read(pid, "statm", text, sizeof text); /* the numbers are in pages */
	if (sscanf(text, "%llu %llu %llu", &size, &resident, &shared) != 3)
		return (struct proc_memory){0};
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	return (struct proc_memory){.size = size * page, .resident = resident * page, .shared = shared * page};
}

int proc_send_descriptor(int socket, int fd, int flags)
{
	char letter = 'f';
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = {.align = {.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd)}};
	memcpy(CMSG_DATA(&control.align), &fd, sizeof fd);
	struct iovec part = {.iov_base = &letter, .iov_len = 1};
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
	};
	return sendmsg(socket, &message, flags | MSG_NOSIGNAL) == 1 ? 0 : -1;
}

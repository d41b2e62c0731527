/* permit.c - a process that copies itself, but only with its parent's permission for each copy (permit.h). */
#include "robot/so/permit.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "robot/proc.h"

static void *thread_id; /* address of libc's variable with the id of this thread */

/* Functions that run in the process. */

/* Offset of the low half of an argument, which the filter reads. */
#if defined __x86_64__ || defined __aarch64__
#define LOW(i) (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (i))
#endif

static int put_filter_on(void)
{
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define IF_EQUAL(value, n_then, n_else) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, n_then, n_else)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
	struct sock_filter rules[] = {
		LOAD(offsetof(struct seccomp_data, nr)),
		IF_EQUAL(SYS_clone, 2, 0),
		IF_EQUAL(SYS_close, 4, 0),
		IF_EQUAL(SYS_close_range, 3, 6),
		/* Instruction 4: a copy of the process. */
		LOAD(LOW(0)),
		IF_EQUAL(PERMIT_FLAGS, 0, 4),
		RETURN(SECCOMP_RET_USER_NOTIF),
		/* Instruction 7: closing the lifeline, or a range that begins with it. */
		LOAD(LOW(0)),
		IF_EQUAL(PERMIT_LIFELINE, 0, 1),
		RETURN(SECCOMP_RET_ERRNO | EPERM),
		RETURN(SECCOMP_RET_ALLOW),
	};
	_Static_assert(PERMIT_LIFELINE == 0, "no range begins below it");
	const struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

bool permit_find_thread_id(void)
{
	/* The address is stored, because the kernel does not have it in a copy. */
	return thread_id || (prctl(PR_GET_TID_ADDRESS, &thread_id) == 0 && thread_id);
}

int permit_ask(int socket)
{
	if (!permit_find_thread_id())
		return -1;
	int listener = put_filter_on();
	if (listener < 0)
		return -1;
	int failed = proc_send_descriptor(socket, listener, 0);
	close(listener);
	return failed;
}

pid_t permit_copy(void)
{
#if defined __x86_64__
	return (pid_t)syscall(SYS_clone, (long)PERMIT_FLAGS, NULL, NULL, thread_id, 0L);
#else
	return (pid_t)syscall(SYS_clone, (long)PERMIT_FLAGS, NULL, NULL, 0L, thread_id);
#endif
}

const void *permit_thread_id(void)
{
	return thread_id;
}

/* Functions that run in the parent. */

int permit_take(int socket)
{
	char letter;
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec part = {.iov_base = &letter, .iov_len = 1};
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
	};
	int fd = -1;
	if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
		return -1;
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	if (header && header->cmsg_type == SCM_RIGHTS && header->cmsg_len == CMSG_LEN(sizeof fd))
		memcpy(&fd, CMSG_DATA(header), sizeof fd);
	return fd;
}

int permit_lifeline_of(int end, pid_t group)
{
	return fcntl(end, F_SETOWN, -group) || fcntl(end, F_SETSIG, SIGKILL) ||
		fcntl(end, F_SETFL, O_ASYNC | O_NONBLOCK) ? -1 : 0;
}

bool permit_is_asked(int listener, int timeout_ms)
{
	struct pollfd asked = {.fd = listener, .events = POLLIN};
	return poll(&asked, 1, timeout_ms) == 1 && asked.revents & POLLIN;
}

/* Answers the call. The filter has checked the arguments, which are in registers and cannot have changed since then. */
static bool answer(int listener, pid_t permitted)
{
	struct seccomp_notif question = {0};
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question))
		return false;
	bool is_permitted = (pid_t)question.pid == permitted;
	struct seccomp_notif_resp response = {
		.id = question.id, .flags = is_permitted ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0,
		.error = is_permitted ? 0 : -EPERM,
	};
	return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) == 0 && is_permitted;
}

void permit_refuse(int listener)
{
	if (permit_is_asked(listener, 0))
		answer(listener, -1);
}

bool permit_grant(int listener, pid_t process, int timeout_ms)
{
	return permit_is_asked(listener, timeout_ms) && answer(listener, process);
}

/* refuse - runs a program under a filter that refuses system calls, as some kernels and containers do:
 * refuse NUMBER ERRNO PROGRAM ARGUMENTS...     one of them
 * refuse spaces ERRNO PROGRAM ARGUMENTS...     new name spaces, as the filter that Docker has by default */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)

int main(int argc, char **argv)
{
	unsigned why = argc < 4 ? 0 : (unsigned)atoi(argv[2]);
	struct sock_filter one[] = {
		LOAD(nr), IS(argc < 4 ? 0 : (unsigned)atoi(argv[1]), 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | why), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_filter spaces[] = {
		LOAD(nr), IS(SYS_unshare, 8, 0), IS(SYS_setns, 7, 0), IS(SYS_mount, 6, 0), IS(SYS_clone3, 3, 0),
		IS(SYS_clone, 0, 3), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x7e020000, 2, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS), /* its flags are in memory, where a filter cannot
		                                                        * read them */
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | why),
	};
	struct sock_fprog program = {.len = sizeof one / sizeof *one, .filter = one};
	if (argc >= 4 && strcmp(argv[1], "spaces") == 0)
		program = (struct sock_fprog){.len = sizeof spaces / sizeof *spaces, .filter = spaces};
	if (argc < 4 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 125;
	execv(argv[3], argv + 3);
	return 126;
}

/* proc.h - what the kernel reports on a process in /proc/PID, and what processes pass to each other. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* Reads the beginning of /proc/PID/NAME. Returns false and sets text to "" if it cannot be read. */
bool proc_read(pid_t pid, const char *name, char *text, size_t size);

/* Returns the parent of a process; 0 if the process does not exist. */
pid_t proc_parent(pid_t pid);

/* Does a debugger control the process? */
bool proc_is_traced(pid_t pid);

/* In bytes; all 0 when unknown. */
struct proc_memory {
	uint64_t size;     /* of the address space */
	uint64_t resident; /* in use */
	uint64_t shared;   /* of resident: pages of files and of shared memory */
};
struct proc_memory proc_memory(pid_t pid);

/* Sends a message of one byte with a descriptor. `flags` are those of sendmsg. Returns -1 with errno on failure. */
int proc_send_descriptor(int socket, int fd, int flags);

/* proc.h - what the kernel reports about a process in /proc/PID, and passing a descriptor to another process. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* Reads the beginning of /proc/PID/NAME. Returns false and sets text to "" if it cannot be read. */
bool proc_read(pid_t pid, const char *name, char *text, size_t size);

/* Returns the parent of a process, or 0 if the process does not exist. */
pid_t proc_parent(pid_t pid);

/* Returns true if a debugger controls the process. */
bool proc_is_traced(pid_t pid);

/* The memory of a process in bytes; all 0 when unknown. */
struct proc_memory {
	uint64_t size;     /* size of the address space */
	uint64_t resident; /* memory in use */
	uint64_t shared;   /* the part of `resident` in pages of files and of shared memory */
};
struct proc_memory proc_memory(pid_t pid);

/* Sends a message of one byte with a descriptor. `flags` are those of sendmsg. Returns -1 with errno on failure. */
int proc_send_descriptor(int socket, int fd, int flags);

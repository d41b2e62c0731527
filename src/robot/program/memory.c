/* memory.c - the memory of all processes of a program together (memory.h).
 *
 * The fast counter counts a shared page once for each process. If that sum is too large, the kernel is asked for the
 * exact sum, which takes a millisecond for a few hundred megabytes. */
#include "robot/program/memory.h"

#include "robot/proc.h"
#include "robot/program/limit.h"

/* Returns the number of kB in a line of smaps_rollup. */
static uint64_t field(const char *text, const char *name)
{
	const char *at = strstr(text, name);
	return at ? strtoull(at + strlen(name), NULL, 10) << 10 : 0;
}

/* Returns the resident and swapped bytes, with each page divided among the processes that share it. */
static uint64_t share_of(pid_t pid)
{
	char text[2048];
	if (!proc_read(pid, "smaps_rollup", text, sizeof text)) {
		struct proc_memory memory = proc_memory(pid); /* used if the process belongs to another user; may be
		                                               * smaller */
		return memory.resident - (memory.shared < memory.resident ? memory.shared : memory.resident);
	}
	return field(text, "\nPss:") + field(text, "\nSwapPss:");
}

bool memory_exceeds(const pid_t *pids, int n, uint64_t most)
{
	uint64_t sum = 0;
	for (int i = 0; i < n; i++)
		sum += proc_memory(pids[i]).resident;
	if (sum <= most)
		return false;
	sum = 0;
	for (int i = 0; i < n; i++)
		sum += share_of(pids[i]);
	return sum > most;
}

void memory_describe(bool is_program, uint64_t most, struct str *out)
{
	unsigned long long mb = most >> 20;
	if (!most)
		str_add(out, "memory is not limited");
	else if (is_program)
		str_addf(out, "%llu MB of memory for a program and its processes together (%s)", mb,
			 limit_is_there() ? "enforced by a control group" : "watched");
	else
		str_addf(out, "%llu MB of address space for each process (enforced by the kernel)", mb);
}

/* cores.c - assigns processes to cores (cores.h). */
#include "base/cores.h"

int cores_allowed(void)
{
	cpu_set_t allowed;
	return sched_getaffinity(0, sizeof allowed, &allowed) ? 1 : CPU_COUNT(&allowed);
}

int cores_current(void)
{
	return sched_getcpu();
}

int cores_first(void)
{
	cpu_set_t allowed;
	int core = 0;
	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return 0;
	while (core < CPU_SETSIZE - 1 && !CPU_ISSET(core, &allowed))
		core++;
	return core;
}

void cores_pin(int worker, int first_core)
{
	cpu_set_t allowed, one;
	int cores[CPU_SETSIZE], n = 0, first = 0;
	if (sched_getaffinity(0, sizeof allowed, &allowed))
		return;
	for (int core = 0; core < CPU_SETSIZE; core++) {
		if (core == first_core)
			first = n;
		if (CPU_ISSET(core, &allowed))
			cores[n++] = core;
	}
	CPU_ZERO(&one);
	CPU_SET(cores[(first + worker) % n], &one);
	sched_setaffinity(0, sizeof one, &one);
}

void cores_hold(cpu_set_t *before)
{
	CPU_ZERO(before);
	sched_getaffinity(0, sizeof *before, before);
	cores_pin(0, cores_current());
}

void cores_release(const cpu_set_t *before)
{
	if (CPU_COUNT(before))
		sched_setaffinity(0, sizeof *before, before);
}

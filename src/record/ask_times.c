/* ask_times.c - how long a robot thinks over an ask (ask_times.h). */
#include "record/ask_times.h"

#include "base/clock.h"

enum { MS = 1000000, US = 1000 };

void ask_times_watch(struct ask_times *times, const struct watch_event *s)
{
	if (s->moment == MOMENT_ASK) {
		if (!times->started)
			times->started = clock_wall_ns();
		times->began = times->notes->is_starting ? -1 : clock_process_cpu_ns(times->notes->pid);
	}
	if (s->moment == MOMENT_ANSWER && times->began >= 0 && times->n < ASK_TIMES_MOST) {
		int64_t ns = clock_process_cpu_ns(times->notes->pid) - times->began;
		times->ns[times->n++] = ns;
		times->total_ns += ns;
	}
}

bool ask_times_are_enough(const struct ask_times *times)
{
	const int64_t most_ns = INT64_C(3000) * MS;
	return times->n == ASK_TIMES_MOST || times->total_ns > most_ns ||
	       (times->started && clock_wall_ns() - times->started > 10 * most_ns);
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

struct ask_spread ask_times_spread(struct ask_times *times)
{
	int n = times->n;
	if (!n)
		return (struct ask_spread){0};
	qsort(times->ns, (size_t)n, sizeof *times->ns, compare);
	return (struct ask_spread){n, times->ns[n / 2], times->ns[(int)((int64_t)n * 99 / 100)], times->ns[n - 1]};
}

void ask_time_add(int64_t ns, struct str *out)
{
	if (ns < MS)
		str_addf(out, "%.1f us", (double)ns / US);
	else
		str_addf(out, "%.1f ms", (double)ns / MS);
}

void ask_spread_add(const struct ask_spread *spread, struct str *out)
{
	str_add(out, "median ");
	ask_time_add(spread->median_ns, out);
	str_add(out, ", 99 % within ");
	ask_time_add(spread->p99_ns, out);
	str_add(out, ", longest ");
	ask_time_add(spread->longest_ns, out);
}

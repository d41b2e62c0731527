/* building.c - `arena contest build`: builds and checks submissions, without playing (contest.h). */
#include "contest/contest.h"

#include <sys/stat.h>

#include "base/clock.h"
#include "contest/ladder.h"
#include "contest/prepare.h"

/* Returns when the folder of the submissions was last changed. The server updates its time after an upload. */
static struct timespec touched(const struct contest *contest)
{
	AUTO_STR struct str path = contest_path(contest, "submissions");
	struct stat st = {0};
	stat(path.text, &st);
	return st.st_mtim;
}

static bool has_ready(const struct workshop *workshop)
{
	return ANY_OF(i, workshop->n, workshop->list[i].state == PREPARED_READY);
}

/* Waits until a version is ready or a robot is submitted. After a slow scan it waits for at least twice the time of the
 * scan. */
static int await(struct contest *contest, struct timespec seen, int64_t look_ns, struct err *err)
{
	int64_t until = clock_wall_ns() + 2 * look_ns;
	while (contest->workshop.n && !*contest->stop) {
		struct timespec now = touched(contest);
		bool is_new = now.tv_sec != seen.tv_sec || now.tv_nsec != seen.tv_nsec;
		if ((is_new || has_ready(&contest->workshop)) && clock_wall_ns() >= until)
			return 0;
		if (prepare_step(contest, err))
			return -1;
	}
	return *contest->stop ? err_set(err, EXIT_INTERRUPTED, "interrupted") : 0;
}

int contest_build(struct contest *contest, struct err *err)
{
	int64_t n_rounds;
	if (*contest->season.frozen || contest_time_has_come(contest, contest->settings.freezes) ||
	    contest_time_has_come(contest, contest->settings.final))
		return err_set(err, EXIT_USAGE, "the season '%s' accepts no more versions", contest->season.name);
	if (ladder_count_rounds(contest, contest->season.number, &n_rounds, err))
		return -1;
	struct timespec seen;
	do {
		int64_t since = clock_wall_ns();
		seen = touched(contest);
		if (enter_all(contest, n_rounds + 1, ENTER_LOOK, err) ||
		    await(contest, seen, clock_wall_ns() - since, err))
			return -1;
		struct timespec now = touched(contest);
		if (!contest->workshop.n && now.tv_sec == seen.tv_sec && now.tv_nsec == seen.tv_nsec)
			return 0;
	} while (true);
}

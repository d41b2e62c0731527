/* calendar.c - follows the times in the settings (contest.h). */
#include "contest/contest.h"

/* Freezes the season. If there are too few robots, this is not an error: the season stays open, and the next `run`
 * tries again. */
static int freeze(struct contest *contest, bool *is_frozen, struct err *err)
{
	struct err why = {0};
	*is_frozen = round_freeze(contest, &why) == 0;
	if (*is_frozen)
		contest_say(contest, "the season '%s' is frozen", contest->season.name);
	else if (why.code == EXIT_USAGE)
		contest_say(contest, "%s", why.text);
	else
		return err_set(err, why.code, "%s", why.text);
	return 0;
}

int calendar_follow(struct contest *contest, bool *may_play, struct err *err)
{
	const struct settings *settings = &contest->settings;
	char opens[CONTEST_TIME];
	bool has_ended = contest_time_has_come(contest, settings->final);
	bool is_frozen = *contest->season.frozen;
	bool freezes = has_ended || contest_time_has_come(contest, settings->freezes);
	*may_play = !contest_time(contest, settings->opens, opens) || contest_time_has_come(contest, settings->opens);
	if (!*may_play)
		contest_say(contest, "the season '%s' opens at %.16s UTC", contest->season.name, opens);
	if (!*may_play || (!is_frozen && !freezes))
		return 0;
	if (!is_frozen && freeze(contest, &is_frozen, err))
		return -1;
	*may_play = is_frozen && !has_ended;
	if (!is_frozen || !has_ended)
		return 0;
	if (round_play_final(contest, err))
		return -1;
	contest_say(contest, "the season '%s' has ended with its final", contest->season.name);
	return 0;
}

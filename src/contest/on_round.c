/* on_round.c - runs the command of --on-round (contest.h). */
#include "contest/contest.h"

#include "base/json.h"
#include "base/tool.h"
#include "contest/site.h"

static int add_input(const struct contest *contest, int64_t round, struct str *out, struct err *err)
{
	AUTO_RANKING struct ranking ranking = {0};
	AUTO_JSON json_t *notes = contest_notes(contest->database, err);
	if (!notes || ranking_read(contest, &ranking, err))
		return -1;
	bool has_leader = ranking.n_rows && ranking.rows->rating.matches;
	json_add_text(out, json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:O}",
		"contest", json_clean(contest->settings.title), "season", json_clean(contest->season.name),
		"state", *contest->season.ended ? "ended" : *contest->season.frozen ? "frozen" : "open", "round",
		round ? json_integer(round) : json_null(),
		"leader", has_leader ? json_clean(ranking.rows->version->team) : json_null(),
		"standings", ranking_json(&ranking), "notes", notes));
	return 0;
}

void on_round(const struct contest *contest, int64_t round)
{
	enum { KILL_SECONDS = 5 };
	AUTO_STR struct str seconds = str_of("%lld", contest->settings.on_round_seconds);
	/* Its standard output goes to standard error, so that processes which it leaves running do not keep a pipe
	 * open. */
	const char *const argv[] = {"sh", "-c", "exec <&3 3<&- >&2; timeout -k 5 \"$2\" sh -c \"$1\"; status=$?; "
		"case $status in 124 | 137) echo \"it was ended after $2 seconds (on_round_seconds)\" ;; esac; "
		"exit $status",
		"sh", contest->on_round, seconds.text, NULL};
	AUTO_STR struct str input = {0}, output = {0};
	struct err why = {0};
	if (!contest->on_round)
		return;
	AUTO_CLOSE int fd = add_input(contest, round, &input, &why) ? -1 : tool_file(&input, &why);
	const struct tool tool = {.argv = argv, .package = "dash", .fds = &fd, .n_fds = 1,
		.seconds = (int)contest->settings.on_round_seconds + 2 * KILL_SECONDS};
	if (fd < 0 || tool_run(&tool, &output, &why))
		contest_say(contest, "--on-round: %s", why.text);
}

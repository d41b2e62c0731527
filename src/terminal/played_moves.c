/* played_moves.c - the most costly moves of people, valued in a separate process during the games (play_session.h). */
#include "terminal/play_session.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/json.h"
#include "run/coaching.h"

enum { MOST_MOVES = 3 };

void played_note_moves(struct played *played, const bool *is_human)
{
	struct game_record *log = &played->record;
	struct err ignored = {0};
	size_t n = played->decisions.n;
	if (coach_check(log->rules, log->n_seats, &ignored))
		return;
	for (int seat = 0; seat < log->n_seats; seat++)
		if (is_human[game_record_player(log, seat)])
			decisions_add(&played->decisions, log, seat);
	for (; n < played->decisions.n; n++)
		played->decisions.list[n].game = json_array_size(played->games) - 1;
	decisions_sort(&played->decisions);
}

/* Sorts the most costly moves first, and the earlier one first among equals. */
static int by_loss(const void *a, const void *b)
{
	const struct decision *const *x = a, *const *y = b;
	double first = finding_loss(&(*x)->finding), second = finding_loss(&(*y)->finding);
	return ORDER(second, first) ?: ORDER(*x, *y);
}

static json_t *move_json(const struct rules *rules, const struct decision *decision)
{
	const struct finding *finding = &decision->finding;
	AUTO_STR struct str best = {0};
	game_play_words(rules, finding->best_play, &best);
	return json_pack("{s:I, s:i, s:i, s:s, s:s, s:f, s:f}", "game", (json_int_t)decision->game + 1,
			 "hand", decision->hand, "step", decision->n_bids, "kind", mistake_kinds[finding->kind].words,
			 "best", best.text, "could", finding->best, "did", finding->made);
}

/* Values all moves in the separate process, and writes the most costly ones as JSON. */
static void value(const struct played *played, const struct rules *rules, int fd)
{
	AUTO_FREE char *folder = coaching_solutions();
	AUTO_STR struct str text = {0};
	struct coach coach;
	struct err ignored = {0};
	coach_init(&coach, rules, folder);
	coach.decisions = played->decisions;
	struct coaching coaching = {.coach = &coach, .n_jobs = cores_allowed()};
	if (coaching_run(&coaching, &ignored))
		return;
	const struct decision **list = NEW_ARRAY(const struct decision *, coach.decisions.n + 1);
	for (size_t i = 0; i < coach.decisions.n; i++)
		list[i] = &coach.decisions.list[i];
	qsort(list, coach.decisions.n, sizeof *list, by_loss);
	json_t *moves = json_array();
	for (size_t i = 0; i < coach.decisions.n && i < MOST_MOVES && list[i]->finding.kind != MISTAKE_NONE; i++)
		json_array_append_new(moves, move_json(rules, list[i]));
	json_add_text(&text, moves);
	str_write(fd, text.text, text.length);
}

void played_stop(struct played *played)
{
	if (!played->pid)
		return;
	kill(played->pid, SIGKILL);
	while (waitpid(played->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(played->fd);
	str_clear(&played->found);
	played->pid = 0;
}

void played_value(struct played *played, const struct rules *rules)
{
	int ends[2];
	pid_t owner = getpid();
	played_stop(played);
	if (!played->decisions.n || pipe2(ends, O_CLOEXEC))
		return;
	fflush(NULL);
	played->pid = fork();
	if (played->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == owner)
			value(played, rules, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	played->fd = ends[0];
	if (played->pid > 0)
		return;
	close(ends[0]);
	played->pid = 0;
}

bool played_collect(struct played *played, int most_ms)
{
	char bytes[4096];
	struct pollfd fd = {.fd = played->fd, .events = POLLIN};
	if (!played->pid || poll(&fd, 1, most_ms) <= 0)
		return false;
	ssize_t n = read(played->fd, bytes, sizeof bytes);
	if (n > 0)
		str_add_n(&played->found, bytes, (size_t)n);
	if (n > 0 || (n < 0 && errno == EINTR))
		return false;
	json_decref(played->moves);
	played->moves = json_loadb(str_text(&played->found), played->found.length, 0, NULL);
	played_stop(played);
	return true;
}

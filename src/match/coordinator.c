/* coordinator.c - gives matches to workers, receives chunks, and passes them on in order.
 *
 * The matches to play are an ordered list of sequences. A worker gets its share of the remaining matches from the
 * beginning of the first sequence, so that all workers end at the same time. It plays as much as the time for a chunk
 * allows, and the matches that it has not played return to the list. A message to a worker is a struct matches, and its
 * answer is a packed chunk. Workers are processes or MPI ranks (workers.h). */
#include <sys/mman.h>

#include "base/clock.h"
#include "base/cores.h"
#include "match/tournament.h"
#include "match/worker.h"
#include "match/workers.h"

enum {
	TICK_MS = 200,
	SMALL_CHUNK = 64,            /* matches of the first chunks of a sequential test */
	LEAST_NS = 50 * 1000 * 1000, /* minimum time of a chunk, if there are enough matches */
	ROBOT_NS = 25 * 1000 * 1000, /* in addition, for each robot that starts in it, if several tables are played at
	                              * once */
	PROGRAM_NS = 400 * 1000 * 1000, /* in addition, for each program, up to the time of a chunk, because all
	                                 * programs start at least twice */
	MOST_WAITING = 2 << 20,      /* limit on the bytes of chunks that wait for an earlier chunk, for each worker and
	                              * one more; beyond it only the earlier chunk is played */
};

/* Matches that a worker plays, or that must still be played, or are finished. `order` numbers matches in the order in
 * which they are passed on, which is residue after residue if the stride is not 1. */
struct piece {
	struct matches matches;
	uint64_t order;
};

/* The matches that a worker plays. */
struct task {
	struct piece given;
	int64_t given_ns;    /* when */
};

/* A chunk that waits until it is passed on. It was played now (chunk), or in an earlier part of the run, and is then
 * recalled when it is passed on. */
struct waiting {
	struct piece piece;
	bool is_known;
	struct chunk chunk;
};

struct coordinator {
	struct tournament *tournament;
	int n_workers, n_lanes;      /* n_workers: number of workers that get matches */
	int n_programs;              /* number of robots that are programs, which start slowly */
	struct workers *workers;
	struct task *tasks;          /* by worker */
	volatile uint64_t *played;   /* shared memory: played[worker * 8], a cache line each; the last one counts
	                              * recalled games */
	struct piece *todo;          /* ascending; todo[i], next_todo <= i < n_todo; returned pieces are put in front */
	size_t n_todo, next_todo;
	uint64_t n_left;             /* matches in todo */
	struct waiting *waiting;     /* waiting[i], i < n_waiting, ascending by order; owned */
	size_t n_waiting, waiting_bytes; /* waiting_bytes: bytes of the chunks that were played now */
	uint64_t next_order;         /* order of the match to be passed on next */
	uint64_t n_finished;         /* matches played and received */
	double match_ns;             /* duration of a match in a worker; 0: unknown */
	bool is_stopped;             /* `finished` or the user has stopped the run */
	bool is_enough;              /* `finished` has stopped the run, and is not called again */
};

static void add_todo(struct coordinator *c, uint64_t first, uint64_t end, uint64_t stride, uint64_t order)
{
	if (first >= end)
		return;
	uint64_t n = (end - first + stride - 1) / stride;
	if ((c->n_todo & (c->n_todo + 1)) == 0)
		c->todo = mem_resize(c->todo, 2 * c->n_todo + 2, sizeof *c->todo);
	c->todo[c->n_todo++] = (struct piece){.matches = {first, n, stride}, .order = order};
	c->n_left += n;
}

static size_t bytes_of(const struct waiting *waiting)
{
	const struct chunk *chunk = &waiting->chunk;
	size_t match = sizeof *chunk->signatures + sizeof *chunk->alike + (size_t)chunk->n_seats * sizeof *chunk->asks;
	size_t details = chunk->has_details ? match : 0;
	return waiting->is_known ? 0
				 : (size_t)chunk->matches.n * (chunk_match_size(chunk) + details) + chunk->plays.length;
}

static void add_waiting(struct coordinator *c, const struct waiting *waiting)
{
	size_t at = c->n_waiting;
	if ((c->n_waiting & (c->n_waiting + 1)) == 0)
		c->waiting = mem_resize(c->waiting, 2 * c->n_waiting + 2, sizeof *c->waiting);
	while (at > 0 && c->waiting[at - 1].piece.order > waiting->piece.order)
		at--;
	memmove(c->waiting + at + 1, c->waiting + at, (c->n_waiting - at) * sizeof *c->waiting);
	c->waiting[at] = *waiting;
	c->n_waiting++;
	c->waiting_bytes += bytes_of(waiting);
}

static uint64_t end_of_run(const struct tournament *t)
{
	return t->end_match ? t->end_match : t->schedule.n_matches;
}

static uint64_t stride_of(const struct tournament *t)
{
	uint64_t stride = t->n_shards > 1 ? t->n_shards : 1;
	for (size_t i = 0; i < t->n_known; i++)
		if (t->known[i].n > 1 && t->known[i].stride > stride)
			stride = t->known[i].stride;
	return stride;
}

/* Plans the matches of one residue of the stride: its known chunks, and the gaps between them. Advances *order. */
static void plan_residue(struct coordinator *c, uint64_t residue, uint64_t stride, uint64_t *order)
{
	const struct tournament *t = c->tournament;
	uint64_t next = residue, end = end_of_run(t), games = 0;
	for (size_t i = 0; i < t->n_known; i++) {
		const struct matches *known = &t->known[i];
		if (known->first % stride != residue || known->first >= end)
			continue;
		bug_if(known->first < next);
		add_todo(c, next, known->first, stride, *order);
		*order += (known->first - next) / stride;
		const struct waiting waiting = {.is_known = true, .piece = {*known, *order}};
		add_waiting(c, &waiting);
		*order += known->n;
		next = known->first + known->n * stride;
		games += known->n;
	}
	add_todo(c, next, end, stride, *order);
	if (next < end)
		*order += (end - next + stride - 1) / stride;
	c->played[c->n_workers * 8] += games * t->schedule.match_length * (uint64_t)t->schedule.n_seats;
}

static void plan_run(struct coordinator *c)
{
	const struct tournament *t = c->tournament;
	uint64_t stride = stride_of(t), order = 0;
	for (uint64_t residue = 0; residue < stride; residue++)
		if (t->n_shards <= 1 || residue == t->shard)
			plan_residue(c, residue, stride, &order);
}

static int n_idle(const struct coordinator *c)
{
	int n = 0;
	for (int i = 0; i < c->n_workers; i++)
		n += !c->workers->list[i].is_busy;
	return n;
}

/* Returns the maximum number of matches for the next worker: its share of the remaining matches, but not too few, and
 * not many more than it can play in a chunk, because otherwise the chunks of the others would wait in memory until its
 * share is complete. With fewer matches than lanes, a wake-up of a robot would carry fewer asks. */
static uint64_t portion(const struct coordinator *c)
{
	int64_t chunk_ns = tournament_chunk_ns(c->tournament);
	const struct schedule *schedule = &c->tournament->schedule;
	/* As long as the duration is unknown, idle workers get equal shares, because programs may start once for each
	 * rotation, and at several tables all robots start in each chunk. */
	bool has_many_starts = c->n_programs || schedule->n_tables > 1;
	uint64_t n_sharing = (uint64_t)(has_many_starts && c->match_ns <= 0 ? n_idle(c) : c->n_workers);
	uint64_t n = (c->n_left + n_sharing - 1) / n_sharing;
	double least_ns = schedule->n_tables > 1 ? (double)schedule->n_robots * ROBOT_NS : LEAST_NS;
	double programs_ns = (double)c->n_programs * PROGRAM_NS;
	programs_ns = programs_ns < (double)chunk_ns ? programs_ns : (double)chunk_ns;
	least_ns = least_ns > programs_ns ? least_ns : programs_ns;
	uint64_t least = c->match_ns > 0 ? (uint64_t)(least_ns / c->match_ns) : 1;
	uint64_t most = c->match_ns > 0 ? (uint64_t)(2 * (double)chunk_ns / c->match_ns) + 1 : CHUNK_MATCHES;
	uint64_t together = (uint64_t)c->n_lanes * c->tournament->schedule.set_size; /* one match of each set is played
	                                                                              * at a time */
	if (most < together)
		most = together;
	n = n < CHUNK_MATCHES ? n : CHUNK_MATCHES;
	n = n < most ? n : most;
	if (n < least)
		n = least;
	if (n < tournament_least_matches(c->tournament))
		n = tournament_least_matches(c->tournament);
	if (c->tournament->is_sequential) { /* once the test is decided, the matches still in play are wasted */
		uint64_t few = c->n_finished / (2 * (uint64_t)c->n_workers);
		if (few < SMALL_CHUNK)
			few = SMALL_CHUNK;
		n = n < few ? n : few;
	}
	return n;
}

/* Rounds n up to whole deal sets if their matches are adjacent, and up to all matches if few would be left. */
static uint64_t keep_sets(const struct coordinator *c, const struct piece *piece, uint64_t n)
{
	uint64_t size = piece->matches.stride == 1 ? c->tournament->schedule.set_size : 1;
	uint64_t most = piece->matches.n;
	if (most - (n < most ? n : most) < tournament_least_matches(c->tournament))
		return most;
	uint64_t over = (piece->matches.first + n) % size;
	n += over ? size - over : 0;
	return n < most ? n : most;
}

/* Limits n matches to the end of a part. A test without the luck of the dice needs the sums of its parts, and a chunk
 * has only one set of sums. */
static uint64_t keep_part(const struct coordinator *c, const struct piece *piece, uint64_t n)
{
	uint64_t most = control_part_end(piece->matches.first) - piece->matches.first;
	return c->tournament->is_sequential && c->tournament->has_luck && most < n ? most : n;
}

static void give(struct coordinator *c)
{
	size_t most_waiting = (size_t)MOST_WAITING * ((size_t)c->n_workers + 1);
	for (int i = 0; i < c->n_workers && c->next_todo < c->n_todo && !c->is_stopped; i++) {
		struct task *task = &c->tasks[i];
		struct piece *piece = &c->todo[c->next_todo];
		if (c->workers->list[i].is_busy || (c->waiting_bytes > most_waiting && piece->order != c->next_order))
			continue;
		uint64_t n = keep_sets(c, piece, keep_part(c, piece, portion(c)));
		*task = (struct task){.given = *piece, .given_ns = clock_wall_ns()};
		task->given.matches.n = n;
		if (!workers_give(c->workers, i, &task->given.matches, sizeof task->given.matches))
			continue;
		c->n_left -= n;
		piece->order += n;
		piece->matches.first += n * piece->matches.stride;
		piece->matches.n -= n;
		c->next_todo += piece->matches.n == 0;
	}
}

/* Puts the matches that a worker has not played back into the list, before later ones. */
static void take_back(struct coordinator *c, const struct piece *given, uint64_t n_played)
{
	struct piece rest = *given;
	rest.order += n_played;
	rest.matches.first += n_played * rest.matches.stride;
	rest.matches.n -= n_played;
	if (rest.matches.n == 0)
		return;
	c->n_left += rest.matches.n;
	struct piece *next = &c->todo[c->next_todo];
	/* At the next residue the order continues, but the numbers do not. */
	if (c->next_todo < c->n_todo && next->order == rest.order + rest.matches.n &&
	    next->matches.first == matches_number(&rest.matches, rest.matches.n)) {
		rest.matches.n += next->matches.n;
		*next = rest;
		return;
	}
	size_t at = c->next_todo;
	if (at > 0) { /* reuse the element of a piece that is used up */
		c->next_todo = --at;
	} else {
		c->todo = mem_resize(c->todo, c->n_todo + 2, sizeof *c->todo);
		memmove(c->todo + 1, c->todo, c->n_todo * sizeof *c->todo);
		c->n_todo++;
	}
	for (; at + 1 < c->n_todo && c->todo[at + 1].order < rest.order; at++)
		c->todo[at] = c->todo[at + 1];
	c->todo[at] = rest;
}

static int take_chunk(struct coordinator *c, int worker, struct err *err)
{
	const struct tournament *t = c->tournament;
	const struct task *task = &c->tasks[worker];
	struct waiting waiting = {0};
	size_t size;
	const char *bytes = workers_answer(c->workers, worker, &size);
	chunk_unpack(bytes, size, &waiting.chunk);
	c->workers->list[worker].has_answered = false;
	uint64_t n = waiting.chunk.matches.n;
	bug_if(n == 0 || n > task->given.matches.n || waiting.chunk.matches.first != task->given.matches.first);
	c->match_ns = (double)(clock_wall_ns() - task->given_ns) / (double)n;
	c->n_finished += n;
	if (c->workers->kind->is_remote)
		c->played[worker * 8] += n * waiting.chunk.n_blocks * (uint64_t)waiting.chunk.n_seats;
	take_back(c, &task->given, n);
	waiting.piece = (struct piece){waiting.chunk.matches, task->given.order};
	if (t->arrived && t->arrived(&waiting.chunk, t->context, err)) {
		chunk_release(&waiting.chunk);
		return -1;
	}
	add_waiting(c, &waiting);
	return 0;
}

static int finish(struct coordinator *c, struct waiting *waiting, struct err *err)
{
	const struct tournament *t = c->tournament;
	if (waiting->is_known && t->recall(&waiting->piece.matches, &waiting->chunk, t->context, err))
		return -1;
	if (!t->finished(&waiting->chunk, t->context))
		c->is_stopped = c->is_enough = true;
	return 0;
}

/* Passes on the next chunks in order or, at the end of a stopped run, all chunks. */
static int finish_in_order(struct coordinator *c, bool is_all, struct err *err)
{
	size_t n = 0;
	int failed = 0;
	while (!failed && !c->is_enough && n < c->n_waiting && (is_all || c->waiting[n].piece.order == c->next_order)) {
		struct waiting *waiting = &c->waiting[n++];
		c->waiting_bytes -= bytes_of(waiting);
		c->next_order = waiting->piece.order + waiting->piece.matches.n;
		failed = finish(c, waiting, err);
		chunk_release(&waiting->chunk);
	}
	c->n_waiting -= n;
	if (n)
		memmove(c->waiting, c->waiting + n, c->n_waiting * sizeof *c->waiting);
	return failed;
}

static void report_progress(const struct coordinator *c)
{
	uint64_t games = 0, most = c->tournament->schedule.n_games;
	for (int i = 0; i <= c->n_workers; i++)
		games += c->played[i * 8];
	if (c->tournament->progress)
		c->tournament->progress(games < most ? games : most, c->tournament->context);
}

static bool is_over(const struct coordinator *c)
{
	for (int i = 0; i < c->workers->n; i++)
		if (c->workers->list[i].is_busy)
			return c->is_stopped;
	return c->is_stopped || c->next_todo == c->n_todo;
}

static int coordinate(struct coordinator *c, struct err *err)
{
	const struct tournament *t = c->tournament;
	for (;;) {
		if (finish_in_order(c, false, err))
			return -1;
		give(c);
		if (is_over(c))
			break;
		if (workers_wait(c->workers, TICK_MS, err))
			return -1;
		for (int i = 0; i < c->n_workers; i++)
			if (c->workers->list[i].has_answered && take_chunk(c, i, err))
				return -1;
		report_progress(c);
		if (t->stop && *t->stop)
			c->is_stopped = true;
	}
	/* In a stopped test, only chunks before the first gap are passed on, because its files are made from these. */
	return finish_in_order(c, !t->is_sequential, err);
}

static int run_worker(int index, int fd, void *context)
{
	struct coordinator *c = context;
	return worker_main(c->tournament, c->n_lanes, fd, &c->played[index * 8]);
}

/* Opens the workers of the tournament, or processes of this machine: no more than there are matches to play. */
static int find_workers(struct coordinator *c, struct workers *processes, struct err *err)
{
	if (c->tournament->workers) {
		c->workers = c->tournament->workers;
		return 0;
	}
	c->workers = processes;
	return workers_start(processes, c->n_left ? c->n_workers : 0, run_worker, c, err);
}

int tournament_play(struct tournament *tournament, struct err *err)
{
	int n = tournament->workers ? tournament->workers->n : tournament->n_workers ? tournament->n_workers
										     : cores_allowed();
	n = (uint64_t)n > end_of_run(tournament) ? (int)end_of_run(tournament) : n;
	struct coordinator c = {.tournament = tournament, .n_workers = n, .n_lanes = worker_lanes(tournament)};
	struct workers processes = {0};
	for (int i = 0; i < tournament->schedule.n_robots; i++)
		c.n_programs += tournament->robots[i].kind == ROBOT_PROGRAM;
	size_t played_size = ((size_t)c.n_workers + 1) * 64;
	size_t naps_size = (size_t)tournament->schedule.n_robots * sizeof *tournament->naps;
	size_t shared_size = played_size + sizeof *tournament->killed + naps_size;
	c.played = mmap(NULL, shared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c.played == MAP_FAILED)
		return err_errno(err, "cannot share memory with the workers");
	tournament->killed = (struct killed *)((uintptr_t)c.played + played_size);
	tournament->naps = (struct naps *)(tournament->killed + 1);
	killed_init(tournament->killed);
	c.tasks = NEW_ARRAY(struct task, (size_t)c.n_workers);
	plan_run(&c);
	int failed = find_workers(&c, &processes, err) || coordinate(&c, err) ? -1 : 0;
	workers_end(c.workers);
	tournament->workers = NULL;
	for (size_t i = 0; i < c.n_waiting; i++)
		chunk_release(&c.waiting[i].chunk);
	FREE_ALL(c.waiting, c.todo, c.tasks);
	tournament->killed = NULL;
	tournament->naps = NULL;
	munmap((void *)(uintptr_t)c.played, shared_size);
	return failed;
}

/* response.c - the best response to a policy (response.h). */
#include "solve/response.h"

#include <math.h>

#include "solve/vec.h"

enum { NO_ACTION = 255 };

int line_last(const struct line *line)
{
	return line->n_bids ? line->bid[line->n_bids - 1] : -1;
}

int line_actor(const struct line *line)
{
	return line->n_bids % 2;
}

struct subgame_called line_called(const struct line *line)
{
	return (struct subgame_called){line_last(line), line->is_plain, line_actor(line)};
}

struct line line_after(const struct subgame *game, const struct line *line, int bid)
{
	struct line next = *line;
	next.is_plain = subgame_is_plain(game, line->is_plain, line->n_bids, bid);
	next.bid[next.n_bids++] = (uint8_t)bid;
	return next;
}

float *mixture_row(struct mixture *mixture, int action)
{
	size_t stride = (size_t)mixture->stride;
	if (!mixture->row[action]) {
		bug_if(mixture->n_rows == mixture->most_rows);
		mixture->row[action] = mixture->memory + mixture->n_rows++ * stride;
		memset(mixture->row[action], 0, stride * sizeof(float));
	}
	return mixture->row[action];
}

void mixture_release(struct mixture *mixture)
{
	free(mixture->memory);
}

static int ask(const struct response *response, const struct line *line, const float *reach, struct mixture *mixture,
	       struct err *err)
{
	size_t most = (size_t)(subgame_n_bids(response->game) + 2);
	*mixture = (struct mixture){.stride = response->holdings[!response->player].stride, .most_rows = most};
	mixture->memory = mem_zeroed(most * (size_t)mixture->stride, sizeof(float));
	return response->policy->mix(response->policy->context, line, reach, mixture, err);
}

/* Returns the worth to the responder when the other player loses the hand by an illegal play. */
static double worth_of_fault(const struct response *response)
{
	int other = !response->player;
	double worth = response->game->worth[other][other];
	return response->player == 0 ? worth : -worth;
}

static int respond(struct response *response, const struct line *line, const float *reach, float *value, int via,
		   struct err *err);

static void call(const struct response *response, const struct line *line, const float *reach, float *value)
{
	subgame_call(response->game, response->holdings, line_called(line), response->player, reach, value);
}

static bool gives_up(struct response *response)
{
	response->n_states++;
	if (response->stop && *response->stop)
		response->is_cut_short = true;
	return response->is_cut_short;
}

/* Fills in value[holding] of a state in which the policy moves. `via` is the responder's previous bid. */
static int mix_in(struct response *response, const struct line *line, const float *reach, float *value, int via,
		  struct err *err)
{
	int n_bids = subgame_n_bids(response->game), stride = response->holdings[response->player].stride;
	AUTO_MIXTURE struct mixture mixture = {0};
	AUTO_FREE float *left = NEW_ARRAY(float, (size_t)response->holdings[!response->player].stride);
	AUTO_FREE float *worth = NEW_ARRAY(float, (size_t)stride);
	int failed = ask(response, line, reach, &mixture, err);
	memset(value, 0, (size_t)stride * sizeof *value);
	for (int action = 0; action <= n_bids + 1 && !failed; action++) {
		if (!mixture.row[action])
			continue;
		vec_multiply(left, reach, mixture.row[action], mixture.stride);
		if (action == 0) {
			call(response, line, left, worth);
		} else if (action <= n_bids) {
			struct line next = line_after(response->game, line, action - 1);
			failed = respond(response, &next, left, worth, via, err);
		} else {
			double all = vec_sum(left, mixture.stride) * worth_of_fault(response);
			for (int h = 0; h < stride; h++)
				worth[h] = (float)all;
		}
		vec_add(value, worth, stride);
	}
	return failed;
}

static uint32_t keep_state(struct response *response, const struct line *line, int via)
{
	size_t n = (size_t)response->holdings[response->player].n;
	if (!response->is_kept)
		return 0;
	if (response->n_kept == response->capacity) {
		response->capacity = 2 * response->capacity + 256;
		response->states = mem_resize(response->states, response->capacity, sizeof *response->states);
		response->best = mem_resize(response->best, response->capacity, n);
	}
	response->states[response->n_kept] = (struct response_state){0, (int16_t)via, (int16_t)line_last(line)};
	memset(response->best + response->n_kept * n, NO_ACTION, n);
	return response->n_kept++;
}

/* Keeps this action for the holdings for which it is better. */
static void improve(struct response *response, uint32_t kept, int action, const float *worth, float *value)
{
	int n = response->holdings[response->player].n;
	uint8_t *best = response->is_kept ? response->best + (size_t)kept * (size_t)n : NULL;
	for (int h = 0; h < n; h++) {
		if (worth[h] <= value[h])
			continue;
		value[h] = worth[h];
		if (best)
			best[h] = (uint8_t)action;
	}
}

/* Returns true if no further gain is possible with any holding. */
static bool is_perfect(const struct response *response, const float *reach, const float *value)
{
	double most = -HUGE_VAL, sum = vec_sum(reach, response->holdings[!response->player].n);
	for (int caller = 0; caller < 2; caller++)
		for (int loser = 0; loser < 2; loser++)
			most = fmax(most, response->game->worth[caller][loser] * (response->player == 0 ? 1 : -1));
	for (int h = 0; h < response->holdings[response->player].n; h++)
		if ((double)value[h] < most * sum - 1e-7 * sum)
			return false;
	return true;
}

/* Fills in value[holding] of a state in which the responder moves, and keeps its best actions. */
static int choose(struct response *response, const struct line *line, const float *reach, float *value, int via,
		  struct err *err)
{
	int n_bids = subgame_n_bids(response->game), stride = response->holdings[response->player].stride, failed = 0;
	int row = response->valued ? stride : 0; /* otherwise one row serves all actions */
	AUTO_FREE float *worth = NEW_ARRAY(float, (size_t)(stride + n_bids * row));
	uint32_t kept = keep_state(response, line, via);
	for (int h = 0; h < stride; h++)
		value[h] = -HUGE_VALF;
	if (line->n_bids) {
		call(response, line, reach, worth);
		improve(response, kept, 0, worth, value);
	}
	for (int bid = line_last(line) + 1; bid < n_bids && !failed && (row || !is_perfect(response, reach, value));
	     bid++) {
		struct line next = line_after(response->game, line, bid);
		failed = respond(response, &next, reach, worth + (bid + 1) * row, bid, err);
		improve(response, kept, bid + 1, worth + (bid + 1) * row, value);
	}
	if (response->valued && !failed)
		response->valued(line, reach, worth, response->context);
	for (int h = response->holdings[response->player].n; h < stride; h++)
		value[h] = 0;
	if (response->is_kept)
		response->states[kept].end = response->n_kept;
	return failed;
}

static int respond(struct response *response, const struct line *line, const float *reach, float *value, int via,
		   struct err *err)
{
	if (gives_up(response) || vec_is_zero(reach, response->holdings[!response->player].stride)) {
		memset(value, 0, (size_t)response->holdings[response->player].stride * sizeof *value);
		return 0;
	}
	return (line_actor(line) == response->player ? choose : mix_in)(response, line, reach, value, via, err);
}

int response_find(struct response *response, struct err *err)
{
	const struct holdings *own = &response->holdings[response->player];
	AUTO_FREE float *value = NEW_ARRAY(float, (size_t)own->stride);
	struct line line = {0};
	int failed = respond(response, &line, response->holdings[!response->player].chance, value, -1, err);
	response->value = vec_dot(own->chance, value, own->n);
	return failed;
}

void response_release(struct response *response)
{
	FREE_ALL(response->states, response->best);
}

struct play {
	const struct response *response;
	const struct response_visitor *visitor;
	struct err *err;
};

/* The range of the responder's states. `first` is its current state or, in a state of the policy, the first that can
 * follow; `end` is after the last. via: the responder's previous bid. */
struct span {
	uint32_t first, end;
	int via;
};

static int play_on(const struct play *play, const struct line *line, const float *own, const float *other,
		   struct span span);

static void end_hand(const struct play *play, const struct line *line, bool is_illegal, const float *own,
		     const float *other)
{
	const struct response *response = play->response;
	int player = response->player, n = response->holdings[player].n;
	struct ending ending = {line, is_illegal, line_actor(line), 0, 0, own, other};
	AUTO_FREE float *worth = NEW_ARRAY(float, (size_t)response->holdings[player].stride);
	double all = vec_sum(other, response->holdings[!player].n);
	ending.chance = vec_sum(own, n) * all;
	if (ending.chance <= 0)
		return;
	if (is_illegal) {
		ending.worth = ending.chance * worth_of_fault(response);
	} else {
		call(response, line, other, worth);
		ending.worth = vec_dot(own, worth, n);
	}
	if (play->visitor->ended)
		play->visitor->ended(&ending, play->visitor->context);
}

static int play_own(const struct play *play, const struct line *line, const float *own, const float *other,
		    uint32_t kept)
{
	const struct response *response = play->response;
	int n = response->holdings[response->player].n, failed = 0;
	const uint8_t *best = response->best + (size_t)kept * (size_t)n;
	AUTO_FREE float *left = NEW_ARRAY(float, (size_t)response->holdings[response->player].stride);
	if (play->visitor->chooses)
		play->visitor->chooses(line, own, best, play->visitor->context);
	for (int action = 0; action <= subgame_n_bids(response->game) && !failed; action++) {
		bool is_some = false;
		for (int h = 0; h < n; h++) {
			left[h] = best[h] == action ? own[h] : 0;
			is_some |= left[h] > 0;
		}
		if (is_some && action == 0) {
			end_hand(play, line, false, left, other);
		} else if (is_some) {
			struct line next = line_after(response->game, line, action - 1);
			failed = play_on(play, &next, left, other,
					 (struct span){kept + 1, response->states[kept].end, action - 1});
		}
	}
	return failed;
}

/* Returns the responder's state after the policy's reply, or span.end if there is none. */
static uint32_t find_state(const struct response *response, struct span span, int reply)
{
	uint32_t at = span.first;
	while (at < span.end && (response->states[at].via != span.via || response->states[at].reply != reply))
		at = response->states[at].end;
	return at;
}

static int play_other(const struct play *play, const struct line *line, const float *own, const float *other,
		      struct span span)
{
	const struct response *response = play->response;
	int n_bids = subgame_n_bids(response->game);
	AUTO_MIXTURE struct mixture mixture = {0};
	AUTO_FREE float *left = NEW_ARRAY(float, (size_t)response->holdings[!response->player].stride);
	int failed = ask(response, line, other, &mixture, play->err);
	for (int action = 0; action <= n_bids + 1 && !failed; action++) {
		if (!mixture.row[action])
			continue;
		vec_multiply(left, other, mixture.row[action], mixture.stride);
		if (vec_is_zero(left, mixture.stride))
			continue;
		if (action == 0 || action > n_bids) {
			end_hand(play, line, action > n_bids, own, left);
			continue;
		}
		uint32_t at = find_state(response, span, action - 1);
		struct line next = line_after(response->game, line, action - 1);
		if (at >= span.end) { /* the policy did not make this bid when the response was computed, so the
		                       * responder calls */
			end_hand(play, &next, false, own, left);
			continue;
		}
		failed = play_on(play, &next, own, left, (struct span){at, response->states[at].end, span.via});
	}
	return failed;
}

static int play_on(const struct play *play, const struct line *line, const float *own, const float *other,
		   struct span span)
{
	return line_actor(line) == play->response->player ? play_own(play, line, own, other, span.first)
							  : play_other(play, line, own, other, span);
}

int response_play(const struct response *response, const struct response_visitor *visitor, struct err *err)
{
	struct play play = {response, visitor, err};
	struct line line = {0};
	bug_if(!response->is_kept);
	return play_on(&play, &line, response->holdings[response->player].chance,
		       response->holdings[!response->player].chance, (struct span){0, response->n_kept, -1});
}

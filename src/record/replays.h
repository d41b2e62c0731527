/* replays.h - replays games of a run in this process, many matches at once, so that one wake-up of a robot carries the
 * asks of many games. For logs and statistics; the games have the same moves as in the run. */
#pragma once

#include "match/chunk.h"
#include "match/matches.h"
#include "match/tournament.h"
#include "record/game_record.h"

/* A match that was played. */
struct replays_match {
	const struct match_plan *plan;
	int n_seats;
	const uint8_t *places;  /* as in chunk.h; valid until the callback returns */
};

struct replays {
	const struct tournament *tournament; /* probed (tournament_probe); borrowed */
	uint64_t first_match, end_match;     /* the range of matches, from first to end - 1 */
	int n_lanes;                 /* games in play at the same time; watch_event->lane is below this */
	int n_at_once;         /* maximum number of matches in progress */

	/* Returns how many times this match must be played, at most most_times. The first of these plays gets `index`,
	 * and the others get the next ones. Sets replaced[i] to the robot whose place the tournament's substitute takes
	 * in play i; it is -1 at first, for no robot. NULL: all matches are played once. Called in match order. */
	int (*wants)(uint64_t match, int index, int *replaced, void *context);
	int most_times;
	/* Called with the events of all games. The games of a match come rotation by rotation, and within a rotation
	 * block by block; games of several matches are interleaved. If an instance was lost without a fault of its own,
	 * the rotation restarts, and its games come again, unchanged. A match has an index of its own, from 0 to
	 * n_at_once - 1, until it is finished; indices are assigned in match order. Returns false to stop. NULL: no
	 * watcher. */
	bool (*watch)(const struct watch_event *watch_event, int index, void *context);
	void (*prefetch)(int lane, bool is_near, void *context); /* as in match/lane.h; NULL: nothing */
	enum events_shown shown;            /* the events that watch gets */
	/* Called when a match is over, in match order. Returns false to stop. */
	bool (*finished)(const struct replays_match *match, int index, void *context);
	void *context;
};

/* Chooses n_lanes and n_at_once for speed, with at most most_games games, or one match, in progress. */
void replays_size(struct replays *replays, uint64_t most_games);

/* Plays the games. Returns 0 even if a watcher stopped the replay. */
int replays_play(const struct replays *replays, struct err *err);

/* The matches of a run in which a robot is studied: a subset of its matches, evenly spread over the run, so that every
 * opponent is represented. The sample is always the same. */
struct sample {
	const struct schedule *schedule; /* borrowed */
	int robot;
	const struct matches_list *played; /* borrowed */
	uint64_t end_match;   /* 1 + the last of these matches */
	const bool *is_slow;  /* by robot of the run: true if it is slow; matches with slow opponents are left out;
	                       * NULL: none are slow; borrowed */
	uint64_t n_matches;   /* matches that the robot played, except those left out */
	uint64_t n_games;     /* games in these matches */
	uint64_t n_left_out;  /* games in the matches left out */
	uint64_t n_taken;     /* number of its matches in the sample */
	uint64_t n_seen;      /* number of its matches that have been passed to sample_takes; set it to 0 to start again
	                       * with the first */
};

/* Limits on the games to replay. A timeout takes as long as thousands of asks, so a sample of a robot that always times
 * out would take minutes. */
struct sample_limits {
	uint64_t most_games;
	const bool *is_slow;            /* by robot of the run: true if it often times out; NULL: none does; borrowed */
	const double *timeouts_of_game; /* by robot of the run: its mean number of timeouts in a game; borrowed */
	double most_timeouts;           /* maximum expected number of timeouts in the sample */
};

/* Chooses at most most_games games, or one match if it has more, without slow opponents if possible. The sample is
 * smaller if more than most_timeouts timeouts are expected; n_taken is 0 if even one match would have far more. */
void sample_init(struct sample *sample, const struct schedule *schedule, int robot, const struct matches_list *played,
		 const struct sample_limits *limits);

/* Initialises a sample of a robot's n_games games without a schedule. Each game counts as a match. Call
 * sample_takes_next for each of them, in order; it returns true if the game is in the sample. */
void sample_init_games(struct sample *sample, int robot, uint64_t n_games, uint64_t most_games);
bool sample_takes_next(struct sample *sample);

/* Returns true if this match is in the sample. Call it for every match, in order. */
bool sample_takes(struct sample *sample, uint64_t match);

/* Returns the robot's place at the table of a match, or -1. */
int sample_player(const struct sample *sample, const struct match_plan *plan);

/* How a sample is replayed. */
struct sample_watcher {
	struct sample *sample;
	size_t size; /* size of the data kept for a match in play, which is zeroed at its beginning; the same for all
	              * samples */
	/* Called for each game of the matches when it is over; `seat` is the robot's seat. */
	void (*game)(const struct game_record *game, int seat, void *kept, void *context);
	/* Called when a match is over, in match order; the robot is `player`. */
	void (*match)(const struct replays_match *match, int player, void *kept, void *context);
	/* Called next, with the result of the same match with the tournament's substitute in the robot's place. NULL:
	 * that match is not played. */
	void (*replaced)(const struct replays_match *match, int player, void *context);
	void *context;
};

/* Replays the matches of n samples of a run, many at once, because starting the robots takes longer than replaying most
 * samples. */
int samples_play(const struct sample_watcher *watchers, int n, const struct tournament *tournament, struct err *err);

/* lane.h - one rotation of one match in play. A lane never blocks.
 *
 * The games of a rotation are played one after another by the same instances of the robots, which are fresh at its
 * beginning. The results are written to the worker's current chunk (lane_record.c). */
#pragma once

#include "game/game.h"
#include "match/chunk.h"
#include "match/move_log.h"
#include "match/tournament.h"
#include "robot/shared_area.h"
#include "robot/transport.h"

#define WATCH_ALL UINT64_MAX
enum { LANE_SHAPES = 64 };

/* The data that all lanes of a worker share; owned by the worker. */
struct lane_setting {
	const struct tournament *tournament;
	struct shared_areas *shared_areas;
	struct transport **transports;   /* transports[robot]; NULL for a robot that cannot be loaded */
	struct rng_key dice_key, robot_key;
	volatile uint64_t *games_played; /* for progress; restarted games count again */
	struct chunk *chunk;   /* the current chunk: lanes write its arrays, signature and faults */
	uint32_t *game_signatures; /* [(match * n_blocks + block) * n_seats + rotation]: signatures of the plays; a
	                            * rotation that restarts overwrites its own */
	struct lane_sums *sums; /* sums of the chunk, by robot */
	uint8_t *shapes;       /* by lane: equal for games with equal dice counts and the same robot in seat 0;
				* < LANE_SHAPES */
	const struct transport **awaited; /* by lane: the transport for which it waits; NULL: lane_run decides whether
	                                   * the lane continues */
	uint64_t round;        /* counts the rounds */
	struct luck *luck;     /* with has_luck, else NULL; owned by the worker */
	struct str *plays;     /* plays[match * n_seats + rotation] with keeps_plays, else NULL */
	/* Only for watched games; NULL in tournaments. */
	bool (*watch)(const struct watch_event *watch_event, void *context);
	/* Prefetches the watcher's memory when the hand of a lane is about to end. Called twice, the second time with
	 * is_near. May be NULL. */
	void (*prefetch)(int lane, bool is_near, void *watch_context);
	void *watch_context;
	uint64_t watch_game;   /* number of the game shown, or WATCH_ALL */
	enum events_shown shown; /* which of its events are shown */
};

enum lane_state {
	LANE_IDLE = 0,
	LANE_READY,   /* lane_run can continue */
	LANE_WAITING, /* asks are queued at transports */
	LANE_OVER,    /* the rotation has been played and written to the chunk */
	LANE_BROKEN,  /* the system failed, or the watcher stopped */
};

/* The counts of a player in the rotation in progress. */
struct lane_count {
	uint32_t asks;
	TROUBLES(uint32_t);
	struct showdowns showdowns;
};

/* The counts of a robot in a chunk. */
struct lane_sums {
	uint64_t asks;
	TROUBLES(uint64_t);
	struct showdowns showdowns;
};

/* A player of the table in this lane. */
struct lane_player {
	struct transport *transport;          /* NULL: it could not be loaded */
	uint32_t n_asks;            /* in this game */
	bool has_failed;            /* in this game */
	uint8_t n_faults;           /* the number of its faults that have been kept */
};

/* Fields used only at the beginning and the end of a game or rotation. */
struct lane_rest {
	uint64_t match;         /* index in the chunk */
	int rotation;
	int n_restarts;         /* number of restarts of this rotation */
	uint32_t block;         /* block of the game in progress, within the match */
	uint32_t shown_hand;    /* game.hand when a hand was last shown to a watcher */
	uint64_t signature_sum; /* sum over the finished games of the rotation */
	int n_faults;
	struct fault_record *faults;
	char *absent_hands;     /* buffer for the strings of players without an instance; owned */
	struct match_plan plan;
	struct lane_count count[SCHEDULE_MAX_SEATS];  /* by player */
	char *hands[SCHEDULE_MAX_SEATS];              /* by player: the transport's buffer for its strings, or
						       * absent_hands */
	const struct fault *fault[SCHEDULE_MAX_SEATS]; /* by player: a fault that arrived with the answers of this
	                                                * round */
	struct str game_plays;  /* recorded plays of the game in progress (move_log.h) */
	struct str plays;       /* recorded plays of the games before it */
	struct str stored;      /* the match's stored plays, used instead of asks; empty: none */
	struct varints next;    /* the unread plays of `stored` in this game */
	char *seen;             /* the hands string for a watcher; owned */
	struct err err;         /* the reason for LANE_BROKEN */
};

/* Fields used in every round: six cache lines at a small table. With hundreds of lanes, cache misses determine the
 * speed. */
struct lane {
	enum lane_state state;
	int index;              /* number of the lane in the shared area and in the transports */
	union {
		struct {
			bool is_observing; /* it waits for observations, not for a play */
			bool has_faults;   /* a fault is set for at least one player */
			bool is_lost;      /* an instance was lost without a fault of its own, so the rotation
			                    * restarts */
			bool must_begin;   /* no player is seated yet; lane_run does this first */
			bool is_followed;  /* each ask is shown to the watcher */
			bool is_stored;    /* the plays of this match are stored, so no robot is asked */
			bool keeps_plays;  /* the plays are recorded (struct tournament) */
			bool has_absent;   /* at least one player could not be loaded */
		};
		uint64_t unusual;  /* 0: all of these are false */
	};
	bool is_counted;        /* showdowns of this match are counted (leak.h) */
	bool is_watched;        /* the game in progress is shown to the watcher */
	bool shows_hands;       /* the beginning of the game's next hand is also shown to the watcher */
	bool is_second;         /* the strings of the hand are in the second buffer of the shared area */
	uint8_t n_players;
	uint8_t player_in[SCHEDULE_MAX_SEATS];        /* player_in[seat] */
	const struct lane_setting *setting;
	uint64_t signature;     /* hash of the plays of the game in progress */
	_Alignas(64) struct game game;
	_Alignas(64) struct lane_rest *rest; /* owned */
	const struct shared_area *shared_area;
	uint64_t observed;      /* the round in which its players were last asked to observe and did not answer
	                         * immediately */
	uint64_t number;        /* number in the run of the game in progress, if there is a watcher */
	struct lane_player player[]; /* as many as the table has seats */
};

/* Returns the size in bytes of a lane at a table of n_seats. Lanes are elements of an array in zeroed memory aligned to
 * 64 bytes. */
size_t lane_size(int n_seats);

void lane_init(struct lane *lane, const struct lane_setting *setting, int index);
void lane_release(struct lane *lane);

/* Begins a rotation of a match. The lane must be idle. `match` is the index of the match in the chunk. The robots are
 * seated when the lane first runs. */
void lane_begin(struct lane *lane, const struct match_plan *plan, uint64_t match, int rotation);

/* Processes the answers of the round. `reply` is the play, which is ignored if none was requested. */
void lane_settle(struct lane *lane, int reply);

/* Calls lane_settle, and then continues until asks are queued or the rotation is over. */
void lane_run(struct lane *lane, int reply);

/* Prefetch the memory that lane_run will need. lane_prefetch fetches the lane itself and is called a few iterations
 * before the lane runs; lane_prefetch_strings fetches the memory to which the lane points. */
static inline void lane_prefetch(const struct lane *lane)
{
	__builtin_prefetch(lane);
	__builtin_prefetch(&lane->game);
	__builtin_prefetch(&lane->game.u);
	__builtin_prefetch(&lane->game.dice);
	__builtin_prefetch(&lane->player[0]);
}

static inline void lane_prefetch_strings(const struct lane *lane, bool is_call)
{
	if (is_call)
		__builtin_prefetch(&lane->game.last, 1);
	__builtin_prefetch(lane->game.view.history + lane->game.history_length, 1);
	if (__builtin_expect(lane->is_watched, false)) {
		__builtin_prefetch(lane->rest);
		__builtin_prefetch(&lane->rest->plan.first_block);
	}
}

/* Prefetches the memory for the beginning or end of a game. */
static inline void lane_prefetch_rest(const struct lane *lane)
{
	enum { LINE = 64 };
	const struct lane_rest *rest = lane->rest;
	for (size_t at = 0; at < offsetof(struct lane_rest, count[2]); at += LINE)
		__builtin_prefetch((const char *)rest + at, 1);
	__builtin_prefetch(rest->hands);
	__builtin_prefetch(rest->fault, 1);
}

/* Stores a fault of an instance in this lane for the next lane_run. */
void lane_event(struct lane *lane, const struct transport *transport, const struct event *event);

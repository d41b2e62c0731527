/* study.h - analyses robots of a run by replaying some of their games, for `arena analyse` and the report. */
#pragma once

#include "match/tournament.h"
#include "record/analysis.h"
#include "record/game_record.h"
#include "record/replays.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "store/run_config.h"

/* How long a robot takes to answer an ask: the CPU time of its process from the ask to the answer, in games that are
 * played one ask at a time. When many games share a wake-up, single asks cannot be measured. */
enum { ASK_TIMES_MOST = 20000 }; /* maximum number of measured asks */

struct ask_times {
	const struct robot_notes *notes; /* notes of the robot, with the PID of its process */
	int64_t began;                   /* CPU time of the process when the current ask began */
	int n;
	int64_t ns[ASK_TIMES_MOST];
	int64_t total_ns;                /* sum of all */
	int64_t started;                 /* wall clock at the first ask */
};

/* Measures an ask of the robot from its events (WATCH_ASK, WATCH_ANSWER). Ignores other events. */
void ask_times_watch(struct ask_times *times, const struct watch_event *s);

/* Returns true if enough has been measured. This depends on CPU time, so that the same games are measured on a busy
 * machine; for a robot that sleeps, it returns true after ten times as long on the wall clock. */
bool ask_times_are_enough(const struct ask_times *times);

struct ask_spread {
	int n;
	int64_t median_ns, p99_ns, longest_ns;
};

/* Returns the spread. Its n is 0 when no asks were measured. Sorts the times. */
struct ask_spread ask_times_spread(struct ask_times *times);

/* Adds "median 3.4 us, 99 % within 18.4 us, longest 2.1 ms". */
void ask_spread_add(const struct ask_spread *spread, struct str *out);

/* Adds "3.4 us", "2.1 ms". */
void ask_time_add(int64_t ns, struct str *out);

/* The most costly decisions of a robot in lost hands, judged by the chances at that moment.
 *
 * All chances are computed from the robot's own dice alone. The cost of a bid is the chance that a call would have been
 * right (1 for an opening bid, because a lower one was possible) minus the chance that the bid is true. The cost of a
 * call is the chance that the called bid is true minus the chance that it is false. Decisions without a cost, such as a
 * bluff when a call was not better, are left out, and so are claims in Mäxchen, because the roll may force them. Among
 * equal losses the first is kept. */
struct worst_loss {
	uint64_t game;  /* in the run, from 0 */
	int hand;       /* from 0 */
	bool is_call;   /* the robot called the bid; if false, it made the bid */
	int bid;        /* as a play */
	double chance;  /* the chance that the bid was true */
	double right;   /* for a bid: the chance that a call would have been right; negative: there was nothing to
	                 * call */
};

struct worst {
	int n_wanted;            /* maximum number of losses; 0: none are kept */
	int n;                   /* number found, n <= n_wanted */
	struct worst_loss *list; /* worst first; owned */
};

void worst_release(struct worst *worst);

/* Adds a finished game. Games may come in any order. `seat` is the robot's seat. */
void worst_add(struct worst *worst, const struct game_record *log, int seat);

/* The wins of a fixed robot, the baseline, in the robot's place, with the same dice against the same opponents. The
 * difference is the robot's own contribution. The unit is the match. A zeroed struct is empty. */
struct replacement {
	struct histogram wins;  /* the share of the baseline; owned */
	struct histogram ahead; /* (1 + d) / 2, where d is the robot's share minus the baseline's; owned */
	struct {
		uint64_t number, n; /* the open deal set, and its matches */
		double own, baseline; /* sums of the shares of the robot and of the baseline */
	} set;
};

void replacement_release(struct replacement *replacement);

/* Returns the mean of d, from -1 to 1, with its 95 % interval. */
struct interval replacement_ahead(const struct replacement *replacement);

struct study {
	const struct run_config *info;             /* of the run; borrowed, like the next three members */
	const struct tournament *tournament; /* of the run, probed */
	const struct matches_list *played;   /* the matches that were played */
	const struct robot *baseline;        /* probed (study_probe_baseline); NULL: no baseline */
	struct sample sample;
	struct analysis analysis;
	struct replacement replacement;
	struct course course;
	struct worst worst;                  /* set n_wanted after study_init */
	double share;                        /* share of the robot in the match that ended last */
};

/* Loads the baseline in the same way as the run's robots. Fails with EXIT_USAGE if it cannot be loaded. */
int study_probe_baseline(struct robot *baseline, const struct tournament *tournament, struct err *err);

/* Chooses the games from the matches that were played. sample.n_matches is 0 when there are none. The caller has set
 * info, tournament, played and baseline, and zeroed the rest of the study. */
void study_init(struct study *study, int robot, const struct sample_limits *limits);

/* Plays the chosen games of n studies of one run, which have the same baseline. */
int studies_play(struct study *studies, int n, struct err *err);

/* Replays matches of the sample, one ask at a time, for at most a few seconds, and measures the CPU time of asks. With
 * stored plays there is nothing to measure. */
int study_measure(struct study *study, struct ask_spread *spread, struct err *err);

void study_release(struct study *study);

/* The results, for printing (output/analysis_forms.h). */
struct analysis_report {
	const struct run_config *info;         /* of the run; all pointers are borrowed */
	const struct sample *sample;
	const struct analysis *analysis;
	const struct course *course;
	const struct worst *worst;
	const char *baseline;            /* NULL: no baseline */
	const struct replacement *replacement;
	double cpu_us_per_ask;           /* from clock.json of the run; negative: not requested or unknown */
	struct ask_spread spread;        /* measured in matches that were replayed ask by ask; n 0: not requested or
	                                  * unknown */
};

/* Returns the results, which are valid as long as the study. */
struct analysis_report study_report(const struct study *study);

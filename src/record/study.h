/* study.h - analyses a robot of a run by replaying some of its games, for `arena analyse` and the report. */
#pragma once

#include "match/tournament.h"
#include "record/analysis.h"
#include "record/game_record.h"
#include "record/replays.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "store/run_config.h"

/* How long a robot thinks about an ask: CPU time of its process from the ask to the answer, in games that are played
 * one ask at a time. Nothing is measured ask by ask where many games share a wake-up. */
enum { ASK_TIMES_MOST = 20000 }; /* measured at most */

struct ask_times {
	const struct robot_notes *notes; /* of the robot, with its process */
	int64_t began;                   /* the ask in progress, by the process's clock */
	int n;
	int64_t ns[ASK_TIMES_MOST];
	int64_t total_ns;                /* of all */
	int64_t started;                 /* the first ask, by the wall clock */
};

/* Takes the next event of a robot's ask (WATCH_ASK, WATCH_ANSWER); other events are ignored. */
void ask_times_watch(struct ask_times *times, const struct watch_event *s);

/* Has enough been measured? This depends on CPU time, so that the same games are measured on a busy machine; a robot
 * that sleeps is given up after ten times as long on the wall clock. */
bool ask_times_are_enough(const struct ask_times *times);

struct ask_spread {
	int n;
	int64_t median_ns, p99_ns, longest_ns;
};

/* Returns the spread, with n 0 when nothing was measured. Sorts the times. */
struct ask_spread ask_times_spread(struct ask_times *times);

/* Adds "median 3.4 us, 99 % within 18.4 us, longest 2.1 ms". */
void ask_spread_add(const struct ask_spread *spread, struct str *out);

/* Adds "3.4 us", "2.1 ms". */
void ask_time_add(int64_t ns, struct str *out);

/* The most costly decisions of a robot in lost hands, by the chances at that moment.
 *
 * All chances are given the robot's own dice alone. The cost of a bid is the chance that a call would have been right (1
 * for an opening bid, as a lower one was possible) minus the chance that the bid is true. The cost of a call is the
 * chance that the called bid is true minus the chance that it is false. Decisions that cost nothing, such as a bluff
 * where a call was no better, are not noted. Claims in Mäxchen are not noted, because the roll may force them. Of equal losses the first is noted. */
struct worst_loss {
	uint64_t game;  /* in the run, from 0 */
	int hand;       /* from 0 */
	bool is_call;   /* the robot called the bid; else it made it */
	int bid;        /* as a play */
	double chance;  /* that the bid was true */
	double right;   /* of a bid: that a call was right instead; below 0: there was nothing to call */
};

struct worst {
	int n_wanted;            /* 0: nothing is noted */
	int n;                   /* found, n <= n_wanted */
	struct worst_loss *list; /* the worst first; owned */
};

void worst_release(struct worst *worst);

/* Takes a finished game; games may come in any order; `seat` is the robot's. */
void worst_add(struct worst *worst, const struct game_record *log, int seat);

/* The wins of a fixed robot, the baseline, in a robot's place, with the same dice against the same opponents: the
 * difference is the robot's own contribution. Counted by match. A zeroed one is empty. */
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
	const struct run_config *info;             /* of the run; borrowed, like what follows */
	const struct tournament *tournament; /* of the run, probed */
	const struct matches_list *played;   /* of its matches; borrowed */
	const struct robot *baseline;        /* probed (study_probe_baseline); NULL: no baseline */
	struct sample sample;
	struct analysis analysis;
	struct replacement replacement;
	struct course course;
	struct worst worst;                  /* set n_wanted after study_init */
	double share;                        /* share of the robot in the match that ended last */
};

/* Loads the baseline like the run's robots. Fails with EXIT_USAGE if that is impossible. */
int study_probe_baseline(struct robot *baseline, const struct tournament *tournament, struct err *err);

/* Chooses the games, from the matches that were played. sample.n_matches is 0 when there are none. study: info, tournament,
 * played and baseline set, else zeroed. */
void study_init(struct study *study, int robot, const struct sample_limits *limits);

/* Plays the chosen games of n studies of one run, which have the same baseline. */
int studies_play(struct study *studies, int n, struct err *err);

/* Replays matches of the sample, one ask at a time, for a few seconds at most, and measures the CPU time of asks.
 * Measures nothing with stored plays. */
int study_measure(struct study *study, struct ask_spread *spread, struct err *err);

void study_release(struct study *study);

/* The results, for printing (output/analysis_forms.h). */
struct analysis_report {
	const struct run_config *info;         /* of the run; all borrowed */
	const struct sample *sample;
	const struct analysis *analysis;
	const struct course *course;
	const struct worst *worst;
	const char *baseline;            /* NULL: no baseline */
	const struct replacement *replacement;
	double cpu_us_per_ask;           /* from the run's clock; below 0: not wanted or unknown */
	struct ask_spread spread;        /* in matches played again ask by ask; n 0: not asked for, or not known */
};

/* Valid as long as the study. */
struct analysis_report study_report(const struct study *study);

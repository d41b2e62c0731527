/* doctor.h - the checks of `arena doctor`.
 *
 * The robot (the subject) plays short runs with bundled robots. Every check adds its findings to the list, in the order
 * in which they are printed. Unless the robot itself depends on the clock, only `timing` does. */
#pragma once

#include "match/tournament.h"

enum doctor_level { DOCTOR_OK = 0, DOCTOR_WARNING, DOCTOR_FAULT };

struct doctor_finding {
	enum doctor_level level;
	const char *check;  /* "loading", "plays", ...; static */
	struct str text;    /* the finding, as a sentence */
	struct str detail;  /* an example; may be empty */
	const char *advice; /* advice; static; NULL for none */
	struct str timing;  /* a measurement, which is different in every run; only in the text */
};

enum { DOCTOR_MAX_SEATS = 6, DOCTOR_MAX_ROBOTS = 6, DOCTOR_MOST_GAMES = 1000 };

/* The number of games; slow robots play fewer. */
enum doctor_pace { PACE_FULL = 0, PACE_SHORT, PACE_SHORTEST };

struct doctor {
	struct tournament base;      /* seed, limits, stop: shared by all runs */
	struct robot robots[DOCTOR_MAX_ROBOTS]; /* the subject, then the robots with which it plays */
	int n_robots;
	struct robot_notes notes;    /* notes about the subject, after it has been loaded */
	struct rules rules;          /* rules of the checks that use only one variant */
	bool is_given;               /* only one variant is checked, because it was given on the command line or the
	                              * robot does not read the rules */
	bool is_for_team;            /* the author must not learn what is on this machine, and cannot give options */
	struct str again;            /* the command line that plays the same games in one process */
	long long games;             /* at each table of the play check */
	enum doctor_pace pace;
	int64_t most_ns;             /* wall-clock time after which the remaining checks are skipped; 0: no limit. After
	                              * one and a half times this time, the robot has only a third of its limits to load
	                              * and to answer */
	int64_t until_ns;            /* the time at which that limit is reached, set when the checks begin */
	bool is_held_up;             /* the robot was killed after that time, while it was being loaded */

	int n_findings;
	struct doctor_finding *findings;    /* owned */

	/* Results of all watched games. */
	struct str printed;          /* the first lines that the subject printed */
	uint64_t n_printed;          /* bytes */
	bool has_last_words;         /* a finding contains the output before a crash */
	bool is_hopeless;            /* the games ended early after many crashes or timeouts, or when there were half as
	                              * many illegal plays as games */
	uint64_t n_timeouts;         /* after DOCTOR_MOST_TIMEOUTS no more games are played */
};

enum { DOCTOR_MOST_TIMEOUTS = 3 };

/* Returns true if the checks must end, because of `base.stop` or most_ns. */
bool doctor_is_over(const struct doctor *doctor);

/* Adds a finding and returns it; valid until the next one is added. */
struct doctor_finding *doctor_add(struct doctor *doctor, enum doctor_level level, const char *check, const char *format,
				  ...) __attribute__((format(printf, 4, 5)));
void doctor_release(struct doctor *doctor);

/* A table at which the doctor plays games: its size, the number of blocks and the match length. */
struct doctor_table {
	int n_seats;
	uint32_t n_blocks, match_length;
	struct robot robots[DOCTOR_MAX_SEATS];
	struct tournament run; /* borrows the robots */
};

/* Sets table->robots and table->run. The subject comes first, then robots that play these rules or, if there are none,
 * the subject again. */
int doctor_sit_down(const struct doctor *doctor, const struct rules *rules, struct doctor_table *table,
		    struct err *err);

/* Topics of advice that depend on the robot's language. */
enum doctor_topic { DOCTOR_VARIANTS = 0, DOCTOR_PRINTS, DOCTOR_MEMORY, DOCTOR_RANDOM, DOCTOR_LEARNS };

/* Returns advice on a finding of this topic. */
const char *doctor_advice(const struct doctor *doctor, enum doctor_topic topic);

/* Returns advice on the subject, which cannot be loaded, chosen by the message of the loader or the runner. */
const char *doctor_loading_advice(const struct doctor *doctor);

/* Adds the subject's output during an ask to `printed` and n_printed. */
void doctor_note_output(struct doctor *doctor, const char *output);

/* Adds to the finding's detail the last lines that the subject printed before it crashed, such as a traceback or the
 * message of an assertion. */
void doctor_last_words(struct doctor *doctor, const struct fault *fault, struct doctor_finding *finding);

/* Opens the subject and the bundled robots with which it plays. */
int doctor_open(struct doctor *doctor, const char *spec, struct err *err);

/* Runs all checks. Runs fewer checks if `base` is trusted, and no more after `base.stop` has interrupted one. The
 * caller sets base, rules, is_given, again and games. Sets err on failure. */
int doctor_examine(struct doctor *doctor, struct err *err);

/* Run one group of checks each. Set err on failure. */
int doctor_check_loading(struct doctor *doctor, struct err *err); /* robots[0].fault says whether to continue */
int doctor_check_long_run(struct doctor *doctor, struct err *err);/* speed, memory; sets the pace */
int doctor_check_plays(struct doctor *doctor, struct err *err);   /* illegal plays, timeouts, crashes */
int doctor_check_seed(struct doctor *doctor, struct err *err);    /* plays the same games again, and in other matches */
void doctor_check_output(struct doctor *doctor);                 /* its output, and refused system calls */

/* Adds the source location of an offset in the robot, as precisely as its file allows: "deep (dice.h:1), inlined in
 * choose (file.c:34)" or only "choose+0x12". Returns advice on how to get the line, or NULL when the line is known. */
const char *doctor_where(const struct robot *robot, uint64_t offset, struct str *out);

/* Add the checklist as text, and as JSON. */
void doctor_text(const struct doctor *doctor, bool has_colour, int width, struct str *out);
void doctor_json(const struct doctor *doctor, struct str *out);
bool doctor_has_fault(const struct doctor *doctor);

/* doctor.h - what `arena doctor` finds out about a robot, check by check.
 *
 * The robot (the subject) plays short runs with robots from the box; every check adds its findings to the list,
 * in the order in which they are printed. Nothing but `timing` depends on the clock, unless the robot does. */
#ifndef ARENA_DOCTOR_DOCTOR_H
#define ARENA_DOCTOR_DOCTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "match/tournament.h"

enum doctor_level { DOCTOR_OK = 0, DOCTOR_WARNING, DOCTOR_FAULT };

struct finding {
	enum doctor_level level;
	const char *check;  /* "loading", "plays", ...; static */
	struct str text;    /* what was found, a sentence */
	struct str detail;  /* an example; may be empty */
	const char *advice; /* what to do; static, NULL for nothing */
	struct str timing;  /* what was measured, for people only: it differs from run to run */
};

enum { DOCTOR_MAX_SEATS = 6, DOCTOR_MAX_ROBOTS = 6, DOCTOR_MOST_GAMES = 1000 };

/* How much is played; slow robots play less. */
enum doctor_pace { PACE_FULL = 0, PACE_SHORT, PACE_SHORTEST };

struct doctor {
	struct tournament base;      /* seed, limits, stop: what all runs have in common */
	struct robot robots[DOCTOR_MAX_ROBOTS]; /* the subject, then those it plays with */
	int n_robots;
	struct robot_notes notes;    /* of the subject, once it was loaded */
	struct rules rules;          /* of the checks that are done in one variant */
	bool is_given;               /* the rules come from the command line: no other ones */
	struct str again;            /* this command line, to play the same games in one process */
	long long games;             /* at each table of the play check */
	enum doctor_pace pace;

	int n_findings;
	struct finding *findings;    /* owned */

	/* Gathered from all games that were watched. */
	struct str printed;          /* the first lines that it printed */
	uint64_t n_printed;          /* bytes */
	bool has_last_words;         /* they stand in a finding */
	uint64_t n_timeouts;         /* in all watched games; after a few, no more games are played */
};

enum { DOCTOR_MOST_TIMEOUTS = 3 };

/* Adds a finding; valid until the next one is added. */
struct finding *doctor_add(struct doctor *doctor, enum doctor_level level, const char *check, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void doctor_release(struct doctor *doctor);

/* A run of n_blocks blocks at a table of n_seats, in matches of match_length: the subject in the first place,
 * then robots that play these rules or, without any, the subject again. `table` is borrowed by the run. */
int doctor_sit_down(const struct doctor *doctor, const struct rules *rules, int n_seats, uint32_t n_blocks,
		    uint32_t match_length, struct robot table[DOCTOR_MAX_SEATS], struct tournament *run,
		    struct err *err);

/* Keeps what the subject printed during an ask. */
void doctor_note_output(struct doctor *doctor, const char *output);

/* Adds to the finding's detail the last lines that the subject printed before it died: a program's traceback, the
 * words of an assertion. */
void doctor_last_words(struct doctor *doctor, const struct fault *fault, struct finding *finding);

/* The checks. Non-zero: the world failed, or the command line is wrong. */
int doctor_check_loading(struct doctor *doctor, struct err *err); /* *robots[0].fault says whether to go on */
int doctor_check_long_run(struct doctor *doctor, struct err *err);/* speed, memory; sets the pace */
int doctor_check_plays(struct doctor *doctor, struct err *err);   /* illegal plays, timeouts, crashes */
int doctor_check_seed(struct doctor *doctor, struct err *err);    /* the same again, and cut otherwise */
void doctor_check_output(struct doctor *doctor);                 /* what it prints, what it was refused */

/* Adds where in the robot an offset is, as far as its file tells: "deep (dice.h:1), inlined in choose (file.c:34)",
 * or only "choose+0x12". Returns what to do to be told the line; NULL when it is told. */
const char *doctor_where(const struct robot *robot, uint64_t offset, struct str *out);

/* The checklist, for people and for programs. */
void doctor_text(const struct doctor *doctor, bool has_colour, int width, struct str *out);
void doctor_json(const struct doctor *doctor, struct str *out);
bool doctor_has_fault(const struct doctor *doctor);

#endif

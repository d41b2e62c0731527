/* regress.h - the state and the verdict of the test whether a new robot is worse than the old one. There are two forms.
 * In a duel, the new and the old robot play at one table of two; the unit is a match, and its value is the share that
 * the new robot won. In a field, they play alternately with the same dice and circle against the same other robots
 * (FORMAT_PAIRED); the unit is a match and its twin, and its value is the difference of the two win shares, or of the
 * two mean scores (--by places).
 *
 * The test checks the results after each match, in match order, and not at the ends of chunks. So the verdict does not
 * depend on the number of workers, on interruptions, or on the maximum number of games, unless the test reaches it. If
 * the luck of the dice is removed, the test checks at the ends of parts (control_part_end), where chunks also end. */
#pragma once

#include "match/chunk.h"
#include "stats/control.h"
#include "stats/histogram.h"
#include "stats/llr.h"
#include "stats/sprt.h"
#include "store/database.h"
#include "store/run.h"
#include "store/run_config.h"

enum regress_verdict {
	REGRESS_UNDECIDED = 0, /* at the maximum number of games, or when interrupted */
	REGRESS_PASS,
	REGRESS_WORSE,
	REGRESS_NO_DIFFERENCE, /* all plays of all games were the same, in enough matches */
	REGRESS_FAILED,        /* a robot crashed, timed out or could not be loaded */
};

struct regress_side {
	char *label;          /* cleaned for printing; owned */
	const char *sha256;   /* borrowed */
	struct tally tally;
};

/* The data of one match. */
struct regress_match {
	const uint8_t *places; /* as in chunk.h */
	uint64_t signature;
	uint32_t n_blocks, alike;
	uint64_t asks[2];      /* asks of the first two players */
	struct match_trouble trouble[3]; /* troubles of these two, and of all others together */
};

struct regress {
	bool is_field;
	struct sprt sprt;
	bool has_luck;        /* the luck of the dice is removed from the units */
	struct control_series luck;
	const char *uncorrected; /* the reason why has_luck is false, as the end of a sentence; NULL if it is true;
	                          * static */
	double elo0, elo1;    /* as given */
	bool by_places;       /* field */
	struct histogram values;  /* values of the units: share of the new robot, or (1 + difference) / 2 */
	struct histogram others;  /* field: the same for the other measure, wins or places, which is not tested */
	uint64_t better, even, worse; /* number of units that are better, even or worse for the new robot */
	int n_seats;
	uint32_t match_length;
	uint64_t next;        /* number of the next match */
	uint64_t blocks, alike; /* blocks; blocks in which all plays were the same. In a field, a match and its twin
	                         * count once */
	struct regress_side new_side, old_side;
	struct tally field_tally; /* timeouts, crashes and failed games of all other robots together */
	uint64_t games;
	const char *rules;    /* borrowed */
	char *seed;           /* cleaned for printing; owned, like the next */
	char *field;          /* the other robots as on the command line; "" in a duel */
	struct regress_match with_new; /* field: the last match of the new robot, until its twin is added */
	uint8_t *places;      /* places of with_new; owned */
	bool is_interrupted;
};

/* Returns the reason why a test of this model cannot remove the luck of the dice, as the end of a sentence, or NULL if
 * it can (see also luck_obstacle). */
const char *regress_obstacle(enum run_config_model model);

/* Initialises *regress for a run with a test, which must outlive it. Returns NULL, or the reason why the bounds are
 * invalid; they require elo0 < elo1, and alpha, beta in (0, 1/2). Release *regress in any case. */
const char *regress_init(struct regress *regress, const struct run_config *info);
void regress_release(struct regress *regress);

/* Adds the next chunk, which must have details. Returns how many of its first matches belong to the test: all, or those
 * up to the one that decided it. Returns 0 after the decision, and if the chunk does not follow the previous one, as
 * can happen in an unfinished run. */
uint64_t regress_add(struct regress *regress, const struct chunk *chunk);

/* Initialises the zeroed struct and adds the stored matches of a run with a test. Matches stored by an older arena have
 * no details and are left out. Release *regress in any case. */
int regress_read(struct regress *regress, const struct run_config *info, struct database *database, int64_t run,
		 struct err *err);

enum regress_verdict regress_verdict(const struct regress *regress);

/* Returns true if the new robot passed. "No difference" passes if elo0 < 0: the new robot is neither worse nor
 * better. */
bool regress_passes(const struct regress *regress);
bool regress_is_decided(const struct regress *regress);

/* Adds the state for a line of progress: "LLR 1.20 in [-2.94, 2.94]". */
void regress_progress(const struct regress *regress, struct str *out);

/* Adds the result as a sentence without a full stop: "v2 is not worse than v1 by 5 Elo (Elo +12.0 (95%: +1.0 to +23.0);
 * score 51.7%)". */
void regress_sentence(const struct regress *regress, struct str *out);

/* Add a few lines to be pasted into a pull request, one JSON object, and a JUnit document with one test case. */
void regress_text(const struct regress *regress, struct str *out);
void regress_json(const struct regress *regress, struct str *out);
void regress_junit(const struct regress *regress, struct str *out);

/* Writes all three into the folder of the run: regress.txt, regress.json, regress.xml. */
int regress_write(const struct regress *regress, const struct run *run, struct err *err);

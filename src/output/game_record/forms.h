/* forms.h - a game as text, as a JSON object and as rows of CSV (docs/logs.md). The same run always gives the same
 * bytes. */
#pragma once

#include "match/schedule.h"
#include "record/game_record.h"
#include "robot/robot.h"
#include "store/run_config.h"

/* The data that all games of a run share. */
struct game_record_setting {
	const struct run_config *info;          /* borrowed */
	const struct schedule *schedule;  /* borrowed */
	char (*uuids)[37];                /* of the robots; owned */
	char **titles;                    /* of the robots; owned */
	char **fields;                    /* the titles as CSV fields; owned */
	char tourney[37];                 /* UUID of the run */
};

void game_record_setting_init(struct game_record_setting *setting, const struct run_config *info,
			      const struct schedule *schedule);
void game_record_setting_release(struct game_record_setting *setting);

/* Passes the next event of a game to the log, which must have has_words and has_one_hand set. Adds the lines that this
 * event completes. A WATCH_GAME clears `out`. The game must belong to a tournament (watch_event->plan). */
void game_record_watch_as_text(const struct game_record_setting *setting, struct game_record *log,
			       const struct watch_event *watch_event, struct str *out);

/* Returns the events that game_record_watch_as_text needs for games with these rules. */
enum events_shown game_record_shown_as_text(const struct rules *rules);

/* Adds, after the text of the hand, what a fault at the showdown costs: "calm crashed or ran out of time when the dice
 * were shown and is out of the game.", or ": calm loses a die." has_points means that points are lost in this game, not
 * dice. game_describe_hand describes faults at a play in the same words. */
void game_record_add_failed_looking(const char *name, bool is_out, bool has_points, struct str *out);

/* Add a whole game, which must have ended. */
void game_record_add_json(const struct game_record_setting *setting, const struct game_record *log, struct str *out);
void game_record_add_csv(const struct game_record_setting *setting, const struct game_record *log, struct str *out);

/* Adds the titles of the columns. Call it before the first game. */
void game_record_add_csv_titles(struct str *out);

/* Computes a UUID from a name (version 5 of RFC 9562, SHA-1). The same name gives the same UUID. `space` is the
 * namespace, any UUID as text, or NULL for the arena's own. */
void game_record_uuid(const char *space, const char *name, char uuid[37]);

/* Add a finished game, with the names of its robots (game_record.h: has_words, tournament). */
void replay_add_text(const struct game_record *log, bool has_colour, struct str *out);
void replay_add_json(const struct game_record *log, struct str *out);

/* gamelog_forms.h - a game as text, as an object of JSON and as rows of CSV (docs/logs.md). The same bytes
 * for the same run, whoever writes them and when. */
#ifndef ARENA_OUTPUT_GAMELOG_FORMS_H
#define ARENA_OUTPUT_GAMELOG_FORMS_H

#include <stdint.h>

#include "base/str.h"
#include "match/schedule.h"
#include "record/gamelog.h"
#include "robot/robot.h"
#include "store/run_configuration.h"

/* What all games of a run share. */
struct gamelog_setting {
	const struct info *info;          /* borrowed */
	const struct schedule *schedule;  /* borrowed */
	char (*uuids)[37];                /* of the robots; owned */
	char **titles;                    /* of the robots, in quotes for JSON; owned */
	char **fields;                    /* likewise for CSV */
	char tourney[37];                 /* uuid of the run */
};

void gamelog_setting_init(struct gamelog_setting *setting, const struct info *info, const struct schedule *schedule);
void gamelog_setting_release(struct gamelog_setting *setting);

/* Each adds a whole game. The log must be of a game that is over; text needs one with words. */
void gamelog_add_text(const struct gamelog_setting *setting, const struct gamelog *log, struct str *out);
void gamelog_add_json(const struct gamelog_setting *setting, const struct gamelog *log, struct str *out);
void gamelog_add_csv(const struct gamelog_setting *setting, const struct gamelog *log, struct str *out);

/* The titles of the columns, for before the first game. */
void gamelog_add_csv_titles(struct str *out);

/* A UUID made from names (version 5 of RFC 9562, SHA-1): the same for the same names. The space is any
 * UUID in text, or NULL for the arena's own. */
void gamelog_uuid(const char *space, const char *name, char uuid[37]);

#endif

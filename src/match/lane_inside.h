/* lane_inside.h - shared by lane.c and lane_begin.c; no other file includes it. */
#pragma once

#include "match/lane.h"

/* Sets the lane to LANE_BROKEN because the stored plays do not belong to this game. Returns false. */
bool lane_plays_are_damaged(struct lane *lane);

static inline uint64_t lane_game_number(const struct lane *lane)
{
	return schedule_game_number(&lane->setting->tournament->schedule, lane->rest->plan.first_block,
				    lane->rest->block, lane->rest->rotation);
}

static inline bool lane_is_watched(const struct lane *lane)
{
	return __builtin_expect(lane->is_watched, false);
}

/* Shows an event to the watcher. The caller has set the kind and the fields specific to it in *s; the others are filled
 * in here. */
void lane_show(struct lane *lane, struct watch_event *s);

/* Seats a fresh instance of a player. If there is none, the player is absent and fails at each ask. Returns false if
 * the lane is broken. */
bool lane_seat(struct lane *lane, int player);

/* Announces the game in progress to an instance. */
void lane_introduce(struct lane *lane, int player);

/* Notes the shape of a lane when a hand begins (take_turns in rotation.c). */
static inline void lane_note_shape(const struct lane *lane)
{
	unsigned shape = lane->player_in[0];
	for (int seat = 0; seat < lane->n_players; seat++)
		shape = 5 * shape + (unsigned)game_dice_left(&lane->game, seat);
	lane->setting->shapes[lane->index] = shape % LANE_SHAPES;
}

/* Notes the luck of the dice when a hand has been dealt. */
static inline void lane_note_luck(struct lane *lane)
{
	if (lane->setting->luck)
		luck_add(lane->setting->luck, &lane->game, lane->player_in[0], lane->index);
}

/* Begins the game of lane->rest->block. lane_start_rotation seats all robots again and begins the first game. */
void lane_start_game(struct lane *lane);
void lane_start_rotation(struct lane *lane);

/* Discards the results of the rotation so far, because it starts again. */
void lane_forget(struct lane *lane);

/* Write the results of the game in progress, or of the rotation, to the chunk. */
void lane_record_game(struct lane *lane);
void lane_record_rotation(struct lane *lane);

/* Record that the player in `seat` failed at the ask in progress, or made an illegal play. */
void lane_record_fault(struct lane *lane, int player, int seat, const struct fault *fault);
void lane_record_illegal(struct lane *lane, int seat);

/* Points the view at the strings of the hand in progress. Two buffers alternate, so that the strings of a showdown
 * remain until all robots have seen them. */
static inline void lane_place_strings(struct lane *lane, struct game_view *view)
{
	size_t at = lane->is_second ? lane->shared_area->second_at : 0;
	view->history = shared_area_history(lane->shared_area, lane->index) + at;
	view->shown = shared_area_shown(lane->shared_area, lane->index) + at;
}

/* Returns true if a robot at the table has not received all its observations yet (transport_flush). */
bool lane_is_unread(const struct lane *lane);

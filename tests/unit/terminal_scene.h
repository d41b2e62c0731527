/* terminal_scene.h - a game that was played up to some point at a table of the terminal, for tests of what people see
 * of it. */
#pragma once

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "terminal/draw.h"
#include "terminal/play_session.h"

enum { NEXT_HAND = -1, END = -2, MOST_PLAYS = 24 };

/* The plays of a game up to some point, and how it is shown. */
struct scene {
	const char *variant, *settings;
	int n_players;
	int plays[MOST_PLAYS]; /* up to END; NEXT_HAND goes on after a showdown */
	int turn;              /* the player who is asked, or -1 */
	bool is_utf8, is_open, has_colour;
};

struct stage {
	struct tournament tournament;
	struct terminal terminal;
	struct game game;
	struct play_session session;
	char *memory[GAME_MAX_SEATS + 2];
};

static const char *const scene_players[] = {"Ann", "Bob", "Christopher-Alexander", "Dörte"};

static inline void set_scene_rules(struct rules *rules, const struct scene *scene)
{
	char copy[100], *rest = copy;
	snprintf(copy, sizeof copy, "%s", scene->settings);
	ck_assert_int_eq(rules_init(rules, scene->variant, NULL), 0);
	for (char *setting; (setting = strsep(&rest, " ")) != NULL;)
		ck_assert_int_eq(*setting ? rules_set(rules, setting, NULL) : 0, 0);
}

/* Player 0, Ann, is the only person. */
static inline void begin_scene(struct stage *stage, const struct scene *scene)
{
	struct game_view view = {0};
	struct rules *rules = &stage->tournament.rules;
	struct play_session *session = &stage->session;
	*stage = (struct stage){.terminal = {.wake = -1, .is_utf8 = scene->is_utf8, .has_colour = scene->has_colour}};
	set_scene_rules(rules, scene);
	stage->memory[0] = view.history = NEW_ARRAY(char, game_history_size(rules, scene->n_players));
	stage->memory[1] = view.shown = NEW_ARRAY(char, game_hands_size(rules, scene->n_players));
	for (int seat = 0; seat < scene->n_players; seat++)
		stage->memory[2 + seat] = view.hands[seat] = NEW_ARRAY(char, game_hands_size(rules, scene->n_players));
	game_start(&stage->game, rules, scene->n_players, "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		   (struct dice_source){rng_key_of_seed("scene"), 0}, &view);
	*session = (struct play_session){
		.tournament = &stage->tournament, .terminal = &stage->terminal, .game = &stage->game,
		.shows_history = true, .n_players = scene->n_players, .n_humans = 1, .is_human = {true}, .hand = 1,
		.turn = scene->turn, .owner = 0, .reader = 0, .at_keyboard = -1, .is_open = scene->is_open,
	};
	session->score.n_players = scene->n_players;
	session->score.is_points = strchr(view.hands[0], '@') != NULL;
	for (int player = 0; player < scene->n_players; player++) {
		session->plan.position[player] = (uint8_t)player;
		session->name[player] = mem_strdup(scene_players[player % 4]);
	}
	for (int i = 0; scene->plays[i] != END; i++) {
		if (scene->plays[i] == NEXT_HAND) {
			plain_note_hand(session);
			game_observed(&stage->game);
			session->hand++;
		} else {
			game_play(&stage->game, scene->plays[i]);
		}
	}
	session->own_hands = mem_strdup(view.hands[0]);
}

static inline void end_scene(struct stage *stage)
{
	for (int i = 0; i < GAME_MAX_SEATS + 2; i++)
		free(stage->memory[i]);
	play_session_release(&stage->session);
}

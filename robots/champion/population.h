/* population.h - counts how robots play a hand of two, in the merged states of the solver (solve/merged.h), for
 * make_table.
 *
 * Each robot is asked in each state that it reaches, with each holding, for its play after a history that ends in that
 * state. A robot that mixes is asked several times; outside the arena its random numbers are a fixed sequence, so the
 * counts are the same in every run. */
#pragma once

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_dice.h"
#include "base/mem.h"
#include "base/err.h"
#include "solve/merged.h"

enum { MOST_ROBOTS = 40, MOST_SAMPLES = 12, ALIKE_SAMPLES = 3 };

struct member {
	int (*get_play)(const char *me, const char *hands, const char *history);
	void (*game_start)(const struct arena_game_start *start);
	int (*set_option)(const char *key, const char *value);
	const char *key, *value; /* key and value of its option; NULL if it has none */
};

/* Loads FILE.so[:key=value], and changes the text. Members with the same file share its static variables, so each sets
 * its option again before it is asked. Returns false if the file is not a robot. */
static bool member_load(struct member *member, char *text)
{
	char *key = strchr(text, ':'), *value = key ? strchr(key, '=') : NULL;
	if (key)
		*key++ = '\0';
	if (value)
		*value++ = '\0';
	member->key = key;
	member->value = value;
	void *handle = dlopen(text, RTLD_NOW);
	if (!handle)
		return false;
	member->get_play = (int (*)(const char *, const char *, const char *))dlsym(handle, "get_play");
	member->game_start = (void (*)(const struct arena_game_start *))dlsym(handle, "robot_game_start");
	member->set_option = (int (*)(const char *, const char *))dlsym(handle, "robot_option");
	return member->get_play && (!member->key || (member->value && member->set_option));
}

/* Returns the highest bid with this face below `bid`, or -1. */
static int bid_below(const struct subgame *game, int bid, int face)
{
	while (--bid >= 0 && face && subgame_face(game, bid) != face)
		;
	return bid;
}

enum { MOST_BIDS = MERGED_MAX_MEMORY + 4 };

/* Returns true if ones are no longer wild after these bids (wild=drop). The last bid comes first. */
static bool is_plain_after(const struct subgame *game, const int *bids, int n)
{
	bool is_plain = false;
	for (int i = 0; i < n; i++)
		is_plain = subgame_is_plain(game, is_plain, i, bids[n - 1 - i]);
	return is_plain;
}

/* Fills `bids` with bids that lead to this state, the last one first, and returns their number. They have the
 * remembered faces with the highest bids possible, and there is one more bid if the turn requires it. With wild=drop
 * there are two more if these make ones wild or plain as in the state. */
static int bids_before(const struct merged *merged, const struct merged_state *state, int *bids)
{
	const struct subgame *game = &merged->game;
	int n = 0, bid = state->bid;
	while (bid >= 0 && n < MERGED_MAX_MEMORY + 2) {
		bids[n++] = bid;
		int face = n <= merged->memory ? state->face[n - 1] : 0;
		if (n > merged->memory ? n % 2 == state->actor : face == 0)
			break;
		bid = bid_below(game, bid, face);
	}
	for (int faces = 0; n && is_plain_after(game, bids, n) != state->is_plain && faces < game->faces * game->faces;
	     faces++) {
		bids[n] = bid_below(game, bids[n - 1], 1 + faces / game->faces);
		bids[n + 1] = bid_below(game, bids[n], 1 + faces % game->faces);
		if (bids[n + 1] >= 0 && is_plain_after(game, bids, n + 2) == state->is_plain)
			n += 2;
	}
	return n;
}

/* Writes a history that ends in this state. */
static void write_history(const struct merged *merged, const struct merged_state *state, char *text)
{
	int bids[MOST_BIDS], n = bids_before(merged, state, bids);
	text[0] = '\0';
	for (int i = n; i-- > 0;)
		text += sprintf(text, "%s%c:%d", i == n - 1 ? "" : ",", (i % 2 == 0) == (state->actor == 0) ? 'B' : 'A',
				subgame_play(&merged->game, bids[i]));
}

static void write_hands(const struct merged *merged, int actor, const uint8_t *count, char *text)
{
	for (int player = 0; player < 2; player++) {
		text += sprintf(text, "%s%c:", player ? "," : "", 'A' + player);
		for (int face = merged->game.faces; face >= 1 && player == actor; face--)
			for (int i = 0; i < count[face]; i++)
				*text++ = (char)('0' + face);
		for (int i = 0; i < merged->game.n_dice[player] && player != actor; i++)
			*text++ = 'x';
	}
	*text = '\0';
}

/* Counts the plays of a member in a state with one holding, in chance[action]. A play that the solver does not have
 * counts as a call. */
static void ask_member(const struct member *member, const struct merged *merged, uint32_t number, const char *hands,
		       const char *history, float *chance)
{
	int n = merged_n_actions(merged, number), n_asks = 0, first = -1;
	bool is_alike = true;
	memset(chance, 0, (size_t)n * sizeof *chance);
	while (n_asks < (is_alike ? ALIKE_SAMPLES : MOST_SAMPLES)) {
		int play = member->get_play(merged->states[number].actor ? "B" : "A", hands, history);
		int action = dice_is_bid(play) ? subgame_bid(&merged->game, play)
			: play == ARENA_EXACT ? MERGED_EXACT : -1, k = 0;
		for (int i = 0; action != -1 && i < n; i++)
			if (merged_action(merged, number, i) == action)
				k = i;
		is_alike = is_alike && (first < 0 || k == first);
		first = k;
		chance[k]++;
		n_asks++;
	}
	for (int k = 0; k < n; k++)
		chance[k] /= (float)n_asks;
}

/* Adds a member's plays as `player` to sum[action][holding], in the places of the states, weighted by the member's
 * reach. */
static void add_member(const struct member *member, const struct merged *merged, int player, const char *rules,
		       float *sum)
{
	const struct holdings *holdings = &merged->holdings[player];
	size_t stride = (size_t)holdings->stride;
	AUTO_FREE float *reach = NEW_ARRAY(float, merged->n_states * stride);
	char history[200], hands[64];
	float chance[SUBGAME_MAX_BIDS + 2];
	struct arena_game_start start = {.size = sizeof start, .rules = rules, .n_players = 2};
	if (member->key && member->set_option(member->key, member->value) != 0)
		bug("a robot refuses the option %s=%s", member->key, member->value);
	if (member->game_start)
		member->game_start(&start);
	for (size_t h = 0; h < stride; h++)
		reach[h] = 1;
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		const float *here = reach + i * stride;
		int n = merged_n_actions(merged, i);
		write_history(merged, state, history);
		for (int h = 0; h < holdings->n && state->actor == player; h++) {
			if (here[h] < 1e-6F)
				continue;
			write_hands(merged, player, holdings->count[h], hands);
			ask_member(member, merged, i, hands, history, chance);
			for (int k = 0; k < n; k++) {
				sum[state->at + (size_t)k * stride + (size_t)h] += here[h] * chance[k];
				int bid = merged_action(merged, i, k);
				if (bid >= 0)
					reach[merged_after(merged, i, bid) * stride + (size_t)h] += here[h] * chance[k];
			}
		}
		for (uint32_t k = 0; k < state->n_next && state->actor != player; k++)
			vec_add(reach + merged->next[state->first_next + k] * stride, here, (int)stride);
	}
}

/* Fills in the average strategy of the population as `player`. In a state that no member reaches with a holding, it
 * calls. */
static void population_mix(const struct member *members, int n_members, const struct merged *merged, int player,
			   const char *rules, float *mix)
{
	size_t stride = (size_t)merged->holdings[player].stride;
	AUTO_FREE float *sum = NEW_ARRAY(float, merged->n_floats);
	for (int i = 0; i < n_members; i++)
		add_member(&members[i], merged, player, rules, sum);
	for (uint32_t i = 0; i < merged->n_states; i++) {
		const struct merged_state *state = &merged->states[i];
		float *rows = sum + state->at;
		int n = merged_n_actions(merged, i);
		if (state->actor != player)
			continue;
		for (size_t h = 0; h < stride; h++) {
			float total = 0;
			for (int k = 0; k < n; k++)
				total += rows[(size_t)k * stride + h];
			if (total <= 0)
				rows[h] = 1;
		}
		regret_match(rows, mix + state->at, n, (int)stride);
	}
}

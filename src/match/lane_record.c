/* lane_record.c - adds the results of games and rotations to the chunk. A rotation is added only when it is complete,
 * because it may have to start again. */

#include "match/lane_inside.h"

void lane_forget(struct lane *lane)
{
	for (int i = 0; i < lane->rest->n_faults; i++)
		fault_record_release(&lane->rest->faults[i]);
	lane->rest->n_faults = 0;
	lane->rest->signature_sum = 0;
	if (lane->setting->luck && lane->rest->n_restarts)
		luck_forget(lane->setting->luck, lane->index);
	for (int player = 0; player < lane->n_players; player++) {
		lane->rest->count[player] = (struct lane_count){0};
		lane->player[player].n_faults = 0;
	}
	if (lane->keeps_plays) {
		str_clear(&lane->rest->game_plays);
		str_clear(&lane->rest->plays);
	}
}

static void keep_fault(struct lane *lane, int player, int seat, const struct fault *fault)
{
	const struct tournament *t = lane->setting->tournament;
	if (lane->player[player].n_faults >= CHUNK_FAULTS)
		return;
	lane->player[player].n_faults++;
	struct fault_record *record = MEM_APPEND(lane->rest->faults, lane->rest->n_faults);
	*record = (struct fault_record){
		.game = lane_game_number(lane),
		.robot = lane->rest->plan.robot[player],
		.ask = lane->player[player].n_asks - 1,
		.me = (char)('A' + player),
		.hands = NEW_ARRAY(char, game_hands_size(&t->rules, lane->n_players)),
		.history = mem_strdup(lane->game.view.history),
		.fault = NEW(struct fault),
	};
	game_see(&lane->game, seat, record->hands);
	*record->fault = *fault;
}

void lane_record_fault(struct lane *lane, int player, int seat, const struct fault *fault)
{
	struct lane_count *count = &lane->rest->count[player];
	if (fault->verdict == VERDICT_TIMEOUT)
		count->timeouts++;
	else
		count->crashes++;
	if (!lane->player[player].has_failed)
		count->failed_games++;
	lane->player[player].has_failed = true;
	keep_fault(lane, player, seat, fault);
}

void lane_record_illegal(struct lane *lane, int seat)
{
	static const struct fault illegal = {.verdict = VERDICT_ILLEGAL, .cause = "an illegal play"};
	int player = lane->player_in[seat];
	lane->rest->count[player].illegal++;
	if (lane->setting->tournament->stop_faults & 1U << VERDICT_ILLEGAL)
		keep_fault(lane, player, seat, &illegal);
}

/* Adds the game to the signature. The sum over games does not depend on how they are divided into matches and chunks,
 * and is the same for a match of the new robot in a field and the match of the old one, if their plays are the same. */
static void sign(struct lane *lane)
{
	const struct schedule *schedule = &lane->setting->tournament->schedule;
	const struct chunk *chunk = lane->setting->chunk;
	uint64_t game = schedule_game_number(schedule, lane->rest->plan.first_dice, lane->rest->block,
					     lane->rest->rotation);
	lane->rest->signature_sum += rng_mix(lane->signature + game);
	uint64_t block = lane->rest->match * chunk->n_blocks + lane->rest->block;
	lane->setting->game_signatures[block * (uint64_t)lane->n_players + (uint64_t)lane->rest->rotation] =
		(uint32_t)(lane->signature >> 32);
}

void lane_record_game(struct lane *lane)
{
	struct chunk *chunk = lane->setting->chunk;
	size_t n = (size_t)lane->n_players;
	uint8_t *places =
		chunk->places + lane->rest->match * chunk_match_size(chunk) +
		(lane->rest->block * n + (size_t)lane->rest->rotation) * n;
	sign(lane);
	if (lane->setting->plays) {
		move_log_add_game(&lane->rest->plays, &lane->rest->game_plays);
		str_clear(&lane->rest->game_plays);
	}
	for (int seat = 0; seat < lane->n_players; seat++) {
		int player = lane->player_in[seat], tied;
		places[player] = (uint8_t)game_place(&lane->game, seat, &tied);
		lane->rest->count[player].asks += lane->player[player].n_asks;
	}
}

static void record_trouble(const struct lane *lane, int player, const struct lane_count *count)
{
	struct chunk *chunk = lane->setting->chunk;
	struct match_trouble trouble = {
		.match = (uint32_t)lane->rest->match, .player = (uint32_t)player, .showdowns = count->showdowns,
	};
	TROUBLES_ADD(&trouble, count);
	TROUBLES_ADD(&lane->setting->sums[lane->rest->plan.robot[player]], count);
	if (chunk->has_details)
		chunk_add_trouble(chunk, &trouble);
}

static void record_luck(struct lane *lane)
{
	int n = luck_players(lane->n_players);
	float *terms = lane->setting->chunk->luck_terms + lane->rest->match * (uint64_t)n * LUCK_TERMS;
	for (int seat = 0; seat < n; seat++)
		luck_end(lane->setting->luck, lane->index, seat, lane->rest->rotation == 0,
			 terms + (n == 1 ? 0 : lane->player_in[seat]) * LUCK_TERMS);
}

void lane_record_rotation(struct lane *lane)
{
	struct chunk *chunk = lane->setting->chunk;
	for (int player = 0; player < lane->n_players; player++) {
		const struct lane_count *count = &lane->rest->count[player];
		struct lane_sums *sums = &lane->setting->sums[lane->rest->plan.robot[player]];
		sums->asks += count->asks;
		showdowns_add(&sums->showdowns, &count->showdowns);
		if (chunk->has_details)
			chunk->asks[lane->rest->match * (uint64_t)lane->n_players + (uint64_t)player] += count->asks;
		if (count->illegal | count->timeouts | count->crashes | count->failed_games || count->showdowns.n)
			record_trouble(lane, player, count);
	}
	if (lane->setting->luck)
		record_luck(lane);
	chunk->signature += lane->rest->signature_sum;
	if (chunk->has_details)
		chunk->signatures[lane->rest->match] += lane->rest->signature_sum;
	for (int i = 0; i < lane->rest->n_faults; i++)
		chunk_add_fault(chunk, &lane->rest->faults[i]); /* the chunk takes over its strings */
	lane->rest->n_faults = 0;
	if (lane->setting->plays)
		str_add_n(&lane->setting->plays[lane->rest->match * (uint64_t)lane->n_players +
			(uint64_t)lane->rest->rotation], lane->rest->plays.text, lane->rest->plays.length);
}

/* join_lanes.c - the games that a robot plays at a server, each in a lane of its own (join_lanes.h). */
#include "net/client/join_lanes.h"

#include "base/cores.h"
#include "match/worker.h"
#include "robot/story.h"

enum {
	/* Servers do not say when a game is over. There are twice as many lanes as games, so that the lane that has
	 * been inactive longest has a finished game. */
	SPARE = 2,
	KEPT_PER_CORE = 2, /* for a program that plays one game in each process: games at once per core */
};

bool lanes_keeps_processes(const struct robot *robot)
{
	return robot->kind == ROBOT_PROGRAM && robot->manifest.max_lanes < 2;
}

/* Returns the maximum number of instances of the robot, or 0 for any number. */
static int most_instances(const struct robot *robot)
{
	return lanes_keeps_processes(robot) ? SPARE * KEPT_PER_CORE * cores_allowed() : worker_robot_lanes(robot, 1);
}

int lanes_games(const struct robot *robot, int wanted)
{
	int most = most_instances(robot), bearable = most < SPARE ? 1 : most / SPARE;
	return most && bearable < wanted ? bearable : wanted;
}

/* Starts all processes now, so that no server has to wait for a start. A process that cannot be started fails in its
 * first game. */
static int start_processes(struct lanes *lanes, struct err *err)
{
	for (int i = 0; i < lanes->n_lanes; i++) {
		struct fault fault = {.verdict = VERDICT_OK};
		lanes->lane[i].hands = transport_seat(lanes->transport, i, 0, &fault, err);
		if (!lanes->lane[i].hands && fault.verdict == VERDICT_OK)
			return -1;
	}
	return 0;
}

int lanes_init(struct lanes *lanes, const struct lanes_plan *plan, struct err *err)
{
	const struct tournament *tournament = plan->tournament;
	int n = SPARE * lanes_games(plan->robot, plan->n_games), most = most_instances(plan->robot);
	n = most && most < n ? most : n;
	*lanes = (struct lanes){.plan = *plan, .n_lanes = n};
	state_rules(&tournament->rules, &lanes->widest);
	rules_to_text(&tournament->rules, &lanes->rules_text);
	size_t hands_size = game_hands_size(&lanes->widest, GAME_MAX_SEATS);
	shared_areas_init(&lanes->shared_areas, n, game_history_size(&lanes->widest, GAME_MAX_SEATS), hands_size);
	lanes->lane = NEW_ARRAY(struct game_lane, (size_t)n);
	lanes->asked = NEW_ARRAY(int, (size_t)n);
	lanes->replies = NEW_ARRAY(int32_t, (size_t)n + 1); /* one more for replies that are ignored
	                                                     * (robot/transport.h) */
	if (!shared_areas_make(&lanes->shared_areas, 0, err))
		return -1;
	struct transport_plan transport = {
		.shared_areas = &lanes->shared_areas, .hands_size = hands_size, .n_lanes = n,
		.rules = str_text(&lanes->rules_text),
		.limits = tournament->limits, .allows_weak = tournament->allows_weak_sandbox,
		.is_trusted = tournament->is_trusted, .hidden = tournament->hidden,
	};
	lanes->transport = worker_transport(tournament, plan->robot, &transport);
	bug_if(!lanes->transport); /* robots that cannot be loaded do not join a server */
	return lanes_keeps_processes(plan->robot) ? start_processes(lanes, err) : 0;
}

static void drop_state(struct game_lane *lane)
{
	if (!lane->is_asked)
		return;
	state_release(lane->state);
	free(lane->state);
	lane->state = NULL;
	lane->is_asked = false;
}

void lanes_release(struct lanes *lanes)
{
	transport_free(lanes->transport);
	for (int i = 0; lanes->lane && i < lanes->n_lanes; i++)
		drop_state(&lanes->lane[i]);
	FREE_ALL(lanes->lane, lanes->asked, lanes->replies);
	shared_areas_release(&lanes->shared_areas);
	str_release(&lanes->rules_text);
	*lanes = (struct lanes){0};
}

static int most_lanes(const struct lanes *lanes)
{
	int most = lanes->transport->most_lanes;
	return most && most < lanes->n_lanes ? most : lanes->n_lanes;
}

/* Returns the lane whose game has been inactive longest, among those without a pending ask, or -1 if there is none. */
static int oldest_lane(const struct lanes *lanes)
{
	int oldest = -1;
	for (int i = 0; i < lanes->n_lanes; i++) {
		const struct game_lane *lane = &lanes->lane[i];
		if (lane->game.size && !lane->is_asked && (oldest < 0 || lane->used < lanes->lane[oldest].used))
			oldest = i;
	}
	return oldest;
}

static void free_lane(struct lanes *lanes, int i)
{
	char *hands = lanes->lane[i].hands;
	if (hands && !lanes_keeps_processes(lanes->plan.robot)) {
		transport_leave(lanes->transport, i);
		hands = NULL;
	}
	shared_area_wipe(shared_areas_attempt(&lanes->shared_areas, 0), i);
	lanes->lane[i] = (struct game_lane){.hands = hands};
	lanes->n_used--;
}

/* Returns the lane of a game, or -1 when it has none yet. */
static int find_lane(const struct lanes *lanes, const struct lane_game *game)
{
	return FIND_IF(i, lanes->n_lanes, lanes->lane[i].game.size == game->size &&
		       memcmp(lanes->lane[i].game.name, game->name, game->size) == 0);
}

/* Returns a lane for a new game, or -1 when all possible lanes are waiting. The robot may support fewer lanes than
 * there are. */
static int new_lane(struct lanes *lanes, const struct lane_game *game)
{
	int i;
	while (lanes->n_used >= most_lanes(lanes)) {
		if ((i = oldest_lane(lanes)) < 0)
			return -1;
		free_lane(lanes, i);
	}
	for (i = 0; lanes->lane[i].game.size; i++)
		;
	lanes->lane[i].game = *game;
	lanes->n_used++;
	lanes->n_games++;
	return i;
}

enum lanes_taken lanes_take(struct lanes *lanes, const struct lane_game *game, const char *text, size_t size,
			    struct err *err)
{
	int i = find_lane(lanes, game);
	if (i >= 0 && lanes->lane[i].is_asked)
		return LANES_FULL;
	struct state *state = NEW(struct state);
	if (state_read(state, text, size, &lanes->widest, err)) {
		free(state);
		return LANES_WRONG;
	}
	if (i < 0 && (i = new_lane(lanes, game)) < 0) {
		state_release(state);
		free(state);
		return LANES_FULL;
	}
	struct game_lane *lane = &lanes->lane[i];
	lane->state = state;
	lane->used = ++lanes->clock;
	lane->is_asked = true;
	lanes->asked[lanes->n_asked++] = i;
	return LANES_TAKEN;
}

static void answer(struct lanes *lanes, int i, int play)
{
	struct game_lane *lane = &lanes->lane[i];
	lanes->n_moves++;
	lanes->plan.answer(&lane->game, state_response(lane->state, play), lanes->plan.context);
	drop_state(lane);
}

/* Sends the robot's play, even an illegal one, because the server judges it by its own rules. */
static void answer_of_robot(struct lanes *lanes, int i, int play)
{
	AUTO_STR struct str story = {0};
	if (!state_is_legal(lanes->lane[i].state, play, &lanes->widest, &story) && lanes->n_illegal++ == 0)
		lanes->plan.erred(story.text, lanes->plan.context);
	answer(lanes, i, play);
}

/* Makes the lane call for the rest of the game, because the robot has failed. `hands` is the string of the ask, or NULL
 * if the robot was not asked. */
static void forfeit(struct lanes *lanes, int i, const struct fault *fault, const char *hands)
{
	struct game_lane *lane = &lanes->lane[i];
	const struct shared_area *area = shared_areas_attempt(&lanes->shared_areas, 0);
	struct story_ask ask = {str_text(&lanes->rules_text), (char)('A' + lane->state->me),
		lane->is_observing ? shared_area_shown(area, i) : hands, shared_area_history(area, i)};
	AUTO_STR struct str story = {0};
	if (hands) {
		story_add(fault, &ask, &story);
		story_add_command(lanes->plan.robot, &ask, &story);
	}
	lanes->n_faults++;
	lanes->plan.failed(fault, str_text(&story), lanes->plan.context);
	lane->hands = NULL;
	lane->is_forfeit = true;
	answer(lanes, i, PLAY_CALL);
}

/* Begins the game with a fresh instance, or with that of a kept process. Returns false if the robot failed, or if the
 * system failed (err). */
static bool begin_game(struct lanes *lanes, int i, struct err *err)
{
	struct game_lane *lane = &lanes->lane[i];
	struct fault fault = {.verdict = VERDICT_OK};
	const struct state *state = lane->state;
	if (!lane->hands)
		lane->hands = transport_seat(lanes->transport, i, 0, &fault, err);
	if (!lane->hands) {
		if (fault.verdict != VERDICT_OK)
			forfeit(lanes, i, &fault, NULL);
		return false;
	}
	struct game_intro intro = {.me = (char)('A' + state->me)};
	struct rng_key key = rng_key_derive(lanes->plan.tournament->seed, RNG_ROBOT);
	for (int seat = 0; seat < state->hand.known.n_seats; seat++)
		intro.letters[seat] = (char)('A' + seat);
	/* The robot's random numbers follow from the seed and the name of the game. */
	uint64_t word = (uint64_t)state->me;
	for (size_t at = 0; at < lane->game.size; at++)
		word = rng_word(key, word, (unsigned char)lane->game.name[at]);
	intro.rng = word;
	transport_game(lanes->transport, i, &intro);
	lane->has_begun = true;
	lane->n_shown = 0;
	return true;
}

/* Asks for the next observation or, if there is none, for the play. Returns true if the robot answered immediately. */
static bool ask(struct lanes *lanes, int i, int *play)
{
	struct game_lane *lane = &lanes->lane[i];
	const struct shared_area *shared_area = shared_areas_attempt(&lanes->shared_areas, 0);
	struct state_view view = {.history = shared_area_history(shared_area, i),
		.shown = shared_area_shown(shared_area, i), .hands = lane->hands, .widest = &lanes->widest};
	lane->is_observing = false;
	while (!lane->is_observing && lane->n_shown < lane->state->n_hands)
		lane->is_observing = state_showdown(lane->state, lane->n_shown++, &view);
	if (!lane->is_observing)
		state_ask(lane->state, &view);
	return transport_ask(lanes->transport, i, lane->is_observing ? ASK_OBSERVE : 0, play);
}

/* Handles the faults of a round. */
static void take_events(struct lanes *lanes)
{
	const struct transport *transport = lanes->transport;
	for (int k = 0; k < transport->n_events; k++) {
		const struct event *event = &transport->events[k];
		struct game_lane *lane = &lanes->lane[event->lane];
		const char *hands = lane->hands;
		lane->hands = NULL; /* the instance is lost; the next one in this lane gets all hands from the
		                     * beginning */
		lane->has_begun = false;
		if (event->kind == EVENT_FAULT && lane->is_asked)
			forfeit(lanes, event->lane, event->fault, hands);
	}
}

/* Plays one round: each lane that still needs an answer asks once. */
static int play_round(struct lanes *lanes, struct err *err)
{
	struct err why = {0};
	int n_left = 0, play;
	for (int k = 0; k < lanes->n_asked; k++) {
		int i = lanes->asked[k];
		struct game_lane *lane = &lanes->lane[i];
		if (lane->is_forfeit) {
			answer(lanes, i, PLAY_CALL);
			continue;
		}
		if (!lane->has_begun && !begin_game(lanes, i, &why)) {
			if (lane->is_asked) {
				*err = why;
				return -1;
			}
			continue;
		}
		bool is_answered = ask(lanes, i, &play);
		if (is_answered && !lane->is_observing)
			answer_of_robot(lanes, i, play);
		else
			lanes->asked[n_left++] = i;
	}
	lanes->n_asked = n_left;
	return 0;
}

int lanes_play(struct lanes *lanes, struct err *err)
{
	while (lanes->n_asked) {
		if (play_round(lanes, err))
			return -1;
		transport_flush(lanes->transport);
		if (transport_collect(lanes->transport, lanes->replies, err))
			return -1;
		take_events(lanes);
		int n_left = 0;
		for (int k = 0; k < lanes->n_asked; k++) {
			int i = lanes->asked[k];
			struct game_lane *lane = &lanes->lane[i];
			if (lane->is_asked && lane->hands && !lane->is_observing)
				answer_of_robot(lanes, i, lanes->replies[i]);
			if (lane->is_asked)
				lanes->asked[n_left++] = i;
		}
		lanes->n_asked = n_left;
	}
	return 0;
}

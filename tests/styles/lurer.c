/* lurer.c - plays against champion, and has champion's source. It plays by the table until champion plays a way without
 * mixing, and then plays the best response to this way.
 *
 * It keeps a copy of champion's memory, which it fills at the showdowns as champion does, so it knows champion's way
 * before each hand. Its response draws holdings of champion, keeps those with which champion would have made the plays
 * of this hand, and compares its own plays one step ahead. With feint=N it plays honest bids in the first N hands. */
#include "arena_dice.h"

static const struct arena_robot_info *champion_info(void);
static int champion_option(const char *key, const char *value);
static void champion_game_start(const struct arena_game_start *start);
static int champion_play(const char *me, const char *hands, const char *history);

#define robot_info champion_info
#define robot_option champion_option
#define robot_game_start champion_game_start
#define get_play champion_play
#include "champion/champion.c"
#undef robot_info
#undef robot_option
#undef robot_game_start
#undef get_play

#include <stdio.h>
#include <stdlib.h>

static int feint, n_seen;

__attribute__((unused)) static const struct arena_robot_info *(*const not_used)(void) = champion_info;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "lurer",
	.summary = "answers champion, for tests",
	.variants = "liars-dice wild",
	.options = "way=all: champion's option; feint=0: hands with honest bids",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "feint") == 0) {
		feint = atoi(value);
		return 0;
	}
	return champion_option(key, value);
}

void robot_game_start(const struct arena_game_start *start)
{
	champion_game_start(start);
}

enum { N_DRAWS = 400, MOST_KEPT = 40, MOST_HANDS = 64, MOST_HISTORY = 1024 };

/* Writes the two hands as champion sees them if its own dice are `count`. */
static void write_their_hands(const struct dice_hands *hands, const uint8_t *count, char *text)
{
	for (int seat = 0; seat < 2; seat++) {
		*text++ = hands->letter[seat];
		*text++ = ':';
		for (int face = DICE_MAX_FACES; face >= 1 && seat != hands->me; face--)
			for (int i = 0; i < count[face]; i++)
				*text++ = (char)('0' + face);
		for (int i = 0; i < hands->n[seat] && seat == hands->me; i++)
			*text++ = 'x';
		*text++ = seat ? '\0' : ',';
	}
}

/* Returns champion's play with this holding, by the way that it plays in this hand. */
static int their_play(const struct dice_hands *hands, const uint8_t *count, const char *history)
{
	struct ask ask;
	char me[2] = {hands->letter[!hands->me], '\0'}, text[MOST_HANDS];
	struct probing before = probing;
	write_their_hands(hands, count, text);
	probing_read(&ask, &probing, me, text, history);
	probing.believes_styles_of_two = way_of_hand == WAY_STYLES;
	int play = choose(&ask, consider_bid).play;
	probing = before;
	return play;
}

/* Returns true if champion would have made its plays of this hand with this holding. */
static bool is_consistent(const struct dice_hands *hands, const uint8_t *count, const char *history)
{
	char start[MOST_HISTORY];
	struct dice_play play;
	for (const char *at = history; *at && at - history < MOST_HISTORY;) {
		size_t length = (size_t)(at - history);
		if (!dice_next_play(&at, &play))
			break;
		memcpy(start, history, length);
		start[length > 0 ? length - 1 : 0] = '\0';
		if (dice_seat_of(hands, play.who) != hands->me && their_play(hands, count, start) != play.play)
			return false;
	}
	return true;
}

static int draw_holdings(const struct dice_hands *hands, const char *history, uint8_t (*kept)[DICE_MAX_FACES + 1])
{
	int n = 0;
	for (int draw = 0; draw < N_DRAWS && n < MOST_KEPT; draw++) {
		memset(kept[n], 0, sizeof kept[n]);
		for (int i = 0; i < hands->n[!hands->me]; i++)
			kept[n][1 + robot_random_below(6)]++;
		n += is_consistent(hands, kept[n], history);
	}
	return n;
}

/* Returns true if this holding makes the bid true. */
static bool is_true(const struct dice_view *view, const uint8_t *count, int bid)
{
	return dice_matching(view->hands.mine, dice_face(bid), view->wild) +
		dice_matching(count, dice_face(bid), view->wild) >= dice_quantity(bid);
}

/* Returns with how many of the holdings the lurer wins after this bid, because it is called and true, or is raised to a
 * false bid that the lurer then calls. */
static int wins_by(const struct dice_view *view, uint8_t (*kept)[DICE_MAX_FACES + 1], int n, const char *history,
		   int bid)
{
	char after[MOST_HISTORY];
	int won = 0;
	snprintf(after, sizeof after, "%s%s%c:%d", history, *history ? "," : "", view->hands.letter[view->hands.me],
		 bid);
	for (int i = 0; i < n; i++) {
		int reply = their_play(&view->hands, kept[i], after);
		won += reply == ARENA_CALL ? is_true(view, kept[i], bid) : !is_true(view, kept[i], reply);
	}
	return won;
}

static int respond(const struct dice_view *view, const char *history)
{
	uint8_t kept[MOST_KEPT + 1][DICE_MAX_FACES + 1];
	int n = draw_holdings(&view->hands, history, kept), best = -1, most = -1;
	for (int i = 0; i < n && view->last; i++)
		most += !is_true(view, kept[i], view->last);
	best = view->last && n ? ARENA_CALL : -1;
	for (int quantity = 1;
	     n && quantity <= view->limit && quantity <= (view->last ? dice_quantity(view->last) : 1) + 2; quantity++)
		for (int face = 1; face <= view->faces; face++) {
			int bid = dice_bid(quantity, face), won;
			if (dice_is_legal(view, bid) && (won = wins_by(view, kept, n, history, bid)) > most) {
				most = won;
				best = bid;
			}
		}
	return best;
}

/* Returns a bid that its own dice support, or a call. */
static int honest(const struct dice_view *view)
{
	int best = ARENA_CALL;
	for (int face = 1; face <= view->faces; face++)
		for (int quantity = 1; quantity <= dice_matching(view->hands.mine, face, view->wild) + 1; quantity++)
			if (best == ARENA_CALL && view->hands.mine[face] &&
			    dice_is_legal(view, dice_bid(quantity, face)))
				best = dice_bid(quantity, face);
	return best == ARENA_CALL && !view->last ? dice_bid(1, view->faces) : best;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct ask ask;
	const struct dice_view *view = &ask.view;
	probing_read(&ask, &probing, me, hands, history);
	if (view->hands.me < 0 || view->hands.n_players != 2)
		return ARENA_CALL;
	char them[2] = {view->hands.letter[!view->hands.me], '\0'};
	if (way_of_hand < 0) {
		struct ask theirs;
		struct dice_game game = probing.game;
		probing_read(&theirs, &probing, them, hands, history);
		way_of_hand = (int8_t)choose_way(&theirs, rival_in(&theirs.view),
						 first_state(&theirs.view, history).set);
		probing.game = game;
	}
	if (view->is_showdown) {
		n_seen++;
		return champion_play(them, hands, history);
	}
	int play = n_seen < feint ? honest(view) : -1;
	if (play < 0 && way_of_hand >= N_TABLES)
		play = respond(view, history);
	if (play < 0)
		play = play_by_table(&ask, history, WAY_TABLE);
	return play < 0 ? choose(&ask, consider_bid).play : play;
}

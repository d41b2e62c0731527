/* template - what this robot does, in a line or two.
 *
 * It expects its own matching dice and an average share of the other dice. It makes the bid that is
 * exceeded most by this expectation, or calls when that is more promising. It ignores the bids of
 * others: improve that first. The templates for other languages make the same plays. */
#include <limits>

#include "arena_maexchen.h" // reads the strings and the rules of both families; declares get_play

namespace {

/* Plays one match of one or more games. Nothing is static: a program plays many matches at once. */
class Robot {
public:
	/* A new game begins: read its rules (how many dice, which face is wild, ...). */
	void game_start(const arena_game_start *start)
	{
		is_maexchen = dice_rule(start->rules, "hamburger") != nullptr;
		maex_game_start(&maexchen, start);
		dice_game_start(&dice, start);
		has_palifico = dice.palifico;
		dice.palifico = false; // dice_read could detect palifico hands; see is_safe
	}

	/* One ask: the robot's letter, the dice it sees, and the plays so far. Returns the play. */
	int play(const char *me, const char *hands, const char *history)
	{
		return is_maexchen ? play_maexchen(me, hands, history) : play_dice(me, hands, history);
	}

private:
	dice_game dice = DICE_GAME_DEFAULT;
	maex_game maexchen{};
	bool is_maexchen = false, has_palifico = false;

	/* The expected number of matching dice minus what the bid needs, in halves of a die times `faces`, so
	 * that all numbers are whole. Negative: likelier false. */
	static int margin(const dice_view &view, int bid)
	{
		const int face = dice_face(bid), shows = view.wild && view.wild != face ? 2 : 1; // of `faces`
		const int own = dice_matching(view.hands.mine, face, view.wild);
		return 2 * (view.faces * own + view.n_unknown * shows) - (2 * dice_quantity(bid) - 1) * view.faces;
	}

	/* In a palifico hand only the quantity may be raised. The strings do not say whether this is one. It
	 * may be if a player has a single die; then more dice of the same face are always legal. */
	bool is_safe(const dice_view &view, int bid) const
	{
		bool may_be_palifico = false;
		for (int seat = 0; seat < view.hands.n_players; seat++)
			may_be_palifico = may_be_palifico || (has_palifico && view.hands.n[seat] == 1);
		return !may_be_palifico || !view.last || dice_face(bid) == dice_face(view.last);
	}

	/* One ask of Liar's Dice. 10 * quantity + face is a bid, 0 calls the last bid a lie. */
	int play_dice(const char *me, const char *hands, const char *history)
	{
		dice_view view; // everything in this ask, as numbers
		dice_read(&view, &dice, me, hands, history);

		/* At the end of a hand every robot gets all dice. This robot learns nothing from them; a better one
		 * would compare them with the bids. */
		if (view.is_showdown)
			return ARENA_CALL; // ignored

		/* A call wins if the last bid is false. At the opening there is nothing to call. */
		int best = view.last ? -margin(view, view.last) : std::numeric_limits<int>::min(), play = ARENA_CALL;
		for (int bid = dice_next_bid(&view, 0); bid; bid = dice_next_bid(&view, bid))
			if (is_safe(view, bid) && margin(view, bid) > best) {
				best = margin(view, bid);
				play = bid;
			}
		return play;
	}

	/* One ask of Mäxchen: doubts claims that fewer than a third of all rolls reach; claims its roll or, if
	 * that is too low, the lowest higher value. */
	int play_maexchen(const char *me, const char *hands, const char *history)
	{
		maex_view view;
		maex_read(&view, &maexchen, me, hands, history);
		if (view.ask == MAEX_CLAIM && view.claim < maexchen.n_values - 1)
			return maexchen.value[view.roll > view.claim ? view.roll : view.claim + 1];
		return 3 * maex_rolls_from(&maexchen, view.claim) >= MAEX_ROLLS ? ARENA_BELIEVE : ARENA_CALL;
	}
};

Robot *robot; // of the match that is played

} // namespace

/* The robot's manifest. Empty are the author and the variants (it plays all). */
const arena_robot_info *robot_info()
{
	static const arena_robot_info info = {sizeof info, ARENA_ABI, "template", "1.0", nullptr,
		"makes the safest bid", nullptr, 0, 0, nullptr};
	return &info;
}

/* -------- What follows is what the arena calls. -------- */

/* In a .so, each match has a fresh copy of all this. */
void robot_game_start(const arena_game_start *start)
{
	if (!robot)
		robot = new Robot;
	robot->game_start(start);
}

int get_play(const char *me, const char *hands, const char *history)
{
	return robot->play(me, hands, history);
}

/* In a program, which plays many matches at once: a new match, whose robot is returned and replaces that of an old one; and the
 * match whose ask comes next. */
extern "C" void *robot_new_match(void *old)
{
	delete static_cast<Robot *>(old);
	return robot = new Robot;
}

extern "C" void robot_match(void *match)
{
	robot = static_cast<Robot *>(match);
}

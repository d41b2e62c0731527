/* test_sandbox_secrets.c - robots cannot find anything that their seat may not see, neither in their memory nor by
 * collecting information over time in one process. Each search is also made where there is something to find. */
#include "game/dice.h"
#include "zoo.h"

/* ---- the whole memory of one process ------------------------------------------------ */

#define MASK UINT64_C(0xa5a5a5a5a5a5a5a5)
enum { DICE = 20, FACES = 9 };

/* A hand as rolled, and as the string shows it. */
struct hand {
	uint8_t dice[DICE];
	char text[DICE + 1];
};

/* The random word of a seat's first hand; with so many dice each seat has its own (game/dice.h). */
static uint64_t word_of(struct rng_key dice_key, uint64_t block, int seat)
{
	return rng_word(dice_key, block, (uint64_t)(1 + seat) << 32);
}

static struct hand hand_of(struct rng_key dice_key, uint64_t block, int seat)
{
	struct hand hand = {0};
	dice_roll(word_of(dice_key, block, seat), seat, DICE, FACES, hand.dice);
	for (int i = 0; i < DICE; i++) {
		int at = i;
		for (; at > 0 && hand.text[at - 1] < '0' + hand.dice[i]; at--)
			hand.text[at] = hand.text[at - 1];
		hand.text[at] = (char)('0' + hand.dice[i]);
	}
	return hand;
}

static void add_needle(struct str *spec, const char *name, const void *bytes, int n_words)
{
	str_addf(spec, ",find=%s", name);
	for (int i = 0; i < n_words; i++) {
		uint64_t word;
		memcpy(&word, (const char *)bytes + 8 * i, 8);
		str_addf(spec, "/%lx", word ^ MASK);
	}
}

/* The text must not be in this program's own memory, which the sandbox executes again. */
static const char *secret_seed(void)
{
	static char seed[] = "b!tffe!uibu!opcpez!lopxt";
	if (seed[0] == 'b')
		for (size_t i = 0; seed[i]; i++)
			seed[i]--;
	return seed;
}

/* Options for the spy with everything that it must not find, for block 0 and the rotation in which it sits in
 * `seat`. */
static void add_spy(struct str *spec, int seat)
{
	struct rng_key seed = rng_key_of_seed(secret_seed()), dice = rng_key_derive(seed, RNG_DICE);
	struct rng_key robots = rng_key_derive(seed, RNG_ROBOT);
	struct hand own = hand_of(dice, 0, seat), other = hand_of(dice, 0, !seat);
	uint64_t word = word_of(dice, 0, !seat), packed = dice_roll_packed(word, !seat, DICE, FACES);
	str_add(spec, "spy:own=");
	for (int i = 0; i < DICE; i++)
		str_addf(spec, "%c", own.text[i] + 1);
	add_needle(spec, "own", own.text, 2);
	add_needle(spec, "dice", other.text, 2);
	add_needle(spec, "rolled", other.dice, 2);
	add_needle(spec, "packed", &packed, 1);
	add_needle(spec, "word", &word, 1);
	add_needle(spec, "key", &seed.k[0], 1);
	add_needle(spec, "key2", &seed.k[1], 1);
	add_needle(spec, "dicekey", &dice.k[0], 1);
	add_needle(spec, "dicekey2", &dice.k[1], 1);
	add_needle(spec, "robotkey", &robots.k[0], 1);
	add_needle(spec, "robotkey2", &robots.k[1], 1);
	add_needle(spec, "seed", secret_seed(), 2);
}

/* The report that the spy prints before it crashes. */
static void read_account(const struct zoo_outcome *outcome, uint64_t game, char *account, size_t size)
{
	*account = '\0';
	for (int i = 0; i < outcome->n_faults; i++)
		if (outcome->faults[i].robot == 0 && outcome->faults[i].game == game)
			snprintf(account, size, "%s", outcome->faults[i].fault.output);
	ck_assert_msg(strncmp(account, "pages ", 6) == 0, "no account of game %lu: '%s'", game, account);
}

static int found(const char *account, const char *what)
{
	char pattern[32];
	snprintf(pattern, sizeof pattern, " %s ", what);
	const char *at = strstr(account, pattern);
	ck_assert_msg(at, "the account '%s' has no '%s'", account, what);
	return atoi(at + strlen(pattern));
}

static const char *const secrets[] = {
	"dice", "rolled", "packed", "word", "key", "key2", "dicekey", "dicekey2", "robotkey", "robotkey2", "seed",
};

/* _i: bit 0 the seat, bit 1 one lane or many. */
START_TEST(a_spy_finds_its_own_dice_and_no_others)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str spec = {0};
	char account[VERDICT_OUTPUT_MAX];
	int seat = _i % 2;
	add_spy(&spec, seat);
	/* Player A sits in seat 0 in the first game, in seat 1 in the second. */
	struct zoo_run run = {
		.robots = {spec.text, "conservative"}, .games = _i / 2 ? 12 : 2, .seed = secret_seed(),
		.variant = "secret", .n_lanes = _i / 2 ? 0 : 1, .move_ms = 20000, .is_as_given = true,
	};
	zoo_play_well(&run, &outcome);
	read_account(&outcome, (uint64_t)seat, account, sizeof account);
	ck_assert_msg(atoi(account + 6) > 500, "it looked at too little: %s", account);
	ck_assert_msg(ZOO_IS_SANITIZED || found(account, "left") == 0, "it did not get to the end: %s", account);
	ck_assert_msg(found(account, "own") >= 1, "it did not even find its own dice: %s", account);
	for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
		ck_assert_msg(found(account, secrets[i]) == 0, "it found %s: %s", secrets[i], account);
	ck_assert_uint_eq(outcome.sum[0].crashes, 1);
	ck_assert(zoo_is_clean(&outcome.sum[1]));
}
END_TEST

/* The same search finds the secrets if they are in its memory, here in an option. */
START_TEST(a_spy_would_find_what_is_there)
{
	static struct zoo_outcome outcome;
	AUTO_STR struct str spec = {0};
	char account[VERDICT_OUTPUT_MAX];
	struct rng_key dice = rng_key_derive(rng_key_of_seed(secret_seed()), RNG_DICE);
	add_spy(&spec, 0);
	str_addf(&spec, ",plant=%s %s", secret_seed(), hand_of(dice, 0, 1).text);
	struct zoo_run run = {
		.robots = {spec.text, "conservative"}, .games = 2, .seed = secret_seed(), .variant = "secret",
		.n_lanes = 1, .move_ms = 20000, .is_as_given = true,
	};
	zoo_play_well(&run, &outcome);
	read_account(&outcome, 0, account, sizeof account);
	ck_assert_msg(found(account, "dice") >= 1, "the dice were there: %s", account);
	ck_assert_msg(found(account, "seed") >= 1, "the seed was there: %s", account);
}
END_TEST

/* ---- what one process sees over time ------------------------------------------------ */

/* Long matches in many lanes, of which some are far behind others. */
static struct zoo_run long_memory(void)
{
	return (struct zoo_run){
		.robots = {"elephant", "conservative"}, .games = 48, .match_length = 4, .variant = "secret",
	};
}

START_TEST(no_robot_sees_the_same_dice_twice)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = long_memory();
	zoo_play_well(&run, &outcome);
	ck_assert_msg(outcome.sum[0].illegal == 0, "it knew the dice beforehand (%lu times)", outcome.sum[0].illegal);
	ck_assert(zoo_is_clean(&outcome.sum[0]));
}
END_TEST

/* Nor in another match of a deal set, which has the same dice. */
START_TEST(no_robot_sees_the_dice_of_its_deal_set)
{
	static const struct {
		enum format format;
		enum deals deals;
		int n_seats;
		const char *robots[4];
	} sets[] = {
		{FORMAT_PAIRED, DEALS_SHUFFLED, 0, {"conservative", "meek", "elephant"}},
		{FORMAT_ROUND_ROBIN, DEALS_SAME, 2, {"conservative", "meek", "elephant", "dicer"}},
		{FORMAT_GAUNTLET, DEALS_SAME, 3, {"conservative", "meek", "elephant", "dicer"}},
	};
	static struct zoo_outcome outcome;
	bool is_trusted = _i % 2;
	struct zoo_run run = long_memory();
	run.format = sets[_i / 2].format;
	run.deals = sets[_i / 2].deals;
	run.n_seats = sets[_i / 2].n_seats;
	run.is_trusted = is_trusted;
	memcpy(run.robots, sets[_i / 2].robots, sizeof sets->robots);
	zoo_play_well(&run, &outcome);
	ck_assert_int_eq(outcome.sum[2].illegal > 0, is_trusted); /* a trusted one does */
}
END_TEST

/* Nor after a crash of another robot, which restarts the attempts in progress. */
START_TEST(no_robot_sees_the_same_dice_again_after_a_crash)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = long_memory();
	run.robots[1] = _i ? "tired:every=2" : "slow:ms=0,crash=9";
	zoo_play_well(&run, &outcome);
	ck_assert_uint_gt(outcome.sum[1].crashes, 0);
	ck_assert_msg(outcome.sum[0].illegal == 0, "it knew the dice beforehand (%lu times)", outcome.sum[0].illegal);
	ck_assert(zoo_is_clean(&outcome.sum[0]));
}
END_TEST

/* Trusted robots have one process for all attempts: there, the robot does find them. */
START_TEST(a_trusted_robot_sees_the_same_dice_again)
{
	static struct zoo_outcome outcome;
	struct zoo_run run = long_memory();
	run.is_trusted = true;
	zoo_play_well(&run, &outcome);
	ck_assert_uint_gt(outcome.sum[0].illegal, 0);
}
END_TEST

ZOO_SUITE(120,
	LOOP(a_spy_finds_its_own_dice_and_no_others, 0, 4),
	TEST(a_spy_would_find_what_is_there),
	TEST(no_robot_sees_the_same_dice_twice),
	LOOP(no_robot_sees_the_dice_of_its_deal_set, 0, 6),
	LOOP(no_robot_sees_the_same_dice_again_after_a_crash, 0, 2),
	TEST(a_trusted_robot_sees_the_same_dice_again))

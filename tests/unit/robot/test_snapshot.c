/* test_snapshot.c - when all instances of a process have served, it restores them to their state after loading and
 * serves again, if it can, and only in the same rotation. And a batch with as many asks as there may be. */
#include "robot/so/sandbox.h"
#include "zoo.h"

enum { LANES = 8, MANY_LANES = 1024 };

/* A robot that reports the process that runs it (restless:tell=1). */
struct asked {
	struct robot robot;
	struct shared_areas areas;
	struct transport *transport;
};

static void set_up_lanes(struct asked *asked, const char *name, int n_lanes)
{
	struct err err = {0};
	zoo_open(&asked->robot, name);
	shared_areas_init(&asked->areas, n_lanes, 64, 64);
	for (int attempt = 0; attempt < 2; attempt++)
		ck_assert(shared_areas_make(&asked->areas, attempt, &err) != NULL);
	const struct transport_plan plan = {
		.shared_areas = &asked->areas, .hands_size = 64, .n_lanes = n_lanes, .rules = "",
		.limits = {.move_time_ns = INT64_C(2000000000), .memory = (uint64_t)512 << 20},
	};
	ck_assert_msg(sandbox_probe(&asked->robot, &plan, &err) == 0, "%s", err.text);
	asked->transport = sandbox_new(&asked->robot, &plan);
}

static void set_up(struct asked *asked, const char *name)
{
	set_up_lanes(asked, name, LANES);
}

static void tear_down(struct asked *asked)
{
	transport_free(asked->transport);
	shared_areas_release(&asked->areas);
	robot_release(&asked->robot);
}

/* Seats a fresh instance in each lane, asks it twice, and leaves. All must be in one process and in their state after
 * loading. Returns the process's number. */
static int serve(struct asked *asked, int attempt)
{
	struct err err = {0};
	struct fault fault = {0};
	const struct game_intro intro = {.me = 'A', .letters = "AB"};
	int32_t replies[LANES + 1];
	int pid = 0;
	for (int lane = 0; lane < LANES; lane++) {
		ck_assert(transport_seat(asked->transport, lane, attempt, &fault, &err) != NULL);
		transport_game(asked->transport, lane, &intro);
	}
	for (int ask = 0; ask < 2; ask++) {
		int play;
		for (int lane = 0; lane < LANES; lane++)
			ck_assert(!transport_ask(asked->transport, lane, 0, &play));
		transport_flush(asked->transport);
		ck_assert_int_eq(transport_collect(asked->transport, replies, &err), 0);
		ck_assert_int_eq(asked->transport->n_events, 0);
		pid = replies[0] / 10;
		for (int lane = 0; lane < LANES; lane++)
			ck_assert_int_eq(replies[lane], pid * 10 + 1);
	}
	for (int lane = 0; lane < LANES; lane++)
		transport_leave(asked->transport, lane);
	return pid;
}

START_TEST(a_process_serves_again)
{
	struct asked asked;
	set_up(&asked, "restless:tell=1");
	int pid = serve(&asked, 0);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(serve(&asked, 0) == pid, !ZOO_IS_SANITIZED);
	tear_down(&asked);
}
END_TEST

START_TEST(no_process_serves_another_rotation)
{
	struct asked asked;
	set_up(&asked, "restless:tell=1");
	int first = serve(&asked, 0), second = serve(&asked, 1);
	ck_assert_int_ne(first, second);
	ck_assert_int_ne(serve(&asked, 0), second);
	tear_down(&asked);
}
END_TEST

/* Memory that cannot be restored, and memory that would never be freed. */
static const char *const once[] = {"restless:tell=1,share=1", "restless:tell=1,leave=4"};

START_TEST(other_processes_serve_once)
{
	struct asked asked;
	set_up(&asked, once[_i]);
	int pid = serve(&asked, 0);
	ck_assert_int_ne(serve(&asked, 0), pid);
	tear_down(&asked);
}
END_TEST

/* Each lane observes a showdown and plays in one batch. */
START_TEST(a_batch_has_room_for_two_asks_of_each_lane)
{
	struct asked asked;
	struct err err = {0};
	struct fault fault = {0};
	const struct game_intro intro = {.me = 'A', .letters = "AB"};
	static int32_t replies[MANY_LANES + 1];
	int play;
	set_up_lanes(&asked, "meek", MANY_LANES);
	for (int lane = 0; lane < MANY_LANES; lane++) {
		ck_assert(transport_seat(asked.transport, lane, 0, &fault, &err) != NULL);
		transport_game(asked.transport, lane, &intro);
	}
	for (int batch = 0; batch < 3; batch++) {
		for (int lane = 0; lane < MANY_LANES; lane++)
			ck_assert(!transport_ask(asked.transport, lane, ASK_OBSERVE, &play) && !transport_ask(asked.transport, lane, ASK_SECOND, &play));
		transport_flush(asked.transport);
		ck_assert_msg(transport_collect(asked.transport, replies, &err) == 0, "%s", err.text);
		ck_assert_int_eq(asked.transport->n_events, 0);
		for (int lane = 0; lane < MANY_LANES; lane++)
			ck_assert_int_eq(replies[lane], replies[0]);
	}
	ck_assert_int_ne(replies[0], 0);
	tear_down(&asked);
}
END_TEST

ZOO_SUITE(300,
	TEST(a_batch_has_room_for_two_asks_of_each_lane),
	TEST(a_process_serves_again),
	TEST(no_process_serves_another_rotation),
	LOOP(other_processes_serve_once, 0, COUNT(once)))

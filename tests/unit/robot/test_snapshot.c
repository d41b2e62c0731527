/* test_snapshot.c - when all instances of a process have served, it restores them to their state after loading and
 * serves again, if it can, and only in the same rotation: which memory it restores. And a batch with as many asks as
 * there may be. */
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#define RSEQ_AT __rseq_offset
#define RSEQ_SIZE __rseq_size
#else
#define RSEQ_AT 0
#define RSEQ_SIZE 0
#endif

#include "robot/services.h"
#include "robot/so/snapshot.h"
#include "robot/transport.h"
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
			ck_assert(!transport_ask(asked.transport, lane, ASK_OBSERVE, &play) &&
				  !transport_ask(asked.transport, lane, ASK_SECOND, &play));
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

/* Of an output that is longer than what is kept, the end. */
START_TEST(what_it_prints_is_shown_once)
{
	struct asked asked;
	struct err err = {0};
	struct fault fault = {0};
	const struct game_intro intro = {.me = 'B', .letters = "AB"};
	int32_t replies[LANES + 1];
	int play;
	set_up_lanes(&asked, "flood", 1);
	ck_assert_str_eq(transport_output(asked.transport, 0), ""); /* nobody is there yet */
	ck_assert(transport_seat(asked.transport, 0, 0, &fault, &err) != NULL);
	transport_game(asked.transport, 0, &intro);
	ck_assert_str_eq(transport_output(asked.transport, 0), "");
	for (int ask = 0; ask < 2; ask++) {
		ck_assert(!transport_ask(asked.transport, 0, 0, &play));
		transport_flush(asked.transport);
		ck_assert_int_eq(transport_collect(asked.transport, replies, &err), 0);
		const char *output = transport_output(asked.transport, 0);
		ck_assert_uint_eq(strlen(output), sizeof ((struct output_ring *)0)->text);
		ck_assert_str_eq(output + strlen(output) - 10, "B said so\n");
		ck_assert_str_eq(transport_output(asked.transport, 0), "");
	}
	transport_leave(asked.transport, 0);
	ck_assert_str_eq(transport_output(asked.transport, 0), "");
	tear_down(&asked);
}
END_TEST

/* ---- snapshot.h: the memory of this process, as a list of mappings tells of it ------------ */

enum { PAGES = 12 };

static size_t page; /* bytes */
static char *memory; /* PAGES */

static void map_memory(void)
{
	page = (size_t)getpagesize();
	memory = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert(memory != MAP_FAILED);
}

/* A list with the page in which the kernel writes (rseq), and a line for the pages first to end - 1 of memory. */
static FILE *list_of(const char *permissions, const char *inode_and_name, uintptr_t at, uintptr_t end)
{
	uintptr_t of_kernel = ((uintptr_t)__builtin_thread_pointer() + (uintptr_t)RSEQ_AT) / page * page;
	FILE *list = tmpfile();
	ck_assert_ptr_nonnull(list);
	fprintf(list, "%lx-%lx rw-p 00000000 00:00 0 \n", (unsigned long)of_kernel, (unsigned long)(of_kernel + page));
	fprintf(list, "%lx-%lx %s 00000000 00:00 %s\n", (unsigned long)at, (unsigned long)end, permissions,
		inode_and_name);
	rewind(list);
	return list;
}

/* What is between taking and restoring must not allocate. */
START_TEST(memory_is_as_it_was)
{
	map_memory();
	AUTO_FREE char *hole = NEW_ARRAY(char, PAGES * page), *was = NEW_ARRAY(char, PAGES * page);
	for (size_t i = 0; i < 4 * page; i += 3) /* the others have zeros */
		memory[i] = (char)(1 + i % 100);
	memory[6 * page - 1] = 1;
	memory[7 * page] = 1;
	memcpy(was, memory, PAGES * page);
	const struct snapshot_hole holes[] = {{memory + 100, 50}, {memory + 2 * page - 8, 16},
		{memory + 10 * page, page}};
	for (int i = 0; i < COUNT(holes); i++)
		memset(hole + ((const char *)holes[i].at - memory), 1, holes[i].size);
	FILE *list = list_of("rw-p", "0 ", (uintptr_t)memory, (uintptr_t)memory + (PAGES - 1) * page);
	struct snapshot *snapshot = snapshot_take(list, holes, COUNT(holes));
	ck_assert_ptr_nonnull(snapshot);
	for (int round = 0; round < 2; round++) {
		memset(memory, 'x', PAGES * page);
		if (round) { /* neither a page that is read-only nor one that is missing is a hindrance */
			mprotect(memory + page, page, PROT_READ);
			munmap(memory + 5 * page, page);
		}
		snapshot_put_back(snapshot);
		for (size_t i = 0; i < PAGES * page; i++)
			ck_assert_msg(memory[i] == (hole[i] || i >= (PAGES - 1) * page ? 'x' : was[i]), "byte %zu", i);
	}
}
END_TEST

#define CHANNEL_LINE(first, end) FILTER_CHANNEL_AT + (first), FILTER_CHANNEL_AT + (end)

static const struct {
	const char *permissions, *inode_and_name;
	uintptr_t at, end; /* 0: pages of memory */
	bool is_taken, is_restored;
} mappings[] = {
	{"rw-p", "0 ", 0, 0, true, true}, {"rw-p", "77 /lib/x.so", 0, 0, true, true},
	{"rw-p", "0 [heap]", 0, 0, true, true}, {"rw-p", "0 [stack]", 0, 0, true, false},
	{"r--p", "77 /lib/x.so", 0, 0, true, false}, {"r-xp", "77 /lib/x.so", 0, 0, true, false},
	{"---p", "77 /lib/x.so", 0, 0, true, false}, {"r-xp", "0 [vdso]", 0, 0, true, false},
	{"r--s", "77 /x", 0, 0, true, false},
	/* Memory that could be written to later, or is shared, or of which the code may change. */
	{"---p", "0 ", 0, 0, false, false}, {"r--p", "0 ", 0, 0, false, false}, {"rw-s", "77 /x", 0, 0, false, false},
	{"rwxp", "0 ", 0, 0, false, false}, {"-w-p", "0 ", 0, 0, false, false},
	/* Only the memory that it shares with the arena is known. */
	{"rw-s", "77 /x", CHANNEL_LINE(0, 4096), true, false},
	{"rw-s", "77 /x", FILTER_CHANNEL_END - 4096, FILTER_CHANNEL_END, true, false},
	{"rw-s", "77 /x", FILTER_CHANNEL_AT - 4096, FILTER_CHANNEL_AT + 4096, false, false},
	{"rw-s", "77 /x", FILTER_CHANNEL_END - 4096, FILTER_CHANNEL_END + 4096, false, false},
	/* Nothing that makes sense. */
	{"r--p", "77 /x", 8192, 4096, false, false}, {"r--p", "77 /x", 4096, 4096, false, false},
	{"r--p", "", 4096, 8192, false, false},
};

START_TEST(each_mapping_is_known_or_not)
{
	bool is_of_memory = !mappings[_i].end;
	map_memory();
	uintptr_t at = is_of_memory ? (uintptr_t)memory : mappings[_i].at;
	uintptr_t end = is_of_memory ? (uintptr_t)memory + PAGES * page : mappings[_i].end;
	memory[0] = memory[PAGES * page - 1] = 'a';
	struct snapshot *snapshot =
		snapshot_take(list_of(mappings[_i].permissions, mappings[_i].inode_and_name, at, end), NULL, 0);
	ck_assert_int_eq(snapshot != NULL, mappings[_i].is_taken);
	memory[0] = memory[PAGES * page - 1] = 'b';
	if (snapshot)
		snapshot_put_back(snapshot);
	ck_assert_int_eq(memory[0], mappings[_i].is_restored ? 'a' : 'b');
	ck_assert_int_eq(memory[PAGES * page - 1], mappings[_i].is_restored ? 'a' : 'b');
}
END_TEST

/* There is no snapshot if there is too much memory, if there are too many ranges, or if there is a hole elsewhere. */
START_TEST(a_snapshot_has_limits)
{
	enum { MOST = 16 << 20, RANGES = 1024 };
	map_memory();
	int of_kernel = RSEQ_SIZE ? 2 : 1; /* ranges of that page: its hole divides it */
	char *much = mmap(NULL, MOST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert(much != MAP_FAILED);
	uintptr_t at = (uintptr_t)much;
	/* with the page of rseq */
	ck_assert_ptr_nonnull(snapshot_take(list_of("rw-p", "0 ", at, at + MOST - page), NULL, 0));
	ck_assert_ptr_null(snapshot_take(list_of("rw-p", "0 ", at, at + MOST), NULL, 0));
	ck_assert_ptr_null(snapshot_take(NULL, NULL, 0));
	ck_assert_ptr_null(snapshot_take(tmpfile(), NULL, 0));
	const struct snapshot_hole inside = {much, 64}, outside = {much + 2 * page - 8, 16};
	ck_assert_ptr_nonnull(snapshot_take(list_of("rw-p", "0 ", at, at + 2 * page), &inside, 1));
	ck_assert_ptr_null(snapshot_take(list_of("rw-p", "0 ", at, at + 2 * page), &outside, 1));
	for (int extra = -1; extra <= 1; extra++) {
		FILE *list = list_of("rw-p", "0 ", at, at + 4096);
		fseek(list, 0, SEEK_END);
		for (int i = 1; i < RANGES - of_kernel + extra; i++)
			fprintf(list, "%lx-%lx rw-p 00000000 00:00 0 \n", (unsigned long)(at + 8192ul * (unsigned)i),
				(unsigned long)(at + 8192ul * (unsigned)i + 4096));
		rewind(list);
		ck_assert_int_eq(snapshot_take(list, NULL, 0) != NULL, extra <= 0);
	}
}
END_TEST

ZOO_SUITE(300,
	TEST(what_it_prints_is_shown_once),
	TEST(memory_is_as_it_was),
	LOOP(each_mapping_is_known_or_not, 0, COUNT(mappings)),
	TEST(a_snapshot_has_limits),
	TEST(a_batch_has_room_for_two_asks_of_each_lane),
	TEST(a_process_serves_again),
	TEST(no_process_serves_another_rotation),
	LOOP(other_processes_serve_once, 0, COUNT(once)))

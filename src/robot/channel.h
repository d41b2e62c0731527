/* channel.h - the memory that a worker shares with one robot process.
 *
 * There are two mappings. The shared area (shared_area.h) has the public strings of all lanes, read-only for the robot.
 * The private area, described here, has what this robot's seats may see, the asks and the answers; both sides may write
 * to it. A batch consists of these steps:
 *
 *   host   fills ask[0..n_asks), sets n_done = 0, then batch + 1, wakes `batch`
 *   runner  for each i: calls the robot, writes answer[i], then n_done = i + 1
 *   runner  sets done_batch = batch, wakes `done_batch` if is_awaited
 *
 * Before the robot's file is opened, the runner seals the private area (F_SEAL_SEAL), which cannot be undone. Each
 * failure after that is the robot's fault.
 *
 * The host never reads back what it wrote. It reads each value that the robot could have written only once, into a
 * local variable, and checks it there. */
#pragma once

#include <stdatomic.h>

#include "robot/services.h"
#include "robot/so/filter.h"
#include "robot/transport.h"

enum channel_state { CHANNEL_LOADING = 0, CHANNEL_READY, CHANNEL_FAILED };

/* A process and its copies (template.h) have one channel each, CHANNEL_STRIDE bytes apart. Their data follows after all
 * channels. The first channel is that of the process itself. */
enum { CHANNEL_STRIDE = 1 << 16, CHANNEL_MOST = 32 };

#define CHANNEL_SEAT(ask) ((ask) & ~(uint32_t)(ASK_OBSERVE | ASK_SECOND)) /* the seat in an element of `ask`, whose
                                                                           * other bits are flags (transport.h) */

/* The seat of one instance. The hands begin at byte 24, so that the seat of a small table fits in one cache line. */
struct channel_seat {
	uint64_t rng;  /* key of the random numbers of this game */
	uint32_t shown_at; /* offset of its lane's strings in the shared area */
	uint32_t attempt;  /* number of the seat's attempt. If it has changed, the runner resets the instance to its
	                    * state after loading or, if instances do not share their code, all instances */
	uint32_t game; /* number of the game. If it has changed, a new game begins */
	char me[4];
	char hands[];  /* hands_size bytes */
};

enum { CHANNEL_RAISED = 128 };

/* The runner's report of its own death. */
struct channel_crash {
	uint32_t signal;      /* 0: no signal was reported */
	uint32_t has_offset;
	uint32_t is_raised;   /* the robot raised the signal itself, and the process exited with CHANNEL_RAISED +
	                       * signal */
	uint64_t address;     /* si_addr */
	uint64_t offset;      /* offset of the innermost frame within the robot's file */
};

struct channel {
	/* The host writes these before the runner starts. */
	uint32_t size_of_channel;   /* sizeof(struct channel): to detect a runner of another build */
	int32_t parent;          /* pid of the worker */
	char title[96];          /* title of the process in lists of processes */
	uint32_t n_wanted;       /* instances wanted */
	uint32_t is_shared;      /* they share one loaded file (robot/so/instances.h) */
	uint32_t n_channels;        /* more than 1: the process does not play, but makes copies that do */
	uint32_t statics_size;
	uint64_t statics_at;
	uint32_t seats_at;       /* offset of seat 0 from the start of the area */
	uint32_t seat_stride;
	uint32_t letters_at;     /* offset of the turn orders, 32 bytes each, by copy */
	uint32_t ring_at;        /* offset of `ask`, which has 2 * n_wanted elements, because a batch may have an
	                          * observation and a play of each lane; as many answers follow */
	uint32_t shared_area_size, shared_area_second_at, shared_area_history_at;
	uint32_t image_size;
	uint32_t n_options;
	uint64_t memory;         /* limit on the address space, bytes; 0: none */
	uint32_t allows_weak;    /* do without the parts of the sandbox that the kernel lacks */
	char data_folder[4096];
	char readable[sizeof ((struct limits *)0)->readable];
	char rules[1024];        /* text for robot_game_start */
	char options[ROBOT_OPTION_BYTES]; /* key NUL value NUL ... */
	uint32_t area_size;      /* size of the whole mapping */
	uint32_t part_at, part_size; /* with n_channels > 1: the data of channel i is at part_at + i * part_size */

	/* The worker writes these for each batch. */
	_Alignas(64) _Atomic uint32_t batch;
	uint32_t n_asks;
	_Atomic uint32_t is_awaited; /* the worker sleeps on done_batch, or is about to */

	/* The runner writes these. */
	_Alignas(64) _Atomic uint32_t done_batch;
	_Atomic uint32_t n_done;
	uint32_t is_short;       /* an allocation has failed since the robot was loaded (so/runner.h) */
	uint32_t has_modes;      /* its floating-point modes or its signal handling have changed since loading
	                          * (so/runner.h) */
	_Atomic uint32_t state;
	int32_t copy;            /* of a template: PID of the latest copy */
	uint32_t cannot_copy;    /* CHANNEL_FAILED: the kernel or another filter makes it impossible to permit copies
	                          * (so/permit.h) */
	uint32_t n_loaded;       /* number of loaded instances */
	uint32_t can_begin_again; /* the copies can restore all instances to their state after loading
	                           * (so/snapshot.h) */
	uint32_t cannot_share;   /* CHANNEL_FAILED: the robot's options allocated heap memory, so it must be started
	                          * without is_shared */
	_Atomic uint64_t heap;   /* bytes of heap in use when it was last measured, after a batch in which an attempt
	                          * began */
	uint32_t refused[32];    /* as in struct robot_notes */
	struct channel_crash crash;
	uint32_t is_option_fault;/* CHANNEL_FAILED: 1 if the robot refused an option */
	char why[200];           /* reason of CHANNEL_FAILED */
	struct robot_manifest manifest;
	struct output_ring output;
};

static inline struct channel_seat *channel_seat(struct channel *channel, uint32_t seats_at, uint32_t stride,
						uint32_t copy)
{
	return (struct channel_seat *)((char *)channel + seats_at + (size_t)copy * stride);
}

/* Reads a word that the other side may be writing. `volatile` prevents the compiler from reading it twice. */
#define CHANNEL_READ(word) (*(const volatile __typeof__(word) *)&(word))

/* Copies the last n of the `written` bytes printed so far, oldest first (fewer if some were overwritten), into
 * text[sizeof ring->text + 1], as valid UTF-8 of the same length (base/text.h). Returns the length. `written` was read
 * from the ring, which robots can write to, so it may be wrong. */
uint32_t channel_output(const struct output_ring *ring, uint32_t written, uint32_t n, char *text);

/* Wakes processes that wait for a word, by futex(2). */
void channel_wake(_Atomic uint32_t *word);
/* Sleeps while *word == seen, at most timeout_ns (negative: forever). */
void channel_wait(_Atomic uint32_t *word, uint32_t seen, int64_t timeout_ns);

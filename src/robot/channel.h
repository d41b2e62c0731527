/* channel.h - the memory a worker shares with one robot process.
 *
 * There are two mappings. The shared area (shared_area.h) has all lanes' public strings, read-only for the robot. The
 * private area, below, has what this robot's seats may see, the asks and the answers; both may write. One batch goes:
 *
 *   host   fills ask[0..n_asks), sets n_done = 0, then batch + 1, wakes `batch`
 *   runner  for each i: calls the robot, writes answer[i], then n_done = i + 1
 *   runner  sets done_batch = batch, wakes `done_batch` if is_awaited
 *
 * Before the robot's file is opened the runner seals the private area (F_SEAL_SEAL), which cannot be undone: every
 * later failure is the robot's fault.
 *
 * The host never reads back what it wrote. It reads anything that the robot could have written once, into a local
 * variable, and checks it. */
#pragma once

#include <stdatomic.h>

#include "robot/services.h"
#include "robot/so/filter.h"
#include "robot/transport.h"

enum channel_state { CHANNEL_LOADING = 0, CHANNEL_READY, CHANNEL_FAILED };

/* A process and its copies (template.h) have a channel each, CHANNEL_STRIDE bytes apart; then comes what belongs to
 * each. The first is that of the process itself. */
enum { CHANNEL_STRIDE = 1 << 16, CHANNEL_MOST = 32 };

#define CHANNEL_SEAT(ask) ((ask) & ~(uint32_t)(ASK_OBSERVE | ASK_SECOND)) /* of ask[i]; the rest are its flags (transport.h) */

/* One instance's seat. 24 bytes and then the hands, so that at a small table all of it is one cache line. */
struct channel_seat {
	uint64_t rng;  /* key of the randomness of this game */
	uint32_t shown_at; /* in the shared area: of its lane */
	uint32_t attempt;  /* counts the attempts of this seat: after a new number the instance is fresh or, where instances do not
			    * share their code, all instances are as they were after loading */
	uint32_t game; /* counts games; a new number tells the runner that a game begins */
	char me[4];
	char hands[];  /* hands_size bytes */
};

enum { CHANNEL_RAISED = 128 };

/* The runner's report of its own death. */
struct channel_crash {
	uint32_t signal;      /* 0: none noted */
	uint32_t has_offset;
	uint32_t is_raised;   /* it raised the signal itself, and ended with the exit status CHANNEL_RAISED + signal */
	uint64_t address;     /* si_addr */
	uint64_t offset;      /* of the innermost frame within the robot's file */
};

struct channel {
	/* Host writes before the runner starts. */
	uint32_t size_of_channel;   /* sizeof(struct channel): guards against a mixed build */
	int32_t parent;          /* pid of the worker */
	char title[96];          /* of the process, for people who list processes */
	uint32_t n_wanted;       /* instances wanted */
	uint32_t is_shared;      /* they share one loaded file (robot/so/instances.h) */
	uint32_t n_channels;        /* more than 1: it plays nothing itself, and makes copies that do */
	uint32_t statics_size;
	uint64_t statics_at;
	uint32_t seats_at;       /* offset of seat 0 from the start of the area */
	uint32_t seat_stride;
	uint32_t letters_at;     /* offset of the turn orders, 32 bytes each, by copy */
	uint32_t ring_at;        /* offset of ask[2 * n_wanted], then as many answers: in a batch a lane may observe and play */
	uint32_t shared_area_size, shared_area_second_at, shared_area_history_at;
	uint32_t image_size;
	uint32_t n_options;
	uint64_t memory;         /* limit on the address space, bytes; 0: none */
	uint32_t allows_weak;    /* continue where the kernel lacks part of the sandbox */
	char data_folder[4096];
	char readable[sizeof ((struct limits *)0)->readable];
	char rules[1024];        /* text for robot_game_start */
	char options[ROBOT_OPTION_BYTES]; /* key NUL value NUL ... */
	uint32_t area_size;      /* size of the whole mapping */
	uint32_t part_at, part_size; /* with n_channels: the data of the i-th channel is at part_at + i * part_size */

	/* The worker writes, per batch. */
	_Alignas(64) _Atomic uint32_t batch;
	uint32_t n_asks;
	_Atomic uint32_t is_awaited; /* the worker sleeps on done_batch, or is about to */

	/* The runner writes. */
	_Alignas(64) _Atomic uint32_t done_batch;
	_Atomic uint32_t n_done;
	uint32_t is_short;       /* an allocation has failed since the robot was loaded (robot/so/runner.h) */
	uint32_t has_modes;      /* its floating-point modes or signal handling differ from those after loading (so/runner.h) */
	_Atomic uint32_t state;
	int32_t copy;            /* of a template: the process it made last */
	uint32_t cannot_copy;    /* CHANNEL_FAILED: nothing can permit it to make copies */
	uint32_t n_loaded;       /* instances loaded */
	uint32_t can_begin_again; /* its copies can restore all instances to their state after loading (robot/so/snapshot.h) */
	uint32_t cannot_share;   /* CHANNEL_FAILED: its options took heap memory; start it with copies */
	_Atomic uint64_t heap;   /* bytes of heap in use, after a batch in which an attempt began */
	uint32_t refused[32];    /* as in struct robot_notes */
	struct channel_crash crash;
	uint32_t is_option_fault;/* CHANNEL_FAILED: 1 when it refused an option */
	char why[200];           /* reason of CHANNEL_FAILED */
	struct robot_manifest manifest;
	struct output_ring output;
};

static inline struct channel_seat *channel_seat(struct channel *channel, uint32_t seats_at, uint32_t stride, uint32_t copy)
{
	return (struct channel_seat *)((char *)channel + seats_at + (size_t)copy * stride);
}

/* Reads once a word that the other side may be writing: the compiler must not read it again. */
#define CHANNEL_READ(word) (*(const volatile __typeof__(word) *)&(word))

/* Returns the last n of the `written` bytes ever printed, oldest first (fewer when they are no longer there), as clean
 * UTF-8 of as many bytes (base/text.h), into text[sizeof ring->text + 1]. Returns the length. Robots can write to the
 * ring: `written` was read from it once and proves nothing. */
uint32_t channel_output(const struct output_ring *ring, uint32_t written, uint32_t n, char *text);

/* Wakes processes that wait for a word, by futex(2). */
void channel_wake(_Atomic uint32_t *word);
/* Sleeps while *word == seen, at most timeout_ns (negative: forever). */
void channel_wait(_Atomic uint32_t *word, uint32_t seen, int64_t timeout_ns);

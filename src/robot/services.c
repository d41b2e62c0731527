/* services.c - random numbers and the log for robots. */
#include "robot/services.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "arena_robot.h"

#define EXPORT __attribute__((visibility("default")))

struct services_stream services_stream;
static struct output_ring *ring;

void services_set_ring(struct output_ring *where)
{
	ring = where;
}

void services_write(const char *bytes, size_t n)
{
	if (!ring)
		return;
	const size_t size = sizeof ring->text;
	if (n > size) {
		ring->n_written += (uint32_t)(n - size);
		bytes += n - size;
		n = size;
	}
	size_t at = ring->n_written % size;
	size_t first = n < size - at ? n : size - at;
	memcpy(ring->text + at, bytes, first);
	memcpy(ring->text, bytes + first, n - first);
	ring->n_written += (uint32_t)n;
}

static uint64_t host_random(void)
{
	struct services_stream *stream = &services_stream;
	if (!stream->is_mixed)
		services_begin_at(rng_mix(stream->state));
	return rng_next(&stream->state);
}

static void host_log(const char *line)
{
	services_write(line, strlen(line));
	services_write("\n", 1);
}

struct data_file {
	struct data_file *next;
	const void *bytes;
	size_t size;
	char path[];
};

static struct data_file *data_files; /* files that stay mapped for the life of the process */

static const struct data_file *find_data(const char *path)
{
	for (const struct data_file *file = data_files; file; file = file->next)
		if (strcmp(file->path, path) == 0)
			return file;
	return NULL;
}

/* Maps a file. The mapping is shared, and the file is open only for reading, so a robot cannot make the pages
 * writable. */
static const struct data_file *add_data(const char *path)
{
	struct stat status;
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || fstat(fd, &status) || !S_ISREG(status.st_mode) || status.st_size == 0)
		return NULL;
	void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED)
		return NULL;
	struct data_file *file = mem_zeroed(1, sizeof *file + strlen(path) + 1);
	*file = (struct data_file){.next = data_files, .bytes = bytes, .size = (size_t)status.st_size};
	memcpy(file->path, path, strlen(path) + 1);
	return data_files = file;
}

static const char *data_folder;

static const void *host_map_data(const char *name, size_t *size)
{
	char path[PATH_MAX];
	int length = snprintf(path, sizeof path, "%s/%s", data_folder, name);
	bool is_possible = data_folder[0] && length < (int)sizeof path;
	const struct data_file *file = is_possible ? find_data(path) : NULL;
	if (!file && is_possible)
		file = add_data(path);
	*size = file ? file->size : 0;
	return file ? file->bytes : NULL;
}

const struct arena_host *services_host(const char *folder)
{
	static struct arena_host host = {
		.size = sizeof host, .abi = ARENA_ABI, .random = host_random, .log = host_log,
		.map_data = host_map_data,
	};
	data_folder = folder;
	host.data_folder = folder;
	return &host;
}

/* Replacements for libc's random functions, except arc4random and getrandom, which the arena's own libraries use to
 * make keys. <stdlib.h> declares them. */

static uint32_t bits31(void)
{
	return (uint32_t)(host_random() >> 33);
}

static double unit48(void)
{
	return (double)(host_random() >> 16) * 0x1p-48;
}

EXPORT int rand(void) { return (int)bits31(); }
EXPORT void srand(unsigned seed) { }
EXPORT int rand_r(unsigned *seed) { return (int)bits31(); }

EXPORT long random(void) { return (long)bits31(); }
EXPORT void srandom(unsigned seed) { }
EXPORT char *initstate(unsigned seed, char *state, size_t n) { return state; }
EXPORT char *setstate(char *state) { return state; }

EXPORT double drand48(void) { return unit48(); }
EXPORT double erand48(unsigned short x[3]) { return unit48(); }
EXPORT long lrand48(void) { return (long)bits31(); }
EXPORT long nrand48(unsigned short x[3]) { return (long)bits31(); }
EXPORT long mrand48(void) { return (int32_t)(host_random() >> 32); }
EXPORT long jrand48(unsigned short x[3]) { return (int32_t)(host_random() >> 32); }
EXPORT void srand48(long seed) { }
EXPORT unsigned short *seed48(unsigned short x[3]) { return x; }
EXPORT void lcong48(unsigned short x[7]) { }

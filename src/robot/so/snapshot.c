/* snapshot.c - saves the memory of a robot's process and restores it (snapshot.h). */
#include "robot/so/snapshot.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#define HAS_RSEQ
#endif

#include "robot/so/filter.h"

enum {
	PAGE = 4096,          /* unit of comparison; pages of the kernel may be larger */
	MOST_RANGES = 1024,
	MOST_BYTES = 16 << 20, /* a comparison of more takes longer than a new copy */
};

struct range {
	char *at, *end;
};

struct ranges {
	size_t n;
	struct range range[MOST_RANGES];
};

struct snapshot {
	struct ranges ranges;
	void *heap_end;
	unsigned char *is_zero;  /* by piece: true if all bytes are 0 */
	char *bytes;             /* contents of the other pieces, one after another */
};

static const char zeros[PAGE];

struct mapping {
	uintptr_t at, end;
	char permissions[5];
	unsigned long inode;
	char name[16];           /* the beginning of the name */
};

static bool read_mapping(const char *line, struct mapping *mapping)
{
	unsigned long at, end;
	*mapping = (struct mapping){0};
	if (sscanf(line, "%lx-%lx %4s %*s %*s %lu %15s", &at, &end, mapping->permissions, &mapping->inode,
		   mapping->name) < 4)
		return false;
	mapping->at = at;
	mapping->end = end;
	return at < end;
}

/* Returns true if this mapping can be restored, or need not be. */
static bool is_known(const struct mapping *mapping)
{
	const char *permissions = mapping->permissions;
	bool is_writable = permissions[1] == 'w', is_shared = permissions[3] == 's';
	if (is_shared)
		return !is_writable || (mapping->at >= FILTER_CHANNEL_AT && mapping->end <= FILTER_CHANNEL_END);
	if (is_writable)
		return permissions[0] == 'r' && permissions[2] == '-';
	return mapping->inode || mapping->name[0]; /* if false, it is reserved memory that may become writable */
}

static bool is_to_be_put_back(const struct mapping *mapping)
{
	return mapping->permissions[1] == 'w' && mapping->permissions[3] == 'p' &&
		strcmp(mapping->name, "[stack]") != 0;
}

static bool add_range(struct ranges *ranges, char *at, char *end)
{
	struct range *last = ranges->n ? &ranges->range[ranges->n - 1] : NULL;
	if (at == end)
		return true;
	if (last && last->end == at) {
		last->end = end;
		return true;
	}
	if (ranges->n == MOST_RANGES)
		return false;
	ranges->range[ranges->n++] = (struct range){at, end};
	return true;
}

static bool read_ranges(FILE *maps, struct ranges *ranges)
{
	char line[512];
	struct mapping mapping;
	while (fgets(line, sizeof line, maps)) {
		if (!strchr(line, '\n') || !read_mapping(line, &mapping) || !is_known(&mapping))
			return false;
		if (is_to_be_put_back(&mapping) && !add_range(ranges, (char *)mapping.at, (char *)mapping.end))
			return false;
	}
	return ranges->n > 0;
}

/* Splits the range that contains the hole. */
static bool leave_out(struct ranges *ranges, const struct snapshot_hole *hole)
{
	const char *at = hole->at, *end = at + hole->size;
	for (size_t i = 0; i < ranges->n; i++) {
		struct range whole = ranges->range[i];
		if (at < whole.at || end > whole.end)
			continue;
		if (ranges->n == MOST_RANGES)
			return false;
		ranges->range[i].end = whole.at + (at - whole.at);
		ranges->range[ranges->n++] = (struct range){whole.end - (whole.end - end), whole.end};
		return true;
	}
	return false;
}

/* Excludes the area of restartable sequences (rseq), to which the kernel writes at any time. */
static bool leave_out_rseq(struct ranges *ranges)
{
#ifdef HAS_RSEQ
	if (__rseq_size)
		return leave_out(ranges, &(struct snapshot_hole){(char *)__builtin_thread_pointer() + __rseq_offset,
			sizeof(struct rseq)});
#endif
	return true;
}

/* Calls `visit` for each piece, at most a page long, in order. */
static void each_piece(const struct ranges *ranges, void (*visit)(char *at, size_t size, void *context), void *context)
{
	for (size_t i = 0; i < ranges->n; i++) {
		char *end = ranges->range[i].end;
		for (char *at = ranges->range[i].at; at < end; at += PAGE)
			visit(at, (size_t)(end - at) < PAGE ? (size_t)(end - at) : PAGE, context);
	}
}

struct measure {
	size_t n_pieces, n_bytes;
};

static void measure_piece(char *at, size_t size, void *context)
{
	struct measure *measure = context;
	measure->n_pieces++;
	measure->n_bytes += memcmp(at, zeros, size) ? size : 0;
}

struct walk {
	unsigned char *is_zero;
	char *bytes;
};

static void keep_piece(char *at, size_t size, void *context)
{
	struct walk *walk = context;
	bool is_zero = memcmp(at, zeros, size) == 0;
	*walk->is_zero++ = is_zero;
	if (is_zero)
		return;
	memcpy(walk->bytes, at, size);
	walk->bytes += size;
}

/* Restores a piece if it has changed, which few have. A page that is not written stays in the caches, and the kernel
 * need not copy it. */
static void put_piece_back(char *at, size_t size, void *context)
{
	struct walk *walk = context;
	bool is_zero = *walk->is_zero++;
	const char *was = is_zero ? zeros : walk->bytes;
	if (memcmp(at, was, size))
		memcpy(at, was, size);
	if (!is_zero)
		walk->bytes += size;
}

static void *heap_end(void *wanted)
{
	return (void *)syscall(SYS_brk, wanted);
}

static struct snapshot *allocate(const struct ranges *ranges)
{
	struct measure measure = {0};
	each_piece(ranges, measure_piece, &measure);
	size_t size = sizeof(struct snapshot) + measure.n_pieces + measure.n_bytes;
	struct snapshot *snapshot = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (snapshot == MAP_FAILED)
		return NULL;
	snapshot->ranges = *ranges;
	snapshot->is_zero = (unsigned char *)(snapshot + 1);
	snapshot->bytes = (char *)snapshot->is_zero + measure.n_pieces;
	return snapshot;
}

static size_t total(const struct ranges *ranges)
{
	size_t n = 0;
	for (size_t i = 0; i < ranges->n; i++)
		n += (size_t)(ranges->range[i].end - ranges->range[i].at);
	return n;
}

struct snapshot *snapshot_take(FILE *maps, const struct snapshot_hole *holes, size_t n_holes)
{
	struct ranges ranges = {0};
	bool is_complete = maps && read_ranges(maps, &ranges) && total(&ranges) <= MOST_BYTES &&
		leave_out_rseq(&ranges);
	if (maps)
		fclose(maps);
	for (size_t i = 0; i < n_holes; i++)
		is_complete = is_complete && leave_out(&ranges, &holes[i]);
	struct snapshot *snapshot = is_complete ? allocate(&ranges) : NULL;
	if (!snapshot)
		return NULL;
	snapshot->heap_end = heap_end(NULL);
	struct walk walk = {snapshot->is_zero, snapshot->bytes};
	each_piece(&ranges, keep_piece, &walk);
	return snapshot;
}

/* Makes the range writable, because an instance may have protected or unmapped it. Maps only missing pages again,
 * because a range may contain the value of the stack protector, which must never be zero. */
static void make_writable(const struct range *range)
{
	enum { BOTH = PROT_READ | PROT_WRITE };
	size_t page = (size_t)getpagesize();
	char *at = range->at - (uintptr_t)range->at % page, *end = range->end;
	if (mprotect(at, (size_t)(end - at), BOTH) == 0)
		return;
	for (; at < end; at += page)
		if (mprotect(at, page, BOTH))
			mmap(at, page, BOTH, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void snapshot_put_back(const struct snapshot *snapshot)
{
	if (heap_end(NULL) != snapshot->heap_end)
		heap_end(snapshot->heap_end);
	for (size_t i = 0; i < snapshot->ranges.n; i++)
		make_writable(&snapshot->ranges.range[i]);
	struct walk walk = {snapshot->is_zero, snapshot->bytes};
	each_piece(&snapshot->ranges, put_piece_back, &walk);
}

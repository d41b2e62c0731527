/* instances.c - the instances of one robot in one process (instances.h). */
#include "robot/so/instances.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "robot/so/image.h"

bool instances_can_share(const unsigned char *image, size_t size, uint64_t *at, uint64_t *n_bytes)
{
	struct image_statics statics;
	if (image_statics(image, size, &statics) || !statics.is_simple || statics.size > INSTANCES_SHARED_MAX)
		return false;
	*at = statics.at;
	*n_bytes = statics.size;
	return true;
}

void instances_share(struct instances *instances, uint32_t n, uint64_t statics_at, uint64_t statics_size)
{
	const struct link_map *map = instances->loaded[0].handle;
	instances->is_shared = true;
	instances->n = n;
	instances->statics = (char *)(uintptr_t)(map->l_addr + statics_at);
	instances->statics_size = statics_size;
	instances->fresh = NEW_ARRAY(char, statics_size + 1);
	memcpy(instances->fresh, instances->statics, statics_size);
	instances->kept = NEW_ARRAY(char, statics_size * n + 1);
	instances->is_changed = NEW_ARRAY(bool, n);
}

/* Fast for the few bytes of statics that the compiler adds, which is all that most robots have. */
static bool is_same(const char *a, const char *b, size_t size)
{
	enum { WORD = 8, FEW = 8 * WORD };
	if (size > FEW || size % WORD)
		return memcmp(a, b, size) == 0;
	uint64_t differences = 0;
	for (size_t at = 0; at < size; at += WORD) {
		uint64_t x, y;
		memcpy(&x, a + at, WORD);
		memcpy(&y, b + at, WORD);
		differences |= x ^ y;
	}
	return differences == 0;
}

/* Copies only changed statics: robots that keep no state need no copying. */
void instances_swap(struct instances *instances, uint32_t i)
{
	size_t size = instances->statics_size;
	bool *was_changed = &instances->is_changed[instances->in_place];
	*was_changed = *was_changed || !is_same(instances->statics, instances->fresh, size);
	if (*was_changed)
		memcpy(instances->kept + instances->in_place * size, instances->statics, size);
	if (instances->is_changed[i])
		memcpy(instances->statics, instances->kept + i * size, size);
	else if (*was_changed)
		memcpy(instances->statics, instances->fresh, size);
	instances->in_place = i;
}

void instances_refresh(struct instances *instances, uint32_t i)
{
	instances->is_changed[i] = false;
	if (instances->in_place == i)
		memcpy(instances->statics, instances->fresh, instances->statics_size);
}

void instances_release(struct instances *instances)
{
	free(instances->loaded);
	free(instances->items);
	free(instances->fresh);
	free(instances->kept);
	free(instances->is_changed);
	*instances = (struct instances){0};
}

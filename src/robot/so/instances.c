/* instances.c - the instances of one robot in one process (instances.h). */
#include "robot/so/instances.h"

#include <link.h>

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

static void note_changed(struct instances *instances, uint32_t i, bool is_changed)
{
	instances->n_changed += is_changed - instances->is_changed[i];
	instances->is_changed[i] = is_changed;
}

/* Copies statics only if they have changed, so robots without state need no copies. */
void instances_swap(struct instances *instances, uint32_t i)
{
	size_t size = instances->statics_size;
	uint32_t last = instances->in_place;
	bool was_changed = instances->is_changed[last] || memcmp(instances->statics, instances->fresh, size) != 0;
	note_changed(instances, last, was_changed);
	if (was_changed)
		memcpy(instances->kept + last * size, instances->statics, size);
	if (instances->is_changed[i])
		memcpy(instances->statics, instances->kept + i * size, size);
	else if (was_changed)
		memcpy(instances->statics, instances->fresh, size);
	instances->in_place = i;
}

void instances_refresh(struct instances *instances, uint32_t i)
{
	note_changed(instances, i, false);
	if (instances->in_place == i)
		memcpy(instances->statics, instances->fresh, instances->statics_size);
}

void instances_release(struct instances *instances)
{
	FREE_ALL(instances->loaded, instances->items, instances->fresh, instances->kept, instances->is_changed);
	*instances = (struct instances){0};
}

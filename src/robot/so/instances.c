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
	const struct link_map *map = instances->copies[0].handle;
	instances->is_shared = true;
	instances->n = n;
	instances->statics = (char *)(uintptr_t)(map->l_addr + statics_at);
	instances->statics_size = statics_size;
	instances->fresh = NEW_ARRAY(char, statics_size + 1);
	memcpy(instances->fresh, instances->statics, statics_size);
	instances->kept = NEW_ARRAY(char, statics_size * n + 1);
	for (uint32_t i = 0; i < n; i++)
		memcpy(instances->kept + i * statics_size, instances->fresh, statics_size);
}

void instances_swap(struct instances *instances, uint32_t i)
{
	size_t size = instances->statics_size;
	memcpy(instances->kept + instances->in_place * size, instances->statics, size);
	memcpy(instances->statics, instances->kept + i * size, size);
	instances->in_place = i;
}

void instances_refresh(struct instances *instances, uint32_t i)
{
	char *where = instances->in_place == i ? instances->statics : instances->kept + i * instances->statics_size;
	memcpy(where, instances->fresh, instances->statics_size);
}

void instances_release(struct instances *instances)
{
	free(instances->copies);
	free(instances->members);
	free(instances->fresh);
	free(instances->kept);
	*instances = (struct instances){0};
}

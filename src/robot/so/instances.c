/* instances.c - see instances.h. */
#include "robot/so/instances.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "robot/so/image.h"

bool crew_can_share(const unsigned char *image, size_t size, uint64_t *at, uint64_t *n_bytes)
{
	struct image_statics statics;
	if (image_statics(image, size, &statics) || !statics.is_simple || statics.size > CREW_SHARED_MAX)
		return false;
	*at = statics.at;
	*n_bytes = statics.size;
	return true;
}

void crew_share(struct crew *crew, uint32_t n, uint64_t statics_at, uint64_t statics_size)
{
	const struct link_map *map = crew->copies[0].handle;
	crew->is_shared = true;
	crew->n = n;
	crew->statics = (char *)(uintptr_t)(map->l_addr + statics_at);
	crew->statics_size = statics_size;
	crew->fresh = NEW_ARRAY(char, statics_size + 1);
	memcpy(crew->fresh, crew->statics, statics_size);
	crew->kept = NEW_ARRAY(char, statics_size * n + 1);
	for (uint32_t i = 0; i < n; i++)
		memcpy(crew->kept + i * statics_size, crew->fresh, statics_size);
}

void crew_swap(struct crew *crew, uint32_t i)
{
	size_t size = crew->statics_size;
	memcpy(crew->kept + crew->in_place * size, crew->statics, size);
	memcpy(crew->statics, crew->kept + i * size, size);
	crew->in_place = i;
}

void crew_refresh(struct crew *crew, uint32_t i)
{
	char *where = crew->in_place == i ? crew->statics : crew->kept + i * crew->statics_size;
	memcpy(where, crew->fresh, crew->statics_size);
}

void crew_release(struct crew *crew)
{
	free(crew->copies);
	free(crew->members);
	free(crew->fresh);
	free(crew->kept);
	*crew = (struct crew){0};
}

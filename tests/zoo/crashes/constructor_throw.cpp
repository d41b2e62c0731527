/* constructor_throw - a static whose constructor throws. Expected: load. */
#include <stdexcept>

#include "arena_robot.h"

static struct bad_begin {
	bad_begin() { throw std::runtime_error("thrown at the beginning"); }
} begin;

int get_play(const char *, const char *, const char *)
{
	return 0;
}

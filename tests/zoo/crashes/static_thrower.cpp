/* static_thrower - a static whose destructor throws. It is not run, unless exit=1 makes the robot end its process.
 * Expected: ok, as meek; crash with exit=1. */
#include <cstdlib>
#include <stdexcept>

#include "arena_robot.h"
#include "meek.h"

static struct bad_end {
	~bad_end() noexcept(false) { throw std::runtime_error("thrown at the end"); }
} end;
static bool ends;

int robot_option(const char *, const char *)
{
	ends = true;
	return 0;
}

int get_play(const char *, const char *, const char *history)
{
	if (ends)
		std::exit(3);
	return meek_play(history);
}

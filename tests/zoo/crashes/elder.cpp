/* elder - stores its memories in every possible way: large statics, thread-local storage, containers on the heap,
 * statics of a function; and plays by how much that is. Options: us=N computes for N microseconds of CPU time per ask;
 * other=N allocates heap memory, so that an instance begins with some. Expected: ok, and the same plays with any number
 * of lanes and workers, sandboxed or trusted. */
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "arena_robot.h"
#include "meek.h"

namespace {

unsigned char table[64 << 10];
thread_local unsigned n_asks = 3;
std::map<std::string, int> hands_seen;
std::vector<std::string> given = {"something", "that takes more room than a string has in itself"};
long us;

struct birth {
	unsigned *count = new unsigned[1000]();
} birth;

unsigned count_games()
{
	static std::vector<unsigned> games;
	games.push_back(static_cast<unsigned>(games.size()));
	return static_cast<unsigned>(games.size());
}

void compute()
{
	std::timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	long end = now.tv_sec * 1000000 + now.tv_nsec / 1000 + us;
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	while (now.tv_sec * 1000000 + now.tv_nsec / 1000 < end);
}

} // namespace

extern "C" void robot_game_start(const struct arena_game_start *)
{
	birth.count[0] += count_games();
}

extern "C" int robot_option(const char *key, const char *value)
{
	if (std::string(key) == "us")
		us = std::atol(value);
	else
		given.push_back(std::string(value) + " and more, which is for the heap");
	return 0;
}

extern "C" int get_play(const char *, const char *hands, const char *history)
{
	if (us)
		compute();
	unsigned sum = birth.count[0] + static_cast<unsigned>(given.size()) + n_asks++;
	sum += static_cast<unsigned>(++hands_seen[hands]) + static_cast<unsigned>(hands_seen.size());
	for (const char *at = hands; *at; at++)
		sum += ++table[static_cast<unsigned char>(*at) * 577u % sizeof table];
	given.push_back(hands);
	return *history && sum % 5 == 0 ? 0 : meek_play(history);
}

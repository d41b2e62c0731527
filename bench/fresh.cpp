/* fresh.cpp - one style of play in robots of several kinds, to measure the cost of a fresh start for each of them:
 *
 *   KIND_PLAIN    plain statics of a few bytes: its instances share a loaded file
 *   KIND_CPP      C++: constructors, containers on the heap that grow at each ask
 *   KIND_BIG      a file of 2 MB with a constructor
 *   KIND_STATICS  64 KB of statics, of which an ask touches a few
 *   KIND_HUGE     a file of 30 MB, all of it statics
 */
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

#if defined KIND_CPP
std::map<std::string, int> seen;
std::vector<int> lengths = {1, 2, 3};

void remember(const char *hands, const char *history)
{
	seen[std::string(hands, strnlen(hands, 8))]++;
	lengths.push_back(static_cast<int>(std::strlen(history)));
}
#else
#if defined KIND_BIG
const char table[2 << 20] = {1, 2, 3};
char state[256];
int sum;
struct summer {
	summer() { sum = table[std::rand() % sizeof table]; }
} summer;
#elif defined KIND_STATICS
char state[64 << 10];
#elif defined KIND_HUGE
char state[30 << 20] = {1};
#else
char state[256];
#endif

void remember(const char *hands, const char *history)
{
	state[static_cast<unsigned char>(hands[2]) * 4096u % sizeof state]++;
	state[std::strlen(history) % sizeof state]++;
}
#endif

} // namespace

/* One die more on the face that was bid, up to four dice, and then a call. */
extern "C" __attribute__((visibility("default"))) int get_play(const char *, const char *hands, const char *history)
{
	const char *last = std::strrchr(history, ':');
	int bid = last ? std::atoi(last + 1) : 1;
	remember(hands, history);
	return bid > 0 && bid < 40 ? bid + 10 : 0;
}

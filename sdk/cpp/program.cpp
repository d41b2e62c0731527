/* program.cpp - makes a program from a robot written as a .so: linked with the robot, it speaks the
 * arena's line protocol on stdin and stdout.
 *
 * The arena runs a .so faster. Use a program for robots that need threads, files, or libraries that use
 * them. Options come as arguments, key=value. */
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "arena_robot.h"

/* What a robot may leave out. */
extern "C" {
__attribute__((weak)) const arena_robot_info *robot_info();
__attribute__((weak)) int robot_option(const char *key, const char *value);
__attribute__((weak)) void robot_game_start(const arena_game_start *start);
/* Games at once in one process. A robot that remembers nothing from ask to ask defines it; the arena then runs it much
 * faster. Without it there is one process for each game, and the robot may remember things. */
extern const int program_lanes __attribute__((weak));
}

namespace {

std::uint64_t state; // of splitmix64, which each `seed N` sets

std::uint64_t next_random()
{
	std::uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void log_line(const char *line)
{
	std::cerr << line << '\n';
}

const struct arena_host host = {sizeof host, ARENA_ABI, next_random, log_line, "", nullptr};

/* "key=value"; reports what is wrong with it. */
void take_option(const std::string &text)
{
	const auto equals = text.find('=');
	if (equals == std::string::npos || !robot_option ||
	    robot_option(text.substr(0, equals).c_str(), text.substr(equals + 1).c_str())) {
		std::cerr << "the robot does not know the option '" << text << "'\n";
		std::exit(2);
	}
}

} // namespace

int main(int argc, char **argv)
{
	std::ios::sync_with_stdio(false);
	robot_take_host(&host);
	for (int i = 1; i < argc; i++)
		take_option(argv[i]);
	const arena_robot_info *info = robot_info ? robot_info() : nullptr;
	std::cout << "robot name=" << (info && info->name ? info->name : "robot")
		  << " version=" << (info && info->version ? info->version : "0");
	if (&program_lanes)
		std::cout << " lanes=" << program_lanes;
	std::cout << std::endl;

	for (std::string line; std::getline(std::cin, line);) {
		std::istringstream words(line);
		std::string first, hands, history;
		words >> first >> hands >> history;
		if (first == "game" && robot_game_start) {
			/* The line does not name the players; `hands` does. */
			const std::string rules = line.substr(5);
			const arena_game_start start = {sizeof start, 0, "", "", rules.c_str()};
			robot_game_start(&start);
		} else if (first == "seed") {
			state = std::strtoull(hands.c_str(), nullptr, 10);
		} else if (first != "game") {
			std::cout << get_play(first.c_str(), hands.c_str(), history == "-" ? "" : history.c_str()) << '\n';
		}
		if (std::cin.rdbuf()->in_avail() <= 0) // all that is here is answered
			std::cout << std::flush;
	}
}

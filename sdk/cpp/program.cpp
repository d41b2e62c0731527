/* program.cpp - makes a program from a robot written as a .so: linked with the robot, it speaks the
 * arena's line protocol on stdin and stdout.
 *
 * The arena runs a .so faster. Use a program for robots that need threads, files, or libraries that use
 * them. Options come as arguments, key=value. */
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "arena_robot.h"

/* What a robot may leave out. */
extern "C" {
__attribute__((weak)) const arena_robot_info *robot_info();
__attribute__((weak)) int robot_option(const char *key, const char *value);
__attribute__((weak)) void robot_game_start(const arena_game_start *start);
/* A robot with an object for each match: one process then plays many matches at once, which is much faster. Without these two there is
 * one process for each. */
__attribute__((weak)) void *robot_new_match(void *old);
__attribute__((weak)) void robot_match(void *match);
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

std::string rules;           // of all games
std::vector<void *> matches; // by table

/* Ends the word, and returns the rest of the line behind it. */
char *cut(char *word)
{
	char *blank = std::strchr(word, ' ');
	if (!blank)
		return word + std::strlen(word);
	*blank = '\0';
	return blank + 1;
}

void start_game()
{
	/* The lines do not name the players; `hands` does. */
	const arena_game_start start = {sizeof start, 0, "", "", rules.c_str()};
	if (robot_game_start)
		robot_game_start(&start);
}

/* Takes a line of the arena, and adds the answer if it is an ask. */
void take_line(char *first, std::string &answers)
{
	char *second = cut(first);
	if (std::strcmp(first, "game") == 0) {
		rules = second;
		if (!robot_new_match)
			start_game();
		return;
	}
	const char *third = cut(second);
	const std::size_t table = std::strtoul(second, nullptr, 10);
	if (std::strcmp(first, "seed") == 0) {
		state = std::strtoull(second, nullptr, 10);
	} else if (std::strcmp(first, "match") == 0) {
		if (table >= matches.size())
			matches.resize(table + 1);
		matches[table] = robot_new_match(matches[table]);
	} else if (std::strcmp(first, "table") == 0) {
		robot_match(matches.at(table));
		if (std::strcmp(third, "0") == 0)
			start_game();
	} else if (!first[1]) {
		answers += std::to_string(get_play(first, second, std::strcmp(third, "-") == 0 ? "" : third)) + '\n';
	}
}

void send(const std::string &text)
{
	for (std::size_t at = 0; at < text.size();) {
		const ssize_t n = write(1, text.data() + at, text.size() - at);
		if (n <= 0)
			std::exit(1);
		at += static_cast<std::size_t>(n);
	}
}

} // namespace

int main(int argc, char **argv)
{
	robot_take_host(&host);
	for (int i = 1; i < argc; i++)
		take_option(argv[i]);
	const arena_robot_info *info = robot_info ? robot_info() : nullptr;
	send(std::string("robot name=") + (info && info->name ? info->name : "robot") + " version=" +
	     (info && info->version ? info->version : "0") + (robot_new_match ? " lanes=64 matches=yes" : "") + '\n');

	/* All lines that have come are answered with one write. */
	char bytes[1 << 16];
	std::string lines;
	for (ssize_t n; (n = read(0, bytes, sizeof bytes)) > 0;) {
		std::string answers;
		std::size_t at = 0;
		lines.append(bytes, static_cast<std::size_t>(n));
		for (std::size_t end; (end = lines.find('\n', at)) != std::string::npos; at = end + 1) {
			lines[end] = '\0';
			take_line(&lines[at], answers);
		}
		lines.erase(0, at);
		send(answers);
	}
}

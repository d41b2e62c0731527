/* thrower - throws a C++ exception that is not caught: at=play (the default), start or option. at=caught and at=memory
 * catch an exception, thrown by the robot or by the library, during a play. Expected: crash, by SIGABRT; load with
 * option; ok, as meek, with caught and memory. */
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "arena_robot.h"
#include "meek.h"

static std::string at = "play";

[[noreturn]] static void blow_up()
{
	throw std::runtime_error("thrown at " + at);
}

int robot_option(const char *, const char *value)
{
	at = value;
	if (at == "option")
		blow_up();
	return 0;
}

void robot_game_start(const arena_game_start *)
{
	if (at == "start")
		blow_up();
}

static void catch_it()
{
	try {
		if (at == "caught")
			blow_up();
		std::string text(std::size_t{1} << 46, 'x'); /* more than any machine has */
		std::abort();
	} catch (const std::exception &) {
	}
}

int get_play(const char *, const char *, const char *history)
{
	if (at == "play")
		blow_up();
	if (at == "caught" || at == "memory")
		catch_it();
	return meek_play(history);
}

/* play_args.c - from the options of `play` to a wish for games (play_args.h). */
#include "cli/play_args.h"

#include "cli/request_args.h"

int play_args_read(const struct args *args, struct play_wish *wish, struct err *err)
{
	*wish = (struct play_wish){
		.n_games = (int)args_number(args, "games"), .is_open = args_flag(args, "open"), .is_stepping = args_flag(args, "step"),
		.pause_ns = args_number(args, "pause"), .is_at_page = args_flag(args, "browser"), .listen = args_text(args, "listen"),
	};
	if (request_args_read(args, &wish->request, err))
		return -1;
	wish->request.robots = args->operands;
	wish->request.n_robots = args->n_operands;
	return 0;
}

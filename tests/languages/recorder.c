/* recorder.c - plays like the C template. Writes its asks to the file "asks", as lines of the line protocol, and its
 * answers to the file "answers": "-" where any answer is right. */
#define get_play template_play
#define robot_game_start template_start
#include "template/robot.c"
#undef get_play
#undef robot_game_start

ARENA_ROBOT_EXPORT void robot_game_start(const struct arena_game_start *start);
ARENA_ROBOT_EXPORT int get_play(const char *me, const char *hands, const char *history);

void robot_game_start(const struct arena_game_start *start)
{
	FILE *asks = fopen("asks", "a");
	template_start(start);
	fprintf(asks, "game %s\n", start->rules);
	fclose(asks);
}

int get_play(const char *me, const char *hands, const char *history)
{
	FILE *asks = fopen("asks", "a"), *answers = fopen("answers", "a");
	struct maex_view claims;
	struct dice_view bids;
	int play = template_play(me, hands, history);
	maex_read(&claims, &maexchen, me, hands, history);
	dice_read(&bids, &dice, me, hands, history);
	fprintf(asks, "match 0\nseed 7\ntable 0 0\n%s %s %s\n", me, hands, history[0] ? history : "-");
	if (is_maexchen ? claims.ask == MAEX_WATCH : bids.is_showdown)
		fprintf(answers, "-\n");
	else
		fprintf(answers, "%d\n", play);
	fclose(asks);
	fclose(answers);
	return play;
}

/* series.h - plays games at the terminal, for `play` and, after its questions, for `menu`; decides who sits where. */
#pragma once

#include "game/maexchen/cheat.h"
#include "run/request.h"
#include "terminal/screen.h"

struct site;

/* What is wanted. Strings are borrowed. */
struct play_wish {
	struct request request;    /* its robots are the players, in turn order; its seed is NULL or lacks the nonce that it may need */
	int n_games;
	bool offers_rematch;       /* to people, after the last game */
	bool is_open;              /* all dice are shown */
	bool is_stepping;          /* waits for Enter after each play */
	int64_t pause_ns;          /* after each play of a robot */
	bool is_at_page;           /* people play in a browser, at `listen` or a free port of this machine (NULL) */
	const char *listen;
};

/* Plays the series. site: of the menu, with is_at_page, if there is one; *wants_menu is then what its first person
 * chose after the last game. Returns an exit code, or -1 with err. The terminal is restored. */
int series_play(const struct play_wish *wish, struct terminal *terminal, struct site *site, bool *wants_menu, struct err *err);

struct seating {
	int n;
	char *spec[GAME_MAX_SEATS]; /* in turn order; within the words of the command line */
	enum maexchen_cheat cheat;  /* whose code was given in front of a name */
	int cheater;                /* the player of that name */
	bool is_drawn;              /* the order is not that of the command line */
};

/* Are there people among the players? */
bool seating_has_people(char *const *specs, int n);

/* Removes the codes of cheats before names: only of people, and at most one. With people at the table the order is drawn, a
 * function of `key`, unless request->matches.is_as_given. EXIT_USAGE. */
int seating_init(struct seating *seating, const struct request *request, const struct rules *rules, struct rng_key key, struct err *err);

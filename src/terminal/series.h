/* series.h - plays games at the terminal for `play`, and for `menu` after its questions; decides the seats. */
#pragma once

#include "game/maexchen/cheat.h"
#include "run/request.h"
#include "terminal/screen.h"

struct site;

/* The games to play. Strings are borrowed. */
struct play_wish {
	struct request request;    /* its robots are the players, in turn order; its seed is NULL or as typed, and gets
	                            * a nonce if one is needed */
	int n_games;
	bool offers_rematch;       /* offers another game to people after the last one */
	bool is_open;              /* all dice are shown */
	bool is_stepping;          /* waits for Enter after each play */
	int64_t pause_ns;          /* after each play of a robot */
	bool is_at_page;           /* people play in a browser, at the address `listen` or, if NULL, at a free port of
	                            * this machine */
	const char *listen;
};

/* Plays the series. `site` is the site of the menu, or NULL; used only with is_at_page. *wants_menu is set to true if
 * the menu was chosen there after the last game. Returns an exit code, or -1 with err. The terminal is restored. */
int series_play(const struct play_wish *wish, struct terminal *terminal, struct site *site, bool *wants_menu,
		struct err *err);

struct seating {
	int n;
	char *spec[GAME_MAX_SEATS]; /* in turn order; borrowed from the words of the command line */
	enum maexchen_cheat cheat;  /* the cheat whose code was given in front of a name */
	int cheater;                /* the player with that name */
	bool is_drawn;              /* the order is not that of the command line */
};

/* Returns true if there are people among the players. */
bool seating_has_people(char *const *specs, int n);

/* Removes the code of a cheat before a name. Only a person may have one, and there may be at most one. If people play,
 * draws the order of the seats at random, as a function of `key`, unless request->matches.is_as_given. Fails with
 * EXIT_USAGE for other codes. */
int seating_init(struct seating *seating, const struct request *request, const struct rules *rules, struct rng_key key,
		 struct err *err);

/* view.h - a game played on pages of a web server in this program (site.h), each person with their own address; and the
 * menu as a page.
 *
 * The data of a page comes from game_see for its own seat and from public information (view.c). The dice of others
 * never leave this program before a showdown. Spectators share one address (spectators.h). */
#pragma once

#include <jansson.h>

#include "terminal/browser/site.h"
#include "terminal/menu/menu.h"
#include "terminal/play_session.h"

enum browser_stage {
	BROWSER_GATHERING = 0, /* waiting for people */
	BROWSER_PLAYING,
	BROWSER_SHOWDOWN,      /* a hand has ended */
	BROWSER_OVER,          /* a game has ended */
};

/* A person of the game. */
struct browser_person {
	struct site_person *person; /* whose page it is; borrowed */
	int player;
	bool is_ready;             /* ready for the next hand, or the next game */
	unsigned votes;            /* a bit for each person who has voted, since this person was last present, that a
	                            * robot should play for this person */
};

/* The state that pages show. */
struct browser_state {
	const struct play_session *session;
	const struct site *site;
	const struct browser_person *person; /* person[i], i < n_persons */
	int n_persons;
	enum browser_stage stage;
	int n_games, game;         /* n_games: number of games of the series; game: the current one, from 1 */
	int asked;                 /* player who is asked, or -1 */
	unsigned ask;              /* number of that ask */
	json_t *plays;             /* the legal plays in that ask */
	bool has_menu;             /* browser_chooser chooses what follows the last game */
	struct str notice;         /* for the person who is asked: why a robot did not move */
	struct str news;           /* a sentence that is shown before the meaning of the bid */
};

/* Returns the legal plays of the person who is asked now as an array, which the caller owns. */
json_t *browser_legal_plays(const struct game *game);

/* Returns the data that a page of games by these rules needs from the start, which the caller owns. */
json_t *browser_page_data(const struct rules *rules, int n_players);

/* Returns the person who chooses what follows the last game, if there is a menu: the first person of the game, in the
 * order of the site, whose page is open. */
const struct site_person *browser_chooser(const struct browser_state *state);

/* Returns true if this person had opened the page and left it, and no robot plays in the person's place. */
bool browser_is_absent(const struct browser_state *state, const struct browser_person *person);

/* Counts the people who are present and have voted for a robot in this person's place. Sets *n_voters to the number of
 * people who are present. */
int browser_votes(const struct browser_state *state, const struct browser_person *absent, int *n_voters);

/* Returns the whole state, which the caller owns. Before a game it has only what is known:
 *   stage, game, games, hand, pause (ms), you (own seat; -1: a spectator), points (true if the game is about points)
 *   chooser  the name of the person who chooses what follows the last game ("": no one); chooses: true if it is this
 *            person
 *   seats   in turn order: me, name, person, here, ready, left, points, in, place, tied, wins
 *   hands   as the person's own seat sees them now; all of them once they are shown
 *   plays   of this hand: seat, play, words; turn: a seat or -1; claim: what the last bid means
 *   chance  that the last bid is true, by the person's own dice; null: there is nothing to call
 *   counts  the faces that count for it; null: there is no bid, or the hand has ended (end has them)
 *   news    a sentence about an event of this hand, such as a vote
 *   past    how the earlier hands ended, as lines
 *   absent  people who have left: seat, votes for a robot in its place, voters, voted (did this person vote?)
 *   ask     for the person who is asked: number, plays, aside, notice
 *   robot   the robot that moves for this person, "" if none does; moves: how many more moves it makes, DEPUTY_ALWAYS
 *           without a limit
 *   end     once a hand has ended: words, loser, delta, face, wild, count (-1: nothing was counted), illegal
 *   look    once a game has ended: a page (HTML) that shows it with all dice
 * A person of the site who is not in this game gets only the stage, "apart". `at` is NULL for spectators, who get no
 * dice before a showdown, no chance and no ask. */
json_t *browser_view(const struct browser_state *state, const struct site_person *at);

struct browser {
	struct play_session *session; /* borrowed */
	struct site *site;
	bool is_own_site;                  /* the site belongs to this session, which closes it */
	struct browser_person person[GAME_MAX_SEATS];
	struct browser_state state;
	const char *hands;                 /* the hands of the ask in progress; borrowed */
	int answer;
	bool has_answer;
	unsigned here;                     /* at the last count of votes: a bit for each person whose page was open */
	bool is_pause_chosen;              /* a person set the pause; otherwise it is shorter with many robots */
	enum browser_choice { CHOICE_NONE, CHOICE_AGAIN, CHOICE_MENU } choice; /* after the last game */
	struct menu robots;                /* the robots that may move for a person; empty until they are first
	                                    * requested */
};

/* The handler of the site; its context is the browser. */
extern const struct site_handler browser_handler;

/* Serves pages for the people of the session and answers for them from now on. n_games is the number of games of the
 * series. `site` is the site of the menu, borrowed, and browser_chooser then decides what follows the last game; if it
 * is NULL, this session opens a site of its own at `where`. Returns NULL with err on failure. */
struct browser *browser_open(struct play_session *session, struct site *site, const char *where, int n_games,
			     struct err *err);

/* Replaces each person who has left by a robot if more than half of the people who are present have voted for that.
 * Also makes all pages show who is present, because a closed page sends no request that would do so. */
void browser_count_votes(struct browser *browser);

/* Called by tournament_watch_rotation; `context` is the play session. Also shows the game at the terminal. */
bool browser_watch(const struct watch_event *s, void *context);

/* Waits after a game until the people at the pages want the next one. is_last means that it was the last game of the
 * series, and another one follows only if people request it and some are still present. Returns true if another game
 * follows. */
bool browser_wait_for_next(struct browser *browser, bool is_last);

/* Returns true if the menu follows after the session, and false if the same game is played again. */
bool browser_wants_menu(const struct browser *browser);

/* Ends the game at the pages. NULL is allowed. */
void browser_close(struct browser *browser);

/* The menu as a page: a form with the answers to the questions of terminal/menu/menu.h, for the site_chooser among all
 * persons. The questions themselves check the answers. */
enum setup_end { SETUP_OPEN, SETUP_PLAY, SETUP_LEAVE, SETUP_INTERRUPTED };

/* Prepares the site and the menu. The first of the named people gets the first page of the site, whose address is
 * printed. Sets err on failure. */
int browser_setup_open(struct site *site, struct menu *menu, struct err *err);

/* Shows the form until the person who chooses starts a game or leaves, or until ctrl-C. `why` is the reason why the
 * last game could not begin, or ""; the form shows it at first. */
enum setup_end browser_setup_ask(struct site *site, struct menu *menu, const char *why);

/* menu.h - a game set up by questions: the questions of `arena menu`, and the answers so far.
 *
 * All choices come from tables: the variants, their options, the robots found. So a new rule family or robot appears
 * automatically. A new question is a line in the table of questions.c. */
#pragma once

#include "game/maexchen/cheat.h"
#include "game/rules.h"
#include "robot/program/box.h"
#include "terminal/screen.h"

enum { MENU_MAX_SEATS = 26, MENU_AT_RANDOM = -1 };

struct menu_robot {
	char *name, *summary;  /* owned */
	bool plays;            /* it plays the chosen variant */
	bool is_program;       /* a program may need something that a person must set up, such as a service */
	char *variants;        /* as in struct robot_manifest; owned */
};

struct menu {
	struct rules rules;
	int n_people;                  /* number of named players: people, and robots with a name like Oli#207 */
	char *people[MENU_MAX_SEATS];  /* names; "" for a person without a name. Owned */
	bool is_robot[MENU_MAX_SEATS];
	enum maexchen_cheat cheat;     /* the cheat of people[cheater] */
	int cheater;
	int n_opponents;
	int opponent[MENU_MAX_SEATS];  /* robots[opponent[i]], or MENU_AT_RANDOM; i < n_opponents */
	bool has_opponents;            /* the opponents have been chosen for this variant and number */
	int n_robots;
	struct menu_robot *robots;     /* all robots that can be loaded; owned */
	bool is_recalled;              /* the answers are those of the last table, and the person has not been told this
	                                * yet */
	int setting;                   /* the option whose value is asked for, from 1; 0: none */
};

struct menu_question {
	const char *title;
	/* Adds the choices, as lines of at most `width` columns. May be NULL. */
	void (*show)(const struct menu *menu, int width, struct str *out);
	/* Adds the answer that Enter alone gives. */
	void (*fallback)(const struct menu *menu, struct str *out);
	/* Takes an answer, "" for Enter. Returns false, with a remark in `message`, if the question must be asked
	 * again. */
	bool (*take)(struct menu *menu, const char *answer, struct str *message);
	const char *(*hint_of)(const struct menu *menu); /* what may be typed, shown beside the prompt; NULL: `hint` is
	                                                  * used */
	const char *hint;
	const char *help;     /* lines */
};

extern const struct menu_question menu_questions[];
extern const int n_menu_questions;

/* The indices of the questions in the table. */
enum { QUESTION_VARIANT, QUESTION_PEOPLE, QUESTION_COUNT, QUESTION_ROBOTS, QUESTION_WILD, QUESTION_RULES };

/* Returns true if the question applies. */
bool menu_asks(const struct menu *menu, const struct menu_question *question);

/* Answers question `number` and all later ones as if Enter were pressed. Returns the index of the first question that
 * refuses this, with a message, or -1. */
int menu_take_rest(struct menu *menu, int number, struct str *message);

/* Sets the defaults and finds the robots. Each is loaded once, in the sandbox unless is_trusted. */
void menu_init(struct menu *menu, bool is_trusted, bool allows_weak);
void menu_release(struct menu *menu);

/* Asks all questions at the terminal, until a game can start or the person leaves. */
enum menu_end { MENU_START, MENU_LEAVE, MENU_INTERRUPTED };
enum menu_end menu_ask(struct menu *menu, struct terminal *terminal);

/* Changes the variant, and finds the robots that play it. Removes a cheat that this variant does not have. */
void menu_set_variant(struct menu *menu, const char *variant);

/* Sets these rules, and finds the robots that support them. */
void menu_set_rules(struct menu *menu, const struct rules *rules);

/* Sets the answers from which this table would follow, as far as possible. specs[i], i < n, name its players. */
void menu_set_table(struct menu *menu, const struct rules *rules, char *const *specs, int n);

/* Adds "-r" and "NAME=VALUE" for each option in which the rules differ from those of their variant. */
void menu_add_settings(const struct rules *rules, struct words *words);

/* Returns the number of people among the named players. */
int menu_humans(const struct menu *menu);

/* Returns the default robot: computer if it plays the variant, else the robot with the name of the game, else
 * MENU_AT_RANDOM. */
int menu_usual_robot(const struct menu *menu);

/* Adds the words of the command that plays this game, after "arena play". Random choices are made here. */
void menu_command(const struct menu *menu, struct words *words);

/* Returns true if the family has wild dice. */
bool menu_has_wild(const struct menu *menu);
void menu_same_wild(const struct menu *menu, struct str *out);
bool menu_take_wild(struct menu *menu, const char *answer, struct str *message);

void menu_show_rules(const struct menu *menu, int width, struct str *out);
const char *menu_hint_rules(const struct menu *menu);
void menu_same_rules(const struct menu *menu, struct str *out);

/* Accepts "3 6", "dice 6" or "dice=6", or first "3" and then "6"; between these two answers menu->setting is 3. The
 * question is asked again until the answer is only Enter. */
bool menu_take_rule(struct menu *menu, const char *answer, struct str *message);

enum { MOST_CHOICES = 256 };

/* A zeroed list is empty. */
struct list {
	int n, name_width;
	char *name[MOST_CHOICES];        /* owned */
	const char *text[MOST_CHOICES];
};

/* Adds a choice. `text` is borrowed until the list is shown. Ignores choices after the first MOST_CHOICES. */
void list_add(struct list *list, const char *name, const char *text);

/* Adds "   3  name   description" for each, wrapped. Releases the list. */
void list_show(struct list *list, int width, struct str *out);

/* Returns the index of a choice given as a number ("3"), a name, or a unique prefix of a name, among names[0..n-1];
 * names[n] is NULL. Returns -1 with a message otherwise. */
int list_pick(const char *answer, const char *const *names, int n, struct str *message);

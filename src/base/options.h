/* options.h - options of the commands as tables: name, type, range, default, help.
 *
 * The table of a command is the only place where an option is described. Parsing, help, shell completion and the manual
 * page all come from it. Parsing is strict: an unknown option, a missing value, and a value that is malformed or out of
 * range are usage errors. Their messages contain the option and the value and, for a likely typo, the nearest name. */
#pragma once

#include "base/typed.h"

enum { OPTS_MAX = 40 };

enum opt_type {
	OPT_NONE = 0, /* ends a table */
	OPT_FLAG,     /* no value */
	OPT_INT,      /* whole number in [min, max] */
	OPT_DOUBLE,   /* number in [min, max] */
	OPT_DURATION, /* "100ms", "2s": nanoseconds in [min, max] */
	OPT_SIZE,     /* "512M": bytes in [min, max] */
	OPT_WORD,     /* one of words */
	OPT_TEXT,     /* any text except "" */
	OPT_LIST,     /* like OPT_TEXT, but may be given several times */
};

/* The kind of names that a value or an argument can be, for shell completion. */
enum opt_names {
	NAMES_NOTHING = 0,
	NAMES_VARIANTS,
	NAMES_RULES,    /* option=value */
	NAMES_FOLDERS,
	NAMES_ROBOTS,
	NAMES_PLAYERS,  /* robots, and people */
	NAMES_COMMANDS,
	NAMES_TOPICS,   /* the arguments of `list` */
};

struct opt {
	const char *name;         /* long, without the dashes */
	char letter;              /* '\0' when it has none */
	enum opt_type type;
	const char *value;        /* name of the value in the help: "N", "TIME"; NULL for a flag */
	const char *fallback;     /* the default as it would be typed; NULL: none ("not set") */
	long long min, max;       /* in the unit of the type; both 0: no limits */
	const char *const *words; /* OPT_WORD: NULL-terminated */
	const char *const *aliases; /* alias, word, alias, word, ..., NULL-terminated; NULL: no aliases */
	bool is_neutral;          /* it cannot change results, so it is not part of the command that is stored with a
	                           * run */
	enum opt_names names;
	const char *help;         /* one sentence, wrapped when printed */
};

struct opt_value {
	bool is_set;       /* it was given on the command line; else the value is the default */
	long long number;  /* int, duration, size; the index of a word; 1 for a flag */
	double real;
	const char *text;  /* as typed, or the default; NULL if there is neither. Borrowed */
	const char **list; /* OPT_LIST: list[i], i < n_list. Owned */
	int n_list;
};

/* The option --help, which every command has. */
extern const struct opt opt_help;

/* A parsed command line. */
struct args {
	const struct opt *options; /* borrowed */
	struct opt_value value[OPTS_MAX];
	bool wants_help;
	int n_operands;
	char **operands;           /* operands[i], i < n_operands, then NULL; the strings are borrowed */
	char *const *argv;         /* the program's whole command line as typed, ended by NULL; borrowed,
				      set by main */
};

/* Parses argv[1 .. argc - 1] with the table. argv is not changed; its strings must stay valid as long as args. Fails
 * with a usage error in err; args need not be released then. */
int args_parse(struct args *args, const struct opt *options, int argc, char *const *argv, struct err *err);
void args_release(struct args *args);

/* Fails with a usage error if there are more than `most` operands. `takes` is a text for the error, "export takes one
 * run". */
int args_limit(const struct args *args, int most, const char *takes, struct err *err);

/* Return the value of the option with this name. It is a bug if the table has no option of this name and type. */
bool args_flag(const struct args *args, const char *name);
long long args_number(const struct args *args, const char *name); /* int, duration, size, index of a word */
double args_double(const struct args *args, const char *name);
const char *args_text(const struct args *args, const char *name); /* text, word; NULL when not set */
const struct opt_value *args_value(const struct args *args, const char *name);
bool args_has(const struct args *args, const char *name); /* returns true if the table has this option */

/* Sets the text of an option as if it had been given. The text is borrowed. */
void args_set_text(struct args *args, const char *name, const char *text);

/* Parses and checks one value of an option, as typed on the command line or elsewhere. */
int opt_parse(const struct opt *opt, const char *text, struct opt_value *value, struct err *err);

/* Returns the description of an option as a typed_key whose field is in struct opt_value. */
struct typed_key opt_key(const struct opt *opt);

/* Adds the options that were given and can change a result, in the order of the table, each with a space before it,
 * quoted for a shell where needed. */
void args_canonical(const struct args *args, struct str *out);

/* Adds the help for the options of a table, wrapped to `width` columns. */
void opts_help(const struct opt *options, int width, struct str *out);

/* Adds the range and default of an option, as in its help: "[from 2 to 26; default 3]". Adds nothing if it has
 * neither. */
void opt_describe_limits(const struct opt *opt, struct str *out);

/* robot.h - a robot in the arena: its file, hash and manifest. */
#pragma once

#include "robot/verdict.h"

enum robot_kind { ROBOT_SO = 0, ROBOT_HUMAN, ROBOT_PROGRAM };

enum {
	ROBOT_MAX_OPTIONS = 16,
	ROBOT_OPTION_BYTES = 4096, /* all keys and values, each with its NUL */
};

/* The robot's manifest from robot_info, copied and sanitised (untrusted text). Missing texts are empty. */
#define ROBOT_MANIFEST_TEXTS(do) do(name) do(version) do(author) do(summary) do(variants) do(options)
struct robot_manifest {
	char name[64];
	char version[32];
	char author[64];
	char summary[200];
	char variants[200]; /* names and needs, separated by spaces; "" is all */
	char options[400];
	uint32_t max_lanes; /* 0: any. Of a program: games of one process at once; 0: one, with state during its match */
	uint32_t has_options;
	bool knows_tables;  /* of a program: each ask is preceded by its table */
	bool knows_matches; /* the same, and it has state for each match: a line marks the beginning of a match */
	bool can_fork;      /* of a program without max_lanes: its process forks one for each match */
	uint32_t move_ms, start_ms; /* of a program: the --move-time and --start-time that it needs; 0: not given */
	char alone[40];     /* of a program: why it cannot fork, "started a thread"; "": not said */
	char wrong[160];    /* the last error in its list of variants or in the line of a program; "": none */
};

/* Measurements of a robot's sandboxed processes. Kept only by transports in this process, not by those of workers. */
struct robot_notes {
	int pid;              /* of the process started last */
	int64_t start_ns;     /* most CPU time that one took to be loaded, or until the first answer of a program */
	bool is_starting;     /* a program has not answered yet: its ask is part of its start */
	uint32_t refused[32]; /* bit n % 32 of word n / 32: system call n was refused. The robot's processes note it, and could forge it */
};

static inline void notes_add_start(struct robot_notes *notes, int64_t cpu_ns)
{
	notes->is_starting = false;
	notes->start_ns = cpu_ns > notes->start_ns ? cpu_ns : notes->start_ns;
}

struct robot {
	enum robot_kind kind;
	char *spec;        /* as given, without a name: "prober:risk=0.4" (robot/spec.h) */
	char *label;       /* unique in a run: its name, or "computer", "v2/bot", "computer#2" */
	bool is_named;     /* the label is a name that was given */
	char *word;        /* the word that named its file: "v2/bot" */
	char *path;        /* of the file */
	char *data_folder; /* NAME.data beside it, or "" */
	int n_options;
	char *key[ROBOT_MAX_OPTIONS];
	char *value[ROBOT_MAX_OPTIONS];
	unsigned char *image; /* the file's bytes, read once; a change on disk during the run has no effect.
	                       * Changed by image_unshare and image_prefer_own: not quite what was hashed */
	size_t image_size;
	char sha256[65];   /* of the file or files, and of the data (data_hash_add) */
	bool can_share;    /* its instances can share one loaded file (robot/so/instances.h) */
	struct program_command *program; /* ROBOT_PROGRAM: what is run; owned */
	struct robot_manifest manifest;
	struct fault fault; /* verdict VERDICT_LOAD when it cannot be loaded */
	char warning[200];  /* of a program that failed after its manifest: how, and its last output; otherwise "" */
	int64_t start_ns;   /* of a program: CPU time until it had read its first line; 0: unknown */
	struct robot_notes *notes; /* NULL: not wanted; borrowed */
	struct str *asked;  /* of a program: the lines sent to its latest process are added here; NULL: not wanted; borrowed */
};

/* Reads `spec` (robot/spec.h), finds the file (find.h), reads it and hashes its data. When there is none, fails with
 * EXIT_USAGE and the nearest name. Files that end in ".so" are loaded; all others are programs
 * (robot/program/command.h). */
int robot_open(struct robot *robot, const char *spec, struct err *err);

/* Opens a robot of a stored run, without a name. path: its file; NULL: the one that `spec` names. */
int robot_open_stored(struct robot *robot, const char *spec, const char *path, struct err *err);

/* Makes the labels of robots[i], i < n, unique: equal names of different files get the folders that tell them apart,
 * and labels still equal get a number. Fails with EXIT_USAGE when a robot has the name of another one. */
int robot_make_labels(struct robot *robots, int n, struct err *err);
void robot_release(struct robot *robot);

/* May the robot read its NAME.data? Not if it contains, or is in, one of the hidden files and folders (NULL-terminated;
 * results, database, keys), nor if a link has replaced it since the robot was opened. If not, sets err (EXIT_USAGE). */
int robot_check_data(const struct robot *robot, const char *const *hidden, struct err *err);

/* Does the same check for the folders of --readable (transport.h), which must not be, or contain, a home folder either. */
int robot_check_readable(const char *readable, const char *const *hidden, struct err *err);

/* Does the robot list these rules, "wild dice=5 faces=6 ..." (sdk/arena_robot.h, `variants`)? A robot without a list
 * plays all. For the name of a variant alone only the name is checked. */
bool robot_plays(const struct robot *robot, const char *rules);

/* Can `arena replay --ask --debug` stop in it? (gdb in a .so, pdb or Node's debugger in a file that an adapter runs) */
bool robot_has_debugger(const struct robot *robot);

/* A robot's data as part of its identity.
 *
 * The hash of a robot with a folder NAME.data is the SHA-256 of a text: the hash of its file in hexadecimal and a newline,
 * then, for each file in the folder and its subfolders in the order of the paths' bytes, the line of `sha256sum -z`: the
 * hash of the file, two spaces, its path in the folder and a NUL. Of a symbolic link, which sandboxed robots cannot follow
 * out of the folder, the hash is that of the path that it contains, and " @" takes the place of the spaces. */

/* Replaces sha256, the hash of the robot's file, by that of the robot with its data. Files are read in pieces. Fails
 * when one cannot be read: err names it, and sha256 is unchanged. */
int data_hash_add(const char *folder, char sha256[65], struct err *err);

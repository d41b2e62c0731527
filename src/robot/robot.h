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
	char variants[200]; /* names and needs, separated by spaces; "" means all */
	char options[400];
	uint32_t max_lanes; /* 0: any number. Of a program: how many games one process plays at once; 0: one, and it
	                     * keeps state during its match */
	uint32_t has_options;
	bool knows_tables;  /* of a program: each ask is preceded by its table */
	bool knows_matches; /* of a program: as knows_tables, and it keeps state for each match, so a line marks the
	                     * beginning of a match */
	bool can_fork;      /* of a program without max_lanes: its process forks a process for each match */
	uint32_t move_ms, start_ms; /* of a program: the --move-time and --start-time that it needs; 0: not given */
	char alone[40];     /* of a program: why it cannot fork, "started a thread"; "": not given */
	char wrong[160];    /* the last error in its list of variants or in the line of a program; "": none */
};

/* Measurements of a robot's sandboxed processes, made only by transports in this process, not by those in workers. */
struct robot_notes {
	int pid;              /* PID of the process that was started last */
	int64_t start_ns;     /* the highest CPU time that a process needed for loading, or a program until its first
	                       * answer */
	bool is_starting;     /* a program has not answered its first ask yet, which is part of its start */
	uint32_t refused[32]; /* bit n % 32 of word n / 32: system call n was refused. Reported by the robot's
	                       * processes, which could forge it */
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
	bool is_named;     /* the label is a name that the user gave */
	char *word;        /* the part of spec that names its file: "v2/bot" */
	char *path;        /* path of the file */
	char *data_folder; /* NAME.data beside it, or "" */
	int n_options;
	char *key[ROBOT_MAX_OPTIONS];
	char *value[ROBOT_MAX_OPTIONS];
	unsigned char *image; /* the file's bytes, read once, so that a change on disk during the run has no effect.
	                       * image_unshare and image_prefer_own modify them after they were hashed */
	size_t image_size;
	char sha256[65];   /* hash of the file or files, and of the data (data_hash_add) */
	bool can_share;    /* its instances can share one loaded file (robot/so/instances.h) */
	struct program_command *program; /* ROBOT_PROGRAM: what is run; owned */
	struct robot_manifest manifest;
	struct fault fault; /* has VERDICT_LOAD when the robot cannot be loaded */
	char warning[200];  /* of a program that failed after it printed its manifest: the failure and its last output;
	                     * otherwise "" */
	int64_t start_ns;   /* of a program: CPU time until it read its first line; 0: unknown */
	struct robot_notes *notes; /* NULL: not wanted; borrowed */
	struct str *asked;  /* of a program: receives the lines sent to its latest process; NULL: not wanted;
	                     * borrowed */
};

/* Reads `spec` (robot/spec.h), finds the file (find.h), reads it and hashes its data. If there is no such file, fails
 * with EXIT_USAGE and names the nearest one. Files that end in ".so" are loaded; all others are programs
 * (robot/program/command.h). */
int robot_open(struct robot *robot, const char *spec, struct err *err);

/* Opens a robot of a stored run. `spec` is the stored text, without a name. `path` is its file, or NULL for the file
 * that `spec` names. */
int robot_open_stored(struct robot *robot, const char *spec, const char *path, struct err *err);

/* Makes the labels of robots[i], i < n, unique: to equal file names in different folders it adds the folders that
 * distinguish them, and to labels that are still equal a number. Fails with EXIT_USAGE when a robot has the name of
 * another one. */
int robot_make_labels(struct robot *robots, int n, struct err *err);
void robot_release(struct robot *robot);

/* Checks that the robot may read its NAME.data. It may not if the folder contains or is inside one of the `hidden`
 * files and folders (results, database, keys; NULL-terminated), or if a link has replaced the folder since the robot
 * was opened. Fails with EXIT_USAGE. */
int robot_check_data(const struct robot *robot, const char *const *hidden, struct err *err);

/* Makes the same check for the folders of --readable (transport.h). In addition, none of them may be or contain a home
 * folder. */
int robot_check_readable(const char *readable, const char *const *hidden, struct err *err);

/* Returns true if the robot lists these rules, "wild dice=5 faces=6 ..." (sdk/arena_robot.h, `variants`). A robot
 * without a list plays all rules. If `rules` is only the name of a variant, only the name is checked. */
bool robot_plays(const struct robot *robot, const char *rules);

/* Returns true if `arena replay --ask --debug` can stop in the robot: gdb can in a .so, and pdb or Node's debugger can
 * in a file that an adapter runs. */
bool robot_has_debugger(const struct robot *robot);

/* A robot's data as part of its identity.
 *
 * The hash of a robot with a folder NAME.data is the SHA-256 of a text: the hash of its file in hexadecimal and a
 * newline, then, for each file in the folder and its subfolders in the order of the paths' bytes, the line of
 * `sha256sum -z`: the hash of the file, two spaces, its path in the folder and a NUL. For a symbolic link, which
 * sandboxed robots cannot follow out of the folder, the hash is that of the link's text, and " @" replaces the two
 * spaces. */

/* Replaces sha256, the hash of the robot's file, with that of the robot and its data. Reads files in pieces. Fails when
 * one cannot be read; err then names it, and sha256 is unchanged. */
int data_hash_add(const char *folder, char sha256[65], struct err *err);

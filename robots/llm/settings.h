/* settings.h - the settings of the robot, from options (arguments key=value) or else from the environment. settings.c
 * has a table of both. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { MAX_LANES = 256, LONGEST_PATH = 4095 };

/* How the model is asked to answer. If the service refuses one form, the next is tried. */
enum answer_form { ANSWER_SCHEMA, ANSWER_TOOL, ANSWER_TEXT };

struct settings {
	char *url;             /* address of the service, http or https, without "/chat/completions" and without '/' at
	                        * the end */
	char *model;
	char *key;             /* printable ASCII without spaces, or NULL; secret: must never be printed */
	char key_file[LONGEST_PATH + 1]; /* the file with the key; empty if there is none */
	long long lanes;       /* how many games are played at once, 1 to MAX_LANES */
	long long max_requests, max_tokens; /* limits for all processes of the run together; 0 means no limit */
	long long reply_tokens;/* maximum number of tokens of one reply */
	long long retries;     /* how often a failed request is repeated */
	long long answer;      /* enum answer_form */
	double temperature;
	double timeout_s; /* time limit of one request */
	double patience_s;     /* time limit of one ask with all its requests */
	double backoff_s;      /* wait before the first retry; doubled for each further retry */
	double price_in, price_out; /* dollars for a million tokens, which is millionths of a dollar for one */
};

/* Reads the arguments and the environment. Fails with EXIT_USAGE; the error names the problem and the remedy, but never
 * the key. */
int settings_read(struct settings *settings, int n_arguments, char *const *arguments, struct err *err);

/* Determines the service, its defaults and the key. Call it after settings_read; it fails in the same way. */
int settings_find_service(struct settings *settings, struct err *err);

void settings_release(struct settings *settings);

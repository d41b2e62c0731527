/* settings.h - the settings of the robot: from options (arguments key=value), else from the environment. settings.c
 * has the table of both. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum { MAX_LANES = 256, LONGEST_PATH = 4095 };

/* How the model is asked to answer. Each falls back to the next when the service refuses it. */
enum answer_form { ANSWER_SCHEMA, ANSWER_TOOL, ANSWER_TEXT };

struct settings {
	char *url;             /* of the service, without "/chat/completions" and '/' at the end; http or https */
	char *model;
	char *key;             /* NULL: none. Printable characters without blanks. Must never be shown */
	char key_file[LONGEST_PATH + 1]; /* the file with the key; empty: none */
	long long lanes;       /* games at once, 1 .. MAX_LANES */
	long long max_requests, max_tokens; /* of all processes of the run together; 0: no limit */
	long long reply_tokens;/* most tokens of one reply */
	long long retries;     /* of a request that failed */
	long long answer;      /* enum answer_form */
	double temperature;
	double timeout_s;      /* of one request */
	double patience_s;     /* for one ask with all its requests */
	double backoff_s;      /* before the first retry; doubled for each further one */
	double price_in, price_out; /* dollars for a million tokens, which is millionths of a dollar for one */
};

/* Reads arguments and environment. EXIT_USAGE names the problem and the remedy, never the key. */
int settings_read(struct settings *settings, int n_arguments, char *const *arguments, struct err *err);

/* Then: determines the service, its defaults and the key. Errors as above. */
int settings_find_service(struct settings *settings, struct err *err);

void settings_release(struct settings *settings);
